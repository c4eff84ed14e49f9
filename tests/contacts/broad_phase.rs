//! The broad phase against all pairs tried one by one, on seeded scenes of many kinds.

mod edge_cases;
mod lists;
mod scenes;
