// Half a step's worth of force at the end of the step; a state that is not finite is caught here.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(4) var<storage, read> loads: array<Load>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let body = element(id, groups);
    if body >= atomicLoad(&control[BODIES]) || atomicLoad(&control[TROUBLE]) != 0u {
        return;
    }
    if (poses[body].flags & FIXED_BODY) != 0u {
        return;
    }
    if !all_finite(loads[body].force) || !all_finite(loads[body].torque) {
        atomicOr(&control[TROUBLE], NOT_FINITE);
        atomicMin(&control[CULPRIT], body);
        return;
    }
    var motion = motions[body];
    half_kick(&motion, loads[body].force, loads[body].torque, poses[body].kind);
    motions[body] = motion;
}
