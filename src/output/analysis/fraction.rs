//! How much of a grain lies below a height.

use glam::DVec3;

use super::bed::Bed;

impl Bed<'_> {
    /// Volume of a grain below a height [m3]: exact for polyhedra, by a fine mesh of the right volume for others.
    pub fn volume_below(&self, grain: usize, height: f64) -> f64 {
        let up = self.frame[2];
        if height >= self.reach(grain, up) {
            return self.volume(grain);
        }
        if height <= -self.reach(grain, -up) {
            return 0.0;
        }
        let (kind, scale) = (&self.species[self.grains.shapes[grain]], self.grains.scales[grain]);
        // In units of the species: the plane comes to the grain.
        let own_up = self.grains.orientations[grain].inverse() * up;
        let own_height = (height - self.grains.positions[grain].dot(up)) / scale;
        let corner = |k: u32| kind.mesh.vertices[k as usize];
        let triangles = kind.mesh.triangles.iter().map(|corners| corners.map(corner));
        kind.excess * scale.powi(3) * triangles.map(|triangle| below(triangle, own_up, own_height)).sum::<f64>()
    }

    /// Volume of all loose grains between two heights [m3].
    pub fn solid_volume(&self, low: f64, high: f64) -> f64 {
        self.loose.iter().map(|grain| self.volume_below(*grain, high) - self.volume_below(*grain, low)).sum()
    }
}

/// The share of a triangle in the volume below a plane. By Gauss's theorem that volume is the integral of
/// (height above the plane) x (upward part of the normal) over the surface below; the cut itself adds nothing, because the
/// first factor is 0 there.
fn below(triangle: [DVec3; 3], up: DVec3, height: f64) -> f64 {
    let depths = triangle.map(|corner| corner.dot(up) - height);
    let [a, b, c] = triangle;
    let area = 0.5 * (b - a).cross(c - a).dot(up);
    let mean = depths.iter().sum::<f64>() / 3.0;
    let above: Vec<usize> = (0..3).filter(|k| depths[*k] > 0.0).collect();
    match above[..] {
        [] => area * mean,
        // The corner above is cut off: a similar triangle, whose mean height is a third of the corner's.
        [top] => area * (mean - depths[top] / 3.0 * share(&depths, top)),
        // Only the corner below is left.
        [_, _] => {
            let bottom = (0..3).find(|k| depths[*k] <= 0.0).unwrap_or(0);
            area * depths[bottom] / 3.0 * share(&depths, bottom)
        }
        _ => 0.0,
    }
}

/// Area of the corner that a plane cuts off, as a share of the triangle's.
fn share(depths: &[f64; 3], corner: usize) -> f64 {
    let [other, third] = [(corner + 1) % 3, (corner + 2) % 3];
    let part = |end: usize| depths[corner] / (depths[corner] - depths[end]);
    part(other) * part(third)
}
