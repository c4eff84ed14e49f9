//! The contact point: the middle of the overlap of the two support features, seen along the normal.
//!
//! Features that are parallel only nearly fade in and out: the point is the average, over a band of tolerances, of
//! the centroid that each tolerance gives. It moves continuously as features turn out of parallel, and outside the band,
//! which is far below any overlap that matters, it is the exact point.

use glam::{DVec2, DVec3};

use super::answer::Kind;
use super::corners::{PlacedCorners, named_by_corners};
use super::pair::{Frame, NO_VERTEX};
use crate::geometry::planar::{
    Band, Corners, Fading, Figure, PatchAxes, Spread, View, overlap_centroid, projected, side_by_side,
};
use crate::geometry::{Feature, Shape};

/// Lower end of the band as a share of the smaller body: above the rounding of its coordinates.
const BAND_LOW: f64 = 1e-10;
/// Upper end of the band as a share of the smaller body.
const BAND_HIGH: f64 = 4e-8;
/// Features within this share of the smaller body of the support plane name the kind of contact.
const KIND_TOLERANCE: f64 = 1e-9;
/// Angle by which a normal is turned to see how far its support point drifts [rad].
const DRIFT_ANGLE: f64 = 1e-7;
/// Rounding of heights as a share of the larger body; the band starts above it.
const HEIGHT_ROUNDING: f64 = 2e-15;

/// Lists reused from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchScratch {
    pub near_a: Vec<(u32, f64)>,
    pub near_b: Vec<(u32, f64)>,
    lists: PatchLists,
}

/// Tolerances at which features grow, with the side that does; corners of both sides.
#[derive(Clone, Debug, Default)]
struct PatchLists {
    steps: Vec<(f64, usize)>,
    corners: [PlacedCorners; 2],
    fading: Fading,
}

/// Two shapes seen from the frame of the first, and the normal between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting<'s> {
    pub a: &'s Shape,
    pub b: &'s Shape,
    pub frame: &'s Frame,
    /// Unit normal from A to B.
    pub n: DVec3,
    /// Support vertices of A and B along the normal, where they have numbered ones.
    pub top: (u32, u32),
    /// Points of A and B that are known to meet, where the support alone is too blunt.
    pub witness: Option<(DVec3, DVec3)>,
    /// Bounding radii, smaller and larger (of finite bodies) [m].
    pub sizes: (f64, f64),
    /// How far from the support planes features take part, fading out evenly [m]; the narrow band where not above it.
    pub depth: f64,
}

/// Where a contact is, and between what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// A point of the line along the normal through the contact point, in A's frame [m].
    pub p: DVec3,
    pub kind: Kind,
    /// How far both features spread about it, in A's frame; not at all in the narrow band.
    pub axes: PatchAxes,
}

impl Patch {
    fn at_point(p: DVec3, kind: Kind) -> Self {
        Self { p, kind, axes: PatchAxes::POINT }
    }
}

/// One body's features around the support plane.
struct Side<'s> {
    shape: &'s Shape,
    near: &'s [(u32, f64)],
    dir: DVec3,
    /// Where the body stands in A's frame; none for A itself.
    frame: Option<&'s Frame>,
    witness: Option<DVec3>,
}

