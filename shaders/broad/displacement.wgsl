// Whether the surface of any body has moved by half the skin since the list of pairs was made, or a new list was asked for
// before. The step then ends here, unless `arguments` comes next, which begins a rebuild. Needs math.wgsl and boxes.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> outlines: array<Outline>;
@group(0) @binding(3) var<storage, read> poses_at_rebuild: array<Pose>;

// Rounding of two turns to f32, and of this pass, as a share of the radius; of the shift, as a share of it.
const TURN_SLACK: f32 = 4e-7;
const SHIFT_SLACK: f32 = 4e-7;

// As surface_displacement in src/broad/displacement.rs. The vector part of the turn from q0 to q1 is that of conj(q0) (q1 - q0): small
// turns are small differences, which are exact, and do not drown in a product close to one.
fn surface_displacement(before: Pose, now: Pose, outline: Outline) -> f32 {
    let nearest = select(-now.turn, now.turn, dot(before.turn, now.turn) >= 0.0);
    let change = nearest - before.turn;
    let q = before.turn;
    let half_turn = q.w * change.xyz - change.w * q.xyz - cross(q.xyz, change.xyz);
    let shift = length(relative_position(before, now)) * (1.0 + SHIFT_SLACK);
    return shift + length(half_turn * outline.levers) + outline.reach * TURN_SLACK;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let body = element(id);
    if atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    if body == 0u && atomicLoad(&control[REBUILD]) != 0u {
        atomicOr(&control[STATUS], OUTDATED);
    }
    if body >= atomicLoad(&control[BODIES]) {
        return;
    }
    let displacement = surface_displacement(poses_at_rebuild[body], poses[body], outlines[poses[body].kind]);
    if !is_finite(displacement) || displacement > bitcast<f32>(atomicLoad(&control[HALF_SKIN])) {
        atomicOr(&control[REBUILD], 1u);
        atomicOr(&control[STATUS], OUTDATED);
    }
}
