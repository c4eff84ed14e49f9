// Pairs of polyhedra with few corners that `cached_normal` has left: apart, or how deep they overlap and which way.
//
// The difference of two polyhedra is a polyhedron. Its faces are those of either body, and parallelograms of an edge of each, of
// those edges whose directions (the arcs of their outward normals on the unit sphere) cross. The overlap is the least height of
// these faces over the origin: no search, no polytope to keep, and the exact normal. Where the least is below 0 it parts the bodies.
//
// LANES invocations share a pair: its faces, and the edges of A with all edges of B. The width between two edges is that of the
// bodies where their arcs cross; where that is in doubt by rounding, the bodies' support width tells, which is never below the overlap.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read_write> searches: array<Search>;
@group(0) @binding(5) var<uniform> page: Page;

// Sines by which edges may miss each other and still be tried, where care is taken: well above rounding.
const CROSSING_SLACK: f32 = 1e-5;
// Rounding of the least width, in units of `noise`.
const LEAST_NOISE: f32 = 2.0;

struct Direction {
    width: f32,
    // In A's frame, towards B.
    n: vec3<f32>,
}

var<workgroup> found: array<Direction, WORKGROUP>;

// The support width along a unit direction, given in A's frame and in B's.
fn width_along(n: vec3<f32>, in_b: vec3<f32>) -> f32 {
    var high = -LARGEST;
    for (var k = 0u; k < kinds[kind_a].vertices; k++) {
        high = max(high, dot(n, geometry[kinds[kind_a].first_vertex + k].xyz));
    }
    var low = LARGEST;
    for (var k = 0u; k < kinds[kind_b].vertices; k++) {
        low = min(low, dot(in_b, geometry[kinds[kind_b].first_vertex + k].xyz));
    }
    return high - low - dot(n, shift);
}

// The best of every LANES-th face, from the `share`-th on.
fn along_faces(share: u32) -> Direction {
    var best = Direction(LARGEST, vec3<f32>(1.0, 0.0, 0.0));
    let of_a = kinds[kind_a].faces;
    for (var k = share; k < of_a + kinds[kind_b].faces; k += LANES) {
        let is_b = k >= of_a;
        let first = select(kinds[kind_a].first_face, kinds[kind_b].first_face - of_a, is_b);
        let normal = geometry[first + k].xyz;
        let n = select(normal, -(turn_b * normal), is_b);
        let width = width_along(n, select(normal * turn_b, -normal, is_b));
        if width < best.width {
            best = Direction(width, n);
        }
    }
    return best;
}

// The best of these and of every LANES-th edge of A with the edges of B; all is seen from B's frame.
fn along_edges(share: u32, of_faces: Direction) -> Direction {
    // First as if all were clear; where the width of the bodies is not that of the edges, again with more care.
    for (var careful = 0u; careful < 2u; careful++) {
        let slack = f32(careful) * CROSSING_SLACK;
        var best = Direction(of_faces.width, vec3<f32>(0.0));
        for (var i = share; i < kinds[kind_a].edges; i += LANES) {
            let at = kinds[kind_a].first_edge + EDGE_ROWS * i;
            let p = (geometry[at].xyz - shift) * turn_b;
            let along = geometry[at + 1u].xyz * turn_b;
            let left = geometry[at + 2u].xyz * turn_b;
            let right = geometry[at + 3u].xyz * turn_b;
            for (var j = 0u; j < kinds[kind_b].edges; j++) {
                let other = kinds[kind_b].first_edge + EDGE_ROWS * j;
                let from_b = geometry[other].xyz;
                let along_b = geometry[other + 1u].xyz;
                // On which side of the plane of one arc the ends of the other lie.
                let ends_b = vec2<f32>(dot(geometry[other + 2u].xyz, along), dot(geometry[other + 3u].xyz, along));
                let ends_a = vec2<f32>(dot(left, along_b), dot(right, along_b));
                let missed = max(max(ends_a.x * ends_a.y, ends_b.x * ends_b.y), ends_b.x * ends_a.y);
                let normal = cross(along, along_b);
                let square = dot(normal, normal);
                let n = normal * (inverseSqrt(max(square, 1e-37)) * select(1.0, -1.0, dot(normal, left + right) < 0.0));
                var width = dot(n, p - from_b);
                if missed > slack || square < PARALLEL_EDGE_SINE * PARALLEL_EDGE_SINE || width >= best.width {
                    continue;
                }
                if careful != 0u {
                    width = width_along(turn_b * n, n);
                }
                if width < best.width {
                    best = Direction(width, n);
                }
            }
        }
        if all(best.n == vec3<f32>(0.0)) {
            break;
        }
        let n = turn_b * best.n;
        if careful != 0u || width_along(n, best.n) <= best.width + LEAST_NOISE * noise {
            return Direction(best.width, n);
        }
    }
    return of_faces;
}

fn has_few_corners(kind: u32) -> bool {
    return kinds[kind].family == POLYHEDRON && kinds[kind].vertices <= FEW_CORNERS;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let lane = element(id);
    var place = 0u;
    var is_ours = lane / LANES < atomicLoad(&contacts.words[TO_SEPARATE]) && word(STATUS) == 0u;
    if is_ours {
        place = searches[lane / LANES].left;
        let a = poses[contacts.items[place].bodies.x];
        let b = poses[contacts.items[place].bodies.y];
        is_ours = has_few_corners(a.kind) && has_few_corners(b.kind);
        if is_ours {
            load_pair(a, b);
            found[local] = along_edges(lane % LANES, along_faces(lane % LANES));
        }
    }
    workgroupBarrier();
    if is_ours && lane % LANES == 0u {
        answer(place, local);
    }
}

fn answer(place: u32, first: u32) {
    var best = found[first];
    for (var k = 1u; k < LANES; k++) {
        if found[first + k].width < best.width {
            best = found[first + k];
        }
    }
    let n = unit_or(best.n, vec3<f32>(1.0, 0.0, 0.0));
    let overlap = dot(support(n).w, n);
    let bodies = contacts.items[place].bodies;
    let pair = contacts.items[place].pair;
    // How far bodies are apart is not told by planes: where that is asked for, a search has to.
    let near = overlap > -range_of(warm[pair - page.first].flags);
    if overlap <= 0.0 && (near || word(GAP_WANTED) != 0u) {
        return;
    }
    let code = select(0u, TOUCHING, overlap > 0.0);
    let bounds = vec2<f32>(overlap - LEAST_NOISE * noise, overlap);
    let contact = contact_along(n, overlap, bounds, code, frame_of(poses[bodies.x]));
    contacts.items[place] = contact_of(contact, bodies, pair);
    searches[place].lower = contact.bounds.x;
    searches[place].upper = contact.bounds.y;
    warm[pair - page.first].axis = n;
}
