// Pairs that `cached_normal` and `separating_axes` have left: proven apart, or left to `penetrate`.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read_write> searches: array<Search>;
@group(0) @binding(5) var<uniform> page: Page;

// Updates of GJK before it is left to the polytope.
const GJK_LIMIT: u32 = 64u;
// From this many times the rounding on, a gap of the cores is certain, and its direction near the normal.
const CLEARLY_APART: f32 = 16.0;

// What the simplex of a pair that is not proven apart leaves behind for `penetrate`.
fn keep_simplex(place: u32, axis: vec3<f32>, outcome: u32, bounds: vec2<f32>) {
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
    searches[place].axis = axis;
    searches[place].code = corners | select(BY_DIRECTION, 0u, by_number) | outcome;
    searches[place].points = points;
    keep_bounds(place, bounds);
}

fn keep_bounds(place: u32, bounds: vec2<f32>) {
    searches[place].lower = bounds.x;
    searches[place].upper = bounds.y;
}

// The answer of GJK: apart, with its direction, or to be looked at by `penetrate`.
fn by_search(place: u32, start: vec3<f32>, range: f32, turn_a: vec4<f32>) -> Answer {
    let limit = select(rounding + range, LARGEST, word(GAP_WANTED) != 0u);
    let outcome = search(vec3<f32>(0.0), start, limit, GJK_LIMIT);
    let distance = length(nearest);
    // The gap need not be known better than this. Its direction carries the rounding of a short vector, for which a long
    // body pays with its whole length.
    let enough = noise + 1e-4 * max(distance - rounding, 0.0);
    let open = max(distance - proven_gap, noise * sizes.y / max(distance, 1e-37));
    // Beyond the limit a bound of the gap will do.
    let exact = proven_gap <= limit;
    let settled = !exact || open <= enough;
    if outcome == GJK_APART && proven_gap > rounding && settled {
        let overlap = rounding - select(proven_gap, distance, exact);
        separating = unit_or(proven_n, start);
        let code = select(0u, TOUCHING, overlap > -range);
        let answer = contact_along(separating, overlap, rounding - vec2<f32>(distance, proven_gap), code, turn_a);
        keep_bounds(place, answer.bounds);
        return answer;
    }
    let apart = outcome == GJK_APART && proven_gap > CLEARLY_APART * noise;
    let bounds = vec2<f32>(rounding - select(LARGEST, distance, outcome != GJK_MEETING), rounding);
    separating = facing;
    keep_simplex(place, facing, select(0u, CORES_APART, apart), bounds);
    return Answer(facing, 0.0, vec3<f32>(0.0), bounds, OVERLAP_PENDING);
}

// The direction that the next search begins with, in A's frame.
var<private> separating: vec3<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let number = element(id);
    if number >= atomicLoad(&contacts.words[TO_SEPARATE]) || word(STATUS) != 0u {
        return;
    }
    let place = searches[number].left;
    if contacts.items[place].code != SEARCH_PENDING {
        return;
    }
    let bodies = contacts.items[place].bodies;
    let pair = contacts.items[place].pair;
    let a = poses[bodies.x];
    load_pair(a, poses[bodies.y]);
    gjk_updates = 0u;
    let kept = warm[pair - page.first];
    var answer = by_search(place, direction_of_start(kept.axis), range_of(kept.flags), frame_of(a));
    warm[pair - page.first].axis = separating;
    if (answer.code & OVERLAP_PENDING) != 0u {
        searches[atomicAdd(&contacts.words[TO_PENETRATE], 1u)].to_penetrate = place;
    }
    answer.code |= gjk_updates << ITERATIONS_SHIFT;
    contacts.items[place] = contact_of(answer, bodies, pair);
}
