// What slows bodies down beside their contacts, before they move: drag for a whole step, and a speed limit; see src/motion/drag.rs.
// What is taken is added up by workgroups since the batch began.

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<uniform> drag: Drag;
@group(0) @binding(3) var<storage, read> poses: array<Pose>;
@group(0) @binding(4) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(5) var<storage, read_write> drag_sums: array<u32>;

// What was taken from the bodies of a workgroup, lower word first, and how many were cut.
var<workgroup> taken: array<atomic<u32>, DRAG_WORDS>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = group.y * GROUPS_IN_ROW + group.x;
    if number >= (word(BODIES) + WORKGROUP - 1u) / WORKGROUP || word(STATUS) != 0u {
        return;
    }
    if local < DRAG_WORDS {
        atomicStore(&taken[local], 0u);
    }
    workgroupBarrier();
    let body = number * WORKGROUP + local;
    if body < word(BODIES) && (poses[body].flags & FIXED_BODY) == 0u {
        let slowed = slow(body);
        let heat = fixed_from_float(vec3<f32>(slowed.x * params.heat_per_unit, 0.0, 0.0));
        let before = atomicAdd(&taken[0], heat.low.x);
        atomicAdd(&taken[1], bitcast<u32>(heat.high.x) + select(0u, 1u, before + heat.low.x < before));
        atomicAdd(&taken[2], u32(slowed.y));
    }
    workgroupBarrier();
    if local == 0u {
        let at = number * DRAG_WORDS;
        let low = drag_sums[at] + atomicLoad(&taken[0]);
        drag_sums[at + 1u] += atomicLoad(&taken[1]) + select(0u, 1u, low < drag_sums[at]);
        drag_sums[at] = low;
        drag_sums[at + 2u] += atomicLoad(&taken[2]);
    }
}

// Slows a body down. Returns the energy that was taken, and 1 where its speed was cut.
fn slow(body: u32) -> vec2<f32> {
    let kind = poses[body].kind;
    let velocity = fixed_to_float(velocity_of(motions[body]), MOTION_UNIT);
    // Subtracted as integers: bodies may move with the fluid all but exactly.
    let relative = fixed_to_float(fixed_sub(velocity_of(motions[body]), drag.fluid_velocity), MOTION_UNIT);
    var change = relative * -lost_velocity(sqrt(dot(relative, relative)), kind);
    let after = velocity + change;
    let speed = sqrt(dot(after, after));
    let cut = speed > drag.cut_above;
    if cut {
        change += after * ((drag.speed_limit - speed) / speed);
    }
    let momentum = fixed_to_float(momentum_of(motions[body]), MOTION_UNIT);
    let in_body = quat_turn_back(poses[body].turn, momentum);
    let lost = in_body * lost_spin(kind);
    // In fixed point: as a float of the whole, a small change would be wrong by per cents.
    motions[body] = motion_of(
        fixed_add(velocity_of(motions[body]), fixed_from_float(change * MOTION_PER_UNIT)),
        fixed_sub(momentum_of(motions[body]), fixed_from_float(quat_turn(poses[body].turn, lost) * MOTION_PER_UNIT)),
    );
    let moments = kinds[kind].moments;
    let of_motion = -0.5 * dot(change, 2.0 * velocity + change) / kinds[kind].inverse_mass;
    let of_spin = 0.5 * dot(lost * (2.0 * in_body - lost), moments.xyz) / moments.w;
    return vec2<f32>(of_motion + of_spin, select(0.0, 1.0, cut));
}

// Share of its velocity relative to the fluid that a body loses in a step.
fn lost_velocity(speed: f32, kind: u32) -> f32 {
    let radius = kinds[kind].contact_radius;
    let rate = drag.rates.x + drag.viscous.x * radius * kinds[kind].inverse_mass;
    let lost = lost_share(rate);
    let span = select(1.0, lost / rate, rate > 1e-30);
    let thrust = drag.quadratic * radius * radius * kinds[kind].inverse_mass * speed * span;
    return (lost + thrust) / (1.0 + thrust);
}

// The same of angular momentum, about each principal axis.
fn lost_spin(kind: u32) -> vec3<f32> {
    let radius = kinds[kind].contact_radius;
    let moments = kinds[kind].moments;
    let rates = drag.rates.y + drag.viscous.y * radius * radius * radius * moments.xyz * moments.w;
    return vec3<f32>(lost_share(rates.x), lost_share(rates.y), lost_share(rates.z));
}

// 1 - e^-x, for x >= 0.
fn lost_share(x: f32) -> f32 {
    if x > 0.5 {
        return 1.0 - power(2.718281828, -x);
    }
    // x - x^2/2! + x^3/3! and so on: the first term left out is below 1e-9 of the sum.
    return x * (1.0 - x * 0.5 * (1.0 - x * 0.33333333 * (1.0 - x * 0.25 * (1.0 - x * 0.2 * (1.0 - x * 0.16666667
        * (1.0 - x * 0.14285714 * (1.0 - x * 0.125)))))));
}
