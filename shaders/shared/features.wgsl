// What of a shape lies close to its support plane, as a figure in that plane: the features of src/narrow/patch.rs.
// Needs math.wgsl, shapes.wgsl and figures.wgsl; the kernel says how many SIDES it looks at.

// One body's features around its support plane, in its own frame.
struct Side {
    kind: u32,
    // Where its lists are: 0, or NEAR_ROOM for the second of two sides.
    first: u32,
    // Corners of a polyhedron within the band, and the support vertex.
    count: u32,
    vertex: u32,
    // Unit direction of the plane.
    dir: vec3<f32>,
    // The support point of the whole shape, rounding included, and its plane coordinates.
    top: vec3<f32>,
    at: vec2<f32>,
    // Axes of the plane.
    t1: vec3<f32>,
    t2: vec3<f32>,
}

// Corners of polyhedra within the band, by x and then y, and how deep below the support plane they lie.
var<private> near_place: array<vec2<f32>, SIDES * NEAR_ROOM>;
var<private> near_depth: array<f32, SIDES * NEAR_ROOM>;

fn side_project(side: Side, p: vec3<f32>) -> vec2<f32> {
    let from_top = p - side.top;
    return side.at + vec2<f32>(dot(from_top, side.t1), dot(from_top, side.t2));
}

fn side_new(kind: u32, first: u32, dir: vec3<f32>, t1: vec3<f32>, t2: vec3<f32>) -> Side {
    let found = core_support(kind, dir, NO_VERTEX);
    let top = found.point + dir * rounding_of(kind);
    return Side(kind, first, 0u, found.vertex, dir, top, vec2<f32>(0.0), t1, t2);
}

// Lists the corners of a polyhedron within `reach` of the support plane; returns their number. Those within `close` are the
// support feature itself.
fn gather(side: Side, reach: f32, close: f32) -> u32 {
    if family_of(side.kind) != POLYHEDRON {
        return 0u;
    }
    near_place[side.first] = vec2<f32>(f32(side.vertex), 0.0);
    near_depth[side.first] = 0.0;
    var count = 0u;
    if kinds[side.kind].vertices <= SCAN_LIMIT {
        count = gather_scanning(side, reach);
    } else {
        count = gather_walking(side, reach);
        if count > NEAR_ROOM {
            count = gather_spread(side, reach, close);
        }
    }
    let first_vertex = kinds[side.kind].first_vertex;
    for (var k = side.first; k < side.first + count; k++) {
        near_place[k] = side_project(side, geometry[first_vertex + u32(near_place[k].x)].xyz);
    }
    sort_near(side.first, count);
    return count;
}

// Depth of a vertex below the support plane. From the difference of places: their heights would round more.
fn vertex_depth(side: Side, vertex: u32) -> f32 {
    return dot(side.top - geometry[kinds[side.kind].first_vertex + vertex].xyz, side.dir);
}

fn note_near(side: Side, count: u32, vertex: u32, depth: f32) {
    near_place[side.first + count] = vec2<f32>(f32(vertex), 0.0);
    near_depth[side.first + count] = depth;
}

fn gather_scanning(side: Side, reach: f32) -> u32 {
    var count = 1u;
    for (var vertex = 0u; vertex < min(kinds[side.kind].vertices, SCAN_LIMIT); vertex++) {
        let depth = vertex_depth(side, vertex);
        if vertex != side.vertex && depth <= reach && count < NEAR_ROOM {
            note_near(side, count, vertex, depth);
            count += 1u;
        }
    }
    return count;
}

// From neighbour to neighbour: what is near the plane is connected. More than NEAR_ROOM when there is no room for all.
fn gather_walking(side: Side, reach: f32) -> u32 {
    let lists = kinds[side.kind].neighbors;
    var count = 1u;
    for (var next = 0u; next < count; next++) {
        let here = u32(near_place[side.first + next].x);
        let end = topology[lists + here + 1u];
        for (var k = topology[lists + here]; k < end; k++) {
            let vertex = topology[k];
            let depth = vertex_depth(side, vertex);
            if depth > reach || is_listed(side.first, count, vertex) {
                continue;
            }
            if count == NEAR_ROOM {
                return NEAR_ROOM + 1u;
            }
            note_near(side, count, vertex, depth);
            count += 1u;
        }
    }
    return count;
}

fn is_listed(first: u32, count: u32, vertex: u32) -> bool {
    for (var k = first; k < first + count; k++) {
        if u32(near_place[k].x) == vertex {
            return true;
        }
    }
    return false;
}

