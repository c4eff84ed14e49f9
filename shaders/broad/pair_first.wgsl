// Of the finds of one partner in a body's list only the first counts. Counts the partners of each body, and of these the ones
// behind it, which are the pairs that it is the first of.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> near: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> near_ends: array<u32>;
@group(0) @binding(3) var<storage, read_write> is_first: array<u32>;
// Partners of each body and a zero, then partners behind each body and a zero.
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if atomicLoad(&control[TROUBLE]) != 0u || k >= 2u * atomicLoad(&control[FOUND]) {
        return;
    }
    let body = near[k].x;
    let partner = near[k].y;
    var start = 0u;
    if body > 0u {
        start = near_ends[body - 1u];
    }
    var first = 1u;
    for (var other = start; other < k; other++) {
        if near[other].y == partner {
            first = 0u;
            break;
        }
    }
    is_first[k] = first;
    if first == 1u {
        atomicAdd(&counts[body], 1u);
        if partner > body {
            atomicAdd(&counts[atomicLoad(&control[BODY_ROOM]) + 1u + body], 1u);
        }
    }
}
