// Contacts of links that were there before, to the new list; twin of src/walls/remap.rs. Run twice: first every new link
// looks for its old one, then, when all have, the new list takes the old one's place. SETTLES says which.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> new_wall_links: array<WallLink>;
@group(0) @binding(2) var<storage, read_write> wall_links: array<WallLink>;

fn is_before(link: u32, body: u32, surface: u32) -> bool {
    let other = wall_links[link].body;
    return other < body || (other == body && wall_links[link].surface < surface);
}

// The old link of a body and a surface, or NO_LINK.
fn old_link(body: u32, surface: u32) -> u32 {
    let count = atomicLoad(&control[WALL_LINKS_BEFORE]);
    var low = 0u;
    var high = count;
    // Halving 32 times leaves nothing of any list.
    for (var step = 0u; step < 32u && low < high; step++) {
        let middle = low + (high - low) / 2u;
        if is_before(middle, body, surface) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    if low < count && wall_links[low].body == body && wall_links[low].surface == surface {
        return low;
    }
    return NO_LINK;
}

fn carry_link(k: u32) {
    let old = old_link(new_wall_links[k].body, new_wall_links[k].surface);
    new_wall_links[k].from_link = old;
    var slots = 0u;
    if old != NO_LINK {
        slots = wall_links[old].slots;
    }
    new_wall_links[k].slots = slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        var contact = WallContact();
        if old != NO_LINK {
            contact = wall_links[old].contacts[slot];
        }
        new_wall_links[k].contacts[slot] = contact;
    }
}

// Part by part: a link as a whole would fill the registers.
fn settle_link(k: u32) {
    wall_links[k].body = new_wall_links[k].body;
    wall_links[k].surface = new_wall_links[k].surface;
    wall_links[k].from_link = new_wall_links[k].from_link;
    wall_links[k].slots = new_wall_links[k].slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        wall_links[k].contacts[slot] = new_wall_links[k].contacts[slot];
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[REBUILD]) == 0u || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    if k >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    if SETTLES {
        settle_link(k);
    } else {
        carry_link(k);
    }
}
