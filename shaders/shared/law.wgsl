// The law of a contact: forces from overlap, motion and history. Needs math.wgsl, cohesion.wgsl and force/spread.wgsl. Functions
// have the names of their twins in src/force: normal.rs, friction.rs, accounts.rs, law.rs and parting.rs; what pulls is in
// cohesion.wgsl.
// The unit of time is the step, so that a velocity is what is moved in a step.

// A contact at one instant. Velocities are those of the middle of the step.
struct ContactKinematics {
    overlap: f32,
    normal: vec3<f32>,
    arm_a: vec3<f32>,
    arm_b: vec3<f32>,
    // Velocity of B's matter at the contact point less that of A's.
    velocity: vec3<f32>,
    // The same where the contact point was in the last step.
    velocity_before: vec3<f32>,
    // Spin about the normal, on average.
    spin: f32,
    // Effective mass along the normal.
    mass: f32,
    // The same along the velocity across the normal.
    mass_across: f32,
    // Angular velocity of B less that of A.
    turning: vec3<f32>,
    // Second moments of the patch in the axes `tangents(normal)`; see spread.wgsl.
    spread: vec3<f32>,
    // Effective moment of inertia about the axis of the moment against rocking, `rocking_of`.
    inertia: f32,
    // Of what contacts beside it share: the part that is taken off this one, and how deep it is.
    shared_with: vec2<f32>,
    // What pulls the bodies together.
    pull: Pull,
}

// The law of two bodies, from that of their materials and 1 / R of both, 0 of a wall: k = 4/3 E* sqrt(R*) of elastic constants.
fn of_radii(law: Law, curvatures: vec2<f32>) -> Law {
    var own = law;
    if BY_RADIUS && (law.bits & LAW_BY_RADIUS) != 0u {
        own.stiffness /= sqrt(curvatures.x + curvatures.y);
        own.steady_stiffness = own.stiffness;
    }
    if COHESIVE {
        own = of_radius(own, 1.0 / (curvatures.x + curvatures.y));
    }
    return own;
}

// The same where they touch, with the sum of the curvatures of both surfaces there.
fn at_place(law: Law, curvatures: vec2<f32>, local: f32) -> Law {
    var own = law;
    if BY_CURVATURE && (law.bits & LAW_BY_CURVATURE) != 0u {
        own.stiffness = law.steady_stiffness * sqrt((curvatures.x + curvatures.y) / local);
    }
    return own;
}

// Of the two bodies, wherever they touch.
fn steady_stiffness(law: Law) -> f32 {
    if BY_CURVATURE {
        return law.steady_stiffness;
    }
    return law.stiffness;
}

fn is_linear(law: Law) -> bool {
    return LINEAR_ONLY || law.exponent == 1.0;
}

// At this overlap the spring has what presses the bodies together; 0 across a gap.
fn spring_overlap(contact: ContactKinematics) -> f32 {
    if COHESIVE {
        return contact.pull.overlap;
    }
    return contact.overlap;
}

fn elastic_force(law: Law, overlap: f32) -> f32 {
    if LINEAR_ONLY {
        return law.stiffness * overlap;
    }
    return law.stiffness * select(power(overlap, law.exponent), overlap, law.exponent == 1.0);
}

fn elastic_energy(law: Law, overlap: f32) -> f32 {
    return elastic_force(law, overlap) * overlap / (law.exponent + 1.0);
}

// Energy of the overlap, with the potential of what pulls.
fn energy_of(law: Law, contact: ContactKinematics) -> f32 {
    let spring = elastic_energy(law, spring_overlap(contact)) * own_share(law, contact).y;
    if COHESIVE {
        return spring + contact.pull.energy * own_pull(contact).y;
    }
    return spring;
}

fn tangent_stiffness(law: Law, overlap: f32) -> f32 {
    if COHESIVE && !(overlap > 0.0) {
        return 0.0;
    }
    if LINEAR_ONLY {
        return law.stiffness;
    }
    return select(law.exponent * elastic_force(law, overlap) / overlap, law.stiffness, law.exponent == 1.0);
}

