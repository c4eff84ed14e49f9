//! The loop of a run: steps, and what is written between them.

use std::time::{Duration, Instant};

use super::folder::Folder;
use super::progress::Progress;
use super::saved::{self, Account};
use super::schedule::{is_due, is_left_to_the_end, next_due};
use super::series::Series;
use super::{Told, snapshots, summary};
use crate::cli::{CommandError, Outcome, stop};
use crate::engine::{EngineError, StepReport};
use crate::output::frames::{Frame, FrameWriter, remove_frames, write_run_file};
use crate::scene::{Every, OutputSettings};
use crate::sim::Simulation;

/// Wall-clock time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(100);

/// A run on its way.
pub(super) struct Drive {
    run: Simulation,
    account: Account,
    folder: Folder,
    series: Series,
    frames: FrameWriter,
    output: OutputSettings,
    last_checkpoint: Instant,
}

impl Drive {
    /// A run at its start, with its first row, snapshot and checkpoint.
    pub fn from_the_start(run: Simulation, folder: Folder) -> Result<Self, CommandError> {
        let series = Series::create(&folder.series())?;
        let account = Account { first_balance: run.energies().balance(), ..Account::default() };
        let mut drive = Self::new(run, account, folder, series)?;
        drive.write_due(&drive.run.report(), false)?;
        drive.checkpoint()?;
        Ok(drive)
    }

    /// A run that goes on. What was written after the checkpoint, or was not due at it, is removed.
    pub fn from_a_checkpoint(run: Simulation, account: Account, folder: Folder) -> Result<Self, CommandError> {
        let (step, dt, output) = (run.steps_done(), run.time_step(), run.scene().output);
        let planned = run.planned_steps();
        let is_kept = move |every: Every, at: u64| {
            let of_the_end = at == planned
                && at
                    .checked_sub(1)
                    .is_some_and(|before| is_due(every, dt, before) && is_left_to_the_end(every, dt, before, planned));
            is_due(every, dt, at) || of_the_end
        };
        let keep = |every: Every| move |at: u64| at < step || at == step && is_kept(every, at);
        let series = Series::reopen(&folder.series(), keep(output.report_every))?;
        std::fs::create_dir_all(folder.snapshots()).map_err(super::folder::cannot_write(&folder.snapshots()))?;
        remove_frames(folder.root(), keep(output.snapshot_every))?;
        snapshots::series(folder.root(), dt).remove(keep(output.snapshot_every))?;
        Self::new(run, account, folder, series)
    }

    fn new(run: Simulation, account: Account, folder: Folder, series: Series) -> Result<Self, CommandError> {
        let output = run.scene().output;
        write_run_file(folder.root(), &run)?;
        let frames = snapshots::writer(folder.root(), &run);
        Ok(Self { run, account, folder, series, frames, output, last_checkpoint: Instant::now() })
    }

    /// Takes steps up to `end`, or until Ctrl-C, then tells what came of it. A run that comes to an impossible state ends there,
    /// with a checkpoint and a summary, before the error is told.
    pub fn to(mut self, end: u64, told: Told) -> Result<Outcome, CommandError> {
        stop::listen();
        let mut progress = Progress::new(self.run.steps_done(), end, told.quiet);
        let broke_off = match self.go_on(end, &mut progress) {
            Ok(()) => None,
            Err(CommandError::BrokeOff { reason, folder }) if reason.is_between_steps() => {
                Some(CommandError::BrokeOff { reason, folder })
            }
            Err(error) => return Err(error),
        };
        progress.finish();
        self.checkpoint()?;
        if self.run.steps_done() < end && broke_off.is_none() {
            let (step, folder) = (self.run.steps_done(), self.folder.root().display());
            told.text(&format!("stopped after step {step} of {end}; to go on: packstone resume {folder}\n"));
            return Ok(Outcome::Stopped);
        }
        summary::write(&self.run, &self.account, &self.folder, told)?;
        broke_off.map_or(Ok(told.outcome(self.run.health())), Err)
    }

