//! How far a run is: a bar on a terminal, else a line now and then.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::StepReport;
use crate::health::{Check, Health, Level};

/// Wall-clock time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How far a run is, told on standard error.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    first: u64,
    end: u64,
    begin: Instant,
    last_line: Instant,
    /// Findings that were told.
    told: Vec<(Check, Level)>,
}

impl Progress {
    /// Of steps from `first` to `end`.
    pub fn new(first: u64, end: u64, quiet: bool) -> Self {
        let now = Instant::now();
        let bar = (std::io::stderr().is_terminal() && !quiet).then(|| bar(first, end));
        Self { bar, quiet, first, end, begin: now, last_line: now, told: Vec::new() }
    }

    /// Tells where the run is, if it is time to.
    pub fn show(&mut self, report: &StepReport) {
        if let Some(bar) = &self.bar {
            bar.set_message(state(report));
            bar.set_position(report.step - self.first);
        } else if !self.quiet && self.last_line.elapsed() >= BETWEEN_LINES {
            self.last_line = Instant::now();
            let rate = (report.step - self.first) as f64 / self.begin.elapsed().as_secs_f64().max(1e-9);
            let left = (self.end - report.step) as f64 / rate;
            let (step, end) = (report.step, self.end);
            eprintln!("step {step} of {end}, {rate:.0} steps/s, {}, {left:.0} s left", state(report));
        }
    }

    /// Tells warnings and errors that the run has found, each kind once at each level.
    pub fn tell(&mut self, health: &Health) {
        for finding in health.findings().iter().filter(|finding| finding.level > Level::Note) {
            let kind = (finding.check, finding.level);
            if self.told.contains(&kind) {
                continue;
            }
            self.told.push(kind);
            let line = format!("{}: {}", finding.level.name(), finding.text);
            match &self.bar {
                Some(bar) => bar.println(line),
                None if !self.quiet => eprintln!("{line}"),
                None => {}
            }
        }
    }

    /// The run has ended.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(first: u64, end: u64) -> ProgressBar {
    let template = "{wide_bar} {percent} % {per_sec} {msg} {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("per_sec", |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
        // A text that cannot be drawn is not worth an error.
        let _ = write!(text, "{:.0} steps/s", state.per_sec());
    });
    ProgressBar::new(end - first).with_style(style)
}

fn state(report: &StepReport) -> String {
    let contacts = report.counts.contacts + report.counts.wall_contacts;
    let kinetic = report.energies.kinetic();
    format!("{} grains, {contacts} contacts, kinetic {kinetic:.2e} J", report.grains)
}
