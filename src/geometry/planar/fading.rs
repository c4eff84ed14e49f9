//! The middle of the overlap of two convex polygons whose corners fade, each at a depth of its own.
//!
//! A convex polygon without one of its corners is what the line between the corner's neighbours leaves of it. So the overlap of
//! the whole polygons is made once, and all others follow from it by one cut each, instead of being cut anew from two
//! polygons. The other way around, from few corners to many, polygons grow by triangles, and so do their moments.

use glam::DVec2;

use super::clip::{CAPACITY, Kept, Ring};
use super::figure::{Corners, Figure, THIN};
use super::overlap::{Band, overlap_centroid, segment_in_polygon};
use super::spread::Spread;

/// Corners of both polygons together: each may cut the overlap with the edge before it, and with the line that it leaves.
const MOST_CORNERS: usize = CAPACITY / 2;

/// A corner in the plane, with its depth below the support plane [m].
pub type DeepCorner = (DVec2, f64);

/// What two polygons share, on average over the depths of a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// The middle of the overlap [m].
    pub middle: DVec2,
    /// Second moments that both polygons have, each about its own middle.
    pub spread: Spread,
}

/// A corner that fades.
#[derive(Clone, Copy, Debug, Default)]
struct Event {
    depth: f64,
    /// How far the band has faded at the corner's depth.
    faded: f64,
    side: u32,
    corner: u32,
}

/// The corners that are left of a polygon.
#[derive(Clone, Copy, Debug)]
struct Left<'c> {
    corners: &'c [DeepCorner],
    /// Their bits.
    bits: u32,
}

impl Left<'_> {
    #[inline]
    fn count(&self) -> u32 {
        self.bits.count_ones()
    }

    #[inline]
    fn at(&self, corner: u32) -> DVec2 {
        self.corners[corner as usize].0
    }

    /// The first one.
    #[inline]
    fn first(&self) -> DVec2 {
        self.at(self.bits.trailing_zeros())
    }

    /// The last one.
    #[inline]
    fn last(&self) -> DVec2 {
        self.at(31 - self.bits.leading_zeros())
    }

    #[inline]
    fn places(&self) -> impl Iterator<Item = DVec2> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let corner = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            self.corners.get(corner as usize).map(|(place, _)| *place)
        })
    }

    /// The corners left before and after a `corner` that is not.
    #[inline]
    fn beside(&self, corner: u32) -> [DVec2; 2] {
        let after = self.bits >> corner << corner;
        let before = self.bits ^ after;
        let next = if after == 0 { self.bits } else { after };
        let last = if before == 0 { self.bits } else { before };
        [self.at(31 - last.leading_zeros()), self.at(next.trailing_zeros())]
    }

    /// The figure that they span, which is no line to rounding.
    #[inline]
    fn figure(&self) -> Figure {
        match self.count() {
            1 => Figure::Point(self.first()),
            2 => Figure::Segment([self.first(), self.last()]),
            _ => Figure::Polygon(self.places().collect::<Corners>()),
        }
    }
}

/// Moments of a polygon that grows.
#[derive(Clone, Copy, Debug)]
struct Moments {
    /// What they are taken about.
    origin: DVec2,
    /// Sums over triangles: of twice the area, and with it of places and of their squares.
    area: f64,
    first: DVec2,
    second: Spread,
}

impl Moments {
    #[inline]
    fn new(polygon: &Left) -> Self {
        let origin = polygon.first();
        let mut moments = Self { origin, area: 0.0, first: DVec2::ZERO, second: Spread::ZERO };
        if polygon.count() > 2 {
            let mut rest = polygon.places().skip(1);
            let mut from = rest.next().unwrap_or(origin);
            for to in rest {
                moments.add(origin, from, to);
                from = to;
            }
        }
        moments
    }

    /// Adds a triangle, anticlockwise.
    #[inline]
    fn add(&mut self, p: DVec2, q: DVec2, r: DVec2) {
        let (p, q, r) = (p - self.origin, q - self.origin, r - self.origin);
        let (area, sum) = ((q - p).perp_dot(r - p), p + q + r);
        self.area += area;
        self.first += sum * area;
        self.second += (Spread::of(p) + Spread::of(q) + Spread::of(r) + Spread::of(sum)) * area;
    }

