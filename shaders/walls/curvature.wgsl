// Mean curvatures of grains where they touch walls, which are taken as flat. One invocation for each link. A kernel by itself:
// scenes whose laws do not go by curvature have nothing of it.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read_write> wall_links: array<WallLink>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    if k >= word(WALL_LINKS) || word(STATUS) != 0u {
        return;
    }
    let kind = poses[wall_links[k].body].kind;
    let turn = poses[wall_links[k].body].turn;
    for (var slots = wall_links[k].slots; slots != 0u; slots &= slots - 1u) {
        let slot = firstTrailingBit(slots);
        wall_links[k].contacts[slot].curvature = local_curvature(kind, quat_turn_back(turn, wall_links[k].contacts[slot].normal));
    }
}
