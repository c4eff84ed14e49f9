//! Simple bodies around a shape: a ball, and a box turned with it.

use glam::{DMat3, DQuat, DVec3};

use super::{Polyhedron, Shape, Superquadric};

/// Another frame must save this part of a box's volume to be taken: rounding alone shall not turn a box.
const WORTH_TURNING: f64 = 1e-9;
/// Points this part of the radius outside a ball count as inside: rounding of the ball itself.
const ON_BALL: f64 = 1e-14;
/// Each round enlarges the ball, and ten or so do; the limit only guards against rounding.
const MAX_ROUNDS: usize = 200;

/// A box in a turned frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Middle of the box in the shape's own frame [m].
    pub center: DVec3,
    /// Half its lengths along its own axes [m].
    pub half_extents: DVec3,
    /// Turn from the box's axes to the shape's own frame.
    pub axes: DQuat,
}

impl OrientedBox {
    /// Volume [m3].
    pub fn volume(&self) -> f64 {
        8.0 * self.half_extents.element_product()
    }
}

impl Shape {
    /// How far turns about the axes of its frame move a body, for each sine of half their angle [m]: twice the bounding radius is
    /// the most, and a turn about an axis of revolution moves nothing.
    pub fn levers(&self) -> DVec3 {
        let any = 2.0 * self.bounding_radius();
        let round = DVec3::new(any, any, 0.0);
        match self {
            Self::Sphere(_) => DVec3::ZERO,
            Self::Capsule(_) | Self::Cylinder(_) => round,
            Self::Ellipsoid(s) if s.radii().x == s.radii().y => round,
            _ => DVec3::splat(any),
        }
    }

    /// Radius of the largest ball about the origin of its frame that is inside the shape [m]: half the thickness of a disc, the
    /// radius of a needle; infinite for a half-space, and 0 where the origin is not inside.
    pub fn inscribed_radius(&self) -> f64 {
        match self {
            Self::Sphere(s) => s.radius(),
            Self::Ellipsoid(s) => s.radii().min_element(),
            Self::Capsule(s) => s.radius(),
            Self::Cylinder(s) => s.radius().min(s.half_height()),
            Self::Superquadric(s) => inscribed_in(s),
            Self::Polyhedron(s) => s.faces().iter().map(|face| face.offset).fold(f64::INFINITY, f64::min).max(0.0),
            Self::HalfSpace(_) => f64::INFINITY,
        }
    }

    /// Centre and radius [m] of the smallest ball around the shape; none for a half-space.
    pub fn bounding_sphere(&self) -> Option<(DVec3, f64)> {
        match self {
            Self::HalfSpace(_) => None,
            Self::Polyhedron(s) => Some(smallest_ball(s.vertices())),
            // All others are their own mirror images, and so is the smallest ball: it is about the origin.
            _ => Some((DVec3::ZERO, self.bounding_radius())),
        }
    }

    /// A tight box around the shape, along its axes of symmetry or, for polyhedra, along the best of its faces and
    /// edges; none for a half-space.
    pub fn oriented_box(&self) -> Option<OrientedBox> {
        let half_extents = match self {
            Self::Sphere(s) => DVec3::splat(s.radius()),
            Self::Ellipsoid(s) => s.radii(),
            Self::Capsule(s) => DVec3::new(s.radius(), s.radius(), s.radius() + s.half_height()),
            Self::Cylinder(s) => DVec3::new(s.radius(), s.radius(), s.half_height()),
            Self::Superquadric(s) => s.radii(),
            Self::Polyhedron(s) => return Some(self.small_box(s)),
            Self::HalfSpace(_) => return None,
        };
        Some(OrientedBox { center: DVec3::ZERO, half_extents, axes: DQuat::IDENTITY })
    }

    /// The smallest box of a polyhedron among those along its own axes, its principal axes, and each face with each
    /// of that face's edges.
    fn small_box(&self, body: &Polyhedron) -> OrientedBox {
        let mut best = box_along(body, DQuat::IDENTITY);
        let mut try_frame = |axes: DQuat| {
            let other = box_along(body, axes);
            if other.volume() < best.volume() * (1.0 - WORTH_TURNING) {
                best = other;
            }
        };
        if let Some(mass) = self.mass_properties() {
            try_frame(mass.axes);
        }
        for edge in body.edges() {
            let [p, q] = edge.vertices.map(|v| body.vertices()[v as usize]);
            for face in edge.faces {
                let normal = body.faces()[face as usize].normal;
                // The plane is known better than the edge: the edge gives way where they are not square to rounding.
                let across = normal.cross(q - p).normalize();
                try_frame(DQuat::from_mat3(&DMat3::from_cols(across.cross(normal), across, normal)).normalize());
            }
        }
        best
    }
}

