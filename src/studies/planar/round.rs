//! The disc and the ellipse.

use glam::DVec2;

use super::error::{PlanarShapeError, positive};

/// A disc about the origin of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    radius: f64,
}

impl Disc {
    /// A disc of this radius [m].
    ///
    /// # Errors
    /// Refused is a radius that is not finite or not above zero.
    pub fn new(radius: f64) -> Result<Self, PlanarShapeError> {
        Ok(Self { radius: positive("radius", radius)? })
    }

    /// Radius [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// An ellipse about the origin of its frame, its axes along x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    radii: DVec2,
}

impl Ellipse {
    /// An ellipse with these half axes along x and y [m].
    ///
    /// # Errors
    /// Refused are half axes that are not finite or not above zero.
    pub fn new(radii: DVec2) -> Result<Self, PlanarShapeError> {
        positive("half axis along x", radii.x)?;
        positive("half axis along y", radii.y)?;
        Ok(Self { radii })
    }

    /// Half axes along x and y [m].
    pub fn radii(&self) -> DVec2 {
        self.radii
    }

    /// The point furthest along the unit vector `dir`.
    pub(super) fn support(&self, dir: DVec2) -> DVec2 {
        let scaled = self.radii * dir;
        self.radii * scaled / scaled.length()
    }

    /// The least radius of curvature [m]. A disc of this radius rolls along the inside of the boundary: the ellipse
    /// is a convex core with this radius around it.
    pub(super) fn inner_radius(&self) -> f64 {
        let (short, long) = (self.radii.min_element(), self.radii.max_element());
        short * (short / long)
    }

    /// Radius of curvature where the outward normal is the unit vector `dir` [m]: with half axes a, b and support
    /// height h it is `a^2 b^2 / h^3`.
    pub(super) fn curvature_radius(&self, dir: DVec2) -> f64 {
        let height = (self.radii * dir).length();
        (self.radii.x / height) * (self.radii.y / height) * (self.radii.x * self.radii.y / height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipse_supports_where_its_normal_points() {
        let ellipse = Ellipse::new(DVec2::new(3.0, 0.5)).expect("an ellipse");
        for k in 0..100 {
            let n = DVec2::from_angle(0.0628 * f64::from(k));
            let p = ellipse.support(n);
            let on_it = (p / ellipse.radii()).length_squared();
            let normal = (p / ellipse.radii() / ellipse.radii()).normalize();
            assert!((on_it - 1.0).abs() < 1e-14 && normal.distance(n) < 1e-14);
            // The support point walks along the tangent by the radius of curvature per radian.
            let step = 1e-5;
            let walked = ellipse.support(n.rotate(DVec2::from_angle(step)))
                - ellipse.support(n.rotate(DVec2::from_angle(-step)));
            let radius = walked.dot(n.perp()) / (2.0 * step);
            assert!((radius / ellipse.curvature_radius(n) - 1.0).abs() < 1e-6, "{k}: {radius}");
            assert!(ellipse.curvature_radius(n) >= ellipse.inner_radius() * (1.0 - 1e-15));
        }
    }

    #[test]
    fn bad_radii_are_refused() {
        assert!(Disc::new(0.0).is_err() && Disc::new(f64::NAN).is_err() && Disc::new(f64::INFINITY).is_err());
        let refused = Ellipse::new(DVec2::new(1.0, -2.0)).expect_err("no ellipse");
        assert_eq!(refused.to_string(), "half axis along y is -2: it must be above zero");
    }
}
