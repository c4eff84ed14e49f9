// Half a step's worth of force at the end of the step; a state that is not finite is caught here.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(4) var<storage, read> loads: array<Load>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    if (poses[body].flags & FIXED_BODY) != 0u {
        return;
    }
    if !all_finite(loads[body].force) || !all_finite(loads[body].torque) {
        atomicOr(&control[STATUS], NOT_FINITE);
        atomicMin(&control[FIRST_OFFENDER], body);
        return;
    }
    let motion = half_kick(motions[body], loads[body].force, loads[body].torque, poses[body].kind);
    motions[body] = motion;
    look_ahead(body, motion);
}

// The velocity after a speed limit, with which the next step begins.
fn cut(velocity: vec3<f32>) -> vec3<f32> {
    if params.speed_limit == 0.0 {
        return velocity;
    }
    let speed = sqrt(dot(velocity, velocity));
    return velocity * min(params.speed_limit / max(speed, 1e-37), 1.0);
}

// Whether the body would go too far in the next step: then the batch ends with this one.
fn look_ahead(body: u32, motion: Motion) {
    let kind = poses[body].kind;
    let push = loads[body].force * kinds[kind].inverse_mass + params.gravity;
    let velocity = cut(fixed_to_float(velocity_of(motion), MOTION_UNIT)) + 0.5 * push;
    let momentum = fixed_to_float(momentum_of(motion), MOTION_UNIT);
    let spin = quat_turn_back(poses[body].turn, momentum) * kinds[kind].moments.xyz;
    let rim = spin * kinds[kind].levers;
    let travel = sqrt(dot(velocity, velocity)) + 0.5 * sqrt(dot(rim, rim));
    // Half of what the fixed point of velocities can hold is the most, which boulders among sand could exceed.
    if !(travel <= min(params.too_far * kinds[kind].half_thickness, 60.0)) {
        atomicStore(&control[OVERSPEED], 1u);
        atomicMin(&control[FIRST_OFFENDER], body);
    }
}
