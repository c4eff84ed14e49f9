//! Proofs without a search: how small the overlap of two bodies can be at most, from figures inside them that touch their
//! surfaces from within.
//!
//! Let n be a direction of width w whose support points stand one above the other, p_A - p_B = w n. Overlaps do not grow
//! when bodies shrink. So if A holds a ball of radius e > w that touches its surface at p_A, the overlap of A and B is not
//! below that of the ball and the point p_B, which is w: no other direction is better, and none is as good.
//!
//! At a sharp rim no ball fits. Of two rims, each holds a circle of radius r through its point, along a and along b. Their
//! difference has, at an angle t < 90 degrees from n, a width of at least w cos t + l sin^2 t / 2, where l is the smaller
//! eigenvalue of r_A a a' + r_B b b', which is not below w where l > 2 w. Beyond 90 degrees, the width along -n, the reach
//! of the difference and the convexity of its support function keep the width above a bound that is compared with w.

use glam::DVec3;

use super::pair::{Core, Pair};
use crate::geometry::{Cylinder, Ellipsoid, Feature, Superquadric};

/// Balls are larger than the overlap by this factor, and by [`CAPACITY`].
const LARGER: f64 = 1.25;
/// By how much, as a share of the smaller body, proofs must succeed: directions that are 0.1 rad away are then worse by more
/// than 1e-9 of it, which makes the answer unique.
const CAPACITY: f64 = 1e-6;
/// A rim runs across the normal to this sine: the circle is then its own support to second order, which is below rounding.
const ACROSS: f64 = 1e-8;
/// A point this close to a rim, as a share of the body, is on it.
const ON_RIM: f64 = 1e-10;

/// A stationary direction with the points that meet along it, in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stationary {
    /// Unit direction from A to B.
    pub n: DVec3,
    /// Points of A and B.
    pub points: (DVec3, DVec3),
    /// The lesser of the bodies' sizes [m].
    pub size: f64,
}

/// How deep the middle of a ball is below the surface [m], which proves an overlap of bodies of which the smaller has some size.
pub(crate) fn ball_depth(overlap: f64, size: f64) -> f64 {
    LARGER * overlap + CAPACITY * size
}

/// A bound that the overlap is not below [m]: as good as the width where a proof is found, minus infinity where not.
pub(crate) fn least_overlap(pair: &Pair<Core, Core>, found: &Stationary) -> f64 {
    let (p_a, p_b) = found.points;
    let overlap = (p_a - p_b).dot(found.n);
    let depth = ball_depth(overlap, found.size);
    let center_a = p_a - found.n * depth;
    let by_a = ball(&pair.a, p_a, found.n, depth) - p_b.distance(center_a);
    if by_a > overlap - CAPACITY * found.size {
        return by_a;
    }
    let center_b = p_b + found.n * depth;
    let (own_point, own_n) = (pair.frame.turn_back * (p_b - pair.frame.shift), pair.frame.turn_back * -found.n);
    let by_b = ball(&pair.b, own_point, own_n, depth) - p_a.distance(center_b);
    if by_b > overlap - CAPACITY * found.size {
        return by_b;
    }
    let ridges = ridge(&pair.a, p_a, found.n).zip(ridge(&pair.b, own_point, own_n));
    match ridges {
        Some((a, b)) if crossing(pair, found, overlap, (a, b.turned(pair))) => overlap,
        _ => f64::NEG_INFINITY,
    }
}

/// Radius of a ball about the point that lies `depth` below the surface point `p` with normal `n`, inside of the body [m];
/// minus infinity where none is known.
fn ball(core: &Core, p: DVec3, n: DVec3, depth: f64) -> f64 {
    let fits = |largest: f64| if depth <= largest { depth } else { f64::NEG_INFINITY };
    let center = || p - n * depth;
    match core {
        Core::Point | Core::Segment(_) => f64::NEG_INFINITY,
        Core::Cylinder(shape) => depth_in_cylinder(shape, center()),
        Core::Polyhedron(shape) => {
            let center = center();
            shape.faces().iter().map(|face| face.offset - face.normal.dot(center)).fold(f64::INFINITY, f64::min)
        }
        Core::Ellipsoid(shape) => fits(ball_of_ellipsoid(shape, p.dot(n))),
        Core::Superquadric(shape) => fits(ball_of_superquadric(shape, p.dot(n))),
    }
}

