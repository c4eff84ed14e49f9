//! How often the list of pairs is made anew, and what that means for the steps ahead: which of them are recorded with the
//! passes of a rebuild, and how many are submitted before the host looks.
//!
//! The host does not know when a list will be out of date. Where that is rare, steps are recorded without these passes, and
//! the device halts at a step that needs them; the host then goes on from the middle of it. Results do not depend on any of
//! this: a list is made anew in the step in which a body leaves its box, however that step came to be recorded.

use super::arrays::BATCH;

/// Lists that last fewer steps than this are not waited for: all steps have the passes of a rebuild. To start these thirty
/// kernels without any work costs a device about as much as one look of the host.
const SHORT: u64 = 4;

/// What is known of the run so far.
#[derive(Clone, Copy, Debug)]
pub struct RebuildPredictor {
    /// Steps for which a list lasts, as seen lately.
    lasts: u64,
    /// Steps for which the present list has lasted.
    age: u64,
    /// A new list has been asked for: the next step makes it.
    pub due: bool,
}

/// Steps to be submitted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// How many.
    pub steps: u64,
    /// The first is in its middle: its bodies have moved.
    pub from_the_middle: bool,
    /// The first has the passes of a rebuild.
    pub first_rebuilds: bool,
    /// The others have them too.
    pub all_rebuild: bool,
}

impl Default for RebuildPredictor {
    /// Of a run that begins nothing is known; its first step needs a list.
    fn default() -> Self {
        Self { lasts: BATCH, age: 0, due: true }
    }
}

impl RebuildPredictor {
    /// What to submit next of `left` steps.
    pub fn ahead(&self, left: u64, halted: bool) -> Span {
        let all_rebuild = self.lasts < SHORT;
        let first_rebuilds = all_rebuild || halted || self.due;
        // Up to where the last list ended; from there on in short stretches, so that few steps are recorded in vain.
        let age = if first_rebuilds { 0 } else { self.age };
        let most = if all_rebuild { BATCH } else { (self.lasts - age.min(self.lasts)).max(age / 4).max(SHORT) };
        Span { steps: left.min(most).min(BATCH), from_the_middle: halted, first_rebuilds, all_rebuild }
    }

    /// Learns how many steps of a stretch were done, and how many lists were made in them.
    pub fn learn(&mut self, span: &Span, steps: u64, lists: u64) {
        if lists == 0 {
            self.age += steps;
        } else if span.all_rebuild {
            self.lasts = (self.age + steps) / lists;
            self.age = 0;
        } else {
            // A list that new grains have ended might have lasted longer.
            if span.from_the_middle {
                self.lasts = self.age;
            }
            self.age = steps;
        }
        self.lasts = self.lasts.max(self.age);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run whose lists last for so many steps: its stretches, and how many of their steps had the passes of a rebuild.
    fn followed(rebuild_predictor: &mut RebuildPredictor, lasts: u64, until: u64) -> [u64; 3] {
        let [mut stretches, mut recorded, mut with_rebuild] = [0; 3];
        let (mut done, mut halted, mut age) = (0, false, 0);
        while done < until {
            let span = rebuild_predictor.ahead(until - done, halted);
            let (mut steps, mut lists) = (0, 0);
            halted = false;
            for k in 0..span.steps {
                let rebuilds = if k == 0 { span.first_rebuilds } else { span.all_rebuild };
                if age == lasts || (k == 0 && rebuild_predictor.due) {
                    halted = !rebuilds;
                    if halted {
                        break;
                    }
                    (age, lists) = (0, lists + 1);
                }
                (age, steps) = (age + 1, steps + 1);
            }
            rebuild_predictor.due = false;
            rebuild_predictor.learn(&span, steps, lists);
            done += steps;
            stretches += 1;
            recorded += span.steps;
            with_rebuild += if span.all_rebuild { span.steps } else { u64::from(span.first_rebuilds) };
        }
        [stretches, recorded, with_rebuild]
    }

    #[test]
    fn a_bed_at_rest_is_left_alone() {
        let [stretches, recorded, with_rebuild] = followed(&mut RebuildPredictor::default(), 1_000_000, 10_000);
        assert!(stretches < 10_000 / 40, "{stretches}");
        assert_eq!((recorded, with_rebuild), (10_000, 1));
    }

    #[test]
    fn a_bed_that_settles_has_rebuilds_only_where_they_are_due() {
        let mut rebuild_predictor = RebuildPredictor::default();
        let [stretches, recorded, with_rebuild] = followed(&mut rebuild_predictor, 20, 10_000);
        assert_eq!(with_rebuild, 10_000 / 20);
        assert!(stretches <= 2 * with_rebuild + 2 && recorded < 15_000, "{stretches}, {recorded}");
        // When lists last longer, that is noticed, and when they do not any more, too.
        let [stretches, recorded, _] = followed(&mut rebuild_predictor, 200, 10_000);
        assert!(stretches < 400 && recorded < 13_000, "{stretches}, {recorded}");
        let [_, recorded, with_rebuild] = followed(&mut rebuild_predictor, 20, 10_000);
        assert!(recorded < 15_000 && with_rebuild <= 501, "{recorded}, {with_rebuild}");
    }

    #[test]
    fn fast_grains_are_not_waited_for() {
        let mut rebuild_predictor = RebuildPredictor::default();
        let [stretches, recorded, _] = followed(&mut rebuild_predictor, 3, 10_000);
        assert!(stretches < 170 && recorded < 10_200, "{stretches}, {recorded}");
        let [_, _, with_rebuild] = followed(&mut rebuild_predictor, 100, 10_000);
        assert!(with_rebuild < 300, "they have calmed down: {with_rebuild}");
    }

    #[test]
    fn new_grains_end_a_list_early_and_change_nothing_else() {
        let mut rebuild_predictor = RebuildPredictor { lasts: 50, age: 10, due: true };
        let next = rebuild_predictor.ahead(5, false);
        assert_eq!(next, Span { steps: 5, from_the_middle: false, first_rebuilds: true, all_rebuild: false });
        rebuild_predictor.due = false;
        rebuild_predictor.learn(&next, 5, 1);
        assert_eq!((rebuild_predictor.lasts, rebuild_predictor.age), (50, 5));
    }
}
