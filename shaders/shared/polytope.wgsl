// EPA's data: a convex polytope of support points that grows, in bounded room. Needs pair.wgsl and normals.wgsl.

// Four to begin with, and all that a curved pair expands. With the rest of the scratch memory, below 2 kB an invocation.
const MOST_POINTS: u32 = 44u;
// A closed polytope of n points has 2 n - 4 faces.
const MOST_FACES: u32 = 84u;
const MOST_RIM: u32 = 32u;
// A cross product below this share of (edge x size) has no direction left.
const SLIVER: f32 = 2e-6;
// Below this share its direction is worse than that of the features.
const THIN: f32 = 1e-2;
// A point counts as above a face from this share of the size on.
const ABOVE: f32 = 1.5e-7;

const DEAD: u32 = 0x80000000u;
const SEEN: u32 = 0x40000000u;

// The bits of a point's coordinates, and the numbers of its vertices: without gaps, as the room is dear.
var<private> point_words: array<vec4<u32>, MOST_POINTS>;
var<private> points: u32;
// Of a face: three corners of eight bits each, anticlockwise from outside, and the bits above. Behind the faces, edges around those
// that a new point sees: two corners of eight bits. (In one array: a small one would be kept in registers by AMD's compiler,
// with a tree of branches for each access.)
var<private> face_corners: array<u32, MOST_FACES + MOST_RIM>;
const RIM: u32 = MOST_FACES;
// Signed distance of the face's plane from the origin; LARGEST for faces that have no plane or are done with.
var<private> face_height: array<f32, MOST_FACES>;
var<private> faces: u32;
var<private> rim_length: u32;
var<private> polytope_size: f32;
// A point of its inside.
var<private> inside: vec3<f32>;
// Numbered vertices: faces of the polytope have exact normals, and points can be told apart.
var<private> polyhedral: bool;

fn add_point(vertex: Vertex) {
    point_words[points] = vec4<u32>(bitcast<vec3<u32>>(vertex.w), pack_ids(vertex.a, vertex.b));
    points += 1u;
}

fn point_at(index: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(point_words[index].xyz);
}

fn polytope_vertex(index: u32) -> Vertex {
    let ids = unpack_ids(point_words[index].w);
    return Vertex(point_at(index), ids.x, ids.y);
}

// Numbers of the three corners of a face.
fn corners_of(face: u32) -> vec3<u32> {
    let word = face_corners[face];
    return vec3<u32>(word & 0xffu, (word >> 8u) & 0xffu, (word >> 16u) & 0xffu);
}

// Outward unit normal of a triangle, and its area against its longest edge times the size of the polytope.
struct Plane {
    n: vec3<f32>,
    share: f32,
}

fn face_plane(at: vec3<u32>) -> Plane {
    let p = point_at(at.x);
    let first = point_at(at.y) - p;
    let second = point_at(at.z) - p;
    let normal = cross(first, second);
    let square = dot(normal, normal);
    let edge2 = max(dot(first, first), dot(second, second)) * polytope_size * polytope_size;
    if square <= SLIVER * SLIVER * edge2 {
        return Plane(vec3<f32>(0.0), 0.0);
    }
    return Plane(normal * inverseSqrt(square), sqrt(square / edge2));
}

fn set_face(slot: u32, at: vec3<u32>) {
    face_corners[slot] = at.x | (at.y << 8u) | (at.z << 16u);
    let p = point_at(at.x);
    let plane = face_plane(at);
    var normal = plane.n;
    if polyhedral && plane.share <= THIN {
        // Corners too close to each other or to a line: the features know better.
        let exact = clear_normal(polytope_vertex(at.x), polytope_vertex(at.y), polytope_vertex(at.z), p - inside);
        normal = select(normal, exact, dot(exact, exact) > 0.25);
    }
    face_height[slot] = select(LARGEST, dot(normal, p), dot(normal, normal) > 0.25);
}

// A tetrahedron of the first four points.
fn seed_polytope() {
    polytope_size = 0.0;
    for (var k = 0u; k < 4u; k++) {
        let extent = abs(point_at(k));
        polytope_size = max(polytope_size, max(extent.x, max(extent.y, extent.z)));
    }
    inside = 0.25 * (point_at(0u) + point_at(1u) + point_at(2u) + point_at(3u));
    let p = point_at(0u);
    let inverted = dot(cross(point_at(1u) - p, point_at(2u) - p), point_at(3u) - p) > 0.0;
    let b = select(1u, 2u, inverted);
    let c = select(2u, 1u, inverted);
    set_face(0u, vec3<u32>(0u, b, c));
    set_face(1u, vec3<u32>(b, 0u, 3u));
    set_face(2u, vec3<u32>(c, b, 3u));
    set_face(3u, vec3<u32>(0u, c, 3u));
    faces = 4u;
}

