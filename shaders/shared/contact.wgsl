// What the narrow phase finds of a pair, and the laws of contacts; see src/gpu/contact.rs.

struct Contact {
    // Unit normal from A to B, in the world.
    normal: vec3<f32>,
    overlap: f32,
    // Contact point from A's centre, in the axes of the world.
    arm: vec3<f32>,
    // Root mean square size of the patch.
    patch_size: f32,
    lower: f32,
    upper: f32,
    code: u32,
    iterations: u32,
}

const TOUCHING: u32 = 1u;
const UNCONVERGED: u32 = 2u;
const NOT_UNIQUE: u32 = 4u;
// The overlap is still to be found, by `penetrate`.
const IS_MEETING: u32 = 8u;
// No search has looked at it yet: left to `separate`.
const UNPROVEN_PAIR: u32 = 16u;
// The contact point is known: nothing for `patch`.
const IS_PLACED: u32 = 32u;
const KIND_SHIFT: u32 = 8u;

// The number of the kind that is neither of faces nor of edges.
const SMOOTH_KIND: u32 = 7u;

struct Law {
    stiffness: f32,
    exponent: f32,
    damping: f32,
    friction: f32,
    tangential_ratio: f32,
    // Share of the energy error of steps that is taken back.
    correction: f32,
    patch_depth: f32,
    pad: u32,
}