// How far a contact is one with those beside it: from 0, not at all, to 1.
fn likeness(overlap: f32, shared_with: vec2<f32>) -> f32 {
    return select(0.0, clamp(shared_with.y / overlap, 0.0, 1.0), shared_with.x > 0.0);
}

// The share of its force that a contact has for itself; and of its energy.
fn own_share(law: Law, contact: ContactKinematics) -> vec2<f32> {
    let like = likeness(contact.overlap, contact.shared_with);
    if like == 0.0 {
        return vec2<f32>(1.0);
    }
    var powered = like;
    if !is_linear(law) {
        powered = power(like, law.exponent);
    }
    return 1.0 - contact.shared_with.x * vec2<f32>(powered, powered * like);
}

// The same of a pull that does not change with the overlap, and of its potential.
fn own_pull(contact: ContactKinematics) -> vec2<f32> {
    let like = likeness(contact.overlap, contact.shared_with);
    return select(vec2<f32>(1.0), 1.0 - contact.shared_with.x * vec2<f32>(1.0, like), like > 0.0);
}

fn tangential_stiffness(law: Law, contact: ContactKinematics) -> f32 {
    return law.tangential_ratio * tangent_stiffness(law, spring_overlap(contact)) * own_share(law, contact).x;
}

fn at_most(v: vec3<f32>, length: f32) -> vec3<f32> {
    let size = sqrt(dot(v, v));
    return select(v, v * (length / max(size, 1e-37)), size > length);
}

// By which share the elastic force is changed to take the energy error back, that of this step included.
fn changed_share(law: Law, contact: ContactKinematics, plain: f32, history: History) -> f32 {
    let work = -plain * dot(contact.normal, contact.velocity);
    if law.correction == 0.0 || work == 0.0 {
        return 0.0;
    }
    let energy = energy_of(law, contact);
    let old_work = history.elastic_push * dot(history.normal, contact.velocity_before);
    // What neighbouring contacts hand to each other is no error of this step: only their common account tells.
    let own = 0.5 * (old_work - work) + energy - history.elastic;
    let made = select(-0.5 * history.energy_error, own, contact.shared_with.x == 0.0);
    let still = AT_REST * abs(energy);
    let pace = select(work / still, 1.0, abs(work) >= still);
    let most = MOST_CHANGED * min(pace * pace, 1.0);
    return clamp((history.energy_error + made * law.correction) / work, -most, most);
}

// The tangential vector `spring` carried from the old normal to the new one, turned by `spin` about it; its length is kept.
fn turned_with(spring: vec3<f32>, old: vec3<f32>, new_normal: vec3<f32>, spin: f32) -> vec3<f32> {
    let size = sqrt(dot(spring, spring));
    if size == 0.0 {
        return spring;
    }
    let c = cross(old, new_normal);
    let cos = dot(old, new_normal);
    let carried = spring * cos + cross(c, spring) + c * (dot(c, spring) / max(1.0 + cos, 1e-7));
    let turned = carried + cross(new_normal, carried) * spin;
    return unit_or(turned - new_normal * dot(new_normal, turned), vec3<f32>(0.0)) * size;
}

// A tangential spring after a change of the normal load.
struct Kept {
    spring: vec3<f32>,
    // What turns its length into its force.
    unit: f32,
    // How much longer it becomes by sliding, over the way that is slid.
    gain: f32,
    // Energy beyond that of its force.
    locked: f32,
}

// What a change of the normal load makes of the spring; see src/force/friction.rs.
fn unloaded(law: Law, stiffness: f32, carried: vec3<f32>, tangential: f32) -> Kept {
    if LINEAR_ONLY || (law.bits & LAW_KEEPS_ELONGATION) != 0u {
        return Kept(carried, stiffness, 1.0, 0.0);
    }
    let unit = law.tangential_ratio * steady_stiffness(law);
    let gain = max(stiffness / unit, LEAST_GAIN);
    if OF_OTHER_CODES && (law.bits & LAW_ADDS_INCREMENTS) != 0u {
        return Kept(carried, unit, gain, 0.0);
    }
    let least = 0.5 * unit / gain * dot(carried, carried);
    if tangential <= 0.0 {
        return Kept(carried, unit, gain, 0.0);
    }
    let share = select(1.0, tangential / least, tangential <= least);
    return Kept(carried * share, unit, gain, max(tangential - least, 0.0));
}

