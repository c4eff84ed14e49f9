// Every body sums its own contacts, in the order of the lists; what they turned into heat is added up at the first body of
// each pair. Page by page of what contacts do: links ascend with the pairs, so the sum has the same order for any pages. The first
// page begins it, the last one adds the walls.

@group(0) @binding(1) var<storage, read> link_starts: array<u32>;
// Pair << 1 | side.
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> warm: array<PairWarm>;
@group(0) @binding(4) var<storage, read> pushes: array<Push>;
@group(0) @binding(5) var<storage, read> wall_starts: array<u32>;
@group(0) @binding(6) var<storage, read> wall_histories: array<History>;
@group(0) @binding(7) var<storage, read_write> loads: array<Load>;
@group(0) @binding(8) var<uniform> params: Params;
@group(0) @binding(9) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= word(BODIES) || word(STATUS) != 0u {
        return;
    }
    var load = loads[body];
    if page.first == 0u {
        load.force = vec3<f32>(0.0);
        load.torque = vec3<f32>(0.0);
    }
    let end = link_starts[body + 1u];
    for (var k = link_starts[body]; k < end; k++) {
        let pair = links[k] >> 1u;
        if !is_here(pair) {
            continue;
        }
        let flags = warm[pair - page.first].flags;
        if flags != 0u {
            add_contact(&load, pushes[pair - page.first], flags, (links[k] & 1u) == 1u);
        }
    }
    if page.is_last == 1u {
        let wall_end = wall_starts[body + 1u] * MAX_CONTACTS;
        for (var k = wall_starts[body] * MAX_CONTACTS; k < wall_end; k++) {
            if wall_histories[k].flags != 0u {
                add_wall(&load, wall_histories[k]);
            }
        }
    }
    loads[body] = load;
}

// A contact in which the body is the first, or the second.
fn add_contact(load: ptr<function, Load>, push: Push, flags: u32, second: bool) {
    (*load).force += push.force * select(-1.0, 1.0, second);
    (*load).torque += select(push.torque_a, push.torque_b, second);
    (*load).energy_error += select(push.errors.x, push.errors.y, second);
    if !second {
        account(load, vec2<f32>(push.dissipated_damping, push.dissipated_friction), vec2<f32>(0.0, push.patch_work), flags);
    }
}

// A contact with a wall.
fn add_wall(load: ptr<function, Load>, history: History) {
    (*load).force -= history.force;
    (*load).torque += cross(history.arm_a, -history.force) - history.couple;
    let is_parting = (history.flags & HISTORY_PARTING) != 0u;
    (*load).energy_error += history.error_left - select(0.0, history.spring.x, is_parting);
    let heat = vec2<f32>(history.dissipated_damping, history.dissipated_friction);
    account(load, heat, vec2<f32>(history.wall_work, history.patch_work), history.flags);
}

fn account(load: ptr<function, Load>, heat: vec2<f32>, work: vec2<f32>, flags: u32) {
    (*load).heat = fixed_add((*load).heat, fixed_from_float(vec3<f32>(heat, 0.0) * params.heat_per_unit));
    (*load).work = fixed_add((*load).work, fixed_from_float(vec3<f32>(work, 0.0) * params.heat_per_unit));
    (*load).ended += select(0u, 1u, (flags & HISTORY_ENDED) != 0u);
}
