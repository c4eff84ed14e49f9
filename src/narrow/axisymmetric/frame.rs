//! The frame of a cylinder pair and the four numbers that place one cylinder before the other.

use glam::{DVec2, DVec3};

use super::AxialCylinder;

/// Axes whose directions differ by less than this sine are parallel: the rounding of unit vectors times a few hundred.
const PARALLEL: f64 = 1e-13;

/// A right-handed frame in the world: the leading cylinder's, with z along its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// Centre of the leading cylinder [m].
    pub origin: DVec3,
    /// Along the shortest line between the two axes.
    pub x: DVec3,
    /// Across x and z.
    pub y: DVec3,
    /// Along the leading cylinder's axis.
    pub z: DVec3,
}

impl Axes {
    /// The direction with components `v`, in the world.
    pub fn direction(&self, v: DVec3) -> DVec3 {
        self.x * v.x + self.y * v.y + self.z * v.z
    }

    /// The point with coordinates `p` [m], in the world.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.origin + self.direction(p)
    }
}

/// Two cylinders in the frame of the leading one.
///
/// The x axis runs along the shortest line between the two axes, so x is the same for both cylinders up to the shift
/// `d`, and in the y-z plane both are rectangles. Seen so, the other cylinder's centre is (d, y, z) and its axis
/// (0, sin, cos): with d, the angle and two more lengths the arrangement is complete. The authors take for these two
/// lengths s1 and s2, from the centres to the feet of the shortest line; they grow without bound as the axes become
/// parallel, so what is kept here is (y, z), which does not, and s1 and s2 are given on request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrangement {
    /// Radius of the leading cylinder [m].
    pub r1: f64,
    /// Its half height [m].
    pub h1: f64,
    /// Radius of the other cylinder [m].
    pub r2: f64,
    /// Its half height [m].
    pub h2: f64,
    /// Distance of the two axes along x, with sign [m].
    pub d: f64,
    /// Sine of the angle between the axes, not negative; 0 for parallel ones.
    pub sin: f64,
    /// Cosine of the angle between the axes, not negative.
    pub cos: f64,
    /// The other centre's y in the leading frame [m].
    pub y: f64,
    /// The other centre's z in the leading frame [m].
    pub z: f64,
}

impl Arrangement {
    /// The pair with `first` leading, and its frame in the world.
    pub fn new(first: &AxialCylinder, second: &AxialCylinder) -> (Self, Axes) {
        let apart = second.center - first.center;
        let n1 = first.axis;
        let n2 = if n1.dot(second.axis) < 0.0 { -second.axis } else { second.axis };
        let cross = n2.cross(n1);
        let sin = cross.length();
        let parallel = sin < PARALLEL;
        // Of nearly parallel axes the cross product knows its direction badly, but whatever it says is square to both
        // axes up to the rounding of a unit vector, and that is all that the frame needs. Of parallel axes, x points
        // from one to the other; of coaxial ones it is any direction.
        let x = if parallel {
            let across = apart - n1 * n1.dot(apart);
            let far = across.length() > f64::EPSILON * (first.bounding_radius() + second.bounding_radius());
            if far { across.normalize() } else { n1.any_orthonormal_vector() }
        } else {
            cross / sin
        };
        let x = (x - n1 * n1.dot(x)).normalize();
        let axes = Axes { origin: first.center, x, y: n1.cross(x), z: n1 };
        let pair = Self {
            r1: first.radius,
            h1: first.half_height,
            r2: second.radius,
            h2: second.half_height,
            d: apart.dot(x),
            sin: if parallel { 0.0 } else { sin },
            cos: if parallel { 1.0 } else { n1.dot(n2).min(1.0) },
            y: if parallel { 0.0 } else { apart.dot(axes.y) },
            z: apart.dot(n1),
        };
        (pair, axes)
    }

    /// The same pair with the other cylinder leading. The new frame's x and y point against those of the old one's
    /// second cylinder, so that the angle and `d` stay as they are; [`Self::from_swapped`] leads back.
    pub fn swapped(&self) -> Self {
        Self {
            r1: self.r2,
            h1: self.h2,
            r2: self.r1,
            h2: self.h1,
            d: self.d,
            sin: self.sin,
            cos: self.cos,
            y: self.cos * self.y - self.sin * self.z,
            z: -(self.sin * self.y + self.cos * self.z),
        }
    }

    /// A point of the swapped frame, in this one [m].
    pub fn from_swapped(&self, p: DVec3) -> DVec3 {
        let (y2, z2) = (-p.y, p.z);
        DVec3::new(self.d - p.x, self.y + self.cos * y2 + self.sin * z2, self.z - self.sin * y2 + self.cos * z2)
    }

    /// A point of this frame in the other cylinder's own coordinates y2, z2, its profile plane [m].
    pub fn profile(&self, y: f64, z: f64) -> DVec2 {
        let (y, z) = (y - self.y, z - self.z);
        DVec2::new(self.cos * y - self.sin * z, self.sin * y + self.cos * z)
    }

    /// Where the shortest line meets the two axes, from the centres: s1 and s2 [m]; none for parallel axes.
    pub fn feet(&self) -> Option<(f64, f64)> {
        (self.sin > 0.0).then(|| (self.z - self.y * self.cos / self.sin, -self.y / self.sin))
    }

    /// Angle between the axes [rad].
    pub fn angle(&self) -> f64 {
        self.sin.atan2(self.cos)
    }

    /// The smaller of the two bounding radii [m].
    pub fn size(&self) -> f64 {
        self.r1.hypot(self.h1).min(self.r2.hypot(self.h2))
    }
}
