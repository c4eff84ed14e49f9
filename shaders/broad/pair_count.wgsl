// Each body looks for partners on its own level, those behind it, and on all coarser levels. What it finds is listed in any order,
// each pair once as long as there is room. Counts the partners of each body, and of these the ones behind it, which are the pairs
// that it is the first of. Needs cells.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> boxes: array<Bounds>;
@group(0) @binding(2) var<storage, read> places: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> found: array<vec2<u32>>;
// The find before this one by the same body, or NONE.
@group(0) @binding(5) var<storage, read_write> before: array<u32>;
// Partners of each body and a zero, then partners behind each body and a zero.
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;

const NONE: u32 = 0xffffffffu;
// Beyond this no device has room for the list; counting on would only overflow the count.
const TOO_MANY: u32 = 0x40000000u;

// The last find of this body.
var<private> last_found: u32;

// Whether this body has found that pair before, in another cell that both share.
fn is_known(pair: vec2<u32>) -> bool {
    var at = last_found;
    for (; at != NONE; at = before[at]) {
        if all(found[at] == pair) {
            return true;
        }
    }
    return false;
}

fn emit(body: u32, other: u32) {
    let pair = vec2<u32>(min(body, other), max(body, other));
    if is_known(pair) {
        return;
    }
    let slot = atomicAdd(&control[FOUND], 1u);
    if slot >= atomicLoad(&control[FOUND_ROOM]) {
        return;
    }
    found[slot] = pair;
    before[slot] = last_found;
    last_found = slot;
    atomicAdd(&counts[body], 1u);
    atomicAdd(&counts[other], 1u);
    atomicAdd(&counts[atomicLoad(&control[BODY_ROOM]) + 1u + pair.x], 1u);
}

// Looks at all bodies of a level that are filed under a key.
fn look(key: u32, level: u32, body: u32, own: Bounds) {
    let place = key & (atomicLoad(&control[PLACES]) - 1u);
    var k = 0u;
    if place > 0u {
        k = places[place - 1u];
    }
    let end = places[place];
    for (; k < end; k++) {
        let other = entries[k].y;
        if entries[k].x != key || (level == own.level && other <= body) {
            continue;
        }
        if boxes[other].level != level || (own.flags & boxes[other].flags & FIXED_BODY) != 0u {
            continue;
        }
        let theirs = boxes[other];
        let t = between(own, theirs);
        if bounds_near(own, theirs, t) && boxes_overlap(own, theirs, t) {
            emit(body, other);
        }
    }
}

fn look_on_level(level: u32, body: u32, own: Bounds) {
    let walk = walk_of(own, atomicLoad(&control[CELL_SHIFT]) + level);
    for (var z = walk.low.z; z <= walk.high.z; z++) {
        for (var y = walk.low.y; y <= walk.high.y; y++) {
            let row = row_of(walk, y, z);
            for (var x = row.x; x <= row.y; x++) {
                look(key_of(walk, x, y, z, level), level, body, own);
            }
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let body = element(id, groups);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    let own = boxes[body];
    last_found = NONE;
    let levels = atomicLoad(&control[LEVELS]);
    for (var level = own.level; level < 32u; level++) {
        if ((levels >> level) & 1u) == 1u && atomicLoad(&control[FOUND]) < TOO_MANY {
            look_on_level(level, body, own);
        }
    }
}
