//! What a run knows of its own soundness: findings with levels, and whether its results can be trusted.
//!
//! The checks themselves are in `src/engine/health.rs` and `src/engine/sanity.rs`; `docs/running.md` has the table of them.

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing; results stand.
    Note,
    /// Results may be wrong.
    Warning,
    /// The state is impossible: the run ends.
    Error,
}

impl Level {
    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Way of a grain in one step, as a share of its half-thickness.
    Speed,
    /// Way of a wall in one step, as a share of the half-thickness of the thinnest grain.
    WallSpeed,
    /// Steps in one period of a wall.
    Oscillation,
    /// Largest overlap of a contact, as a share of the half-thickness of the thinner grain.
    Overlap,
    /// Mean overlap of all contacts of an instant, as such a share.
    MeanOverlap,
    /// Grains behind walls, as a share of all.
    Outside,
    /// Error of the account of energy, as a share of the energy that has flowed.
    Energy,
}

/// A value and where it becomes notable, doubtful and impossible; [`f64::INFINITY`] where there is no such level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits(pub [f64; 3]);

impl Limits {
    /// A grain must not move further in one step than half its half-thickness. Two grains then come nearer by at most half
    /// of both together, and cannot pass each other without a step in which the overlap exceeds the half-thickness of the thinner.
    pub const SPEED: Self = Self([f64::INFINITY, f64::INFINITY, 0.5]);
    /// The same for walls; at a tenth, an impact sinks in by about a third of the grain.
    pub const WALL_SPEED: Self = Self([f64::INFINITY, 0.1, 0.5]);
    /// Periods in a step: with fewer than 8 steps the wall's velocity has little to do with its way, below 20 its work is off by
    /// some per cent.
    pub const OSCILLATION: Self = Self([f64::INFINITY, 1.0 / 20.0, 1.0 / 8.0]);
    /// At its own half-thickness the middle of a grain is reached; beyond it, contacts push out on the other side. Hard grains have
    /// 0.001 to 0.01; soft ones reach 0.3 in impacts, which their packings forget.
    pub const OVERLAP: Self = Self([0.1, 0.5, 1.0]);
    /// What lasts: grains that overlap by 5 % on average are other, smaller grains, with a density that is too high.
    pub const MEAN_OVERLAP: Self = Self([0.02, 0.05, f64::INFINITY]);
    /// Any grain behind a wall is lost; a tenth of them is a wall that does not hold.
    pub const OUTSIDE: Self = Self([f64::INFINITY, 0.0, 0.1]);
    /// Of the energy that has flowed.
    pub const ENERGY: Self = Self([1e-3, 1e-2, f64::INFINITY]);

    /// The level of a value with the limit that it exceeds. A value that is not a number exceeds all.
    pub fn grade(&self, value: f64) -> Option<(Level, f64)> {
        let levels = [Level::Note, Level::Warning, Level::Error];
        let exceeded = |limit: f64| value.is_nan() || value > limit;
        levels.into_iter().zip(self.0).rev().find(|(_, limit)| exceeded(*limit))
    }

    /// The limit of a level.
    pub fn of(&self, level: Level) -> f64 {
        self.0[level as usize]
    }
}

/// Something that a check has found; the worst of its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad.
    pub level: Level,
    /// What was checked.
    pub check: Check,
    /// The largest value; what it is a share of is told by the check.
    pub value: f64,
    /// The limit that it exceeds.
    pub limit: f64,
    /// The first step after which the limit of this level was exceeded.
    pub step: u64,
    /// How many grains, or looks at the run, were concerned.
    pub count: u64,
    /// In words, with what to do.
    pub text: String,
}

/// The deepest contact of a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Depth {
    /// Overlap as a share of the half-thickness of the thinner grain.
    pub share: f64,
    /// After how many steps; of a run on a GPU, at the end of the batch of steps in which it was.
    pub step: u64,
}

/// All that is known of the soundness of a run. It goes into checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Health {
    findings: Vec<Finding>,
    /// The deepest contact.
    pub deepest: Depth,
    /// Balance of energy at the start [J].
    pub first_balance: Option<f64>,
    /// Most energy that was seen to be there or to have flowed [J].
    pub flowed: f64,
    /// Error of the account of energy, at the last look, as a share of that.
    pub energy_error: f64,
    /// Mean overlaps of the last three looks, as shares; 0 where there were no contacts.
    pub means: [f64; 3],
    /// The step of the last of these looks.
    pub means_at: Option<u64>,
}

