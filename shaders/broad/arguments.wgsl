// How many workgroups each pass of a rebuild gets: none where no rebuild is due. Runs three times: before the rebuild, and
// when entries and pairs are counted. All that may be full is noticed here.

struct Plan {
    // 0 before the rebuild, 1 with entries counted, 2 with pairs.
    phase: u32,
    // Workgroups in one dimension at most.
    limit: u32,
    // Workgroups of the scans over places, links and buckets.
    place_blocks: u32,
    link_blocks: u32,
    bucket_blocks: u32,
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> arguments: array<u32>;
@group(0) @binding(2) var<uniform> plan: Plan;

fn begin() {
    atomicStore(&control[ENTRIES], 0u);
    atomicStore(&control[FOUND], 0u);
    atomicStore(&control[OLD_PAIRS], atomicLoad(&control[PAIRS]));
}

fn check(count: u32, room: u32, status: u32) {
    if atomicLoad(&control[count]) > atomicLoad(&control[room]) {
        atomicOr(&control[STATUS], status);
    }
}

// Where all finds were listed, each is another pair.
fn end() {
    check(FOUND, FOUND_CAPACITY, FOUND_FULL);
    if is_on() {
        atomicStore(&control[PAIRS], atomicLoad(&control[FOUND]));
        check(PAIRS, PAIR_CAPACITY, PAIRS_FULL);
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

// How many of `count` pairs are in a page.
fn of_page(page: u32, count: u32) -> u32 {
    let size = atomicLoad(&control[PAGE_PAIRS]);
    return min(count - min(count, page * size), size);
}

fn is_on() -> bool {
    return atomicLoad(&control[REBUILD]) != 0u && atomicLoad(&control[STATUS]) == 0u;
}

@compute @workgroup_size(1)
fn main() {
    if plan.phase == 0u {
        // What `travel` has found is cured from here on.
        atomicAnd(&control[STATUS], ~OUTDATED);
    }
    if is_on() {
        switch plan.phase {
            case 0u: {
                begin();
            }
            case 1u: {
                check(ENTRIES, ENTRY_CAPACITY, ENTRIES_FULL);
            }
            default: {
                end();
            }
        }
    }
    let on = select(0u, 1u, is_on());
    let bodies = atomicLoad(&control[BODIES]);
    let pairs = on * atomicLoad(&control[PAIRS]);
    let old = on * atomicLoad(&control[OLD_PAIRS]);
    let counters = max(2u * (atomicLoad(&control[BODY_CAPACITY]) + 1u), 2u * atomicLoad(&control[PAIR_CAPACITY]));
    put_elements(0u, on * bodies);
    put_elements(1u, on * max(max(atomicLoad(&control[PLACES]), counters), old));
    put_groups(2u, on * plan.place_blocks);
    put_groups(3u, on * plan.link_blocks);
    put_groups(4u, on * plan.bucket_blocks);
    put_groups(5u, on);
    put_elements(6u, on * atomicLoad(&control[ENTRIES]));
    put_elements(7u, 2u * pairs);
    put_elements(8u, pairs);
    for (var page = 0u; page < atomicLoad(&control[PAGES]); page++) {
        put_elements(9u + 2u * page, of_page(page, old));
        put_elements(10u + 2u * page, of_page(page, pairs));
    }
}
