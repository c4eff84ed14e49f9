//! The middle of the overlap of two convex figures.

use glam::DVec2;

use smallvec::{SmallVec, smallvec};

use super::clip::{CAPACITY, Kept, Ring};
use super::figure::{Corners, Figure, centroid_of};

/// Sine between a segment and an edge below which they are parallel.
const PARALLEL: f64 = 1e-14;

/// Heights between which a feature fades out of the contact: below `low` it counts in full, above `high` not at all.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// Full share up to this height [m].
    pub low: f64,
    /// No share from this height on [m].
    pub high: f64,
    /// Fades evenly with the height, instead of with its logarithm.
    pub even: bool,
}

impl Band {
    /// How far `height` has faded: 0 below the band, 1 above it, between them even or smooth in the logarithm.
    #[inline]
    pub fn faded(&self, height: f64) -> f64 {
        if height <= self.low {
            return 0.0;
        }
        if height >= self.high {
            return 1.0;
        }
        if self.even {
            return (height - self.low) / (self.high - self.low);
        }
        self.faded_smoothly(height)
    }

    #[cold]
    fn faded_smoothly(&self, height: f64) -> f64 {
        let x = (height / self.low).ln() / (self.high / self.low).ln();
        x * x * (3.0 - 2.0 * x)
    }
}

/// Centroid of the intersection of `f` and `g`: of its area, its length, or the point itself. Where rounding leaves
/// no intersection, the middle of the closest points. `band` tells how nearly segments must line up to count as parallel.
pub fn overlap_centroid(f: &Figure, g: &Figure, band: Band) -> DVec2 {
    match (f, g) {
        (Figure::Plane, other) | (other, Figure::Plane) => other.centroid(),
        (Figure::Point(p), Figure::Point(q)) => (*p + *q) * 0.5,
        (Figure::Point(p), _) | (_, Figure::Point(p)) => *p,
        (Figure::Segment(p), Figure::Segment(q)) => segments(*p, *q, band),
        (Figure::Segment(p), Figure::Polygon(corners)) | (Figure::Polygon(corners), Figure::Segment(p)) => {
            segment_in_polygon(*p, corners[corners.len() - 1], corners.iter().copied())
                .unwrap_or_else(|| closest_middle(f, g))
        }
        (Figure::Segment(p), Figure::Disc { center, radius })
        | (Figure::Disc { center, radius }, Figure::Segment(p)) => segment_in_disc(*p, *center, *radius),
        (Figure::Polygon(p), Figure::Polygon(q)) => polygons(p, q).unwrap_or_else(|| closest_middle(f, g)),
        (Figure::Polygon(p), Figure::Disc { center, radius })
        | (Figure::Disc { center, radius }, Figure::Polygon(p)) => {
            polygon_in_disc(p, *center, *radius).unwrap_or_else(|| closest_middle(f, g))
        }
        (Figure::Disc { center: p, radius: a }, Figure::Disc { center: q, radius: b }) => lens(*p, *a, *q, *b),
    }
}

/// True when two segments drift apart by no more than `tolerance` [m].
pub(crate) fn side_by_side(p: [DVec2; 2], q: [DVec2; 2], tolerance: f64) -> bool {
    spread(p, q) <= tolerance
}

/// How far two segments drift apart sideways over the length of the shorter one.
fn spread(p: [DVec2; 2], q: [DVec2; 2]) -> f64 {
    let (u, v) = (p[1] - p[0], q[1] - q[0]);
    u.perp_dot(v).abs() / u.length().max(v.length())
}

/// The crossing of two segments, fading into the middle of their common length as they become parallel.
fn segments(p: [DVec2; 2], q: [DVec2; 2], band: Band) -> DVec2 {
    let faded = band.faded(spread(p, q));
    let crossing = if faded > 0.0 { crossing(p, q) } else { DVec2::ZERO };
    let side_by_side = if faded < 1.0 { common_middle(p, q) } else { DVec2::ZERO };
    side_by_side * (1.0 - faded) + crossing * faded
}

