//! The layered representation: the shared region as a stack of sections.

use std::f64::consts::PI;

use glam::DVec3;

use super::region::{Boxes, End, lower_end, upper_end};
use super::{Arrangement, Region, Section};

/// The region cut into `layers` layers across the leading cylinder; none where the two do not overlap.
///
/// Every layer is a prism on its section at middle height. Layers are thinner towards both ends (their bounds are even in
/// the angle of a half circle over the height), because the section grows there like a square root in the worst case:
/// so the error of the volume falls with the square of the number of layers, for every arrangement.
pub fn layered(pair: &Arrangement, layers: usize) -> Option<Region> {
    if !super::check::check_arranged(pair).overlapping() {
        return None;
    }
    let swapped = pair.swapped();
    let (lower, upper) = (lower_end(pair, &swapped), upper_end(pair, &swapped));
    let (lo, hi) = (lower.height(pair), upper_height(upper, pair));
    let bound = |k: usize| 0.5 * (lo + hi) - 0.5 * (hi - lo) * (PI * k as f64 / layers as f64).cos();
    let mut boxes = Boxes::new(pair, &swapped);
    let (mut volume, mut moment, mut area) = (0.0, DVec3::ZERO, 0.0_f64);
    for k in 0..layers {
        let (from, to) = (bound(k), bound(k + 1));
        let section = Section::new(pair, 0.5 * (from + to));
        if section.is_empty() {
            continue;
        }
        let slice = section.area * (to - from);
        volume += slice;
        moment += section.centroid.extend(section.z) * slice;
        area = area.max(section.area);
        boxes.section(&section);
    }
    for (end, z) in [(lower, lo), (upper, hi)] {
        match end {
            End::Peak(p) => boxes.point(p),
            End::Base => boxes.section(&Section::new(pair, z)),
        }
    }
    (volume > 0.0).then(|| Region {
        volume,
        area,
        centroid: moment / volume,
        leading: boxes.leading,
        other: boxes.other,
    })
}

/// Height of the upper end in the leading frame [m].
fn upper_height(end: End, pair: &Arrangement) -> f64 {
    match end {
        End::Base => pair.h1,
        End::Peak(p) => p.z,
    }
}
