// Pairs that `separate` could not tell: how deep they overlap, and which way.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read_write> searches: array<Search>;
@group(0) @binding(5) var<uniform> page: Page;

// Expansions of a polyhedral pair; its polytope is full by then.
const POLYHEDRAL_EXPANSIONS: u32 = 96u;
// Expansions of a curved pair before the first, second and third jump to the exact direction.
const CURVED_EXPANSIONS: vec3<u32> = vec3<u32>(10u, 10u, 16u);
// Bounds of a curved pair that differ by this share are close enough for a direction to settle from.
const CLOSE_SHARE: f32 = 4e-3;
// Faces that differ by this share from the best may hide another minimum.
const OTHER_SHARE: f32 = 3e-4;
// Bounds no further apart than this many times the rounding agree.
const CLOSED_NOISE: f32 = 2.5;
// Cosine of 0.15 rad: directions this close lead to the same minimum.
const SAME_MINIMUM: f32 = 0.989;
// Rounds in which the polytope grows, all with a start of their own, and those that may follow to bring a direction to rest.
const GROWING_ROUNDS: u32 = 3u;
const ROUNDS: u32 = 7u;
const MORE_TURNS: u32 = 2u;

fn tolerance(curved_share: f32) -> f32 {
    let share = select(curved_share, 0.0, polyhedral);
    return 1.5 * noise + share * max(best_width + rounding, 0.0);
}

// The bounds agree to rounding, or to a small share of the overlap or gap.
fn is_closed() -> bool {
    return best_width - lower <= CLOSED_NOISE * noise + OTHER_SHARE * abs(best_width + rounding);
}

// The normal of the closest face that may hide another minimum than that of the best direction; zero where none does.
// That face is done with.
fn another_start() -> vec3<f32> {
    var least = best_width - tolerance(OTHER_SHARE);
    var start = vec3<f32>(0.0);
    var chosen = faces;
    for (var k = 0u; k < faces; k++) {
        if (face_corners[k] & DEAD) == 0u && face_height[k] < least {
            let n = face_plane(corners_of(k)).n;
            if dot(n, best_n) < SAME_MINIMUM && dot(n, n) > 0.25 {
                least = face_height[k];
                start = n;
                chosen = k;
            }
        }
    }
    if chosen < faces {
        face_height[chosen] = LARGEST;
    }
    return start;
}

// Finds the direction of least width. True when it is settled.
//
// A few rounds: the polytope grows, the best direction is settled to the exact one, and its support point joins the
// polytope. When it is full, faces that may hide another minimum are settled too.
fn solve(cores_apart: bool, axis: vec3<f32>) -> bool {
    var settled_n = vec3<f32>(0.0);
    var rests = true;
    // The direction was bettered by other means than the polytope, which has yet to hear of it.
    var jumps = false;
    for (var round = 0u; round < ROUNDS + MORE_TURNS; round++) {
        let width = best_width;
        var is_exact = false;
        var start = best_n;
        let grows = round < GROWING_ROUNDS;
        var is_closed_in = false;
        if !cores_apart {
            let limit = select(CURVED_EXPANSIONS[min(round, 2u)], POLYHEDRAL_EXPANSIONS, polyhedral);
            is_closed_in = grow_polytope(tolerance(CLOSE_SHARE), select(0u, limit, grows), jumps);
            jumps = false;
        }
        if !cores_apart && grows {
            is_exact = is_closed_in && polyhedral && best_width > 0.0;
            start = best_n;
            if !is_exact && rests && dot(settled_n, best_n) > SAME_MINIMUM {
                if best_width - lower <= tolerance(OTHER_SHARE) {
                    return rests;
                }
                continue;
            }
        } else if cores_apart {
            // The direction of the points that are nearest; where many directions are about as good as that, others first
            // seem better.
            start = select(best_n, axis, round == 0u);
            if round > 1u || (round == 1u && is_closed()) {
                return rests;
            }
        } else if rests {
            // What is not at rest goes on from where it is.
            start = another_start();
            if round >= ROUNDS || dot(start, start) < 0.25 {
                return true;
            }
        }
        var came_to_rest = true;
        if !is_exact {
            came_to_rest = settle(start, select(MORE_ROUNDS, FIRST_ROUNDS, round < GROWING_ROUNDS), cores_apart);
        }
        for (var turn = 0u; turn < 4u; turn++) {
            // First as if all were smooth, then along the straight lines of A and of B, then between them.
            var line = vec3<f32>(0.0);
            if turn == 1u || turn == 2u {
                line = select(line_b, line_a, turn == 1u);
            }
            let has_line = dot(line, line) > 0.0;
            let between = turn == 3u && off_lines(best_n) < NEAR_LINE && off_lines(best_n) > LEAST_STEP;
            if (!polyhedral || cores_apart) && (turn == 0u || has_line || between) {
                let polished = polish(select(best_n, square_to(best_n, line), has_line), line);
                came_to_rest = came_to_rest || polished;
            }
            if turn == 0u || turn == 2u {
                offer_features();
                // Of directions that are equal to rounding, the one that lies flat.
                favour = 0.5 * noise;
                try_offers();
                favour = 0.0;
            }
        }
        // What is better by rounding alone is as good as what came to rest.
        if !rests || best_width < width - noise || round < GROWING_ROUNDS {
            rests = came_to_rest;
        }
        if is_exact {
            return true;
        }
        settled_n = best_n;
        jumps = best_width < width;
    }
    return rests;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let number = element(id);
    if number >= atomicLoad(&contacts.words[TO_PENETRATE]) || word(STATUS) != 0u {
        return;
    }
    let place = searches[number].to_penetrate;
    let last = searches[place];
    let bodies = contacts.items[place].bodies;
    let pair = contacts.items[place].pair;
    let a = poses[bodies.x];
    load_pair(a, poses[bodies.y]);
    polyhedral = both_polyhedral();
    best_width = LARGEST;
    best_n = vec3<f32>(1.0, 0.0, 0.0);
    expansions = 0u;
    lower = max(last.lower - rounding, -2.0 * (sizes.x + sizes.y + length(shift)));
    let cores_apart = (last.code & CORES_APART) != 0u;
    offered = 0u;
    favour = 0.0;
    offer(direction_of_start(last.axis));
    let centre = direction_of_start(vec3<f32>(0.0));
    offer(centre);
    if !cores_apart {
        offer_axes_of(kind_a, mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), centre);
        offer_axes_of(kind_b, turn_b, centre);
    }
    try_offers();
    if !cores_apart {
        seed_from(last);
    }
    let settled = solve(cores_apart, direction_of_start(last.axis)) || is_closed();
    support_a = best_a;
    support_b = best_b;
    let overlap = best_width + rounding;
    let iterations = (contacts.items[place].code >> ITERATIONS_SHIFT) | (expansions << 8u);
    let range = range_of(warm[pair - page.first].flags);
    let code = select(0u, TOUCHING, overlap > -range) | select(UNCONVERGED, 0u, settled) | (iterations << ITERATIONS_SHIFT);
    let bounds = vec2<f32>(lower + rounding - noise, overlap);
    let answer = contact_along(best_n, overlap, bounds, code, frame_of(a));
    contacts.items[place] = contact_of(answer, bodies, pair);
    searches[place].lower = answer.bounds.x;
    searches[place].upper = answer.bounds.y;
    warm[pair - page.first].axis = best_n;
}
