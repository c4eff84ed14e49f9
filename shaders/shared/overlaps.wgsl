// The middle of the overlap of two convex figures: twin of src/geometry/planar/overlap.rs. Needs math.wgsl, figures.wgsl and
// patches.wgsl.

// An edge closer in direction to a segment than this cuts nothing off it, whatever rounding says.
const ALONG: f32 = 3e-6;
// Corners of a polygon while it is cut: a power of two, not below 2 NEAR_ROOM.
const RING: u32 = 64u;

// The polygon that is cut, as a queue: what is kept is put in behind what is still to be read.
var<private> ring: array<vec2<f32>, RING>;

// A point, or none.
struct Maybe {
    found: bool,
    point: vec2<f32>,
}

const NOTHING: Maybe = Maybe(false, vec2<f32>(0.0));

// Centroid of what f and g share: of its area, its length, or the point itself. Where rounding leaves nothing, the middle
// of the closest points. `band` tells how nearly segments must line up to count as parallel.
fn overlap_centroid(f: Figure, g: Figure, band: Band) -> vec2<f32> {
    if f.form > g.form {
        return ordered_centroid(g, f, band);
    }
    return ordered_centroid(f, g, band);
}

// f is of the simpler form.
fn ordered_centroid(f: Figure, g: Figure, band: Band) -> vec2<f32> {
    // What no shape of the scene can be is left out by the compiler.
    let discs = (FAMILIES & (1u << CYLINDER)) != 0u;
    if (FAMILIES & (1u << HALFSPACE)) != 0u && g.form == FORM_PLANE {
        return figure_centroid(f);
    }
    if f.form == FORM_POINT {
        return select(f.p, 0.5 * (f.p + g.p), g.form == FORM_POINT);
    }
    var found = NOTHING;
    if f.form == FORM_SEGMENT {
        if g.form == FORM_SEGMENT {
            return segments_middle(f, g, band);
        }
        if discs && g.form == FORM_DISC {
            return segment_in_disc(f, g);
        }
        found = segment_in_polygon(f, g);
    } else if discs && f.form == FORM_DISC {
        return lens(f.p, f.radius, g.p, g.radius);
    } else if discs && g.form == FORM_DISC {
        found = polygon_in_disc(f, g);
    } else {
        found = polygons_middle(f, g);
    }
    if found.found {
        return found.point;
    }
    return closest_middle(f, g);
}

// How far two segments drift apart sideways over the length of the shorter one.
fn spread_of(f: Figure, g: Figure) -> f32 {
    let u = f.q - f.p;
    let v = g.q - g.p;
    return abs(perp_dot(u, v)) / sqrt(max(max(length_squared(u), length_squared(v)), 1e-37));
}

// Where two segments cross, fading into the middle of their common length as they become parallel.
fn segments_middle(f: Figure, g: Figure, band: Band) -> vec2<f32> {
    let faded = band_faded(band, spread_of(f, g));
    if faded >= 1.0 {
        return crossing(f, g);
    }
    let beside = common_middle(f, g);
    if faded <= 0.0 {
        return beside;
    }
    return mix(beside, crossing(f, g), faded);
}

// Where two segments cross; where they do not, halfway between their closest points.
fn crossing(f: Figure, g: Figure) -> vec2<f32> {
    let found = proper_crossing(f, g);
    if found.found {
        return found.point;
    }
    return closest_middle(f, g);
}

