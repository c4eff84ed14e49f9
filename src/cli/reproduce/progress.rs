//! How far a study is: a bar on a terminal, else a line now and then.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Wall-clock time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How far some work is, told on standard error. All threads may tell it.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    what: String,
    total: u64,
    done: AtomicU64,
    begin: Instant,
    last_line: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(what: &str, total: u64, quiet: bool) -> Self {
        let now = Instant::now();
        let bar = (std::io::stderr().is_terminal() && !quiet).then(|| bar(what, total));
        let (what, last_line) = (what.to_owned(), Mutex::new(now));
        Self { bar, quiet, what, total, done: AtomicU64::new(0), begin: now, last_line }
    }

    /// So much more is done.
    pub fn advance(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if !self.quiet && self.line_is_due() {
            let rate = done as f64 / self.begin.elapsed().as_secs_f64().max(1e-9);
            let left = self.total.saturating_sub(done) as f64 / rate;
            eprintln!("{}: {done} of {}, {left:.0} s left", self.what, self.total);
        }
    }

    fn line_is_due(&self) -> bool {
        let Ok(mut last) = self.last_line.try_lock() else { return false };
        let due = last.elapsed() >= BETWEEN_LINES;
        if due {
            *last = Instant::now();
        }
        due
    }

    /// All is done.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(what: &str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style).with_message(what.to_owned())
}