// Friction: the spring is turned with the contact, stretched by the sliding of this step, and held to Coulomb's limit. Its
// dashpot has what the spring leaves of the limit. The fourth number is the energy of the spring.
fn friction_force(
    law: Law,
    contact: ContactKinematics,
    strength: f32,
    load: f32,
    history: ptr<function, History>,
) -> vec4<f32> {
    if law.friction == 0.0 {
        return vec4<f32>(0.0);
    }
    let n = contact.normal;
    let sliding = contact.velocity - n * dot(contact.velocity, n);
    let carried = turned_with((*history).spring, (*history).normal, n, contact.spin);
    let kept = unloaded(law, tangential_stiffness(law, contact), carried, (*history).tangential);
    let spring = kept.spring + sliding * kept.gain;
    let viscous = min(strength * sqrt(law.tangential_ratio), MOST_DAMPED_ACROSS * contact.mass_across);
    let pull = -spring * kept.unit;
    let limit = law.friction * load;
    let size = sqrt(dot(pull, pull));
    let unit_energy = 0.5 * kept.unit / kept.gain;
    if pulls(law) {
        let force = unbounded_friction(law, pull, -sliding * viscous, limit);
        // The spring that is left is that of the force, where it slips.
        let stretched = select(spring, force.xyz / -kept.unit, force.w > 0.0);
        (*history).spring = stretched;
        return vec4<f32>(force.xyz, unit_energy * dot(stretched, stretched) + kept.locked);
    }
    if size <= limit {
        (*history).spring = spring;
        return vec4<f32>(held(pull, -sliding * viscous, limit), unit_energy * dot(spring, spring) + kept.locked);
    }
    // Slipping: the spring is as long as the limit allows.
    let slipped = spring * (limit / size);
    (*history).spring = slipped;
    return vec4<f32>(pull * (limit / size), unit_energy * dot(slipped, slipped));
}

// Dashpots that may pull, as many codes have them; src/force/unbounded.rs.
fn pulls(law: Law) -> bool {
    return OF_OTHER_CODES && (law.bits & LAW_PULLS) != 0u;
}

// What a dashpot adds to the elastic force: `plain` is its force without any bound.
fn damped_push(law: Law, elastic: f32, plain: f32) -> f32 {
    return select(max(plain, -elastic), plain, pulls(law));
}

// The force along the normal by which Coulomb's limit goes.
fn load_of_friction(law: Law, elastic: f32, normal_force: f32) -> f32 {
    return select(normal_force, elastic, pulls(law));
}

// Friction from the forces of the spring and of its dashpot, and a limit; the fourth number is 1 where the contact slips.
fn unbounded_friction(law: Law, pull: vec3<f32>, drag: vec3<f32>, limit: f32) -> vec4<f32> {
    let judged = select(pull, pull + drag, (law.bits & LAW_SLIPS_TOGETHER) != 0u);
    let size = sqrt(dot(judged, judged));
    if size <= limit {
        return vec4<f32>(pull + drag, 0.0);
    }
    return vec4<f32>(judged * (limit / size), 1.0);
}

// A force and as much of another as keeps the sum within a limit, which the first one does not exceed.
fn held(first: vec3<f32>, second: vec3<f32>, limit: f32) -> vec3<f32> {
    let sum = first + second;
    if sqrt(dot(sum, sum)) <= limit {
        return sum;
    }
    // In shares of the second force, whose square may be too small for f32.
    let strength = sqrt(dot(second, second));
    let along = dot(first, second / strength);
    let room = max((limit - sqrt(dot(first, first))) * (limit + sqrt(dot(first, first))), 0.0);
    let root = sqrt(along * along + room);
    let length = select(root - along, room / (along + root), along > 0.0);
    return first + second * (length / strength);
}

