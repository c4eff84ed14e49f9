//! The broad phase against all pairs tried one by one, on seeded scenes of many kinds.

#[path = "broad_phase"]
mod broad_phase {
    mod edge_cases;
    mod lists;
    mod scenes;
}
