//! The arrangements that are drawn and measured, and what both measures say of them.

use glam::{DQuat, DVec3};
use packstone::geometry::{Cylinder, Pose, Shape};
use packstone::narrow::axisymmetric::{AxialContact, AxialCylinder, FACTOR, Scheme, contact};
use packstone::narrow::{Body, Contact, Detector, Minkowski, WarmStart};

/// Two cylinders and what they are called.
#[derive(Clone, Copy)]
pub struct Named {
    /// What is drawn.
    pub name: &'static str,
    /// First and second cylinder.
    pub pair: [AxialCylinder; 2],
    /// Direction to the eye, from where the contact is seen well.
    pub eye: DVec3,
}

/// A cylinder.
pub fn cylinder(radius: f64, half_height: f64, axis: DVec3, center: DVec3) -> AxialCylinder {
    AxialCylinder { radius, half_height, axis: axis.normalize(), center }
}

/// The six arrangements; [`sunk`] sets their depth.
pub fn arrangements() -> [Named; 6] {
    let up = DVec3::Z;
    let named = |name, first, second, eye: DVec3| Named { name, pair: [first, second], eye };
    [
        named(
            "interior crossing",
            cylinder(1.0, 3.0, up, DVec3::ZERO),
            cylinder(0.8, 3.0, DVec3::new(1.0, 0.0, 0.4), DVec3::new(0.3, 1.7, 0.2)),
            DVec3::new(1.0, -0.45, 0.4),
        ),
        named(
            "side by side, parallel",
            cylinder(1.0, 1.6, up, DVec3::ZERO),
            cylinder(0.8, 1.6, up, DVec3::new(1.7, 0.0, 0.7)),
            DVec3::new(0.25, -1.0, 0.3),
        ),
        named(
            "base on base, offset",
            cylinder(1.0, 0.8, up, DVec3::ZERO),
            cylinder(1.0, 0.8, up, DVec3::new(0.7, 0.0, 1.5)),
            DVec3::new(0.25, -1.0, 0.25),
        ),
        named(
            "edge into side",
            cylinder(1.0, 2.2, up, DVec3::ZERO),
            cylinder(0.8, 1.2, DVec3::new(1.0, 0.45, 0.9), DVec3::new(2.1, 0.6, 0.8)),
            DVec3::new(0.1, -1.0, 0.3),
        ),
        named(
            "disc edge on disc face",
            cylinder(1.0, 0.12, up, DVec3::ZERO),
            cylinder(1.0, 0.12, DVec3::new(1.0, 0.35, 0.25), DVec3::new(0.3, 0.25, 1.05)),
            DVec3::new(0.35, -1.0, 0.3),
        ),
        named(
            "coins, tilted by 0.02",
            cylinder(1.0, 0.12, up, DVec3::ZERO),
            cylinder(1.0, 0.12, DVec3::new(0.014, 0.014, 1.0), DVec3::new(0.6, -0.2, 0.24)),
            DVec3::new(0.25, -1.0, 0.3),
        ),
    ]
}

/// The Minkowski contact of two cylinders.
pub fn minkowski(pair: &[AxialCylinder; 2], detector: &mut Minkowski) -> Option<Contact> {
    let shape = |c: &AxialCylinder| Cylinder::new(c.radius, c.half_height).map(Shape::Cylinder).ok();
    let shapes = [shape(&pair[0])?, shape(&pair[1])?];
    let pose = |c: &AxialCylinder| Pose::new(c.center, DQuat::from_rotation_arc(DVec3::Z, c.axis));
    let [a, b] = [0, 1].map(|k| Body { shape: &shapes[k], pose: pose(&pair[k]) });
    detector.detect(&a, &b, &mut WarmStart::default()).ok()
}

/// The pair with its second cylinder moved along the Minkowski normal until that overlap is `depth` [m].
pub fn sunk(pair: &[AxialCylinder; 2], depth: f64, detector: &mut Minkowski) -> Option<[AxialCylinder; 2]> {
    let found = minkowski(pair, detector)?;
    let center = pair[1].center + found.normal * (found.overlap - depth);
    Some([pair[0], AxialCylinder { center, ..pair[1] }])
}

/// What both say of one pair.
#[derive(Clone, Copy)]
pub struct Compared {
    /// The Minkowski contact.
    pub minkowski: Contact,
    /// The framework's contact.
    pub axial: AxialContact,
}

impl Compared {
    /// Of an overlapping pair.
    pub fn new(pair: &[AxialCylinder; 2], scheme: Scheme, detector: &mut Minkowski) -> Option<Self> {
        let minkowski = minkowski(pair, detector)?;
        let (axial, _) = contact(&pair[0], &pair[1], scheme, FACTOR)?;
        Some(Self { minkowski, axial })
    }

    /// Framework's overlap over Minkowski overlap.
    pub fn ratio(&self) -> f64 {
        self.axial.overlap / self.minkowski.overlap
    }

    /// Angle between the two normals [rad], exact for small ones too.
    pub fn angle(&self) -> f64 {
        let (p, q) = (self.axial.normal, self.minkowski.normal);
        p.cross(q).length().atan2(p.dot(q))
    }
}
