//! Frames: all grains and contacts at one instant, on disk and back.
//!
//! A run leaves a folder, and in it a frame every now and then: two tables, one of the grains and one of the contacts.
//! Every table starts with lines that tell what made it. The page `docs/output.md` tells every column.
//!
//! ```no_run
//! let folder = packstone::frames::RunFolder::open("quickstart")?;
//! let frame = folder.last()?;
//! println!("{} grains, {} contacts at {} s", frame.grains.len(), frame.contacts.len(), frame.time);
//! # Ok::<(), packstone::frames::FrameError>(())
//! ```

mod contact_table;
mod error;
mod folder;
mod grain_table;
mod provenance;
mod table;
mod writer;

pub use contact_table::CONTACT_COLUMNS;
pub use error::FrameError;
pub use folder::RunFolder;
pub(crate) use folder::{remove_frames, snapshots, write_frame, write_run_file};
pub use grain_table::GRAIN_COLUMNS;
pub use provenance::Provenance;
pub use writer::FrameWriter;

use crate::engine::{ContactRecord, EngineError, Simulation, Snapshot};

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
            contacts: run.contact_network()?,
        })
    }

    /// The place of a grain in the arrays, by its number for life; none if there is no such grain.
    pub fn index_of(&self, id: u64) -> Option<usize> {
        // Ids ascend, and are mostly the places themselves.
        let guess = usize::try_from(id).ok().filter(|place| self.grains.ids.get(*place) == Some(&id));
        guess.or_else(|| self.grains.ids.binary_search(&id).ok())
    }
}
