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

// The grain, seen from its own azimuth around the axis; E is what that frame's axes are in the world.
fn look_inside(which: u32, pose: Pose, around: Around, axes: mat3x3<f32>) {
    inside.kind = pose.kind;
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
    let height = fixed_to_float(surfaces[which].extent, POSITION_UNIT).z;
    inside.length = select(LARGEST, height / side.x, (inside.ends & HAS_ENDS) != 0u);
    inside.from_lower = from_corner(which, around.place, 0u);
    inside.from_upper = from_corner(which, around.place, 1u);
}

// All contacts with a tube or cone.
fn contacts_with_revolved(link: u32, which: u32, pose: Pose, place: Fixed3) {
    if distance_bound(which, place) > kinds[pose.kind].radius {
        links[link].slots = 0u;
        return;
    }
    let around = around_axis(place);
    let frame = mat3x3<f32>(axis_in_world(which, 0u), axis_in_world(which, 1u), axis_in_world(which, 2u));
    let a = around.azimuth;
    let axes = mat3x3<f32>(frame[0] * a.x + frame[1] * a.y, frame[1] * a.x - frame[0] * a.y, frame[2]);
    look_inside(which, pose, around, axes);
    let base = angle_of(a.x, a.y);
    old_slots = links[link].slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        old_angles[slot] = links[link].contacts[slot].azimuth - base;
    }
    find_peaks(base);
    assign_slots();
    var used = 0u;
    let share = patch_share(pose.kind, which);
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        if peak_in_slot[slot] != NO_PEAK {
            var contact = contact_at_peak(peaks[peak_in_slot[slot]], pose, axes, share);
            contact.azimuth = frame_angle(peaks[peak_in_slot[slot]], base);
            links[link].contacts[slot] = contact;
            used |= 1u << slot;
        }
    }
    links[link].slots = used;
}

// The contact at a peak: near an end of the wall with what is left of its side there, else with the tangent plane.
fn contact_at_peak(peak: Probe, pose: Pose, axes: mat3x3<f32>, share: f32) -> WallContact {
    let local = lifted(peak.n, peak.azimuth);
    let n = unit_or(axes * local, axes[0]);
    let code = TOUCHING | select(0u, UNSURE, peak.unsure != 0u);
    let rim = select(peak.rim, rim_in_reach(), peak.rim == NO_RIM);
    if rim != NO_RIM {
        let arm = axes * rim_point(peak, rim) - n * (0.5 * peak.overlap);
        return WallContact(n, peak.overlap, arm, 0.0, 0.0, code, 0u, 0u);
    }
    let depth = inside.depth + peak.n.x * shift_at(peak.azimuth);
    let found = touch_plane(pose.kind, pose.turn, n, depth, share);
    // Rounding may leave nothing of an overlap that was next to nothing.
    let overlap = select(peak.overlap, found.overlap, found.overlap > 0.0);
    return WallContact(n, overlap, found.arm, found.patch_size, 0.0, code, 0u, 0u);
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
        case REVOLVED: {
            contacts_with_revolved(link, which, pose, place);
        }
        default: {
            links[link].slots = 0u;
        }
    }
}
