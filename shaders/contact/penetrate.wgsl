// Pairs that `separate` could not tell: how deep they overlap, and which way.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// Number of the pair, and its bodies.
@group(0) @binding(2) var<storage, read> meeting: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(4) var<storage, read_write> found: array<Contact>;

// Expansions of a polyhedral pair; its polytope is full by then.
const POLYHEDRAL_EXPANSIONS: u32 = 96u;
// Expansions of a curved pair before the first, second and third jump to the exact direction.
const CURVED_EXPANSIONS: vec3<u32> = vec3<u32>(10u, 12u, 24u);
// Bounds of a curved pair that differ by this share leave no room for another minimum worth having.
const CURVED_SHARE: f32 = 4e-3;
// Cosine of 0.25 rad: directions this close lead to the same minimum.
const SAME_MINIMUM: f32 = 0.969;
// Further minima that are tried.
const MORE_STARTS: u32 = 5u;

// Support points that `separate` has left.
fn recall_corners(last: PairWarm) -> u32 {
    let count = min(last.code & WARM_COUNT, 4u);
    for (var k = 0u; k < count; k++) {
        if (last.code & BY_DIRECTION) != 0u {
            corner[k] = support(unpack_direction(last.points[k]));
        } else {
            let ids = unpack_ids(last.points[k]);
            let most = vec2<u32>(max(vertex_count(kind_a), 1u), max(vertex_count(kind_b), 1u)) - 1u;
            corner[k] = numbered(min(ids.x, most.x), min(ids.y, most.y));
        }
    }
    return count;
}

fn tolerance() -> f32 {
    let share = select(CURVED_SHARE, 0.0, polyhedral);
    return 1.5 * noise + share * max(best_width + rounding, 0.0);
}

// Adds the support point of the best direction to the polytope, where it stands above a face.
fn jump() {
    let vertex = support(best_n);
    var chosen = 0u;
    var most = 0.0;
    for (var k = 0u; k < faces; k++) {
        if (face_corners[k] & DEAD) == 0u && face_height[k] < LARGEST {
            let normal = face_cross(corners_of(k));
            let height = dot(normal, vertex.w) * inverseSqrt(dot(normal, normal)) - face_height[k];
            if height > most {
                most = height;
                chosen = k;
            }
        }
    }
    if most > 2.0 * noise && !has_point(vertex) && expand(chosen, vertex) {
        expansions += 1u;
    }
}

// Starts from the faces that may still hide another minimum. True when all of them were tried.
fn try_other_minima() -> bool {
    for (var k = 0u; k < MOST_FACES; k++) {
        let face = closest_face();
        if face_height[face] >= best_width - tolerance() {
            return true;
        }
        if starts >= MORE_STARTS {
            return false;
        }
        let n = unit_or(face_cross(corners_of(face)), best_n);
        face_height[face] = LARGEST;
        if dot(n, best_n) < SAME_MINIMUM && dot(support(n).w, n) < 1.5 * best_width + settle_reach() {
            settle(n);
            starts += 1u;
        }
    }
    return true;
}

var<private> starts: u32;

// A pair of which one core at least is curved, or whose polytope is full. True when the answer is settled.
fn by_settling() -> bool {
    var settled_n = vec3<f32>(0.0);
    var rests = false;
    for (var round = 0u; round < 3u; round++) {
        let closed = grow_polytope(tolerance(), CURVED_EXPANSIONS[round]);
        if dot(settled_n, best_n) < SAME_MINIMUM || round == 0u {
            rests = settle(best_n);
            try_features();
            settled_n = best_n;
            jump();
        }
        if best_width - lower <= tolerance() {
            break;
        }
        if closed {
            continue;
        }
    }
    let width = best_width;
    let n = best_n;
    let all = try_other_minima();
    if best_width < width && dot(n, best_n) < SAME_MINIMUM {
        rests = settle(best_n);
    }
    return rests && all;
}

// Finds the direction of least width. True when it is settled.
fn solve(last: PairWarm) -> bool {
    let start = direction_of_start(last.axis);
    try_direction(start);
    try_direction(direction_of_start(vec3<f32>(0.0)));
    var settled = true;
    if (last.code & CORES_APART) != 0u {
        settled = settle(start);
    } else {
        let count = recall_corners(last);
        if count == 0u {
            corner[0] = support(start);
        }
        seed_from_corners(max(count, 1u));
        if !polyhedral || !grow_polytope(tolerance(), POLYHEDRAL_EXPANSIONS) {
            settled = by_settling();
        }
    }
    return settled;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if k >= atomicLoad(&control[MEETING]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    let work = meeting[k];
    let a = poses[work.y];
    load_pair(a, poses[work.z]);
    polyhedral = both_polyhedral();
    best_width = LARGEST;
    best_n = vec3<f32>(1.0, 0.0, 0.0);
    expansions = 0u;
    starts = 0u;
    lower = max(found[work.x].lower - rounding, -2.0 * (sizes.x + sizes.y + length(shift)));
    let settled = solve(warm[work.x]);
    try_features();
    if !polyhedral {
        polish();
    }
    try_features();
    let overlap = best_width + rounding;
    let code = select(0u, TOUCHING, overlap > 0.0) | select(UNSURE, 0u, settled);
    let bounds = vec2<f32>(lower + rounding - noise, overlap);
    var contact = contact_along(best_n, overlap, bounds, code, a.turn);
    contact.iterations = (found[work.x].iterations & 0xffffu) | (expansions << 16u);
    found[work.x] = contact;
    warm[work.x].axis = best_n;
}