    /// Second moments of the polygon's points about their middle. None where it may be a line to rounding, for
    /// bodies with a diameter of no more than `size` [m].
    #[inline]
    fn spread(&self, polygon: &Left, size: f64) -> Option<Spread> {
        match polygon.count() {
            1 => Some(Spread::ZERO),
            2 => Some(Spread::of_segment(polygon.last() - polygon.first())),
            _ if self.area > 2.0 * THIN * size * size => {
                let inverse = self.area.recip() / 12.0;
                Some((self.second * inverse - Spread::of(self.first * (4.0 * inverse))).positive())
            }
            _ => None,
        }
    }
}

/// Computes what two polygons share whose corners fade; its room is used again from call to call.
#[derive(Clone, Debug, Default)]
pub struct Fading {
    /// The bits of the corners that do not fade.
    lasting: [u32; 2],
    /// The others, from the first depth on, and how many they are.
    events: [Event; MOST_CORNERS],
    count: usize,
    /// The overlap.
    ring: Ring,
}

impl Fading {
    /// What two convex polygons share, anticlockwise, whose corners take part down to their depths. None where they have too
    /// many corners, or may be lines to rounding; `size` is a bound of their diameters [m].
    pub fn shared(&mut self, sides: [&[DeepCorner]; 2], band: Band, size: f64) -> Option<Shared> {
        if sides[0].len() + sides[1].len() > MOST_CORNERS {
            return None;
        }
        self.lasting = [0; 2];
        self.count = 0;
        for (side, corners) in sides.iter().enumerate() {
            for (corner, (_, depth)) in (0..).zip(*corners) {
                if *depth <= band.low {
                    self.lasting[side] |= 1 << corner;
                } else {
                    self.insert(Event { depth: *depth, faded: band.faded(*depth), side: side as u32, corner });
                }
            }
        }
        let spread = if band.even { self.spread(sides, size)? } else { Spread::ZERO };
        Some(Shared { middle: self.middle(sides, size, band)?, spread })
    }

    /// Keeps events in the order of their depths.
    #[inline]
    fn insert(&mut self, event: Event) {
        let mut k = self.count;
        self.count += 1;
        while k > 0 && self.events[k - 1].depth > event.depth {
            self.events[k] = self.events[k - 1];
            k -= 1;
        }
        self.events[k] = event;
    }

    /// What the two polygons have in common of their second moments, from few corners to many.
    #[inline]
    fn spread(&self, sides: [&[DeepCorner]; 2], size: f64) -> Option<Spread> {
        let mut left = [0, 1].map(|k| Left { corners: sides[k], bits: self.lasting[k] });
        let mut moments = [Moments::new(&left[0]), Moments::new(&left[1])];
        let mut known = [None; 2];
        let (mut mean, mut from) = (Spread::ZERO, 0.0);
        for event in &self.events[..self.count] {
            mean += lesser_spread(&left, &moments, &mut known, size)? * (event.faded - from);
            from = event.faded;
            let side = event.side as usize;
            let (polygon, sums) = (&mut left[side], &mut moments[side]);
            if polygon.count() > 1 {
                let [before, after] = polygon.beside(event.corner);
                sums.add(before, polygon.at(event.corner), after);
            }
            polygon.bits |= 1 << event.corner;
            known[side] = None;
        }
        Some(mean + lesser_spread(&left, &moments, &mut known, size)? * (1.0 - from))
    }

