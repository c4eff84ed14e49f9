// Every body sums its own contacts, in the order of the lists; what they turned into heat counts at the first body of each pair,
// and is added up by workgroups since the batch began. Page by page of what contacts do: links ascend with the pairs, so the sum has the same order for any pages. The first
// page begins it, the last one adds the walls.

@group(0) @binding(1) var<storage, read> link_starts: array<u32>;
// Pair << 1 | side.
@group(0) @binding(2) var<storage, read> links: array<u32>;
@group(0) @binding(3) var<storage, read> warm: array<PairWarm>;
@group(0) @binding(4) var<storage, read> pushes: array<Push>;
@group(0) @binding(5) var<storage, read> wall_starts: array<u32>;
@group(0) @binding(6) var<storage, read> wall_histories: array<History>;
@group(0) @binding(7) var<storage, read_write> loads: array<Load>;
@group(0) @binding(8) var<storage, read_write> flow_sums: array<u32>;
@group(0) @binding(9) var<uniform> params: Params;
@group(0) @binding(10) var<uniform> page: Page;

// What the contacts of a workgroup have turned into heat and work, two words each, lower first, and how many have ended.
var<workgroup> flows: array<atomic<u32>, FLOW_WORDS>;

// The same of one body.
struct Flow {
    heat: Fixed3,
    work: Fixed3,
    ended: u32,
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = group.y * GROUPS_IN_ROW + group.x;
    if number >= (word(BODIES) + WORKGROUP - 1u) / WORKGROUP || word(STATUS) != 0u {
        return;
    }
    for (var k = local; k < FLOW_WORDS; k += WORKGROUP) {
        atomicStore(&flows[k], 0u);
    }
    workgroupBarrier();
    let body = number * WORKGROUP + local;
    if body < word(BODIES) {
        let flow = gather(body);
        add_flow(HEAT_OF_DAMPING, flow.heat.high.x, flow.heat.low.x);
        add_flow(HEAT_OF_FRICTION, flow.heat.high.y, flow.heat.low.y);
        if ROLLS {
            add_flow(HEAT_OF_ROLLING, flow.heat.high.z, flow.heat.low.z);
        }
        add_flow(WORK_OF_WALLS, flow.work.high.x, flow.work.low.x);
        add_flow(WORK_OF_PATCHES, flow.work.high.y, flow.work.low.y);
        if flow.ended != 0u {
            atomicAdd(&flows[CONTACTS_ENDED], flow.ended);
        }
    }
    workgroupBarrier();
    // A number is carried from word to word by one invocation.
    for (var k = 2u * local; k < FLOW_WORDS; k += 2u * WORKGROUP) {
        let at = number * FLOW_WORDS + k;
        let low = flow_sums[at] + atomicLoad(&flows[k]);
        if k < CONTACTS_ENDED {
            flow_sums[at + 1u] += atomicLoad(&flows[k + 1u]) + select(0u, 1u, low < flow_sums[at]);
        }
        flow_sums[at] = low;
    }
}

// Adds to a number of the workgroup. Sums of integers do not depend on their order.
fn add_flow(at: u32, high: i32, low: u32) {
    if high == 0 && low == 0u {
        return;
    }
    let before = atomicAdd(&flows[at], low);
    atomicAdd(&flows[at + 1u], bitcast<u32>(high) + select(0u, 1u, before + low < before));
}

// Sums the contacts of a body.
fn gather(body: u32) -> Flow {
    var load = loads[body];
    var flow: Flow;
    if page.first == 0u {
        load.force = vec3<f32>(0.0);
        load.torque = vec3<f32>(0.0);
        account(&flow, vec3<f32>(0.0), vec2<f32>(0.0, load.turn_work), 0u);
        load.turn_work = 0.0;
    }
    let end = link_starts[body + 1u];
    for (var k = link_starts[body]; k < end; k++) {
        let pair = links[k] >> 1u;
        if !is_here(pair) {
            continue;
        }
        let flags = warm[pair - page.first].flags;
        if flags != 0u {
            add_contact(&load, &flow, pushes[pair - page.first], flags, (links[k] & 1u) == 1u);
        }
    }
    if page.is_last == 1u {
        let wall_end = wall_starts[body + 1u] * MAX_CONTACTS;
        for (var k = wall_starts[body] * MAX_CONTACTS; k < wall_end; k++) {
            if wall_histories[k].flags != 0u {
                add_wall(&load, &flow, wall_histories[k]);
            }
        }
    }
    loads[body] = load;
    return flow;
}

// A contact in which the body is the first, or the second.
fn add_contact(load: ptr<function, Load>, flow: ptr<function, Flow>, push: Push, flags: u32, second: bool) {
    (*load).force += push.force * select(-1.0, 1.0, second);
    (*load).torque += select(push.torque_a, push.torque_b, second);
    (*load).energy_error += select(push.errors.x, push.errors.y, second);
    if !second {
        // That of rolling, the kernel `rolling` has booked.
        account(flow, vec3<f32>(push.dissipated_damping, push.dissipated_friction, 0.0), vec2<f32>(0.0, push.patch_work), flags);
    }
}

// A contact with a wall.
fn add_wall(load: ptr<function, Load>, flow: ptr<function, Flow>, history: History) {
    (*load).force -= history.force;
    (*load).torque += cross(history.arm_a, -history.force) - history.couple;
    if ROLLS {
        (*load).torque -= history.rolling.moment;
    }
    let is_parting = (history.flags & HISTORY_PARTING) != 0u;
    (*load).energy_error += history.error_left - select(0.0, history.spring.x, is_parting);
    let heat = vec3<f32>(history.dissipated_damping, history.dissipated_friction, select(0.0, history.rolling.heat, ROLLS));
    account(flow, heat, vec2<f32>(history.wall_work, history.patch_work), history.flags);
}

fn account(flow: ptr<function, Flow>, heat: vec3<f32>, work: vec2<f32>, flags: u32) {
    (*flow).heat = fixed_add((*flow).heat, fixed_from_float(heat * params.heat_per_unit));
    (*flow).work = fixed_add((*flow).work, fixed_from_float(vec3<f32>(work, 0.0) * params.heat_per_unit));
    (*flow).ended += select(0u, 1u, (flags & HISTORY_ENDED) != 0u);
}
