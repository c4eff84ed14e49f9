//! The pass once more in f64, with the bands of the device: what it should find, and how far rounding may move that.

use glam::{DMat3, DQuat, DVec2, DVec3};
use packstone::geometry::Shape;
use packstone::geometry::planar::{Band, Figure, PatchAxes, Spread, View, overlap_centroid, projected};

use super::run::{Case, DEPTHS};

/// Bands of `shaders/shared/patches.wgsl`.
const LOW: f64 = 1.5e-6;
const LOW_OF_LARGER: f64 = 1e-6;
const HIGH: f64 = 2e-5;
const EVEN_SHARE: f64 = 0.3;
const RATIO: f64 = 8.0;
/// Rounding of normals and turns on the device [rad].
const TILT: f64 = 4e-7;
/// Rounding of places on the device, as a share of the larger body.
const SHIFT: f64 = 1e-7;

/// The band that the device uses for a case.
pub fn band(case: &Case) -> Band {
    let (small, large) = (case.scene.smaller(), case.scene.larger());
    let low = (LOW * small).max(LOW_OF_LARGER * large);
    let depth = DEPTHS[case.depth] * case.answer.overlap;
    if depth > 0.0 {
        return Band { low: EVEN_SHARE * low, high: (RATIO * EVEN_SHARE * low).max(depth), even: true };
    }
    Band { low, high: (HIGH * small).max(RATIO * low), even: false }
}

/// One body in the world: its features along a direction.
struct Side<'c> {
    shape: &'c Shape,
    turn: DMat3,
    place: DVec3,
    dir: DVec3,
    near: Vec<(DVec3, f64)>,
}

impl<'c> Side<'c> {
    fn new(shape: &'c Shape, orientation: DQuat, place: DVec3, dir: DVec3, reach: f64) -> Self {
        let turn = DMat3::from_quat(orientation);
        let dir = turn.transpose() * dir;
        let mut near = Vec::new();
        if let Shape::Polyhedron(body) = shape {
            let mut found = Vec::new();
            body.vertices_near_support(dir, body.support_index(dir, None), reach, &mut found);
            near = found.iter().map(|(vertex, depth)| (body.vertices()[*vertex as usize], *depth)).collect();
        }
        Self { shape, turn, place, dir, near }
    }

    fn put(&self, p: DVec3) -> DVec3 {
        self.turn * p + self.place
    }

    fn steps(&self) -> Vec<f64> {
        let curved = self.shape.feature_steps(self.dir);
        self.near.iter().map(|(_, depth)| *depth).chain(curved).collect()
    }

    fn is_point(&self, tolerance: f64) -> bool {
        match self.shape {
            Shape::HalfSpace(_) => false,
            Shape::Polyhedron(_) => self.near.len() == 1,
            _ => self.steps().iter().all(|step| *step > tolerance),
        }
    }

    fn figure(&self, view: &View, tolerance: f64) -> Figure {
        match self.shape {
            Shape::HalfSpace(_) => Figure::Plane,
            Shape::Polyhedron(_) => {
                let within = self.near.iter().filter(|(_, depth)| *depth <= tolerance);
                Figure::spanned(&within.map(|(p, _)| view.project(self.put(*p))).collect::<Vec<DVec2>>())
            }
            shape => projected(shape.support_feature(self.dir, tolerance), view, |p| self.put(p)),
        }
    }

    fn top(&self) -> DVec3 {
        self.put(self.shape.support(self.dir))
    }

    fn keeps(&self) -> bool {
        !matches!(self.shape, Shape::Polyhedron(_) | Shape::Sphere(_))
    }
}

/// What the device should find along a normal.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// A point of the line along the normal through the contact point [m].
    pub line: DVec3,
    /// How far it spreads.
    pub patch: PatchAxes,
    /// Corners of a body within the band.
    pub corners: usize,
    /// How far rounding may move the point [m].
    pub moved: f64,
    /// How much rounding may change the second moments [m2].
    pub changed: f64,
}

