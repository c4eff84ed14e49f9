// Kicks and free turns. Needs pose.wgsl, packed_motion.wgsl, kinds.wgsl and a uniform `params`.

// Half of a step's force and gravity. Gravity is added in fixed point: rounded to a float's digits of a fast body's
// velocity, it would be wrong by per cents.
fn half_kick(motion: Motion, force: vec3<f32>, torque: vec3<f32>, kind: u32) -> Motion {
    let push = fixed_from_float(force * (0.5 * kinds[kind].inverse_mass) * MOTION_PER_UNIT);
    let twist = fixed_from_float(torque * (0.5 * kinds[kind].moments.w) * MOTION_PER_UNIT);
    let velocity = fixed_add(velocity_of(motion), fixed_add(push, params.half_gravity));
    return motion_of(velocity, fixed_add(momentum_of(motion), twist));
}

// The turn as floats, of unit length.
fn turn_of(turn: FixedTurn) -> vec4<f32> {
    let q = turn_as_is(turn);
    return q / sqrt(dot(q, q));
}

// Upper words count in 2^-30: the lower ones in 2^-62.
fn turn_as_is(turn: FixedTurn) -> vec4<f32> {
    return vec4<f32>(turn.high) * 9.313225746154785e-10 + vec4<f32>(turn.low) * TURN_UNIT;
}

// A turn by a small angle less the identity: (axis sin(a/2), cos(a/2) - 1), with all its digits.
fn small_turn(axis: vec3<f32>, half: f32) -> vec4<f32> {
    let whole = sine_cosine(half);
    let quarter = sine_cosine(0.5 * half);
    return vec4<f32>(axis * whole.x, -2.0 * quarter.x * quarter.x);
}

// (1 + p)(1 + q) - 1.
fn joined(p: vec4<f32>, q: vec4<f32>) -> vec4<f32> {
    return p + q + quat_product(p, q);
}

struct FreeTurn {
    // Turn so far, less the identity.
    change: vec4<f32>,
    // Angular momentum in the body's frame.
    momentum: vec3<f32>,
}

// The body turns about one of its axes, by `share` times its momentum about it; the momentum stays where it is in the
// world, and so turns the other way in the body.
fn about(turn: FreeTurn, axis: vec3<f32>, share: f32) -> FreeTurn {
    let half = 0.5 * share * dot(axis, turn.momentum);
    let sc = sine_cosine(half);
    let sin_cos = vec2<f32>(2.0 * sc.x * sc.y, sc.y * sc.y - sc.x * sc.x);
    let along = axis * dot(axis, turn.momentum);
    let across = turn.momentum - along;
    let turned = along + across * sin_cos.y - cross(axis, across) * sin_cos.x;
    return FreeTurn(joined(turn.change, small_turn(axis, half)), turned);
}

// A body that is as hard to turn about every axis turns about its momentum: one turn, and exact. Any other one, after
// Dullweber, Leimkuhler and McLachlan, in five: about z, y, x, y, z. `rates` are the largest principal moment over each.
fn turn_of_a_step(in_body: vec3<f32>, rates: vec3<f32>, is_isotropic: bool) -> vec4<f32> {
    if is_isotropic {
        let size = sqrt(dot(in_body, in_body));
        return small_turn(in_body / size, 0.5 * size);
    }
    var free = FreeTurn(vec4<f32>(0.0), in_body);
    free = about(free, vec3<f32>(0.0, 0.0, 1.0), 0.5 * rates.z);
    free = about(free, vec3<f32>(0.0, 1.0, 0.0), 0.5 * rates.y);
    free = about(free, vec3<f32>(1.0, 0.0, 0.0), rates.x);
    free = about(free, vec3<f32>(0.0, 1.0, 0.0), 0.5 * rates.y);
    free = about(free, vec3<f32>(0.0, 0.0, 1.0), 0.5 * rates.z);
    return free.change;
}

// A free turn of one step; the momentum is over the largest principal moment.
fn turn_freely(turn: FixedTurn, momentum: vec3<f32>, kind: u32) -> FixedTurn {
    if dot(momentum, momentum) == 0.0 {
        return turn;
    }
    let q = turn_of(turn);
    let in_body = quat_turn_back(q, momentum);
    let turned = turn_of_a_step(in_body, kinds[kind].moments.xyz, kinds[kind].is_isotropic != 0u);
    // q (1 + change) - q, and a pull back to unit length, which turns nothing.
    let as_is = turn_as_is(turn);
    let excess = 1.0 - dot(as_is, as_is);
    let pull = select(0.0, 0.5 * excess, abs(excess) > 5e-7);
    let change = quat_product(q, turned) + q * pull;
    let low = fixed_from_float(change.xyz * TURN_PER_UNIT);
    let last = fixed_from_float(vec3<f32>(change.w * TURN_PER_UNIT, 0.0, 0.0));
    let xyz = fixed_add(Fixed3(turn.high.xyz, turn.low.xyz), low);
    let w = fixed_add(Fixed3(turn.high.www, turn.low.www), last);
    return FixedTurn(vec4<i32>(xyz.high, w.high.x), vec4<u32>(xyz.low, w.low.x));
}