fn depth_in_cylinder(shape: &Cylinder, center: DVec3) -> f64 {
    (shape.radius() - center.truncate().length()).min(shape.half_height() - center.z.abs())
}

/// Where F is a convex function whose second derivatives are at most L inside of F = 1, the ball of radius |grad F| / L fits
/// below each point p of that surface. If F grows with the power m along rays, then p . grad F = m, and so with the height
/// p . n the radius is m / (height L). Here F = |x/a|^2 + |y/b|^2 + |z/c|^2.
fn ball_of_ellipsoid(shape: &Ellipsoid, height: f64) -> f64 {
    let least = shape.radii().min_element();
    least * least / height
}

/// The same for F = N^n1 + |z/c|^n1, N being the n2-norm of (x/a, y/b), with exponents of 2 and above. Half the square of N
/// has second derivatives of at most n2 - 1 (see Juditsky and Nemirovski 2008, "Large deviations of vector-valued martingales
/// in 2-smooth normed spaces"), and those of its power follow by the chain rule.
fn ball_of_superquadric(shape: &Superquadric, height: f64) -> f64 {
    let ((n1, n2), radii) = (shape.exponents(), shape.radii());
    if n1 < 2.0 || n2 < 2.0 {
        return f64::NEG_INFINITY;
    }
    let least_across = radii.x.min(radii.y);
    let bend_across = (n2 - 1.0 + n1 - 2.0) / (least_across * least_across);
    let bend_along = (n1 - 1.0) / (radii.z * radii.z);
    (height * bend_across.max(bend_along)).recip()
}

/// A curve in the surface that runs across the normal: along a unit vector, bent by a circle of some radius inside the body.
#[derive(Clone, Copy, Debug)]
struct Ridge {
    along: DVec3,
    radius: f64,
}

impl Ridge {
    fn turned(self, pair: &Pair<Core, Core>) -> Self {
        Self { along: pair.frame.turn * self.along, ..self }
    }
}

/// The rim or edge that holds the surface point `p` with normal `n`.
fn ridge(core: &Core, p: DVec3, n: DVec3) -> Option<Ridge> {
    let found = match core {
        Core::Cylinder(shape) => {
            let across = p.truncate().length();
            let on_rim = across >= shape.radius() * (1.0 - ON_RIM);
            on_rim.then(|| Ridge { along: DVec3::new(-p.y, p.x, 0.0) / across, radius: across })?
        }
        Core::Polyhedron(shape) => {
            let Feature::Segment([from, to]) = shape.support_feature(n, ON_RIM * shape.bounding_radius()) else {
                return None;
            };
            // A straight edge that goes on for l both ways has a width of l |sin t| at least: more than a circle of 2 l.
            let radius = 2.0 * p.distance(from).min(p.distance(to));
            Ridge { along: (to - from).normalize(), radius }
        }
        _ => return None,
    };
    (found.along.dot(n).abs() <= ACROSS).then_some(found)
}

/// Whether two ridges that cross prove the overlap.
fn crossing(pair: &Pair<Core, Core>, found: &Stationary, overlap: f64, (a, b): (Ridge, Ridge)) -> bool {
    let half_trace = 0.5 * (a.radius + b.radius);
    let determinant = a.radius * b.radius * a.along.cross(b.along).length_squared();
    let half_bend = 0.5 * (half_trace - (half_trace * half_trace - determinant).max(0.0).sqrt());
    let room = CAPACITY * found.size;
    if half_bend <= overlap + room {
        return false;
    }
    // Beyond the right angle: what the directions across and the opposite one leave between them.
    let opposite = -pair.support(-found.n).w.dot(found.n);
    let reach = pair.a.radius() + pair.b.radius() + pair.frame.shift.length();
    let tangent = (half_bend + reach) / (opposite + overlap);
    half_bend - overlap * tangent > (overlap + room) * tangent.hypot(1.0)
}

