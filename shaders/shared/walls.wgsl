// Surfaces of walls, and grains near them; see src/gpu/walls.rs. Needs fixed.wgsl, pose.wgsl and wide.wgsl.

const PLANE: u32 = 0u;
// The inside of a tube or cone.
const REVOLVED: u32 = 1u;
// The outside of a cylinder.
const ROD: u32 = 2u;

// Bits of `Surface.ends`: it has ends; there is a rim at the lower, at the upper one.
const HAS_ENDS: u32 = 1u;
const LOWER_RIM: u32 = 2u;
const UPPER_RIM: u32 = 4u;

// The most contacts of one grain with one surface.
const MAX_CONTACTS: u32 = 6u;
// `from` of a link that is new.
const NO_LINK: u32 = 0xffffffffu;

// A surface in one step of a batch. Its axis of revolution, or the normal of a plane into the free side, is the z of its
// frame.
struct Surface {
    // Where its frame is, in the scale of positions.
    origin: Fixed3,
    // What x, y and z of the world are in its frame, in the scale of turns.
    columns: array<Fixed3, 3>,
    // From its frame to the world.
    turn: vec4<f32>,
    // Of the wall's point `center`, per step.
    velocity: vec3<f32>,
    form: u32,
    angular_velocity: vec3<f32>,
    material: u32,
    // In the scale of positions.
    center: Fixed3,
    // Cosine and sine of the angle between side and axis, in the scale of turns; the sine of a wall that widens upwards is
    // positive.
    side: Fixed3,
    // Radius at the base and at the top, and height, in the scale of positions.
    extent: Fixed3,
    ends: u32,
    pad_0: u32,
    pad_1: u32,
    pad_2: u32,
}

struct WallContact {
    // Unit normal from the grain into the wall, in the world.
    normal: vec3<f32>,
    overlap: f32,
    // Contact point from the grain's centre, in the axes of the world: halfway between grain and wall.
    arm: vec3<f32>,
    // Root mean square size of the patch.
    patch_size: f32,
    // Where around the axis of a tube or cone it is, in the surface's frame.
    azimuth: f32,
    // TOUCHING and UNCONVERGED.
    code: u32,
    // Of what contacts beside it share: the part that is taken off this one, and how deep it is.
    shared_part: f32,
    shared_depth: f32,
}

// A grain near a surface. Links are in ascending order of body and surface.
struct WallLink {
    body: u32,
    surface: u32,
    // Which one it was in the list before the last rebuild.
    from_link: u32,
    // Bit k: slot k holds a contact. A contact keeps its slot as long as it lasts.
    slots: u32,
    contacts: array<WallContact, MAX_CONTACTS>,
}

// One component of a vector of the world as a vector, in all of its places.
fn splat_fixed(a: Fixed3, axis: u32) -> Fixed3 {
    return Fixed3(vec3<i32>(a.high[axis]), vec3<u32>(a.low[axis]));
}
