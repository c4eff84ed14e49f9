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
}

var<private> tasks: array<Task, MAX_CONTACTS>;

// The grain in a tube or cone, seen from its own azimuth around the axis; `axes` are those of that view in the world.
fn look_inside(which: u32, pose: Pose, around: Around, axes: mat3x3<f32>) {
    inside.kind = pose.kind;
    inside.is_rod = false;
    inside.ends = surfaces[which].ends;
    inside.size = kinds[pose.kind].radius;
    inside.rounding = rounding_of(pose.kind);
    inside.turn = transpose(axes) * quat_matrix(pose.turn / sqrt(dot(pose.turn, pose.turn)));
    let side = fixed_to_float(surfaces[which].side, TURN_UNIT);
    inside.normal = vec2<f32>(side.x, -side.y);
    let place = fixed_to_float(around.place, POSITION_UNIT);
    inside.radius = place.x;
    inside.aside = place.y;
    inside.depth = depth_in_side(which, around.place);
    let extent = fixed_to_float(surfaces[which].extent, POSITION_UNIT);
    inside.length = select(LARGEST, extent.z / side.x, (inside.ends & HAS_ENDS) != 0u);
    inside.from_lower = from_corner(which, around.place, 0u);
    inside.from_upper = from_corner(which, around.place, 1u);
    inside.patch_share = 0.0;
    if surfaces[which].form == ROD {
        look_at_rod(extent.x, patch_share(pose.kind, which));
    }
}

// From outside, towards the axis, all distances from it are the other way round.
fn look_at_rod(radius: f32, share: f32) {
    inside.is_rod = true;
    inside.rod_radius = radius;
    inside.patch_share = share;
    inside.radius = -inside.radius;
    inside.aside = -inside.aside;
    inside.depth = -inside.depth;
    inside.from_lower.x = -inside.from_lower.x;
    inside.from_upper.x = -inside.from_upper.x;
    if (inside.ends & HAS_ENDS) == 0u {
        // Of an endless rod, a piece with the grain at its middle: only its side is ever asked for.
        inside.length = 8.0 * inside.size;
        inside.from_lower.y = 4.0 * inside.size;
        inside.from_upper.y = -4.0 * inside.size;
    }
}

// The task at a plane, in slot 0; returns the slots in use.
fn tasks_at_plane(which: u32, place: Fixed3) -> u32 {
    let depth = -fixed_to_float(place, POSITION_UNIT).z;
    tasks[0] = Task(-axis_in_world(which, 2u), depth, vec3<f32>(0.0), 0.0, 0.0, false, 0.0, TOUCHING);
    return 1u;
}

// The tasks at a tube, cone or rod; returns the slots in use.
fn tasks_inside(link: u32, which: u32, pose: Pose, place: Fixed3) -> u32 {
    let around = around_axis(place);
    let a = around.azimuth;
    let x = axis_in_world(which, 0u);
    let y = axis_in_world(which, 1u);
    let sign = select(1.0, -1.0, surfaces[which].form == ROD);
    let axes = mat3x3<f32>((x * a.x + y * a.y) * sign, (y * a.x - x * a.y) * sign, axis_in_world(which, 2u));
    look_inside(which, pose, around, axes);
    let base = angle_of(a.x, a.y);
    old_slots = links[link].slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        old_angles[slot] = links[link].contacts[slot].azimuth - base;
    }
    find_peaks(base);
    assign_slots();
    var used = 0u;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        if peak_in_slot[slot] != NO_PEAK {
            tasks[slot] = task_at_peak(peaks[peak_in_slot[slot]], axes, base);
            used |= 1u << slot;
        }
    }
    return used;
}

// Near an end of the wall with what is left of its side there, else with the tangent plane.
fn task_at_peak(peak: Probe, axes: mat3x3<f32>, base: f32) -> Task {
    let n = unit_or(axes * lifted(peak.n, peak.azimuth), axes[0]);
    let depth = inside.depth + peak.n.x * shift_at(peak.azimuth);
    let code = TOUCHING | select(0u, UNSURE, peak.unsure != 0u);
    let is_known = peak.rim != NO_RIM;
    let point = axes * peak.point;
    return Task(n, depth, point, peak.overlap, peak.patch_size, is_known, frame_angle(peak, base), code);
}

// Writes the contacts of the slots in use.
fn write_contacts(link: u32, which: u32, pose: Pose, slots: u32) {
    let share = patch_share(pose.kind, which);
    var used = slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        if ((slots >> slot) & 1u) == 0u {
            continue;
        }
        let task = tasks[slot];
        var found = PlaneTouch(task.overlap, task.point - task.n * (0.5 * task.overlap), task.patch_size);
        if !task.is_known {
            found = touch_plane(pose.kind, pose.turn, task.n, task.depth, share);
        }
        if found.overlap > 0.0 {
            links[link].contacts[slot] =
                WallContact(task.n, found.overlap, found.arm, found.patch_size, task.azimuth, task.code, 0u, 0u);
        } else {
            used &= ~(1u << slot);
        }
    }
    links[link].slots = used;
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
    var slots = 0u;
    if distance_bound(which, place) <= kinds[pose.kind].radius {
        switch surfaces[which].form {
            case PLANE: {
                slots = tasks_at_plane(which, place);
            }
            default: {
                slots = tasks_inside(link, which, pose, place);
            }
        }
    }
    write_contacts(link, which, pose, slots);
}
