// The contact point near the end of a wall; twin of src/walls/touch.rs. Needs meridian.wgsl, walls_grain.wgsl, features.wgsl,
// bands.wgsl, overlaps.wgsl and discs.wgsl; the kernel says what parts of a wall a contact may be with, by `middle_with_wall`.

// A contact, seen in the cut at its azimuth.
struct RimContact {
    azimuth: vec2<f32>,
    n: vec2<f32>,
    overlap: f32,
    rim: u32,
    // The point of the grain's core, from its centre.
    point: vec3<f32>,
}

// The wall near its end, seen along the normal, from the grain's support point: what of it lies within a tolerance grows from
// the corner to the side, or to the flat end.
struct RimView {
    corner: vec2<f32>,
    // Along the second axis of the view: the side from the corner on, with its length, and the flat end away from the axis.
    side: f32,
    outward: f32,
    // Tolerances at which they take part.
    to_side: f32,
    to_end: f32,
    // The point of the grain that is known to meet a rod, where the support point alone is too blunt.
    met: vec2<f32>,
}

struct RimTouch {
    // On the grain's support plane, in its own frame.
    point: vec3<f32>,
    // By the axes sideways and in the cut.
    spread: vec3<f32>,
}

// The middle of what grain and wall share, and how far both spread.
struct SharedWith {
    middle: vec2<f32>,
    spread: vec3<f32>,
}

// The contact point; its patch reaches `depth` deep.
fn rim_point(at: RimContact, depth: f32) -> RimTouch {
    let n = lifted(at.n, at.azimuth);
    // Axes of the support plane: sideways, and in the cut.
    let t1 = vec3<f32>(-at.azimuth.y, at.azimuth.x, 0.0);
    let in_cut_axis = vec2<f32>(-at.n.y, at.n.x);
    let t2 = lifted(in_cut_axis, at.azimuth);
    let turn = inside.turn;
    var side = side_new(inside.kind, 0u, n * turn, t1 * turn, t2 * turn);
    let top = turn * side.top;
    let band = band_for(inside.size, inside.size, depth);
    let view = rim_view(at, top, t1, t2, in_cut_axis);
    var found = SharedWith(view.corner, vec3<f32>(0.0));
    if min(view.to_side, view.to_end) < band.high {
        side = gathered(side, band.high, band_for(inside.size, inside.size, 0.0).low);
        found = faded_middle(side, view, band);
    }
    let point = side.top + side.t1 * found.middle.x + side.t2 * found.middle.y;
    return RimTouch(point, select(vec3<f32>(0.0), found.spread, band.even));
}

fn rim_view(at: RimContact, top: vec3<f32>, t1: vec3<f32>, t2: vec3<f32>, in_cut_axis: vec2<f32>) -> RimView {
    // The support point, seen from the corner in the cut, and sideways.
    let seen = from_rim(at.rim) + in_cut(top, at.azimuth);
    let sideways = place_at(at.azimuth, top).y;
    let corner = -vec2<f32>(sideways, dot(seen, in_cut_axis));
    // Side and end are drawn as far as the grain may reach; a rod is drawn whole.
    let is_rod = inside.rod_radius > 0.0;
    let center = from_rim(at.rim) + in_cut(vec3<f32>(0.0), at.azimuth);
    let width = inside.size + length(vec3<f32>(center, place_at(at.azimuth, vec3<f32>(0.0)).y));
    let side_length = select(min(inside.length, width), inside.length, is_rod);
    let end_width = select(width, 2.0 * inside.rod_radius, is_rod);
    let inward = inward_of(at.rim);
    return RimView(
        corner,
        dot(inward, in_cut_axis) * side_length,
        in_cut_axis.x,
        side_length * max(dot(inward, at.n), 0.0),
        end_width * max(at.n.x, 0.0),
        vec2<f32>(dot(at.point - top, t1), dot(at.point - top, t2)),
    );
}

// The average, over the band of tolerances, of what grain and wall share. A corner is known exactly, whatever the grain's is.
fn faded_middle(side: Side, view: RimView, band: Band) -> SharedWith {
    var average = SharedWith(vec2<f32>(0.0), vec3<f32>(0.0));
    var low = band.low;
    for (var k = 0u; k < NEAR_ROOM + 5u; k++) {
        var high = min(next_step(side, low), band.high);
        high = select(high, min(high, view.to_side), view.to_side > low);
        high = select(high, min(high, view.to_end), view.to_end > low);
        let share = band_faded(band, high) - band_faded(band, low);
        if min(view.to_side, view.to_end) > low {
            average.middle += view.corner * share;
        } else {
            let found = middle_with_wall(side_figure(side, low), side, view, view.to_side <= low, band);
            average.middle += found.middle * share;
            average.spread += found.spread * share;
        }
        if high >= band.high {
            break;
        }
        low = high;
    }
    return average;
}

