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
// Rounds in which the polytope grows, and all of them.
const GROWING_ROUNDS: u32 = 3u;
const ROUNDS: u32 = 8u;

fn tolerance() -> f32 {
    let share = select(CURVED_SHARE, 0.0, polyhedral);
    return 1.5 * noise + share * max(best_width + rounding, 0.0);
}

// Adds the support point of the best direction to the polytope, where it stands above a face.
fn jump() {
    var chosen = 0u;
    var most = 0.0;
    for (var k = 0u; k < faces; k++) {
        if (face_corners[k] & DEAD) == 0u && face_height[k] < LARGEST {
            let normal = face_cross(corners_of(k));
            let height = dot(normal, best_vertex.w) * inverseSqrt(dot(normal, normal)) - face_height[k];
            if height > most {
                most = height;
                chosen = k;
            }
        }
    }
    if most > 2.0 * noise && !has_point(best_vertex) && expand(chosen, best_vertex) {
        expansions += 1u;
    }
}

// The normal of the closest face that may hide another minimum than that of the best direction; zero where none does.
// Faces that lead to the same minimum are done with.
fn another_start() -> vec3<f32> {
    for (var k = 0u; k < MOST_FACES; k++) {
        let face = closest_face();
        if face_height[face] >= best_width - tolerance() {
            break;
        }
        let n = unit_or(face_cross(corners_of(face)), best_n);
        face_height[face] = LARGEST;
        if dot(n, best_n) < SAME_MINIMUM {
            return n;
        }
    }
    return vec3<f32>(0.0);
}

// Finds the direction of least width. True when it is settled.
//
// A few rounds: the polytope grows, the best direction is settled to the exact one, and its support point joins the
// polytope. When it is full, faces that may hide another minimum are settled too.
fn solve(cores_apart: bool) -> bool {
    var settled_n = vec3<f32>(0.0);
    var rests = true;
    for (var round = 0u; round < ROUNDS; round++) {
        let width = best_width;
        var is_exact = false;
        var start = best_n;
        if !cores_apart && round < GROWING_ROUNDS {
            let limit = select(CURVED_EXPANSIONS[round], POLYHEDRAL_EXPANSIONS, polyhedral);
            is_exact = grow_polytope(tolerance(), limit) && polyhedral;
            start = best_n;
            if !is_exact && dot(settled_n, best_n) > SAME_MINIMUM {
                if best_width - lower <= tolerance() {
                    return rests;
                }
                continue;
            }
        } else if round > 0u {
            start = another_start();
            if cores_apart || dot(start, start) < 0.25 {
                return rests;
            }
        }
        if !is_exact {
            let came_to_rest = settle(start);
            if best_width < width || round == 0u {
                rests = came_to_rest;
            }
        }
        if !polyhedral {
            polish();
        }
        offer_features();
        try_offers();
        if is_exact {
            return true;
        }
        settled_n = best_n;
        if !cores_apart && best_width < width {
            jump();
        }
    }
    return rests;
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
    lower = max(found[work.x].lower - rounding, -2.0 * (sizes.x + sizes.y + length(shift)));
    let last = warm[work.x];
    let cores_apart = (last.code & CORES_APART) != 0u;
    offered = 0u;
    offer(direction_of_start(last.axis));
    offer(direction_of_start(vec3<f32>(0.0)));
    try_offers();
    if !cores_apart {
        seed_from(last);
    }
    let settled = solve(cores_apart);
    support_a = best_a;
    support_b = best_b;
    let overlap = best_width + rounding;
    let code = select(0u, TOUCHING, overlap > 0.0) | select(UNSURE, 0u, settled);
    let bounds = vec2<f32>(lower + rounding - noise, overlap);
    var contact = contact_along(best_n, overlap, bounds, code, a.turn);
    contact.iterations = (found[work.x].iterations & 0xffffu) | (expansions << 16u);
    found[work.x] = contact;
    warm[work.x].axis = best_n;
}
