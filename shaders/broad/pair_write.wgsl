// Writes the list of pairs in ascending order, and the links of each body: the place of each follows from how many partners come
// before. Needs partners.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> near: array<vec2<u32>>;
// Where the links of each body begin; behind them, where its pairs begin, plus twice the number of pairs.
@group(0) @binding(2) var<storage, read> link_starts: array<u32>;
// Where each bucket ends.
@group(0) @binding(3) var<storage, read> buckets: array<u32>;
@group(0) @binding(4) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read_write> links: array<u32>;

// Where among all links, in their order, `body` has that to `partner`.
fn link_of(body: u32, partner: u32) -> u32 {
    let bucket = bucket_of(body, partner);
    var place = 0u;
    if bucket > 0u {
        place = buckets[bucket - 1u];
    }
    let end = buckets[bucket];
    var smaller = 0u;
    for (var k = place; k < end; k++) {
        smaller += select(0u, 1u, near[k].y < partner);
    }
    return place + smaller;
}

// The pair at a link of its first body. The links of a body end with the pairs that it is the first of.
fn pair_of(first: u32, link: u32) -> u32 {
    let base = atomicLoad(&control[BODY_CAPACITY]) + 1u;
    let pairs_until = link_starts[base + first + 1u] - link_starts[base];
    return pairs_until - (link_starts[first + 1u] - link);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= 2u * atomicLoad(&control[PAIRS]) {
        return;
    }
    let body = near[k].x;
    let partner = near[k].y;
    let link = link_of(body, partner);
    if body < partner {
        let pair = pair_of(body, link);
        pairs[pair] = vec2<u32>(body, partner);
        links[link] = pair << 1u;
    } else {
        links[link] = (pair_of(partner, link_of(partner, body)) << 1u) | 1u;
    }
}
