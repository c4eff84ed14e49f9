// Lists every body with the keys of the cells that its box touches, in any order, and counts the bodies of each place. Needs
// cells.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> boxes: array<Bounds>;
@group(0) @binding(2) var<storage, read_write> places: array<atomic<u32>>;
// (key, body).
@group(0) @binding(3) var<storage, read_write> filed: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let level = boxes[body].level;
    let walk = walk_of(boxes[body], atomicLoad(&control[CELL_SHIFT]) + level);
    let mask = atomicLoad(&control[PLACES]) - 1u;
    let room = atomicLoad(&control[ENTRY_CAPACITY]);
    for (var z = walk.low.z; z <= walk.high.z; z++) {
        for (var y = walk.low.y; y <= walk.high.y; y++) {
            let row = row_of(walk, y, z);
            if row.x > row.y {
                continue;
            }
            var slot = atomicAdd(&control[ENTRIES], u32(row.y - row.x + 1));
            for (var x = row.x; x <= row.y; x++) {
                let key = key_of(walk, x, y, z, level);
                atomicAdd(&places[key & mask], 1u);
                if slot < room {
                    filed[slot] = vec2<u32>(key, body);
                }
                slot++;
            }
        }
    }
}
