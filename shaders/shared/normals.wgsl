// Exact normals from the features that meet: a face of one body, or an edge of each. Needs pair.wgsl.
//
// The normal of a triangle of support points carries the rounding of their differences; the normal of the face or edges
// that these points come from does not.

// The best direction so far, and the support width of the cores along it: an upper bound of the overlap.
var<private> best_n: vec3<f32>;
var<private> best_width: f32;

// Edges with a sine below this have no common normal worth trying.
const PARALLEL_EDGE_SINE: f32 = 1e-5;

// Its support point, and those of A and B.
var<private> best_vertex: Vertex;
var<private> best_a: vec3<f32>;
var<private> best_b: vec3<f32>;

// How much wider than the best a direction may be and still be taken.
var<private> favour: f32;

const MOST_OFFERS: u32 = 16u;
// An array of up to 256 bytes would be kept in registers by AMD's compiler (RADV), with a tree of branches for each access.
const OFFER_ROOM: u32 = MOST_OFFERS + 8u;
// Directions that are to be tried together.
var<private> offers: array<vec3<f32>, OFFER_ROOM>;
var<private> offered: u32;

// Tries the unit direction n; returns the support point there.
fn try_direction(n: vec3<f32>) -> Vertex {
    let vertex = support(n);
    let width = dot(vertex.w, n);
    if width < best_width + favour {
        best_width = width;
        best_n = n;
        best_vertex = vertex;
        best_a = support_a;
        best_b = support_b;
    }
    return vertex;
}

// Puts a unit direction on the list; beyond its end, directions are no longer worth trying.
fn offer(n: vec3<f32>) {
    if offered < MOST_OFFERS {
        offers[offered] = n;
        offered += 1u;
    }
}

fn try_offers() {
    for (var k = 0u; k < offered; k++) {
        try_direction(offers[k]);
    }
    offered = 0u;
}

// Offers a normal of which either sense may be meant: the one like `guess`. Zero is none.
fn offer_like(normal: vec3<f32>, guess: vec3<f32>) {
    if dot(normal, normal) > 0.25 {
        offer(select(normal, -normal, dot(normal, guess) < 0.0));
    }
}

fn face_has(kind: u32, face: u32, vertex: u32) -> bool {
    let loops = kinds[kind].face_loops + face;
    let end = topology[loops + 1u];
    for (var k = topology[loops]; k < end; k++) {
        if topology[k] == vertex {
            return true;
        }
    }
    return false;
}

// Outward normal of the face that holds three vertices of a polyhedron; zero where none does.
fn face_of(kind: u32, p: u32, q: u32, r: u32) -> vec3<f32> {
    if family_of(kind) != POLYHEDRON {
        return vec3<f32>(0.0);
    }
    let lists = kinds[kind].vertex_faces + p;
    let end = topology[lists + 1u];
    for (var k = topology[lists]; k < end; k++) {
        let face = topology[k];
        if face_has(kind, face, q) && face_has(kind, face, r) {
            return geometry[kinds[kind].first_face + face].xyz;
        }
    }
    return vec3<f32>(0.0);
}

// Different numbers among three, in order of appearance.
struct Distinct {
    count: u32,
    items: vec3<u32>,
}

fn distinct(p: u32, q: u32, r: u32) -> Distinct {
    if p == q {
        return Distinct(select(2u, 1u, q == r), vec3<u32>(p, r, r));
    }
    if r == p || r == q {
        return Distinct(2u, vec3<u32>(p, q, q));
    }
    return Distinct(3u, vec3<u32>(p, q, r));
}

fn edge_of_a(p: u32, q: u32) -> vec3<f32> {
    return core_vertex(kind_a, q) - core_vertex(kind_a, p);
}

fn edge_of_b(p: u32, q: u32) -> vec3<f32> {
    return turn_b * (core_vertex(kind_b, q) - core_vertex(kind_b, p));
}

// Unit normal of two edges; zero where they are parallel.
fn edge_normal(edge_a: vec3<f32>, edge_b: vec3<f32>) -> vec3<f32> {
    let normal = cross(edge_a, edge_b);
    let square = dot(normal, normal);
    if square <= PARALLEL_EDGE_SINE * PARALLEL_EDGE_SINE * dot(edge_a, edge_a) * dot(edge_b, edge_b) {
        return vec3<f32>(0.0);
    }
    return normal * inverseSqrt(square);
}

// The exact normal of the triangle of three support points of polyhedral cores, oriented like `guess`, when it is clear
// which features span it; else zero.
fn clear_normal(p: Vertex, q: Vertex, r: Vertex, guess: vec3<f32>) -> vec3<f32> {
    let on_a = distinct(p.a, q.a, r.a);
    let on_b = distinct(p.b, q.b, r.b);
    var normal = vec3<f32>(0.0);
    if on_a.count == 3u && on_b.count == 1u {
        normal = face_of(kind_a, p.a, q.a, r.a);
    } else if on_a.count == 1u && on_b.count == 3u {
        normal = turn_b * face_of(kind_b, p.b, q.b, r.b);
    } else if on_a.count == 2u && on_b.count == 2u {
        normal = edge_normal(edge_of_a(on_a.items.x, on_a.items.y), edge_of_b(on_b.items.x, on_b.items.y));
    }
    return select(normal, -normal, dot(normal, guess) < 0.0);
}

// Offers all normals that the vertices of three support points allow.
fn offer_feature_normals(p: Vertex, q: Vertex, r: Vertex, guess: vec3<f32>) {
    let clear = clear_normal(p, q, r, guess);
    if dot(clear, clear) > 0.25 {
        offer(clear);
        return;
    }
    let on_a = distinct(p.a, q.a, r.a);
    let on_b = distinct(p.b, q.b, r.b);
    if on_a.count == 3u {
        offer_like(face_of(kind_a, p.a, q.a, r.a), guess);
    }
    if on_b.count == 3u {
        offer_like(turn_b * face_of(kind_b, p.b, q.b, r.b), guess);
    }
    // One edge for two vertices, three for three.
    let edges_a = select(on_a.count - 1u, 3u, on_a.count == 3u);
    let edges_b = select(on_b.count - 1u, 3u, on_b.count == 3u);
    for (var i = 0u; i < edges_a; i++) {
        let edge_a = edge_of_a(on_a.items[i], on_a.items[(i + 1u) % 3u]);
        for (var j = 0u; j < edges_b; j++) {
            offer_like(edge_normal(edge_a, edge_of_b(on_b.items[j], on_b.items[(j + 1u) % 3u])), guess);
        }
    }
}

// Offers the normals of the faces around a vertex of one body that lie within about `angle` of the direction `guess`,
// which points out of that body.
fn offer_faces_around(kind: u32, vertex: u32, is_b: bool, guess: vec3<f32>, angle: f32) {
    if family_of(kind) != POLYHEDRON || vertex >= kinds[kind].vertices {
        return;
    }
    let lists = kinds[kind].vertex_faces + vertex;
    let end = topology[lists + 1u];
    for (var k = topology[lists]; k < end; k++) {
        var normal = geometry[kinds[kind].first_face + topology[k]].xyz;
        if is_b {
            normal = turn_b * -normal;
        }
        if dot(normal - guess, normal - guess) < angle * angle {
            offer(normal);
        }
    }
}

// Unit vector of the plane square to `edge`, next to v.
fn square_to(v: vec3<f32>, edge: vec3<f32>) -> vec3<f32> {
    return unit_or(v - edge * (dot(v, edge) / max(dot(edge, edge), 1e-37)), v);
}
