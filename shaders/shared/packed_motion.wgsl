// Velocity and momentum, without the gaps that vectors of three leave in arrays. Needs fixed.wgsl.

fn velocity_of(motion: Motion) -> Fixed3 {
    return Fixed3(motion.velocity_high, motion.velocity_low);
}

fn momentum_of(motion: Motion) -> Fixed3 {
    return Fixed3(motion.momentum_high, vec3<u32>(motion.momentum_low_x, motion.momentum_low_y, motion.momentum_low_z));
}

fn motion_of(velocity: Fixed3, momentum: Fixed3) -> Motion {
    return Motion(velocity.high, momentum.low.x, velocity.low, momentum.low.y, momentum.high, momentum.low.z);
}
