//! The wall of a tube or cone, cut by a half-plane through its axis.
//!
//! Coordinates of the cut are (distance from the axis, height). The solid is a half-plane with a straight side and, where
//! the wall ends, a corner and a flat end.

use glam::{DVec2, DVec3};

use super::surface::Revolved;

/// The cut of a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meridian {
    /// Unit normal of the side, into the solid.
    pub normal: DVec2,
    /// A point of the side: its lower end, if it has ends.
    pub base: DVec2,
    /// Length of the side [m]; infinite if it has no ends.
    pub length: f64,
    /// The lower and the upper end, where there are any. A cone that closes in a tip has none there.
    pub rims: [Option<Rim>; 2],
}

/// An end of the side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rim {
    /// Where it is.
    pub corner: DVec2,
    /// The unit vector from here along the side.
    pub inward: DVec2,
    /// Unit normal of the flat end, into the solid.
    pub end_normal: DVec2,
    /// Tangent of half the angle between the normals of side and end.
    half_turn: f64,
}

impl Meridian {
    /// The cut of a wall.
    pub fn new(wall: &Revolved) -> Self {
        let cos = wall.cosine();
        let sin = wall.slope * cos;
        let along = DVec2::new(sin, cos);
        let rim = |z: f64, sign: f64| {
            let radius = wall.radius_at(z);
            (!wall.closes_with(radius)).then(|| Rim {
                corner: DVec2::new(radius, z),
                inward: along * sign,
                end_normal: DVec2::new(0.0, sign),
                half_turn: (1.0 + sign * sin) / cos,
            })
        };
        let rims = wall.height.map_or([None, None], |height| [rim(0.0, 1.0), rim(height, -1.0)]);
        let length = wall.height.map_or(f64::INFINITY, |height| height / cos);
        Self { normal: DVec2::new(cos, -sin), base: DVec2::new(wall.radius, 0.0), length, rims }
    }

    /// The rims that a contact at a point of the grain must reckon with. `point` is the furthest one along the side's
    /// normal n, `depth` of it lies in the solid. Any other direction, turned from n by t towards the normal of an end,
    /// sees this point at least `distance sin t + depth cos t` deep. That is no less than `depth` for all t up to T if
    /// the distance along the side from the rim is above `depth tan(T/2)`: then n is the best direction, no other need
    /// be tried.
    pub fn rims_near(&self, point: DVec2, depth: f64) -> [Option<&Rim>; 2] {
        self.rims
            .each_ref()
            .map(|rim| rim.as_ref().filter(|rim| (point - rim.corner).dot(rim.inward) < depth.max(0.0) * rim.half_turn))
    }

    /// A rim that a ball reaches; `center` is its middle in its own cut.
    pub fn rim_within(&self, center: DVec2, radius: f64) -> Option<Rim> {
        self.rims.into_iter().flatten().find(|rim| (center - rim.corner).dot(rim.inward) < radius)
    }
}

/// The point of the cut at `azimuth`, a unit vector, in which `p` lies sideways by [m]: (its place in the cut, sideways).
pub(crate) fn cut_of(p: DVec3, azimuth: DVec2) -> (DVec2, f64) {
    let across = DVec2::new(p.x, p.y);
    (DVec2::new(across.dot(azimuth), p.z), azimuth.perp_dot(across))
}

/// The point or direction of space from its place in the cut at `azimuth`.
pub(crate) fn lifted(q: DVec2, azimuth: DVec2) -> DVec3 {
    DVec3::new(azimuth.x * q.x, azimuth.y * q.x, q.y)
}
