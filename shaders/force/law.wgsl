// The law for pairs of bodies: from the contact that was found to its forces, kept in the memory of the pair.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> states: array<BodyState>;
@group(0) @binding(3) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> found: array<Contact>;
@group(0) @binding(5) var<storage, read_write> memories: array<Memory>;
@group(0) @binding(6) var<storage, read> laws: array<Law>;
@group(0) @binding(7) var<uniform> page: Page;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let k = element(id, groups);
    let pair = page.first + k;
    if k >= page.count || pair >= atomicLoad(&control[PAIRS]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    let touching = (found[k].code & TOUCHING) != 0u && found[k].overlap > 0.0;
    let flags = memories[k].flags;
    if !touching {
        if (flags & MEMORY_TOUCHING) != 0u {
            end_contact(k, pairs[pair]);
        } else if flags != 0u {
            memories[k] = fresh_memory();
        }
        return;
    }
    let a = pairs[pair].x;
    let b = pairs[pair].y;
    let arm_a = found[k].arm;
    let arm_b = arm_a - relative_position(poses[a], poses[b]);
    var memory = memories[k];
    let touch = touch_of(k, a, b, arm_a, arm_b, memory);
    apply_law(law_of(a, b), touch, &memory);
    memory.flags |= select(0u, MEMORY_UNSURE, (found[k].code & UNSURE) != 0u);
    memories[k] = memory;
    atomicMax(&control[LARGEST_OVERLAP], bitcast<u32>(found[k].overlap));
}

fn law_of(a: u32, b: u32) -> Law {
    return laws[states[a].material * atomicLoad(&control[MATERIALS]) + states[b].material];
}

fn touch_of(k: u32, a: u32, b: u32, arm_a: vec3<f32>, arm_b: vec3<f32>, memory: Memory) -> Touch {
    let n = found[k].normal;
    let turning = states[b].spin - states[a].spin;
    let axis = across(turning, n);
    let velocity = velocity_at(b, arm_b) - velocity_at(a, arm_a);
    let slide = across(velocity, n);
    return Touch(
        found[k].overlap,
        n,
        arm_a,
        arm_b,
        velocity,
        velocity_at(b, memory.arm_b) - velocity_at(a, memory.arm_a),
        0.5 * dot(states[a].spin + states[b].spin, n),
        together(mobility(a, arm_a, n), mobility(b, arm_b, n)),
        together(mobility(a, arm_a, slide), mobility(b, arm_b, slide)),
        turning,
        found[k].patch_size,
        together(turn_mobility(a, axis), turn_mobility(b, axis)),
        vec2<f32>(0.0),
    );
}

fn end_contact(k: u32, bodies: vec2<u32>) {
    let memory = memories[k];
    let a = bodies.x;
    let b = bodies.y;
    let before = velocity_at(b, memory.arm_b) - velocity_at(a, memory.arm_a);
    memories[k] = release_contact(law_of(a, b), before, states[b].spin - states[a].spin, memory);
}
