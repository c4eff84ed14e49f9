//! Smooth pieces of a surface together with its normals, each with two parameters.
//!
//! The pairs (point, outward normal) of a convex surface form a smooth two-dimensional sheet even where the surface has
//! edges and corners: at a corner the normal turns and the point rests, on a face the point moves and the normal
//! rests. A [`Chart`] is one piece of that sheet, in the body's own frame. Parameters are dimensionless and of
//! order one.

use glam::{DMat3, DVec3};

use super::pair::{Core, NO_VERTEX, Support};
use crate::bodies::{Polyhedron, Superquadric};

/// A piece of the sheet of points and normals, at a current place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chart {
    /// A corner: any normal of its cone.
    Corner { p: DVec3, n: DVec3 },
    /// A straight edge along unit `e`: a point on it, and a normal across it.
    Edge { p: DVec3, e: DVec3, n: DVec3, size: f64 },
    /// A flat face.
    Flat { p: DVec3, n: DVec3, size: f64 },
    /// An ellipsoid, at the image of the unit vector `s`.
    Ellipsoid { radii: DVec3, s: DVec3 },
    /// The rim of a cylinder's end at height `z`: radial direction and the angle of the normal out of the base plane.
    Rim { radius: f64, z: f64, radial: DVec3, angle: f64 },
    /// A cylinder's side.
    Side { radius: f64, radial: DVec3, z: f64, half: f64 },
    /// A superquadric followed by its points: well behaved for exponents of 2 and above.
    ByPoint { gauge: NestedNorm, p: DVec3, size: f64 },
    /// A superquadric followed by its normals: well behaved for exponents of 2 and below.
    ByNormal { dual: NestedNorm, n: DVec3 },
}

/// Point, unit normal, and their derivatives with respect to the two parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jet {
    pub p: DVec3,
    pub n: DVec3,
    pub dp: [DVec3; 2],
    pub dn: [DVec3; 2],
}

impl Chart {
    pub fn jet(&self) -> Jet {
        match *self {
            Self::Corner { p, n } => Jet { p, n, dp: [DVec3::ZERO; 2], dn: n.any_orthonormal_pair().into() },
            Self::Edge { p, e, n, size } => Jet { p, n, dp: [e * size, DVec3::ZERO], dn: [DVec3::ZERO, e.cross(n)] },
            Self::Flat { p, n, size } => {
                let (t1, t2) = n.any_orthonormal_pair();
                Jet { p, n, dp: [t1 * size, t2 * size], dn: [DVec3::ZERO; 2] }
            }
            Self::Ellipsoid { radii, s } => {
                let tangents: [DVec3; 2] = s.any_orthonormal_pair().into();
                let (n, dn) = unit_with_derivatives(s / radii, tangents.map(|t| t / radii));
                Jet { p: radii * s, n, dp: tangents.map(|t| radii * t), dn }
            }
            Self::Rim { radius, z, radial, angle } => {
                let (around, up) = (DVec3::Z.cross(radial), DVec3::Z.copysign(DVec3::splat(z)) * DVec3::Z);
                let (sin, cos) = angle.sin_cos();
                let p = radial * radius + DVec3::Z * z;
                let dn = [around * cos, up * cos - radial * sin];
                Jet { p, n: radial * cos + up * sin, dp: [around * radius, DVec3::ZERO], dn }
            }
            Self::Side { radius, radial, z, half } => {
                let around = DVec3::Z.cross(radial);
                let p = radial * radius + DVec3::Z * z;
                Jet { p, n: radial, dp: [around * radius, DVec3::Z * half], dn: [around, DVec3::ZERO] }
            }
            Self::ByPoint { gauge, p, size } => {
                let (gradient, hessian) = gauge.derivatives(p);
                let tangents: [DVec3; 2] = gradient.normalize().any_orthonormal_pair().into();
                let dp = tangents.map(|t| t * size);
                let (n, dn) = unit_with_derivatives(gradient, dp.map(|d| hessian * d));
                Jet { p, n, dp, dn }
            }
            Self::ByNormal { dual, n } => {
                let (p, hessian) = dual.derivatives(n);
                let dn: [DVec3; 2] = n.any_orthonormal_pair().into();
                Jet { p, n, dp: dn.map(|d| hessian * d), dn }
            }
        }
    }

