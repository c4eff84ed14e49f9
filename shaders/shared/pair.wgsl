// Two shapes in the frame of the first. Needs math.wgsl, fixed.wgsl, pose.wgsl and shapes.wgsl.

// The pair at hand; one invocation treats one pair.
var<private> kind_a: u32;
var<private> kind_b: u32;
// B's origin in A's frame.
var<private> shift: vec3<f32>;
// From B's frame to A's.
var<private> turn_b: mat3x3<f32>;
// Bounding radii, the smaller first.
var<private> sizes: vec2<f32>;
// Radii by which the cores are rounded, together.
var<private> rounding: f32;
// What the arithmetic may lose of a length of this pair.
var<private> noise: f32;
// The last support vertices: the next are near.
var<private> hint: vec2<u32>;

// The last support points on A and B, in A's frame.
var<private> support_a: vec3<f32>;
var<private> support_b: vec3<f32>;

// A point of the difference of the cores A - B, with the vertices it comes from.
struct Vertex {
    w: vec3<f32>,
    a: u32,
    b: u32,
}

// A vertex number that fits into half a word; shapes with more count as curved.
const SHORT_LIMIT: u32 = 0xffffu;
// Rounding of a coordinate, as a share of the bodies: a few units in the last place.
const ROUNDING: f32 = 1.5e-7;

// From A's frame to the world. Balls have any axes, also those of the world.
fn frame_of(a: Pose) -> vec4<f32> {
    return select(a.turn, vec4<f32>(0.0, 0.0, 0.0, 1.0), BALLS_ONLY);
}

fn load_pair(a: Pose, b: Pose) {
    kind_a = a.kind;
    kind_b = b.kind;
    shift = quat_turn_back(frame_of(a), relative_position(a, b));
    turn_b = quat_matrix(quat_product(quat_conjugate(frame_of(a)), frame_of(b)));
    let radii = vec2<f32>(kinds[kind_a].radius, kinds[kind_b].radius);
    sizes = vec2<f32>(min(radii.x, radii.y), max(radii.x, radii.y));
    rounding = rounding_of(kind_a) + rounding_of(kind_b);
    noise = ROUNDING * (sizes.x + sizes.y);
    hint = vec2<u32>(NO_VERTEX);
}

// The furthest point of A - B along `dir`. It is long: each kernel has but a few calls of it.
fn support(dir: vec3<f32>) -> Vertex {
    // Compilers write functions out wherever they are called: a loop keeps this large one to a single copy.
    for (var side = 0u; side < 2u; side++) {
        // A vector before the matrix: turned back.
        let own = select(dir, -(dir * turn_b), side == 1u);
        let top = core_support(select(kind_a, kind_b, side == 1u), own, hint[side]);
        hint[side] = top.vertex;
        if side == 0u {
            support_a = top.point;
        } else {
            support_b = turn_b * top.point + shift;
        }
    }
    return Vertex(support_a - support_b, hint.x, hint.y);
}

// The difference of two numbered vertices.
fn numbered(a: u32, b: u32) -> Vertex {
    return Vertex(core_vertex(kind_a, a) - (turn_b * core_vertex(kind_b, b) + shift), a, b);
}

// Both come from the same vertices, so that they are the same point.
fn same_vertex(p: Vertex, q: Vertex) -> bool {
    return p.a == q.a && p.b == q.b && p.a != NO_VERTEX && p.b != NO_VERTEX;
}

fn vertex_count(kind: u32) -> u32 {
    let family = family_of(kind);
    if family == POLYHEDRON {
        return kinds[kind].vertices;
    }
    return select(select(0u, 2u, family == CAPSULE), 1u, family == SPHERE);
}

// Both cores are hulls of points whose numbers can be remembered.
fn both_polyhedral() -> bool {
    return is_polyhedral(kind_a) && is_polyhedral(kind_b)
        && max(kinds[kind_a].vertices, kinds[kind_b].vertices) < SHORT_LIMIT;
}

// Two vertex numbers in a word.
fn pack_ids(a: u32, b: u32) -> u32 {
    return min(a, SHORT_LIMIT) | (min(b, SHORT_LIMIT) << 16u);
}

fn unpack_ids(word: u32) -> vec2<u32> {
    let ids = vec2<u32>(word & SHORT_LIMIT, word >> 16u);
    return select(ids, vec2<u32>(NO_VERTEX), ids == vec2<u32>(SHORT_LIMIT));
}

// A direction in a word, to some 1e-4 rad: the unit octahedron unfolded to a square.
fn pack_direction(dir: vec3<f32>) -> u32 {
    let flat = dir / max(abs(dir.x) + abs(dir.y) + abs(dir.z), 1e-37);
    let sign = select(vec2<f32>(-1.0), vec2<f32>(1.0), flat.xy >= vec2<f32>(0.0));
    let unfolded = select(flat.xy, (vec2<f32>(1.0) - abs(flat.yx)) * sign, flat.z < 0.0);
    let words = vec2<u32>(clamp(round((unfolded * 0.5 + 0.5) * 65535.0), vec2<f32>(0.0), vec2<f32>(65535.0)));
    return words.x | (words.y << 16u);
}

fn unpack_direction(word: u32) -> vec3<f32> {
    let square = vec2<f32>(f32(word & 0xffffu), f32(word >> 16u)) / 65535.0 * 2.0 - 1.0;
    let z = 1.0 - abs(square.x) - abs(square.y);
    let sign = select(vec2<f32>(-1.0), vec2<f32>(1.0), square >= vec2<f32>(0.0));
    let across = select(square, (vec2<f32>(1.0) - abs(square.yx)) * sign, z < 0.0);
    return unit_or(vec3<f32>(across, z), vec3<f32>(1.0, 0.0, 0.0));
}

const WARM_COUNT: u32 = 7u;
// The cores are apart: the axis is near the normal, and there is no other minimum.
const CORES_APART: u32 = 8u;
// The points are directions.
const BY_DIRECTION: u32 = 16u;

fn direction_of_start(axis: vec3<f32>) -> vec3<f32> {
    return unit_or(axis, unit_or(shift, vec3<f32>(1.0, 0.0, 0.0)));
}
