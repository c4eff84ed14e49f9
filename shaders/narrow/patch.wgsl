// The contact point of two polyhedra with few corners, where `touch` has not found it: the middle of what their features share. Twin
// of src/narrow/patch.rs.
//
// Features grow with the tolerance, corner by corner, and the point is the average over all tolerances of a band: a sum over layers,
// from one corner's depth to the next. PATCH_LANES invocations per pair: first two of them gather the corners of either side, then
// all layers of all pairs of the workgroup are shared out evenly, whosever they are; one lane of each pair adds up its own.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// By material of A times the number of materials, plus that of B.
@group(0) @binding(2) var<storage, read> laws: array<Law>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read> searches: array<Search>;

// Of the sides of the workgroup's pairs: the support point from A's centre, in the world, the number of corners near the support
// plane, and the bits of those that begin a layer.
var<workgroup> tops: array<vec3<f32>, 2u * OWN_PAIRS>;
var<workgroup> counts: array<u32, 2u * OWN_PAIRS>;
var<workgroup> deep_corners: array<u32, 2u * OWN_PAIRS>;
// Of its pairs: the band, the height that names the kind, and the number of the first layer.
var<workgroup> bands: array<Band, OWN_PAIRS>;
var<workgroup> namings: array<f32, OWN_PAIRS>;
var<workgroup> layer_starts: array<u32, OWN_PAIRS + 1u>;
// What layers add to their pairs: the middle, the mean squared size, and the kind of contact or NO_KIND.
var<workgroup> layers: array<vec4<f32>, WORKGROUP>;

const NO_KIND: f32 = -1.0;

// A contact, where the workgroup has one at some place, of polyhedra with few corners.
struct Listed {
    is_ours: bool,
    place: u32,
}

fn listed(number: u32) -> Listed {
    if word(STATUS) != 0u || number >= atomicLoad(&contacts.words[TO_PATCH]) {
        return Listed(false, 0u);
    }
    let place = searches[number].left;
    let bodies = contacts.items[place].bodies;
    return Listed(has_few_corners(poses[bodies.x].kind) && has_few_corners(poses[bodies.y].kind), place);
}

// A side in the plane of the contact, all but where in it its support point is.
fn side_of(place: u32, number: u32) -> Side {
    let is_b = (number & 1u) == 1u;
    let bodies = contacts.items[place].bodies;
    let normal = contacts.items[place].normal;
    let axes = tangents(normal);
    let own = poses[select(bodies.x, bodies.y, is_b)];
    let dir = quat_turn_back(own.turn, select(normal, -normal, is_b));
    let side = side_new(own.kind, number, dir, quat_turn_back(own.turn, axes[0]), quat_turn_back(own.turn, axes[1]));
    tops[number] = quat_turn(own.turn, side.top);
    if is_b {
        tops[number] += relative_position(poses[bodies.x], own);
    }
    return side;
}

// The number of the side that places in the plane are measured from: of the smaller body.
fn base_of(place: u32, pair: u32) -> u32 {
    let bodies = contacts.items[place].bodies;
    let from_a = kinds[poses[bodies.x].kind].radius <= kinds[poses[bodies.y].kind].radius;
    return 2u * pair + select(1u, 0u, from_a);
}

// Gathers the corners of a side.
fn gather_side(side_before: Side, place: u32, number: u32) {
    let pair = number / 2u;
    let bodies = contacts.items[place].bodies;
    let kind_of_a = poses[bodies.x].kind;
    let kind_of_b = poses[bodies.y].kind;
    let law = kinds[kind_of_a].material * word(MATERIALS) + kinds[kind_of_b].material;
    let sizes = sizes_of(kind_of_a, kind_of_b);
    let band = band_for(sizes.x, sizes.y, laws[law].patch_depth * contacts.items[place].overlap);
    let naming = band_for(sizes.x, sizes.y, 0.0).low;
    let axes = tangents(contacts.items[place].normal);
    let from_base = tops[number] - tops[base_of(place, pair)];
    var side = side_before;
    side.at = vec2<f32>(dot(from_base, axes[0]), dot(from_base, axes[1]));
    side = gathered(side, band.high, naming);
    var deep = 0u;
    for (var k = 0u; k < side.count; k++) {
        let depth = near_depth(side, k);
        deep |= select(0u, 1u << k, depth > band.low && depth < band.high);
    }
    counts[number] = side.count;
    deep_corners[number] = deep;
    bands[pair] = band;
    namings[pair] = naming;
}

// Layers of a pair: one from the beginning of the band, and one from each deep corner on. None where there is no pair.
fn layers_of(pair: u32) -> u32 {
    let deep = countOneBits(deep_corners[2u * pair]) + countOneBits(deep_corners[2u * pair + 1u]);
    return select(1u + deep, 0u, counts[2u * pair] == 0u);
}

// What is left of a side when its corners are gathered.
fn gathered_side(number: u32) -> Side {
    let none = vec3<f32>(0.0);
    return Side(0u, empty_list(number), counts[number], 0u, none, none, vec2<f32>(0.0), none, none);
}

