//! Smooth pieces of a surface together with its normals, each with two parameters.
//!
//! The pairs (point, outward normal) of a convex surface form a smooth two-dimensional sheet even where the surface has
//! edges and corners: at a corner the normal turns and the point rests, on a face the point moves and the normal
//! rests. A [`Chart`] is one piece of that sheet, in the body's own frame. Parameters are dimensionless and of
//! order one.

mod norm;
mod superquadric;

use glam::{DMat3, DVec2, DVec3};

use super::pair::{Core, NO_VERTEX, Support};
use crate::geometry::Polyhedron;
use norm::NestedNorm;
use superquadric::{NestedCurves, superquadric_charts};

/// How well a direction is known that a search has only led near a minimum [rad].
pub(super) const ROUGHLY: f64 = 0.2;
/// How well a direction is known that was a minimum a moment ago [rad].
pub(super) const NEARLY: f64 = 1e-3;

/// Sine of the angle to which normals that cannot turn must be opposite, to be worth a try.
const FACING: f64 = 1e-7;

/// A piece of the sheet of points and normals, at a current place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chart {
    /// A corner: any normal of its cone.
    Corner { p: DVec3, n: DVec3 },
    /// A straight edge along unit `e`: a point on it, and a normal across it.
    Edge { p: DVec3, e: DVec3, n: DVec3, size: f64 },
    /// A single point and normal: the top of a surface that is flatter there than any sphere.
    Top { p: DVec3, n: DVec3 },
    /// A flat face.
    Flat { p: DVec3, n: DVec3, size: f64 },
    /// An ellipsoid, at the image of the unit vector `s`.
    Ellipsoid { radii: DVec3, s: DVec3 },
    /// The rim of a cylinder's end at height `z`: radial direction, and cosine and sine of the normal's angle out of the base
    /// plane.
    Rim { radius: f64, z: f64, radial: DVec3, normal: DVec2 },
    /// A cylinder's side.
    Side { radius: f64, radial: DVec3, z: f64, half: f64 },
    /// A superquadric followed by its points: well behaved for exponents of 2 and above.
    ByPoint { gauge: NestedNorm, p: DVec3, size: f64 },
    /// A superquadric followed by its normals: well behaved for exponents of 2 and below.
    ByNormal { dual: NestedNorm, n: DVec3 },
    /// A superquadric as two nested curves, each followed in its own better way; not at the poles.
    ByCurves(NestedCurves),
}

/// What the normals of a chart can be.
enum Hold {
    /// One only.
    Fixed(DVec3),
    /// All that are across a unit vector.
    Across(DVec3),
    /// Any, near the one that it has.
    Free,
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
            Self::Top { p, n } => Jet { p, n, dp: [DVec3::ZERO; 2], dn: [DVec3::ZERO; 2] },
            Self::Flat { p, n, size } => {
                let (t1, t2) = n.any_orthonormal_pair();
                Jet { p, n, dp: [t1 * size, t2 * size], dn: [DVec3::ZERO; 2] }
            }
            Self::Ellipsoid { radii, s } => {
                let tangents: [DVec3; 2] = s.any_orthonormal_pair().into();
                let (n, dn) = unit_with_derivatives(s / radii, tangents.map(|t| t / radii));
                Jet { p: radii * s, n, dp: tangents.map(|t| radii * t), dn }
            }
            Self::Rim { radius, z, radial, normal: DVec2 { x: cos, y: sin } } => {
                let (around, up) = (DVec3::Z.cross(radial), DVec3::Z * 1.0_f64.copysign(z));
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
            Self::ByCurves(curves) => {
                let (p, dp, normal, dnormal) = curves.jet();
                let (n, dn) = unit_with_derivatives(normal, dnormal);
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
            Self::Top { .. } => *self,
            Self::Flat { n, size, .. } => Self::Flat { p: p(), n, size },
            Self::Ellipsoid { radii, s } => {
                let (t1, t2) = s.any_orthonormal_pair();
                Self::Ellipsoid { radii, s: (s + t1 * step[0] + t2 * step[1]).normalize() }
            }
            Self::Rim { radius, z, radial, normal } => {
                let ahead = (normal + normal.perp() * step[1]).max(DVec2::ZERO).normalize_or(normal);
                Self::Rim { radius, z, radial: turned(radial, step[0]), normal: ahead }
            }
            Self::Side { radius, radial, z, half } => {
                Self::Side { radius, radial: turned(radial, step[0]), z: z + half * step[1], half }
            }
            Self::ByPoint { gauge, size, .. } => {
                let p = p();
                Self::ByPoint { gauge, p: p / gauge.value(p), size }
            }
            Self::ByNormal { dual, .. } => Self::ByNormal { dual, n: n() },
            Self::ByCurves(curves) => Self::ByCurves(curves.moved(step)),
        }
    }

    /// Whether the normals of two charts can be opposite: those of faces are fixed, those of edges and sides are across a line.
    /// `turn` leads from the frame of `other` to this one's.
    pub fn may_face(&self, other: &Self, turn: &DMat3) -> bool {
        match (self.hold(), other.hold()) {
            (Hold::Fixed(n), Hold::Fixed(m)) => n.dot(*turn * m) < -1.0 + FACING * FACING,
            (Hold::Fixed(n), Hold::Across(line)) => n.dot(*turn * line).abs() < FACING,
            (Hold::Across(line), Hold::Fixed(m)) => line.dot(*turn * m).abs() < FACING,
            _ => true,
        }
    }

    /// What holds the normal.
    fn hold(&self) -> Hold {
        match *self {
            Self::Top { n, .. } | Self::Flat { n, .. } => Hold::Fixed(n),
            Self::Edge { e, .. } => Hold::Across(e),
            Self::Side { .. } => Hold::Across(DVec3::Z),
            _ => Hold::Free,
        }
    }

    /// The charts of `core` that the direction `n` may belong to, likeliest first. `vertices` are the vertex numbers
    /// of the support points nearby; `closeness` is how well the direction is known [rad].
    pub fn around(core: &Core, n: DVec3, vertices: &[u32], closeness: f64) -> Vec<Self> {
        match core {
            Core::Point => vec![Self::Corner { p: DVec3::ZERO, n }],
            Core::Segment(half) => segment_charts(*half, n, vertices),
            Core::Polyhedron(shape) => polyhedron_charts(shape, n, vertices),
            Core::Ellipsoid(shape) => {
                vec![Self::Ellipsoid { radii: shape.radii(), s: (shape.radii() * n).normalize() }]
            }
            Core::Cylinder(shape) => cylinder_charts(shape.radius(), shape.half_height(), n, closeness),
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

fn cylinder_charts(radius: f64, half: f64, n: DVec3, closeness: f64) -> Vec<Chart> {
    let radial = DVec3::new(n.x, n.y, 0.0).try_normalize().unwrap_or(DVec3::X);
    let across = n.truncate().length();
    let z = half.copysign(n.z);
    let rim = Chart::Rim { radius, z, radial, normal: DVec2::new(across, n.z.abs()) };
    let side = Chart::Side { radius, radial, z: 0.0, half };
    let end = |p: DVec3| Chart::Flat { p, n: DVec3::Z * 1.0_f64.copysign(n.z), size: radius };
    let flat = end(DVec3::Z * z);
    if across < closeness {
        vec![flat, rim, side]
    } else if n.z.abs() < closeness {
        vec![side, rim, flat]
    } else {
        vec![rim, side, flat]
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
