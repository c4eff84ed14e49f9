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

// Follows the projections from the direction `start`; tells the best direction. True when it came to rest.
fn settle(start: vec3<f32>) -> bool {
    let reach = settle_reach();
    var n = start;
    var width = LARGEST;
    var next = start;
    var away = 1.0;
    // The last turn, and how much shorter it was than the one before.
    var turn = vec3<f32>(0.0);
    var share = 0.0;
    for (var k = 0u; k <= SETTLE_ROUNDS; k++) {
        // Turns that shrink evenly add up to a known sum: a longer turn is tried too.
        let trials = select(1u, 2u, share > 0.1 && share < 1.0);
        var better = false;
        for (var trial = 0u; trial < trials; trial++) {
            let far = select(0.0, min(share / (1.0 - share), 30.0), trial == 1u);
            let tried = unit_or(next + turn * far, next);
            let there = dot(try_direction(tried).w, tried);
            if there < width {
                n = tried;
                width = there;
                better = true;
            }
        }
        let size = length(turn);
        if k > 0u && (!better || size < SETTLED_TURN || away == 0.0) {
            return true;
        }
        away = max(width + reach, 0.0);
        search(n * away, n, LARGEST, SETTLE_UPDATES);
        next = unit_or(-nearest, n);
        turn = next - n;
        share = select(0.0, length(turn) / max(size, 1e-37), k > 0u);
    }
    return false;
}

// Offers the flat sides of a body that its outward direction `dir`, in its own frame, is nearly square to; `turn` leads
// from that frame, with the sense of the contact's normal.
fn offer_flat_sides(kind: u32, dir: vec3<f32>, vertex: u32, turn: mat3x3<f32>, is_b: bool) {
    let family = kinds[kind].family;
    if family == POLYHEDRON {
        offer_faces_around(kind, vertex, is_b, turn * dir, NEAR_FEATURE);
        return;
    }
    if family != CYLINDER && family != SUPERQUADRIC && family != ELLIPSOID {
        return;
    }
    for (var k = select(0u, 2u, family == CYLINDER); k < 3u; k++) {
        if 1.0 - abs(dir[k]) < 0.5 * NEAR_FEATURE * NEAR_FEATURE {
            var axis = vec3<f32>(0.0);
            axis[k] = select(-1.0, 1.0, dir[k] >= 0.0);
            offer(turn * axis);
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

// Offers the exact directions of flat sides, edges and seams next to the best direction.
fn offer_features() {
    let n = best_n;
    let top = best_vertex;
    let back = -(n * turn_b);
    let identity = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    let opposite = mat3x3<f32>(-turn_b[0], -turn_b[1], -turn_b[2]);
    offer_flat_sides(kind_a, n, top.a, identity, false);
    offer_flat_sides(kind_b, back, top.b, opposite, true);
    let edge_a = straight_line(kind_a, n, top.a);
    let edge_b = turn_b * straight_line(kind_b, back, top.b);
    let has_a = dot(edge_a, edge_a) > 0.0;
    let has_b = dot(edge_b, edge_b) > 0.0;
    if has_a {
        offer(square_to(n, edge_a));
    }
    if has_b {
        offer(square_to(n, edge_b));
    }
    if has_a && has_b {
        let both = edge_normal(edge_a, edge_b);
        if abs(dot(both, n)) > 0.9 {
            offer_like(both, n);
        }
    }
}

// Newton's method on the slopes of the width, which tell the direction of a smooth minimum far better than the width
// itself.
fn polish() {
    for (var k = 0u; k < 3u; k++) {
        let n = best_n;
        let t = tangents(n);
        // Slopes here, a step to either side of both axes, and at the end.
        var slopes: array<vec2<f32>, 5>;
        var step = vec2<f32>(0.0);
        for (var place = 0u; place < 6u; place++) {
            var turn = vec2<f32>(0.0);
            if place == 5u {
                let du = (slopes[1] - slopes[2]) / (2.0 * POLISH_STEP);
                let dv = (slopes[3] - slopes[4]) / (2.0 * POLISH_STEP);
                let here = slopes[0];
                let determinant = du.x * dv.y - du.y * dv.x;
                if !(determinant > 0.0) || !(du.x + dv.y > 0.0) {
                    return;
                }
                step = -vec2<f32>(here.x * dv.y - here.y * dv.x, here.y * du.x - here.x * du.y) / determinant;
                if !(length(step) < 0.02) {
                    return;
                }
                turn = step;
            } else if place > 0u {
                turn[(place - 1u) >> 1u] = select(-POLISH_STEP, POLISH_STEP, (place & 1u) == 1u);
            }
            let y = n + t * turn;
            let there = unit_or(y, n);
            let vertex = support(there);
            let width = dot(vertex.w, there);
            let slope = ((vertex.w - there * width) * t) * inverseSqrt(dot(y, y));
            if place < 5u {
                slopes[place] = slope;
            } else if !(length(slope) < length(slopes[0])) || width > best_width + 0.5 * noise {
                return;
            } else {
                best_n = there;
                best_width = width;
                best_vertex = vertex;
                best_a = support_a;
                best_b = support_b;
            }
        }
        if length(step) < 2e-5 {
            return;
        }
    }
}