/// The largest ball in a superquadric [m]. With exponents from 2 up it holds the ellipsoid of its radii; below, it lies between
/// that and an octahedron, and its nearest tangent plane is found among many: some per cent too far at most.
fn inscribed_in(body: &Superquadric) -> f64 {
    const DIRECTIONS: u32 = 24;
    let (n1, n2) = body.exponents();
    let least = body.radii().min_element();
    if n1 >= 2.0 && n2 >= 2.0 {
        return least;
    }
    let step = std::f64::consts::FRAC_PI_2 / f64::from(DIRECTIONS);
    // Its own mirror image in all three planes: an eighth of all directions is enough.
    let pairs = (0..=DIRECTIONS).flat_map(|j| (0..=DIRECTIONS).map(move |k| (j, k)));
    let height = |(j, k): (u32, u32)| {
        let ((sin, cos), (s, c)) = ((step * f64::from(j)).sin_cos(), (step * f64::from(k)).sin_cos());
        let dir = DVec3::new(cos * c, cos * s, sin);
        body.support(dir).dot(dir)
    };
    pairs.map(height).fold(least, f64::min)
}

/// The box of a polyhedron along the given axes.
fn box_along(body: &Polyhedron, axes: DQuat) -> OrientedBox {
    let range = |axis: DVec3| {
        let reach = |dir: DVec3| body.support(dir).dot(axis);
        (reach(-axis), reach(axis))
    };
    let [x, y, z] = DVec3::AXES.map(|axis| range(axes * axis));
    let (low, high) = (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1));
    OrientedBox { center: axes * ((low + high) * 0.5), half_extents: (high - low) * 0.5, axes }
}

/// The smallest ball around `points` (at least one). It is set by at most four of them: as long as a point lies
/// outside, the furthest one joins, and the smallest ball of those five has a larger radius than the one before.
fn smallest_ball(points: &[DVec3]) -> (DVec3, f64) {
    let furthest = |center: DVec3| {
        let distance = |p: &DVec3| p.distance_squared(center);
        points.iter().copied().max_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(center)
    };
    let mut setters = vec![furthest(points[0])];
    let mut center = setters[0];
    let mut radius = 0.0;
    for _ in 0..MAX_ROUNDS {
        let out = furthest(center);
        if out.distance(center) <= radius * (1.0 + ON_BALL) {
            break;
        }
        setters.push(out);
        let Some(ball) = smallest_ball_of_few(&setters) else { break };
        (setters, center, radius) = ball;
    }
    (center, furthest(center).distance(center))
}

/// The smallest ball around up to five points with the points that set it, by trying every two, three and four.
fn smallest_ball_of_few(points: &[DVec3]) -> Option<(Vec<DVec3>, DVec3, f64)> {
    let mut best: Option<(Vec<DVec3>, DVec3, f64)> = None;
    for choice in 1u32..1 << points.len() {
        if !(2..=4).contains(&choice.count_ones()) {
            continue;
        }
        let chosen: Vec<DVec3> =
            points.iter().enumerate().filter(|(k, _)| choice >> k & 1 == 1).map(|(_, p)| *p).collect();
        let center = circumcenter(&chosen);
        let radius = chosen[0].distance(center);
        let smaller = best.as_ref().is_none_or(|(_, _, known)| radius < *known);
        // A degenerate choice has a center that is not finite: its radius is not smaller than anything.
        if radius.is_finite() && smaller && points.iter().all(|p| p.distance(center) <= radius * (1.0 + ON_BALL)) {
            best = Some((chosen, center, radius));
        }
    }
    best
}