impl Health {
    /// What was found, in the order in which it was: one finding of each check at most.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How many findings have a level.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// The worst level found.
    pub fn worst(&self) -> Option<Level> {
        self.findings.iter().map(|finding| finding.level).max()
    }

    /// Whether results can be trusted: no warning, no error.
    pub fn is_good(&self) -> bool {
        self.worst().is_none_or(|level| level == Level::Note)
    }

    /// Takes in a value of a check, if it exceeds a limit; `text` tells it in words. Returns the level.
    pub fn judge(
        &mut self,
        (check, limits): (Check, Limits),
        value: f64,
        (step, count): (u64, u64),
        text: impl FnOnce() -> String,
    ) -> Option<Level> {
        let (level, limit) = limits.grade(value)?;
        let known = self.findings.iter_mut().find(|finding| finding.check == check);
        match known {
            None => self.findings.push(Finding { level, check, value, limit, step, count, text: text() }),
            Some(known) if level > known.level => {
                *known = Finding { level, check, value, limit, step, count, text: text() }
            }
            Some(known) if level == known.level && (value > known.value || value.is_nan()) => {
                (known.value, known.count, known.text) = (value, known.count.max(count), text());
            }
            Some(_) => {}
        }
        Some(level)
    }

    /// One line that tells whether the run can be trusted.
    pub fn trust(&self) -> String {
        let texts = |level: Level| {
            let found = self.findings.iter().filter(move |finding| finding.level == level);
            found.map(|finding| finding.text.as_str()).collect::<Vec<_>>().join("; ")
        };
        let counted = |level: Level| match self.count(level) {
            1 => format!("1 {}", level.name()),
            count => format!("{count} {}s", level.name()),
        };
        match self.worst() {
            Some(Level::Error) => format!("trust: none: {}", texts(Level::Error)),
            Some(Level::Warning) => format!("trust: {}: {}", counted(Level::Warning), texts(Level::Warning)),
            _ => format!(
                "trust: good (largest overlap {:.1} % of a grain's half-thickness, energy error {:.2} % of what has flowed)",
                100.0 * self.deepest.share,
                100.0 * self.energy_error
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_graded() {
        let grade = |value: f64| Limits::OVERLAP.grade(value).map(|(level, _)| level);
        assert_eq!([grade(0.1), grade(0.2)], [None, Some(Level::Note)]);
        assert_eq!([grade(0.51), grade(1.01)], [Some(Level::Warning), Some(Level::Error)]);
        assert_eq!(grade(f64::NAN), Some(Level::Error));
        assert_eq!(Limits::OUTSIDE.grade(0.0), None);
        assert_eq!(Limits::ENERGY.grade(f64::INFINITY).map(|(level, _)| level), Some(Level::Warning));
    }

    #[test]
    fn the_worst_of_each_check_is_kept_with_its_first_step() {
        let mut health = Health::default();
        let of = |health: &mut Health, value: f64, step: u64| {
            health.judge((Check::Overlap, Limits::OVERLAP), value, (step, 1), || format!("at {step}"))
        };
        assert_eq!(of(&mut health, 0.05, 1), None);
        assert!(health.is_good() && health.trust().starts_with("trust: good"));
        assert_eq!(of(&mut health, 0.2, 2), Some(Level::Note));
        assert!(health.is_good());
        let _ = [of(&mut health, 0.6, 3), of(&mut health, 0.7, 4), of(&mut health, 0.2, 5)];
        let [found] = health.findings() else { panic!("{health:?}") };
        assert_eq!((found.level, found.value, found.step, found.text.as_str()), (Level::Warning, 0.7, 3, "at 4"));
        assert_eq!(health.trust(), "trust: 1 warning: at 4");
        let _ = of(&mut health, f64::NAN, 6);
        assert_eq!((health.worst(), health.trust().as_str()), (Some(Level::Error), "trust: none: at 6"));
    }
}
