// Files what was found under both bodies, by buckets. `buckets` comes with the beginning of each bucket and leaves with its end.
// The order within a bucket is arbitrary. Needs partners.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> found_pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> link_starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> buckets: array<atomic<u32>>;
// (body, partner).
@group(0) @binding(4) var<storage, read_write> near: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= atomicLoad(&control[PAIRS]) {
        return;
    }
    let pair = found_pairs[k];
    near[atomicAdd(&buckets[bucket_of(pair.x, pair.y)], 1u)] = pair;
    near[atomicAdd(&buckets[bucket_of(pair.y, pair.x)], 1u)] = pair.yx;
}
