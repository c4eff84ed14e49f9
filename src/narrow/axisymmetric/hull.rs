//! Volume and centroid of the hulls that edges span.

use glam::DVec3;

/// Distance from a plane, as a share of the lengths at hand, that is rounding.
const IN_PLANE: f64 = 1e-10;

/// Volume and centroid of a convex body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hull {
    /// Volume [m3].
    pub volume: f64,
    /// Centroid [m].
    pub centroid: DVec3,
}

/// The pyramid on a base of the given area and centroid, in the plane across the unit vector `normal`.
pub(crate) fn pyramid(area: f64, centroid: DVec3, normal: DVec3, tip: DVec3) -> Hull {
    let height = (tip - centroid).dot(normal).abs();
    Hull { volume: area * height / 3.0, centroid: centroid * 0.75 + tip * 0.25 }
}

/// The hull of two flat convex polygons that lie on one side of each other's planes. Both are facets of it, and between
/// them runs a band of triangles. The polygons may share an edge; the band then ends at its corners.
pub(crate) fn hull_between(first: &mut [DVec3], second: &mut [DVec3]) -> Hull {
    if first.len() < 3 || second.len() < 3 {
        return Hull::default();
    }
    let (apex, middle) = (mean(first), mean(second));
    let mut sum = Sum { apex, volume: 0.0, moment: DVec3::ZERO };
    let areas = [&mut *first, &mut *second].map(|polygon| {
        let area = area_vector(polygon);
        if area.dot(middle - apex) < 0.0 {
            polygon.reverse();
            return -area;
        }
        area
    });
    // Seen from the apex, in the plane of the first polygon, only the second and the band have volume before them.
    for k in 2..second.len() {
        sum.add(second[0], second[k - 1], second[k]);
    }
    band(first, second, areas, &mut sum);
    if sum.volume > 0.0 {
        Hull { volume: sum.volume, centroid: apex + sum.moment / sum.volume }
    } else {
        Hull { volume: 0.0, centroid: 0.5 * (apex + middle) }
    }
}

/// Sums the tetrahedra between the apex and facets.
struct Sum {
    apex: DVec3,
    volume: f64,
    moment: DVec3,
}

impl Sum {
    fn add(&mut self, p: DVec3, q: DVec3, r: DVec3) {
        let (p, q, r) = (p - self.apex, q - self.apex, r - self.apex);
        let volume = p.cross(q).dot(r).abs() / 6.0;
        self.volume += volume;
        self.moment += (p + q + r) * (0.25 * volume);
    }
}

/// The band between two polygons that run the same way round. From a bridge between a corner of either, the next
/// triangle takes the next corner of the one or of the other: of the first, unless the second's is outside of it.
fn band(first: &mut [DVec3], second: &mut [DVec3], areas: [DVec3; 2], sum: &mut Sum) {
    let (m, n) = (first.len(), second.len());
    let hinge = [shared_edge(first, second, areas[1]), shared_edge(second, first, areas[0])];
    let (mut steps, mut i, mut j);
    if let [Some(after), Some(other_after)] = hinge {
        // Both start at one end of the shared edge and come round to its other end.
        first.rotate_left(after);
        second.rotate_left(other_after);
        sum.add(first[0], first[1], second[1]);
        (steps, i, j) = ([m - 2, n - 2], 1, 1);
    } else {
        let start = leaning_most(first, second, areas[0]);
        sum.add(first[0], first[1], second[start]);
        (steps, i, j) = ([m - 1, n], 1, start);
    }
    while steps != [0, 0] {
        let (s, t) = (first[i % m], second[j % n]);
        let (next_s, next_t) = (first[(i + 1) % m], second[(j + 1) % n]);
        let outside = (next_s - s).cross(t - s).dot(next_t - s) > 0.0;
        if steps[1] == 0 || (steps[0] > 0 && !outside) {
            sum.add(s, next_s, t);
            i += 1;
            steps[0] -= 1;
        } else {
            sum.add(s, next_t, t);
            j += 1;
            steps[1] -= 1;
        }
    }
}

/// The corner after the edge of `polygon` that lies in the plane of `other`, across `normal`, if there is one.
fn shared_edge(polygon: &[DVec3], other: &[DVec3], normal: DVec3) -> Option<usize> {
    let extent = other[0].distance(polygon[0]) + other[0].distance(other[1]) + polygon[0].distance(polygon[1]);
    let limit = IN_PLANE * normal.length() * extent;
    let on_plane = |p: &DVec3| (*p - other[0]).dot(normal).abs() <= limit;
    let mut before = on_plane(&polygon[polygon.len() - 1]);
    for (k, p) in polygon.iter().enumerate() {
        let here = on_plane(p);
        if before && here {
            return Some(k);
        }
        before = here;
    }
    None
}

/// The corner of `second` to which the facet over the first edge of `first` leans out; `up` is across `first`, towards
/// `second`.
fn leaning_most(first: &[DVec3], second: &[DVec3], up: DVec3) -> usize {
    let outward = (first[1] - first[0]).cross(up);
    let lean = |k: usize| {
        let from = second[k] - first[0];
        if from.dot(up) > 0.0 { from.dot(outward) / from.dot(up) } else { f64::NEG_INFINITY }
    };
    (0..second.len()).max_by(|&a, &b| lean(a).total_cmp(&lean(b))).unwrap_or(0)
}

fn mean(points: &[DVec3]) -> DVec3 {
    points.iter().sum::<DVec3>() / points.len() as f64
}

/// Twice the area of a polygon times its normal, right-handed about its corners' order.
fn area_vector(polygon: &[DVec3]) -> DVec3 {
    polygon[1..].windows(2).map(|edge| (edge[0] - polygon[0]).cross(edge[1] - polygon[0])).sum()
}
