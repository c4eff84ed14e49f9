// Writes the list of pairs in ascending order, and the links of each body: a pair's place follows from how many partners of its
// first body come before.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> near: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> near_ends: array<u32>;
@group(0) @binding(3) var<storage, read> is_first: array<u32>;
// Where the links of each body begin; behind them, where its pairs begin, plus twice the number of pairs.
@group(0) @binding(4) var<storage, read> link_starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> links: array<u32>;

// Partners of a body from `low` on and below `high`.
fn partners_between(body: u32, low: u32, high: u32) -> u32 {
    var start = 0u;
    if body > 0u {
        start = near_ends[body - 1u];
    }
    var count = 0u;
    for (var k = start; k < near_ends[body]; k++) {
        let partner = near[k].y;
        count += select(0u, is_first[k], partner >= low && partner < high);
    }
    return count;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if atomicLoad(&control[TROUBLE]) != 0u || k >= 2u * atomicLoad(&control[FOUND]) {
        return;
    }
    if is_first[k] == 0u {
        return;
    }
    let body = near[k].x;
    let partner = near[k].y;
    let first = min(body, partner);
    let second = max(body, partner);
    // Where the pairs of each body begin.
    let base = atomicLoad(&control[BODY_ROOM]) + 1u;
    let pairs_before = link_starts[base + first] - link_starts[base];
    let pair = pairs_before + partners_between(first, first, second);
    if body == first {
        pairs[pair] = vec2<u32>(body, partner);
        let behind = link_starts[base + body + 1u] - link_starts[base + body];
        // Links to pairs of which this body is the second come first, as these pairs do.
        links[link_starts[body + 1u] - behind + pair - pairs_before] = pair << 1u;
    } else {
        links[link_starts[body] + partners_between(body, 0u, partner)] = (pair << 1u) | 1u;
    }
}
