// The contact point of every pair whose normal and overlap are known, but for polyhedra with few corners (patch.wgsl): twin of
// src/narrow/patch.rs. One invocation per pair on the list.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// By material of A times the number of materials, plus that of B.
@group(0) @binding(2) var<storage, read> laws: array<Law>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read> searches: array<Search>;

// Angle by which a normal is turned to see how far its support point drifts [rad].
const DRIFT_ANGLE: f32 = 1e-5;

// How far the features of A and B spread, lane by lane: registers are what limits the waves of this kernel.
var<workgroup> spreads: array<vec3<f32>, 2u * WORKGROUP>;

// Where a contact is in that plane, between what, and how far it spreads.
struct Patch {
    middle: vec2<f32>,
    kind: u32,
    spread: vec3<f32>,
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = element(id);
    if word(STATUS) != 0u || number >= atomicLoad(&contacts.words[TO_PATCH]) {
        return;
    }
    let place = searches[number].left;
    let bodies = contacts.items[place].bodies;
    let a = poses[bodies.x];
    let b = poses[bodies.y];
    if has_few_corners(a.kind) && has_few_corners(b.kind) {
        return;
    }
    let law = kinds[a.kind].material * word(MATERIALS) + kinds[b.kind].material;
    let depth = laws[law].patch_depth * contacts.items[place].overlap;
    let sight = sight_of(contacts.items[place].normal, a, b);
    // What is not needed to find the patch waits in memory.
    contacts.items[place].arm = sight.base;
    let smaller = smaller_body(sight, a, b);
    let found = contact_patch(meeting_of(sight.a, sight.b, depth), 2u * local);
    let contact = contacts.items[place];
    contacts.items[place].arm = arm_to(contact.arm, contact.normal, contact.overlap, smaller, found.middle);
    contacts.items[place].spread = found.spread.x;
    contacts.items[place].spread_shear = found.spread.yz;
    contacts.items[place].code = insertBits(contact.code, found.kind, KIND_SHIFT, 8u);
}

fn meeting_of(a: Side, b: Side, depth: f32) -> Meeting {
    let sizes = sizes_of(a.kind, b.kind);
    let band = band_for(sizes.x, sizes.y, depth);
    let naming = band_for(sizes.x, sizes.y, 0.0).low;
    return Meeting(gathered(a, band.high, naming), gathered(b, band.high, naming), band, naming);
}

fn contact_patch(meeting: Meeting, lane: u32) -> Patch {
    let crossing_edges = edges_crossing(meeting);
    if crossing_edges.found {
        return Patch(crossing_edges.point, EDGE_EDGE, vec3<f32>(0.0));
    }
    let a = meeting.a;
    let b = meeting.b;
    let lone_a = is_point(a, meeting.band.high);
    let lone_b = is_point(b, meeting.band.high);
    if !lone_a && !lone_b {
        return extended(meeting, lane);
    }
    let kind = point_kind(meeting);
    if lone_a && lone_b {
        return Patch(agreed(a, b), kind, vec3<f32>(0.0));
    }
    // One call: what is called is copied into its caller.
    var lone = a;
    var other = b;
    if !lone_a {
        lone = b;
        other = a;
    }
    return Patch(kept_on(lone, other, meeting.band.high), kind, vec3<f32>(0.0));
}

// The lone point of a side, held above the feature of the other. A curved surface that is nearly flat has its support
// point known only roughly; that it must stand above the other's edge or face is known better. All of the feature counts,
// up to the end of the band: rounding of the normal can leave a single corner of a face at its beginning.
fn kept_on(side: Side, other: Side, tolerance: f32) -> vec2<f32> {
    if !drifts(side) {
        return side.at;
    }
    let held = figure_clamp(side_figure(other, tolerance), other, side.at);
    let apart = side.at - held;
    let away = length(apart);
    if family_of(other.kind) != SUPERQUADRIC || away == 0.0 {
        return held;
    }
    // The straight lines of a superquadric drift themselves: across them the two agree as lone points do.
    let across = apart / away;
    let tilt = (side.t1 * across.x + side.t2 * across.y) * DRIFT_ANGLE;
    let drift = max(dot(way_of_tilt(side, tilt), across), 0.0);
    let drift_other = max(line_drift(other, tolerance, side.at, across), 0.0);
    return held + apart * select(0.0, drift_other / (drift + drift_other), drift_other > 0.0);
}

// How far the straight lines of a superquadric within `tolerance` drift along `across`, next to a place, when its direction
// is tilted that way.
fn line_drift(side: Side, tolerance: f32, place: vec2<f32>, across: vec2<f32>) -> f32 {
    let steps = curved_steps(side);
    var way = 0.0;
    for (var k = 0u; k < 2u; k++) {
        let sense = select(-1.0, 1.0, k == 1u);
        var tilted = side;
        tilted.dir = normalize(side.dir + (side.t1 * across.x + side.t2 * across.y) * (sense * DRIFT_ANGLE));
        let lines = superquadric_figure(tilted, steps.x <= tolerance, steps.y <= tolerance);
        way += sense * dot(figure_clamp(lines, tilted, place), across);
    }
    return way;
}

