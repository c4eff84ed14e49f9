// Candidate pairs that need no search: solved in closed form, apart along the direction of the last step, or meeting with
// the features that direction leads to, and proven to. The others are left to `separate`. Pairs that touch or may do so are
// listed, and so are those that touched before; of all others nothing is written.
//
// The width along a direction is never below the overlap. Two proofs tell that it is not above it either.
//
// A vertex in a face. Let p be the point of the face straight above the vertex, which lies w below the plane, and let the
// body hold a ball of radius e > w that touches the face at p. The vertex is the point of the other body next to the ball's
// centre, so these two overlap by exactly w, and what holds the ball overlaps by no less.
//
// Two edges that cross. The difference of the bodies has a face spanned by both, and the point of it next to the origin is
// at least r inside of its rim. The width at an angle t from n is then at least w cos t + r sin t, which is not below w up
// to t = 2 atan(r / w). Beyond that only directions next to -n are left; there the width is at least that of the bodies'
// centres, less what it can lose over so small an angle.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// Bodies A < B; a half-space is always B.
@group(0) @binding(2) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(4) var<storage, read_write> contacts: ContactList;
@group(0) @binding(5) var<storage, read_write> searches: array<Search>;
@group(0) @binding(6) var<uniform> page: Page;

// What rounding may take off the distances in a proof, in units of `noise`.
const PROOF_NOISE: f32 = 4.0;
// Edges must cross at least this far from their ends, in units of `noise`, and with this sine.
const EDGE_NOISE: f32 = 256.0;
const EDGE_SINE: f32 = 0.02;

// The direction that a proof holds for, in A's frame.
var<private> followed: vec3<f32>;

// A finite body against a half-space: the normal is known.
fn against_wall(turn_a: vec4<f32>, range: f32) -> Answer {
    let wall = kinds[kind_b].size;
    let outward = turn_b * wall.xyz;
    let n = -unit_or(outward, vec3<f32>(0.0, 0.0, 1.0));
    let on_a = core_support(kind_a, n, NO_VERTEX).point + n * rounding_of(kind_a);
    let overlap = wall.w - dot(n, shift - on_a);
    let arm = quat_turn(turn_a, on_a - n * (0.5 * overlap));
    let code = select(0u, TOUCHING, overlap > -range);
    return Answer(quat_turn(turn_a, n), overlap, arm, vec2<f32>(overlap), code);
}

// The contact of a pair that has it in closed form; where it has not, the code is SEARCH_PENDING. Of two spheres the point is
// known as well.
fn in_closed_form(turn_a: vec4<f32>, range: f32) -> Answer {
    best_width = LARGEST;
    offered = 0u;
    favour = 0.0;
    let closed = offer_closed_forms();
    try_offers();
    support_a = best_a;
    support_b = best_b;
    let overlap = best_width + rounding;
    let spheres = family_of(kind_a) == SPHERE && family_of(kind_b) == SPHERE;
    let code = select(0u, TOUCHING, overlap > -range) | select(0u, NOT_UNIQUE, closed == 3u)
        | select(0u, POINT_KNOWN | (SMOOTH << KIND_SHIFT), spheres);
    return contact_along(best_n, overlap, vec2<f32>(overlap), select(code, SEARCH_PENDING, closed == 0u), turn_a);
}

// A face of one of two polyhedra.
struct Face {
    is_b: bool,
    number: u32,
    // Towards B, in A's frame.
    n: vec3<f32>,
}

// The face of A or B that lies most squarely along a direction from A to B.
fn nearest_face(along: vec3<f32>) -> Face {
    var best = Face(false, 0u, along);
    var most = -2.0;
    for (var side = 0u; side < 2u; side++) {
        let is_b = side == 1u;
        let kind = select(kind_a, kind_b, is_b);
        let own = select(along, -(along * turn_b), is_b);
        for (var k = 0u; k < kinds[kind].faces; k++) {
            let normal = geometry[kinds[kind].first_face + k].xyz;
            if dot(normal, own) > most {
                most = dot(normal, own);
                best = Face(is_b, k, normal);
            }
        }
    }
    if best.is_b {
        best.n = -(turn_b * best.n);
    }
    return best;
}

// Whether the vertex of the other body that was found along the normal of a face proves the overlap `width`.
fn proven_by_face(face: Face, width: f32) -> bool {
    let kind = select(kind_a, kind_b, face.is_b);
    let first = kinds[kind].first_face;
    let n = geometry[first + face.number].xyz;
    let vertex = select(support_b, (support_a - shift) * turn_b, face.is_b);
    let p = vertex + n * width;
    let slack = PROOF_NOISE * noise;
    var holds = true;
    for (var k = 0u; k < kinds[kind].faces; k++) {
        let plane = geometry[first + k];
        // How far below this plane a ball of radius `width` must stay at p.
        let needed = (max(width, 0.0) + slack) * (1.0 - dot(plane.xyz, n));
        holds = holds && (k == face.number || plane.w - dot(plane.xyz, p) - slack > needed);
    }
    return holds;
}

// Two edges, each from a vertex on; in A's frame.
struct Edges {
    from_a: vec3<f32>,
    along_a: vec3<f32>,
    from_b: vec3<f32>,
    along_b: vec3<f32>,
}

