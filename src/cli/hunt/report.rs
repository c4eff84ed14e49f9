//! The hunt's result as a table.

use std::time::{Duration, SystemTime};

use super::pool::Name;
use super::tally::Tally;
use crate::common::table::{Table, scientific};

/// The result of a hunt.
#[derive(Debug)]
pub(super) struct Report {
    table: Table,
    poses: u64,
    failed: u64,
}

impl Default for Report {
    fn default() -> Self {
        let header = [
            "pair",
            "poses",
            "overlapping",
            "separated",
            "wrong_states",
            "overlap_error_of_smaller",
            "overlap_error_of_larger",
            "normal_error [rad]",
            "point_error_of_smaller",
            "unconverged",
            "unconverged_share",
            "gjk_iterations",
            "epa_iterations",
            "failed",
            "saved",
        ];
        Self { table: Table::new(&header), poses: 0, failed: 0 }
    }
}

impl Report {
    /// Adds the pair of shapes `a` and `b`.
    pub fn add(&mut self, a: Name, b: Name, tally: &Tally) {
        self.poses += tally.poses;
        self.failed += tally.failed;
        let mean = |total: u64| total as f64 / tally.poses.max(1) as f64;
        self.table.push(vec![
            format!("{a} - {b}"),
            tally.poses.to_string(),
            tally.overlapping.to_string(),
            tally.separated.to_string(),
            tally.wrong_states.to_string(),
            scientific(tally.error_of_smaller),
            scientific(tally.error_of_larger),
            scientific(tally.normal_error),
            scientific(tally.off_body),
            tally.unconverged.to_string(),
            scientific(Some(mean(tally.unconverged))),
            format!("{:.2}", mean(tally.gjk)),
            format!("{:.2}", mean(tally.epa)),
            tally.failed.to_string(),
            tally.failures.len().to_string(),
        ]);
    }

    /// Whether an answer was wrong.
    pub fn failed(&self) -> bool {
        self.failed > 0
    }

    fn summary(&self, time: Duration) -> String {
        let rate = self.poses as f64 / time.as_secs_f64();
        format!("{} of {} poses failed; {:.1} s, {rate:.0} poses/s", self.failed, self.poses, time.as_secs_f64())
    }

    /// The table for the terminal.
    pub fn text(&self, time: Duration) -> String {
        format!("{}{}\n", self.table.to_text(), self.summary(time))
    }

    /// The rows for programs.
    pub fn json(&self, time: Duration) -> serde_json::Value {
        serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"), "poses": self.poses, "failed": self.failed,
            "seconds": time.as_secs_f64(), "pairs": self.table.to_json(),
        })
    }

    /// The table for a document, with what is needed to make it again.
    pub fn markdown(&self, time: Duration) -> String {
        let command: Vec<String> = std::env::args().skip(1).collect();
        format!(
            "# Hunt for wrong contacts\n\n`packstone {}`, version {}, {}.\n\n{}\n{}.\n",
            command.join(" "),
            env!("CARGO_PKG_VERSION"),
            &humantime::format_rfc3339_seconds(SystemTime::now()).to_string()[..10],
            self.table.to_markdown(),
            self.summary(time)
        )
    }
}
