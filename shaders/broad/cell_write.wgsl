// Sorts the bodies by their places. `places` comes with the beginning of each list and leaves with its end. The order within a
// list is arbitrary: what is found there is sorted later.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
// (key, body), in any order and by place.
@group(0) @binding(1) var<storage, read> filed: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> places: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> entries: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= atomicLoad(&control[ENTRIES]) {
        return;
    }
    let mask = atomicLoad(&control[PLACES]) - 1u;
    entries[atomicAdd(&places[filed[k].x & mask], 1u)] = filed[k];
}
