// Surfaces of walls, and grains near them; see src/device/walls.rs. Needs fixed.wgsl, pose.wgsl and wide.wgsl.

// One component of a vector of the world as a vector, in all of its places.
fn splat_fixed(a: Fixed3, axis: u32) -> Fixed3 {
    return Fixed3(vec3<i32>(a.high[axis]), vec3<u32>(a.low[axis]));
}

// The contact still lacks its point. At a tangent plane it holds the normal and, as its overlap, how deep the grain's centre is;
// near an end of the wall, and at a rod, what `pending_at_end` says.
const POINT_PENDING: u32 = 64u;
// From this bit on, the end of the wall that a pending contact is near.
const RIM_SHIFT: u32 = 8u;
