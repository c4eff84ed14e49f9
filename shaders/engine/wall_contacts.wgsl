// The law for contacts with walls: from the contacts that were found to their forces, kept in the history of each slot.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(4) var<storage, read> wall_links: array<WallLink>;
@group(0) @binding(5) var<storage, read_write> wall_histories: array<History>;
@group(0) @binding(6) var<storage, read> laws: array<Law>;
@group(0) @binding(7) var<storage, read> loads: array<Load>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= atomicLoad(&control[WALL_LINKS]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let surface = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[k].surface;
    let found = acting(k, surface);
    // What ends beside others leaves its energy error to them; of several that end together, the strongest has all of it.
    let last = last_to_part(k, found);
    // Few of the slots hold a contact.
    for (var slots = (found | remembered(k)) & ~last; slots != 0u; slots &= slots - 1u) {
        act(k, firstTrailingBit(slots), surface, found);
    }
    var left = 0.0;
    if law_of(mover_of(wall_links[k].body), surface).correction > 0.0 {
        left = share_error(k, last);
    }
    if last != 0u {
        end_contact(k, k * MAX_CONTACTS + firstTrailingBit(last), surface, true, left);
    }
}

// Slots that hold a contact: at planes, one across a gap is found wherever grains may be held, and acts where these are.
fn acting(k: u32, surface: u32) -> u32 {
    let slots = wall_links[k].slots;
    if !COHESIVE || slots != 1u || surfaces[surface].form != PLANE {
        return slots;
    }
    let touched = (wall_histories[k * MAX_CONTACTS].flags & HISTORY_TOUCHING) != 0u;
    let far = reach(law_of(mover_of(wall_links[k].body), surface), touched);
    return select(0u, 1u, wall_links[k].contacts[0].overlap > -far);
}

// Of the contacts of a grain that is clear of a wall, the one that touched and had the most energy, as a bit; none where there is
// none, or where the grain still touches.
fn last_to_part(k: u32, found: u32) -> u32 {
    var last = 0u;
    var most = -1.0;
    for (var slot = 0u; slot < MAX_CONTACTS && found == 0u; slot++) {
        let at = k * MAX_CONTACTS + slot;
        if (wall_histories[at].flags & HISTORY_TOUCHING) != 0u && wall_histories[at].elastic >= most {
            most = wall_histories[at].elastic;
            last = 1u << slot;
        }
    }
    return last;
}

// Slots that held a contact in the last step or whose contact ended in it, bit by bit.
fn remembered(k: u32) -> u32 {
    var slots = 0u;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        slots |= select(0u, 1u << slot, wall_histories[k * MAX_CONTACTS + slot].flags != 0u);
    }
    return slots;
}

// What the contact of a slot does, or its end.
fn act(k: u32, slot: u32, surface: u32, found: u32) {
    let at = k * MAX_CONTACTS + slot;
    let flags = wall_histories[at].flags;
    let touching = (found & (1u << slot)) != 0u;
    let acted = (flags & (HISTORY_TOUCHING | HISTORY_PARTING)) != 0u;
    if !touching && acted {
        end_contact(k, at, surface, false, 0.0);
    }
    if !touching && !acted && flags != 0u {
        wall_histories[at] = fresh_history();
    }
    if touching {
        apply_at(k, slot, surface);
    }
}

// The energy error of one contact of a grain with a wall is that of all of them, also what one leaves that has ended. Where none
// touches, what was left is taken off them for the last one to part, and returned.
fn share_error(k: u32, last: u32) -> f32 {
    var energy = 0.0;
    var left = 0.0;
    var error = 0.0;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        let touches = (wall_histories[at].flags & HISTORY_TOUCHING) != 0u && last == 0u;
        energy += select(0.0, wall_histories[at].elastic, touches);
        error += select(0.0, wall_histories[at].energy_error, touches);
        left += wall_histories[at].error_left;
    }
    if last == 0u && energy <= 0.0 {
        return 0.0;
    }
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        wall_histories[at].error_left = 0.0;
        if (wall_histories[at].flags & HISTORY_TOUCHING) != 0u && last == 0u {
            wall_histories[at].energy_error = (error + left) * (wall_histories[at].elastic / energy);
        }
    }
    return left;
}

// Velocity of the wall's matter at an arm from its centre.
fn wall_velocity(surface: u32, arm: vec3<f32>) -> vec3<f32> {
    return surfaces[surface].velocity + cross(surfaces[surface].angular_velocity, arm);
}

fn law_of(mover: BodyMotion, surface: u32) -> Law {
    let law = laws[material_of(mover) * atomicLoad(&control[MATERIALS]) + surfaces[surface].material];
    // Walls are taken as flat.
    let own = of_radii(law, vec2<f32>(1.0 / mover.state.contact_radius, 0.0));
    if COHESIVE && surfaces[surface].form != PLANE {
        return at_round_wall(own);
    }
    return own;
}

// Half a step's work of the wall's motion against force and couple of a contact at which its velocity is `velocity`.
fn half_wall_work(history: History, surface: u32, velocity: vec3<f32>) -> f32 {
    var couple = history.couple;
    if ROLLS {
        couple += history.rolling.moment;
    }
    return -0.5 * (dot(history.force, velocity) + dot(couple, surfaces[surface].angular_velocity));
}

