// Quaternions (x, y, z, w), and where bodies are. Needs fixed.wgsl.

// From a to b, in units of length: subtracted as integers, so that it does not matter where in the world they are.
fn relative_position(a: Pose, b: Pose) -> vec3<f32> {
    return fixed_to_float(fixed_sub(Fixed3(b.high, b.low), Fixed3(a.high, a.low)), POSITION_UNIT);
}

fn quat_product(p: vec4<f32>, q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz));
}

fn quat_conjugate(q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(-q.xyz, q.w);
}

// v turned by q.
fn quat_turn(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

// v turned back by q.
fn quat_turn_back(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return quat_turn(quat_conjugate(q), v);
}

fn quat_matrix(q: vec4<f32>) -> mat3x3<f32> {
    let two = q.xyz + q.xyz;
    let x = two * q.x;
    let y = two * q.y;
    let z = two * q.z;
    let w = two * q.w;
    return mat3x3<f32>(
        vec3<f32>(1.0 - y.y - z.z, x.y + w.z, x.z - w.y),
        vec3<f32>(x.y - w.z, 1.0 - x.x - z.z, y.z + w.x),
        vec3<f32>(x.z + w.y, y.z - w.x, 1.0 - x.x - y.y),
    );
}
