// Shapes and their support points, in the shapes' own frames. Needs math.wgsl. The tables are made by src/device/shapes.rs.

@group(1) @binding(0) var<storage, read> kinds: array<Kind>;
@group(1) @binding(1) var<storage, read> geometry: array<vec4<f32>>;
@group(1) @binding(2) var<storage, read> topology: array<u32>;

// Which shape a kind is. Where all of a scene are of one family, the compiler knows, and leaves out all others.
fn family_of(kind: u32) -> u32 {
    if ONLY_FAMILY <= HALFSPACE {
        return ONLY_FAMILY;
    }
    return kinds[kind].family;
}

struct SupportPoint {
    point: vec3<f32>,
    vertex: u32,
}

// Radius by which the core of a shape is rounded: spheres are points, capsules segments.
fn rounding_of(kind: u32) -> f32 {
    let family = family_of(kind);
    return select(0.0, kinds[kind].size.w, family == SPHERE || family == CAPSULE);
}

// True when the core is the hull of finitely many points.
fn is_polyhedral(kind: u32) -> bool {
    let family = family_of(kind);
    return family == SPHERE || family == CAPSULE || family == POLYHEDRON;
}

// Furthest point of the core of a shape along `dir`, of any length but zero. A climb starts at `hint`, if that is a
// vertex. A capsule's ends are its vertices 0 (low) and 1.
fn core_support(kind: u32, dir: vec3<f32>, hint: u32) -> SupportPoint {
    let size = kinds[kind].size;
    switch family_of(kind) {
        case ELLIPSOID: {
            let scaled = size.xyz * dir;
            return SupportPoint(size.xyz * unit_or(scaled, vec3<f32>(1.0, 0.0, 0.0)), NO_VERTEX);
        }
        case CAPSULE: {
            let up = dir.z >= 0.0;
            return SupportPoint(vec3<f32>(0.0, 0.0, select(-size.z, size.z, up)), select(0u, 1u, up));
        }
        case CYLINDER: {
            return SupportPoint(cylinder_support(size, dir), NO_VERTEX);
        }
        case SUPERQUADRIC: {
            return SupportPoint(superquadric_support(kind, dir), NO_VERTEX);
        }
        case POLYHEDRON: {
            let vertex = polyhedron_support(kind, dir, hint);
            return SupportPoint(geometry[kinds[kind].first_vertex + vertex].xyz, vertex);
        }
        default: {
            return SupportPoint(vec3<f32>(0.0), 0u);
        }
    }
}

// Position of a numbered vertex of a core.
fn core_vertex(kind: u32, vertex: u32) -> vec3<f32> {
    switch family_of(kind) {
        case CAPSULE: {
            let half = kinds[kind].size.z;
            return vec3<f32>(0.0, 0.0, select(-half, half, vertex == 1u));
        }
        case POLYHEDRON: {
            return geometry[kinds[kind].first_vertex + vertex].xyz;
        }
        default: {
            return vec3<f32>(0.0);
        }
    }
}

fn cylinder_support(size: vec4<f32>, dir: vec3<f32>) -> vec3<f32> {
    let z = select(-size.z, size.z, dir.z >= 0.0);
    let large = max(abs(dir.x), abs(dir.y));
    if large <= 1e-30 {
        return vec3<f32>(0.0, 0.0, z);
    }
    let across = dir.xy / large;
    return vec3<f32>(across * (size.x / sqrt(dot(across, across))), z);
}

// Dual norm of (p, q) >= 0 under the planar n-norm, and the point of the unit curve that attains it.
struct NormPoint {
    norm: f32,
    x: f32,
    y: f32,
}

fn norm_support(p: f32, q: f32, n: f32, inverse: f32) -> NormPoint {
    let large = max(p, q);
    if large == 0.0 {
        return NormPoint(0.0, 1.0, 0.0);
    }
    let ratio = min(p, q) / large;
    var slope = ratio;
    if n == 1.0 {
        // An exponent of 1: the corner on the larger axis, both where they are equal.
        slope = select(0.0, 1.0, ratio == 1.0);
    } else if n != 2.0 {
        slope = power(ratio, inverse);
    }
    let sum = 1.0 + ratio * slope;
    var x = 0.0;
    var norm = 0.0;
    if n == 2.0 {
        x = 1.0 / sqrt(sum);
        norm = large * sqrt(sum);
    } else {
        x = power(sum, -1.0 / n);
        norm = large * sum * x;
    }
    let y = slope * x;
    if p >= q {
        return NormPoint(norm, x, y);
    }
    return NormPoint(norm, y, x);
}

