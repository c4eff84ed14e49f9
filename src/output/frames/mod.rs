//! Frames: all grains and contacts at one instant, on disk and back.
//!
//! A run leaves a folder, and in it a frame every now and then: two tables, one of the grains and one of the contacts.
//! Every table starts with lines that tell what made it. The page `docs/output.md` tells every column.
//!
//! ```no_run
//! let folder = packstone::output::frames::RunFolder::open("quickstart")?;
//! let frame = folder.last()?;
//! println!("{} grains, {} contacts at {} s", frame.grains.len(), frame.contacts.len(), frame.time);
//! # Ok::<(), packstone::output::frames::FrameError>(())
//! ```

mod contact_table;
mod error;
mod folder;
mod grain_table;
mod json;
mod kept;
mod provenance;
mod solids;
mod table;
mod writer;

pub use contact_table::{CONTACT_COLUMNS, contact_table};
pub use error::FrameError;
pub use folder::RunFolder;
pub(crate) use folder::{is_a_run, is_run_of, remove_frames, snapshots, write_frame, write_run_file, write_whole};
pub use grain_table::{GRAIN_COLUMNS, grain_table};
pub use json::frame_json;
pub(crate) use kept::{changed_since, inputs_folder, is_edited, keep_inputs, kept_scene};
pub use provenance::Provenance;
pub use solids::{frame_obj, frame_stl};
pub use writer::FrameWriter;

use crate::engine::{ContactRecord, EngineError, Snapshot};
use crate::sim::Simulation;

/// All grains and contacts at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Steps since the start of the run.
    pub step: u64,
    /// Simulated time [s].
    pub time: f64,
    /// What made it.
    pub provenance: Provenance,
    /// The grains.
    pub grains: Snapshot,
    /// The contacts.
    pub contacts: Vec<ContactRecord>,
}

impl Frame {
    /// A run as it is now.
    pub fn capture(run: &mut Simulation) -> Result<Self, EngineError> {
        run.fetch()?;
        Ok(Self {
            step: run.steps_done(),
            time: run.time(),
            provenance: Provenance::of(run),
            grains: run.snapshot(),
            contacts: run.contact_network(),
        })
    }
}
