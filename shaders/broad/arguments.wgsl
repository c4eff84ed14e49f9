// How many workgroups each pass of a rebuild gets: none where no rebuild is due. Runs four times: before the rebuild, and
// when entries, pairs found and the pairs of the list are counted. All that may be full is noticed here.

struct Plan {
    // 0 before the rebuild, 1 with entries, 2 with pairs found, 3 with the pairs of the list counted.
    phase: u32,
    // Workgroups in one dimension at most.
    limit: u32,
    // Workgroups of the scans over places, bodies, and twice the bodies.
    place_blocks: u32,
    near_blocks: u32,
    link_blocks: u32,
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> arguments: array<u32>;
@group(0) @binding(2) var<storage, read> link_starts: array<u32>;
@group(0) @binding(3) var<uniform> plan: Plan;

fn begin() {
    atomicStore(&control[ENTRIES], 0u);
    atomicStore(&control[FOUND], 0u);
    atomicStore(&control[OLD_PAIRS], atomicLoad(&control[PAIRS]));
}

fn check(count: u32, room: u32, trouble: u32) {
    if atomicLoad(&control[count]) > atomicLoad(&control[room]) {
        atomicOr(&control[TROUBLE], trouble);
    }
}

// Workgroups in two dimensions, none of them above the limit.
fn put_groups(slot: u32, groups: u32) {
    let rows = max((groups + plan.limit - 1u) / plan.limit, 1u);
    arguments[3u * slot] = (groups + rows - 1u) / rows;
    arguments[3u * slot + 1u] = rows;
    arguments[3u * slot + 2u] = 1u;
}

fn put_elements(slot: u32, count: u32) {
    // Not by adding first: the count may be close to 2^32.
    put_groups(slot, count / WORKGROUP + select(0u, 1u, count % WORKGROUP != 0u));
}

fn is_on() -> bool {
    return atomicLoad(&control[REBUILD]) != 0u && atomicLoad(&control[TROUBLE]) == 0u;
}

@compute @workgroup_size(1)
fn main() {
    if is_on() {
        switch plan.phase {
            case 0u: {
                begin();
            }
            case 1u: {
                check(ENTRIES, ENTRY_ROOM, ENTRIES_FULL);
            }
            case 2u: {
                check(FOUND, FOUND_ROOM, FOUND_FULL);
            }
            default: {
                // Each pair has two links.
                atomicStore(&control[PAIRS], link_starts[atomicLoad(&control[BODY_ROOM])] / 2u);
                check(PAIRS, PAIR_ROOM, PAIRS_FULL);
            }
        }
    }
    let on = select(0u, 1u, is_on());
    let found = on * atomicLoad(&control[FOUND]);
    let old = on * atomicLoad(&control[OLD_PAIRS]);
    put_elements(0u, on * atomicLoad(&control[BODIES]));
    put_elements(1u, on * max(max(atomicLoad(&control[PLACES]), 2u * (atomicLoad(&control[BODY_ROOM]) + 1u)), old));
    put_groups(2u, on * plan.place_blocks);
    put_groups(3u, on * plan.near_blocks);
    put_groups(4u, on * plan.link_blocks);
    put_groups(5u, on);
    put_elements(6u, found);
    put_elements(7u, 2u * found);
    put_elements(8u, old);
    put_elements(9u, on * atomicLoad(&control[PAIRS]));
    put_elements(10u, on * atomicLoad(&control[ENTRIES]));
}
