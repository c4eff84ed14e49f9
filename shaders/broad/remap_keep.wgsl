// Before `remap`: the records of the old list put aside.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read_write> old_records: array<u32>;
// Words per record in the first component.
@group(0) @binding(3) var<uniform> shape: vec4<u32>;
@group(0) @binding(4) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[STATUS]) != 0u || k >= page.count || page.first + k >= atomicLoad(&control[OLD_PAIRS]) {
        return;
    }
    for (var word = 0u; word < shape.x; word++) {
        old_records[k * shape.x + word] = records[k * shape.x + word];
    }
}
