// Mean curvatures of both surfaces where pairs of bodies touch, for `law`, all of whose bindings are taken. One invocation for each
// contact that is listed. A kernel by itself: scenes whose laws do not go by curvature have nothing of it.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read_write> contacts: ContactList;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let place = element(id);
    if word(STATUS) != 0u || place >= atomicLoad(&contacts.words[LISTED]) {
        return;
    }
    if (contacts.items[place].code & TOUCHING) == 0u {
        return;
    }
    let bodies = contacts.items[place].bodies;
    let n = contacts.items[place].normal;
    let of_a = local_curvature(poses[bodies.x].kind, quat_turn_back(poses[bodies.x].turn, n));
    let of_b = local_curvature(poses[bodies.y].kind, quat_turn_back(poses[bodies.y].turn, -n));
    contacts.items[place].curvature = of_a + of_b;
}