// The middle of what a figure shares with a flat end, which reaches from the corner on without limit. Where rounding leaves
// nothing, halfway between corner and the closest point.
fn middle_on_end(own: Figure, side: Side, view: RimView) -> vec2<f32> {
    let up = select(-1.0, 1.0, view.outward >= 0.0);
    let line = view.corner.y;
    if (FAMILIES & (1u << CYLINDER)) != 0u && own.form == FORM_DISC {
        return own.p + vec2<f32>(0.0, up * middle_of_cap((line - own.p.y) * up, own.radius));
    }
    if own.form == FORM_SEGMENT {
        return segment_on_end(ends_of(own, side), line, up);
    }
    return polygon_on_end(own, side, line, up);
}

// How far from the centre of a disc the middle of its part beyond a line is, which is `away` from the centre.
fn middle_of_cap(away: f32, radius: f32) -> f32 {
    if away <= -radius {
        return 0.0;
    }
    let half_chord = sqrt(max((radius - away) * (radius + away), 0.0));
    let area = radius * radius * cap_area(angle_of(away, half_chord));
    if away >= radius || !(area > THIN * radius * radius) {
        return 0.5 * away;
    }
    return 2.0 / 3.0 * half_chord * half_chord * half_chord / area;
}

fn segment_on_end(f: Segment, line: f32, up: f32) -> vec2<f32> {
    let along = f.q - f.p;
    let heights = (vec2<f32>(f.p.y, f.q.y) - line) * up;
    let slope = heights.y - heights.x;
    var share = vec2<f32>(0.0, 1.0);
    if slope * slope > ALONG * ALONG * length_squared(along) {
        let crossing_at = -heights.x / slope;
        share = select(vec2<f32>(0.0, min(crossing_at, 1.0)), vec2<f32>(max(crossing_at, 0.0), 1.0), slope > 0.0);
    }
    if share.x <= share.y {
        return f.p + along * (0.5 * (share.x + share.y));
    }
    let closest = select(f.p, f.q, slope > 0.0);
    return vec2<f32>(closest.x, 0.5 * (closest.y + line));
}

// Walks along the part of a polygon beyond the line: once for its centroid, and once more where that part is a line to rounding,
// for the two points furthest apart.
fn polygon_on_end(f: Figure, side: Side, line: f32, up: f32) -> vec2<f32> {
    var sum = AreaMoment(0.0, vec2<f32>(0.0));
    var origin = vec2<f32>(0.0);
    var far = vec2<f32>(0.0);
    var other = vec2<f32>(0.0);
    var closest = vec2<f32>(0.0, -LARGEST);
    for (var walk = 0u; walk < 2u; walk++) {
        var count = 0u;
        var before = vec2<f32>(0.0);
        var here = corner_of(f, side, 0u);
        var height = (here.y - line) * up;
        for (var k = 0u; k < 2u * f.count; k++) {
            // First the corner itself, then where the edge from it crosses the line.
            let is_corner = (k & 1u) == 0u;
            let next = corner_of(f, side, select(k / 2u + 1u, 0u, k / 2u + 1u == f.count));
            let next_height = (next.y - line) * up;
            let crosses = (height > 0.0) != (next_height > 0.0) && height != 0.0 && next_height != 0.0;
            let p = select(here + (next - here) * (height / (height - next_height)), here, is_corner);
            if select(crosses, height >= 0.0, is_corner) {
                origin = select(origin, p, count == 0u);
                let q = p - origin;
                if walk == 0u {
                    sum = add_triangle_of(sum, before, q);
                    far = select(far, q, length_squared(q) > length_squared(far));
                } else {
                    other = select(other, q, length_squared(q - far) > length_squared(other - far));
                }
                before = q;
                count++;
            }
            if !is_corner {
                here = next;
                height = next_height;
            } else if height > closest.y {
                closest = vec2<f32>(here.x, height);
            }
        }
        if count == 0u {
            return vec2<f32>(closest.x, line + 0.5 * up * closest.y);
        }
        if sum.area > THIN * length_squared(far) {
            return origin + sum.moment / sum.area;
        }
    }
    return origin + 0.5 * (far + other);
}

fn add_triangle_of(sum: AreaMoment, p: vec2<f32>, q: vec2<f32>) -> AreaMoment {
    let triangle = 0.5 * perp_dot(p, q);
    return AreaMoment(sum.area + triangle, sum.moment + (p + q) * (triangle / 3.0));
}
