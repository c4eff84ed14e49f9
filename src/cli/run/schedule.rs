//! When something is due: the same steps whether or not the run was stopped in between.

use crate::scene::Every;

/// The first step after `step` at which something is due that is done `every` so often of simulated time; none for
/// never. A time falls on the step that is nearest to it.
pub(super) fn next_due(every: Every, dt: f64, step: u64) -> Option<u64> {
    match every {
        Every::Never => None,
        Every::Steps(steps) => (step / steps).checked_add(1)?.checked_mul(steps),
        Every::Seconds(seconds) if seconds <= dt => step.checked_add(1),
        Every::Seconds(seconds) => {
            let at = |k: u64| (k as f64 * seconds / dt).round() as u64;
            // Rounding may put the guess one too low or too high, never more.
            let guess = (step as f64 * dt / seconds).floor() as u64;
            (guess.saturating_sub(1)..).take(4).map(at).find(|due| *due > step)
        }
    }
}

/// Whether something is due at `step`; at the start everything is that ever is.
pub(super) fn is_due(every: Every, dt: f64, step: u64) -> bool {
    match step.checked_sub(1) {
        None => every != Every::Never,
        Some(before) => next_due(every, dt, before) == Some(step),
    }
}

/// Whether what is due at `step` is left to the end of the run at step `end`: a time that does not divide the run would have
/// two rows and two frames there, one step apart.
pub(super) fn is_left_to_the_end(every: Every, dt: f64, step: u64, end: u64) -> bool {
    step.checked_add(1) == Some(end) && matches!(every, Every::Seconds(seconds) if seconds > 2.0 * dt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_has_one_frame_and_not_two() {
        // 0.5 s in steps of 0.0999 s are 6 steps, and 0.5 s is nearest to the fifth.
        let (every, dt) = (Every::Seconds(0.25), 0.0999);
        assert!(is_due(every, dt, 5) && is_left_to_the_end(every, dt, 5, 6));
        assert!(!is_left_to_the_end(every, dt, 4, 6) && !is_left_to_the_end(every, dt, 6, 6));
        assert!(!is_left_to_the_end(Every::Steps(1), dt, 5, 6) && !is_left_to_the_end(Every::Seconds(0.1), dt, 5, 6));
    }

    fn all(every: Every, dt: f64, end: u64) -> Vec<u64> {
        let next = |step: &u64| next_due(every, dt, *step).filter(|due| *due <= end);
        std::iter::successors(Some(0), next).collect()
    }

    #[test]
    fn steps_and_seconds_agree() {
        let expected: Vec<u64> = (0..=100).map(|k| 1000 * k).collect();
        assert_eq!(all(Every::Steps(1000), 1e-5, 100_000), expected);
        assert_eq!(all(Every::Seconds(0.01), 1e-5, 100_000), expected);
    }

    #[test]
    fn odd_times_fall_on_the_nearest_steps() {
        for (seconds, dt) in [(0.01, 3e-5), (1.0, 0.7), (1e-3, 9.99e-4), (2.5, 1.0 / 3.0), (1.4142e-3, 7.1e-7)] {
            let due = all(Every::Seconds(seconds), dt, 5000);
            let expected: Vec<u64> =
                (0..).map(|k| (f64::from(k) * seconds / dt).round() as u64).take(due.len()).collect();
            assert_eq!(due, expected, "{seconds} {dt}");
        }
    }

    #[test]
    fn what_is_due_does_not_depend_on_where_one_asks() {
        let every = Every::Seconds(0.0123);
        let due = all(every, 1.7e-4, 2000);
        for step in 0..=2000 {
            assert_eq!(is_due(every, 1.7e-4, step), due.contains(&step), "{step}");
        }
    }

    #[test]
    fn the_extremes_are_harmless() {
        assert_eq!(next_due(Every::Never, 1.0, 5), None);
        assert!(!is_due(Every::Never, 1.0, 0));
        assert_eq!(next_due(Every::Seconds(1e-300), 1e-5, 7), Some(8));
        assert_eq!(next_due(Every::Steps(u64::MAX), 1.0, 1), Some(u64::MAX));
        assert_eq!(next_due(Every::Steps(2), 1.0, u64::MAX), None);
        assert!(next_due(Every::Seconds(1e300), 1e-5, 7).is_some_and(|due| due > 7));
    }
}
