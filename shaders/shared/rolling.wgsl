// Moments of a contact against rolling and twisting. Needs law.wgsl and levers.wgsl. Functions have the names of their twins in
// src/force/rolling.rs. The unit of time is the step.

// A contact whose bodies turn against each other.
struct RollingKinematics {
    // Normals of the last step and of this one.
    old_normal: vec3<f32>,
    normal: vec3<f32>,
    // Angular velocity of B less that of A.
    turning: vec3<f32>,
    // Mean spin about the normal.
    spin: f32,
    // R* of the two bodies.
    radius: f32,
    normal_force: f32,
    stiffness: f32,
    // Effective moments of inertia: of rolling about the contact point, of turning about the centres, of twisting.
    inertia: vec3<f32>,
}

// How readily a body rolls: turns about the axis through the point at `arm`, with the inertia I + m |axis x arm|^2.
fn roll_mobility(mover: BodyMotion, arm: vec3<f32>, axis: vec3<f32>) -> f32 {
    let turn = turn_mobility(mover, axis);
    let lever = cross(axis, arm);
    let inverse_mass = mover.state.inverse_mass;
    return select(0.0, turn * inverse_mass / (inverse_mass + turn * dot(lever, lever)), turn > 0.0);
}

fn angular_energy(square: f32, stiffness: f32) -> f32 {
    return 0.5 * square / max(stiffness, LEAST_STIFFNESS);
}

// Stiffnesses of the springs against rolling and twisting.
fn rolling_stiffnesses(law: Law, contact: RollingKinematics) -> vec2<f32> {
    let size = law.rolling_frictions * contact.radius;
    return ROLLING_STIFFNESS * contact.stiffness * size * size * vec2<f32>(1.0, law.tangential_ratio);
}

// Strength of the dashpot of a spring, by the inertia that swings on it and the one that it may meet.
fn rolling_dashpot(law: Law, stiffness: f32, swings: f32, turns: f32) -> f32 {
    return min(2.0 * law.rolling_damping * sqrt(stiffness * swings), MOST_DAMPED * turns);
}

// What a change of the normal load leaves of the springs: the share of their moments, and energy that is locked in.
fn rolling_unloaded(law: Law, least: f32, energy: f32) -> vec2<f32> {
    if is_linear(law) || energy <= 0.0 {
        return vec2<f32>(1.0, 0.0);
    }
    return vec2<f32>(select(1.0, energy / least, energy <= least && least > 0.0), max(energy - least, 0.0));
}

// The moments of this step, and what was turned into heat.
fn roll(law: Law, contact: RollingKinematics, before: Rolling) -> Rolling {
    let n = contact.normal;
    let about = dot(contact.turning, n);
    let rolling = contact.turning - n * about;
    let stiffness = rolling_stiffnesses(law, contact);
    let most = law.rolling_frictions * (contact.radius * contact.normal_force);
    let twisted = dot(before.spring, contact.old_normal);
    let rolled = turned_with(before.spring - contact.old_normal * twisted, contact.old_normal, n, contact.spin);
    let least = angular_energy(dot(rolled, rolled), stiffness.x) + angular_energy(twisted * twisted, stiffness.y);
    let kept = rolling_unloaded(law, least, before.energy);

    let pull = rolled * kept.x - rolling * stiffness.x;
    let spring = at_most(pull, most.x);
    let drag = rolling * -rolling_dashpot(law, stiffness.x, contact.inertia.x, contact.inertia.y);
    let twist_pull = twisted * kept.x - about * stiffness.y;
    let twist = clamp(twist_pull, -most.y, most.y);
    let twist_drag = -about * rolling_dashpot(law, stiffness.y, contact.inertia.z, contact.inertia.z);

    let holds = dot(pull, pull) <= most.x * most.x && abs(twist_pull) <= most.y;
    var after: Rolling;
    after.spring = spring + n * twist;
    after.energy = angular_energy(dot(spring, spring), stiffness.x) + angular_energy(twist * twist, stiffness.y)
        + select(0.0, kept.y, holds);
    after.moment = held(spring, drag, most.x) + n * clamp(twist + twist_drag, -most.y, most.y);
    after.heat = before.energy - after.energy - 0.5 * dot(before.moment + after.moment, contact.turning);
    return after;
}

// The end of a contact: the moment of the last step acts for half a step more; the energy of the springs is lost as heat.
fn roll_out(before: Rolling, turning: vec3<f32>) -> Rolling {
    var after: Rolling;
    after.heat = before.energy - 0.5 * dot(before.moment, turning);
    return after;
}
