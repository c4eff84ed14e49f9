// Counts how many partners fall in each bucket of each body. Needs partners.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> found_pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> link_starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> buckets: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= atomicLoad(&control[PAIRS]) {
        return;
    }
    let pair = found_pairs[k];
    atomicAdd(&buckets[bucket_of(pair.x, pair.y)], 1u);
    atomicAdd(&buckets[bucket_of(pair.y, pair.x)], 1u);
}
