//! Studies beside the engine: other ways to find contacts, contacts in the plane, an oracle that judges answers, files of pairs,
//! benchmarks, and a model of cards that are not at hand. Nothing of the engine depends on them.

pub mod bench;
pub mod classical;
pub mod model;
pub mod oracle;
pub mod pairs;
pub mod planar;