// Corners do not drift; the normal goes through a sphere's centre, or the end of a capsule's axis, wherever it points.
fn drifts(side: Side) -> bool {
    let family = family_of(side.kind);
    return family != POLYHEDRON && family != SPHERE && family != CAPSULE;
}

// Where two lone points agree. In truth they are one above the other; what is between them comes from the rounding of the
// normal, which moves both: the turn that brings them together is known by how far each drifts with it. Where a surface is
// nearly flat, its point moves far, and the more sharply curved body tells the place, in each direction by itself.
fn agreed(a: Side, b: Side) -> vec2<f32> {
    let apart = b.at - a.at;
    var drift_a = mat2x2<f32>();
    var sum = mat2x2<f32>();
    for (var place = 0u; place < 4u; place++) {
        let is_b = place >= 2u;
        var side = a;
        if is_b {
            side = b;
        }
        if drifts(side) {
            let axis = select(side.t1, side.t2, (place & 1u) == 1u) * DRIFT_ANGLE;
            let moved = way_of_tilt(side, axis);
            sum[place & 1u] += moved;
            if !is_b {
                drift_a[place] = moved;
            }
        }
    }
    let determinant = sum[0].x * sum[1].y - sum[0].y * sum[1].x;
    let trace = sum[0].x + sum[1].y;
    if !(determinant > 1e-6 * trace * trace) {
        let share = select(0.5, (drift_a[0].x + drift_a[1].y) / trace, trace > 0.0);
        return a.at + apart * share;
    }
    let turn = vec2<f32>(apart.x * sum[1].y - apart.y * sum[1].x, apart.y * sum[0].x - apart.x * sum[0].y) / determinant;
    let way = drift_a * turn;
    return a.at + way * min(1.0, length(apart) / max(length(way), 1e-37));
}

// How far the support point of a side goes when its direction is tilted, from one way to the other.
fn way_of_tilt(side: Side, tilt: vec3<f32>) -> vec2<f32> {
    var way = vec2<f32>(0.0);
    for (var k = 0u; k < 2u; k++) {
        let sense = select(1.0, -1.0, k == 1u);
        let dir = normalize(side.dir + tilt * sense);
        way += sense * side_project(side, core_support(side.kind, dir, NO_VERTEX).point + dir * rounding_of(side.kind));
    }
    return way;
}

// Halfway between two edges where they cross, if each side has just one and they are not too nearly parallel.
fn edges_crossing(meeting: Meeting) -> Maybe {
    if meeting.a.count != 2u || meeting.b.count != 2u {
        return NOTHING;
    }
    let a = meeting.a;
    let b = meeting.b;
    let deepest = max(max(near_depth(a, 0u), near_depth(a, 1u)), max(near_depth(b, 0u), near_depth(b, 1u)));
    if deepest > meeting.band.low {
        return NOTHING;
    }
    let f = Segment(near_place(a, 0u), near_place(a, 1u));
    let g = Segment(near_place(b, 0u), near_place(b, 1u));
    if spread_of(f, g) < meeting.band.high {
        return NOTHING;
    }
    return proper_crossing(f, g);
}

// The middle of two features of which neither is a point throughout the band.
fn extended(meeting: Meeting, lane: u32) -> Patch {
    let band = meeting.band;
    var result = Patch(vec2<f32>(0.0), SMOOTH, vec3<f32>(0.0));
    var reached = band.low;
    var f = point_figure(vec2<f32>(0.0));
    var g = f;
    // Where each side grows next: to begin with, here.
    var next = vec2<f32>(reached);
    for (var k = 0u; k < 2u * NEAR_ROOM + 5u; k++) {
        if next.x <= reached {
            f = side_figure(meeting.a, reached);
            next.x = next_step(meeting.a, reached);
            spreads[lane] = figure_spread(f, meeting.a);
        }
        if next.y <= reached {
            g = side_figure(meeting.b, reached);
            next.y = next_step(meeting.b, reached);
            spreads[lane + 1u] = figure_spread(g, meeting.b);
        }
        let to = min(min(next.x, next.y), band.high);
        let share = band_faded(band, to) - band_faded(band, reached);
        if reached <= meeting.naming {
            result.kind = figure_kind(meeting, f, g);
        }
        if share > 0.0 {
            result.middle += overlap_centroid(Features(f, g, meeting.a, meeting.b), band) * share;
            result.spread += select(vec3<f32>(0.0), lesser_spread(spreads[lane], spreads[lane + 1u]), band.even) * share;
        }
        if to >= band.high {
            break;
        }
        reached = to;
    }
    return result;
}