// The edge at a vertex of a polyhedron that lies flattest along a direction, in the polyhedron's own frame.
fn flattest_edge(kind: u32, vertex: u32, along: vec3<f32>) -> vec3<f32> {
    let p = core_vertex(kind, vertex);
    let lists = kinds[kind].neighbors + vertex;
    let end = topology[lists + 1u];
    var least = LARGEST;
    var flattest = vec3<f32>(0.0);
    for (var k = topology[lists]; k < end; k++) {
        let edge = core_vertex(kind, topology[k]) - p;
        let slope = dot(edge, along) * dot(edge, along) / max(dot(edge, edge), 1e-37);
        if slope < least {
            least = slope;
            flattest = edge;
        }
    }
    return flattest;
}

fn nearest_edges(top: Vertex, along: vec3<f32>) -> Edges {
    return Edges(
        core_vertex(kind_a, top.a),
        flattest_edge(kind_a, top.a, along),
        turn_b * core_vertex(kind_b, top.b) + shift,
        turn_b * flattest_edge(kind_b, top.b, along * turn_b),
    );
}

// Whether the crossing of two edges proves the overlap `width` along their common normal n.
fn proven_by_edges(edges: Edges, n: vec3<f32>, width: f32) -> bool {
    let between = edges.from_b - edges.from_a;
    let c = cross(edges.along_a, edges.along_b);
    let square = dot(c, c);
    let aa = dot(edges.along_a, edges.along_a);
    let bb = dot(edges.along_b, edges.along_b);
    // Shares of both edges at which they cross.
    let s = dot(cross(between, edges.along_b), c) / max(square, 1e-37);
    let t = dot(cross(between, edges.along_a), c) / max(square, 1e-37);
    let rim = min(min(s, 1.0 - s) * sqrt(square / max(bb, 1e-37)), min(t, 1.0 - t) * sqrt(square / max(aa, 1e-37)));
    // Nothing else of the bodies reaches further along n than the points where these edges cross: where rounding has turned
    // n, the ends of long edges do.
    let crossing = -dot(n, between + edges.along_b * t - edges.along_a * s);
    let level = width - crossing <= noise;
    let w = max(width, 0.0) + PROOF_NOISE * noise;
    let behind = (dot(n, shift) - w) * rim > 2.0 * w * (length(shift) + sizes.x + sizes.y);
    return level && behind && rim > EDGE_NOISE * noise && square > EDGE_SINE * EDGE_SINE * aa * bb;
}

// What the direction of the last step still proves; the code is SEARCH_PENDING where it proves nothing. A gap up to `range` is a
// contact too, and is to be exact: what the two proofs prove of an overlap holds for a gap.
fn by_last_step(start: vec3<f32>, range: f32, gap_wanted: bool, turn_a: vec4<f32>) -> Answer {
    let straight = family_of(kind_a) == POLYHEDRON && family_of(kind_b) == POLYHEDRON;
    var n = start;
    var face = Face(false, 0u, start);
    var edges = Edges(start, start, start, start);
    var width = 0.0;
    var code = SEARCH_PENDING;
    // Along the last direction, then along the face next to it, then along the normal of the edges next to it.
    for (var round = 0u; round < 3u; round++) {
        let top = support(n);
        width = dot(top.w, n);
        if width + rounding < -range && !gap_wanted {
            code = 0u;
        } else if round == 1u && proven_by_face(face, width) {
            code = TOUCHING;
        } else if round == 2u && proven_by_edges(edges, n, width) {
            code = TOUCHING;
        }
        if code != SEARCH_PENDING || !straight || round == 2u {
            break;
        }
        if round == 0u {
            face = nearest_face(start);
            edges = nearest_edges(top, start);
            n = face.n;
        } else {
            let normal = edge_normal(edges.along_a, edges.along_b);
            n = unit_or(select(normal, -normal, dot(normal, start) < 0.0), start);
        }
    }
    followed = n;
    let overlap = width + rounding;
    code = select(code, code & ~TOUCHING, overlap <= -range);
    let lower = overlap - select(0.0, noise, code == TOUCHING);
    return contact_along(n, overlap, vec2<f32>(lower, overlap), code, turn_a);
}

// Puts a contact on the list, and on that of `separate` where a search has to look at it.
fn put(answer: Answer, bodies: vec2<u32>, pair: u32) {
    let place = atomicAdd(&contacts.words[LISTED], 1u);
    contacts.items[place] = contact_of(answer, bodies, pair);
    if answer.code == SEARCH_PENDING {
        searches[atomicAdd(&contacts.words[TO_SEPARATE], 1u)].left = place;
    } else if word(ALL_WANTED) != 0u {
        searches[place].lower = answer.bounds.x;
        searches[place].upper = answer.bounds.y;
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    let pair = page.first + k;
    if k >= page.count || pair >= word(PAIRS) || word(STATUS) != 0u {
        return;
    }
    let a = poses[pairs[pair].x];
    load_pair(a, poses[pairs[pair].y]);
    // Not by a call alone: its argument would be read, and held, for nothing.
    var range = 0.0;
    if COHESIVE {
        range = range_of(warm[k].flags);
    }
    var answer: Answer;
    if family_of(kind_b) == HALFSPACE {
        answer = against_wall(frame_of(a), range);
    } else {
        answer = in_closed_form(frame_of(a), range);
        if answer.code == SEARCH_PENDING {
            answer = by_last_step(direction_of_start(warm[k].axis), range, word(GAP_WANTED) != 0u, frame_of(a));
            if answer.code != SEARCH_PENDING && any(followed != warm[k].axis) {
                warm[k].axis = followed;
            }
        }
    }
    if (answer.code & (TOUCHING | SEARCH_PENDING)) != 0u || warm[k].flags != 0u || word(ALL_WANTED) != 0u {
        put(answer, pairs[pair], pair);
    }
}
