//! The edge representation: the shared region as the hull of the edges that the bases cut out of it.

use std::f64::consts::PI;

use glam::{DVec2, DVec3};

use super::hull::{Hull, hull_between, pyramid};
use super::reach::{Cut, lens_end};
use super::region::{Boxes, End, lower_end, upper_end};
use super::{Arrangement, Region, Section};

/// Segments that stand for an arc of an edge when the hull of two edges is measured.
const PER_ARC: usize = 3;
/// Room for the points of an edge: five pieces with two arcs each, and a point where one side ends.
const MAX_POINTS: usize = 2 * 5 * (PER_ARC + 1);
/// Nodes of the quadrature over a lens of two sides.
const LENS_NODES: usize = 8;

/// The edge that one base cuts out of the other cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The section at the base, in the frame of the base's own cylinder.
    pub section: Section,
    /// The base belongs to the leading cylinder, and the section's frame is the leading one.
    pub leading: bool,
}

/// What spans the region: two edges are enough.
#[expect(clippy::large_enum_variant, reason = "a contact must not allocate")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edges {
    /// The lens of two sides: no base takes part, or one that cuts off a part of it.
    Lens,
    /// One base takes part: its edge, and the far end of the region, a point of the leading frame [m].
    Peak(Edge, DVec3),
    /// The edges of both bases of one cylinder, or of one base of each.
    Two([Edge; 2]),
}

/// Finds the edges of an overlapping pair, and measures the hull that they span; none where the two do not overlap.
#[inline]
pub fn edges(pair: &Arrangement) -> Option<(Edges, Region)> {
    if !super::check::check_arranged(pair).overlapping() {
        return None;
    }
    let swapped = pair.swapped();
    let edges = find(pair, &swapped);
    let region = measure(pair, &swapped, &edges);
    (region.volume > 0.0).then_some((edges, region))
}

/// Which bases take part, as the authors choose: both of one cylinder, else one of each, else one with the region's
/// far end; none in the interior contact, even if a base cuts into it. Where both cylinders have both bases in play,
/// those of the narrower one bound the region closer.
fn find(pair: &Arrangement, swapped: &Arrangement) -> Edges {
    let interior = pair.feet().is_some_and(|(s1, s2)| s1.abs() < pair.h1 && s2.abs() < pair.h2);
    let taking_part =
        |pair: &Arrangement| [-pair.h1, pair.h1].map(|z| Some((Cut::new(pair, z), z)).filter(|(cut, _)| cut.meets()));
    let (mine, others) = (taking_part(pair), taking_part(swapped));
    let edge = |leading: bool, (cut, z): (Cut, f64)| Edge { section: Section::within(cut, z), leading };
    let both = |leading: bool, low, high| Edges::Two([edge(leading, low), edge(leading, high)]);
    match (mine, others) {
        ([Some(low), Some(high)], [Some(l), Some(h)]) => {
            if (pair.r1, pair.h1) <= (pair.r2, pair.h2) {
                both(true, low, high)
            } else {
                both(false, l, h)
            }
        }
        ([Some(low), Some(high)], _) => both(true, low, high),
        (_, [Some(low), Some(high)]) => both(false, low, high),
        ([None, None], [None, None]) => Edges::Lens,
        // With the shortest line inside both, one base cuts off less than half of the lens, and a pyramid on what may be
        // a sliver would miss nearly all of it.
        ([_, None] | [None, _], [None, None]) | ([None, None], [_, None] | [None, _]) if interior => Edges::Lens,
        ([Some(low), None], [None, None]) => peak(edge(true, low), upper_end(pair, swapped), |p| p),
        ([None, Some(high)], [None, None]) => peak(edge(true, high), lower_end(pair, swapped), |p| p),
        ([None, None], [Some(low), None]) => peak(edge(false, low), upper_end(swapped, pair), |p| pair.from_swapped(p)),
        ([None, None], [None, Some(high)]) => {
            peak(edge(false, high), lower_end(swapped, pair), |p| pair.from_swapped(p))
        }
        ([Some(mine), None] | [None, Some(mine)], [Some(other), None] | [None, Some(other)]) => {
            Edges::Two([edge(true, mine), edge(false, other)])
        }
    }
}

/// One edge with the region's far end; `place` leads to the leading frame.
fn peak(edge: Edge, end: End, place: impl Fn(DVec3) -> DVec3) -> Edges {
    match end {
        End::Peak(p) => Edges::Peak(edge, place(p)),
        // The far base does not take part, so the region ends before it; to rounding, it ends where it begins.
        End::Base => Edges::Peak(edge, place(edge.section.centroid.extend(edge.section.z))),
    }
}

