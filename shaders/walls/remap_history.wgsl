// Memories of contacts with walls, from the old list of links to the new one; twin of src/walls/remap_history.rs. Run twice:
// first the old ones are put aside, then, when the new links know which they were, every new one takes its own. KEEPS says
// which.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> wall_links: array<WallLink>;
@group(0) @binding(2) var<storage, read_write> wall_histories: array<History>;
@group(0) @binding(3) var<storage, read_write> old_wall_histories: array<History>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if atomicLoad(&control[REBUILD]) == 0u || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let count = atomicLoad(&control[select(WALL_LINKS, WALL_LINKS_BEFORE, KEEPS)]);
    if k >= count {
        return;
    }
    let old = wall_links[k].from_link;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        if KEEPS {
            old_wall_histories[at] = wall_histories[at];
        } else if old == NO_LINK {
            wall_histories[at] = fresh_history();
        } else {
            wall_histories[at] = old_wall_histories[old * MAX_CONTACTS + slot];
        }
    }
}
