// A grain at a tube, cone or rod, seen from its own azimuth around the axis. Needs walls/bounds.wgsl and walls/meridian.wgsl.

// The axes of that view in the world; `azimuth` is that of the grain's centre.
fn view_axes(which: u32, azimuth: vec2<f32>) -> mat3x3<f32> {
    let x = axis_in_world(which, 0u);
    let y = axis_in_world(which, 1u);
    let sign = select(1.0, -1.0, surfaces[which].form == ROD);
    let away = (x * azimuth.x + y * azimuth.y) * sign;
    return mat3x3<f32>(away, (y * azimuth.x - x * azimuth.y) * sign, axis_in_world(which, 2u));
}

// Where the wall is, all but what it takes to probe it.
fn look_at_wall(which: u32, kind: u32, around: Around) {
    inside.kind = kind;
    inside.ends = surfaces[which].ends;
    inside.size = kinds[kind].radius;
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
    if surfaces[which].form == ROD {
        look_at_rod(extent.x);
    }
}

// From outside, towards the axis, all distances from it are the other way round.
fn look_at_rod(radius: f32) {
    inside.rod_radius = radius;
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