/// Where two segments cross; where they do not, halfway between their closest points.
fn crossing(p: [DVec2; 2], q: [DVec2; 2]) -> DVec2 {
    let (u, v, between) = (p[1] - p[0], q[1] - q[0], q[0] - p[0]);
    let cross = u.perp_dot(v);
    let (along_p, along_q) = (between.perp_dot(v) / cross, between.perp_dot(u) / cross);
    let within = |share: f64| (0.0..=1.0).contains(&share);
    if within(along_p) && within(along_q) {
        return (p[0] + u * along_p + q[0] + v * along_q) * 0.5;
    }
    closest_middle(&Figure::Segment(p), &Figure::Segment(q))
}

/// The middle of the length that two parallel segments share, halfway between them.
fn common_middle(p: [DVec2; 2], q: [DVec2; 2]) -> DVec2 {
    let longer = if p[0].distance_squared(p[1]) >= q[0].distance_squared(q[1]) { p } else { q };
    let along = (longer[1] - longer[0]).normalize_or_zero();
    let range = |s: [DVec2; 2]| {
        let ends = s.map(|x| (x - p[0]).dot(along));
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let ((p_low, p_high), (q_low, q_high)) = (range(p), range(q));
    let middle = 0.5 * (p_low.max(q_low) + p_high.min(q_high));
    let aside = |s: [DVec2; 2]| ((s[0] + s[1]) * 0.5 - p[0]).reject_from_normalized(along);
    if along == DVec2::ZERO {
        return (p[0] + q[0]) * 0.5;
    }
    p[0] + along * middle + (aside(p) + aside(q)) * 0.5
}

/// The middle of the part of a segment inside a convex polygon, of which the `last` corner is also given by itself.
#[inline]
pub(super) fn segment_in_polygon(p: [DVec2; 2], last: DVec2, corners: impl Iterator<Item = DVec2>) -> Option<DVec2> {
    let along = p[1] - p[0];
    let parallel = PARALLEL * PARALLEL * along.length_squared();
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let mut from = last;
    for to in corners {
        let edge = to - from;
        let (start, slope) = (edge.perp_dot(p[0] - from), edge.perp_dot(along));
        from = to;
        // An edge that runs along the segment cuts nothing off it, whatever rounding says.
        if slope * slope <= parallel * edge.length_squared() {
            continue;
        }
        if slope > 0.0 {
            enter = enter.max(-start / slope);
        } else {
            leave = leave.min(-start / slope);
        }
    }
    (enter <= leave).then(|| p[0] + along * (0.5 * (enter + leave)))
}

fn segment_in_disc(p: [DVec2; 2], center: DVec2, radius: f64) -> DVec2 {
    let along = p[1] - p[0];
    let length = along.length_squared();
    let foot = (center - p[0]).dot(along) / length;
    let aside = (p[0] + along * foot - center).length_squared();
    let half = ((radius * radius - aside).max(0.0) / length).sqrt();
    let (enter, leave) = ((foot - half).max(0.0), (foot + half).min(1.0));
    p[0] + along * (0.5 * (enter + leave)).clamp(0.0, 1.0)
}

/// Centroid of the intersection of two convex polygons, by cutting one with the edges of the other.
fn polygons(p: &[DVec2], q: &[DVec2]) -> Option<DVec2> {
    // Each cut leaves one corner more at the most.
    if p.len() + q.len() <= CAPACITY {
        let mut ring = Ring::default();
        ring.begin_with(p.iter().copied());
        let mut from = q[q.len() - 1];
        let mut torn = false;
        for &to in q {
            match ring.keep_left_of(from, to) {
                Kept::Nothing => return None,
                kept => torn |= kept == Kept::Torn,
            }
            from = to;
        }
        if !torn {
            return Some(centroid_of(ring.corners()));
        }
    }
    any_polygons(p, q)
}

/// The same for polygons of many corners, or such that rounding has bent.
#[cold]
fn any_polygons(p: &[DVec2], q: &[DVec2]) -> Option<DVec2> {
    let (mut kept, mut next) = (Corners::from_slice(p), Corners::new());
    for (k, corner) in q.iter().enumerate() {
        let edge = q[(k + 1) % q.len()] - *corner;
        next.clear();
        cut(&kept, |x| edge.perp_dot(x - *corner), &mut next);
        std::mem::swap(&mut kept, &mut next);
        if kept.is_empty() {
            return None;
        }
    }
    Some(centroid_of(kept))
}

/// The part of a polygon where `side` is not negative.
fn cut(corners: &[DVec2], side: impl Fn(DVec2) -> f64, kept: &mut Corners) {
    for (j, from) in corners.iter().enumerate() {
        let to = corners[(j + 1) % corners.len()];
        let (here, there) = (side(*from), side(to));
        if here >= 0.0 {
            kept.push(*from);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            kept.push(*from + (to - *from) * (here / (here - there)));
        }
    }
}

/// Centroid of a polygon cut by a disc: the boundary is walked edge by edge, inside parts as triangles from the
/// centre, outside parts as sectors.
fn polygon_in_disc(corners: &[DVec2], center: DVec2, radius: f64) -> Option<DVec2> {
    let (mut area, mut moment) = (0.0, DVec2::ZERO);
    for (k, corner) in corners.iter().enumerate() {
        let (p, q) = (*corner - center, corners[(k + 1) % corners.len()] - center);
        let cuts = edge_cuts(p, q, radius);
        for ends in cuts.windows(2) {
            let (s, e) = (p.lerp(q, ends[0]), p.lerp(q, ends[1]));
            let inside = p.lerp(q, 0.5 * (ends[0] + ends[1])).length_squared() <= radius * radius;
            let (part, first) = if inside { triangle(s, e) } else { sector(s, e, radius) };
            area += part;
            moment += first;
        }
    }
    (area > 1e-13 * radius * radius).then(|| center + moment / area)
}

/// Where the edge from `p` to `q` crosses the circle, with its ends.
fn edge_cuts(p: DVec2, q: DVec2, radius: f64) -> SmallVec<[f64; 4]> {
    let along = q - p;
    let (a, b, c) = (along.length_squared(), p.dot(along), p.length_squared() - radius * radius);
    let mut cuts = smallvec![0.0];
    let root = b * b - a * c;
    if root > 0.0 {
        cuts.extend([(-b - root.sqrt()) / a, (-b + root.sqrt()) / a].into_iter().filter(|t| *t > 0.0 && *t < 1.0));
    }
    cuts.push(1.0);
    cuts
}

fn triangle(s: DVec2, e: DVec2) -> (f64, DVec2) {
    let area = 0.5 * s.perp_dot(e);
    (area, (s + e) * (area / 3.0))
}

fn sector(s: DVec2, e: DVec2, radius: f64) -> (f64, DVec2) {
    let (from, turn) = (s.to_angle(), s.perp_dot(e).atan2(s.dot(e)));
    let to = from + turn;
    let first = DVec2::new(to.sin() - from.sin(), from.cos() - to.cos()) * (radius.powi(3) / 3.0);
    (0.5 * radius * radius * turn, first)
}

/// Centroid of the lens of two discs.
fn lens(p: DVec2, a: f64, q: DVec2, b: f64) -> DVec2 {
    let between = q - p;
    let distance = between.length();
    if distance <= (a - b).abs() {
        return if a <= b { p } else { q };
    }
    let along = between / distance;
    if distance >= a + b {
        return p + along * (0.5 * (a + distance - b));
    }
    // The chord stands at x from p; the lens is a cap of each disc beyond it.
    let x = 0.5 * (distance + (a - b) * (a + b) / distance);
    let half_chord = ((a - x) * (a + x)).max(0.0).sqrt();
    let cap = |radius: f64, to_chord: f64| radius * radius * cap_area(half_chord.atan2(to_chord));
    let (cap_a, cap_b) = (cap(a, x), cap(b, distance - x));
    // The first moments of the two caps about their own centres cancel: their chord is the same.
    let share = cap_b / (cap_a + cap_b);
    if share.is_finite() { p + between * share } else { p + along * x }
}

/// Area of a cap of the unit disc that spans the half angle `angle`: `angle - sin(2 angle) / 2`, without cancellation.
fn cap_area(angle: f64) -> f64 {
    if angle > 0.3 {
        return angle - 0.5 * (2.0 * angle).sin();
    }
    let square = 4.0 * angle * angle;
    let mut term = 4.0 / 6.0 * angle.powi(3);
    let mut sum = 0.0;
    for k in 1..12 {
        sum += term;
        let n = f64::from(2 * k + 2);
        term *= -square / (n * (n + 1.0));
    }
    sum
}

/// Halfway between the closest points of two figures that do not meet.
fn closest_middle(f: &Figure, g: &Figure) -> DVec2 {
    let corners = |figure: &Figure| match figure {
        Figure::Polygon(corners) => corners.clone(),
        Figure::Segment(ends) => Corners::from_slice(ends),
        other => Corners::from_slice(&[other.centroid()]),
    };
    let on_g = corners(f).into_iter().map(|p| (p, g.clamp(p)));
    let on_f = corners(g).into_iter().map(|q| (f.clamp(q), q));
    let closest = on_g.chain(on_f).min_by(|x, y| x.0.distance_squared(x.1).total_cmp(&y.0.distance_squared(y.1)));
    closest.map_or(DVec2::ZERO, |(p, q)| (p + q) * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polygon with corners on a circle, anticlockwise.
    fn on_circle(center: DVec2, radius: f64, corners: u32, turn: f64) -> Corners {
        let angle = |k: u32| turn + std::f64::consts::TAU * f64::from(k) / f64::from(corners);
        (0..corners).map(|k| center + DVec2::from_angle(angle(k)) * radius).collect()
    }

    #[test]
    fn few_corners_are_cut_as_many_are() {
        let mut meeting = 0;
        for k in 0..2000 {
            let x = f64::from(k);
            let p = on_circle(DVec2::ZERO, 1.0, 3 + k % 9, 0.7 * x);
            let away = DVec2::from_angle(2.4 * x) * (0.0012 * x);
            let q = on_circle(away, 0.3 + 0.001 * x, 3 + k % 7, 1.3 * x);
            match (polygons(&p, &q), any_polygons(&p, &q)) {
                (Some(few), Some(many)) => {
                    assert!(few.distance(many) < 1e-12, "{few} and {many} in case {k}");
                    meeting += 1;
                }
                (few, many) => assert_eq!(few, many, "case {k}"),
            }
        }
        assert!(meeting > 1000 && meeting < 2000, "{meeting} polygons meet");
    }

    #[test]
    fn polygons_with_common_corners_and_edges_are_cut() {
        let square = |x: f64, y: f64| -> Corners {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                .map(|(u, v)| DVec2::new(x + u, y + v))
                .into_iter()
                .collect()
        };
        assert_eq!(polygons(&square(0.0, 0.0), &square(0.0, 0.0)), Some(DVec2::splat(0.5)));
        assert_eq!(polygons(&square(0.0, 0.0), &square(0.5, 0.0)), Some(DVec2::new(0.75, 0.5)));
        assert_eq!(polygons(&square(0.0, 0.0), &square(1.0, 0.0)), Some(DVec2::new(1.0, 0.5)));
        assert_eq!(polygons(&square(0.0, 0.0), &square(1.5, 0.0)), None);
    }
}
