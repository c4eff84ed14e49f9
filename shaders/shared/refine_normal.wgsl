// From a direction near the least support width to the exact one. Needs simplex.wgsl and normals.wgsl.
//
// A point x outside of the difference, straight above the origin along n, is projected onto it; the direction of that
// projection has a smaller width than n, and is the same only where the width is stationary. So the search for the
// nearest point of the boundary, seen from inside, becomes a chain of searches for the nearest point seen from outside,
// which GJK does for flat, edged and curved bodies alike, and over a distance that does not drown in rounding.

// Projections before a start is given up, the first one and others.
const FIRST_ROUNDS: u32 = 14u;
const MORE_ROUNDS: u32 = 6u;
const SETTLE_UPDATES: u32 = 24u;
// Least height of the first projections and of all, as a share of the larger body: rounding of its coordinates turns a
// projection by its share of the height.
const HIGH: f32 = 0.03;
const LOW: f32 = 1e-3;
// A turn below this is settled [rad].
const SETTLED_TURN: f32 = 1e-4;
// Directions this close to an edge or a seam are tried exactly on it [rad].
const NEAR_LINE: f32 = 0.25;
// Flat sides this close are tried: they are minima of their own [rad].
const NEAR_FLAT: f32 = 0.35;
// Exponents of superquadrics below this make sides that are straight to f32.
const NEARLY_STRAIGHT: f32 = 1.06;
// Steps of numerical derivatives, of the first try and later [rad].
const WIDE_STEP: f32 = 0.03;
const FINE_STEP: f32 = 4e-3;
const LEAST_STEP: f32 = 3e-4;
// Newton's steps beyond this lead nowhere [rad].
const LONGEST_STEP: f32 = 0.7;
const POLISH_ROUNDS: u32 = 6u;

// How far above the surface the projected point starts: enough for a clear direction, not much more than the bodies are
// thick, as a high start turns back slowly.
fn settle_reach() -> f32 {
    let half_a = kinds[kind_a].box_half.xyz;
    let half_b = kinds[kind_b].box_half.xyz;
    let thin_a = min(half_a.x, min(half_a.y, half_a.z));
    let thin_b = min(half_b.x, min(half_b.y, half_b.z));
    return max(clamp(0.4 * min(thin_a, thin_b), 0.01 * sizes.x, 0.25 * sizes.x), LOW * sizes.y);
}

// Follows the projections from the direction `start`; tells the best direction. True when it came to rest.
fn settle(start: vec3<f32>, rounds: u32, apart: bool) -> bool {
    let reach = settle_reach();
    var n = start;
    var width = LARGEST;
    var next = start;
    var away = 1.0;
    // The last turn, and how much shorter it was than the one before.
    var turn = vec3<f32>(0.0);
    var share = 0.0;
    // The point of the difference that was found nearest to the projected one.
    var foot = vec3<f32>(0.0);
    for (var k = 0u; k <= rounds; k++) {
        // Turns that shrink evenly add up to a known sum: a longer turn is tried too.
        let trials = select(1u, 2u, (share > 0.1 && share < 1.0) || (apart && k > 0u));
        var better = false;
        for (var trial = 0u; trial < trials; trial++) {
            let far = select(0.0, min(share / (1.0 - share), 30.0), trial == 1u);
            var tried = unit_or(next + turn * far, next);
            if apart && trial == 1u {
                // Seen from a corner, a high point hardly turns; but the corner tells the direction.
                tried = unit_or(-foot, next);
            }
            let there = dot(try_direction(tried).w, tried);
            if there < width {
                better = better || width - there > 0.2 * noise + 2e-5 * max(there + rounding, 0.0);
                n = tried;
                width = there;
            }
        }
        let size = length(turn);
        if k > 1u && (!better || size < SETTLED_TURN || away == 0.0) {
            return true;
        }
        // The first two from higher up: what is far off is found by its large features first.
        away = max(width + select(reach, max(reach, HIGH * sizes.y), k < 2u), 0.0);
        search(n * away, n, LARGEST, SETTLE_UPDATES);
        foot = n * away + nearest;
        if apart {
            lower = max(lower, -length(foot));
        }
        next = facing;
        turn = next - n;
        share = select(0.0, length(turn) / max(size, 1e-37), k > 0u);
    }
    return false;
}

