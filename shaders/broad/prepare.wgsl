// Before a rebuild: all counters to zero, and the list of pairs so far put aside.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> buckets: array<u32>;
@group(0) @binding(3) var<storage, read_write> link_starts: array<u32>;
@group(0) @binding(4) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read_write> old_pairs: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k < arrayLength(&places) {
        places[k] = 0u;
    }
    if k < arrayLength(&buckets) {
        buckets[k] = 0u;
    }
    if k < arrayLength(&link_starts) {
        link_starts[k] = 0u;
    }
    if k < atomicLoad(&control[OLD_PAIRS]) {
        old_pairs[k] = pairs[k];
    }
}