impl Side<'_> {
    #[inline]
    fn place(&self, p: DVec3) -> DVec3 {
        self.frame.map_or(p, |frame| frame.turn * p + frame.shift)
    }

    /// A direction of A's frame in the body's own.
    fn turn_back(&self, direction: DVec3) -> DVec3 {
        self.frame.map_or(direction, |frame| frame.turn_back * direction)
    }

    /// The only point within the whole band, if there is just one.
    fn lone_point(&self, band: Band) -> Option<DVec3> {
        match self.shape {
            // All that is near is within the band.
            Shape::Polyhedron(_) if self.near.len() > 1 => None,
            Shape::Polyhedron(shape) => Some(self.place(shape.vertices()[self.near[0].0 as usize])),
            _ if !self.is_point(band.high) => None,
            shape => Some(self.witness.unwrap_or_else(|| self.place(shape.support(self.dir)))),
        }
    }

    /// The lone point `p` of this side, held above the feature of the `other`. A curved surface that is nearly flat has its
    /// support point known only roughly; that it must stand above the other's edge or face is known better.
    fn kept_on(&self, p: DVec3, other: &Side, n: DVec3, band: Band) -> DVec3 {
        if self.witness.is_some() || matches!(self.shape, Shape::Polyhedron(_) | Shape::Sphere(_)) {
            return p;
        }
        let view = View::new(p, n);
        p + view.lift(other.figure(&view, band.low).clamp(DVec2::ZERO))
    }

    /// The only edge of a polyhedron within the band, if there is just one and it lies flat.
    #[inline]
    fn lone_edge(&self, band: Band) -> Option<[DVec3; 2]> {
        match (self.shape, self.near) {
            (Shape::Polyhedron(shape), [p, q]) if q.1 <= band.low => {
                Some([p.0, q.0].map(|vertex| self.place(shape.vertices()[vertex as usize])))
            }
            _ => None,
        }
    }

    /// True when no more than a point of a curved body lies within `tolerance` of the support plane.
    fn is_point(&self, tolerance: f64) -> bool {
        match self.shape {
            Shape::Polyhedron(_) | Shape::HalfSpace(_) => false,
            shape => shape.feature_steps(self.dir).iter().all(|step| *step > tolerance),
        }
    }

    /// The tolerances at which the feature grows, each with the number of this side.
    fn push_steps(&self, side: usize, steps: &mut Vec<(f64, usize)>) {
        steps.extend(self.near.iter().map(|(_, depth)| (*depth, side)));
        steps.extend(self.shape.feature_steps(self.dir).map(|step| (step, side)));
    }

    /// Corners of a polyhedron in the plane; none of other sides.
    fn place_corners(&self, view: &View, placed: &mut PlacedCorners) {
        match (self.shape, self.frame) {
            (Shape::Polyhedron(shape), None) => placed.place(shape, self.near, self.dir, view),
            (Shape::Polyhedron(shape), Some(frame)) => {
                placed.place(shape, self.near, self.dir, &view.for_frame(&frame.turn, frame.shift));
                // B's face is seen from inside.
                placed.reverse();
            }
            _ => placed.clear(),
        }
    }

    /// The feature within `tolerance`, of a side whose corners are placed.
    fn grown_figure(&self, view: &View, placed: &PlacedCorners, tolerance: f64) -> Figure {
        if placed.corners.is_empty() { self.figure(view, tolerance) } else { placed.figure(tolerance) }
    }

    /// The feature within `tolerance`, projected.
    fn figure(&self, view: &View, tolerance: f64) -> Figure {
        let project = |p: DVec3| view.project(self.place(p));
        match self.shape {
            Shape::HalfSpace(_) => Figure::Plane,
            Shape::Polyhedron(shape) => {
                let corner = |(v, _): &(u32, f64)| project(shape.vertices()[*v as usize]);
                match self.near {
                    [p] => Figure::Point(corner(p)),
                    [p, q] if q.1 <= tolerance => Figure::Segment([corner(p), corner(q)]),
                    near => {
                        let within = near.iter().filter(|(_, depth)| *depth <= tolerance);
                        Figure::spanned(&within.map(corner).collect::<Corners>())
                    }
                }
            }
            shape => match (shape.support_feature(self.dir, tolerance), self.witness) {
                (Feature::Point(_), Some(witness)) => Figure::Point(view.project(witness)),
                (feature, Some(witness)) => projected(feature, view, |p| self.place(p)).through(view.project(witness)),
                (feature, None) => projected(feature, view, |p| self.place(p)),
            },
        }
    }

    /// Corners of a polyhedron, or nothing: what a point contact is called.
    fn corner_count(&self, tolerance: f64) -> Option<usize> {
        match self.shape {
            Shape::Polyhedron(_) => Some(self.near.iter().filter(|(_, depth)| *depth <= tolerance).count()),
            Shape::HalfSpace(_) => Some(3),
            _ => None,
        }
    }
}