fn superquadric_support(kind: u32, dir: vec3<f32>) -> vec3<f32> {
    if (FAMILIES & (1u << SUPERQUADRIC)) == 0u {
        return vec3<f32>(0.0);
    }
    let radii = kinds[kind].size.xyz;
    let exponents = kinds[kind].exponents;
    let scaled = abs(radii * dir);
    let across = norm_support(scaled.x, scaled.y, exponents.y, exponents.w);
    let meridian = norm_support(across.norm, scaled.z, exponents.x, exponents.z);
    let point = radii * vec3<f32>(meridian.x * across.x, meridian.x * across.y, meridian.y);
    return select(point, -point, dir < vec3<f32>(0.0));
}

// Number of a furthest vertex of a polyhedron.
fn polyhedron_support(kind: u32, dir: vec3<f32>, hint: u32) -> u32 {
    let first = kinds[kind].first_vertex;
    let count = kinds[kind].vertices;
    if count > SCAN_LIMIT {
        return climb(kind, dir, hint);
    }
    var best = 0u;
    var height = dot(geometry[first].xyz, dir);
    // Four at a time, the last ones again where they do not come out even: loops are dear on software adapters, which
    // also end an invocation's loops after 65535 rounds in all.
    for (var k = 1u; k < count; k += 4u) {
        let four = min(vec4<u32>(k, k + 1u, k + 2u, k + 3u), vec4<u32>(count - 1u));
        let heights = vec4<f32>(
            dot(geometry[first + four.x].xyz, dir), dot(geometry[first + four.y].xyz, dir),
            dot(geometry[first + four.z].xyz, dir), dot(geometry[first + four.w].xyz, dir));
        let low = select(four.xz, four.yw, heights.yw > heights.xz);
        let tops = max(heights.xz, heights.yw);
        let top = max(tops.x, tops.y);
        if top > height {
            height = top;
            best = select(low.x, low.y, tops.y > tops.x);
        }
    }
    return best;
}

// Walks uphill on the vertex graph. On a convex body the end is the top.
fn climb(kind: u32, dir: vec3<f32>, hint: u32) -> u32 {
    let first = kinds[kind].first_vertex;
    let count = kinds[kind].vertices;
    let lists = kinds[kind].neighbors;
    var top = topology[kinds[kind].seeds + seed_cell(dir)];
    var height = dot(geometry[first + top].xyz, dir);
    if hint < count {
        let other = dot(geometry[first + hint].xyz, dir);
        if other > height {
            height = other;
            top = hint;
        }
    }
    for (var step = 0u; step < count; step++) {
        var next = top;
        let end = topology[lists + top + 1u];
        // Four at a time, as above.
        for (var k = topology[lists + top]; k < end; k += 4u) {
            let at = min(vec4<u32>(k, k + 1u, k + 2u, k + 3u), vec4<u32>(end - 1u));
            let four = vec4<u32>(topology[at.x], topology[at.y], topology[at.z], topology[at.w]);
            let heights = vec4<f32>(
                dot(geometry[first + four.x].xyz, dir), dot(geometry[first + four.y].xyz, dir),
                dot(geometry[first + four.z].xyz, dir), dot(geometry[first + four.w].xyz, dir));
            let higher = select(four.xz, four.yw, heights.yw > heights.xz);
            let tops = max(heights.xz, heights.yw);
            if max(tops.x, tops.y) > height {
                height = max(tops.x, tops.y);
                next = select(higher.x, higher.y, tops.y > tops.x);
            }
        }
        if next == top {
            break;
        }
        top = next;
    }
    return top;
}

// The cell of the cube of directions that `dir` points into.
fn seed_cell(dir: vec3<f32>) -> u32 {
    let size = abs(dir);
    var axis = 2u;
    var main = dir.z;
    var u = dir.x;
    var v = dir.y;
    if size.x >= size.y && size.x >= size.z {
        axis = 0u;
        main = dir.x;
        u = dir.y;
        v = dir.z;
    } else if size.y >= size.z {
        axis = 1u;
        main = dir.y;
        u = dir.z;
        v = dir.x;
    }
    let scale = 0.5 * f32(SEED_CELLS) / max(abs(main), 1e-37);
    let half = 0.5 * f32(SEED_CELLS);
    let column = min(u32(max(u * scale + half, 0.0)), SEED_CELLS - 1u);
    let row = min(u32(max(v * scale + half, 0.0)), SEED_CELLS - 1u);
    let side = 2u * axis + select(0u, 1u, main < 0.0);
    return (side * SEED_CELLS + row) * SEED_CELLS + column;
}
