// What of a shape lies close to its support plane, as a figure in that plane: the features of src/narrow/patch.rs.
// Needs math.wgsl, shapes.wgsl, figures.wgsl, and near_few.wgsl or near_many.wgsl.

// One body's features around its support plane, in its own frame.
struct Side {
    kind: u32,
    // Corners of a polyhedron within the band, by x and then y, how many, and the support vertex.
    near: NearList,
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

fn side_project(side: Side, p: vec3<f32>) -> vec2<f32> {
    let from_top = p - side.top;
    return side.at + vec2<f32>(dot(from_top, side.t1), dot(from_top, side.t2));
}

fn side_new(kind: u32, number: u32, dir: vec3<f32>, t1: vec3<f32>, t2: vec3<f32>) -> Side {
    let found = core_support(kind, dir, NO_VERTEX);
    let top = found.point + dir * rounding_of(kind);
    return Side(kind, empty_list(number), 0u, found.vertex, dir, top, vec2<f32>(0.0), t1, t2);
}

// The side with the corners of a polyhedron within `reach` of the support plane; those within `close` are the support feature
// itself.
fn gathered(side: Side, reach: f32, close: f32) -> Side {
    if family_of(side.kind) != POLYHEDRON {
        return side;
    }
    var with_near = side;
    put_item(side, 0u, item_of(side, side.vertex));
    if !ALL_FIT || kinds[side.kind].vertices <= SCAN_LIMIT {
        with_near = gather_scanning(with_near, reach);
    } else {
        with_near = gather_walking(with_near, reach);
        if with_near.count > NEAR_ROOM {
            with_near = gather_spread(with_near, reach, close);
        }
    }
    sort_near(with_near);
    return with_near;
}

fn vertex_at(side: Side, vertex: u32) -> vec3<f32> {
    return geometry[kinds[side.kind].first_vertex + vertex].xyz;
}

// Depth of a vertex below the support plane. From the difference of places: their heights would round more.
fn vertex_depth(side: Side, vertex: u32) -> f32 {
    return dot(side.top - vertex_at(side, vertex), side.dir);
}

fn near_depth(side: Side, k: u32) -> f32 {
    return item_depth(side, near_item(side, k));
}

fn near_place(side: Side, k: u32) -> vec2<f32> {
    return item_place(side, near_item(side, k));
}

fn gather_scanning(side: Side, reach: f32) -> Side {
    var listed = side;
    listed.count = 1u;
    // There is room for all.
    for (var vertex = 0u; vertex < min(kinds[side.kind].vertices, NEAR_ROOM); vertex++) {
        if vertex != side.vertex && vertex_depth(side, vertex) <= reach {
            put_item(side, listed.count, item_of(side, vertex));
            listed.count += 1u;
        }
    }
    return listed;
}

// From neighbour to neighbour: what is near the plane is connected. More than NEAR_ROOM when there is no room for all.
fn gather_walking(side: Side, reach: f32) -> Side {
    let lists = kinds[side.kind].neighbors;
    var listed = side;
    listed.count = 1u;
    for (var next = 0u; next < listed.count; next++) {
        let here = item_vertex(near_item(side, next));
        let end = topology[lists + here + 1u];
        for (var k = topology[lists + here]; k < end; k++) {
            let vertex = topology[k];
            let depth = vertex_depth(side, vertex);
            if depth > reach || is_listed(listed, vertex) {
                continue;
            }
            if listed.count == NEAR_ROOM {
                listed.count = NEAR_ROOM + 1u;
                return listed;
            }
            put_item(side, listed.count, item_of(side, vertex));
            listed.count += 1u;
        }
    }
    return listed;
}

fn is_listed(side: Side, vertex: u32) -> bool {
    for (var k = 0u; k < side.count; k++) {
        if item_vertex(near_item(side, k)) == vertex {
            return true;
        }
    }
    return false;
}

// Too many corners for the list: those that reach furthest in evenly spread directions, in turn of the support feature and
// of all corners within quarters of the reach, so that inner rings are seen too.
fn gather_spread(side: Side, reach: f32, close: f32) -> Side {
    var listed = side;
    for (var slot = 1u; slot < NEAR_ROOM; slot++) {
        let turn = sine_cosine(f32(slot) * (2.0 * PI / f32(NEAR_ROOM)));
        let along = side.t1 * turn.y + side.t2 * turn.x;
        let limit = max(close, reach * spread_level(slot));
        var best = side.vertex;
        var furthest = dot(side.top, along);
        for (var vertex = 0u; vertex < kinds[side.kind].vertices; vertex++) {
            let depth = vertex_depth(side, vertex);
            let distance = dot(vertex_at(side, vertex), along);
            if depth <= limit && distance > furthest {
                best = vertex;
                furthest = distance;
            }
        }
        put_item(side, slot, item_of(side, best));
    }
    listed.count = NEAR_ROOM;
    return listed;
}

// Shares of the reach: 0 for one slot in eight, a quarter for another, then by turns a half, three quarters and all.
fn spread_level(slot: u32) -> f32 {
    if (slot & 7u) == 0u {
        return 0.0;
    }
    return 0.25 * f32((slot & 3u) + 1u);
}

fn sort_near(side: Side) {
    for (var k = 1u; k < side.count; k++) {
        let item = near_item(side, k);
        let place = item_place(side, item);
        var hole = k;
        for (; hole > 0u; hole--) {
            let before = near_item(side, hole - 1u);
            let other = item_place(side, before);
            if other.x < place.x || (other.x == place.x && other.y <= place.y) {
                break;
            }
            put_item(side, hole, before);
        }
        put_item(side, hole, item);
    }
}

// Corners of a polyhedron within `tolerance` of the support plane.
fn near_within(side: Side, tolerance: f32) -> u32 {
    var count = 0u;
    for (var k = 0u; k < side.count; k++) {
        count += select(0u, 1u, near_depth(side, k) <= tolerance);
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
    for (var k = 0u; k < side.count; k++) {
        let depth = near_depth(side, k);
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
        let source = select(OF_OCTANT_BACK, OF_OCTANT, perp_dot(q - p, pole - p) > 0.0);
        return shrunk(Figure(FORM_POLYGON, source, 3u, Hull(), pole, pole, 0.0), side);
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

// The hull of a polyhedron's corners within `tolerance`, or what it has shrunk to.
fn hull_figure(side: Side, tolerance: f32) -> Figure {
    return shrunk(hull_within(side, tolerance), side);
}

// The lower half from left to right, then the upper one back.
fn hull_within(side: Side, tolerance: f32) -> Figure {
    var hull = empty_hull(side.near);
    var count = 0u;
    var start = 0u;
    var last = 0u;
    var lower = 0u;
    for (var step = 0u; step < 2u * side.count; step++) {
        let goes_back = step >= side.count;
        if step == side.count {
            lower = count - min(count, 1u);
        }
        let k = select(step, 2u * side.count - 1u - step, goes_back);
        // The upper half begins and ends where the lower one did: those corners are there, though the end may cut off others.
        if near_depth(side, k) > tolerance || (goes_back && (k >= last || k < start)) {
            continue;
        }
        if !goes_back {
            start = select(start, k, count == 0u);
            last = k;
        }
        count = left_turning(side, hull, lower, count, near_place(side, k));
        if !goes_back || k > start {
            hull = with_hull(hull, count, k);
            count += 1u;
        }
    }
    return on_hull(hull, count);
}

fn on_hull(hull: Hull, count: u32) -> Figure {
    return Figure(FORM_POLYGON, ON_HULL, count, hull, vec2<f32>(0.0), vec2<f32>(0.0), 0.0);
}

// How many of `count` corners still make left turns when p follows; those up to `lower` stay.
fn left_turning(side: Side, hull: Hull, lower: u32, count: u32, p: vec2<f32>) -> u32 {
    var kept = count;
    while kept >= lower + 2u {
        let before = hull_corner(side, hull, kept - 2u);
        if perp_dot(hull_corner(side, hull, kept - 1u) - before, p - before) > 0.0 {
            break;
        }
        kept -= 1u;
    }
    return kept;
}

fn hull_corner(side: Side, hull: Hull, k: u32) -> vec2<f32> {
    return near_place(side, hull_element(hull, k));
}

// A corner of an octant of a superquadric.
fn octant_corner(side: Side, source: u32, k: u32) -> vec2<f32> {
    let on_x = (k == 1u) == (source == OF_OCTANT);
    let on_equator = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), on_x);
    return octant_project(side, select(on_equator, vec3<f32>(0.0, 0.0, 1.0), k == 0u));
}
