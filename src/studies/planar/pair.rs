//! Two bodies as one Minkowski difference, about A's centroid and in the axes of the world.

use glam::DVec2;

use super::shape::{PlanarBody, PlanarShape, turn_back};

/// Number of a support point on a curved boundary: no two of them are known to be the same.
pub(super) const UNNUMBERED: u32 = u32::MAX;

/// A point of the difference with the corners of A and B that it is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    /// Point of A minus point of B [m].
    pub w: DVec2,
    /// Number of the corner of A, and of B.
    pub ids: (u32, u32),
}

impl Vertex {
    /// True when both are made of the same corners.
    pub fn same(&self, other: &Self) -> bool {
        self.ids.0 != UNNUMBERED && self.ids.1 != UNNUMBERED && self.ids == other.ids
    }
}

/// A shape about its centroid, turned into the axes of the world, without the radius that it has all around: of a
/// disc only the centre is left. What is left of an ellipse bends as much less as it is round, so that EPA is not
/// busy with approaching a circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'s> {
    pub shape: &'s PlanarShape,
    /// Where the shape's x axis points.
    turn: DVec2,
    /// What is left out of the core [m].
    radius: f64,
}

impl<'s> Placed<'s> {
    fn new(body: &PlanarBody<'s>) -> Self {
        let radius = match body.shape {
            PlanarShape::Polygon(_) => 0.0,
            PlanarShape::Disc(disc) => disc.radius(),
            PlanarShape::Ellipse(ellipse) => ellipse.inner_radius(),
        };
        Self { shape: body.shape, turn: DVec2::from_angle(body.pose.angle), radius }
    }

    /// The point of the core furthest along the unit vector `n`, and its number.
    pub fn support(&self, n: DVec2) -> (DVec2, u32) {
        match self.shape {
            PlanarShape::Polygon(polygon) => {
                let k = polygon.furthest(turn_back(self.turn, n));
                (self.turn.rotate(polygon.spokes()[k]), k as u32)
            }
            PlanarShape::Disc(_) => (DVec2::ZERO, 0),
            PlanarShape::Ellipse(ellipse) => {
                (self.turn.rotate(ellipse.support(turn_back(self.turn, n))) - n * self.radius, UNNUMBERED)
            }
        }
    }

    /// Normals of the edges at corner `id`, if there is such a corner.
    pub fn normals_at(&self, id: u32) -> impl Iterator<Item = DVec2> + use<> {
        let normals = match self.shape {
            PlanarShape::Polygon(polygon) if id != UNNUMBERED => Some(polygon.normals_at(id as usize)),
            _ => None,
        };
        let turn = self.turn;
        normals.into_iter().flatten().map(move |n| turn.rotate(n))
    }

    /// Radius of curvature of the core where its outward normal is `n` [m].
    pub fn curvature_radius(&self, n: DVec2) -> f64 {
        match self.shape {
            PlanarShape::Ellipse(ellipse) => ellipse.curvature_radius(turn_back(self.turn, n)) - self.radius,
            PlanarShape::Polygon(_) | PlanarShape::Disc(_) => 0.0,
        }
    }

    /// Points of the core that may lie on a support line: the corners of a polygon, else the one support point along
    /// `n`.
    pub fn points(&self, n: DVec2) -> impl Iterator<Item = DVec2> + use<'s> {
        let (corners, lone) = match self.shape {
            PlanarShape::Polygon(polygon) => (polygon.spokes(), None),
            _ => (&[][..], Some(self.support(n).0)),
        };
        let turn = self.turn;
        corners.iter().map(move |p| turn.rotate(*p)).chain(lone)
    }
}

/// Two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'s> {
    pub a: Placed<'s>,
    pub b: Placed<'s>,
    /// From A's centroid to B's [m].
    pub shift: DVec2,
    /// Sum of the radii around the cores [m].
    pub radius: f64,
    /// Radius around A's core alone [m].
    pub radius_a: f64,
    /// Bounding radii, smaller and larger [m].
    pub sizes: (f64, f64),
}

impl<'s> Pair<'s> {
    pub fn new(a: &PlanarBody<'s>, b: &PlanarBody<'s>) -> Self {
        let (placed_a, placed_b) = (Placed::new(a), Placed::new(b));
        // Positions are subtracted first: the centroids are small offsets to that.
        let offset = placed_b.turn.rotate(b.shape.centroid()) - placed_a.turn.rotate(a.shape.centroid());
        let shift = (b.pose.position - a.pose.position) + offset;
        let (size_a, size_b) = (a.shape.bounding_radius(), b.shape.bounding_radius());
        let (radius_a, radius_b) = (placed_a.radius, placed_b.radius);
        let sizes = (size_a.min(size_b), size_a.max(size_b));
        Self { a: placed_a, b: placed_b, shift, radius: radius_a + radius_b, radius_a, sizes }
    }

    /// Support point of the difference of the cores along the unit vector `n`.
    pub fn support(&self, n: DVec2) -> Vertex {
        let ((p, i), (q, j)) = (self.a.support(n), self.b.support(-n));
        Vertex { w: (p - q) - self.shift, ids: (i, j) }
    }

    /// Normals of the difference's edges next to a vertex.
    pub fn normals_around(&self, vertex: &Vertex) -> impl Iterator<Item = DVec2> + use<> {
        let (of_a, of_b) = (self.a.normals_at(vertex.ids.0), self.b.normals_at(vertex.ids.1));
        of_a.chain(of_b.map(|n| -n))
    }

    /// Second derivative of the support width by the angle of `n`, for the support point `w` [m].
    pub fn bend(&self, n: DVec2, w: DVec2) -> f64 {
        self.a.curvature_radius(n) + self.b.curvature_radius(-n) - w.dot(n)
    }

    /// True when a boundary of a core is curved.
    pub fn is_curved(&self) -> bool {
        [self.a, self.b].iter().any(|side| matches!(side.shape, PlanarShape::Ellipse(_)))
    }

    /// True when both cores are single points.
    pub fn is_points(&self) -> bool {
        [self.a, self.b].iter().all(|side| matches!(side.shape, PlanarShape::Disc(_)))
    }

    /// The size that rounding is measured by [m].
    pub fn scale(&self) -> f64 {
        self.sizes.0 + self.sizes.1
    }
}