fn measure(pair: &Arrangement, swapped: &Arrangement, edges: &Edges) -> Region {
    let mut boxes = Boxes::new(pair, swapped);
    let mut include = |edge: &Edge| {
        if edge.leading {
            boxes.section(&edge.section)
        } else {
            boxes.swapped_section(&edge.section)
        }
        edge.section.area
    };
    let (area, hull) = match edges {
        Edges::Lens => {
            let ends = lens_ends(pair).into_iter().chain(lens_ends(swapped).map(|p| pair.from_swapped(p)));
            ends.for_each(|p| boxes.point(p));
            lens(pair)
        }
        Edges::Peak(edge, tip) => {
            let area = include(edge);
            boxes.point(*tip);
            (area, pyramid(area, edge.place(pair, edge.section.centroid), edge.normal(pair), *tip))
        }
        Edges::Two([first, second]) => {
            let area = include(first).max(include(second));
            let (mut on_first, mut on_second) = ([DVec3::ZERO; MAX_POINTS], [DVec3::ZERO; MAX_POINTS]);
            let (m, n) = (first.outline(pair, &mut on_first), second.outline(pair, &mut on_second));
            (area, hull_between(&mut on_first[..m], &mut on_second[..n]))
        }
    };
    Region { volume: hull.volume, area, centroid: hull.centroid, leading: boxes.leading, other: boxes.other }
}

impl Edge {
    /// A point of the section, in the leading frame.
    fn place(&self, pair: &Arrangement, p: DVec2) -> DVec3 {
        let p = p.extend(self.section.z);
        if self.leading { p } else { pair.from_swapped(p) }
    }

    /// Unit normal of the section's plane, in the leading frame.
    fn normal(&self, pair: &Arrangement) -> DVec3 {
        if self.leading { DVec3::Z } else { DVec3::new(0.0, pair.sin, pair.cos) }
    }

    /// Writes the points of the edge, in the leading frame, and tells how many there are.
    fn outline(&self, pair: &Arrangement, points: &mut [DVec3; MAX_POINTS]) -> usize {
        let mut count = 0;
        self.section.trace(PER_ARC, |p| {
            points[count] = self.place(pair, p);
            count += 1;
        });
        count
    }
}

/// The extreme points of the lens along the leading frame's axes [m]: both ends in z, and those in x and y.
fn lens_ends(pair: &Arrangement) -> [DVec3; 6] {
    let Arrangement { r1, r2, d, sin, cos, .. } = *pair;
    let (s1, _) = pair.feet().unwrap_or_default();
    let at = |[x, y, y2]: [f64; 3]| DVec3::new(x, y, s1 + (cos * y - y2) / sin);
    let mirrored = |[x, y, y2]: [f64; 3]| [x, -y, -y2];
    let low = lens_end(pair).unwrap_or_default();
    let across = (r1 * r1 - (d.abs() - r2).max(0.0).powi(2)).max(0.0).sqrt();
    let side = [(d.abs() - r2).max(0.0).copysign(d), across, 0.0];
    let reach = [(-r1).max(d - r2), r1.min(d + r2)].map(|x| [x, 0.0, 0.0]);
    [at(low), at(mirrored(low)), at(side), at(mirrored(side)), at(reach[0]), at(reach[1])]
}

/// The lens of two sides, measured whole: a slice at given x is a parallelogram of half widths w1(x) and w2(x) across the
/// two axes. With x = middle + half cos t the integrand is smooth and even in t, and equal steps of t converge fast.
fn lens(pair: &Arrangement) -> (f64, Hull) {
    let Arrangement { r1, r2, d, sin, .. } = *pair;
    let (s1, _) = pair.feet().unwrap_or_default();
    let (lo, hi) = ((-r1).max(d - r2), r1.min(d + r2));
    let (middle, half) = (0.5 * (lo + hi), 0.5 * (hi - lo));
    let (mut volume, mut moment, mut area) = (0.0, 0.0, 0.0_f64);
    for k in 0..LENS_NODES {
        let t = PI * (k as f64 + 0.5) / LENS_NODES as f64;
        let x = middle + half * t.cos();
        let widths = (r1 * r1 - x * x).max(0.0) * (r2 * r2 - (x - d) * (x - d)).max(0.0);
        let slice = 4.0 * widths.sqrt() / sin;
        let share = slice * half * t.sin() * PI / LENS_NODES as f64;
        volume += share;
        moment += x * share;
        area = area.max(slice);
    }
    let x = if volume > 0.0 { moment / volume } else { middle };
    (area, Hull { volume, centroid: DVec3::new(x, 0.0, s1) })
}
