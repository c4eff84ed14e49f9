//! How far a run is: a bar on a terminal, else a line now and then.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::StepReport;
use crate::health::{Check, Health, Level};

/// Wall-clock time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Lines whose steps tell the pace: contacts make steps slower as grains settle, so the start says little.
const RECENT: usize = 3;

/// How far a run is, told on standard error.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    first: u64,
    end: u64,
    pace: Pace,
    last_line: Instant,
    /// Findings that were told.
    told: Vec<(Check, Level)>,
}

/// Steps per second of the last few lines.
struct Pace(VecDeque<(Instant, u64)>);

impl Pace {
    /// Notes that `step` was reached `now`; returns steps per second since the oldest note that counts.
    fn note(&mut self, now: Instant, step: u64) -> f64 {
        self.0.push_back((now, step));
        if self.0.len() > RECENT + 1 {
            self.0.pop_front();
        }
        let (then, from) = self.0.front().copied().unwrap_or((now, step));
        (step - from) as f64 / (now - then).as_secs_f64().max(1e-9)
    }
}

impl Progress {
    /// Of steps from `first` to `end`.
    pub fn new(first: u64, end: u64, quiet: bool) -> Self {
        let now = Instant::now();
        let bar = (std::io::stderr().is_terminal() && !quiet).then(|| bar(first, end));
        Self { bar, quiet, first, end, pace: Pace(VecDeque::from([(now, first)])), last_line: now, told: Vec::new() }
    }

    /// Tells where the run is, if it is time to.
    pub fn show(&mut self, report: &StepReport) {
        if let Some(bar) = &self.bar {
            bar.set_message(state(report));
            bar.set_position(report.step - self.first);
        } else if !self.quiet && self.last_line.elapsed() >= BETWEEN_LINES {
            self.last_line = Instant::now();
            let rate = self.pace.note(self.last_line, report.step);
            let left = (self.end - report.step) as f64 / rate.max(1e-9);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_that_of_the_last_lines() {
        let begin = Instant::now();
        let mut pace = Pace(VecDeque::from([(begin, 0)]));
        let at = |line: u32| begin + line * BETWEEN_LINES;
        // A thousand steps in a line's time at first, a hundred in each one later.
        assert!((pace.note(at(1), 1000) - 100.0).abs() < 1e-9);
        let rates: Vec<f64> = (2..8).map(|line| pace.note(at(line), 900 + 100 * u64::from(line))).collect();
        assert!((rates[5] - 10.0).abs() < 1e-9, "{rates:?}");
    }
}
