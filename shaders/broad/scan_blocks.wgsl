// Scan, first of three: the sum of each block. A block is what one workgroup scans.

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<uniform> scan: ScanShape;

var<workgroup> shared_sum: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    if lane == 0u {
        atomicStore(&shared_sum, 0u);
    }
    workgroupBarrier();
    let block = group.y * GROUPS_IN_ROW + group.x;
    let first = block * (WORKGROUP * SCAN_ITEMS) + lane;
    var sum = 0u;
    if block < scan.blocks {
        for (var k = 0u; k < SCAN_ITEMS; k++) {
            let at = first + k * WORKGROUP;
            if at < scan.length {
                sum += values[at];
            }
        }
    }
    // Of integers: the order of the sum does not matter.
    atomicAdd(&shared_sum, sum);
    workgroupBarrier();
    if lane == 0u && block < scan.blocks {
        sums[block] = atomicLoad(&shared_sum);
    }
}
