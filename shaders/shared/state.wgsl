// What a body carries from step to step, and what contacts see of it in the middle of a step. Needs fixed.wgsl; the twins
// are in src/gpu/state.rs. Velocities are displacements per step, spins angles per step.

struct Motion {
    // Turn from the principal frame to the world: upper and lower words of (x, y, z, w), in 2^-62.
    turn_high: vec4<i32>,
    turn_low: vec4<u32>,
    // Velocity, in 2^-56.
    velocity: Fixed3,
    // Angular momentum in the world over the largest principal moment, in 2^-56.
    momentum: Fixed3,
}

struct BodyState {
    velocity: vec3<f32>,
    inverse_mass: f32,
    // Angular velocity in the world.
    spin: vec3<f32>,
    material: u32,
    // Inverse principal moments.
    inverse_moments: vec3<f32>,
    // Radius of the largest ball about the centre that is inside.
    half_thickness: f32,
}

// Force and torque on a body, and what its contacts have done since the batch began: each contact of a pair counts at its
// first body. Energies are in fixed point, see heat_bits in src/gpu/state.rs: sums of integers do not depend on how steps are put into batches.
struct Load {
    force: vec3<f32>,
    // Contacts that ended.
    ended: u32,
    torque: vec3<f32>,
    // Energy that steps have made out of nothing at the body, beside that of its contacts, and that contacts have left to it.
    energy_error: f32,
    // Heat of damping, heat of friction.
    heat: Fixed3,
    // Work of moving walls, work of patches beyond the change of energy.
    work: Fixed3,
}

struct Params {
    // Half a step's gravity, in the fixed point of velocities.
    half_gravity: Fixed3,
    gravity: vec3<f32>,
    // A body must not go further than this share of its half-thickness in a step.
    too_far: f32,
    // Units of heat and work in one unit of energy.
    heat_per_unit: f32,
    // 1 where energy errors are taken back.
    corrects: u32,
    pad_a: u32,
    pad_b: u32,
}