// Offers the flat sides of a body that its outward direction `dir`, in its own frame, is nearly square to; `turn` leads
// from that frame, with the sense of the contact's normal.
fn offer_flat_sides(kind: u32, dir: vec3<f32>, vertex: u32, turn: mat3x3<f32>, is_b: bool) {
    let family = family_of(kind);
    if family == POLYHEDRON {
        offer_faces_around(kind, vertex, is_b, turn * dir, NEAR_FLAT);
        return;
    }
    if family != CYLINDER && family != SUPERQUADRIC && family != ELLIPSOID {
        return;
    }
    for (var k = select(0u, 2u, family == CYLINDER); k < 3u; k++) {
        if 1.0 - abs(dir[k]) < 0.5 * NEAR_FLAT * NEAR_FLAT {
            var axis = vec3<f32>(0.0);
            axis[k] = select(-1.0, 1.0, dir[k] >= 0.0);
            offer(turn * axis);
        }
    }
}

// The flattest edge or straight line of a body's surface at the direction `dir`, in the body's frame; zero where there is
// none.
fn straight_line(kind: u32, dir: vec3<f32>, vertex: u32) -> vec3<f32> {
    let family = family_of(kind);
    var flattest = vec3<f32>(0.0);
    var least = NEAR_LINE;
    if family == POLYHEDRON && vertex < kinds[kind].vertices {
        let p = core_vertex(kind, vertex);
        let lists = kinds[kind].neighbors + vertex;
        let end = topology[lists + 1u];
        for (var k = topology[lists]; k < end; k++) {
            let edge = core_vertex(kind, topology[k]) - p;
            let slope = abs(dot(edge, dir)) * inverseSqrt(max(dot(edge, edge), 1e-37));
            if slope < least {
                least = slope;
                flattest = edge;
            }
        }
        return flattest;
    }
    let is_round = family == CAPSULE || family == CYLINDER;
    if !is_round && family != SUPERQUADRIC {
        return flattest;
    }
    for (var k = select(0u, 2u, is_round); k < 3u; k++) {
        if abs(dir[k]) < least {
            least = abs(dir[k]);
            flattest = vec3<f32>(0.0);
            flattest[k] = 1.0;
        }
    }
    if family == SUPERQUADRIC {
        let straight = superquadric_line(kind, dir);
        if dot(straight, straight) > 0.0 && abs(dot(unit_or(straight, dir), dir)) < least {
            return straight;
        }
    }
    return flattest;
}

// The straight side of a superquadric with an exponent of 1, or nearly; zero where there is none. Across z it goes from
// axis to axis, along z from the widest section to the end.
fn superquadric_line(kind: u32, dir: vec3<f32>) -> vec3<f32> {
    let radii = kinds[kind].size.xyz;
    let exponents = kinds[kind].exponents;
    let way = select(vec3<f32>(-1.0), vec3<f32>(1.0), dir >= vec3<f32>(0.0)) * radii;
    let across = vec3<f32>(way.x, -way.y, 0.0);
    if exponents.y < NEARLY_STRAIGHT && abs(dot(unit_or(across, dir), dir)) < NEAR_LINE {
        return across;
    }
    if exponents.x >= NEARLY_STRAIGHT {
        return vec3<f32>(0.0);
    }
    let scaled = abs(radii * dir);
    let widest = norm_support(scaled.x, scaled.y, exponents.y, exponents.w);
    return vec3<f32>(way.xy * vec2<f32>(widest.x, widest.y), -way.z);
}

// Offers the exact directions of flat sides, edges and seams next to the best direction.
fn offer_features() {
    let n = best_n;
    let top = best_vertex;
    let back = -(n * turn_b);
    let identity = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    let opposite = mat3x3<f32>(-turn_b[0], -turn_b[1], -turn_b[2]);
    line_a = unit_or(straight_line(kind_a, n, top.a), vec3<f32>(0.0));
    line_b = unit_or(turn_b * straight_line(kind_b, back, top.b), vec3<f32>(0.0));
    let has_a = dot(line_a, line_a) > 0.0;
    let has_b = dot(line_b, line_b) > 0.0;
    if has_a {
        offer(square_to(n, line_a));
    }
    if has_b {
        offer(square_to(n, line_b));
    }
    if has_a && has_b {
        let both = edge_normal(line_a, line_b);
        if abs(dot(both, n)) > 0.9 {
            offer_like(both, n);
        }
    }
    // The most constrained last: of equals they are taken.
    offer_flat_sides(kind_a, n, top.a, identity, false);
    offer_flat_sides(kind_b, back, top.b, opposite, true);
}

// Straight lines of A and B that lie flat along the best direction, in A's frame; zero where there is none.
var<private> line_a: vec3<f32>;
var<private> line_b: vec3<f32>;

