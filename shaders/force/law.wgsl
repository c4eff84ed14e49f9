// The law for pairs of bodies: from the contact that was found to its forces, kept in the history of the pair.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> contacts: array<Contact>;
@group(0) @binding(5) var<storage, read_write> histories: array<History>;
@group(0) @binding(6) var<storage, read> laws: array<Law>;
@group(0) @binding(7) var<storage, read> loads: array<Load>;
@group(0) @binding(8) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    let pair = page.first + k;
    if k >= page.count || pair >= atomicLoad(&control[PAIRS]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let contact = contacts[k];
    let touching = (contact.code & TOUCHING) != 0u && contact.overlap > 0.0;
    let flags = histories[k].flags;
    let acted = (flags & (HISTORY_TOUCHING | HISTORY_PARTING)) != 0u;
    if !touching && acted {
        end_contact(k, pairs[pair]);
    }
    if !touching && !acted && flags != 0u {
        histories[k] = fresh_history();
    }
    if !touching {
        return;
    }
    let a = pairs[pair].x;
    let b = pairs[pair].y;
    let arm_b = contact.arm - relative_position(poses[a], poses[b]);
    let mover_a = mover_of(a);
    let mover_b = mover_of(b);
    var history = histories[k];
    let kinematics = kinematics_of(contact, mover_a, mover_b, arm_b, history);
    apply(law_of(mover_a, mover_b), kinematics, &history);
    history.flags |= select(0u, HISTORY_UNCONVERGED, (contact.code & UNCONVERGED) != 0u);
    histories[k] = history;
    atomicMax(&control[LARGEST_OVERLAP], bitcast<u32>(contact.overlap));
    let thinner = min(mover_a.state.half_thickness, mover_b.state.half_thickness);
    atomicMax(&control[LARGEST_SHARE], bitcast<u32>(contact.overlap / thinner));
}

fn law_of(a: BodyMotion, b: BodyMotion) -> Law {
    return laws[a.state.material * atomicLoad(&control[MATERIALS]) + b.state.material];
}

fn kinematics_of(contact: Contact, a: BodyMotion, b: BodyMotion, arm_b: vec3<f32>, history: History) -> ContactKinematics {
    let n = contact.normal;
    let arm_a = contact.arm;
    let turning = b.state.spin - a.state.spin;
    let axis = across(turning, n);
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
        contact.patch_size,
        together(turn_mobility(a, axis), turn_mobility(b, axis)),
        vec2<f32>(0.0),
    );
}

fn end_contact(k: u32, bodies: vec2<u32>) {
    let history = histories[k];
    let a = mover_of(bodies.x);
    let b = mover_of(bodies.y);
    // The place where the contact was has moved with each body.
    let between = relative_position(poses[bodies.x], poses[bodies.y]) + history.arm_b - history.arm_a;
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
    histories[k] = release(law_of(a, b), parting, history);
}
