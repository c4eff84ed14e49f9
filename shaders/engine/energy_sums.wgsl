// Energies and counts, summed over blocks of 64 in a fixed order; the host adds up the blocks in f64. Page by page of the histories, in which blocks are whole; the last page has the
// blocks of bodies and walls behind the last pair too.

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> motions: array<Motion>;
@group(0) @binding(4) var<storage, read> states: array<BodyState>;
@group(0) @binding(5) var<storage, read> loads: array<Load>;
@group(0) @binding(6) var<storage, read> histories: array<PairHistory>;
@group(0) @binding(7) var<storage, read> wall_histories: array<History>;
@group(0) @binding(8) var<storage, read_write> sums: array<Sums>;
@group(0) @binding(9) var<uniform> page: Page;
@group(0) @binding(10) var<storage, read> rolling: array<PairRolling>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let block = page.first / SUMS_BLOCK + element(id);
    let is_of_page = page.is_last == 1u || block < (page.first + page.count) / SUMS_BLOCK;
    // A halted batch is summed up when it has gone on to its end.
    if !is_of_page || block >= arrayLength(&sums) || word(STATUS) != 0u {
        return;
    }
    let bodies = word(BODIES);
    let pairs = word(PAIRS);
    let walls = word(WALL_LINKS) * MAX_CONTACTS;
    var sum: Sums;
    for (var k = block * SUMS_BLOCK; k < (block + 1u) * SUMS_BLOCK; k++) {
        if k < bodies {
            add_body(&sum, k);
        }
        let at = k - page.first;
        if k < pairs && histories[at].flags != 0u {
            let energies = vec3<f32>(histories[at].elastic, histories[at].tangential, histories[at].energy_error);
            let touching = add_history(&sum, histories[at].flags, energies);
            sum.contacts += touching;
            if ROLLS {
                sum.rolling += rolling[at].rolling.energy;
            }
        }
        if k < walls && wall_histories[k].flags != 0u {
            let history = wall_histories[k];
            let energies = vec3<f32>(history.elastic, history.tangential, history.energy_error);
            let touching = add_history(&sum, history.flags, energies);
            sum.wall_contacts += touching;
            if ROLLS {
                sum.rolling += history.rolling.energy;
            }
        }
    }
    sums[block] = sum;
}

// Energies of the overlap and of the tangential spring, and the energy error. Returns 1 for a contact that touches.
fn add_history(sum: ptr<function, Sums>, flags: u32, energies: vec3<f32>) -> u32 {
    (*sum).elastic += energies.x;
    (*sum).tangential += energies.y;
    (*sum).uncorrected += energies.z;
    (*sum).unconverged += select(0u, 1u, (flags & HISTORY_UNCONVERGED) != 0u);
    return flags & HISTORY_TOUCHING;
}

fn add_body(sum: ptr<function, Sums>, body: u32) {
    let place = fixed_to_float(Fixed3(poses[body].high, poses[body].low), POSITION_UNIT);
    let load = loads[body];
    let state = states[body];
    if state.inverse_mass == 0.0 {
        return;
    }
    (*sum).uncorrected += load.energy_error;
    let mass = 1.0 / state.inverse_mass;
    let velocity = fixed_to_float(velocity_of(motions[body]), MOTION_UNIT);
    (*sum).translation += 0.5 * mass * dot(velocity, velocity);
    let moments = state.inverse_moments;
    let momentum = fixed_to_float(momentum_of(motions[body]), MOTION_UNIT) / min(min(moments.x, moments.y), moments.z);
    let in_body = quat_turn_back(poses[body].turn, momentum);
    (*sum).rotation += 0.5 * dot(in_body * in_body, state.inverse_moments);
    (*sum).gravity -= mass * dot(params.gravity, place);
    let force = load.force + params.gravity * mass;
    let torque = quat_turn_back(poses[body].turn, load.torque);
    (*sum).half_kicks += 0.125 * (dot(force, force) * state.inverse_mass + dot(torque * torque, state.inverse_moments));
}
