// Surfaces of walls, and grains near them; see src/device/walls.rs. Needs fixed.wgsl, pose.wgsl and wide.wgsl.

// One component of a vector of the world as a vector, in all of its places.
fn splat_fixed(a: Fixed3, axis: u32) -> Fixed3 {
    return Fixed3(vec3<i32>(a.high[axis]), vec3<u32>(a.low[axis]));
}
