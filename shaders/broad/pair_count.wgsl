// Each body looks for partners on its own level, those behind it, and on all coarser levels. What it finds is listed in any order,
// each pair once as long as there is room. Counts the partners of each body, and of these the ones behind it, which are the pairs
// that it is the first of. Needs cells.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> boxes: array<Bounds>;
@group(0) @binding(2) var<storage, read> places: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> found_pairs: array<vec2<u32>>;
// The find before this one of the same chain, plus one; 0 for none.
@group(0) @binding(5) var<storage, read_write> before: array<u32>;
// Partners of each body and a zero, then partners behind each body and a zero.
@group(0) @binding(6) var<storage, read_write> link_starts: array<atomic<u32>>;

// Chains of finds for each body: short ones, as software Vulkan (llvmpipe) silently ends all loops of an invocation after 65535
// rounds.
const CHAINS: u32 = 16u;
// Beyond this no device has room for the list; counting on would only overflow the count.
const TOO_MANY: u32 = 0x40000000u;

// The last find of each chain, plus one.
var<private> last_found: array<u32, CHAINS>;

// Whether this body has found that pair before, in another cell that both share.
fn is_known(pair: vec2<u32>, chain: u32) -> bool {
    for (var at = last_found[chain]; at != 0u; at = before[at - 1u]) {
        if all(found_pairs[at - 1u] == pair) {
            return true;
        }
    }
    return false;
}

fn emit(body: u32, other: u32) {
    let pair = vec2<u32>(min(body, other), max(body, other));
    let chain = other % CHAINS;
    if is_known(pair, chain) {
        return;
    }
    let slot = atomicAdd(&control[FOUND], 1u);
    if slot >= atomicLoad(&control[FOUND_CAPACITY]) {
        return;
    }
    found_pairs[slot] = pair;
    before[slot] = last_found[chain];
    last_found[chain] = slot + 1u;
    atomicAdd(&link_starts[body], 1u);
    atomicAdd(&link_starts[other], 1u);
    atomicAdd(&link_starts[atomicLoad(&control[BODY_CAPACITY]) + 1u + pair.x], 1u);
}

// Looks at an entry under a key of that level: balls and upright boxes first, which are most of the work.
fn look(entry: vec2<u32>, key: u32, level: u32, body: u32, own: Bounds) {
    let other = entry.y;
    if entry.x != key || (level == own.level && other <= body) {
        return;
    }
    if boxes[other].level != level || (own.flags & boxes[other].flags & FIXED_BODY) != 0u {
        return;
    }
    let middle = Fixed3(boxes[other].high, boxes[other].low);
    let t = fixed_to_float(fixed_sub(middle, Fixed3(own.high, own.low)), POSITION_UNIT);
    let radii = (own.ball + boxes[other].ball) * (1.0 + BOX_SLACK);
    if dot(t, t) > radii * radii || any(abs(t) > own.upright + boxes[other].upright) {
        return;
    }
    if boxes_overlap(own, boxes[other], t) {
        emit(body, other);
    }
}

// One entry in each round, whatever cell it is in: invocations side by side have as many rounds as the one with the most
// entries, not as cells and entries of different ones together.
fn look_on_level(level: u32, body: u32, own: Bounds) {
    let walk = walk_of(own, atomicLoad(&control[CELL_SHIFT]) + level);
    let mask = atomicLoad(&control[PLACES]) - 1u;
    var y = walk.low.y - 1;
    var z = walk.low.z;
    // The present cell and the last of its row; its entries from k on.
    var x = 0;
    var last = -1;
    var key = 0u;
    var k = 0u;
    var end = 0u;
    loop {
        while k >= end && z <= walk.high.z {
            if x < last {
                x++;
                key = key_of(walk, x, y, z, level);
                let place = key & mask;
                k = select(0u, places[max(place, 1u) - 1u], place > 0u);
                end = places[place];
            } else {
                y++;
                if y > walk.high.y {
                    y = walk.low.y;
                    z++;
                }
                if z <= walk.high.z {
                    let row = row_of(walk, y, z);
                    x = row.x - 1;
                    last = row.y;
                }
            }
        }
        if k >= end {
            break;
        }
        look(entries[k], key, level, body, own);
        k++;
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let own = boxes[body];
    let levels = atomicLoad(&control[LEVELS]);
    for (var level = own.level; level < 32u; level++) {
        if ((levels >> level) & 1u) == 1u && atomicLoad(&control[FOUND]) < TOO_MANY {
            look_on_level(level, body, own);
        }
    }
}
