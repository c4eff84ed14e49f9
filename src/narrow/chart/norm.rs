//! Nested planar norms with their derivatives: the gauge of a superquadric, or its dual.

use glam::{DMat3, DVec3};

/// The norm `|(|(x, y)|_n2, z)|_n1` of the scaled vector `scale * x`: a superquadric's gauge, or its dual.
#[derive(Clone, Copy, Debug)]
pub(in crate::narrow) struct NestedNorm {
    pub scale: DVec3,
    pub n1: f64,
    pub n2: f64,
}

/// Value and derivatives of the planar norm `(|p|^n + |q|^n)^(1/n)` for p, q >= 0.
struct PlanarNorm {
    value: f64,
    dp: f64,
    dq: f64,
    dpp: f64,
    dpq: f64,
    dqq: f64,
}

impl PlanarNorm {
    fn value(p: f64, q: f64, n: f64) -> f64 {
        let (large, small) = (p.max(q), p.min(q));
        if large == 0.0 { 0.0 } else { large * (1.0 + (small / large).powf(n)).powf(1.0 / n) }
    }

    fn new(p: f64, q: f64, n: f64) -> Self {
        let value = Self::value(p, q, n);
        let (p, q) = (p / value, q / value);
        let (dp, dq) = (p.powf(n - 1.0), q.powf(n - 1.0));
        // p^(n-2) grows without bound at p = 0 for n < 2; a huge finite number keeps the solver's pivots finite.
        let bend = |x: f64| x.max(1e-100).powf(n - 2.0);
        let factor = (n - 1.0) / value;
        let (dpp, dqq) = (factor * bend(p) * q * dq, factor * bend(q) * p * dp);
        Self { value, dp, dq, dpp, dpq: -factor * dp * dq, dqq }
    }
}

impl NestedNorm {
    pub fn value(&self, x: DVec3) -> f64 {
        let u = (self.scale * x).abs();
        PlanarNorm::value(PlanarNorm::value(u.x, u.y, self.n2), u.z, self.n1)
    }

    /// Gradient and second derivatives at `x`.
    pub fn derivatives(&self, x: DVec3) -> (DVec3, DMat3) {
        let scaled = self.scale * x;
        let mut u = scaled.abs();
        // On the z axis the inner norm has no derivative; a hair beside it, all is well.
        u.x = u.x.max(1e-12 * u.z);
        let across = PlanarNorm::new(u.x, u.y, self.n2);
        let whole = PlanarNorm::new(across.value, u.z, self.n1);
        let gradient = DVec3::new(whole.dp * across.dp, whole.dp * across.dq, whole.dq);
        let xx = whole.dpp * across.dp * across.dp + whole.dp * across.dpp;
        let xy = whole.dpp * across.dp * across.dq + whole.dp * across.dpq;
        let yy = whole.dpp * across.dq * across.dq + whole.dp * across.dqq;
        let (xz, yz) = (whole.dpq * across.dp, whole.dpq * across.dq);
        let hessian = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, whole.dqq));
        let signed = self.scale.copysign(scaled);
        let outer = DMat3::from_diagonal(signed);
        (signed * gradient, outer * hessian * outer)
    }
}
