//! The figure that two cylinders share in a plane across the leading one: an area between circle, ellipse and the
//! lines of the other's bases, with its moments in closed form.

use glam::DVec2;

use super::Arrangement;
use super::quartic::{Roots, real_roots};
use super::reach::Cut;

/// Below this angle [rad] the area between arc and chord is a share of 1e-7 of the piece, and its centroid is taken to
/// be at the middle of the chord: wrong by the same share of the piece's length.
const SHORT_ARC: f64 = 1e-3;
/// An arc that adds less than this share of the section's area to its chord is straight in outlines.
const STRAIGHT: f64 = 1e-4;
/// Points of an outline closer than this share of its extent are one.
const CLOSE: f64 = 1e-9;
/// At most four crossings of circle and ellipse split the range of y.
const MAX_PIECES: usize = 5;

/// Sign of the sides towards smaller x.
const LEFT: f64 = -1.0;
/// Sign of the sides towards larger x.
const RIGHT: f64 = 1.0;

/// One side of a piece of the figure, as x of y.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arc {
    /// x of the arc's centre [m].
    center: f64,
    /// Radius of the circle in (y2, x) [m].
    radius: f64,
    /// y2 = scale y + shift.
    scale: f64,
    shift: f64,
    /// 1 for the side towards larger x, -1 for the other.
    sign: f64,
}

/// The curve that an arc belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Curve {
    /// The leading cylinder's side.
    #[default]
    Circle,
    /// The other cylinder's side.
    Ellipse,
}

/// The figure between two heights y, bounded by one arc on either side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Piece {
    from: f64,
    to: f64,
    left: Curve,
    right: Curve,
    /// Angles that the left and the right arc turn through, about the centres of their circles [rad].
    turns: [f64; 2],
}

/// The figure that both cylinders share in the plane z = const of the leading frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// Height of the plane in the leading frame [m].
    pub z: f64,
    /// Area [m2]; 0 when the two do not meet in this plane.
    pub area: f64,
    /// Centroid (x, y) [m].
    pub centroid: DVec2,
    /// Least x and y [m].
    pub min: DVec2,
    /// Largest x and y [m].
    pub max: DVec2,
    cut: Cut,
    pieces: [Piece; MAX_PIECES],
    count: usize,
}

impl Section {
    /// The section at height `z` [m].
    pub fn new(pair: &Arrangement, z: f64) -> Self {
        let cut = Cut::new(pair, z);
        let mut section = Self::within(cut, z);
        if z.abs() > pair.h1 || !cut.meets() {
            section.count = 0;
            section.area = 0.0;
        }
        section
    }

    /// The section of a plane in which the two are known to meet.
    pub(crate) fn within(cut: Cut, z: f64) -> Self {
        let mut section = Self {
            z,
            area: 0.0,
            centroid: DVec2::ZERO,
            min: DVec2::ZERO,
            max: DVec2::ZERO,
            cut,
            pieces: [Piece::default(); MAX_PIECES],
            count: 0,
        };
        section.split();
        section.measure();
        section
    }

    /// The two do not meet in this plane.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Between any two neighbouring crossings of circle and ellipse, one arc bounds the figure on either side.
    fn split(&mut self) {
        let cut = self.cut;
        let mut from = cut.lo;
        for to in crossings(&cut).into_iter().chain([cut.hi]) {
            let middle = 0.5 * (from + to);
            if to <= from || self.count == MAX_PIECES {
                continue;
            }
            // Of each pair of sides the inner one bounds the figure.
            let x = |curve: Curve, sign: f64| curve.arc(&cut, sign).x(middle);
            let inner = |sign: f64| {
                let ellipse = x(Curve::Ellipse, sign) * sign < x(Curve::Circle, sign) * sign;
                if ellipse { Curve::Ellipse } else { Curve::Circle }
            };
            let (left, right) = (inner(LEFT), inner(RIGHT));
            if x(left, LEFT) < x(right, RIGHT) {
                self.pieces[self.count] = Piece { from, to, left, right, turns: [0.0; 2] };
                self.count += 1;
            }
            from = to;
        }
    }

