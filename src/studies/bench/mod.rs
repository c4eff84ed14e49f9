//! Standard beds and how fast they run: what `packstone bench` measures, and what the benches compare with other engines.

mod beds;
mod machine;
mod measure;
mod report;

pub use beds::{BEDS, Bed, State};
pub use machine::Machine;
pub use measure::{Effort, Row, measure};
pub use report::{report, rows_table, shares_table};