// Strength of the normal dashpot: at most what takes a set share of the motion of the contact in one step.
fn dashpot(law: Law, contact: ContactKinematics) -> f32 {
    let root = sqrt(tangent_stiffness(law, spring_overlap(contact)) / law.exponent * contact.mass);
    return min(law.damping * root, MOST_DAMPED * contact.mass) * own_share(law, contact).x;
}

// The forces of a contact in this step, in its history.
fn apply(law: Law, contact: ContactKinematics, history: ptr<function, History>) {
    let n = contact.normal;
    if ((*history).flags & HISTORY_PARTING) != 0u {
        (*history).spring = vec3<f32>(0.0);
    }
    let closing = -dot(contact.velocity, n);
    let heat = begin(law, history);
    var plain = elastic_force(law, spring_overlap(contact)) * own_share(law, contact).x;
    var pull = 0.0;
    if COHESIVE {
        pull = contact.pull.force * own_pull(contact).x;
        plain -= pull;
    }
    let elastic = plain * (1.0 + changed_share(law, contact, plain, *history));
    var pressing = elastic;
    if COHESIVE {
        pressing = max(elastic + pull, 0.0);
    }
    let strength = dashpot(law, contact);
    // Dashpots do not pull, unless a scene says so: damping may take away all of what presses the bodies together and no more.
    let damped = damped_push(law, pressing, strength * closing);
    let load = pressing + damped;
    let friction = friction_force(law, contact, strength, load_of_friction(law, pressing, load), history);
    let couple = spread_couple(law, contact, strength, max(load, 0.0));
    let couple_work = 0.5 * dot((*history).couple + couple, contact.turning);
    settle_accounts(law, contact, elastic, damped, friction, history);
    (*history).couple = couple;
    (*history).dissipated_damping += heat - couple_work;
}

// What presses the bodies together, from the forces along the normal and what pulls against them.
fn load_of(elastic_push: f32, damping_push: f32, pull: f32) -> f32 {
    return max(max(elastic_push + pull, 0.0) + damping_push, 0.0);
}

// Work and energy of the step: forces act for half a step at its start, with the arms of then, and half at its end.
fn settle_accounts(
    law: Law,
    contact: ContactKinematics,
    elastic_push: f32,
    damping_push: f32,
    rubbing: vec4<f32>,
    history: ptr<function, History>,
) {
    let friction = rubbing.xyz;
    let tangential = rubbing.w;
    let apart_before = dot((*history).normal, contact.velocity_before);
    let apart = dot(contact.normal, contact.velocity);
    let elastic_work = 0.5 * ((*history).elastic_push * apart_before + elastic_push * apart);
    let damping_work = 0.5 * ((*history).damping_push * apart_before + damping_push * apart);
    let friction_work = 0.5 * (dot((*history).friction_force, contact.velocity_before) + dot(friction, contact.velocity));
    let elastic = energy_of(law, contact);
    let made = elastic_work + elastic - (*history).elastic;
    (*history).dissipated_damping = -damping_work;
    (*history).dissipated_friction = -friction_work - (tangential - (*history).tangential);
    (*history).error_left = 0.0;
    (*history).patch_work = made * law.patch_depth;
    (*history).energy_error += made * law.correction;
    (*history).flags = HISTORY_TOUCHING;
    (*history).normal = contact.normal;
    (*history).arm_a = contact.arm_a;
    (*history).arm_b = contact.arm_b;
    (*history).elastic_push = elastic_push;
    (*history).damping_push = damping_push;
    (*history).friction_force = friction;
    (*history).force = contact.normal * (elastic_push + damping_push) + friction;
    (*history).elastic = elastic;
    (*history).tangential = tangential;
}

fn fresh_history() -> History {
    var history: History;
    return history;
}

