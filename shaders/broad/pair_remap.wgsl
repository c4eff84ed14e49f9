// Where in the old list each pair was.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> old_pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> from_old: array<u32>;

fn is_before(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= atomicLoad(&control[PAIRS]) {
        return;
    }
    let pair = pairs[k];
    let count = atomicLoad(&control[OLD_PAIRS]);
    // The first old pair that is not before this one lies from low to high.
    var low = 0u;
    var high = count;
    for (var step = 0u; step < 32u && low < high; step++) {
        let middle = low + (high - low) / 2u;
        if is_before(old_pairs[middle], pair) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    var found = NOT_IN_OLD_LIST;
    if low < count && all(old_pairs[min(low, count - 1u)] == pair) {
        found = low;
    }
    from_old[k] = found;
}
