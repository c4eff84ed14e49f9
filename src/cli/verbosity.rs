//! How commands talk: how much, and where to.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::{ArgAction, Args};
use indicatif::ProgressBar;
use log::{Level, LevelFilter};

use crate::engine::MOST_THREADS;

/// Reads a number of threads.
pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("give a whole number from 1 to {MOST_THREADS}; one per core is usual"))
}

/// How much a command tells beside its results.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Verbosity {
    /// Tell nothing but errors, and results that were asked for as JSON
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Tell more on standard error: -v what is done, -vv all of it
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
}

impl Verbosity {
    /// Starts the log on standard error. Warnings are always told, unless all is quiet.
    pub(super) fn start_log(self) {
        let (own, others) = match (self.quiet, self.verbose) {
            (true, _) => (LevelFilter::Error, LevelFilter::Off),
            (_, 0) => (LevelFilter::Warn, LevelFilter::Off),
            (_, 1) => (LevelFilter::Info, LevelFilter::Error),
            _ => (LevelFilter::Debug, LevelFilter::Warn),
        };
        let begin = Instant::now();
        let format = move |buffer: &mut env_logger::fmt::Formatter, record: &log::Record| match record.level() {
            Level::Error => writeln!(buffer, "error: {}", record.args()),
            Level::Warn => writeln!(buffer, "warning: {}", record.args()),
            _ => writeln!(buffer, "[{:8.2} s] {}", begin.elapsed().as_secs_f64(), record.args()),
        };
        let mut log = env_logger::Builder::new();
        // A program that uses the library may have a log of its own.
        let _ = log.filter_level(others).filter_module("packstone", own).format(format).try_init();
    }

    /// The bar, or none that is seen where all is quiet.
    pub(super) fn bar(self, bar: ProgressBar) -> ProgressBar {
        if self.quiet { ProgressBar::hidden() } else { bar }
    }
}