// Too many corners for the list: those that reach furthest in evenly spread directions, in turn of the support feature and
// of all corners within quarters of the reach, so that inner rings are seen too.
fn gather_spread(side: Side, reach: f32, close: f32) -> u32 {
    for (var slot = 1u; slot < NEAR_ROOM; slot++) {
        let turn = sine_cosine(f32(slot) * (2.0 * PI / f32(NEAR_ROOM)));
        let along = side.t1 * turn.y + side.t2 * turn.x;
        let limit = max(close, reach * spread_level(slot));
        var best = side.vertex;
        var furthest = dot(side.top, along);
        var best_depth = 0.0;
        for (var vertex = 0u; vertex < kinds[side.kind].vertices; vertex++) {
            let depth = vertex_depth(side, vertex);
            let distance = dot(geometry[kinds[side.kind].first_vertex + vertex].xyz, along);
            if depth <= limit && distance > furthest {
                best = vertex;
                furthest = distance;
                best_depth = depth;
            }
        }
        note_near(side, slot, best, best_depth);
    }
    return NEAR_ROOM;
}

// Shares of the reach: 0 for one slot in eight, a quarter for another, then by turns a half, three quarters and all.
fn spread_level(slot: u32) -> f32 {
    if (slot & 7u) == 0u {
        return 0.0;
    }
    return 0.25 * f32((slot & 3u) + 1u);
}

fn sort_near(first: u32, count: u32) {
    for (var k = 1u; k < count; k++) {
        let place = near_place[first + k];
        let depth = near_depth[first + k];
        var hole = first + k;
        for (; hole > first; hole--) {
            let other = near_place[hole - 1u];
            if other.x < place.x || (other.x == place.x && other.y <= place.y) {
                break;
            }
            near_place[hole] = other;
            near_depth[hole] = near_depth[hole - 1u];
        }
        near_place[hole] = place;
        near_depth[hole] = depth;
    }
}

// Corners of a polyhedron within `tolerance` of the support plane.
fn near_within(side: Side, tolerance: f32) -> u32 {
    var count = 0u;
    for (var k = side.first; k < side.first + side.count; k++) {
        count += select(0u, 1u, near_depth[k] <= tolerance);
    }
    return count;
}

// Tolerances at which the feature of a curved shape grows; see feature_steps of the shapes.
fn curved_steps(side: Side) -> vec2<f32> {
    let size = kinds[side.kind].size;
    switch family_of(side.kind) {
        case CAPSULE: {
            return vec2<f32>(2.0 * size.z * abs(side.dir.z), LARGEST);
        }
        case CYLINDER: {
            return 2.0 * vec2<f32>(size.x * sqrt(length_squared(side.dir.xy)), size.z * abs(side.dir.z));
        }
        case SUPERQUADRIC: {
            return superquadric_steps(side);
        }
        default: {
            return vec2<f32>(LARGEST);
        }
    }
}

fn superquadric_steps(side: Side) -> vec2<f32> {
    let exponents = kinds[side.kind].exponents;
    let scaled = abs(kinds[side.kind].size.xyz * side.dir);
    var steps = vec2<f32>(LARGEST);
    if exponents.y == 1.0 {
        steps.x = abs(scaled.x - scaled.y);
    }
    if exponents.x == 1.0 {
        steps.y = abs(norm_support(scaled.x, scaled.y, exponents.y, exponents.w).norm - scaled.z);
    }
    return steps;
}

// True when no more than a point lies within `tolerance` of the support plane.
fn is_point(side: Side, tolerance: f32) -> bool {
    switch family_of(side.kind) {
        case POLYHEDRON: {
            return near_within(side, tolerance) == 1u;
        }
        case HALFSPACE: {
            return false;
        }
        default: {
            let steps = curved_steps(side);
            return min(steps.x, steps.y) > tolerance;
        }
    }
}

// The smallest tolerance above `from` at which the feature grows.
fn next_step(side: Side, from_: f32) -> f32 {
    let steps = curved_steps(side);
    var next = min(select(LARGEST, steps.x, steps.x > from_), select(LARGEST, steps.y, steps.y > from_));
    for (var k = side.first; k < side.first + side.count; k++) {
        let depth = near_depth[k];
        next = select(next, min(next, depth), depth > from_);
    }
    return next;
}

