// The contacts of grains with planes, and the points of those with tangent planes of tubes and cones; twin of
// src/walls/contact.rs. One invocation per link. Needs walls/bounds.wgsl and walls_touching.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> laws: array<Law>;
@group(0) @binding(4) var<storage, read_write> wall_links: array<WallLink>;

// How deep patches of a body at a surface reach, as a share of the overlap.
fn patch_share(kind: u32, which: u32) -> f32 {
    let row = kinds[kind].material * atomicLoad(&control[MATERIALS]);
    return laws[row + surfaces[which].material].patch_depth;
}

// The contact with a plane, without its point: the normal and, as its overlap, how deep the grain's centre is.
fn with_plane(which: u32, pose: Pose) -> WallContact {
    let depth = -fixed_to_float(place_in_frame(which, pose.high, pose.low), POSITION_UNIT).z;
    return WallContact(-axis_in_world(which, 2u), depth, vec3<f32>(0.0), 0.0, 0.0, TOUCHING | POINT_PENDING, 0.0, 0.0);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let link = element(id);
    if atomicLoad(&control[STATUS]) != 0u || link >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    let pose = poses[wall_links[link].body];
    let share = patch_share(pose.kind, which);
    let is_plane = surfaces[which].form == PLANE;
    var slots = select(wall_links[link].slots, 1u, is_plane);
    var used = slots;
    for (; slots != 0u; slots &= slots - 1u) {
        let slot = firstTrailingBit(slots);
        var contact: WallContact;
        if is_plane {
            contact = with_plane(which, pose);
        } else {
            contact = wall_links[link].contacts[slot];
        }
        if (contact.code & POINT_PENDING) == 0u {
            continue;
        }
        let found = touch_plane(pose.kind, pose.turn, contact.normal, contact.overlap, share);
        if found.overlap > 0.0 {
            contact.overlap = found.overlap;
            contact.arm = found.arm;
            contact.patch_size = found.patch_size;
            contact.code &= ~POINT_PENDING;
            wall_links[link].contacts[slot] = contact;
        } else {
            used &= ~(1u << slot);
        }
    }
    wall_links[link].slots = used;
}