/// The point in the span of two to four points that is as far from each.
fn circumcenter(points: &[DVec3]) -> DVec3 {
    let origin = points[0];
    let to = |k: usize| points[k] - origin;
    origin
        + match points.len() {
            2 => to(1) * 0.5,
            3 => {
                let (a, b) = (to(1), to(2));
                let normal = a.cross(b);
                (b * a.length_squared() - a * b.length_squared()).cross(normal) / (2.0 * normal.length_squared())
            }
            _ => {
                let (a, b, c) = (to(1), to(2), to(3));
                let sum =
                    b.cross(c) * a.length_squared() + c.cross(a) * b.length_squared() + a.cross(b) * c.length_squared();
                sum / (2.0 * a.dot(b.cross(c)))
            }
        }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn vector(rng: &mut Pcg64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)))
    }

    fn hull(points: &[DVec3]) -> Shape {
        Shape::Polyhedron(Polyhedron::from_vertices(points).expect("a hull"))
    }

    #[test]
    fn balls_in_known_bodies() {
        let cuboid = Polyhedron::cuboid(DVec3::new(1.0, 2.0, 0.5)).expect("a box");
        assert_eq!(Shape::Polyhedron(cuboid).inscribed_radius(), 0.5);
        // Away from the origin there is no ball about it.
        assert_eq!(hull(&[DVec3::X, DVec3::X * 2.0, DVec3::X + DVec3::Y, DVec3::X + DVec3::Z]).inscribed_radius(), 0.0);
        // An octahedron, as a superquadric, lies inside the ball of its radii.
        let octahedron = Superquadric::new(DVec3::ONE, 1.0, 1.0).expect("a body");
        let inside = Shape::Superquadric(octahedron).inscribed_radius() * 3f64.sqrt();
        assert!((1.0..1.03).contains(&inside), "{inside}");
        let pill = Superquadric::new(DVec3::new(1.0, 2.0, 0.3), 4.0, 2.0).expect("a body");
        assert_eq!(Shape::Superquadric(pill).inscribed_radius(), 0.3);
    }

    #[test]
    fn balls_of_known_bodies() {
        let cuboid = Polyhedron::cuboid(DVec3::new(1.0, 2.0, 2.0)).expect("a box");
        let (center, radius) = Shape::Polyhedron(cuboid).bounding_sphere().expect("finite");
        assert!(center.length() < 1e-15 && (radius - 3.0).abs() < 1e-15);
        // A flat pyramid's ball is that of its base.
        let pyramid = Polyhedron::square_pyramid(2.0, 0.2).expect("a pyramid");
        let (center, radius) = Shape::Polyhedron(pyramid).bounding_sphere().expect("finite");
        assert!(center.distance(DVec3::Z * -0.05) < 1e-15 && (radius - 2f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn balls_touch_points_on_all_sides() {
        let mut rng = Pcg64::seed_from_u64(31);
        for case in 0..300 {
            let scale = 10f64.powf(rng.random_range(-6.0..3.0));
            let count = rng.random_range(4..200);
            let stretch = vector(&mut rng).abs() + DVec3::splat(0.01);
            let shift = vector(&mut rng) * 3.0;
            let points: Vec<DVec3> = (0..count)
                .map(|_| if case % 2 == 0 { vector(&mut rng) } else { vector(&mut rng).normalize() })
                .map(|p| (p * stretch + shift) * scale)
                .collect();
            let (center, radius) = hull(&points).bounding_sphere().expect("finite");
            assert!(points.iter().all(|p| p.distance(center) <= radius * (1.0 + 1e-14)));
            // Smallest if the center is in the hull of the touching points: no direction leads away from them all.
            let touching: Vec<DVec3> =
                points.iter().filter(|p| p.distance(center) >= radius * (1.0 - 1e-9)).map(|p| *p - center).collect();
            for _ in 0..100 {
                let dir = vector(&mut rng).normalize();
                let furthest = touching.iter().map(|t| t.dot(dir)).fold(f64::MIN, f64::max);
                assert!(furthest >= -1e-9 * radius, "case {case}: {} touch", touching.len());
            }
        }
    }

    #[test]
    fn turned_boxes_find_their_own_frame() {
        let mut rng = Pcg64::seed_from_u64(32);
        for _ in 0..100 {
            let half = vector(&mut rng).abs() + DVec3::splat(0.05);
            let turn = DQuat::from_scaled_axis(vector(&mut rng) * 2.0);
            let cuboid = Polyhedron::cuboid(half).expect("a box");
            let points: Vec<DVec3> = cuboid.vertices().iter().map(|v| turn * *v).collect();
            let found = hull(&points).oriented_box().expect("finite");
            assert!((found.volume() / (8.0 * half.element_product()) - 1.0).abs() < 1e-12);
        }
        let straight = Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(1.0, 2.0, 3.0)).expect("a box"));
        assert_eq!(straight.oriented_box().expect("finite").axes, DQuat::IDENTITY);
    }

    #[test]
    fn boxes_hold_their_polyhedra_and_beat_their_own_axes() {
        let mut rng = Pcg64::seed_from_u64(33);
        for _ in 0..100 {
            let turn = DQuat::from_scaled_axis(vector(&mut rng) * 2.0);
            let points: Vec<DVec3> =
                (0..30).map(|_| turn * (vector(&mut rng) * DVec3::new(1.0, 0.3, 0.1)) + DVec3::X).collect();
            let found = hull(&points).oriented_box().expect("finite");
            for p in &points {
                let own = found.axes.inverse() * (*p - found.center);
                assert!((own.abs() - found.half_extents).max_element() < 1e-14);
            }
            let (low, high) = points.iter().fold((points[0], points[0]), |(l, h), p| (l.min(*p), h.max(*p)));
            assert!(found.volume() <= (high - low).element_product() * (1.0 + 1e-14));
        }
    }

    #[test]
    fn a_half_space_has_no_bounds() {
        let wall = Shape::HalfSpace(crate::geometry::HalfSpace::new(DVec3::Z, 0.0).expect("valid"));
        assert!(wall.bounding_sphere().is_none() && wall.oriented_box().is_none());
    }
}
