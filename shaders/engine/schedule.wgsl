// How many workgroups the passes ahead need, from the counts that are known by now: none where the batch has stopped, and none of
// a rebuild where none is due. Runs before a rebuild, when its entries and pairs are counted (PHASE), and wherever a list has
// been made. All that may be full is noticed here.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> arguments: array<vec4<u32>>;

fn is_going() -> bool {
    return atomicLoad(&control[STATUS]) == 0u;
}

fn is_rebuilding() -> bool {
    return is_going() && atomicLoad(&control[REBUILD]) != 0u;
}

fn check(count: u32, capacity: u32, flag: u32) {
    if atomicLoad(&control[count]) > atomicLoad(&control[capacity]) {
        atomicOr(&control[STATUS], flag);
    }
}

fn begin_rebuild() {
    atomicStore(&control[ENTRIES], 0u);
    atomicStore(&control[FOUND], 0u);
    atomicStore(&control[OLD_PAIRS], atomicLoad(&control[PAIRS]));
}

// Where all finds were listed, each is another pair.
fn count_pairs() {
    check(FOUND, FOUND_CAPACITY, FOUND_FULL);
    if is_rebuilding() {
        atomicStore(&control[PAIRS], atomicLoad(&control[FOUND]));
        check(PAIRS, PAIR_CAPACITY, PAIRS_FULL);
    }
}

// How many of `count` pairs are in a page.
fn of_page(page: u32, count: u32) -> u32 {
    let size = atomicLoad(&control[PAGE_PAIRS]);
    return min(count - min(count, page * size), size);
}

@compute @workgroup_size(1)
fn main() {
    if PHASE == REBUILD_BEGINS {
        // What `displacement` has found is cured from here on.
        atomicAnd(&control[STATUS], ~OUTDATED);
    }
    if is_rebuilding() {
        if PHASE == REBUILD_BEGINS {
            begin_rebuild();
        } else if PHASE == ENTRIES_COUNTED {
            check(ENTRIES, ENTRY_CAPACITY, ENTRIES_FULL);
        } else if PHASE == PAIRS_COUNTED {
            count_pairs();
        }
    }
    let going = select(0u, 1u, is_going());
    let anew = select(0u, 1u, is_rebuilding());
    let bodies = atomicLoad(&control[BODIES]);
    let pairs = atomicLoad(&control[PAIRS]);
    let old_pairs = atomicLoad(&control[OLD_PAIRS]);
    put_elements(SLOT_WALL_LINKS, going * atomicLoad(&control[WALL_LINKS]));
    put_elements(SLOT_TO_TUBES, going * atomicLoad(&control[TO_TUBES]));
    put_elements(SLOT_TO_ENDS, going * atomicLoad(&control[TO_ENDS]));
    put_groups(SLOT_ONE_ANEW, anew);
    put_elements(SLOT_BODIES_ANEW, anew * bodies);
    // One more: what comes after the last body has its place in lists.
    put_elements(SLOT_BODIES_AND_ONE_ANEW, anew * (bodies + 1u));
    let counters = max(2u * (atomicLoad(&control[BODY_CAPACITY]) + 1u), 2u * atomicLoad(&control[PAIR_CAPACITY]));
    put_elements(SLOT_PREPARE, anew * max(max(atomicLoad(&control[PLACES]), counters), old_pairs));
    put_elements(SLOT_ENTRIES, anew * atomicLoad(&control[ENTRIES]));
    put_elements(SLOT_LINKS, anew * 2u * pairs);
    put_elements(SLOT_PAIRS_ANEW, anew * pairs);
    put_groups(SLOT_PLACE_BLOCKS, anew * atomicLoad(&control[PLACE_BLOCKS]));
    put_groups(SLOT_LINK_BLOCKS, anew * atomicLoad(&control[LINK_BLOCKS]));
    put_groups(SLOT_BUCKET_BLOCKS, anew * atomicLoad(&control[BUCKET_BLOCKS]));
    put_groups(SLOT_WALL_BLOCKS, anew * atomicLoad(&control[WALL_BLOCKS]));
    let links = max(atomicLoad(&control[WALL_LINKS]), atomicLoad(&control[WALL_LINKS_BEFORE]));
    put_elements(SLOT_WALL_LINKS_ANEW, anew * links);
    for (var page = 0u; page < atomicLoad(&control[PAGES]); page++) {
        let first = SLOT_PAGES + SLOTS_OF_A_PAGE * page;
        put_elements(first + PAGE_OF_STEP, of_page(page, going * pairs));
        put_elements(first + PAGE_OF_OLD_LIST, of_page(page, anew * old_pairs));
        put_elements(first + PAGE_OF_NEW_LIST, of_page(page, anew * pairs));
    }
}
