// The ends of a wall as walls/meridian.wgsl has them.

// The centre, seen from a rim.
fn from_rim(rim: u32) -> vec2<f32> {
    return select(inside.from_upper, inside.from_lower, rim == LOWER);
}