    fn measure(&mut self) {
        let mut moment = DVec2::ZERO;
        let (mut min, mut max) = (DVec2::splat(f64::INFINITY), DVec2::splat(f64::NEG_INFINITY));
        for piece in &mut self.pieces[..self.count] {
            let (left, right) = (piece.left.arc(&self.cut, LEFT), piece.right.arc(&self.cut, RIGHT));
            piece.turns = [left.turn(piece.from, piece.to), right.turn(piece.from, piece.to)];
            let l = left.integrals(piece.from, piece.to, piece.turns[0]);
            let r = right.integrals(piece.from, piece.to, piece.turns[1]);
            self.area += r.x - l.x;
            moment += DVec2::new(0.5 * (r.xx - l.xx), r.xy - l.xy);
            min = min.min(DVec2::new(left.x(left.furthest(piece.from, piece.to)), piece.from));
            max = max.max(DVec2::new(right.x(right.furthest(piece.from, piece.to)), piece.to));
        }
        if self.area > 0.0 {
            (self.min, self.max) = (min, max);
            self.centroid = (moment / self.area).clamp(min, max);
        } else {
            self.count = 0;
            self.area = 0.0;
        }
    }

    /// The point with the least y, or with the largest [m].
    pub(crate) fn tip(&self, least: bool) -> Option<DVec2> {
        let pieces = &self.pieces[..self.count];
        let (piece, y) = if least { pieces.first().map(|p| (p, p.from))? } else { pieces.last().map(|p| (p, p.to))? };
        let (left, right) = (piece.left.arc(&self.cut, LEFT), piece.right.arc(&self.cut, RIGHT));
        Some(DVec2::new(0.5 * (left.x(y) + right.x(y)), y))
    }

    /// Points of the boundary, anticlockwise [m]: `per_arc` segments to an arc, one to an arc that is all but straight.
    pub fn outline(&self, per_arc: usize) -> Vec<DVec2> {
        let mut points = Vec::with_capacity(2 * self.count * per_arc + 2);
        self.trace(per_arc, |p| points.push(p));
        points
    }

    /// Hands the points of the outline to `visit`.
    pub(crate) fn trace(&self, per_arc: usize, mut visit: impl FnMut(DVec2)) {
        let close = (CLOSE * (self.max - self.min).length()).powi(2);
        let mut first: Option<DVec2> = None;
        let mut last: Option<DVec2> = None;
        // A point is handed on when the next one is known not to be the same; the last one, when it is not the first.
        let mut push = |p: DVec2| match last {
            Some(before) if p.distance_squared(before) <= close => {}
            Some(before) => {
                visit(before);
                last = Some(p);
            }
            None => (first, last) = (Some(p), Some(p)),
        };
        let pieces = &self.pieces[..self.count];
        for piece in pieces {
            let arc = piece.right.arc(&self.cut, RIGHT);
            arc.trace([piece.from, piece.to], piece.turns[1], per_arc, self.area, &mut push);
        }
        for piece in pieces.iter().rev() {
            let arc = piece.left.arc(&self.cut, LEFT);
            arc.trace([piece.to, piece.from], -piece.turns[0], per_arc, self.area, &mut push);
        }
        if let (Some(first), Some(last)) = (first, last)
            && last.distance_squared(first) > close
        {
            visit(last);
        }
    }
}

