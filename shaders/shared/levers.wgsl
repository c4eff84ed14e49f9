// Bodies as contacts see them: the motion of their matter, and how readily it gives way. Needs pose.wgsl, and
// arrays `poses` and `states`.

// What a contact needs of a body, read once: devices do not know that what they have read stays as it is.
struct BodyMotion {
    state: BodyState,
    turn: vec4<f32>,
}

fn mover_of(body: u32) -> BodyMotion {
    return BodyMotion(states[body], poses[body].turn);
}

fn material_of(mover: BodyMotion) -> u32 {
    return mover.state.material_and_thickness & 0xffffu;
}

// Radius of the largest ball about the centre that is inside.
fn half_thickness_of(mover: BodyMotion) -> f32 {
    let root = f32(mover.state.material_and_thickness >> 16u) / 65535.0;
    return root * root * mover.state.contact_radius;
}

// A direction in the frame of the body's principal axes. Balls have any axes, also those of the world.
fn in_body(mover: BodyMotion, v: vec3<f32>) -> vec3<f32> {
    if BALLS_ONLY {
        return v;
    }
    return quat_turn_back(mover.turn, v);
}

// Velocity of a body's matter at `arm` from its centre.
fn velocity_at(mover: BodyMotion, arm: vec3<f32>) -> vec3<f32> {
    return mover.state.velocity + cross(mover.state.spin, arm);
}

// How readily the matter at `arm` gives way along n: 1/m + (arm x n) . I^-1 (arm x n).
fn mobility(mover: BodyMotion, arm: vec3<f32>, n: vec3<f32>) -> f32 {
    let lever = in_body(mover, cross(arm, n));
    return mover.state.inverse_mass + dot(lever * lever, mover.state.inverse_moments);
}

// How readily it turns about the unit vector `axis`: axis . I^-1 axis.
fn turn_mobility(mover: BodyMotion, axis: vec3<f32>) -> f32 {
    let own = in_body(mover, axis);
    return dot(own * own, mover.state.inverse_moments);
}
