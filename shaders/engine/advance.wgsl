// The end of a step: for each page of contacts what its list has counted, and with the last page all else.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> contacts: ContactList;
@group(0) @binding(2) var<uniform> page: Page;

@compute @workgroup_size(1)
fn main() {
    if atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    atomicMax(&control[LARGEST_OVERLAP], atomicLoad(&contacts.words[DEEPEST_OVERLAP]));
    atomicMax(&control[LARGEST_SHARE], atomicLoad(&contacts.words[DEEPEST_SHARE]));
    for (var k = 0u; k < LIST_WORDS; k++) {
        atomicStore(&contacts.words[k], 0u);
    }
    if page.is_last == 1u {
        end_step();
    }
}

fn end_step() {
    atomicAdd(&control[STEP], 1u);
    atomicAdd(&control[REBUILDS], atomicLoad(&control[REBUILD]));
    let anew = atomicLoad(&control[REBUILD]) == 1u;
    atomicStore(&control[REBUILD], 0u);
    atomicStore(&control[TO_TUBES], 0u);
    atomicStore(&control[TO_ENDS], 0u);
    atomicMax(&control[LARGEST_OVERLAP_EVER], atomicLoad(&control[LARGEST_OVERLAP]));
    atomicStore(&control[LAST_LARGEST_OVERLAP], atomicLoad(&control[LARGEST_OVERLAP]));
    atomicStore(&control[LARGEST_OVERLAP], 0u);
    let share = atomicLoad(&control[LARGEST_SHARE]);
    atomicMax(&control[LARGEST_SHARE_EVER], share);
    atomicStore(&control[LARGEST_SHARE], 0u);
    // What a run may not go on with ends the batch between two whole steps.
    let limit = atomicLoad(&control[SHARE_LIMIT]);
    if limit != 0u && (share > limit || atomicLoad(&control[OVERSPEED]) != 0u) {
        atomicOr(&control[STATUS], UNSOUND);
    }
    // Moving walls ask for a new list when a point of them may have gone half the skin.
    let turned = bitcast<f32>(atomicLoad(&control[WALL_TURN])) * bitcast<f32>(atomicLoad(&control[REACH]));
    let moved = bitcast<f32>(atomicLoad(&control[WALL_SPEED])) + turned;
    let travel = select(bitcast<f32>(atomicLoad(&control[WALL_DISPLACEMENT])), 0.0, anew) + moved;
    atomicStore(&control[WALL_DISPLACEMENT], bitcast<u32>(travel));
    atomicStore(&control[REACH], 0u);
    // The next step moves the walls once more before its list is used.
    if travel + moved > bitcast<f32>(atomicLoad(&control[HALF_SKIN])) {
        atomicStore(&control[REBUILD], 1u);
    }
}