    /// The chart after a move by `step` in its parameters, back on the sheet exactly.
    pub fn moved(&self, jet: &Jet, step: [f64; 2]) -> Self {
        let n = || (jet.n + jet.dn[0] * step[0] + jet.dn[1] * step[1]).normalize();
        let p = || jet.p + jet.dp[0] * step[0] + jet.dp[1] * step[1];
        match *self {
            Self::Corner { p, .. } => Self::Corner { p, n: n() },
            Self::Edge { e, size, .. } => Self::Edge { p: p(), e, n: n().reject_from_normalized(e).normalize(), size },
            Self::Flat { n, size, .. } => Self::Flat { p: p(), n, size },
            Self::Ellipsoid { radii, s } => {
                let (t1, t2) = s.any_orthonormal_pair();
                Self::Ellipsoid { radii, s: (s + t1 * step[0] + t2 * step[1]).normalize() }
            }
            Self::Rim { radius, z, radial, angle } => {
                Self::Rim { radius, z, radial: turned(radial, step[0]), angle: angle + step[1] }
            }
            Self::Side { radius, radial, z, half } => {
                Self::Side { radius, radial: turned(radial, step[0]), z: z + half * step[1], half }
            }
            Self::ByPoint { gauge, size, .. } => {
                let p = p();
                Self::ByPoint { gauge, p: p / gauge.value(p), size }
            }
            Self::ByNormal { dual, .. } => Self::ByNormal { dual, n: n() },
        }
    }

    /// The charts of `core` that the direction `n` may belong to, likeliest first. `vertices` are the vertex numbers
    /// of the support points nearby.
    pub fn around(core: &Core, n: DVec3, vertices: &[u32]) -> Vec<Self> {
        match core {
            Core::Point => vec![Self::Corner { p: DVec3::ZERO, n }],
            Core::Segment(half) => segment_charts(*half, n, vertices),
            Core::Polyhedron(shape) => polyhedron_charts(shape, n, vertices),
            Core::Ellipsoid(shape) => {
                vec![Self::Ellipsoid { radii: shape.radii(), s: (shape.radii() * n).normalize() }]
            }
            Core::Cylinder(shape) => cylinder_charts(shape.radius(), shape.half_height(), n),
            Core::Superquadric(shape) => superquadric_charts(shape, n),
        }
    }
}

/// A unit vector along `v` and its derivatives, from those of `v`.
fn unit_with_derivatives(v: DVec3, dv: [DVec3; 2]) -> (DVec3, [DVec3; 2]) {
    let length = v.length();
    let n = v / length;
    (n, dv.map(|d| (d - n * n.dot(d)) / length))
}

/// A unit vector of the xy plane turned about z by the angle whose tangent is `tangent`.
fn turned(radial: DVec3, tangent: f64) -> DVec3 {
    (radial + DVec3::Z.cross(radial) * tangent).normalize()
}

fn edge_chart(p: DVec3, q: DVec3, n: DVec3, size: f64) -> Option<Chart> {
    let e = (q - p).try_normalize()?;
    let across = n.reject_from_normalized(e).try_normalize()?;
    Some(Chart::Edge { p: (p + q) * 0.5, e, n: across, size })
}

fn segment_charts(half: f64, n: DVec3, vertices: &[u32]) -> Vec<Chart> {
    let end = DVec3::Z * half;
    let corner = |p: DVec3| Chart::Corner { p, n };
    let top = end.copysign(DVec3::splat(n.z)) * DVec3::Z;
    let edge = edge_chart(-end, end, n, half);
    if vertices.len() > 1 {
        edge.into_iter().chain([corner(top)]).collect()
    } else {
        std::iter::once(corner(top)).chain(edge).collect()
    }
}