/// Where circle and ellipse cross, as y [m], ascending and within the cut's range.
///
/// The circle gives x^2 = r1^2 - y^2; the difference of both equations is linear in x, 2 d x = N(y) with
/// N = r1^2 - r2^2 + d^2 - y^2 + (cos y + shift)^2. Squared, this is a quartic in y, N^2 = 4 d^2 (r1^2 - y^2). On a common
/// line of centres (d = 0) it is the square of a quadratic, which is solved instead.
fn crossings(cut: &Cut) -> impl IntoIterator<Item = f64> + use<> {
    let Cut { r1, r2, d, cos, shift, lo, hi } = *cut;
    // In units of the smaller radius, so that powers neither overflow nor vanish.
    let unit = r1.min(r2);
    let (r1, r2, d, shift) = (r1 / unit, r2 / unit, d / unit, shift / unit);
    let n0 = (r1 - r2) * (r1 + r2) + d * d + shift * shift;
    let n1 = 2.0 * cos * shift;
    let n2 = (cos - 1.0) * (cos + 1.0);
    let wide = 4.0 * d * d;
    let quartic = if d.abs() < f64::EPSILON * r1 {
        [n0, n1, n2, 0.0, 0.0]
    } else {
        let product = (n0 - 2.0 * d * r1) * (n0 + 2.0 * d * r1);
        [product, 2.0 * n0 * n1, 2.0 * n0 * n2 + n1 * n1 + wide, 2.0 * n1 * n2, n2 * n2]
    };
    let roots = if keeps_its_sign(quartic, lo / unit, hi / unit) { Roots::default() } else { real_roots(quartic) };
    let mut inside = [f64::NAN; 4];
    let mut count = 0;
    for root in roots.iter().map(|root| root * unit).filter(|y| *y > lo && *y < hi) {
        inside[count] = root;
        count += 1;
    }
    inside.into_iter().take(count)
}

/// Whether a quartic surely has no root from `lo` to `hi`: all of its Bernstein coefficients there have one sign. Bases cut
/// thin slices out of most contacts, and this spares the search for roots that are elsewhere.
fn keeps_its_sign([a0, a1, a2, a3, a4]: [f64; 5], lo: f64, hi: f64) -> bool {
    let width = hi - lo;
    // In powers of t, y = lo + t width.
    let b0 = a0 + lo * (a1 + lo * (a2 + lo * (a3 + lo * a4)));
    let b1 = (a1 + lo * (2.0 * a2 + lo * (3.0 * a3 + lo * (4.0 * a4)))) * width;
    let b2 = (a2 + lo * (3.0 * a3 + lo * (6.0 * a4))) * width * width;
    let b3 = (a3 + lo * (4.0 * a4)) * width.powi(3);
    let b4 = a4 * width.powi(4);
    let bernstein =
        [b0, b0 + b1 / 4.0, b0 + b1 / 2.0 + b2 / 6.0, b0 + 0.75 * b1 + b2 / 2.0 + b3 / 4.0, b0 + b1 + b2 + b3 + b4];
    // Rounding of the coefficients must not decide.
    let doubt = 1e-13 * (a0.abs() + b1.abs() + b2.abs() + b3.abs() + b4.abs());
    bernstein.iter().all(|b| *b > doubt) || bernstein.iter().all(|b| *b < -doubt)
}

impl Curve {
    /// The curve's side towards larger x (`RIGHT`) or smaller x (`LEFT`).
    fn arc(self, cut: &Cut, sign: f64) -> Arc {
        match self {
            Self::Circle => Arc { center: 0.0, radius: cut.r1, scale: 1.0, shift: 0.0, sign },
            Self::Ellipse => Arc { center: cut.d, radius: cut.r2, scale: cut.cos, shift: cut.shift, sign },
        }
    }
}

/// Integrals of an arc over y.
struct Integrals {
    /// Of x [m2].
    x: f64,
    /// Of x^2 [m3].
    xx: f64,
    /// Of x y [m3].
    xy: f64,
}

impl Arc {
    /// Half chord of the arc's circle at `y` [m].
    fn half_chord(&self, y: f64) -> f64 {
        let y2 = self.scale * y + self.shift;
        (self.radius * self.radius - y2 * y2).max(0.0).sqrt()
    }

