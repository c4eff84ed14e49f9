//! The contact of two cylinders in the framework, and the detector that offers it by name.

use glam::DVec3;

use super::{Arrangement, AxialCylinder, Region, edges, halfspace_contact, layered, normal_through, sphere_contact};
use crate::geometry::Shape;
use crate::geometry::planar::PatchAxes;
use crate::narrow::{Body, Contact, Detector, Kind, Minkowski, Status, Unsupported, WarmStart};

/// The factor lambda of equations 21 and 22, as published.
pub const FACTOR: f64 = 2.0;

/// How the shared region is represented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As the hull of the edges of its bases: fast, and approximate.
    #[default]
    Edges,
    /// As a stack of this many layers: as exact as one likes.
    Layers(usize),
}

/// The contact of two overlapping axisymmetric bodies.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxialContact {
    /// Overlap in the framework's own measure (equations 21 and 22), not the Minkowski overlap [m].
    pub overlap: f64,
    /// Unit normal from the first body to the second; its line through `point` meets both axes.
    pub normal: DVec3,
    /// Contact point, in the world [m].
    pub point: DVec3,
}

/// The contact of two cylinders, with the shared region that it was read from; none where they are apart, or where the
/// region's volume cannot be told from nothing. `factor` is lambda of equations 21 and 22, 2 as published.
pub fn contact(
    first: &AxialCylinder,
    second: &AxialCylinder,
    scheme: Scheme,
    factor: f64,
) -> Option<(AxialContact, Region)> {
    let (pair, axes) = Arrangement::new(first, second);
    let region = match scheme {
        Scheme::Edges => edges(&pair)?.1,
        Scheme::Layers(layers) => layered(&pair, layers)?,
    };
    let point = axes.point(region.centroid);
    let normal = normal_through(first, second, point);
    Some((AxialContact { overlap: region.overlap(factor), normal, point }, region))
}

/// The axisymmetric framework as a detector: cylinders with cylinders, spheres and half-spaces.
///
/// A gap is measured as everywhere else, as the distance of the bodies: the framework says nothing of gaps. So are
/// overlaps at the edge of rounding, which have no region to be read from.
#[derive(Debug)]
pub struct Axisymmetric {
    /// How shared regions are represented.
    pub scheme: Scheme,
    /// Lambda of equations 21 and 22.
    pub factor: f64,
    distance: Minkowski,
}

impl Default for Axisymmetric {
    fn default() -> Self {
        Self::new(Scheme::default(), FACTOR)
    }
}

impl Axisymmetric {
    /// A detector with the given representation and factor lambda.
    pub fn new(scheme: Scheme, factor: f64) -> Self {
        Self { scheme, factor, distance: Minkowski::default() }
    }

    /// The contact of an overlapping pair in the framework; none where it is apart.
    fn overlapping(&self, a: &Body, b: &Body) -> Result<Option<AxialContact>, Unsupported> {
        let found = match (a.shape, b.shape) {
            (Shape::Cylinder(first), Shape::Cylinder(second)) => {
                let [first, second] = [AxialCylinder::new(first, &a.pose), AxialCylinder::new(second, &b.pose)];
                contact(&first, &second, self.scheme, self.factor).map(|(contact, _)| contact)
            }
            (Shape::Cylinder(cylinder), Shape::Sphere(ball)) => {
                sphere_contact(&AxialCylinder::new(cylinder, &a.pose), b.pose.position, ball.radius()).map(|(c, _)| c)
            }
            (Shape::Cylinder(cylinder), Shape::HalfSpace(wall)) => {
                halfspace_contact(&AxialCylinder::new(cylinder, &a.pose), wall, &b.pose).map(|(c, _)| c)
            }
            (Shape::Sphere(_) | Shape::HalfSpace(_), Shape::Cylinder(_)) => {
                self.overlapping(b, a)?.map(|c| AxialContact { normal: -c.normal, ..c })
            }
            _ => {
                return Err(Unsupported {
                    detector: self.name(),
                    a: a.shape.family(),
                    b: b.shape.family(),
                    reason: "the axisymmetric framework is for cylinders with cylinders, spheres and half-spaces; \
                             use minkowski",
                });
            }
        };
        Ok(found)
    }
}

impl Detector for Axisymmetric {
    fn name(&self) -> &'static str {
        "axisymmetric"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        Unsupported::refuse_far(self.name(), a, b)?;
        let Some(found) = self.overlapping(a, b)? else {
            // Apart, or a region too small for its volume to be told from nothing.
            return self.distance.detect(a, b, warm);
        };
        let half = found.normal * (0.5 * found.overlap);
        Ok(Contact {
            overlap: found.overlap,
            lower: found.overlap,
            upper: found.overlap,
            normal: found.normal,
            point: found.point,
            c1: found.point + half,
            c2: found.point - half,
            kind: Kind::Smooth,
            unique: true,
            status: Status::Ok,
            gjk_iterations: 0,
            epa_iterations: 0,
            patch: PatchAxes::POINT,
        })
    }
}
