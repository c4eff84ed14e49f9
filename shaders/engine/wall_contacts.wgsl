// The law for contacts with walls: from the contacts that were found to their forces, kept in the memory of each slot.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(4) var<storage, read> wall_links: array<WallLink>;
@group(0) @binding(5) var<storage, read_write> wall_memories: array<Memory>;
@group(0) @binding(6) var<storage, read> laws: array<Law>;
@group(0) @binding(7) var<storage, read> half_thicknesses: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    if k >= atomicLoad(&control[WALL_LINKS]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    let surface = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[k].surface;
    // Few of the slots hold a contact.
    for (var left = wall_links[k].slots | remembered(k); left != 0u; left &= left - 1u) {
        act(k, firstTrailingBit(left), surface);
    }
    // Elastic contacts alone owe, whether or not it is given back.
    for (var owes = law_of(mover_of(wall_links[k].body), surface).damping == 0.0; owes; owes = false) {
        owe_together(k);
    }
}

// Slots that held a contact in the last step or whose contact ended in it, bit by bit.
fn remembered(k: u32) -> u32 {
    var slots = 0u;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        slots |= select(0u, 1u << slot, wall_memories[k * MAX_CONTACTS + slot].flags != 0u);
    }
    return slots;
}

// What the contact of a slot does, or its end. Few end: loops, because software Vulkan walks through branches for nobody, but
// not into loops.
fn act(k: u32, slot: u32, surface: u32) {
    let at = k * MAX_CONTACTS + slot;
    let flags = wall_memories[at].flags;
    let touching = (wall_links[k].slots & (1u << slot)) != 0u;
    for (var ends = !touching && (flags & MEMORY_TOUCHING) != 0u; ends; ends = false) {
        end_contact(k, at, surface);
    }
    for (var ended = !touching && flags == MEMORY_ENDED; ended; ended = false) {
        wall_memories[at] = fresh_memory();
    }
    if touching {
        apply_at(k, slot, surface);
    }
}

// What one contact of a grain with a wall owes, all of them owe, also what one leaves that has ended.
fn owe_together(k: u32) {
    var energy = 0.0;
    var owed = 0.0;
    var any_owes = false;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        let of_slot = wall_memories[at].owed + wall_memories[at].unreturned;
        energy += wall_memories[at].elastic;
        owed += of_slot;
        any_owes |= of_slot != 0.0;
    }
    if !any_owes || energy <= 0.0 {
        return;
    }
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        wall_memories[at].owed = owed * (wall_memories[at].elastic / energy);
        wall_memories[at].unreturned = 0.0;
    }
}

// Velocity of the wall's matter at an arm from its centre.
fn wall_velocity(surface: u32, arm: vec3<f32>) -> vec3<f32> {
    return surfaces[surface].velocity + cross(surfaces[surface].angular_velocity, arm);
}

fn law_of(mover: Mover, surface: u32) -> Law {
    return laws[mover.state.material * atomicLoad(&control[MATERIALS]) + surfaces[surface].material];
}

// Half a step's work of the forces of the last step, done by the wall's motion.
fn old_wall_work(memory: Memory, before: vec3<f32>) -> f32 {
    return -0.5 * dot(memory.force, before);
}

// The contact along whose normal a new one is most: if it begins as a part of that one it has its spring, as far as both are
// one.
fn slot_beside(k: u32, n: vec3<f32>) -> u32 {
    var best = k * MAX_CONTACTS;
    var most = -2.0;
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        let at = k * MAX_CONTACTS + slot;
        if (wall_memories[at].flags & MEMORY_TOUCHING) != 0u && dot(wall_memories[at].normal, n) >= most {
            most = dot(wall_memories[at].normal, n);
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
    var memory = wall_memories[at];
    let shared_with = vec2<f32>(contact.shared_part, contact.shared_depth);
    if (memory.flags & MEMORY_TOUCHING) == 0u && shared_with.x > 0.0 {
        let beside = slot_beside(k, n);
        memory.normal = wall_memories[beside].normal;
        memory.spring = wall_memories[beside].spring * likeness(contact.overlap, shared_with);
    }
    let before = wall_velocity(surface, memory.arm_b);
    let now = wall_velocity(surface, arm_b);
    let old_work = old_wall_work(memory, before);
    let spin = surfaces[surface].angular_velocity;
    let turning = spin - mover.state.spin;
    let velocity = now - velocity_at(mover, arm_a);
    let touch = Touch(
        contact.overlap,
        n,
        arm_a,
        arm_b,
        velocity,
        before - velocity_at(mover, memory.arm_a),
        0.5 * dot(mover.state.spin + spin, n),
        together(mobility(mover, arm_a, n), 0.0),
        together(mobility(mover, arm_a, across(velocity, n)), 0.0),
        turning,
        contact.patch_size,
        together(turn_mobility(mover, across(turning, n)), 0.0),
        shared_with,
    );
    apply_law(law_of(mover, surface), touch, &memory);
    memory.wall_work = old_work - 0.5 * dot(memory.force, now);
    memory.flags |= select(0u, MEMORY_UNSURE, (contact.code & UNSURE) != 0u);
    wall_memories[at] = memory;
    atomicMax(&control[LARGEST_OVERLAP], bitcast<u32>(contact.overlap));
    atomicMax(&control[LARGEST_SHARE], bitcast<u32>(contact.overlap / half_thicknesses[poses[body].kind]));
}

fn end_contact(k: u32, at: u32, surface: u32) {
    let memory = wall_memories[at];
    let before = wall_velocity(surface, memory.arm_b);
    let mover = mover_of(wall_links[k].body);
    let turning = surfaces[surface].angular_velocity - mover.state.spin;
    var ended = release_contact(law_of(mover, surface), before - velocity_at(mover, memory.arm_a), turning, memory);
    ended.wall_work = old_wall_work(memory, before);
    wall_memories[at] = ended;
}
