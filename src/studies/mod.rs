//! Studies beside the engine: other ways to find contacts, contacts in the plane, an oracle that judges answers, files of pairs,
//! and benchmarks. Nothing of the engine depends on them.

pub mod bench;
pub mod classical;
pub mod model;
pub mod oracle;
pub mod pairs;
pub mod planar;
