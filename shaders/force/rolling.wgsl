// Moments of pairs of bodies against rolling and twisting, beside the forces that `law` has found. One invocation for each contact
// that is listed. A kernel by itself: scenes whose laws resist neither have nothing of it.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read> histories: array<PairHistory>;
@group(0) @binding(5) var<storage, read_write> pushes: array<Push>;
@group(0) @binding(6) var<storage, read> laws: array<Law>;
@group(0) @binding(7) var<storage, read_write> rolling: array<PairRolling>;
@group(0) @binding(8) var<storage, read_write> flow_sums: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> params: Params;
@group(0) @binding(10) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let place = element(id);
    if word(STATUS) != 0u || place >= atomicLoad(&contacts.words[LISTED]) {
        return;
    }
    let contact = contacts.items[place];
    let k = contact.pair - page.first;
    let flags = histories[k].flags;
    let before = rolling[k];
    if (flags & HISTORY_TOUCHING) == 0u {
        // What has not ended in this step has nothing left.
        if flags != 0u {
            let ended = roll_out(before.rolling, states[contact.bodies.y].spin - states[contact.bodies.x].spin);
            rolling[k] = PairRolling(ended, vec3<f32>(0.0));
            add_heat(contact.bodies.x, ended.heat);
        }
        return;
    }
    let a = mover_of(contact.bodies.x);
    let b = mover_of(contact.bodies.y);
    let curvature = 1.0 / vec2<f32>(a.state.contact_radius, b.state.contact_radius);
    let of_bodies = of_radii(laws[material_of(a) * word(MATERIALS) + material_of(b)], curvature);
    let law = at_place(of_bodies, curvature, contact.curvature);
    let pull = pull_at(law, contact.overlap);
    let n = contact.normal;
    let turning = b.state.spin - a.state.spin;
    let axis = across(turning, n);
    let arm_b = contact.arm - relative_position(poses[contact.bodies.x], poses[contact.bodies.y]);
    let kinematics = RollingKinematics(
        before.normal,
        n,
        turning,
        0.5 * dot(a.state.spin + b.state.spin, n),
        1.0 / (curvature.x + curvature.y),
        load_of(histories[k].elastic_push, histories[k].damping_push, pull.force),
        tangent_stiffness(law, pull.overlap),
        vec3<f32>(
            together(roll_mobility(a, contact.arm, axis), roll_mobility(b, arm_b, axis)),
            together(turn_mobility(a, axis), turn_mobility(b, axis)),
            together(turn_mobility(a, n), turn_mobility(b, n)),
        ),
    );
    let after = roll(law, kinematics, before.rolling);
    rolling[k] = PairRolling(after, n);
    pushes[k].torque_a -= after.moment;
    pushes[k].torque_b += after.moment;
    add_heat(contact.bodies.x, after.heat);
}

// Adds to the flows of the workgroup that gathers the contacts of a body, which has not begun. Sums of integers do not depend on their
// order.
fn add_heat(body: u32, heat: f32) {
    let fixed = fixed_from_float(vec3<f32>(heat * params.heat_per_unit, 0.0, 0.0));
    let at = body / WORKGROUP * FLOW_WORDS + HEAT_OF_ROLLING;
    let before = atomicAdd(&flow_sums[at], fixed.low.x);
    atomicAdd(&flow_sums[at + 1u], bitcast<u32>(fixed.high.x) + select(0u, 1u, before + fixed.low.x < before));
}
