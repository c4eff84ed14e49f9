// Convex figures in a plane: twin of src/geometry/planar/figure.rs. Needs math.wgsl, and from elsewhere (features.wgsl) a Side, which
// a figure is a feature of, the Hull of some of its corners, `hull_corner` and `octant_corner`. A figure does not
// hold its side, which goes beside it: copies would fill the registers of a lane, and few waves would fit on a SIMD. Needs spread.wgsl too.

const FORM_POINT: u32 = 0u;
const FORM_SEGMENT: u32 = 1u;
const FORM_POLYGON: u32 = 2u;
const FORM_DISC: u32 = 3u;
const FORM_PLANE: u32 = 4u;

// Area below this share of the squared extent: the polygon is a line to rounding.
const THIN: f32 = 1e-6;

// What the corners of a figure are: on the hull of near corners of its side; its p and q; the three of an octant of a
// superquadric, from the pole by way of x or of y; those of a rectangle along the axes of the plane, of which p and q are
// opposite corners.
const ON_HULL: u32 = 0u;
const OF_ENDS: u32 = 1u;
const OF_OCTANT: u32 = 2u;
const OF_OCTANT_BACK: u32 = 3u;
const OF_RECTANGLE: u32 = 4u;

struct Figure {
    form: u32,
    // Corners: of a polygon anticlockwise; the ends of a segment; the point, or the centre of a disc.
    source: u32,
    count: u32,
    hull: Hull,
    p: vec2<f32>,
    q: vec2<f32>,
    // Radius of a disc.
    radius: f32,
}

// Area, and first moment of area about an origin.
struct AreaMoment {
    area: f32,
    moment: vec2<f32>,
}

fn perp_dot(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.x * b.y - a.y * b.x;
}

fn length_squared(a: vec2<f32>) -> f32 {
    return dot(a, a);
}

fn point_figure(p: vec2<f32>) -> Figure {
    return Figure(FORM_POINT, OF_ENDS, 1u, Hull(), p, p, 0.0);
}

fn segment_figure(p: vec2<f32>, q: vec2<f32>) -> Figure {
    return Figure(FORM_SEGMENT, OF_ENDS, 2u, Hull(), p, q, 0.0);
}

fn disc_figure(center: vec2<f32>, radius: f32) -> Figure {
    return Figure(FORM_DISC, OF_ENDS, 1u, Hull(), center, center, radius);
}

fn plane_figure() -> Figure {
    return Figure(FORM_PLANE, OF_ENDS, 1u, Hull(), vec2<f32>(0.0), vec2<f32>(0.0), 0.0);
}

// Where all shapes are polyhedra, the compiler knows.
fn is_on_hull(f: Figure) -> bool {
    return ONLY_FAMILY == POLYHEDRON || f.source == ON_HULL;
}

fn corner_of(f: Figure, side: Side, k: u32) -> vec2<f32> {
    if is_on_hull(f) {
        return hull_corner(side, f.hull, k);
    }
    if f.source == OF_RECTANGLE {
        return vec2<f32>(select(f.p.x, f.q.x, k == 1u || k == 2u), select(f.p.y, f.q.y, k >= 2u));
    }
    if f.source == OF_ENDS {
        return select(f.q, f.p, k == 0u);
    }
    return octant_corner(side, f.source, k);
}

// A polygon, or what it has shrunk to.
fn shrunk(f: Figure, side: Side) -> Figure {
    let p = corner_of(f, side, 0u);
    var ends = vec2<u32>(0u, f.count - 1u);
    if f.count > 2u {
        ends.x = furthest_corner(f, side, p);
        let far = corner_of(f, side, ends.x);
        if area_moment(f, side).area > THIN * length_squared(far - p) {
            return f;
        }
        ends.y = furthest_corner(f, side, far);
    }
    return spanned(f, side, ends);
}

// The segment between two corners of a figure, or the point.
fn spanned(f: Figure, side: Side, ends: vec2<u32>) -> Figure {
    var result = f;
    let p = corner_of(f, side, ends.x);
    let q = corner_of(f, side, ends.y);
    result.count = select(2u, 1u, all(p == q));
    result.form = select(FORM_SEGMENT, FORM_POINT, all(p == q));
    if is_on_hull(f) {
        let kept = vec2<u32>(hull_element(f.hull, ends.x), hull_element(f.hull, ends.y));
        result.hull = with_hull(with_hull(f.hull, 0u, kept.x), 1u, kept.y);
    } else {
        result.source = OF_ENDS;
        result.p = p;
        result.q = q;
    }
    return result;
}

