// The scan of one number per invocation over a workgroup.

var<workgroup> shared_sums: array<u32, WORKGROUP>;

// The sum of `own` over all invocations up to this one, itself included. Afterwards the last element of `shared_sums` is the
// sum over the workgroup. To be called by all invocations.
fn inclusive_sum(lane: u32, own: u32) -> u32 {
    workgroupBarrier();
    shared_sums[lane] = own;
    workgroupBarrier();
    for (var step = 1u; step < WORKGROUP; step = step << 1u) {
        var sum = shared_sums[lane];
        if lane >= step {
            sum += shared_sums[lane - step];
        }
        workgroupBarrier();
        shared_sums[lane] = sum;
        workgroupBarrier();
    }
    return shared_sums[lane];
}