    /// The middle of the overlap, from many corners to few.
    #[inline]
    fn middle(&mut self, sides: [&[DeepCorner]; 2], size: f64, band: Band) -> Option<DVec2> {
        let (events, ring) = (&self.events[..self.count], &mut self.ring);
        let mut left = sides.map(|corners| Left { corners, bits: (1 << corners.len()) - 1 });
        // The corners of the polygon that is cut stay as they are, so that later cuts run through them exactly.
        let fades = events.first().map_or(0, |event| event.side as usize);
        ring.begin_with(sides[fades].iter().map(|(place, _)| *place));
        let mut meeting = sides.iter().all(|side| side.len() > 2) && keep_inside(ring, sides[1 - fades])?;
        // The middle of the ring as it is now, once it is asked for.
        let mut known = None;
        let layer = |left: &[Left; 2], ring: &mut Ring, meeting: bool, known: &mut Option<DVec2>| {
            if meeting && known.is_none() {
                let (area, middle) = ring.area_and_centroid();
                *known = (area > 2.0 * THIN * size * size).then_some(middle);
            }
            known.unwrap_or_else(|| left_middle(left, band))
        };
        let (mut middle, mut to) = (DVec2::ZERO, 1.0);
        for event in events.iter().rev() {
            if to > event.faded {
                middle += layer(&left, ring, meeting, &mut known) * (to - event.faded);
                to = event.faded;
            }
            let polygon = &mut left[event.side as usize];
            polygon.bits ^= 1 << event.corner;
            if !meeting {
                continue;
            }
            let kept = if polygon.count() > 2 {
                let [before, after] = polygon.beside(event.corner);
                ring.keep_left_of(before, after)
            } else {
                Kept::Nothing
            };
            if kept != Kept::All {
                known = None;
                meeting = keeps_some(kept)?;
            }
        }
        Some(if to > 0.0 { middle + layer(&left, ring, meeting, &mut known) * to } else { middle })
    }
}

/// What the rests of two polygons have in common of their second moments, of which `known` holds those that are known. Beside a
/// point nothing spreads, and the other one is not looked at.
#[inline]
fn lesser_spread(
    left: &[Left; 2],
    moments: &[Moments; 2],
    known: &mut [Option<Spread>; 2],
    size: f64,
) -> Option<Spread> {
    if left[0].count() == 1 || left[1].count() == 1 {
        return Some(Spread::ZERO);
    }
    for k in 0..2 {
        if known[k].is_none() {
            known[k] = Some(moments[k].spread(&left[k], size)?);
        }
    }
    Some(known[0]?.lesser(known[1]?))
}

/// The middle of the overlap of what is left of two polygons, of which one is no more than a line or which do not meet.
fn left_middle([p, q]: &[Left; 2], band: Band) -> DVec2 {
    match (p.count(), q.count()) {
        (1, 1) => (p.first() + q.first()) * 0.5,
        (1, _) => p.first(),
        (_, 1) => q.first(),
        (on_p, on_q) => {
            let ends = |side: &Left| [side.first(), side.last()];
            let part = match (on_p, on_q) {
                (2, 3..) => segment_in_polygon(ends(p), q.last(), q.places()),
                (3.., 2) => segment_in_polygon(ends(q), p.last(), p.places()),
                _ => None,
            };
            part.unwrap_or_else(|| overlap_centroid(&p.figure(), &q.figure(), band))
        }
    }
}

/// Cuts off of a ring what is outside of a polygon, and tells whether anything is left. None where rounding has torn it.
#[inline]
fn keep_inside(ring: &mut Ring, polygon: &[DeepCorner]) -> Option<bool> {
    let mut from = polygon[polygon.len() - 1].0;
    for (to, _) in polygon {
        if !keeps_some(ring.keep_left_of(from, *to))? {
            return Some(false);
        }
        from = *to;
    }
    Some(true)
}

