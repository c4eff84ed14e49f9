// Which grains are near which surfaces; twin of src/walls/links.rs. Run twice: first every body counts its surfaces in
// `starts`, then, when these counts have become the numbers of links before each body's, it writes them. WRITES says
// which. `starts` has a place more than there are bodies: 0 at first, then the number of all links.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read_write> wall_starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> new_wall_links: array<WallLink>;

// The surfaces near a body that moves, counted, and written from `first` on.
fn near_surfaces(body: u32, first: u32) -> u32 {
    let pose = poses[body];
    if (pose.flags & FIXED_BODY) != 0u {
        return 0u;
    }
    let reach = kinds[pose.kind].radius + 2.0 * bitcast<f32>(atomicLoad(&control[HALF_SKIN]));
    let count = atomicLoad(&control[SURFACES]);
    let range = select(0.0, bitcast<f32>(atomicLoad(&control[RANGE])), COHESIVE);
    let now = atomicLoad(&control[STEP]) * count;
    var found = 0u;
    for (var surface = 0u; surface < count; surface++) {
        let place = place_in_frame(now + surface, pose.high, pose.low);
        if distance_bound(now + surface, place) <= reach + range {
            if WRITES {
                new_wall_links[first + found].body = body;
                new_wall_links[first + found].surface = surface;
            }
            found++;
        }
    }
    return found;
}

// The new number of links, and whether there is room for them.
fn announce(needed: u32) {
    atomicStore(&control[WALL_LINKS_BEFORE], atomicLoad(&control[WALL_LINKS]));
    atomicStore(&control[WALL_LINKS], needed);
    if needed > atomicLoad(&control[WALL_CAPACITY]) {
        atomicOr(&control[STATUS], WALLS_FULL);
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    let bodies = atomicLoad(&control[BODIES]);
    if body >= bodies || atomicLoad(&control[REBUILD]) == 0u || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    if WRITES {
        let needed = wall_starts[bodies];
        if body == 0u {
            announce(needed);
        }
        if needed <= atomicLoad(&control[WALL_CAPACITY]) {
            _ = near_surfaces(body, wall_starts[body]);
        }
    } else {
        if body == 0u {
            wall_starts[bodies] = 0u;
        }
        wall_starts[body] = near_surfaces(body, 0u);
    }
}
