// The contacts of grains with surfaces; twin of src/walls/contact.rs. There are two kernels of it, which share the links:
// with plane.wgsl it treats planes, with around.wgsl tubes, cones and rods. The search around an axis takes some kilobytes
// of memory for each link, which planes must not pay for.

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

// The wall that a body touches in one slot.
struct Task {
    // Unit normal into the wall, in the world, and how deep the body's centre is in the plane that it belongs to.
    n: vec3<f32>,
    depth: f32,
    // Contact point on the body where it is known, overlap and size of the patch: at an end of the wall, and at rods.
    point: vec3<f32>,
    overlap: f32,
    patch_size: f32,
    is_known: bool,
    azimuth: f32,
    code: u32,
    // Of what contacts beside it share: the part that is taken off this one, and how deep it is.
    shared_with: vec2<f32>,
}

var<private> tasks: array<Task, TASK_ROOM>;

// Writes the contacts of the slots in use.
fn write_contacts(link: u32, which: u32, pose: Pose, slots: u32) {
    let share = patch_share(pose.kind, which);
    var used = slots;
    for (var slot = 0u; slot < TASK_ROOM; slot++) {
        if ((slots >> slot) & 1u) == 0u {
            continue;
        }
        let task = tasks[slot];
        var found = PlaneTouch(task.overlap, task.point - task.n * (0.5 * task.overlap), task.patch_size);
        if !task.is_known {
            found = touch_plane(pose.kind, pose.turn, task.n, task.depth, share);
        }
        if found.overlap > 0.0 {
            wall_links[link].contacts[slot] =
                WallContact(task.n, found.overlap, found.arm, found.patch_size, task.azimuth, task.code,
                    task.shared_with.x, task.shared_with.y);
        } else {
            used &= ~(1u << slot);
        }
    }
    wall_links[link].slots = used;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let link = element(id);
    if atomicLoad(&control[STATUS]) != 0u || link >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    if !is_treated(surfaces[which].form) {
        return;
    }
    let pose = poses[wall_links[link].body];
    let place = place_in_frame(which, pose.high, pose.low);
    var slots = 0u;
    if distance_bound(which, place) <= kinds[pose.kind].radius {
        slots = tasks_at(link, which, pose, place);
    }
    write_contacts(link, which, pose, slots);
}
