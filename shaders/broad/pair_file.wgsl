// Files what was found under both bodies. `near_ends` comes with the beginning of each body's list and leaves with its end. The
// order within a list is arbitrary.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> found: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> near_ends: array<atomic<u32>>;
// (body, partner), grouped by body.
@group(0) @binding(3) var<storage, read_write> near: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if atomicLoad(&control[TROUBLE]) != 0u || k >= atomicLoad(&control[FOUND]) {
        return;
    }
    let pair = found[k];
    near[atomicAdd(&near_ends[pair.x], 1u)] = pair;
    near[atomicAdd(&near_ends[pair.y], 1u)] = pair.yx;
}