/// The feature that the vertices span first, then the smaller ones inside it, then the faces around.
fn polyhedron_charts(shape: &Polyhedron, n: DVec3, vertices: &[u32]) -> Vec<Chart> {
    let size = shape.bounding_radius();
    let at = |k: usize| shape.vertices()[vertices[k] as usize];
    let mut charts = Vec::with_capacity(8);
    if let [a, b, c] = *vertices
        && let Some(normal) = shape.face_normal([a, b, c])
    {
        charts.push(Chart::Flat { p: (at(0) + at(1) + at(2)) / 3.0, n: normal, size });
    }
    for k in 1..vertices.len() {
        for j in 0..k {
            charts.extend(edge_chart(at(j), at(k), n, size));
        }
    }
    charts.extend((0..vertices.len()).map(|k| Chart::Corner { p: at(k), n }));
    if vertices.len() < 3 {
        let top = vertices.first().copied().unwrap_or_else(|| shape.support_index(n, None));
        let p = shape.vertices()[top as usize];
        charts
            .extend(shape.neighbors(top).iter().filter_map(|v| edge_chart(p, shape.vertices()[*v as usize], n, size)));
        charts.extend(shape.vertex_faces(top).iter().map(|f| Chart::Flat {
            p,
            n: shape.faces()[*f as usize].normal,
            size,
        }));
    }
    charts
}

fn cylinder_charts(radius: f64, half: f64, n: DVec3) -> Vec<Chart> {
    let radial = DVec3::new(n.x, n.y, 0.0).try_normalize().unwrap_or(DVec3::X);
    let across = n.x.hypot(n.y);
    let z = half.copysign(n.z);
    let rim = Chart::Rim { radius, z, radial, angle: n.z.abs().atan2(across) };
    let side = Chart::Side { radius, radial, z: 0.0, half };
    let end = |p: DVec3| Chart::Flat { p, n: DVec3::Z * 1.0_f64.copysign(n.z), size: radius };
    let flat = end(DVec3::Z * z);
    if across < 0.2 {
        vec![flat, rim, side]
    } else if n.z.abs() < 0.2 {
        vec![side, rim, flat]
    } else {
        vec![rim, side, flat]
    }
}

fn superquadric_charts(shape: &Superquadric, n: DVec3) -> Vec<Chart> {
    let (n1, n2) = shape.exponents();
    let p = shape.support(n);
    let gauge = NestedNorm { scale: shape.radii().recip(), n1, n2 };
    let by_point = Chart::ByPoint { gauge, p: p / gauge.value(p), size: shape.bounding_radius() };
    let by_normal = (n1 > 1.0 && n2 > 1.0).then(|| {
        let dual = NestedNorm { scale: shape.radii(), n1: n1 / (n1 - 1.0), n2: n2 / (n2 - 1.0) };
        Chart::ByNormal { dual, n }
    });
    match by_normal {
        Some(by_normal) if n1.min(n2) < 2.0 && n1.max(n2) <= 2.0 => vec![by_normal, by_point],
        Some(by_normal) if n1.min(n2) < 2.0 => vec![by_point, by_normal],
        _ => vec![by_point],
    }
}

/// The norm `|(|(x, y)|_n2, z)|_n1` of the scaled vector `scale * x`: a superquadric's gauge, or its dual.
#[derive(Clone, Copy, Debug)]
pub(super) struct NestedNorm {
    scale: DVec3,
    n1: f64,
    n2: f64,
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
    fn derivatives(&self, x: DVec3) -> (DVec3, DMat3) {
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

/// Different vertex numbers among support points, without those of curved surfaces.
pub(super) fn distinct_vertices(ids: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut found = Vec::with_capacity(3);
    for id in ids.filter(|id| *id != NO_VERTEX) {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}
