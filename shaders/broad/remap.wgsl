// The record of every pair of a page, from where it was in the old list: from one page of that list. Those of other old pages
// are left alone; zeros for a new pair come with the first one.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> from_old: array<u32>;
@group(0) @binding(2) var<storage, read> old_records: array<u32>;
@group(0) @binding(3) var<storage, read_write> records: array<u32>;
// Words per record in the first component.
@group(0) @binding(4) var<uniform> shape: vec4<u32>;
@group(0) @binding(5) var<uniform> page: Page;
@group(0) @binding(6) var<uniform> old_page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    let pair = page.first + k;
    if atomicLoad(&control[STATUS]) != 0u || k >= page.count || pair >= atomicLoad(&control[PAIRS]) {
        return;
    }
    let old = from_old[pair];
    let is_in_page = old >= old_page.first && old - old_page.first < old_page.count;
    if select(!is_in_page, old_page.first != 0u, old == NOT_IN_OLD_LIST) {
        return;
    }
    for (var word = 0u; word < shape.x; word++) {
        var value = 0u;
        if old != NOT_IN_OLD_LIST {
            value = old_records[(old - old_page.first) * shape.x + word];
        }
        records[k * shape.x + word] = value;
    }
}
