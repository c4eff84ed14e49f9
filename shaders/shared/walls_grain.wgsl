// The grain at a tube, cone or rod in the axes of walls/meridian.wgsl, which it needs, and shapes.wgsl.

fn look_at_grain(pose: Pose, axes: mat3x3<f32>) {
    inside.rounding = rounding_of(pose.kind);
    inside.turn = transpose(axes) * quat_matrix(pose.turn / sqrt(dot(pose.turn, pose.turn)));
}

// The furthest point of the core along n.
fn core_point(n: vec3<f32>) -> vec3<f32> {
    return inside.turn * core_support(inside.kind, n * inside.turn, NO_VERTEX).point;
}