/// How far from the support planes features take part, for bodies of some sizes and a patch of some `depth` [m].
pub(crate) fn band_of((small, large): (f64, f64), depth: f64) -> Band {
    let low = (BAND_LOW * small).max(HEIGHT_ROUNDING * large);
    let narrow = (BAND_HIGH * small).max(8.0 * low);
    Band { low, high: narrow.max(depth), even: depth > narrow }
}

/// The contact point of a meeting.
pub(crate) fn patch(meeting: &Meeting, scratch: &mut PatchScratch) -> Patch {
    let band = band_of(meeting.sizes, meeting.depth);
    let naming = band.low.max(KIND_TOLERANCE * meeting.sizes.0);
    let dir_b = meeting.frame.turn_back * -meeting.n;
    for (shape, dir, top, near) in [
        (meeting.a, meeting.n, meeting.top.0, &mut scratch.near_a),
        (meeting.b, dir_b, meeting.top.1, &mut scratch.near_b),
    ] {
        near.clear();
        if let Shape::Polyhedron(shape) = shape {
            let top = if top == NO_VERTEX { shape.support_index(dir, None) } else { top };
            shape.vertices_near_support(dir, top, band.high, near);
        }
    }
    let (witness_a, witness_b) = meeting.witness.unzip();
    let a = Side { shape: meeting.a, near: &scratch.near_a, dir: meeting.n, frame: None, witness: witness_a };
    let b =
        Side { shape: meeting.b, near: &scratch.near_b, dir: dir_b, frame: Some(meeting.frame), witness: witness_b };
    if let (Some(p), Some(q)) = (a.lone_edge(band), b.lone_edge(band))
        && let Some(p) = edges_crossing(p, q, meeting.n, band)
    {
        return Patch::at_point(p, Kind::EdgeEdge);
    }
    match (a.lone_point(band), b.lone_point(band)) {
        (Some(p), Some(q)) => {
            let share = if meeting.witness.is_some() { 0.5 } else { share_of_b(&a, &b, meeting.n) };
            Patch::at_point(p.lerp(q, share), point_kind(&a, &b, naming))
        }
        (Some(p), None) => Patch::at_point(a.kept_on(p, &b, meeting.n, band), point_kind(&a, &b, naming)),
        (None, Some(p)) => Patch::at_point(b.kept_on(p, &a, meeting.n, band), point_kind(&a, &b, naming)),
        (None, None) => extended(&a, &b, meeting.n, (band, naming, 2.0 * meeting.sizes.1), &mut scratch.lists),
    }
}

/// How much more B's support point is to be trusted than A's. Where a surface is nearly flat, the rounding of the normal
/// moves the support point far: the more sharply curved body knows better where the contact is.
fn share_of_b(a: &Side, b: &Side, n: DVec3) -> f64 {
    let (t1, t2) = n.any_orthonormal_pair();
    let drift = |side: &Side, sign: f64| match side.shape {
        // Corners do not drift; the normal goes through a sphere's centre wherever it points.
        Shape::Polyhedron(_) | Shape::Sphere(_) => 0.0,
        shape => {
            let here = shape.support(side.dir);
            let moved = |t: DVec3| {
                let turned = (side.dir + side.turn_back(t) * (sign * DRIFT_ANGLE)).normalize();
                shape.support(turned).distance(here)
            };
            moved(t1) + moved(t2)
        }
    };
    let (square_a, square_b) = (drift(a, 1.0).powi(2), drift(b, -1.0).powi(2));
    if square_a + square_b > 0.0 { square_a / (square_a + square_b) } else { 0.5 }
}

/// Halfway between two edges where they cross, seen along `n`; none when they do not, or are too nearly parallel.
pub(crate) fn edges_crossing(p: [DVec3; 2], q: [DVec3; 2], n: DVec3, band: Band) -> Option<DVec3> {
    let (u, v, between) = (p[1] - p[0], q[1] - q[0], q[0] - p[0]);
    let cross = n.dot(u.cross(v));
    let longer = u.length_squared().max(v.length_squared());
    if cross * cross < band.high * band.high * longer {
        return None;
    }
    let (along_p, along_q) = (n.dot(between.cross(v)) / cross, n.dot(between.cross(u)) / cross);
    let within = |share: f64| (0.0..=1.0).contains(&share);
    (within(along_p) && within(along_q)).then(|| (p[0] + u * along_p + q[0] + v * along_q) * 0.5)
}

