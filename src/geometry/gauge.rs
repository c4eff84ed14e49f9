//! The norm whose unit ball is a superquadric: how far along a direction its surface lies.

use glam::DVec3;

use super::Superquadric;

impl Superquadric {
    /// `((|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1)^(1/n1)`: below 1 inside, 1 on the surface, and proportional to the
    /// distance from the origin along every ray.
    pub fn gauge(&self, point: DVec3) -> f64 {
        let (n1, n2) = self.exponents();
        let scaled = (point / self.radii()).abs();
        planar_norm(planar_norm(scaled.x, scaled.y, n2), scaled.z, n1)
    }

    /// Where the ray from the origin along `dir` (any length but zero) leaves the body.
    pub fn surface_point(&self, dir: DVec3) -> DVec3 {
        dir / self.gauge(dir)
    }
}

/// `(p^n + q^n)^(1/n)` for p, q >= 0, without overflow.
pub(crate) fn planar_norm(p: f64, q: f64, n: f64) -> f64 {
    let (large, small) = (p.max(q), p.min(q));
    if small == 0.0 {
        return large;
    }
    large * (1.0 + (small / large).powf(n)).powf(1.0 / n)
}
