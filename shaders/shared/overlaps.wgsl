// The middle of the overlap of two convex figures: twin of src/geometry/planar/overlap.rs. Needs math.wgsl, figures.wgsl and
// bands.wgsl.

// An edge closer in direction to a segment than this cuts nothing off it, whatever rounding says.
const ALONG: f32 = 3e-6;

// A point, or none.
struct Maybe {
    found: bool,
    point: vec2<f32>,
}

const NOTHING: Maybe = Maybe(false, vec2<f32>(0.0));

// Two features of a contact, each with its side.
struct Features {
    f: Figure,
    g: Figure,
    of_f: Side,
    of_g: Side,
}

// Centroid of what f and g share: of its area, its length, or the point itself. Where rounding leaves nothing, the middle
// of the closest points. `band` tells how nearly segments must line up to count as parallel.
//
// What is told apart here is which of the two has the simpler form, but the figures stay where they are: each has its corners
// from a side of its own, and to exchange them would take as many registers again.
fn overlap_centroid(both: Features, band: Band) -> vec2<f32> {
    // What no shape of the scene can be is left out by the compiler.
    let discs = (FAMILIES & (1u << CYLINDER)) != 0u;
    let planes = (FAMILIES & (1u << HALFSPACE)) != 0u;
    let f = both.f;
    let g = both.g;
    let simpler = min(f.form, g.form);
    let other = max(f.form, g.form);
    if planes && other == FORM_PLANE {
        if f.form == FORM_PLANE {
            return figure_centroid(g, both.of_g);
        }
        return figure_centroid(f, both.of_f);
    }
    if simpler == FORM_POINT {
        let p = corner_of(f, both.of_f, 0u);
        let q = corner_of(g, both.of_g, 0u);
        return select(select(q, p, f.form == FORM_POINT), 0.5 * (p + q), other == FORM_POINT);
    }
    if other == FORM_SEGMENT {
        return segments_middle(both, band);
    }
    var found = NOTHING;
    if discs && other == FORM_DISC {
        if simpler == FORM_DISC {
            return lens(f.p, f.radius, g.p, g.radius);
        }
        if simpler == FORM_SEGMENT {
            if f.form == FORM_SEGMENT {
                return segment_in_disc(ends_of(f, both.of_f), g);
            }
            return segment_in_disc(ends_of(g, both.of_g), f);
        }
        if f.form == FORM_DISC {
            found = polygon_in_disc(g, both.of_g, f);
        } else {
            found = polygon_in_disc(f, both.of_f, g);
        }
    } else {
        found = middle_in_polygon(both, band);
    }
    if found.found {
        return found.point;
    }
    return closest_middle(both);
}

struct Segment {
    p: vec2<f32>,
    q: vec2<f32>,
}

fn ends_of(f: Figure, side: Side) -> Segment {
    return Segment(corner_of(f, side, 0u), corner_of(f, side, 1u));
}

// How far two segments drift apart sideways over the length of the shorter one.
fn spread_of(f: Segment, g: Segment) -> f32 {
    let u = f.q - f.p;
    let v = g.q - g.p;
    return abs(perp_dot(u, v)) / sqrt(max(max(length_squared(u), length_squared(v)), 1e-37));
}

// Where two segments cross, fading into the middle of their common length as they become parallel.
fn segments_middle(both: Features, band: Band) -> vec2<f32> {
    let f = ends_of(both.f, both.of_f);
    let g = ends_of(both.g, both.of_g);
    let faded = band_faded(band, spread_of(f, g));
    var middle = vec2<f32>(0.0);
    if faded < 1.0 {
        middle = common_middle(f, g);
    }
    if faded > 0.0 {
        middle = mix(middle, crossing(both, f, g), faded);
    }
    return middle;
}

// Where two segments cross; where they do not, halfway between their closest points.
fn crossing(both: Features, f: Segment, g: Segment) -> vec2<f32> {
    let found = proper_crossing(f, g);
    if found.found {
        return found.point;
    }
    return closest_middle(both);
}

// Where two segments cross, if they do.
fn proper_crossing(f: Segment, g: Segment) -> Maybe {
    let u = f.q - f.p;
    let v = g.q - g.p;
    let between = g.p - f.p;
    let cross = perp_dot(u, v);
    if cross == 0.0 {
        return NOTHING;
    }
    let along = vec2<f32>(perp_dot(between, v), perp_dot(between, u)) / cross;
    if any(along < vec2<f32>(0.0)) || any(along > vec2<f32>(1.0)) {
        return NOTHING;
    }
    return Maybe(true, 0.5 * (f.p + u * along.x + g.p + v * along.y));
}

// The middle of the length that two parallel segments share, halfway between them.
fn common_middle(f: Segment, g: Segment) -> vec2<f32> {
    let u = f.q - f.p;
    let v = g.q - g.p;
    let longer = select(v, u, length_squared(u) >= length_squared(v));
    let squared = length_squared(longer);
    if squared == 0.0 {
        return 0.5 * (f.p + g.p);
    }
    let along = longer / sqrt(squared);
    let on_f = vec2<f32>(0.0, dot(u, along));
    let on_g = vec2<f32>(dot(g.p - f.p, along), dot(g.q - f.p, along));
    let low = max(min(on_f.x, on_f.y), min(on_g.x, on_g.y));
    let high = min(max(on_f.x, on_f.y), max(on_g.x, on_g.y));
    let halfway = 0.25 * (u + (g.p - f.p) + (g.q - f.p));
    return f.p + along * (0.5 * (low + high)) + halfway - along * dot(halfway, along);
}

