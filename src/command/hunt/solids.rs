//! Vertices of the ready solids, each of size about 1.

use std::f64::consts::FRAC_PI_4;

use glam::DVec3;

use crate::judge::curved::spread_directions;

/// All eight sign combinations times `half`.
pub(super) fn box_corners(half: DVec3) -> Vec<DVec3> {
    let signs = [-1.0, 1.0];
    signs.map(|x| signs.map(|y| signs.map(|z| half * DVec3::new(x, y, z)))).as_flattened().as_flattened().to_vec()
}

/// A square pyramid: 5 vertices, the origin at its centre of mass.
pub(super) fn pyramid() -> Vec<DVec3> {
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    corners.map(|(x, y)| DVec3::new(0.5 * x, 0.5 * y, -0.25)).into_iter().chain([DVec3::Z * 0.75]).collect()
}

/// An octagonal prism or frustum: 16 vertices, `top` times as wide above as below.
pub(super) fn octagonal(top: f64) -> Vec<DVec3> {
    let ring = |z: f64, radius: f64| {
        (0..8).map(move |k| {
            let (sin, cos) = (f64::from(k) * FRAC_PI_4).sin_cos();
            DVec3::new(radius * cos, radius * sin, z)
        })
    };
    ring(-0.5, 0.7).chain(ring(0.5, 0.7 * top)).collect()
}

/// Four corners of a cube.
pub(super) fn tetrahedron() -> Vec<DVec3> {
    vec![DVec3::ONE, DVec3::new(1.0, -1.0, -1.0), DVec3::new(-1.0, 1.0, -1.0), DVec3::new(-1.0, -1.0, 1.0)]
}

/// The ends of three axes.
pub(super) fn octahedron() -> Vec<DVec3> {
    DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]).collect()
}

/// Where 400 rays on a golden spiral meet a superquadric.
pub(super) fn v400(radii: DVec3, n1: f64, n2: f64) -> Vec<DVec3> {
    let vertex = |ray: DVec3| {
        let [x, y, z] = (ray / radii).abs().to_array();
        let gauge = (x.powf(n2) + y.powf(n2)).powf(n1 / n2) + z.powf(n1);
        ray * gauge.powf(-1.0 / n1)
    };
    spread_directions(400).into_iter().map(vertex).collect()
}
