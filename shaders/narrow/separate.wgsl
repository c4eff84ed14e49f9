// Pairs that `follow` has left: proven apart, or left to `penetrate`.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// Number of the pair, and its bodies; in the last place, the work list of `penetrate`: places in this list.
@group(0) @binding(2) var<storage, read_write> worklist: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(4) var<storage, read_write> contacts: array<Contact>;
@group(0) @binding(5) var<uniform> page: Page;

// Updates of GJK before it is left to the polytope.
const GJK_LIMIT: u32 = 64u;
// From this many times the rounding on, a gap of the cores is certain, and its direction near the normal.
const CLEARLY_APART: f32 = 16.0;

// What the simplex of a pair that is not proven apart leaves behind for `penetrate`.
fn remember_simplex(axis: vec3<f32>, outcome: u32) -> PairWarm {
    let by_number = both_polyhedral();
    var points = vec4<u32>(0u);
    for (var k = 0u; k < corners; k++) {
        let vertex = corner[k];
        if by_number {
            points[k] = pack_ids(vertex.a, vertex.b);
        } else {
            // The direction from the middle of the difference: its support is near the point.
            points[k] = pack_direction(vertex.w + shift);
        }
    }
    let how = select(BY_DIRECTION, 0u, by_number);
    return PairWarm(axis, corners | how | outcome, points);
}

// The answer of GJK: apart, or to be looked at by `penetrate`.
fn by_search(k: u32, gap_wanted: bool, turn_a: vec4<f32>) -> Contact {
    let start = direction_of_start(warm[k].axis);
    let outcome = search(vec3<f32>(0.0), start, select(rounding, LARGEST, gap_wanted), GJK_LIMIT);
    let distance = length(nearest);
    var axis = facing;
    // The gap need not be known better than this. Its direction carries the rounding of a short vector, for which a long
    // body pays with its whole length.
    let enough = noise + 1e-4 * max(distance - rounding, 0.0);
    let open = max(distance - proven_gap, noise * sizes.y / max(distance, 1e-37));
    let settled = !gap_wanted || open <= enough;
    if outcome == GJK_APART && proven_gap > rounding && settled {
        let overlap = rounding - select(proven_gap, distance, gap_wanted);
        axis = unit_or(proven_n, start);
        warm[k] = PairWarm(axis, 0u, vec4<u32>(0u));
        return contact_along(axis, overlap, rounding - vec2<f32>(distance, proven_gap), 0u, turn_a);
    }
    let apart = outcome == GJK_APART && proven_gap > CLEARLY_APART * noise;
    warm[k] = remember_simplex(axis, select(0u, CORES_APART, apart));
    let bounds = vec2<f32>(rounding - select(LARGEST, distance, outcome != GJK_MEETING), rounding);
    return Contact(axis, 0.0, vec3<f32>(0.0), 0.0, bounds.x, bounds.y, OVERLAP_PENDING, 0u);
}

// Puts an element of this list on that of `penetrate`. The order differs from run to run; what is found of a pair does not
// depend on it.
fn leave_to_penetrate(element: u32) {
    let place = atomicAdd(&control[TO_PENETRATE], 1u);
    // There is a place for every pair.
    if place < arrayLength(&worklist) {
        worklist[place].w = element;
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let number = element(id);
    if number >= atomicLoad(&control[TO_SEPARATE]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let item = worklist[number].xyz;
    if !is_here(item.x) {
        return;
    }
    let k = item.x - page.first;
    let a = poses[item.y];
    load_pair(a, poses[item.z]);
    gjk_updates = 0u;
    var contact = by_search(k, atomicLoad(&control[GAP_WANTED]) != 0u, frame_of(a));
    contact.iterations = gjk_updates;
    contacts[k] = contact;
    if (contact.code & OVERLAP_PENDING) != 0u {
        leave_to_penetrate(number);
    }
}