/// Whether a cut leaves anything; none where it has torn the ring.
#[inline]
fn keeps_some(kept: Kept) -> Option<bool> {
    match kept {
        Kept::All | Kept::Part => Some(true),
        Kept::Nothing => Some(false),
        Kept::Torn => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polygon with corners on an ellipse, anticlockwise, whose depths grow from 0 along a direction.
    fn tilted(center: DVec2, corners: u32, turn: f64, slope: DVec2) -> Vec<DeepCorner> {
        let angle = |k: u32| turn + std::f64::consts::TAU * f64::from(k) / f64::from(corners);
        let place = |k: u32| center + DVec2::from_angle(angle(k)) * DVec2::new(1.0, 0.7);
        let least = (0..corners).map(|k| place(k).dot(slope)).fold(f64::INFINITY, f64::min);
        (0..corners).map(|k| (place(k), place(k).dot(slope) - least)).collect()
    }

    /// Layer by layer, each with its own polygons.
    fn layer_by_layer(sides: [&[DeepCorner]; 2], band: Band) -> Shared {
        let mut depths: Vec<f64> = sides.iter().flat_map(|side| side.iter().map(|(_, depth)| *depth)).collect();
        depths.retain(|depth| *depth > band.low && *depth < band.high);
        depths.extend([band.low, band.high]);
        depths.sort_by(f64::total_cmp);
        let mut shared = Shared { middle: DVec2::ZERO, spread: Spread::ZERO };
        for layer in depths.windows(2) {
            let within = |side: &[DeepCorner]| -> Corners {
                side.iter().filter(|(_, depth)| *depth <= layer[0]).map(|(place, _)| *place).collect()
            };
            let [p, q] = sides.map(|side| Figure::from_corners(within(side)));
            let share = band.faded(layer[1]) - band.faded(layer[0]);
            shared.middle += overlap_centroid(&p, &q, band) * share;
            shared.spread += p.spread().lesser(q.spread()) * share;
        }
        shared
    }

    #[test]
    fn cuts_one_after_the_other_give_what_each_layer_gives() {
        let (mut apart, mut deep, mut fading) = (0, 0, Fading::default());
        for k in 0..4000_u32 {
            let x = f64::from(k);
            // One side flat, or both tilted; some so steeply that corners are beyond the band.
            let slope = |on: bool, turn: f64| DVec2::from_angle(turn * x) * if on { 0.2 + x * 1e-3 } else { 0.0 };
            let p = tilted(DVec2::ZERO, 3 + k % 7, 0.7 * x, slope(k % 3 != 0, 1.1));
            let away = DVec2::from_angle(2.4 * x) * (1e-3 * f64::from(k % 1900));
            let q = tilted(away, 3 + k % 5, 1.3 * x, slope(k % 3 != 1, 1.9));
            let band = Band { low: 1e-9, high: 1.0, even: true };
            let near = |side: &[DeepCorner]| -> Vec<DeepCorner> {
                side.iter().copied().filter(|(_, depth)| *depth <= band.high).collect()
            };
            let (p, q) = (near(&p), near(&q));
            let expected = layer_by_layer([&p, &q], band);
            let found = fading.shared([&p, &q], band, 2.0).expect("polygons of few corners");
            assert!(found.middle.distance(expected.middle) < 1e-13, "case {k}: {found:?}, {expected:?}");
            let off = found.spread - expected.spread;
            assert!(off.mean.abs() + off.shear.length() < 1e-13, "case {k}: {found:?}, {expected:?}");
            let figures = [&p, &q].map(|side| Figure::from_corners(side.iter().map(|(place, _)| *place).collect()));
            if let [Figure::Polygon(p), Figure::Polygon(_)] = &figures {
                apart += usize::from(p.iter().all(|corner| figures[1].clamp(*corner) != *corner));
            }
            deep += usize::from(p.len() < 3 || q.len() < 3);
        }
        assert!(apart > 50 && deep > 50, "{apart} pairs with no corner of one in the other, {deep} with few corners");
    }

    #[test]
    fn lines_and_crowds_are_left_to_others() {
        let band = Band { low: 1e-9, high: 1.0, even: true };
        let square = tilted(DVec2::ZERO, 4, 0.0, DVec2::ZERO);
        let line: Vec<DeepCorner> = (0..3).map(|k| (DVec2::new(f64::from(k), 0.0), 0.0)).collect();
        assert_eq!(Fading::default().shared([&square, &line], band, 2.0), None);
        let crowd = tilted(DVec2::ZERO, MOST_CORNERS as u32, 0.0, DVec2::ZERO);
        assert_eq!(Fading::default().shared([&square, &crowd], band, 2.0), None);
    }
}
