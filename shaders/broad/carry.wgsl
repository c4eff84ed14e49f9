// The record of every pair, from where it was in the old list; zeros for a new pair.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> from_old: array<u32>;
@group(0) @binding(2) var<storage, read> old_records: array<u32>;
@group(0) @binding(3) var<storage, read_write> records: array<u32>;
// Words per record in the first component.
@group(0) @binding(4) var<uniform> shape: vec4<u32>;

const NONE: u32 = 0xffffffffu;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if atomicLoad(&control[TROUBLE]) != 0u || k >= atomicLoad(&control[PAIRS]) {
        return;
    }
    let old = from_old[k];
    for (var word = 0u; word < shape.x; word++) {
        var value = 0u;
        if old != NONE {
            value = old_records[old * shape.x + word];
        }
        records[k * shape.x + word] = value;
    }
}