/// A point of either support feature, to measure plane coordinates from.
fn base_point(a: &Side, b: &Side) -> DVec3 {
    match a.shape {
        Shape::HalfSpace(_) => b.place(b.shape.support(b.dir)),
        Shape::Polyhedron(shape) => shape.vertices()[a.near[0].0 as usize],
        shape => shape.support(a.dir),
    }
}

/// The middle of two features of which neither is a point throughout the band; `size` is a bound of their diameters [m].
fn extended(a: &Side, b: &Side, n: DVec3, (band, naming, size): (Band, f64, f64), lists: &mut PatchLists) -> Patch {
    let view = View::new(base_point(a, b), n);
    let PatchLists { steps, corners, fading } = lists;
    let sides = [a, b];
    for (side, corners) in sides.iter().zip(&mut *corners) {
        side.place_corners(&view, corners);
    }
    if corners[0].around
        && corners[1].around
        && let Some(shared) = fading.shared([&corners[0].corners, &corners[1].corners], band, size)
    {
        let kind = corners[0].kind_with(&corners[1], naming);
        return Patch { p: view.base() + view.lift(shared.middle), kind, axes: shared.spread.axes(&view) };
    }
    steps.clear();
    for (k, side) in sides.iter().enumerate() {
        side.push_steps(k, steps);
    }
    steps.retain(|(step, _)| *step > band.low && *step < band.high);
    steps.sort_by(|(p, _), (q, _)| p.total_cmp(q));
    let (mut middle, mut spread) = (DVec2::ZERO, Spread::ZERO);
    let mut kind = Kind::Smooth;
    let mut from = band.low;
    let spread_of = |figure: &Figure| if band.even { figure.spread() } else { Spread::ZERO };
    let mut figures = [0, 1].map(|k| sides[k].grown_figure(&view, &corners[k], from));
    let mut spreads = [spread_of(&figures[0]), spread_of(&figures[1])];
    for (to, grows) in steps.iter().copied().chain([(band.high, 0)]) {
        let share = band.faded(to) - band.faded(from);
        let [f, g] = &figures;
        if from <= naming {
            kind = figure_kind(a, b, (f, g), naming);
        }
        if share > 0.0 {
            middle += overlap_centroid(f, g, band) * share;
            if band.even {
                spread += spreads[0].lesser(spreads[1]) * share;
            }
        }
        if to < band.high {
            figures[grows] = sides[grows].grown_figure(&view, &corners[grows], to);
            spreads[grows] = spread_of(&figures[grows]);
        }
        from = to;
    }
    Patch { p: view.base() + view.lift(middle), kind, axes: spread.axes(&view) }
}

/// The name of a contact in which one side at least is a point.
fn point_kind(a: &Side, b: &Side, tolerance: f64) -> Kind {
    match (a.corner_count(tolerance), b.corner_count(tolerance)) {
        (Some(on_a), Some(on_b)) => named_by_corners(on_a.max(on_b)),
        _ => Kind::Smooth,
    }
}

fn figure_kind(a: &Side, b: &Side, figures: (&Figure, &Figure), tolerance: f64) -> Kind {
    match figures {
        (Figure::Point(_), _) | (_, Figure::Point(_)) => point_kind(a, b, tolerance),
        (Figure::Segment(p), Figure::Segment(q)) => {
            let straight = a.corner_count(tolerance).is_some() && b.corner_count(tolerance).is_some();
            match (side_by_side(*p, *q, tolerance), straight) {
                (true, _) => Kind::ParallelEdges,
                (false, true) => Kind::EdgeEdge,
                (false, false) => Kind::Smooth,
            }
        }
        (Figure::Segment(_), _) | (_, Figure::Segment(_)) => Kind::EdgeFace,
        _ => Kind::FaceFace,
    }
}
