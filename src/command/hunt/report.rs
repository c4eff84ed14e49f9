//! The hunt's result as a table.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::super::table::{Table, scientific};
use super::pool::Name;
use super::tally::Tally;

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
            "wrong states",
            "overlap error [smaller]",
            "overlap error [larger]",
            "normal error [rad]",
            "points off [smaller]",
            "unsure",
            "unsure rate",
            "GJK",
            "EPA",
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
            tally.unsure.to_string(),
            scientific(Some(mean(tally.unsure))),
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

    /// The table for a document, with what is needed to make it again.
    pub fn markdown(&self, time: Duration) -> String {
        let command: Vec<String> = std::env::args().skip(1).collect();
        format!(
            "# Hunt for wrong contacts\n\n`packstone {}`, version {}, {}.\n\n{}\n{}.\n",
            command.join(" "),
            env!("CARGO_PKG_VERSION"),
            today(),
            self.table.to_markdown(),
            self.summary(time)
        )
    }
}

/// Today's date, UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of the `days`-th day after 1970-01-01, by counting days in years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates_are_right() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
        assert_eq!(civil(47_540), (2100, 2, 28));
        assert_eq!(civil(47_541), (2100, 3, 1));
    }
}
