// Convex figures in a plane: twin of src/geometry/planar/figure.rs. Needs math.wgsl; the kernel says how many SIDES it looks at.

const FORM_POINT: u32 = 0u;
const FORM_SEGMENT: u32 = 1u;
const FORM_POLYGON: u32 = 2u;
const FORM_DISC: u32 = 3u;
const FORM_PLANE: u32 = 4u;

// Corners that a feature may have; of more, a spread of them stands for all. Not below SCAN_LIMIT.
const NEAR_ROOM: u32 = 32u;
// Area below this share of the squared extent: the polygon is a line to rounding.
const THIN: f32 = 1e-6;

struct Figure {
    form: u32,
    // Corners of a polygon, anticlockwise, in `corners`.
    first: u32,
    count: u32,
    // Radius of a disc.
    radius: f32,
    // The point, the first end, or the centre.
    p: vec2<f32>,
    // The second end.
    q: vec2<f32>,
}

// Private, not handed around: functions cannot share parts of an array by pointer.
var<private> corners: array<vec2<f32>, SIDES * NEAR_ROOM>;

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
    return Figure(FORM_POINT, 0u, 1u, 0.0, p, p);
}

fn segment_figure(p: vec2<f32>, q: vec2<f32>) -> Figure {
    return Figure(FORM_SEGMENT, 0u, 2u, 0.0, p, q);
}

fn disc_figure(center: vec2<f32>, radius: f32) -> Figure {
    return Figure(FORM_DISC, 0u, 0u, radius, center, center);
}

fn plane_figure() -> Figure {
    return Figure(FORM_PLANE, 0u, 0u, 0.0, vec2<f32>(0.0), vec2<f32>(0.0));
}

// The figure of `count` corners from `first` on, in order, or what it has shrunk to.
fn figure_of_corners(first: u32, count: u32) -> Figure {
    let p = corners[first];
    if count < 2u {
        return point_figure(p);
    }
    if count == 2u {
        return spanned_segment(p, corners[first + 1u]);
    }
    let far = furthest_corner(first, count, p);
    if area_moment(first, count).area > THIN * length_squared(far - p) {
        return Figure(FORM_POLYGON, first, count, 0.0, p, p);
    }
    return spanned_segment(furthest_corner(first, count, far), far);
}

fn spanned_segment(p: vec2<f32>, q: vec2<f32>) -> Figure {
    if all(p == q) {
        return point_figure(p);
    }
    return segment_figure(p, q);
}

fn furthest_corner(first: u32, count: u32, start: vec2<f32>) -> vec2<f32> {
    var best = start;
    for (var k = 0u; k < min(count, NEAR_ROOM); k++) {
        let other = corners[first + k];
        if length_squared(other - start) > length_squared(best - start) {
            best = other;
        }
    }
    return best;
}

// Of a polygon, about its first corner.
fn area_moment(first: u32, count: u32) -> AreaMoment {
    let origin = corners[first];
    var sum = AreaMoment(0.0, vec2<f32>(0.0));
    var p = corners[first + 1u] - origin;
    for (var k = 2u; k < min(count, NEAR_ROOM); k++) {
        let q = corners[first + k] - origin;
        let triangle = 0.5 * perp_dot(p, q);
        sum.area += triangle;
        sum.moment += (p + q) * (triangle / 3.0);
        p = q;
    }
    return sum;
}

fn figure_centroid(f: Figure) -> vec2<f32> {
    if f.form == FORM_POLYGON {
        let sum = area_moment(f.first, f.count);
        return corners[f.first] + sum.moment / sum.area;
    }
    return 0.5 * (f.p + f.q);
}

// Mean squared distance of the figure's points from its centroid; as good as infinite for the whole plane.
fn figure_mean_square(f: Figure) -> f32 {
    switch f.form {
        case FORM_SEGMENT: {
            return length_squared(f.q - f.p) / 12.0;
        }
        case FORM_POLYGON: {
            return polygon_mean_square(f);
        }
        case FORM_DISC: {
            return 0.5 * f.radius * f.radius;
        }
        case FORM_PLANE: {
            return LARGEST;
        }
        default: {
            return 0.0;
        }
    }
}

fn polygon_mean_square(f: Figure) -> f32 {
    let center = figure_centroid(f);
    var area = 0.0;
    var moment = 0.0;
    var p = corners[f.first + f.count - 1u] - center;
    for (var k = 0u; k < min(f.count, NEAR_ROOM); k++) {
        let q = corners[f.first + k] - center;
        let twice = perp_dot(p, q);
        area += twice;
        moment += twice * (dot(p, p) + dot(p, q) + dot(q, q)) / 6.0;
        p = q;
    }
    return select(0.0, moment / area, area > 0.0);
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
fn figure_clamp(f: Figure, p: vec2<f32>) -> vec2<f32> {
    switch f.form {
        case FORM_POINT: {
            return f.p;
        }
        case FORM_SEGMENT: {
            return closest_on_segment(f.p, f.q, p);
        }
        case FORM_POLYGON: {
            return polygon_clamp(f, p);
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

fn polygon_clamp(f: Figure, p: vec2<f32>) -> vec2<f32> {
    var inside = true;
    var best = corners[f.first];
    var q = corners[f.first + f.count - 1u];
    for (var k = 0u; k < min(f.count, NEAR_ROOM); k++) {
        let r = corners[f.first + k];
        inside = inside && perp_dot(r - q, p - q) >= 0.0;
        let closest = closest_on_segment(q, r, p);
        if length_squared(closest - p) < length_squared(best - p) {
            best = closest;
        }
        q = r;
    }
    return select(best, p, inside);
}
