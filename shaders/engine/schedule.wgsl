// How many workgroups the passes ahead need, from the counts that are known by now.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
// x, y, z and a filler for each slot; see src/device/schedule.rs.
@group(0) @binding(1) var<storage, read_write> arguments: array<vec4<u32>>;

fn groups_for(count: u32) -> vec4<u32> {
    let groups = (count + WORKGROUP - 1u) / WORKGROUP;
    let rows = max((groups + MOST_GROUPS - 1u) / MOST_GROUPS, 1u);
    return vec4<u32>((groups + rows - 1u) / rows, rows, 1u, 0u);
}

@compute @workgroup_size(1)
fn main() {
    let going = select(0u, 1u, atomicLoad(&control[STATUS]) == 0u);
    let anew = going * atomicLoad(&control[REBUILD]);
    let bodies = atomicLoad(&control[BODIES]);
    // One more: what comes after the last body has its place in lists.
    arguments[0] = groups_for(anew * (bodies + 1u));
    arguments[1] = groups_for(going * atomicLoad(&control[TO_PENETRATE]));
    arguments[2] = groups_for(going * atomicLoad(&control[WALL_LINKS]));
    let links = max(atomicLoad(&control[WALL_LINKS]), atomicLoad(&control[WALL_LINKS_BEFORE]));
    arguments[3] = groups_for(anew * links);
    arguments[4] = vec4<u32>(anew * atomicLoad(&control[WALL_BLOCKS]), 1u, 1u, 0u);
    arguments[5] = vec4<u32>(anew, 1u, 1u, 0u);
    arguments[6] = groups_for(going * atomicLoad(&control[TO_SEPARATE]));
    arguments[7] = groups_for(going * atomicLoad(&control[TO_PATCH]));
    let pairs = going * atomicLoad(&control[PAIRS]);
    let size = atomicLoad(&control[PAGE_PAIRS]);
    for (var page = 0u; page < atomicLoad(&control[PAGES]); page++) {
        arguments[8u + page] = groups_for(min(pairs - min(pairs, page * size), size));
    }
}
