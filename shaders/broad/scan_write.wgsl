// Scan, third of three: each element is replaced by the sum of all before it.

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read> sums: array<u32>;
@group(0) @binding(2) var<uniform> scan: ScanShape;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * GROUPS_IN_ROW + group.x;
    let inside = block < scan.blocks;
    let first = (block * WORKGROUP + lane) * SCAN_ITEMS;
    let end = select(first, min(first + SCAN_ITEMS, scan.length), inside);
    var own = 0u;
    for (var k = first; k < end; k++) {
        own += values[k];
    }
    let inclusive = inclusive_sum(lane, own);
    if !inside {
        return;
    }
    var at = sums[block] + inclusive - own;
    for (var k = first; k < end; k++) {
        let here = values[k];
        values[k] = at;
        at += here;
    }
}
