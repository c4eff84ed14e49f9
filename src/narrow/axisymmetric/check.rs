//! Whether two cylinders overlap: three checks, each dearer than the one before.

use super::reach::Cut;
use super::{Arrangement, AxialCylinder};

/// The check that settled the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The distance of the axes, and where the shortest line between them ends.
    Interior,
    /// The two rectangles in the plane along both axes.
    Profile,
    /// The base discs against the other cylinder.
    Distance,
}

/// What the checks found.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No common point; the step tells why.
    Apart(Step),
    /// The shortest line between the axes runs inside both cylinders.
    Interior,
    /// They overlap, and a base of one reaches into the other.
    Bases,
}

impl Verdict {
    /// The cylinders have common points.
    pub fn overlapping(self) -> bool {
        !matches!(self, Self::Apart(_))
    }
}

/// Whether two cylinders have common points.
pub fn check(first: &AxialCylinder, second: &AxialCylinder) -> Verdict {
    check_arranged(&Arrangement::new(first, second).0)
}

/// The three steps, on a pair in its frame. They are exact.
///
/// At a point (y, z) of the profile plane the two have a common x if their half chords together span |d|. That sum is
/// concave and largest at the feet of the shortest line. Is that place within both profiles, it decides alone (step 1).
/// Otherwise walk from any common point straight to it: the sum grows, and the walk leaves a profile through a base that
/// faces that place. So such a base has a common point itself, if there is any (step 3). This closes the gap that the
/// authors leave to the next stage: they take the other cylinder as infinitely long, here it is cut at its own bases.
pub(crate) fn check_arranged(pair: &Arrangement) -> Verdict {
    if pair.d.abs() >= pair.r1 + pair.r2 {
        return Verdict::Apart(Step::Interior);
    }
    let feet = pair.feet();
    if feet.is_some_and(|(s1, s2)| s1.abs() < pair.h1 && s2.abs() < pair.h2) {
        return Verdict::Interior;
    }
    if !profiles_overlap(pair) {
        return Verdict::Apart(Step::Profile);
    }
    let Some((s1, s2)) = feet else { return Verdict::Bases };
    // Each cylinder leads in turn, and shows the base that faces the foot.
    let first = s1.abs() >= pair.h1 && Cut::new(pair, pair.h1.copysign(s1)).meets();
    if first || (s2.abs() >= pair.h2 && Cut::new(&pair.swapped(), pair.h2.copysign(s2)).meets()) {
        Verdict::Bases
    } else {
        Verdict::Apart(Step::Distance)
    }
}

/// The two rectangles in the profile plane overlap: no side of either parts them.
fn profiles_overlap(pair: &Arrangement) -> bool {
    let Arrangement { r1, h1, r2, h2, sin, cos, y, z, .. } = *pair;
    let swapped = pair.swapped();
    z.abs() < h1 + h2 * cos + r2 * sin
        && y.abs() < r1 + r2 * cos + h2 * sin
        && swapped.z.abs() < h2 + h1 * cos + r1 * sin
        && swapped.y.abs() < r2 + r1 * cos + h1 * sin
}