// The face whose plane is closest to the origin.
fn closest_face() -> u32 {
    var best = 0u;
    var least = LARGEST;
    for (var k = 0u; k < faces; k++) {
        if (face_corners[k] & DEAD) == 0u && face_height[k] < least {
            least = face_height[k];
            best = k;
        }
    }
    return best;
}

fn has_point(vertex: Vertex) -> bool {
    let ids = pack_ids(vertex.a, vertex.b);
    if (ids & SHORT_LIMIT) == SHORT_LIMIT || (ids >> 16u) == SHORT_LIMIT {
        return false;
    }
    for (var k = 0u; k < points; k++) {
        if point_words[k].w == ids {
            return true;
        }
    }
    return false;
}

fn is_above(face: u32, p: vec3<f32>) -> bool {
    let at = corners_of(face);
    return dot(face_plane(at).n, p - point_at(at.x)) > ABOVE * polytope_size;
}

// An edge of a seen face: an edge that two of them share is not on the rim. False when there is no room.
fn toggle_edge(p: u32, q: u32) -> bool {
    let back = q | (p << 8u);
    for (var k = 0u; k < rim_length; k++) {
        if face_corners[RIM + k] == back {
            rim_length -= 1u;
            face_corners[RIM + k] = face_corners[RIM + rim_length];
            return true;
        }
    }
    if rim_length == MOST_RIM {
        return false;
    }
    face_corners[RIM + rim_length] = p | (q << 8u);
    rim_length += 1u;
    return true;
}

fn add_rim(face: u32) -> bool {
    let at = corners_of(face);
    let first = toggle_edge(at.x, at.y);
    let second = toggle_edge(at.y, at.z);
    let third = toggle_edge(at.z, at.x);
    return first && second && third;
}

// The rim is one closed line.
fn rim_is_closed() -> bool {
    if rim_length < 3u {
        return false;
    }
    let start = face_corners[RIM] & 0xffu;
    var at = face_corners[RIM] >> 8u;
    var steps = 1u;
    for (var k = 0u; k < MOST_RIM; k++) {
        if at == start {
            break;
        }
        var next = at;
        for (var j = 0u; j < rim_length; j++) {
            if (face_corners[RIM + j] & 0xffu) == at {
                next = face_corners[RIM + j] >> 8u;
            }
        }
        at = next;
        steps += 1u;
    }
    return at == start && steps == rim_length;
}

// Marks the faces that p sees, the face `chosen` among them, and lists their rim. Where rounding has torn the rim, the
// chosen face alone is replaced: the polytope stays closed, if not quite convex.
fn find_rim(chosen: u32, p: vec3<f32>) {
    rim_length = 0u;
    var fits = true;
    for (var k = 0u; k < faces; k++) {
        let word = face_corners[k] & ~SEEN;
        face_corners[k] = word;
        if (word & DEAD) == 0u && (k == chosen || is_above(k, p)) {
            face_corners[k] = word | SEEN;
            fits = add_rim(k) && fits;
        }
    }
    if fits && rim_is_closed() {
        return;
    }
    for (var k = 0u; k < faces; k++) {
        face_corners[k] = face_corners[k] & ~SEEN;
    }
    face_corners[chosen] = face_corners[chosen] | SEEN;
    rim_length = 0u;
    add_rim(chosen);
}

// Adds a point above the face `chosen`: every face it sees is replaced by the cone from their rim. False when it is full.
fn expand(chosen: u32, vertex: Vertex) -> bool {
    if points >= MOST_POINTS {
        return false;
    }
    find_rim(chosen, vertex.w);
    let apex = points;
    add_point(vertex);
    polytope_size = max(polytope_size, max(abs(vertex.w.x), max(abs(vertex.w.y), abs(vertex.w.z))));
    var slot = 0u;
    for (var k = 0u; k < rim_length; k++) {
        // The next place whose face is gone.
        for (; slot < faces; slot++) {
            if (face_corners[slot] & (SEEN | DEAD)) != 0u {
                break;
            }
        }
        if slot >= MOST_FACES {
            return false;
        }
        faces = max(faces, slot + 1u);
        set_face(slot, vec3<u32>(face_corners[RIM + k] & 0xffu, face_corners[RIM + k] >> 8u, apex));
        slot += 1u;
    }
    for (; slot < faces; slot++) {
        if (face_corners[slot] & SEEN) != 0u {
            face_corners[slot] = DEAD;
        }
    }
    return true;
}
