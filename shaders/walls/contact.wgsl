// The contacts of grains with planes, and the points of those with tangent planes of tubes and cones; twin of
// src/walls/contact.rs. One invocation per link. Needs walls/bounds.wgsl and walls_touching.wgsl. There are two kernels of it, for
// polyhedra with few corners and for all other grains.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> laws: array<Law>;
@group(0) @binding(4) var<storage, read_write> wall_links: array<WallLink>;

fn has_few_corners(kind: u32) -> bool {
    return kinds[kind].family == POLYHEDRON && kinds[kind].vertices <= FEW_CORNERS;
}

// How deep patches of a body at a surface reach, as a share of the overlap.
fn patch_share(kind: u32, which: u32) -> f32 {
    let row = kinds[kind].material * atomicLoad(&control[MATERIALS]);
    return laws[row + surfaces[which].material].patch_depth;
}

// The contact with a plane, all but its point: the normal and, as its overlap, how deep the grain's centre is.
fn meet_plane(link: u32, which: u32, pose: Pose) {
    wall_links[link].contacts[0].normal = -axis_in_world(which, 2u);
    wall_links[link].contacts[0].overlap = -fixed_to_float(place_in_frame(which, pose.high, pose.low), POSITION_UNIT).z;
    wall_links[link].contacts[0].code = TOUCHING | POINT_PENDING;
}

// Finds the point of a contact; false where there is none.
fn touches(link: u32, slot: u32, pose: Pose, share: f32, range: f32) -> bool {
    let n = wall_links[link].contacts[slot].normal;
    let found = touch_plane(pose.kind, pose.turn, n, wall_links[link].contacts[slot].overlap, share, range);
    wall_links[link].contacts[slot].overlap = found.overlap;
    wall_links[link].contacts[slot].arm = found.arm;
    wall_links[link].contacts[slot].spread = found.spread.x;
    wall_links[link].contacts[slot].spread_shear = found.spread.yz;
    wall_links[link].contacts[slot].code &= ~POINT_PENDING;
    return found.overlap > -range;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let link = element(id);
    if atomicLoad(&control[STATUS]) != 0u || link >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    let pose = poses[wall_links[link].body];
    if has_few_corners(pose.kind) == ALL_FIT {
        return;
    }
    var slots = wall_links[link].slots;
    if surfaces[which].form == PLANE {
        slots = 1u;
        meet_plane(link, which, pose);
    }
    let share = patch_share(pose.kind, which);
    // Whether a contact across a gap is there is for the law to tell.
    var range = 0.0;
    if COHESIVE && surfaces[which].form == PLANE {
        range = bitcast<f32>(atomicLoad(&control[RANGE]));
    }
    for (var rest = slots; rest != 0u; rest &= rest - 1u) {
        let slot = firstTrailingBit(rest);
        if (wall_links[link].contacts[slot].code & POINT_PENDING) != 0u && !touches(link, slot, pose, share, range) {
            slots &= ~(1u << slot);
        }
    }
    wall_links[link].slots = slots;
}
