//! `[output]`: how often the run tells about itself.

use super::read::{Entry, Fields, Key, key};
use super::simulation::LARGEST;
use super::{End, SceneError};

/// Keys of `[output]`.
pub(super) const OUTPUT: &[Key] = &[
    key("report_every", "a simulated time above 0 [s], { steps = 1000 } or \"never\""),
    key("snapshot_every", "a simulated time above 0 [s], { steps = 1000 } or \"never\""),
    key("checkpoint_every", "a wall-clock time above 0 [s], { steps = 100000 } or \"never\""),
    key("vtk", "true for files that ParaView opens, with each snapshot, or false"),
];

/// Keys of a table instead of a time.
pub(super) const EVERY: &[Key] =
    &[key("seconds", "a time above 0 [s]"), key("steps", "a whole number of time steps from 1 up")];

/// Reports and snapshots of a run, where nothing else is said.
const PARTS: u64 = 100;
/// Wall-clock time between checkpoints, where nothing else is said [s].
const CHECKPOINT: f64 = 600.0;

/// How often something is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Every {
    /// Each time this long has passed [s].
    Seconds(f64),
    /// Each time this many steps are done.
    Steps(u64),
    /// Not at all.
    Never,
}

/// How often the run tells about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputSettings {
    /// A line of energies and counts; seconds are simulated.
    pub report_every: Every,
    /// A picture of all grains; seconds are simulated.
    pub snapshot_every: Every,
    /// A file to restart from; seconds are of the wall clock.
    pub checkpoint_every: Every,
    /// With each snapshot, files that ParaView opens.
    pub vtk: bool,
}

impl OutputSettings {
    /// A hundred reports and snapshots until `end`, a checkpoint every ten minutes.
    pub fn until(end: End) -> Self {
        let part = match end {
            End::Duration(duration) => Every::Seconds(duration / PARTS as f64),
            End::Steps(steps) => Every::Steps((steps / PARTS).max(1)),
        };
        Self { report_every: part, snapshot_every: part, checkpoint_every: Every::Seconds(CHECKPOINT), vtk: false }
    }

    /// Reads `[output]`.
    pub(super) fn read(fields: &Fields, end: End) -> Result<Self, SceneError> {
        let defaults = Self::until(end);
        Ok(Self {
            report_every: fields.or("report_every", defaults.report_every, read_every)?,
            snapshot_every: fields.or("snapshot_every", defaults.snapshot_every, read_every)?,
            checkpoint_every: fields.or("checkpoint_every", defaults.checkpoint_every, read_every)?,
            vtk: fields.or("vtk", defaults.vtk, |entry| entry.boolean())?,
        })
    }
}

fn read_every(entry: &Entry) -> Result<Every, SceneError> {
    if entry.is_text() {
        return entry.choice(&[("never", Every::Never)]);
    }
    if !entry.is_table() {
        return entry.positive().map(Every::Seconds);
    }
    let fields = entry.fields(&[EVERY])?;
    match fields.one_of("seconds", "steps")? {
        (Some(seconds), _) => seconds.positive().map(Every::Seconds),
        (_, Some(steps)) => steps.whole(1, LARGEST).map(Every::Steps),
        (None, None) => Err(fields.missing("steps")),
    }
}