#[cfg(test)]
mod tests {
    use glam::DQuat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::geometry::{Polyhedron, Pose, Shape};
    use crate::narrow::Body;
    use crate::narrow::curved::stationary_direction;
    use crate::narrow::features::Candidate;
    use crate::narrow::pair::Frame;

    fn vector(rng: &mut Pcg64) -> DVec3 {
        loop {
            let v = DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
            if (0.01..1.0).contains(&v.length_squared()) {
                return v;
            }
        }
    }

    fn shapes() -> Vec<Shape> {
        let ellipsoid = |x, y, z| Shape::Ellipsoid(Ellipsoid::new(DVec3::new(x, y, z)).expect("an ellipsoid"));
        let cylinder = |r, h| Shape::Cylinder(Cylinder::new(r, h).expect("a cylinder"));
        let superquadric =
            |n1, n2| Shape::Superquadric(Superquadric::new(DVec3::new(1.0, 0.8, 0.6), n1, n2).expect("a superquadric"));
        vec![
            ellipsoid(1.0, 0.7, 0.4),
            ellipsoid(1.0, 1.0, 0.1),
            cylinder(1.0, 0.1),
            cylinder(0.6, 0.6),
            cylinder(0.1, 1.0),
            superquadric(4.0, 3.0),
            superquadric(2.0, 8.0),
            superquadric(6.0, 2.0),
            Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(0.6, 0.5, 0.4)).expect("a box")),
        ]
    }

    /// Stationary directions found from anywhere, the best ones and others: whatever is claimed of the overlap, no width among
    /// thousands is below it.
    #[test]
    fn no_width_is_below_a_bound() {
        let (mut rng, shapes) = (Pcg64::seed_from_u64(71), shapes());
        let (mut proven, mut unproven_maxima) = (0, 0);
        for round in 0..6000 {
            let (a, b) = (&shapes[round % shapes.len()], &shapes[round / shapes.len() % shapes.len()]);
            let turn = |rng: &mut Pcg64| DQuat::from_scaled_axis(vector(rng) * 3.0);
            let (along, turns) = (vector(&mut rng).normalize(), [turn(&mut rng), turn(&mut rng)]);
            let height = |shape: &Shape, turn: DQuat, n: DVec3| (turn * shape.support(turn.inverse() * n)).dot(n);
            let touching = height(a, turns[0], along) + height(b, turns[1], -along);
            let away = along * (touching - 10f64.powf(rng.random_range(-4.0..0.0)));
            let bodies = [
                Body { shape: a, pose: Pose::new(DVec3::ZERO, turns[0]) },
                Body { shape: b, pose: Pose::new(away, turns[1]) },
            ];
            let pair = Pair::new(Core::new(a).0, Core::new(b).0, Frame::new(&bodies[0], &bodies[1]));
            // Where the bodies were pushed into each other, or anywhere; A's frame is turned.
            let pushed = turns[0].inverse() * along * if round % 3 > 0 { 3.0 } else { 0.0 };
            let found = stationary_direction(&pair, &[], (pushed + vector(&mut rng)).normalize());
            if found.witness.is_none() || found.width <= 0.0 {
                continue;
            }
            let sampled = (0..1200).map(|k| {
                let near = found.n * f64::from(u8::from(k < 200));
                (near + vector(&mut rng) * 10f64.powf(rng.random_range(-4.0..0.0))).normalize()
            });
            let least = sampled.map(|n| Candidate::along(&pair, n).width).fold(found.width, f64::min);
            assert!(found.floor <= least + 1e-12, "{} and {}: {found:?}, {least}", a.family(), b.family());
            proven += usize::from(found.width - found.floor < 1e-11);
            unproven_maxima += usize::from(found.width - least > 1e-3);
        }
        assert!(proven > 200, "{proven} proofs");
        assert!(unproven_maxima > 200, "{unproven_maxima} directions that are not the best: not a test");
    }
}
