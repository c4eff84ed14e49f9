//! Tetrahedron distortion: faces around the origin, the nearest one pushed outward until it is on the surface of the
//! Minkowski difference.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use glam::DVec3;

use super::classic::{Finding, Pair};
use super::descent::{Corner, Simplex};
use crate::narrow::Cause;

/// Faces visited at most, per vertex of the two bodies. The paper counts 3 by taking the difference of two bodies to
/// have as many vertices as both together; it has up to their product, hence the larger budget.
const VISITS_PER_VERTEX: usize = 32;

/// Scratch memory of the expansion.
#[derive(Clone, Debug, Default)]
pub(super) struct Distortion {
    corners: Vec<Corner>,
    waiting: BinaryHeap<Facet>,
    /// Every face ever built, by its corners: none is built twice.
    built: HashSet<[u32; 3]>,
    /// Directions whose support plane was found to hold a face.
    outer: Vec<(DVec3, f64)>,
}

/// A triangle of the surface around the origin.
#[derive(Clone, Copy, Debug)]
struct Facet {
    /// Corner indices, anticlockwise seen from outside, the least one first.
    corners: [u32; 3],
    /// Unit normal, away from the origin.
    normal: DVec3,
    /// Distance of the triangle, not only of its plane, from the origin [m].
    distance: f64,
}

impl Ord for Facet {
    /// The nearest face is the greatest, for the heap.
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then_with(|| other.corners.cmp(&self.corners))
    }
}

impl PartialOrd for Facet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Facet {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Facet {}

impl Distortion {
    /// The least width of `pair`, from the corners of a simplex that holds the origin.
    pub fn expand(&mut self, pair: &Pair, simplex: &[Corner]) -> Finding {
        let rounding = 16.0 * f64::EPSILON * pair.reach();
        self.surround(pair, simplex, rounding);
        let budget = VISITS_PER_VERTEX * (pair.a.vertices().len() + pair.b.vertices().len());
        let (mut best, mut width) = (DVec3::X, f64::INFINITY);
        let (mut lower, mut visits) = (0.0, 0);
        while let Some(facet) = self.waiting.pop() {
            lower = facet.distance.min(width);
            if facet.distance > width + pair.rival_band() || visits >= budget {
                break;
            }
            visits += 1;
            let far = pair.support(facet.normal);
            let height = far.at.dot(facet.normal);
            if height < width {
                (best, width) = (facet.normal, height);
            }
            // The face location condition: nothing of the difference lies beyond the face.
            if height - self.height(&facet) <= rounding {
                self.outer.push((facet.normal, height));
            } else {
                self.cover(facet.corners, far, rounding);
            }
        }
        if self.waiting.is_empty() && visits < budget {
            lower = width;
        }
        let unique = !self.outer.iter().any(|(normal, other)| pair.is_rival(*normal, *other, best, width));
        let normal = pair.snapped(best);
        Finding { normal, lower, unique, cause: Cause::Iterations, gjk_iterations: 0, epa_iterations: visits as u32 }
    }

    /// Faces around the origin: of the tetrahedron that holds it, or of two that stand on a triangle that does.
    fn surround(&mut self, pair: &Pair, simplex: &[Corner], rounding: f64) {
        self.corners.clear();
        self.waiting.clear();
        self.built.clear();
        self.outer.clear();
        self.corners.extend_from_slice(simplex);
        if let [p, q, r, s] = *simplex {
            let outward = (q.at - p.at).cross(r.at - p.at).dot(s.at - p.at) < 0.0;
            let faces = if outward {
                [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
            } else {
                [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
            };
            faces.into_iter().for_each(|face| self.build(face, rounding));
            return;
        }
        while self.corners.len() < 3 {
            let corner = off_line(pair, &self.corners);
            self.corners.push(corner);
        }
        let [p, q, r] = [0, 1, 2].map(|k| self.corners[k].at);
        let up = (q - p).cross(r - p).normalize();
        for (normal, [i, j, k]) in [(up, [0, 1, 2]), (-up, [0, 2, 1])] {
            let apex = pair.support(normal);
            if (apex.at - p).dot(normal) <= rounding {
                self.build([i, j, k], rounding);
            } else {
                self.cover([i, j, k], apex, rounding);
            }
        }
    }

    /// Three faces from the edges of the triangle to `apex`.
    fn cover(&mut self, [i, j, k]: [u32; 3], apex: Corner, rounding: f64) {
        // Other vertices may give the same corner, where faces are parallel; it is one all the same.
        let known = self.corners.iter().position(|corner| corner.at == apex.at);
        let e = known.unwrap_or(self.corners.len()) as u32;
        if known.is_none() {
            self.corners.push(apex);
        }
        [[i, j, e], [j, k, e], [k, i, e]].into_iter().for_each(|face| self.build(face, rounding));
    }

    /// Adds a face, unless it was built before, has no area, or turns its inner side away from the origin: no ray
    /// from there leaves through it.
    fn build(&mut self, corners: [u32; 3], rounding: f64) {
        let [i, j, k] = corners;
        let corners = [[i, j, k], [j, k, i], [k, i, j]].into_iter().fold(corners, |least, turn| least.min(turn));
        if !self.built.insert(corners) {
            return;
        }
        let points = corners.map(|k| self.corners[k as usize]);
        let [p, q, r] = points.map(|corner| corner.at);
        let cross = (q - p).cross(r - p);
        let longest = (q - p).length_squared().max((r - q).length_squared()).max((p - r).length_squared());
        if cross.length() <= 4.0 * f64::EPSILON * longest {
            return;
        }
        let normal = cross.normalize();
        if normal.dot(p) >= -rounding {
            let distance = Simplex::spanning(&points).nearest.length();
            self.waiting.push(Facet { corners, normal, distance });
        }
    }

    /// The highest of the face's corners along its normal [m].
    fn height(&self, facet: &Facet) -> f64 {
        facet.corners.iter().map(|k| self.corners[*k as usize].at.dot(facet.normal)).fold(f64::MIN, f64::max)
    }
}

/// The support corner furthest off the point or line that `corners` span.
fn off_line(pair: &Pair, corners: &[Corner]) -> Corner {
    let origin = corners[0].at;
    let along = corners.last().map_or(DVec3::ZERO, |last| last.at - origin).normalize_or_zero();
    let (t1, t2) = if along == DVec3::ZERO { (DVec3::X, DVec3::Y) } else { along.any_orthonormal_pair() };
    let off = |corner: &Corner| (corner.at - origin).reject_from(along).length_squared();
    let away = |corner: &Corner| if along == DVec3::ZERO { corner.at.distance_squared(origin) } else { off(corner) };
    [t1, -t1, t2, -t2]
        .map(|dir| pair.support(dir))
        .into_iter()
        .fold(corners[0], |best, corner| if away(&corner) > away(&best) { corner } else { best })
}