// The contact along whose normal a new one is most: if it begins as a part of that one it has its spring, as far as both are
// one.
fn slot_beside(k: u32, n: vec3<f32>) -> u32 {
    var best = k * MAX_CONTACTS;
    var most = -2.0;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        if (wall_histories[at].flags & HISTORY_TOUCHING) != 0u && dot(wall_histories[at].normal, n) >= most {
            most = dot(wall_histories[at].normal, n);
            best = at;
        }
    }
    return best;
}

fn apply_at(k: u32, slot: u32, surface: u32) {
    let body = wall_links[k].body;
    let at = k * MAX_CONTACTS + slot;
    let mover = mover_of(body);
    let contact = wall_links[k].contacts[slot];
    let n = contact.normal;
    let arm_a = contact.arm;
    let from_center = fixed_sub(Fixed3(poses[body].high, poses[body].low), surfaces[surface].center);
    let arm_b = arm_a + fixed_to_float(from_center, POSITION_UNIT);
    var history = wall_histories[at];
    let shared_with = vec2<f32>(contact.shared_part, contact.shared_depth);
    if (history.flags & HISTORY_TOUCHING) == 0u && shared_with.x > 0.0 {
        let beside = slot_beside(k, n);
        history.normal = wall_histories[beside].normal;
        let like = likeness(contact.overlap, shared_with);
        history.spring = wall_histories[beside].spring * like;
        if ROLLS {
            history.rolling.spring = wall_histories[beside].rolling.spring * like;
        }
    }
    let before = wall_velocity(surface, history.arm_b);
    let now = wall_velocity(surface, arm_b);
    let old_work = half_wall_work(history, surface, before);
    let old_normal = history.normal;
    let spin = surfaces[surface].angular_velocity;
    let turning = spin - mover.state.spin;
    let velocity = now - velocity_at(mover, arm_a);
    let spread = vec3<f32>(contact.spread, contact.spread_shear);
    var kinematics = ContactKinematics(
        contact.overlap,
        n,
        arm_a,
        arm_b,
        velocity,
        before - velocity_at(mover, history.arm_a),
        0.5 * dot(mover.state.spin + spin, n),
        together(mobility(mover, arm_a, n), 0.0),
        together(mobility(mover, arm_a, across(velocity, n)), 0.0),
        turning,
        spread,
        together(turn_mobility(mover, unit_or(rocking_of(spread, n, turning), n)), 0.0),
        shared_with,
        Pull(),
    );
    let law = at_place(law_of(mover, surface), vec2<f32>(1.0 / mover.state.contact_radius, 0.0), contact.curvature);
    if COHESIVE {
        kinematics.pull = pull_at(law, contact.overlap);
    }
    apply(law, kinematics, &history);
    if ROLLS {
        let axis = across(turning, n);
        let rolling = RollingKinematics(
            old_normal,
            n,
            turning,
            kinematics.spin,
            mover.state.contact_radius,
            load_of(history.elastic_push, history.damping_push, kinematics.pull.force * own_pull(kinematics).x),
            tangent_stiffness(law, spring_overlap(kinematics)) * own_share(law, kinematics).x,
            vec3<f32>(
                together(roll_mobility(mover, arm_a, axis), 0.0),
                together(turn_mobility(mover, axis), 0.0),
                together(turn_mobility(mover, n), 0.0),
            ),
        );
        history.rolling = roll(law, rolling, history.rolling);
    }
    history.wall_work = old_work + half_wall_work(history, surface, now);
    history.flags |= select(0u, HISTORY_UNCONVERGED, (contact.code & UNCONVERGED) != 0u);
    wall_histories[at] = history;
    let depth = max(contact.overlap, 0.0);
    atomicMax(&control[LARGEST_OVERLAP], bitcast<u32>(depth));
    atomicMax(&control[LARGEST_SHARE], bitcast<u32>(depth / half_thickness_of(mover)));
}

// The end of a contact. The last one to part has a last force, and what others of the grain have left; `left`.
fn end_contact(k: u32, at: u32, surface: u32, is_last: bool, left: f32) {
    let history = wall_histories[at];
    let body = wall_links[k].body;
    let before = wall_velocity(surface, history.arm_b);
    let mover = mover_of(body);
    let from_center = fixed_sub(Fixed3(poses[body].high, poses[body].low), surfaces[surface].center);
    // The place where the contact was has moved with each of them.
    let between = history.arm_b - history.arm_a - fixed_to_float(from_center, POSITION_UNIT);
    let arm_a = history.arm_a + 0.5 * between;
    let arm_b = history.arm_b - 0.5 * between;
    let velocity = wall_velocity(surface, arm_b) - velocity_at(mover, arm_a);
    let parting = Parting(
        before - velocity_at(mover, history.arm_a),
        surfaces[surface].angular_velocity - mover.state.spin,
        arm_a,
        arm_b,
        velocity,
        together(mobility(mover, arm_a, history.normal), 0.0),
        together(mobility(mover, arm_a, unit_or(velocity, history.normal)), 0.0),
        vec2<f32>(loads[body].energy_error, left),
        1.0,
    );
    let law = law_of(mover, surface);
    var ended = fresh_history();
    if is_last {
        ended = release(law, parting, history);
    } else {
        ended = close(law, parting, history);
        ended.error_left = ended.energy_error;
        ended.energy_error = 0.0;
    }
    if ROLLS {
        ended.rolling = roll_out(history.rolling, parting.turning);
    }
    ended.wall_work = half_wall_work(history, surface, before) - 0.5 * dot(ended.force, wall_velocity(surface, arm_b));
    wall_histories[at] = ended;
}
