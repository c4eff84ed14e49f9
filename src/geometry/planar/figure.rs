//! A point, segment, polygon or disc in a plane, and its centroid.

use glam::DVec2;

use smallvec::SmallVec;

use super::{FEW, Spread, from_left_to_right, hull_of_ordered};

/// Corners of a polygon.
pub type Corners = SmallVec<[DVec2; FEW]>;

/// A convex figure in a plane.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// One point.
    Point(DVec2),
    /// A straight segment.
    Segment([DVec2; 2]),
    /// A convex polygon, anticlockwise.
    Polygon(Corners),
    /// A disc.
    Disc {
        /// Centre.
        center: DVec2,
        /// Radius [m].
        radius: f64,
    },
    /// The whole plane.
    Plane,
}

/// Area below this share of the squared extent: the polygon is a line to rounding.
pub(super) const THIN: f64 = 1e-13;

impl Figure {
    /// The figure spanned by `points`.
    pub fn spanned(points: &[DVec2]) -> Self {
        match points {
            [p] => Self::Point(*p),
            [p, q] => Self::Segment([*p, *q]),
            _ => {
                let mut order = Corners::from_slice(points);
                order.sort_by(from_left_to_right);
                order.dedup();
                Self::from_corners(hull_of_ordered(&order, |place| *place))
            }
        }
    }

    /// A polygon with corners in anticlockwise order, or what it has shrunk to.
    pub fn from_corners(corners: Corners) -> Self {
        match corners[..] {
            [] => Self::Plane,
            [p] => Self::Point(p),
            [p, q] => Self::Segment([p, q]),
            _ => match thin(&corners) {
                Some(ends) => Self::Segment(ends),
                None => Self::Polygon(corners),
            },
        }
    }

    /// Centroid by area, length or as the point itself; the base for the whole plane.
    pub fn centroid(&self) -> DVec2 {
        match self {
            Self::Point(p) => *p,
            Self::Segment([p, q]) => (*p + *q) * 0.5,
            Self::Polygon(corners) => {
                let (area, moment) = area_moments(corners);
                corners[0] + moment / area
            }
            Self::Disc { center, .. } => *center,
            Self::Plane => DVec2::ZERO,
        }
    }

    /// Second moments of the figure's points about its centroid; infinite for the whole plane.
    pub fn spread(&self) -> Spread {
        match self {
            Self::Point(_) => Spread::ZERO,
            Self::Segment([p, q]) => Spread::of_segment(*q - *p),
            Self::Polygon(corners) => polygon_spread(corners),
            Self::Disc { radius, .. } => Spread::of_disc(*radius),
            Self::Plane => Spread::of_plane(),
        }
    }

    /// The figure moved sideways so that it runs through `p`, if it is a segment: a straight line on a surface that is
    /// nearly flat across it is known by its direction better than by its place.
    pub fn through(self, p: DVec2) -> Self {
        match self {
            Self::Segment([q, r]) => {
                let aside = (p - q).reject_from((r - q).normalize_or(DVec2::X));
                Self::Segment([q + aside, r + aside])
            }
            other => other,
        }
    }

    /// The point of the figure closest to `p`.
    pub fn clamp(&self, p: DVec2) -> DVec2 {
        match self {
            Self::Point(q) => *q,
            Self::Segment([q, r]) => closest_on_segment(*q, *r, p),
            Self::Polygon(corners) => {
                let edges = (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()]));
                if edges.clone().all(|(q, r)| (r - q).perp_dot(p - q) >= 0.0) {
                    return p;
                }
                edges
                    .map(|(q, r)| closest_on_segment(q, r, p))
                    .min_by(|x, y| x.distance_squared(p).total_cmp(&y.distance_squared(p)))
                    .unwrap_or(p)
            }
            Self::Disc { center, radius } => *center + (p - *center).clamp_length_max(*radius),
            Self::Plane => p,
        }
    }
}

/// Centroid of a polygon with corners in anticlockwise order, or of what it has shrunk to.
pub(super) fn centroid_of(corners: Corners) -> DVec2 {
    if corners.len() > 2 {
        let (area, moment) = area_moments(&corners);
        if area > THIN * 4.0 * longest_from_first(&corners) {
            return corners[0] + moment / area;
        }
    }
    Figure::from_corners(corners).centroid()
}

/// Second moments of a polygon's points about its centroid, by triangles about the first corner.
fn polygon_spread(corners: &[DVec2]) -> Spread {
    let origin = corners[0];
    let (mut area, mut first, mut second) = (0.0, DVec2::ZERO, Spread::ZERO);
    for edge in corners[1..].windows(2) {
        let (p, q) = (edge[0] - origin, edge[1] - origin);
        let twice = p.perp_dot(q);
        area += twice;
        first += (p + q) * twice;
        second += (Spread::of(p) + Spread::of(q) + Spread::of(p + q)) * twice;
    }
    if area > 0.0 {
        (second * (12.0 * area).recip() - Spread::of(first / (3.0 * area))).positive()
    } else {
        Spread::ZERO
    }
}

/// Area and first moment of area about the first corner.
fn area_moments(corners: &[DVec2]) -> (f64, DVec2) {
    let origin = corners[0];
    let mut area = 0.0;
    let mut moment = DVec2::ZERO;
    for edge in corners[1..].windows(2) {
        let (p, q) = (edge[0] - origin, edge[1] - origin);
        let triangle = 0.5 * p.perp_dot(q);
        area += triangle;
        moment += (p + q) * (triangle / 3.0);
    }
    (area, moment)
}

fn closest_on_segment(q: DVec2, r: DVec2, p: DVec2) -> DVec2 {
    let along = r - q;
    let length = along.length_squared();
    if length == 0.0 { q } else { q + along * ((p - q).dot(along) / length).clamp(0.0, 1.0) }
}

/// Square of the longest way from the first corner. No two corners are further apart than twice as far: most polygons pass
/// for no line with that.
fn longest_from_first(corners: &[DVec2]) -> f64 {
    corners.iter().map(|corner| corner.distance_squared(corners[0])).fold(0.0, f64::max)
}

/// The ends of a polygon that is a line to rounding.
fn thin(corners: &[DVec2]) -> Option<[DVec2; 2]> {
    let area = area_moments(corners).0;
    if area > THIN * 4.0 * longest_from_first(corners) {
        return None;
    }
    let [p, q] = furthest_apart(corners);
    (area <= THIN * p.distance_squared(q)).then_some([p, q])
}

/// The two corners that are furthest apart.
fn furthest_apart(corners: &[DVec2]) -> [DVec2; 2] {
    let mut best = [corners[0], corners[0]];
    for (k, p) in corners.iter().enumerate() {
        for q in &corners[k + 1..] {
            if p.distance_squared(*q) > best[0].distance_squared(best[1]) {
                best = [*p, *q];
            }
        }
    }
    best
}
