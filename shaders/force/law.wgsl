// The law for pairs of bodies: from the contact that was found to what it does to its bodies, and to what the pair remembers of it.
// One invocation for each contact that is listed.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read_write> warm: array<PairWarm>;
@group(0) @binding(5) var<storage, read_write> histories: array<PairHistory>;
@group(0) @binding(6) var<storage, read_write> pushes: array<Push>;
@group(0) @binding(7) var<storage, read> laws: array<Law>;
@group(0) @binding(8) var<storage, read> loads: array<Load>;
@group(0) @binding(9) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let place = element(id);
    if word(STATUS) != 0u || place >= atomicLoad(&contacts.words[LISTED]) {
        return;
    }
    let contact = contacts.items[place];
    let k = contact.pair - page.first;
    let kept = histories[k];
    let flags = kept.flags;
    let touching = (contact.code & TOUCHING) != 0u && contact.overlap > -reach_of(contact.bodies, flags);
    let acted = (flags & (HISTORY_TOUCHING | HISTORY_PARTING)) != 0u;
    if !touching && flags == 0u {
        return;
    }
    var history = fresh_history();
    if touching || acted {
        history = history_of(kept);
        let a = mover_of(contact.bodies.x);
        let b = mover_of(contact.bodies.y);
        let apart = relative_position(poses[contact.bodies.x], poses[contact.bodies.y]);
        if touching {
            var kinematics = kinematics_of(contact, a, b, contact.arm - apart, history);
            let law = at_place(law_of(a, b), curvatures_of(a, b), contact.curvature);
            if COHESIVE {
                kinematics.pull = pull_at(law, contact.overlap);
            }
            apply(law, kinematics, &history);
            history.flags |= select(0u, HISTORY_UNCONVERGED, (contact.code & UNCONVERGED) != 0u);
            let depth = max(contact.overlap, 0.0);
            atomicMax(&contacts.words[DEEPEST_OVERLAP], bitcast<u32>(depth));
            let thinner = min(half_thickness_of(a), half_thickness_of(b));
            atomicMax(&contacts.words[DEEPEST_SHARE], bitcast<u32>(depth / thinner));
        } else {
            history = ended(contact.bodies, a, b, apart, history);
        }
    }
    keep(k, flags, history, contact);
}

// What the pair remembers; the rest of a history is what a step makes of it.
fn history_of(kept: PairHistory) -> History {
    var history = fresh_history();
    history.spring = kept.spring;
    history.flags = kept.flags;
    history.normal = kept.normal;
    history.elastic = kept.elastic;
    history.arm_a = kept.arm_a;
    history.tangential = kept.tangential;
    history.arm_b = kept.arm_b;
    history.energy_error = kept.energy_error;
    history.friction_force = kept.friction_force;
    history.couple = kept.couple;
    history.elastic_push = kept.elastic_push;
    history.damping_push = kept.damping_push;
    return history;
}

fn keep(k: u32, flags: u32, history: History, contact: Contact) {
    if history.flags != flags {
        warm[k].flags = history.flags;
    }
    histories[k] = PairHistory(
        history.spring,
        history.elastic,
        history.normal,
        history.tangential,
        history.arm_a,
        history.energy_error,
        history.arm_b,
        history.elastic_push,
        history.friction_force,
        history.damping_push,
        history.couple,
        history.flags,
    );
    let is_parting = (history.flags & HISTORY_PARTING) != 0u;
    pushes[k] = Push(
        history.force,
        contact.overlap,
        cross(history.arm_a, -history.force) - history.couple,
        history.dissipated_damping,
        cross(history.arm_b, history.force) + history.couple,
        history.dissipated_friction,
        history.error_left - select(vec2<f32>(0.0), history.spring.xy, is_parting),
        history.patch_work,
        contact.code >> ITERATIONS_SHIFT,
    );
}

fn law_of(a: BodyMotion, b: BodyMotion) -> Law {
    let law = laws[material_of(a) * word(MATERIALS) + material_of(b)];
    return of_radii(law, curvatures_of(a, b));
}

// 1 / R of two bodies, wherever they touch.
fn curvatures_of(a: BodyMotion, b: BodyMotion) -> vec2<f32> {
    return 1.0 / vec2<f32>(a.state.contact_radius, b.state.contact_radius);
}

// The gap at which two bodies still have a contact, by the flags of its history.
fn reach_of(bodies: vec2<u32>, flags: u32) -> f32 {
    if !COHESIVE {
        return 0.0;
    }
    return reach(law_of(mover_of(bodies.x), mover_of(bodies.y)), (flags & HISTORY_TOUCHING) != 0u);
}

fn kinematics_of(contact: Contact, a: BodyMotion, b: BodyMotion, arm_b: vec3<f32>, history: History) -> ContactKinematics {
    let n = contact.normal;
    let arm_a = contact.arm;
    let turning = b.state.spin - a.state.spin;
    let spread = vec3<f32>(contact.spread, contact.spread_shear);
    let axis = unit_or(rocking_of(spread, n, turning), n);
    let velocity = velocity_at(b, arm_b) - velocity_at(a, arm_a);
    let slide = across(velocity, n);
    return ContactKinematics(
        contact.overlap,
        n,
        arm_a,
        arm_b,
        velocity,
        velocity_at(b, history.arm_b) - velocity_at(a, history.arm_a),
        0.5 * dot(a.state.spin + b.state.spin, n),
        together(mobility(a, arm_a, n), mobility(b, arm_b, n)),
        together(mobility(a, arm_a, slide), mobility(b, arm_b, slide)),
        turning,
        spread,
        together(turn_mobility(a, axis), turn_mobility(b, axis)),
        vec2<f32>(0.0),
        Pull(),
    );
}

// The end of a contact.
fn ended(bodies: vec2<u32>, a: BodyMotion, b: BodyMotion, apart: vec3<f32>, history: History) -> History {
    // The place where the contact was has moved with each body.
    let between = apart + history.arm_b - history.arm_a;
    let arm_a = history.arm_a + 0.5 * between;
    let arm_b = history.arm_b - 0.5 * between;
    let n = history.normal;
    let velocity = velocity_at(b, arm_b) - velocity_at(a, arm_a);
    let motion = unit_or(velocity, n);
    let movable = select(vec2<f32>(0.0), vec2<f32>(1.0), vec2<f32>(a.state.inverse_mass, b.state.inverse_mass) > vec2<f32>(0.0));
    let parting = Parting(
        velocity_at(b, history.arm_b) - velocity_at(a, history.arm_a),
        b.state.spin - a.state.spin,
        arm_a,
        arm_b,
        velocity,
        together(mobility(a, arm_a, n), mobility(b, arm_b, n)),
        together(mobility(a, arm_a, motion), mobility(b, arm_b, motion)),
        vec2<f32>(loads[bodies.x].energy_error, loads[bodies.y].energy_error) * movable,
        movable.x + movable.y,
    );
    return release(law_of(a, b), parting, history);
}
