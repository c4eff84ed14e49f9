//! Pass `bounds`: the oriented box of every body in the world, and the exact test of two such boxes.

use glam::{DMat3, DQuat, DVec3};
use rayon::prelude::*;

use crate::geometry::{OrientedBox, Pose, Shape};

/// Boxes closer than this share of the sum of their radii count as touching: more than all rounding of the test, and
/// less than any contact cares for.
const SLACK: f64 = 1e-13;

/// What bounds a body in its own frame: a box, and a ball about the middle of the box. Made once per shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBox {
    /// The box.
    pub oriented: OrientedBox,
    /// Radius of a ball about the middle of the box that holds the body [m]: of a sphere less than the box's diagonal.
    pub radius: f64,
}

impl LocalBox {
    /// Box and ball of a shape; none for a half-space.
    pub fn of(shape: &Shape) -> Option<Self> {
        let oriented = shape.oriented_box()?;
        let diagonal = oriented.half_extents.length();
        let radius = match shape {
            Shape::Polyhedron(body) => {
                body.vertices().iter().map(|v| v.distance(oriented.center)).fold(0.0, f64::max).min(diagonal)
            }
            // The boxes of all others are about the origin, and so are their bounding radii.
            _ => shape.bounding_radius().min(diagonal),
        };
        Some(Self { oriented, radius })
    }
}

/// A body's bounds in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldBox {
    /// Middle of the box [m].
    pub center: DVec3,
    /// Its axes: unit columns.
    pub axes: DMat3,
    /// Half its lengths along its axes [m].
    pub half: DVec3,
    /// The body is also inside the ball of this radius about `center` [m].
    pub radius: f64,
}

impl WorldBox {
    /// The box of a body at `pose`; the ball is that around the box.
    pub fn new(oriented: &OrientedBox, pose: &Pose) -> Self {
        let turn: DQuat = pose.orientation * oriented.axes;
        Self {
            center: pose.apply(oriented.center),
            axes: DMat3::from_quat(turn),
            half: oriented.half_extents,
            radius: oriented.half_extents.length(),
        }
    }

    /// Box and ball of a body at `pose`.
    pub fn placed(local: &LocalBox, pose: &Pose) -> Self {
        Self { radius: local.radius, ..Self::new(&local.oriented, pose) }
    }

    /// Grown by `margin` on all sides [m]: half the skin, as the other body of a pair brings the other half.
    pub fn grown(self, margin: f64) -> Self {
        Self { half: self.half + margin, radius: self.radius + margin, ..self }
    }

    /// Half its lengths along the axes of the world [m], of box and ball whichever is shorter.
    pub fn aligned_half(&self) -> DVec3 {
        let [x, y, z] =
            [self.axes.x_axis * self.half.x, self.axes.y_axis * self.half.y, self.axes.z_axis * self.half.z];
        (x.abs() + y.abs() + z.abs()).min(DVec3::splat(self.radius))
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.center.is_finite() && self.axes.is_finite() && self.half.is_finite() && self.radius.is_finite()
    }

    /// Whether the bounds of two bodies share a point: balls, upright boxes, and then the boxes exactly.
    pub fn touches(&self, other: &Self) -> bool {
        Reach::new(self).near(&Reach::new(other)) && self.overlaps(other)
    }

    /// Whether two boxes share a point: no separating line among the 15 that can be the only one, the three normals of
    /// each box and the nine cross products of their edges (Gottschalk, Lin and Manocha 1996, "OBBTree").
    ///
    /// All lengths get a slack that is far above rounding. Cross products of nearly parallel edges are not normalised:
    /// they shrink to nothing and then separate nothing, and the normals decide, as they should.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (self.half, other.half);
        let slack = SLACK * (self.radius + other.radius);
        let to_own = self.axes.transpose();
        let t = to_own * (other.center - self.center);
        let turn = to_own * other.axes;
        let cols = [turn.x_axis, turn.y_axis, turn.z_axis];
        let abs = cols.map(DVec3::abs);
        let reach_a = a + abs[0] * b.x + abs[1] * b.y + abs[2] * b.z + slack;
        if t.abs().cmpgt(reach_a).any() {
            return false;
        }
        for k in 0..3 {
            if t.dot(cols[k]).abs() > b[k] + a.dot(abs[k]) + slack {
                return false;
            }
        }
        (0..3).all(|k| {
            // The cross products of the three edges of A with edge k of B, one in each component.
            let (c, s) = (cols[k], abs[k]);
            let (p, q) = ((k + 1) % 3, (k + 2) % 3);
            let distance = DVec3::new(t.z * c.y - t.y * c.z, t.x * c.z - t.z * c.x, t.y * c.x - t.x * c.y);
            let of_a = DVec3::new(a.y * s.z + a.z * s.y, a.x * s.z + a.z * s.x, a.x * s.y + a.y * s.x);
            let of_b = abs[q] * b[p] + abs[p] * b[q];
            !distance.abs().cmpgt(of_a + of_b + slack).any()
        })
    }
}

/// The cheap part of the bounds, in one cache line, and the size level of the body.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Reach {
    /// Middle [m].
    pub center: DVec3,
    /// Radius of the ball, with slack [m].
    pub radius: f64,
    /// Half lengths along the axes of the world, with slack [m].
    pub half: DVec3,
    /// Size level; see `grid.rs`.
    pub level: u32,
    /// The box holds the whole ball: boxes of two such bodies touch where their balls do.
    pub holds_ball: bool,
}

impl Reach {
    /// The reach of a box, on level 0.
    pub fn new(bounds: &WorldBox) -> Self {
        let slack = SLACK * bounds.radius;
        let half = bounds.aligned_half() + slack;
        let holds_ball = bounds.half.min_element() >= bounds.radius;
        Self { center: bounds.center, radius: bounds.radius + slack, half, level: 0, holds_ball }
    }

    /// Whether balls and upright boxes touch. What is too large for f64 counts as touching.
    #[inline]
    pub fn near(&self, other: &Self) -> bool {
        let between = other.center - self.center;
        let radii = self.radius + other.radius;
        let apart = between.length_squared() > radii * radii;
        let beside = between.abs().cmpgt(self.half + other.half).any();
        // Both without a branch: whether bodies of a cell are near is what no processor can predict.
        !(apart | beside)
    }
}

/// The pass: boxes of all bodies at their poses, each grown by half of `skin` [m].
pub fn bounds(poses: &[Pose], local: impl Fn(usize) -> LocalBox + Sync, skin: f64, boxes: &mut Vec<WorldBox>) {
    let place = |(body, pose): (usize, &Pose)| WorldBox::placed(&local(body), pose).grown(0.5 * skin);
    poses.par_iter().enumerate().with_min_len(256).map(place).collect_into_vec(boxes);
}