// The feature within `tolerance`.
fn side_figure(side: Side, tolerance: f32) -> Figure {
    let size = kinds[side.kind].size;
    let steps = curved_steps(side);
    let lengthwise = 2.0 * size.z * vec2<f32>(side.t1.z, side.t2.z);
    switch family_of(side.kind) {
        case CAPSULE: {
            if steps.x <= tolerance {
                return segment_figure(side.at, side.at + select(lengthwise, -lengthwise, side.top.z >= 0.0));
            }
            return point_figure(side.at);
        }
        case CYLINDER: {
            if steps.x <= tolerance {
                return disc_figure(side_project(side, vec3<f32>(0.0, 0.0, side.top.z)), size.x);
            }
            if steps.y <= tolerance {
                return segment_figure(side.at, side.at + select(lengthwise, -lengthwise, side.top.z >= 0.0));
            }
            return point_figure(side.at);
        }
        case SUPERQUADRIC: {
            return superquadric_figure(side, steps.x <= tolerance, steps.y <= tolerance);
        }
        case POLYHEDRON: {
            return hull_figure(side, tolerance);
        }
        case HALFSPACE: {
            return plane_figure();
        }
        default: {
            return point_figure(side.at);
        }
    }
}

// A point of the superquadric's own octant, given as shares of the semi-axes.
fn octant_project(side: Side, shares: vec3<f32>) -> vec2<f32> {
    let p = kinds[side.kind].size.xyz * shares;
    return side_project(side, select(p, -p, side.dir < vec3<f32>(0.0)));
}

// Only an exponent of exactly 1 makes straight edges and flat faces.
fn superquadric_figure(side: Side, flat_across: bool, flat_meridian: bool) -> Figure {
    if !flat_across && !flat_meridian {
        return point_figure(side.at);
    }
    let exponents = kinds[side.kind].exponents;
    let scaled = abs(kinds[side.kind].size.xyz * side.dir);
    let across = norm_support(scaled.x, scaled.y, exponents.y, exponents.w);
    let pole = octant_project(side, vec3<f32>(0.0, 0.0, 1.0));
    if flat_across && flat_meridian {
        let p = octant_project(side, vec3<f32>(1.0, 0.0, 0.0));
        let q = octant_project(side, vec3<f32>(0.0, 1.0, 0.0));
        let anticlockwise = perp_dot(q - p, pole - p) > 0.0;
        corners[side.first] = pole;
        corners[side.first + 1u] = select(q, p, anticlockwise);
        corners[side.first + 2u] = select(p, q, anticlockwise);
        return figure_of_corners(side.first, 3u);
    }
    if flat_meridian {
        return segment_figure(octant_project(side, vec3<f32>(across.x, across.y, 0.0)), pole);
    }
    let meridian = norm_support(across.norm, scaled.z, exponents.x, exponents.z);
    if meridian.x == 0.0 {
        return point_figure(pole);
    }
    return segment_figure(
        octant_project(side, vec3<f32>(meridian.x, 0.0, meridian.y)),
        octant_project(side, vec3<f32>(0.0, meridian.x, meridian.y)),
    );
}

// The hull of a polyhedron's corners within `tolerance`: the lower half from left to right, then the upper one back.
fn hull_figure(side: Side, tolerance: f32) -> Figure {
    var count = 0u;
    var start = 0u;
    var last = 0u;
    for (var k = side.first; k < side.first + side.count; k++) {
        if near_depth[k] <= tolerance {
            start = select(start, k, count == 0u);
            last = k;
            count = left_turning(side.first, 0u, count, near_place[k]);
            corners[side.first + count] = near_place[k];
            count += 1u;
        }
    }
    let lower = count - min(count, 1u);
    for (var k = last; k > start; k--) {
        if near_depth[k - 1u] <= tolerance {
            count = left_turning(side.first, lower, count, near_place[k - 1u]);
            // The upper half ends where the lower one began: that corner is there.
            if k - 1u > start {
                corners[side.first + count] = near_place[k - 1u];
                count += 1u;
            }
        }
    }
    return figure_of_corners(side.first, count);
}

// How many of `count` corners still make left turns when p follows; those up to `lower` stay.
fn left_turning(first: u32, lower: u32, count: u32, p: vec2<f32>) -> u32 {
    var kept = count;
    for (var k = 0u; k < NEAR_ROOM && kept >= lower + 2u; k++) {
        let before = corners[first + kept - 2u];
        if perp_dot(corners[first + kept - 1u] - before, p - before) > 0.0 {
            break;
        }
        kept -= 1u;
    }
    return kept;
}