// The depth from which on the k-th layer of a pair goes; LARGEST for one that another with the same depth has already.
fn layer_begins(pair: u32, k: u32) -> f32 {
    if k == 0u {
        return bands[pair].low;
    }
    // Side B begins where the corners of A end.
    let on_a = countOneBits(deep_corners[2u * pair]);
    let is_b = k > on_a;
    let number = 2u * pair + select(0u, 1u, is_b);
    var bits = deep_corners[number];
    for (var before = select(1u, on_a + 1u, is_b); before < k; before++) {
        bits &= bits - 1u;
    }
    let corner = firstTrailingBit(bits);
    let depth = near_depths[number * NEAR_ROOM + corner];
    var is_first = true;
    for (var side = 2u * pair; side <= number; side++) {
        let end = select(counts[side], corner, side == number);
        for (var other = 0u; other < end; other++) {
            is_first = is_first && near_depths[side * NEAR_ROOM + other] != depth;
        }
    }
    return select(LARGEST, depth, is_first);
}

// What a layer adds to its pair.
fn layer(pair: u32, k: u32) -> vec4<f32> {
    let band = bands[pair];
    let from_ = layer_begins(pair, k);
    if from_ >= band.high {
        return vec4<f32>(0.0, 0.0, 0.0, NO_KIND);
    }
    let a = gathered_side(2u * pair);
    let b = gathered_side(2u * pair + 1u);
    let to = min(min(next_step(a, from_), next_step(b, from_)), band.high);
    let share = band_faded(band, to) - band_faded(band, from_);
    // One text for both sides: compilers write functions out wherever they are called.
    var f = point_figure(vec2<f32>(0.0));
    var g = f;
    var squares = vec2<f32>(0.0);
    for (var side = 0u; side < 2u; side++) {
        let own = gathered_side(2u * pair + side);
        f = g;
        g = hull_figure(own, from_);
        squares = vec2<f32>(squares.y, figure_mean_square(g, own));
    }
    var kind = NO_KIND;
    if from_ <= namings[pair] && (namings[pair] < to || to >= band.high) {
        kind = f32(figure_kind(Meeting(a, b, band, namings[pair]), f, g));
    }
    let middle = overlap_centroid(Features(f, g, a, b), band) * share;
    return vec4<f32>(middle, select(0.0, min(squares.x, squares.y), band.even) * share, kind);
}

// The pair that has a layer.
fn pair_of(number: u32) -> u32 {
    var pair = 0u;
    for (var k = 1u; k < OWN_PAIRS; k++) {
        pair = select(pair, k, layer_starts[k] <= number);
    }
    return pair;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let first = (group.y * GROUPS_IN_ROW + group.x) * OWN_PAIRS;
    // Two lanes for a pair.
    let gathers = local < 2u * OWN_PAIRS;
    var own = Listed(false, 0u);
    var side: Side;
    if gathers {
        own = listed(first + local / 2u);
        counts[local] = 0u;
    }
    if own.is_ours {
        side = side_of(own.place, local);
    }
    workgroupBarrier();
    if own.is_ours {
        gather_side(side, own.place, local);
    }
    workgroupBarrier();
    if local <= OWN_PAIRS {
        var start = 0u;
        for (var pair = 0u; pair < local; pair++) {
            start += layers_of(pair);
        }
        layer_starts[local] = start;
    }
    workgroupBarrier();
    let total = workgroupUniformLoad(&layer_starts[OWN_PAIRS]);
    var sum = vec4<f32>(0.0, 0.0, 0.0, NO_KIND);
    for (var begin = 0u; begin < total; begin += WORKGROUP) {
        let number = begin + local;
        if number < total {
            let pair = pair_of(number);
            layers[local] = layer(pair, number - layer_starts[pair]);
        }
        workgroupBarrier();
        // One lane for a pair.
        if local < OWN_PAIRS {
            for (var k = max(layer_starts[local], begin); k < min(layer_starts[local + 1u], begin + WORKGROUP); k++) {
                let found = layers[k - begin];
                sum = vec4<f32>(sum.xyz + found.xyz, max(sum.w, found.w));
            }
        }
        workgroupBarrier();
    }
    if local < OWN_PAIRS && counts[2u * min(local, OWN_PAIRS - 1u)] != 0u {
        finish(searches[first + local].left, local, sum);
    }
}

fn finish(place: u32, pair: u32, sum: vec4<f32>) {
    let contact = contacts.items[place];
    let a = poses[contact.bodies.x];
    let b = poses[contact.bodies.y];
    let base = base_of(place, pair);
    let from_a = (base & 1u) == 0u;
    let axes = tangents(contact.normal);
    let center = select(relative_position(a, b), vec3<f32>(0.0), from_a) - tops[base];
    let smaller = SmallerBody(
        vec2<f32>(dot(center, axes[0]), dot(center, axes[1])),
        min(kinds[a.kind].radius, kinds[b.kind].radius),
        select(0.5, -0.5, from_a),
    );
    contacts.items[place].arm = arm_to(tops[base], contact.normal, contact.overlap, smaller, sum.xy);
    contacts.items[place].patch_size = sqrt(sum.z);
    contacts.items[place].code = insertBits(contact.code, u32(max(sum.w, 0.0)), KIND_SHIFT, 8u);
}
