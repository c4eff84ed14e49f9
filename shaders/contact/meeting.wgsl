// Lists the pairs that `penetrate` has to solve. The order of the list differs from run to run; what is found of a pair
// does not depend on it.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> found: array<Contact>;
// Number of the pair, and its bodies.
@group(0) @binding(3) var<storage, read_write> meeting: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if k >= atomicLoad(&control[PAIRS]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    if (found[k].code & IS_MEETING) == 0u {
        return;
    }
    let place = atomicAdd(&control[MEETING], 1u);
    // There is a place for every pair.
    if place < arrayLength(&meeting) {
        meeting[place] = vec4<u32>(k, pairs[k], 0u);
    }
}
