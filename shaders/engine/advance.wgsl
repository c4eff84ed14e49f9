// The end of a step.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;

@compute @workgroup_size(1)
fn main() {
    if atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    atomicAdd(&control[STEP], 1u);
    atomicAdd(&control[REBUILDS], atomicLoad(&control[REBUILD]));
    let anew = atomicLoad(&control[REBUILD]) == 1u;
    atomicStore(&control[REBUILD], 0u);
    atomicStore(&control[MEETING], 0u);
    atomicMax(&control[LARGEST_OVERLAP_EVER], atomicLoad(&control[LARGEST_OVERLAP]));
    atomicStore(&control[LAST_LARGEST_OVERLAP], atomicLoad(&control[LARGEST_OVERLAP]));
    atomicStore(&control[LARGEST_OVERLAP], 0u);
    // Moving walls ask for a rebuild after so many steps.
    let since = select(atomicLoad(&control[SINCE_REBUILD]) + 1u, 1u, anew);
    atomicStore(&control[SINCE_REBUILD], since);
    if since >= atomicLoad(&control[REBUILD_AFTER]) {
        atomicStore(&control[REBUILD], 1u);
    }
}
