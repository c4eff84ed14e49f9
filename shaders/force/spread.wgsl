// What a contact does beyond its force because it is spread over a patch; twin of src/force/spread.rs. Goes with shared/law.wgsl.

// A contact that spreads over a patch resists rocking and spinning on it.
fn spread_couple(law: Law, contact: ContactKinematics, strength: f32, normal_force: f32) -> vec3<f32> {
    // Balls touch in points.
    if BALLS_ONLY || contact.spread.x == 0.0 {
        return vec3<f32>(0.0);
    }
    let about_normal = contact.normal * dot(contact.turning, contact.normal);
    let square = 2.0 * contact.spread.x;
    let spinning = about_normal * (-square * strength * sqrt(law.tangential_ratio));
    return rocking_couple(contact, strength, normal_force)
        + at_most(spinning, law.friction * normal_force * sqrt(square));
}

// The part of it across the normal.
fn rocking_couple(contact: ContactKinematics, strength: f32, normal_force: f32) -> vec3<f32> {
    let root = root_of_spread(contact.spread);
    let axes = tangents(contact.normal);
    // How fast the ends of both levers move, and the moment of dashpots of strength 1 against it.
    let ends = root * turning_of(axes, contact.turning);
    let speed = sqrt(dot(ends, ends));
    if speed == 0.0 {
        return vec3<f32>(0.0);
    }
    let direction = root * (ends / speed);
    // At most a set share of the turning about the axis of the moment in one step.
    let most = MOST_DAMPED * contact.inertia / max(dot(direction, direction), 1e-37);
    let force = min(min(ROCKING * strength, most) * speed, LIFT_OFF * normal_force);
    return moment_of(axes, direction * -force);
}

// The root of the matrix of second moments: (T + sqrt(det T)) / sqrt(trace T + 2 sqrt(det T)).
fn root_of_spread(spread: vec3<f32>) -> mat2x2<f32> {
    let determinant = (spread.x - sqrt(dot(spread.yz, spread.yz))) * (spread.x + sqrt(dot(spread.yz, spread.yz)));
    let root = sqrt(max(determinant, 0.0));
    let matrix = mat2x2<f32>(spread.x + spread.y + root, spread.z, spread.z, spread.x - spread.y + root);
    return matrix * (1.0 / sqrt(2.0 * (spread.x + root)));
}

// A turning as points of the plane feel it along the normal: by w . (r x n) = r . (what this returns).
fn turning_of(axes: mat2x3<f32>, turning: vec3<f32>) -> vec2<f32> {
    return vec2<f32>(-dot(turning, axes[1]), dot(turning, axes[0]));
}

// The moment r x n of a lever in the plane.
fn moment_of(axes: mat2x3<f32>, lever: vec2<f32>) -> vec3<f32> {
    return axes[0] * lever.y - axes[1] * lever.x;
}

// Along the moment against rocking.
fn rocking_of(spread: vec3<f32>, n: vec3<f32>, turning: vec3<f32>) -> vec3<f32> {
    let axes = tangents(n);
    let ends = turning_of(axes, turning);
    let matrix = mat2x2<f32>(spread.x + spread.y, spread.z, spread.z, spread.x - spread.y);
    return moment_of(axes, matrix * ends);
}