fn along(case: &Case, n: DVec3, shift: DVec3) -> Prediction {
    let band = band(case);
    let (on_a, on_b) = (&case.scene.a, &case.scene.b);
    let a = Side::new(&on_a.shape, on_a.pose.orientation, DVec3::ZERO, n, band.high);
    let between = on_b.pose.position - on_a.pose.position + shift;
    let b = Side::new(&on_b.shape, on_b.pose.orientation, between, -n, band.high);
    let corners = a.near.len().max(b.near.len());
    let view = View::new(a.top(), n);
    let at = |q: DVec2, spread: Spread| {
        let line = on_a.pose.position + view.base() + view.lift(q);
        Prediction { line, patch: spread.axes(&view), corners, moved: 0.0, changed: 0.0 }
    };
    let kept = |side: &Side, other: &Side| {
        let p = view.project(side.top());
        at(if side.keeps() { other.figure(&view, band.low).clamp(p) } else { p }, Spread::ZERO)
    };
    if let Some(q) = edges_crossing(&a, &b, &view, band) {
        return at(q, Spread::ZERO);
    }
    match (a.is_point(band.high), b.is_point(band.high)) {
        (true, true) => at(view.project(a.top()).lerp(view.project(b.top()), 0.5), Spread::ZERO),
        (true, false) => kept(&a, &b),
        (false, true) => kept(&b, &a),
        (false, false) => {
            let mut steps: Vec<f64> = a.steps().into_iter().chain(b.steps()).collect();
            steps.retain(|step| *step > band.low && *step < band.high);
            steps.push(band.high);
            steps.sort_by(f64::total_cmp);
            let (mut middle, mut spread, mut from) = (DVec2::ZERO, Spread::ZERO, band.low);
            for to in steps {
                let share = band.faded(to) - band.faded(from);
                let (f, g) = (a.figure(&view, from), b.figure(&view, from));
                middle += overlap_centroid(&f, &g, band) * share;
                spread += f.spread().lesser(g.spread()) * share;
                from = to;
            }
            at(middle, if band.even { spread } else { Spread::ZERO })
        }
    }
}

/// Where two lone edges cross, if they are not too nearly parallel.
fn edges_crossing(a: &Side, b: &Side, view: &View, band: Band) -> Option<DVec2> {
    let lone = |side: &Side| {
        let [p, q] = side.near[..] else { return None };
        (q.1 <= band.low).then(|| [p.0, q.0].map(|p| view.project(side.put(p))))
    };
    let ([p0, p1], [q0, q1]) = (lone(a)?, lone(b)?);
    let (u, v, between) = (p1 - p0, q1 - q0, q0 - p0);
    let cross = u.perp_dot(v);
    let shares = [between.perp_dot(v) / cross, between.perp_dot(u) / cross];
    let crossing = shares.iter().all(|share| (0.0..=1.0).contains(share));
    let apart = cross.abs() >= band.high * u.length().max(v.length());
    (crossing && apart).then(|| (p0 + u * shares[0] + q0 + v * shares[1]) * 0.5)
}

/// What the device should find for a case.
pub fn expected(case: &Case) -> Prediction {
    let n = case.answer.normal;
    let mut here = along(case, n, DVec3::ZERO);
    let shift = SHIFT * case.scene.larger();
    let (t1, t2) = n.any_orthonormal_pair();
    for tilt in [t1, -t1, t2, -t2] {
        for (n, shift) in [((n + tilt * TILT).normalize(), DVec3::ZERO), (n, tilt * shift)] {
            let there = along(case, n, shift);
            here.moved = here.moved.max((there.line - here.line).reject_from(n).length());
            here.changed = here.changed.max(there.patch.moment_difference(&here.patch));
        }
    }
    here
}

/// Whether a feature is one that the CPU and the device may see differently: within the device's narrow band.
pub fn within_band(case: &Case) -> bool {
    let narrow = Case { depth: 0, ..case.clone() };
    let band = band(&narrow);
    let n = case.answer.normal;
    let sides = [(&case.scene.a, n), (&case.scene.b, -n)];
    let unconverged = |h: f64| h > 1e-11 * case.scene.smaller() && h < 1.5 * band.high;
    sides.iter().any(|(body, dir)| {
        let side = Side::new(&body.shape, body.pose.orientation, DVec3::ZERO, *dir, 2.0 * band.high);
        side.steps().into_iter().any(unconverged)
    }) || edges_unsure(case, unconverged)
}

/// Two edges that are neither parallel nor clearly crossing.
fn edges_unsure(case: &Case, unconverged: impl Fn(f64) -> bool) -> bool {
    let band = band(&Case { depth: 0, ..case.clone() });
    let n = case.answer.normal;
    let view = View::new(case.answer.point, n);
    let figure = |body: &packstone::studies::pairs::Placed, dir: DVec3| {
        let side = Side::new(&body.shape, body.pose.orientation, body.pose.position, dir, band.high);
        side.figure(&view, band.low)
    };
    match (figure(&case.scene.a, n), figure(&case.scene.b, -n)) {
        (Figure::Segment([p, q]), Figure::Segment([r, s])) => {
            let (u, v) = (q - p, s - r);
            unconverged(u.perp_dot(v).abs() / u.length().max(v.length()))
        }
        _ => false,
    }
}