    fn x(&self, y: f64) -> f64 {
        self.center + self.sign * self.half_chord(y)
    }

    /// The y in the range at which the arc is furthest out.
    fn furthest(&self, from: f64, to: f64) -> f64 {
        if self.scale > 0.0 { (-self.shift / self.scale).clamp(from, to) } else { from }
    }

    /// Where the arc is at `y`, seen from the centre of its circle: (y2, half chord) [m].
    fn spoke(&self, y: f64) -> DVec2 {
        DVec2::new(self.scale * y + self.shift, self.half_chord(y))
    }

    /// Angle that the arc turns through from one height to another above it [rad].
    fn turn(&self, from: f64, to: f64) -> f64 {
        let (a, b) = (self.spoke(from), self.spoke(to));
        b.perp_dot(a).atan2(a.dot(b))
    }

    /// Area between an arc of this turn [rad] and its chord [m2].
    fn bulge(&self, turn: f64) -> f64 {
        let square = self.radius * self.radius;
        if self.scale > 0.0 { 0.5 * square * angle_less_sine(turn) / self.scale } else { 0.0 }
    }

    /// Points from the height `from` to the height `to`, even in the angle about the circle's centre.
    fn trace(&self, [from, to]: [f64; 2], turn: f64, per_arc: usize, area: f64, push: &mut impl FnMut(DVec2)) {
        push(DVec2::new(self.x(from), from));
        if self.bulge(turn.abs()) >= STRAIGHT * area {
            let (sin, cos) = (turn / per_arc as f64).sin_cos();
            let mut spoke = self.spoke(from);
            for _ in 1..per_arc {
                spoke = DVec2::new(spoke.x * cos + spoke.y * sin, spoke.y * cos - spoke.x * sin);
                let y = ((spoke.x - self.shift) / self.scale).clamp(from.min(to), from.max(to));
                push(DVec2::new(self.center + self.sign * spoke.y, y));
            }
        }
        push(DVec2::new(self.x(to), to));
    }

    /// A trapezoid under the chord, and the segment between chord and arc: no difference of large terms, however flat
    /// the arc.
    fn integrals(&self, from: f64, to: f64, turn: f64) -> Integrals {
        let length = to - from;
        let (a, b) = (self.spoke(from), self.spoke(to));
        let square = self.radius * self.radius;
        let bulge = self.bulge(turn);
        let w = 0.5 * length * (a.y + b.y) + bulge;
        let ww = length * (square - (a.x * a.x + a.x * b.x + b.x * b.x) / 3.0);
        let under_chord = length * (from * (2.0 * a.y + b.y) + to * (a.y + 2.0 * b.y)) / 6.0;
        let wy = under_chord + bulge * self.bulge_center(from, to, turn, a - b);
        let s = self.sign;
        Integrals {
            x: self.center * length + s * w,
            xx: self.center * (self.center * length + 2.0 * s * w) + ww,
            xy: 0.5 * self.center * (to - from) * (to + from) + s * wy,
        }
    }

    /// y of the centroid of the segment between an arc and its `chord`. From the circle's centre it lies across the
    /// chord. (The direction to the middle of the chord would be lost where that is the centre.)
    fn bulge_center(&self, from: f64, to: f64, turn: f64, chord: DVec2) -> f64 {
        if turn < SHORT_ARC {
            return 0.5 * (from + to);
        }
        // The chord is 2 r sin(turn / 2).
        let length = chord.length();
        let distance = length.powi(3) / (6.0 * self.radius * self.radius * angle_less_sine(turn));
        ((chord.y / length * distance - self.shift) / self.scale).clamp(from, to)
    }
}

/// a - sin a, without loss of digits for small angles.
fn angle_less_sine(a: f64) -> f64 {
    if a < 0.3 {
        let s = a * a;
        a * s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))))
    } else {
        a - a.sin()
    }
}
