// From a direction near the least support width to the exact one. Needs simplex.wgsl and normals.wgsl.
//
// A point x outside of the difference, straight above the origin along n, is projected onto it; the direction of that
// projection has a smaller width than n, and is the same only where the width is stationary. So the search for the
// nearest point of the boundary, seen from inside, becomes a chain of searches for the nearest point seen from outside,
// which GJK does for flat, edged and curved bodies alike, and over a distance that does not drown in rounding.

// Projections before a start is given up.
const SETTLE_ROUNDS: u32 = 16u;
const SETTLE_UPDATES: u32 = 28u;
// A turn below this is settled [rad].
const SETTLED_TURN: f32 = 1e-4;
// Directions this close to a flat side, an edge or a seam are tried exactly on it [rad].
const NEAR_FEATURE: f32 = 0.03;
// Step of numerical derivatives [rad].
const POLISH_STEP: f32 = 4e-3;

// How far above the surface the projected point starts: enough for a clear direction, not much more than the bodies are
// thick, as a high start turns back slowly.
fn settle_reach() -> f32 {
    let half_a = kinds[kind_a].box_half.xyz;
    let half_b = kinds[kind_b].box_half.xyz;
    let thin_a = min(half_a.x, min(half_a.y, half_a.z));
    let thin_b = min(half_b.x, min(half_b.y, half_b.z));
    return clamp(0.4 * min(thin_a, thin_b), 0.01 * sizes.x, 0.25 * sizes.x);
}

fn turned_to(n: vec3<f32>, turn: vec3<f32>) -> vec3<f32> {
    return unit_or(n + turn, n);
}

// Follows the projections from the direction `start`; tells the best direction. True when it came to rest.
fn settle(start: vec3<f32>) -> bool {
    let reach = settle_reach();
    var n = start;
    var width = dot(try_direction(n).w, n);
    var last = 0.0;
    for (var k = 0u; k < SETTLE_ROUNDS; k++) {
        let away = max(width + reach, 0.0);
        start_search(n * away, n);
        run_search(n * away, LARGEST, SETTLE_UPDATES);
        let next = unit_or(-nearest, n);
        let found = dot(try_direction(next).w, next);
        let turn = next - n;
        let size = length(turn);
        if found >= width || size < SETTLED_TURN {
            return true;
        }
        n = next;
        width = found;
        // Turns that shrink evenly add up to a known sum.
        let share = size / max(last, 1e-37);
        if last > 0.0 && share > 0.1 && share < 1.0 {
            let far = turned_to(next, turn * min(share / (1.0 - share), 30.0));
            let there = dot(try_direction(far).w, far);
            if there < width {
                n = far;
                width = there;
            }
        }
        last = size;
        if away == 0.0 {
            return true;
        }
    }
    return false;
}

// Tries the flat sides of a body that its outward direction `dir`, in its own frame, is nearly square to; `turn` leads
// from that frame, with the sense of the contact's normal.
fn try_flat_sides(kind: u32, dir: vec3<f32>, vertex: u32, turn: mat3x3<f32>, is_b: bool) {
    let family = kinds[kind].family;
    if family == POLYHEDRON {
        try_faces_around(kind, vertex, is_b, turn * dir, NEAR_FEATURE);
        return;
    }
    if family != CYLINDER && family != SUPERQUADRIC && family != ELLIPSOID {
        return;
    }
    for (var k = select(0u, 2u, family == CYLINDER); k < 3u; k++) {
        if 1.0 - abs(dir[k]) < 0.5 * NEAR_FEATURE * NEAR_FEATURE {
            var axis = vec3<f32>(0.0);
            axis[k] = select(-1.0, 1.0, dir[k] >= 0.0);
            try_direction(turn * axis);
        }
    }
}

// The flattest edge or straight line of a body's surface at the direction `dir`, in the body's frame; zero where there is
// none.
fn straight_line(kind: u32, dir: vec3<f32>, vertex: u32) -> vec3<f32> {
    let family = kinds[kind].family;
    var flattest = vec3<f32>(0.0);
    var least = NEAR_FEATURE;
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
    return flattest;
}

// Tries the exact directions of flat sides, edges and seams next to the best direction.
fn try_features() {
    let n = best_n;
    let top = support(n);
    let back = -(n * turn_b);
    let identity = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    let opposite = mat3x3<f32>(-turn_b[0], -turn_b[1], -turn_b[2]);
    try_flat_sides(kind_a, n, top.a, identity, false);
    try_flat_sides(kind_b, back, top.b, opposite, true);
    let edge_a = straight_line(kind_a, n, top.a);
    let edge_b = turn_b * straight_line(kind_b, back, top.b);
    let has_a = dot(edge_a, edge_a) > 0.0;
    let has_b = dot(edge_b, edge_b) > 0.0;
    if has_a {
        try_direction(square_to(n, edge_a));
    }
    if has_b {
        try_direction(square_to(n, edge_b));
    }
    if has_a && has_b {
        let both = edge_normal(edge_a, edge_b);
        if abs(dot(both, n)) > 0.9 {
            try_like(both, n);
        }
    }
}

// Slopes of the width at a turn of (u, v) along t from n; the direction itself is left in `polish_n`.
var<private> polish_n: vec3<f32>;
var<private> polish_width: f32;

fn slopes(n: vec3<f32>, t: mat2x3<f32>, turn: vec2<f32>) -> vec2<f32> {
    let y = n + t * turn;
    polish_n = unit_or(y, n);
    let w = support(polish_n).w;
    polish_width = dot(w, polish_n);
    return ((w - polish_n * polish_width) * t) * inverseSqrt(dot(y, y));
}

// Newton's method on the slopes of the width, which tell the direction of a smooth minimum far better than the width
// itself.
fn polish() {
    for (var k = 0u; k < 3u; k++) {
        let n = best_n;
        let t = tangents(n);
        let here = slopes(n, t, vec2<f32>(0.0));
        let du = (slopes(n, t, vec2<f32>(POLISH_STEP, 0.0)) - slopes(n, t, vec2<f32>(-POLISH_STEP, 0.0)))
            / (2.0 * POLISH_STEP);
        let dv = (slopes(n, t, vec2<f32>(0.0, POLISH_STEP)) - slopes(n, t, vec2<f32>(0.0, -POLISH_STEP)))
            / (2.0 * POLISH_STEP);
        let determinant = du.x * dv.y - du.y * dv.x;
        if !(determinant > 0.0) || !(du.x + dv.y > 0.0) {
            return;
        }
        let step = -vec2<f32>(here.x * dv.y - here.y * dv.x, here.y * du.x - here.x * du.y) / determinant;
        if !(length(step) < 0.02) {
            return;
        }
        let there = slopes(n, t, step);
        if !(length(there) < length(here)) || polish_width > best_width + 0.5 * noise {
            return;
        }
        best_n = polish_n;
        best_width = polish_width;
        if length(step) < 2e-5 {
            return;
        }
    }
}
