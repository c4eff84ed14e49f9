// Bodies as contacts see them: the motion of their matter, and how readily it gives way. Needs pose.wgsl and state.wgsl, and
// arrays `poses` and `states`.

// Velocity of a body's matter at `arm` from its centre.
fn velocity_at(body: u32, arm: vec3<f32>) -> vec3<f32> {
    return states[body].velocity + cross(states[body].spin, arm);
}

// How readily the matter at `arm` gives way along n: 1/m + (arm x n) . I^-1 (arm x n).
fn mobility(body: u32, arm: vec3<f32>, n: vec3<f32>) -> f32 {
    let lever = quat_turn_back(poses[body].turn, cross(arm, n));
    return states[body].inverse_mass + dot(lever * lever, states[body].inverse_moments);
}

// How readily it turns about the unit vector `axis`: axis . I^-1 axis.
fn turn_mobility(body: u32, axis: vec3<f32>) -> f32 {
    let own = quat_turn_back(poses[body].turn, axis);
    return dot(own * own, states[body].inverse_moments);
}