fn segment_in_disc(f: Segment, g: Figure) -> vec2<f32> {
    let along = f.q - f.p;
    let squared = length_squared(along);
    if squared == 0.0 {
        return f.p;
    }
    let foot = dot(g.p - f.p, along) / squared;
    let aside = sqrt(length_squared(f.p + along * foot - g.p));
    let half = sqrt(max((g.radius - aside) * (g.radius + aside), 0.0) / squared);
    let enter = max(foot - half, 0.0);
    let leave = min(foot + half, 1.0);
    return f.p + along * clamp(0.5 * (enter + leave), 0.0, 1.0);
}

// The middle of the part of a segment, or of a polygon, inside a convex polygon.
//
// What two polygons share is bounded by the parts of their edges that lie inside the other: its area and moments are sums over
// these parts (Green's theorem), in whatever order, so nothing has to be kept. Edges of both along the same line must count
// once: parts of f count up to a tolerance outside g, parts of g only from that tolerance inside f. Where edges cross, this leaves
// gaps in the boundary as long as the tolerance, which is that of the rounding of places.
fn middle_in_polygon(both: Features, band: Band) -> Maybe {
    var sum = Boundary(false, vec2<f32>(0.0), 0.0, 0.0, vec2<f32>(0.0), 0.0, vec2<f32>(0.0));
    if both.g.form != FORM_SEGMENT {
        sum = add_parts(sum, both.f, both.of_f, both.g, both.of_g, band.places);
    }
    if both.f.form != FORM_SEGMENT {
        sum = add_parts(sum, both.g, both.of_g, both.f, both.of_f, -band.places);
    }
    if sum.area > THIN * sum.extent {
        return Maybe(true, sum.origin + sum.moment / sum.area);
    }
    // What has shrunk to a line, or a point.
    return Maybe(sum.found, sum.origin + sum.middle / max(sum.length, 1e-37));
}

// Sums over parts of a boundary, from a point of it: about one far away they would drown in rounding.
struct Boundary {
    found: bool,
    origin: vec2<f32>,
    // Largest squared distance.
    extent: f32,
    area: f32,
    moment: vec2<f32>,
    length: f32,
    // Times length.
    middle: vec2<f32>,
}

// Adds the parts of the edges of f, or of the segment f, that are inside the polygon g.
fn add_parts(sum: Boundary, f: Figure, of_f: Side, g: Figure, of_g: Side, margin: f32) -> Boundary {
    let is_segment = f.form == FORM_SEGMENT;
    var total = sum;
    var p = corner_of(f, of_f, select(f.count - 1u, 0u, is_segment));
    for (var k = select(0u, 1u, is_segment); k < f.count; k++) {
        let q = corner_of(f, of_f, k);
        let along = q - p;
        let inside = inside_of(g, of_g, p, along, is_segment, margin);
        if inside.x < inside.y || (is_segment && inside.x == inside.y) {
            let start = p + along * inside.x;
            if !total.found {
                total.origin = start;
                total.found = true;
            }
            let from_ = start - total.origin;
            let to = p + along * inside.y - total.origin;
            let triangle = 0.5 * perp_dot(from_, to);
            total.area += triangle;
            total.moment += (from_ + to) * (triangle / 3.0);
            let part = sqrt(length_squared(to - from_));
            total.length += part;
            total.middle += (from_ + to) * (0.5 * part);
            total.extent = max(total.extent, max(length_squared(from_), length_squared(to)));
        }
        p = q;
    }
    return total;
}

// From where to where the line p + t along, t from 0 to 1, is inside a convex polygon that is larger by `margin` all around. A
// segment is not cut by edges that it lies along.
fn inside_of(g: Figure, side: Side, p: vec2<f32>, along: vec2<f32>, is_segment: bool, margin: f32) -> vec2<f32> {
    var part = vec2<f32>(0.0, 1.0);
    let nearly = select(0.0, ALONG * ALONG, is_segment) * length_squared(along);
    var corner = corner_of(g, side, g.count - 1u);
    for (var k = 0u; k < g.count; k++) {
        let next = corner_of(g, side, k);
        let edge = next - corner;
        let squared = length_squared(edge);
        // Of the edge's length as the sum of its parts: the same for edges along the same line, and no root.
        let start = perp_dot(edge, p - corner) + select(margin, 0.0, is_segment) * (abs(edge.x) + abs(edge.y));
        let slope = perp_dot(edge, along);
        corner = next;
        if slope * slope <= nearly * squared {
            part.y = select(part.y, -1.0, !is_segment && start < 0.0);
            continue;
        }
        let cut = -start / slope;
        part = select(vec2<f32>(part.x, min(part.y, cut)), vec2<f32>(max(part.x, cut), part.y), slope > 0.0);
    }
    return part;
}

// Halfway between the closest points of two figures that do not meet: a corner of one (the centre of a disc) is among them.
fn closest_middle(both: Features) -> vec2<f32> {
    let from_f = closest_corner(both.f, both.of_f, both.g, both.of_g);
    let from_g = closest_corner(both.g, both.of_g, both.f, both.of_f);
    let nearer = length_squared(from_f.xy - from_f.zw) <= length_squared(from_g.xy - from_g.zw);
    let best = select(from_g, from_f, nearer);
    return 0.5 * (best.xy + best.zw);
}

// The corner of f that is closest to g, and the point of g.
fn closest_corner(f: Figure, of_f: Side, g: Figure, of_g: Side) -> vec4<f32> {
    var best = vec4<f32>(0.0);
    var least = LARGEST;
    for (var k = 0u; k < f.count; k++) {
        let p = corner_of(f, of_f, k);
        let q = figure_clamp(g, of_g, p);
        if length_squared(p - q) < least {
            least = length_squared(p - q);
            best = vec4<f32>(p, q);
        }
    }
    return best;
}
