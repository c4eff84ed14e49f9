// A grain at a tube, cone or rod: what contact.wgsl needs to treat it. Needs meridian.wgsl, climb.wgsl, rim.wgsl, touch.wgsl,
// slots.wgsl, revolved.wgsl and rod.wgsl.

const TASK_ROOM: u32 = MAX_CONTACTS;

fn is_treated(form: u32) -> bool {
    return form != PLANE;
}

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

// The tasks at a tube, cone or rod; returns the slots in use.
fn tasks_at(link: u32, which: u32, pose: Pose, place: Fixed3) -> u32 {
    let around = around_axis(place);
    let a = around.azimuth;
    let x = axis_in_world(which, 0u);
    let y = axis_in_world(which, 1u);
    let sign = select(1.0, -1.0, surfaces[which].form == ROD);
    let axes = mat3x3<f32>((x * a.x + y * a.y) * sign, (y * a.x - x * a.y) * sign, axis_in_world(which, 2u));
    look_inside(which, pose, around, axes);
    let base = angle_of(a.x, a.y);
    old_slots = wall_links[link].slots;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        old_angles[slot] = wall_links[link].contacts[slot].azimuth - base;
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
    let code = TOUCHING | select(0u, UNCONVERGED, peak.unconverged != 0u);
    let is_known = peak.rim != NO_RIM;
    let point = axes * peak.point;
    return Task(n, depth, point, peak.overlap, peak.patch_size, is_known, frame_angle(peak, base), code,
        peak.shared_with);
}
