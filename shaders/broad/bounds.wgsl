// Boxes of all bodies, and their poses at this rebuild. Needs math.wgsl and boxes.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> outlines: array<Outline>;
@group(0) @binding(3) var<storage, read_write> boxes: array<Bounds>;
@group(0) @binding(4) var<storage, read_write> poses_at_rebuild: array<Pose>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    let pose = poses[body];
    let half_range = select(0.0, 0.5 * bitcast<f32>(atomicLoad(&control[RANGE])), COHESIVE);
    let found = bounds_of(pose, outlines[pose.kind], bitcast<f32>(atomicLoad(&control[HALF_SKIN])) + half_range);
    let good = all_finite(found.upright) && all_finite(found.turn.xyz) && is_finite(found.turn.w);
    if !good && atomicOr(&control[STATUS], NOT_FINITE) == 0u {
        atomicStore(&control[FIRST_OFFENDER], body);
    }
    poses_at_rebuild[body] = pose;
    boxes[body] = found;
}