// Angle from a direction to the nearest kink along a straight line of A or B, as far as lines are known [rad].
fn off_lines(n: vec3<f32>) -> f32 {
    let off_a = select(1.0, abs(dot(n, line_a)), dot(line_a, line_a) > 0.0);
    let off_b = select(1.0, abs(dot(n, line_b)), dot(line_b, line_b) > 0.0);
    return min(off_a, off_b);
}

// Takes a direction as the best, with its support points at hand.
fn take_direction(n: vec3<f32>, width: f32, vertex: Vertex, on_a: vec3<f32>, on_b: vec3<f32>) {
    best_n = n;
    best_width = width;
    best_vertex = vertex;
    best_a = on_a;
    best_b = on_b;
}

// Newton's method on the slopes of the width from the direction `start`, which tell the direction of a smooth minimum far
// better than the width itself; only along a line, where that is not zero: across it the width has a kink. True when it
// came to rest.
fn polish(start: vec3<f32>, line: vec3<f32>) -> bool {
    let on_line = dot(line, line) > 0.0;
    var n = start;
    var width = LARGEST;
    var vertex = best_vertex;
    var on_a = best_a;
    var on_b = best_b;
    var rests = false;
    for (var k = 0u; k < POLISH_ROUNDS; k++) {
        var reach = select(FINE_STEP, WIDE_STEP, k == 0u);
        if !on_line {
            reach = min(reach, max(0.4 * off_lines(n), LEAST_STEP));
        }
        var t = tangents(n);
        if on_line {
            t = mat2x3<f32>(unit_or(cross(line, n), t[0]), line);
        }
        // Slopes here, a step to either side of both axes, and at the end.
        var slopes: array<vec2<f32>, 5>;
        var step = vec2<f32>(0.0);
        var moved = false;
        for (var place = 0u; place < 6u; place++) {
            var turn = vec2<f32>(0.0);
            if place == 5u {
                step = newton_step(slopes[0], slopes[1] - slopes[2], slopes[3] - slopes[4], 2.0 * reach, on_line);
                turn = step;
            } else if place > 0u {
                turn[(place - 1u) >> 1u] = select(-reach, reach, (place & 1u) == 1u);
            }
            let y = n + t * turn;
            let there = unit_or(y, n);
            let top = support(there);
            let height = dot(top.w, there);
            var slope = ((top.w - there * height) * t) * inverseSqrt(dot(y, y));
            slope.y = select(slope.y, 0.0, on_line);
            moved = place == 5u && length(slope) < length(slopes[0]) && height <= width + 0.5 * noise;
            if place < 5u {
                slopes[place] = slope;
            }
            if moved || (place == 0u && k == 0u) {
                n = there;
                width = height;
                vertex = top;
                on_a = support_a;
                on_b = support_b;
            }
        }
        let size = length(step);
        rests = size > 0.0 && size < select(1e-3, 2e-5, moved);
        if rests || !moved {
            break;
        }
    }
    if width <= best_width + 0.5 * noise {
        take_direction(n, width, vertex, on_a, on_b);
    }
    return rests;
}

// The step to where the slopes vanish, from the slopes here and their differences over `reach`; zero where they do not
// lead to a minimum.
fn newton_step(here: vec2<f32>, across_u: vec2<f32>, across_v: vec2<f32>, reach: f32, on_line: bool) -> vec2<f32> {
    if on_line {
        let along = across_u.x / reach;
        return vec2<f32>(select(0.0, clamp(-here.x / along, -LONGEST_STEP, LONGEST_STEP), along > 0.0), 0.0);
    }
    let du = across_u / reach;
    let dv = across_v / reach;
    let determinant = du.x * dv.y - du.y * dv.x;
    if !(determinant > 0.0) || !(du.x + dv.y > 0.0) {
        return vec2<f32>(0.0);
    }
    let step = -vec2<f32>(here.x * dv.y - here.y * dv.x, here.y * du.x - here.x * du.y) / determinant;
    return select(vec2<f32>(0.0), step, length(step) < LONGEST_STEP);
}

// Offers the axes of a curved shape, both ways, and the centre line square to the axis of a long one; `turn` leads from
// its frame to A's.
fn offer_axes_of(kind: u32, turn: mat3x3<f32>, centre: vec3<f32>) {
    let family = family_of(kind);
    if family == CYLINDER || family == CAPSULE {
        offer(square_to(centre, turn[2]));
    }
    if family == CYLINDER || family == ELLIPSOID || family == SUPERQUADRIC {
        offer(turn[2]);
        offer(-turn[2]);
    }
    if family == ELLIPSOID || family == SUPERQUADRIC {
        offer(turn[0]);
        offer(-turn[0]);
        offer(turn[1]);
        offer(-turn[1]);
    }
}
