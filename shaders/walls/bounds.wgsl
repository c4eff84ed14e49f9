// How far a point is from the solid of a wall; twin of src/walls/bounds.rs. Needs walls.wgsl, math.wgsl, and the array
// `surfaces` of the kernel.

// A place of the world in the frame of a surface.
fn place_in_frame(which: u32, high: vec3<i32>, low: vec3<u32>) -> Fixed3 {
    let offset = fixed_sub(Fixed3(high, low), surfaces[which].origin);
    var place = fixed_times(splat_fixed(offset, 0u), surfaces[which].columns[0]);
    place = fixed_add(place, fixed_times(splat_fixed(offset, 1u), surfaces[which].columns[1]));
    return fixed_add(place, fixed_times(splat_fixed(offset, 2u), surfaces[which].columns[2]));
}

// An axis of a surface's frame in the world; better than by the quaternion.
fn axis_in_world(which: u32, axis: u32) -> vec3<f32> {
    let x = fixed_to_float(surfaces[which].columns[0], TURN_UNIT)[axis];
    let y = fixed_to_float(surfaces[which].columns[1], TURN_UNIT)[axis];
    let z = fixed_to_float(surfaces[which].columns[2], TURN_UNIT)[axis];
    return vec3<f32>(x, y, z);
}

// A place around an axis, to the precision of fixed point: the unit vector towards it, and the place seen along it,
// (distance from the axis, sideways, height). Sideways is next to nothing.
struct Around {
    azimuth: vec2<f32>,
    place: Fixed3,
}

fn around_axis(place: Fixed3) -> Around {
    let across = fixed_to_float(place, POSITION_UNIT).xy;
    let azimuth = unit_or(vec3<f32>(across, 0.0), vec3<f32>(1.0, 0.0, 0.0));
    // A unit vector of floats is long or short by 10^-7, which on a wide tube is much: half the square's defect mends it.
    let rough = fixed_from_float(azimuth * TURN_PER_UNIT);
    let square = fixed_first_two(fixed_times(rough, rough));
    let one = Fixed3(vec3<i32>(0x40000000, 0, 0), vec3<u32>(0u));
    let defect = fixed_to_float(fixed_sub(one, square), 1.0).x;
    let unit = fixed_add(rough, fixed_from_float(azimuth * (0.5 * defect)));
    let minus = fixed_negated(place);
    let crossed = Fixed3(vec3<i32>(place.high.y, minus.high.x, 0), vec3<u32>(place.low.y, minus.low.x, 0u));
    let cosine = splat_fixed(unit, 0u);
    let sine = splat_fixed(unit, 1u);
    let turned = fixed_add(fixed_times(place, cosine), fixed_times(crossed, sine));
    let high = vec3<i32>(turned.high.xy, place.high.z);
    return Around(azimuth.xy, Fixed3(high, vec3<u32>(turned.low.xy, place.low.z)));
}

// How deep a place around the axis is in the side of a tube or cone; below 0 inside.
fn depth_in_side(which: u32, place: Fixed3) -> f32 {
    let extent = surfaces[which].extent;
    let base = Fixed3(vec3<i32>(extent.high.x, 0, 0), vec3<u32>(extent.low.x, 0u, 0u));
    let seen = Fixed3(vec3<i32>(place.high.x, place.high.z, 0), vec3<u32>(place.low.x, place.low.z, 0u));
    let side = surfaces[which].side;
    let minus = fixed_negated(side);
    let normal = Fixed3(vec3<i32>(side.high.x, minus.high.y, 0), vec3<u32>(side.low.x, minus.low.y, 0u));
    return fixed_to_float(fixed_first_two(fixed_times(fixed_sub(seen, base), normal)), POSITION_UNIT).x;
}

// A place around the axis, seen from the corner at the lower (0) or upper (1) end: (away from the axis, up).
fn from_corner(which: u32, place: Fixed3, end: u32) -> vec2<f32> {
    let extent = surfaces[which].extent;
    let lower = Fixed3(vec3<i32>(extent.high.x, 0, 0), vec3<u32>(extent.low.x, 0u, 0u));
    let upper = Fixed3(vec3<i32>(extent.high.y, 0, extent.high.z), vec3<u32>(extent.low.y, 0u, extent.low.z));
    let corner = fixed_select(lower, upper, vec3<bool>(end == 1u));
    return fixed_to_float(fixed_sub(place, corner), POSITION_UNIT).xz;
}

// Distance from the wall's solid that a place of its frame has at least; below 0 inside.
fn distance_bound(which: u32, place: Fixed3) -> f32 {
    let form = surfaces[which].form;
    if form == PLANE {
        return fixed_to_float(place, POSITION_UNIT).z;
    }
    let around = around_axis(place);
    let has_ends = (surfaces[which].ends & HAS_ENDS) != 0u;
    let from_base = from_corner(which, around.place, 0u);
    // Beyond the ends; of no use where there are none.
    let from_end = max(-from_base.y, from_corner(which, around.place, 1u).y);
    if form == REVOLVED {
        let from_side = -depth_in_side(which, around.place);
        return select(from_side, max(from_side, from_end), has_ends);
    }
    let from_side = from_base.x;
    if !has_ends || from_end <= 0.0 {
        return select(from_side, max(from_side, from_end), has_ends);
    }
    return select(from_end, length(vec2<f32>(from_side, from_end)), from_side > 0.0);
}