// Where two segments cross, if they do.
fn proper_crossing(f: Figure, g: Figure) -> Maybe {
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
fn common_middle(f: Figure, g: Figure) -> vec2<f32> {
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

// The middle of the part of a segment inside a convex polygon.
fn segment_in_polygon(f: Figure, g: Figure) -> Maybe {
    let along = f.q - f.p;
    var enter = 0.0;
    var leave = 1.0;
    var corner = corners[g.first + g.count - 1u];
    for (var k = 0u; k < min(g.count, NEAR_ROOM); k++) {
        let next = corners[g.first + k];
        let edge = next - corner;
        let start = perp_dot(edge, f.p - corner);
        let slope = perp_dot(edge, along);
        corner = next;
        if slope * slope <= ALONG * ALONG * length_squared(edge) * length_squared(along) {
            continue;
        }
        if slope > 0.0 {
            enter = max(enter, -start / slope);
        } else {
            leave = min(leave, -start / slope);
        }
    }
    return Maybe(enter <= leave, f.p + along * (0.5 * (enter + leave)));
}

fn segment_in_disc(f: Figure, g: Figure) -> vec2<f32> {
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

// Centroid of the intersection of two convex polygons, by cutting one with the edges of the other.
fn polygons_middle(f: Figure, g: Figure) -> Maybe {
    var head = 0u;
    var count = min(f.count, NEAR_ROOM);
    for (var k = 0u; k < count; k++) {
        ring[k] = corners[f.first + k];
    }
    var corner = corners[g.first + g.count - 1u];
    for (var k = 0u; k < min(g.count, NEAR_ROOM); k++) {
        let next = corners[g.first + k];
        let kept = cut_ring(head, count, corner, next - corner);
        corner = next;
        head += count;
        count = kept;
        if count == 0u {
            return NOTHING;
        }
    }
    return Maybe(true, ring_centroid(head, count));
}

// Cuts the `count` corners from `head` on along a line; those to the left of it follow in the ring. Returns how many.
fn cut_ring(head: u32, count: u32, corner: vec2<f32>, edge: vec2<f32>) -> u32 {
    let tail = head + count;
    let origin = ring[head % RING];
    var kept = 0u;
    var here = origin;
    var here_side = perp_dot(edge, here - corner);
    for (var k = 0u; k < min(count, RING); k++) {
        var there = origin;
        if k + 1u < count {
            there = ring[(head + k + 1u) % RING];
        }
        let there_side = perp_dot(edge, there - corner);
        // What is pushed must not run into what is still to be read; so many corners lie too close to matter.
        if here_side >= 0.0 && kept + count < RING + k {
            ring[(tail + kept) % RING] = here;
            kept += 1u;
        }
        if (here_side > 0.0) != (there_side > 0.0) && here_side != 0.0 && there_side != 0.0 && kept + count < RING + k {
            ring[(tail + kept) % RING] = here + (there - here) * (here_side / (here_side - there_side));
            kept += 1u;
        }
        here = there;
        here_side = there_side;
    }
    return kept;
}

// Centroid of what the ring holds: by area, or the middle of what has shrunk to a line.
fn ring_centroid(head: u32, count: u32) -> vec2<f32> {
    let origin = ring[head % RING];
    var area = 0.0;
    var moment = vec2<f32>(0.0);
    var extent = 0.0;
    var far = vec2<f32>(0.0);
    var p = vec2<f32>(0.0);
    for (var k = 1u; k < min(count, RING); k++) {
        let q = ring[(head + k) % RING] - origin;
        let triangle = 0.5 * perp_dot(p, q);
        area += triangle;
        moment += (p + q) * (triangle / 3.0);
        if length_squared(q) > extent {
            extent = length_squared(q);
            far = q;
        }
        p = q;
    }
    if area > THIN * extent {
        return origin + moment / area;
    }
    var other = vec2<f32>(0.0);
    for (var k = 1u; k < min(count, RING); k++) {
        let q = ring[(head + k) % RING] - origin;
        if length_squared(q - far) > length_squared(other - far) {
            other = q;
        }
    }
    return origin + 0.5 * (far + other);
}

// Halfway between the closest points of two figures that do not meet.
fn closest_middle(f: Figure, g: Figure) -> vec2<f32> {
    let from_f = closest_corner(f, g);
    let from_g = closest_corner(g, f);
    let nearer = length_squared(from_f.xy - from_f.zw) <= length_squared(from_g.xy - from_g.zw);
    let best = select(from_g, from_f, nearer);
    return 0.5 * (best.xy + best.zw);
}

// The corner of f (the centre of a disc) that is closest to g, and the point of g.
fn closest_corner(f: Figure, g: Figure) -> vec4<f32> {
    var best = vec4<f32>(f.p, figure_clamp(g, f.p));
    for (var k = 0u; k < min(f.count, NEAR_ROOM); k++) {
        var p = select(f.q, f.p, k == 0u);
        if f.form == FORM_POLYGON {
            p = corners[f.first + k];
        }
        let q = figure_clamp(g, p);
        if k == 0u || length_squared(p - q) < length_squared(best.xy - best.zw) {
            best = vec4<f32>(p, q);
        }
    }
    return best;
}
