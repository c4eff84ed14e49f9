// Scan, second of three: the sums of blocks are replaced by the sums of all blocks before. One workgroup walks along all of
// them: even for 2^27 elements they are a hundred thousand.

@group(0) @binding(0) var<storage, read_write> sums: array<u32>;
@group(0) @binding(1) var<uniform> scan: ScanShape;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) lane: u32) {
    let stride = WORKGROUP * SCAN_ITEMS;
    var before = 0u;
    for (var base = 0u; base < scan.blocks; base += stride) {
        let first = base + lane * SCAN_ITEMS;
        var own = 0u;
        for (var k = first; k < min(first + SCAN_ITEMS, scan.blocks); k++) {
            own += sums[k];
        }
        var at = before + inclusive_sum(lane, own) - own;
        for (var k = first; k < min(first + SCAN_ITEMS, scan.blocks); k++) {
            let here = sums[k];
            sums[k] = at;
            at += here;
        }
        before += shared_sums[WORKGROUP - 1u];
    }
}
