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

// Of the sides of the workgroup's pairs: the support point from A's centre, in the world, and bits: the number of corners near the
// support plane, whether they are in order, and which of them begin a layer.
var<workgroup> tops: array<vec3<f32>, 2u * OWN_PAIRS>;
var<workgroup> side_bits: array<u32, 2u * OWN_PAIRS>;
const COUNT_BITS: u32 = 8u;
// All corners are corners of their hull, in order: so are those of them within any tolerance.
const IN_ORDER: u32 = 0x80u;
// Of its pairs: the band, the height that names the kind, and the number of the first layer.
var<workgroup> bands: array<Band, OWN_PAIRS>;
var<workgroup> namings: array<f32, OWN_PAIRS>;
var<workgroup> layer_starts: array<u32, OWN_PAIRS + 1u>;
// What layers add to their pairs: the middle and the kind of contact, or NO_KIND; how far features spread.
var<workgroup> layers: array<vec3<f32>, WORKGROUP>;
var<workgroup> layer_spreads: array<vec3<f32>, WORKGROUP>;
// Pairs with more corners than the usual capacity.
var<workgroup> crowd: atomic<u32>;
var<workgroup> crowd_size: u32;
var<workgroup> crowded: array<u32, OWN_PAIRS>;

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

// Gathers the corners of a side; false where they are beyond the capacity.
fn gather_side(side_before: Side, place: u32, number: u32, capacity: u32) -> bool {
    let pair = number / 2u;
    let bodies = contacts.items[place].bodies;
    let kind_of_a = poses[bodies.x].kind;
    let kind_of_b = poses[bodies.y].kind;
    let law = kinds[kind_of_a].material * word(MATERIALS) + kinds[kind_of_b].material;
    let sizes = sizes_of(kind_of_a, kind_of_b);
    let band = band_for(sizes.x, sizes.y, laws[law].patch_depth * contacts.items[place].overlap);
    bands[pair] = band;
    namings[pair] = band_for(sizes.x, sizes.y, 0.0).low;
    let axes = tangents(contacts.items[place].normal);
    let from_base = tops[number] - tops[base_of(place, pair)];
    var side = side_before;
    side.at = vec2<f32>(dot(from_base, axes[0]), dot(from_base, axes[1]));
    side.near.first = number * capacity;
    let corners = gather_around(side, band.high, capacity);
    if corners.count > capacity {
        return false;
    }
    side.count = corners.count;
    var deep = 0u;
    for (var k = 0u; k < corners.count; k++) {
        let depth = near_depth(side, k);
        deep |= select(0u, 1u << k, depth > band.low && depth < band.high);
    }
    side_bits[number] = corners.count | select(0u, IN_ORDER, corners.in_order) | (deep << COUNT_BITS);
    return true;
}

fn count_of(number: u32) -> u32 {
    return side_bits[number] & (IN_ORDER - 1u);
}

// Layers of a pair: one from the beginning of the band, and one from each deep corner on. None where there is no pair.
fn layers_of(pair: u32) -> u32 {
    let of_a = side_bits[2u * pair];
    let deep = countOneBits(of_a >> COUNT_BITS) + countOneBits(side_bits[2u * pair + 1u] >> COUNT_BITS);
    return select(1u + deep, 0u, of_a == 0u);
}

// What is left of a side when its corners are gathered.
fn gathered_side(number: u32, capacity: u32) -> Side {
    let none = vec3<f32>(0.0);
    return Side(0u, NearList(number * capacity), count_of(number), 0u, none, none, vec2<f32>(0.0), none, none);
}

// From where to where a layer goes.
struct Layer {
    begins: f32,
    ends: f32,
}

// The k-th layer of a pair. Of several that begin at the same depth all but one are empty.
fn layer_at(pair: u32, k: u32, capacity: u32) -> Layer {
    let band = bands[pair];
    var begins = band.low;
    var own = 0u;
    if k > 0u {
        let on_a = countOneBits(side_bits[2u * pair] >> COUNT_BITS);
        let is_b = k > on_a;
        let number = 2u * pair + select(0u, 1u, is_b);
        var bits = side_bits[number] >> COUNT_BITS;
        for (var before = select(1u, on_a + 1u, is_b); before < k; before++) {
            bits &= bits - 1u;
        }
        own = number * capacity + firstTrailingBit(bits);
        begins = near_depths[own];
    }
    var ends = band.high;
    for (var number = 2u * pair; number < 2u * pair + 2u; number++) {
        for (var at = number * capacity; at < number * capacity + count_of(number); at++) {
            let depth = near_depths[at];
            ends = select(ends, min(ends, depth), depth > begins || (depth == begins && k > 0u && at < own));
        }
    }
    return Layer(begins, ends);
}