    fn go_on(&mut self, end: u64, progress: &mut Progress) -> Result<(), CommandError> {
        let (begin, before, mut pace) = (Instant::now(), self.account.wall_time, 1);
        while self.run.steps_done() < end && !stop::asked() {
            let steps = self.steps_to_the_next(end).min(pace);
            let start = Instant::now();
            let report = self.advance(steps)?;
            pace = next_pace(steps, start.elapsed());
            self.account.wall_time = before + begin.elapsed().as_secs_f64();
            self.write_due(&report, report.step == end)?;
            if self.checkpoint_is_due(report.step) {
                self.checkpoint()?;
            }
            if is_due(self.output.report_every, self.run.time_step(), report.step) {
                self.look()?;
            }
            progress.show(&report);
            progress.tell(self.run.health());
        }
        if self.run.steps_done() == end {
            self.run.fetch()?;
            self.look()?;
            progress.tell(self.run.health());
        }
        Ok(())
    }

    /// Steps until something is due, at least one.
    fn steps_to_the_next(&self, end: u64) -> u64 {
        let (step, dt) = (self.run.steps_done(), self.run.time_step());
        let of_steps = match self.output.checkpoint_every {
            Every::Seconds(_) => Every::Never,
            every => every,
        };
        let due = [self.output.report_every, self.output.snapshot_every, of_steps];
        let next = due.into_iter().filter_map(|every| next_due(every, dt, step)).fold(end, u64::min);
        next.saturating_sub(step).max(1)
    }

    fn advance(&mut self, steps: u64) -> Result<StepReport, CommandError> {
        let done = self.run.steps_done();
        let stretch = match self.run.run_steps(steps) {
            Ok(stretch) => stretch,
            Err(reason) => {
                if reason.is_between_steps() && self.run.steps_done() > done {
                    let report = self.run.report();
                    self.book(report.counts.largest_overlap, self.run.health().deepest.share);
                    self.write_due(&report, true)?;
                }
                return Err(self.broke_off(reason));
            }
        };
        self.account.particle_steps += stretch.particle_steps;
        self.book(stretch.largest_overlap, stretch.largest_share);
        Ok(stretch.report)
    }

    /// Overlaps [m], and as shares of a half-thickness.
    fn book(&mut self, overlap: f64, share: f64) {
        let account = &mut self.account;
        account.largest_overlap = account.largest_overlap.max(overlap);
        account.recent_overlap = account.recent_overlap.max(overlap);
        account.recent_share = account.recent_share.max(share);
    }

    fn broke_off(&self, reason: EngineError) -> CommandError {
        CommandError::BrokeOff { reason: reason.into(), folder: self.folder.root().to_path_buf() }
    }

    /// The row and the snapshot of this step, where they are due or the run ends here.
    fn write_due(&mut self, report: &StepReport, last: bool) -> Result<(), CommandError> {
        let dt = self.run.time_step();
        let planned = self.run.planned_steps();
        let left = |every: Every| is_left_to_the_end(every, dt, report.step, planned);
        let wanted = |every: Every| is_due(every, dt, report.step) && !left(every) || last && every != Every::Never;
        if wanted(self.output.report_every) {
            self.series.add(report, [self.account.recent_overlap, self.account.recent_share])?;
        }
        if is_due(self.output.report_every, dt, report.step) && !left(self.output.report_every) {
            (self.account.recent_overlap, self.account.recent_share) = (0.0, 0.0);
        }
        // Even a run that never writes snapshots leaves its last state.
        if wanted(self.output.snapshot_every) || last {
            self.frames.write(Frame::capture(&mut self.run)?)?;
        }
        Ok(())
    }

    /// Checks that need all grains.
    fn look(&mut self) -> Result<(), CommandError> {
        self.run.look().map_err(|reason| self.broke_off(reason))
    }

    fn checkpoint_is_due(&self, step: u64) -> bool {
        match self.output.checkpoint_every {
            Every::Seconds(seconds) => self.last_checkpoint.elapsed().as_secs_f64() >= seconds,
            every => is_due(every, self.run.time_step(), step),
        }
    }

    fn checkpoint(&mut self) -> Result<(), CommandError> {
        // A run that goes on from here takes the frames before for granted.
        self.frames.flush()?;
        saved::save(&mut self.run, &self.account, &self.folder.checkpoint())?;
        log::info!("checkpoint after step {}", self.run.steps_done());
        self.last_checkpoint = Instant::now();
        Ok(())
    }
}

/// Steps to take before the next look at the clock.
fn next_pace(steps: u64, took: Duration) -> u64 {
    let rate = steps as f64 / took.as_secs_f64().max(1e-9);
    // Growth is bounded, because one quick step says little about the next.
    ((rate * LOOK.as_secs_f64()) as u64).clamp(1, steps.saturating_mul(4).max(1))
}
