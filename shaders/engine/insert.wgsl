// Poses that are tried for new grains: which of them are blocked by a body that is there. Needs simplex.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> attempts: array<Pose>;
// 1 for a try that is blocked; 0 at the start.
@group(0) @binding(3) var<storage, read_write> blocked: array<atomic<u32>>;

// Updates of GJK; what it has not proven apart by then counts as blocked.
const GJK_LIMIT: u32 = 64u;

// As Clearance::is_clear in src/engine/insert.rs, for one body.
fn is_clear(me: Pose, other: Pose) -> bool {
    let between = relative_position(me, other);
    let reach = kinds[me.kind].radius + kinds[other.kind].radius;
    if dot(between, between) > reach * reach {
        return true;
    }
    load_pair(me, other);
    let outcome = search(vec3<f32>(0.0), direction_of_start(vec3<f32>(0.0)), rounding, GJK_LIMIT);
    return outcome == GJK_APART && proven_gap > rounding;
}

// One invocation for each body and try; the try is the third dimension. What is blocked already needs no second look, and
// which body comes first makes no difference. It runs between batches, where there is no trouble.
@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&blocked[id.z]) != 0u {
        return;
    }
    if !is_clear(attempts[id.z], poses[body]) {
        atomicStore(&blocked[id.z], 1u);
    }
}