// What a layer adds to its pair, at the place of this invocation.
fn add_layer(pair: u32, k: u32, capacity: u32, local: u32) {
    let band = bands[pair];
    let at = layer_at(pair, k, capacity);
    let share = band_faded(band, at.ends) - band_faded(band, at.begins);
    let named = at.begins <= namings[pair] && (namings[pair] < at.ends || at.ends >= band.high);
    layers[local] = vec3<f32>(0.0, 0.0, NO_KIND);
    layer_spreads[local] = vec3<f32>(0.0);
    if !(share > 0.0 || named) {
        return;
    }
    // One text for both sides: compilers write functions out wherever they are called.
    var on_a: Feature;
    var on_b: Feature;
    for (var side = 0u; side < 2u; side++) {
        on_a = on_b;
        let number = 2u * pair + side;
        on_b = feature_within(gathered_side(number, capacity), (side_bits[number] & IN_ORDER) != 0u, at.begins);
    }
    let a = gathered_side(2u * pair, capacity);
    let b = gathered_side(2u * pair + 1u, capacity);
    var kind = NO_KIND;
    if named {
        kind = f32(figure_kind(Meeting(a, b, band, namings[pair]), on_a.figure, on_b.figure));
    }
    let middle = overlap_centroid(Features(on_a.figure, on_b.figure, a, b), band) * share;
    layers[local] = vec3<f32>(middle, kind);
    if band.even {
        layer_spreads[local] = lesser_spread(on_a.spread, on_b.spread) * share;
    }
}

// The pair that has a layer: the last one whose layers begin there or before.
fn pair_of(number: u32) -> u32 {
    var pair = 0u;
    for (var half = OWN_PAIRS / 2u; half > 0u; half /= 2u) {
        pair = select(pair, pair + half, layer_starts[pair + half] <= number);
    }
    return pair;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let first = (group.y * GROUPS_IN_ROW + group.x) * OWN_PAIRS;
    if local == 0u {
        atomicStore(&crowd, 0u);
        crowd_size = 0u;
    }
    var capacity = USUAL_CAPACITY;
    // All pairs within the usual capacity, then each of the others by itself.
    for (var batch = 0u; ; batch++) {
        workgroupBarrier();
        if batch > workgroupUniformLoad(&crowd_size) {
            break;
        }
        var number = first + local / 2u;
        if batch > 0u {
            capacity = FEW_CORNERS;
            number = select(NO_PAIR, crowded[batch - 1u], local < 2u);
        }
        answer_batch(number, local, capacity);
    }
}

// Numbers behind the end of the list.
const NO_PAIR: u32 = 0xffffffffu;

// A batch of pairs, of which two lanes each are given the number on the list.
fn answer_batch(number: u32, local: u32, capacity: u32) {
    var own = Listed(false, 0u);
    var side: Side;
    if local < 2u * OWN_PAIRS {
        own = listed(number);
        side_bits[local] = 0u;
    }
    if own.is_ours {
        side = side_of(own.place, local);
    }
    workgroupBarrier();
    var fits = true;
    if own.is_ours {
        fits = gather_side(side, own.place, local, capacity);
    }
    workgroupBarrier();
    if !fits {
        // Both sides say so where both have too many.
        if (local & 1u) == 0u || side_bits[local - 1u] != 0u {
            crowded[atomicAdd(&crowd, 1u)] = number;
        }
    }
    workgroupBarrier();
    if !fits {
        side_bits[local] = 0u;
        side_bits[local ^ 1u] = 0u;
    }
    workgroupBarrier();
    // One lane for a pair.
    var adds = false;
    if own.is_ours && (local & 1u) == 0u {
        adds = side_bits[local] != 0u;
    }
    if local <= OWN_PAIRS {
        var start = 0u;
        for (var pair = 0u; pair < local; pair++) {
            start += layers_of(pair);
        }
        layer_starts[local] = start;
    }
    workgroupBarrier();
    let total = workgroupUniformLoad(&layer_starts[OWN_PAIRS]);
    var sum = vec3<f32>(0.0, 0.0, NO_KIND);
    var spread = vec3<f32>(0.0);
    for (var begin = 0u; begin < total; begin += WORKGROUP) {
        let which = begin + local;
        if which < total {
            let pair = pair_of(which);
            add_layer(pair, which - layer_starts[pair], capacity, local);
        }
        workgroupBarrier();
        if adds {
            let pair = local / 2u;
            for (var k = max(layer_starts[pair], begin); k < min(layer_starts[pair + 1u], begin + WORKGROUP); k++) {
                let found = layers[k - begin];
                sum = vec3<f32>(sum.xy + found.xy, max(sum.z, found.z));
                spread += layer_spreads[k - begin];
            }
        }
        workgroupBarrier();
    }
    if adds {
        finish(own.place, local / 2u, sum, spread);
    }
    if local == 0u {
        crowd_size = atomicLoad(&crowd);
    }
}

fn finish(place: u32, pair: u32, sum: vec3<f32>, spread: vec3<f32>) {
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
    contacts.items[place].spread = spread.x;
    contacts.items[place].spread_shear = spread.yz;
    contacts.items[place].code = insertBits(contact.code, u32(max(sum.z, 0.0)), KIND_SHIFT, 8u);
}