// The number of the corner that is furthest from a place.
fn furthest_corner(f: Figure, side: Side, start: vec2<f32>) -> u32 {
    var best = 0u;
    var most = 0.0;
    for (var k = 0u; k < f.count; k++) {
        let squared = length_squared(corner_of(f, side, k) - start);
        if squared > most {
            most = squared;
            best = k;
        }
    }
    return best;
}

// Of a polygon, about its first corner.
fn area_moment(f: Figure, side: Side) -> AreaMoment {
    let origin = corner_of(f, side, 0u);
    var sum = AreaMoment(0.0, vec2<f32>(0.0));
    var p = vec2<f32>(0.0);
    for (var k = 1u; k < f.count; k++) {
        let q = corner_of(f, side, k) - origin;
        let triangle = 0.5 * perp_dot(p, q);
        sum.area += triangle;
        sum.moment += (p + q) * (triangle / 3.0);
        p = q;
    }
    return sum;
}

fn figure_centroid(f: Figure, side: Side) -> vec2<f32> {
    if f.form == FORM_POLYGON {
        let sum = area_moment(f, side);
        return corner_of(f, side, 0u) + sum.moment / sum.area;
    }
    return 0.5 * (corner_of(f, side, 0u) + corner_of(f, side, f.count - 1u));
}

// Second moments of the figure's points about its centroid; as good as infinite for the whole plane.
fn figure_spread(f: Figure, side: Side) -> vec3<f32> {
    switch f.form {
        case FORM_SEGMENT: {
            return spread_of_segment(corner_of(f, side, 1u) - corner_of(f, side, 0u));
        }
        case FORM_POLYGON: {
            return polygon_spread(f, side);
        }
        case FORM_DISC: {
            return spread_of_disc(f.radius);
        }
        case FORM_PLANE: {
            return vec3<f32>(LARGEST, 0.0, 0.0);
        }
        default: {
            return vec3<f32>(0.0);
        }
    }
}

fn polygon_spread(f: Figure, side: Side) -> vec3<f32> {
    let center = figure_centroid(f, side);
    var area = 0.0;
    var moments = vec3<f32>(0.0);
    var p = corner_of(f, side, f.count - 1u) - center;
    for (var k = 0u; k < f.count; k++) {
        let q = corner_of(f, side, k) - center;
        let twice = perp_dot(p, q);
        area += twice;
        moments += (square_of(p) + square_of(q) + square_of(p + q)) * twice;
        p = q;
    }
    return select(vec3<f32>(0.0), positive_spread(moments / (12.0 * area)), area > 0.0);
}

fn closest_on_segment(q: vec2<f32>, r: vec2<f32>, p: vec2<f32>) -> vec2<f32> {
    let along = r - q;
    let squared = length_squared(along);
    if squared == 0.0 {
        return q;
    }
    return q + along * clamp(dot(p - q, along) / squared, 0.0, 1.0);
}

// The point of the figure closest to p.
fn figure_clamp(f: Figure, side: Side, p: vec2<f32>) -> vec2<f32> {
    switch f.form {
        case FORM_POINT: {
            return corner_of(f, side, 0u);
        }
        case FORM_SEGMENT: {
            return closest_on_segment(corner_of(f, side, 0u), corner_of(f, side, 1u), p);
        }
        case FORM_POLYGON: {
            return polygon_clamp(f, side, p);
        }
        case FORM_DISC: {
            let from_center = p - f.p;
            let distance = sqrt(length_squared(from_center));
            return f.p + from_center * select(1.0, f.radius / distance, distance > f.radius);
        }
        default: {
            return p;
        }
    }
}

fn polygon_clamp(f: Figure, side: Side, p: vec2<f32>) -> vec2<f32> {
    var inside = true;
    var q = corner_of(f, side, f.count - 1u);
    var best = q;
    for (var k = 0u; k < f.count; k++) {
        let r = corner_of(f, side, k);
        inside = inside && perp_dot(r - q, p - q) >= 0.0;
        let closest = closest_on_segment(q, r, p);
        if length_squared(closest - p) < length_squared(best - p) {
            best = closest;
        }
        q = r;
    }
    return select(best, p, inside);
}
