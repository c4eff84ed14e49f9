//! Normals of triangles, right to rounding even of slivers.

use glam::DVec3;

/// A number as the sum of a double and what rounding took from it.
#[derive(Clone, Copy)]
struct Pair {
    high: f64,
    low: f64,
}

/// `a - b`, exactly (Knuth's two-sum).
fn difference(a: f64, b: f64) -> Pair {
    let high = a - b;
    let back = a - high;
    Pair { high, low: (a - (high + back)) + (back - b) }
}

/// `a b - c d` with twice the digits of a double before the result is rounded.
fn product_difference(a: Pair, b: Pair, c: Pair, d: Pair) -> f64 {
    let (ab, cd) = (a.high * b.high, c.high * d.high);
    let (ab_low, cd_low) = (a.high.mul_add(b.high, -ab), c.high.mul_add(d.high, -cd));
    let leading = difference(ab, cd);
    let small = (a.high * b.low + a.low * b.high) - (c.high * d.low + c.low * d.high);
    leading.high + (leading.low + (ab_low - cd_low) + small)
}

/// `(q - p) x (r - p)`: twice the area of a triangle, along its normal. Plain arithmetic turns the normal of a
/// triangle of length l and width w by l/w roundings, which tilts the slivers that meshes have between their faces.
pub(super) fn area_vector(p: DVec3, q: DVec3, r: DVec3) -> DVec3 {
    let edge = |to: DVec3| [difference(to.x, p.x), difference(to.y, p.y), difference(to.z, p.z)];
    let ([ax, ay, az], [bx, by, bz]) = (edge(q), edge(r));
    DVec3::new(
        product_difference(ay, bz, az, by),
        product_difference(az, bx, ax, bz),
        product_difference(ax, by, ay, bx),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sliver_keeps_its_normal() {
        // Three points almost in line, in the plane x + y + z = 0 exactly: all coordinates are multiples of 2^-50.
        let unit = 2f64.powi(-50);
        let p = DVec3::new(0.25, 0.5, -0.75);
        let q = p + DVec3::new(1.0 / 3.0, -1.0 / 3.0, 0.0).map(|x| (x / unit).round() * unit);
        let bulge = DVec3::new(1.0, 1.0, -2.0) * (8.0 * unit);
        let r = p + (q - p) / 2.0 + bulge;
        let expected = DVec3::ONE.normalize();
        let found = area_vector(p, q, r).normalize();
        assert!(found.distance(expected).min(found.distance(-expected)) < 1e-15, "{found}");
    }

    #[test]
    fn a_wide_triangle_is_the_plain_product() {
        let (p, q, r) = (DVec3::new(0.1, 0.7, -0.4), DVec3::new(3.1, -0.2, 0.3), DVec3::new(-0.6, 1.9, 2.2));
        let plain = (q - p).cross(r - p);
        assert!(area_vector(p, q, r).distance(plain) < 1e-15 * plain.length());
    }
}
