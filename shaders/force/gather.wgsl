// Every body sums its own contacts, in the order of the lists; what they turned into heat is added up at the first body of
// each pair. Page by page of the histories: links ascend with the pairs, so the sum has the same order for any pages. The first
// page begins it, the last one adds the walls.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> link_starts: array<u32>;
// Pair << 1 | side.
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> histories: array<History>;
@group(0) @binding(4) var<storage, read> wall_starts: array<u32>;
@group(0) @binding(5) var<storage, read> wall_histories: array<History>;
@group(0) @binding(6) var<storage, read_write> loads: array<Load>;
@group(0) @binding(7) var<uniform> params: Params;
@group(0) @binding(8) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
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
        if !is_here(pair) || histories[pair - page.first].flags == 0u {
            continue;
        }
        let second = (links[k] & 1u) == 1u;
        add_contact(&load, histories[pair - page.first], second);
    }
    if page.is_last == 1u {
        let wall_end = wall_starts[body + 1u] * MAX_CONTACTS;
        for (var k = wall_starts[body] * MAX_CONTACTS; k < wall_end; k++) {
            if wall_histories[k].flags != 0u {
                add_contact(&load, wall_histories[k], false);
            }
        }
    }
    loads[body] = load;
}

// A contact in which the body is the first, or the second.
fn add_contact(load: ptr<function, Load>, history: History, second: bool) {
    let force = history.force * select(-1.0, 1.0, second);
    (*load).force += force;
    (*load).torque += cross(select(history.arm_a, history.arm_b, second), force)
        + history.couple * select(-1.0, 1.0, second);
    let is_parting = (history.flags & HISTORY_PARTING) != 0u;
    (*load).energy_error += history.error_left - select(0.0, select(history.spring.x, history.spring.y, second), is_parting);
    if second {
        return;
    }
    let heat = vec3<f32>(history.dissipated_damping, history.dissipated_friction, 0.0);
    let work = vec3<f32>(history.wall_work, history.patch_work, 0.0);
    (*load).heat = fixed_add((*load).heat, fixed_from_float(heat * params.heat_per_unit));
    (*load).work = fixed_add((*load).work, fixed_from_float(work * params.heat_per_unit));
    (*load).ended += select(0u, 1u, (history.flags & HISTORY_ENDED) != 0u);
}