// A contact whose bodies have come apart. Velocities are those of the middle of the step.
struct Parting {
    // Velocity of B's matter less that of A's where the contact was in the last step.
    velocity_before: vec3<f32>,
    // Angular velocity of B less that of A.
    turning: vec3<f32>,
    // From the centres to the middle between the two places where the contact was on the bodies.
    arm_a: vec3<f32>,
    arm_b: vec3<f32>,
    // Velocity of B's matter less that of A's there, and effective mass along the last normal.
    velocity: vec3<f32>,
    mass: f32,
    // The same along the velocity.
    mass_of_motion: f32,
    // Energy errors of A and B, and how many of them can move.
    body_errors: vec2<f32>,
    movable: f32,
}

// Ends a contact. Where energy errors are taken back, one step follows in which the contact has the force that does so.
fn release(law: Law, parting: Parting, history: History) -> History {
    var done = close(law, parting, history);
    if (history.flags & HISTORY_TOUCHING) != 0u && law.correction > 0.0 {
        done.spring = vec3<f32>(parting.body_errors, 0.0);
        part(parting, history.normal, done.energy_error + parting.body_errors.x + parting.body_errors.y, &done);
    } else {
        done.error_left = done.energy_error / max(parting.movable, 1.0);
        done.energy_error = 0.0;
    }
    return done;
}

// Ends a contact without a last force: the forces of the last step act for half a step more; the spring's energy is lost as heat.
fn close(law: Law, parting: Parting, history: History) -> History {
    var ended = fresh_history();
    let before = parting.velocity_before;
    let apart = dot(history.normal, before);
    // The last force is there for the sake of the error alone.
    let was_parting = (history.flags & HISTORY_PARTING) != 0u;
    let broken = broken_energy(law, history);
    let made = 0.5 * history.elastic_push * apart - history.elastic + broken;
    ended.flags = select(HISTORY_ENDED, HISTORY_LEFT, was_parting);
    ended.dissipated_damping = broken - 0.5 * (history.damping_push * apart + dot(history.couple, parting.turning));
    ended.dissipated_friction = history.tangential - 0.5 * dot(history.friction_force, before);
    ended.patch_work = select(made * law.patch_depth, 0.0, was_parting);
    ended.energy_error = history.energy_error + select(made * law.correction, made, was_parting);
    return ended;
}

// The impulse that takes an energy error back, J v + J^2 / (2 m) = -error: half of it now and half of it in the next step. None,
// where the bodies do not part or it would change their velocity by more than a set share, is told by the second number.
fn impulse_for(error: f32, speed: f32, mass: f32) -> vec2<f32> {
    let square = speed * speed - 2.0 * error / mass;
    if speed <= 0.0 || square < 0.0 {
        return vec2<f32>(0.0, 0.0);
    }
    let impulse = -2.0 * error / (speed + sqrt(square));
    return vec2<f32>(impulse, select(0.0, 1.0, abs(impulse) <= MOST_CORRECTED * mass * speed));
}

// The force that takes an energy error back: along the last normal if it can, else along the motion of the bodies.
fn part(parting: Parting, normal: vec3<f32>, error: f32, history: ptr<function, History>) {
    var direction = normal;
    var impulse = impulse_for(error, dot(normal, parting.velocity), parting.mass);
    if impulse.y == 0.0 {
        direction = unit_or(parting.velocity, vec3<f32>(0.0));
        let speed = dot(direction, parting.velocity);
        impulse = impulse_for(error, speed, parting.mass_of_motion);
        let most = MOST_CORRECTED * parting.mass_of_motion * speed;
        impulse.x = select(select(most, -most, error > 0.0), impulse.x, impulse.y == 1.0);
    }
    (*history).flags |= HISTORY_PARTING;
    (*history).normal = direction;
    (*history).arm_a = parting.arm_a;
    (*history).arm_b = parting.arm_b;
    (*history).elastic_push = impulse.x;
    (*history).force = direction * impulse.x;
    (*history).energy_error = error + 0.5 * impulse.x * dot(direction, parting.velocity);
}

// Of two moments of mobility, how heavily they turn together.
fn together(a: f32, b: f32) -> f32 {
    return 1.0 / max(a + b, 1e-37);
}

// The direction of a motion or turn across the unit vector n, or n itself.
fn across(motion: vec3<f32>, n: vec3<f32>) -> vec3<f32> {
    return unit_or(motion - n * dot(motion, n), n);
}
