// Half a kick by the forces at the start of the step, then motion without forces for the whole step.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(3) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(4) var<storage, read_write> turns: array<FixedTurn>;
@group(0) @binding(5) var<storage, read_write> loads: array<Load>;
@group(0) @binding(6) var<storage, read_write> states: array<BodyState>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let kind = poses[body].kind;
    if (poses[body].flags & FIXED_BODY) != 0u {
        states[body] =
            BodyState(vec3<f32>(0.0), 0.0, vec3<f32>(0.0), material_and_thickness(kind), vec3<f32>(0.0), kinds[kind].contact_radius);
        return;
    }
    let motion = half_kick(motions[body], loads[body].force, loads[body].torque, kind);
    motions[body] = motion;
    let place = fixed_add(Fixed3(poses[body].high, poses[body].low), fixed_motion_to_position(velocity_of(motion)));
    poses[body].high = place.high;
    poses[body].low = place.low;
    let momentum = fixed_to_float(momentum_of(motion), MOTION_UNIT);
    let before = turns[body];
    let old_spin = spin_of(turn_of(before), momentum, kind);
    let after = turn_freely(before, momentum, kind);
    turns[body] = after;
    let turn = turn_of(after);
    poses[body].turn = turn;
    let velocity = fixed_to_float(velocity_of(motion), MOTION_UNIT);
    let spin = spin_of(turn, momentum, kind);
    let moments = kinds[kind].moments;
    if kinds[kind].is_isotropic == 0u {
        // The energy that no contact sees; see TurnEnergy in src/motion/drift.rs.
        let change = spin - old_spin;
        let booked = -0.5 * dot(loads[body].torque, change);
        if params.corrects == 1u {
            loads[body].energy_error += 0.5 * dot(momentum / moments.w, change) + booked;
        } else {
            loads[body].turn_work = booked;
        }
    }
    states[body] =
        BodyState(velocity, kinds[kind].inverse_mass, spin, material_and_thickness(kind), moments.xyz * moments.w, kinds[kind].contact_radius);
    watch(body, velocity, place, kinds[kind].radius);
}

// The material, and the root of how thick a body is over its contact radius: good to some ten thousandths, which is enough for
// a share that is only looked at.
fn material_and_thickness(kind: u32) -> u32 {
    let root = sqrt(kinds[kind].half_thickness / kinds[kind].contact_radius);
    return kinds[kind].material | (u32(clamp(round(root * 65535.0), 1.0, 65535.0)) << 16u);
}

// Angular velocity in the world; the momentum is over the largest principal moment.
fn spin_of(turn: vec4<f32>, momentum: vec3<f32>, kind: u32) -> vec3<f32> {
    return quat_turn(turn, quat_turn_back(turn, momentum) * kinds[kind].moments.xyz);
}

// Too fast to be followed, or close to the end of the map.
fn watch(body: u32, velocity: vec3<f32>, place: Fixed3, radius: f32) {
    // What the end of the step before let pass, which looks ahead for bodies, is far below this.
    let limit = min(2.0 * params.too_far * radius, 62.0);
    // Written so that a velocity that is no number is caught as well.
    if !(dot(velocity, velocity) <= limit * limit) {
        report(TOO_FAST, body);
    }
    if any(abs(place.high) > vec3<i32>(0x70000000)) {
        report(OFF_THE_MAP, body);
    }
    if atomicLoad(&control[WALL_TURN]) != 0u {
        let from_origin = fixed_to_float(place, POSITION_UNIT);
        atomicMax(&control[REACH], bitcast<u32>(sqrt(dot(from_origin, from_origin))));
    }
}

// The least number of all bodies in trouble is kept: the same whichever comes first.
fn report(bit: u32, body: u32) {
    atomicOr(&control[STATUS], bit);
    atomicMin(&control[FIRST_OFFENDER], body);
}
