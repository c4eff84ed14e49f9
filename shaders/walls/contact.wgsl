// The contacts of grains with surfaces; twin of src/walls/contact.rs.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> laws: array<Law>;
@group(0) @binding(4) var<storage, read_write> links: array<WallLink>;

// How deep patches of a body at a surface reach, as a share of the overlap.
fn patch_share(kind: u32, which: u32) -> f32 {
    let row = kinds[kind].material * atomicLoad(&control[MATERIALS]);
    return laws[row + surfaces[which].material].patch_depth;
}

// The contact with a plane, in slot 0.
fn contact_with_plane(link: u32, which: u32, pose: Pose, place: Fixed3) {
    let n = -axis_in_world(which, 2u);
    let depth = -fixed_to_float(place, POSITION_UNIT).z;
    if depth + kinds[pose.kind].radius <= 0.0 {
        links[link].slots = 0u;
        return;
    }
    let found = touch_plane(pose.kind, pose.turn, n, depth, patch_share(pose.kind, which));
    let touches = found.overlap > 0.0;
    links[link].slots = select(0u, 1u, touches);
    if touches {
        links[link].contacts[0] = WallContact(n, found.overlap, found.arm, found.patch_size, 0.0, TOUCHING, 0u, 0u);
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let link = element(id, groups);
    if atomicLoad(&control[TROUBLE]) != 0u || link >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + links[link].surface;
    let pose = poses[links[link].body];
    let place = place_in_frame(which, pose.high, pose.low);
    switch surfaces[which].form {
        case PLANE: {
            contact_with_plane(link, which, pose, place);
        }
        default: {
            links[link].slots = 0u;
        }
    }
}
