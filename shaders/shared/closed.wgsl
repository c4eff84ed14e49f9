// Normals in closed form, where the pair allows it, and how a contact is written. Needs pair.wgsl and normals.wgsl.

// Parameters in [-1, 1] of the closest points of s a and shift + t b.
fn nearest_on_axes(a: vec3<f32>, b: vec3<f32>) -> vec2<f32> {
    let aa = dot(a, a);
    let bb = dot(b, b);
    let ab = dot(a, b);
    let a_shift = dot(a, shift);
    let b_shift = dot(b, shift);
    // |a x b|^2 keeps its digits where aa bb - ab^2 loses them.
    let crossing = cross(a, b);
    let determinant = dot(crossing, crossing);
    var s = 0.0;
    if determinant > 0.0 {
        s = clamp((a_shift * bb - b_shift * ab) / determinant, -1.0, 1.0);
    }
    var t = 0.0;
    if bb > 0.0 {
        t = clamp((s * ab - b_shift) / bb, -1.0, 1.0);
    }
    if aa > 0.0 {
        s = clamp((a_shift + t * ab) / aa, -1.0, 1.0);
    }
    if bb > 0.0 {
        t = clamp((s * ab - b_shift) / bb, -1.0, 1.0);
    }
    return vec2<f32>(s, t);
}

fn offer_along(v: vec3<f32>) {
    offer(unit_or(v, vec3<f32>(1.0, 0.0, 0.0)));
}

// Spheres and capsules, by their axes; a sphere's axis has no length. Where a closest point lies inside its axis, the
// normal is across that axis, and where both do, across both; rounding tells these cases apart badly, so each gives a
// direction, and the one of least width is the normal. Returns whether it is the only one.
fn offer_axes() -> bool {
    let zero = vec3<f32>(0.0);
    let axis_a = select(zero, vec3<f32>(0.0, 0.0, kinds[kind_a].size.z), family_of(kind_a) == CAPSULE);
    let axis_b = select(zero, turn_b[2] * kinds[kind_b].size.z, family_of(kind_b) == CAPSULE);
    let at = nearest_on_axes(axis_a, axis_b);
    let difference = (shift + axis_b * at.y) - axis_a * at.x;
    offer_along(difference);
    let has_a = dot(axis_a, axis_a) > 0.0;
    let has_b = dot(axis_b, axis_b) > 0.0;
    if has_a {
        offer_along(square_to(difference, axis_a));
    }
    if has_b {
        offer_along(square_to(difference, axis_b));
    }
    if has_a || has_b {
        let longer = select(axis_b, axis_a, dot(axis_a, axis_a) > dot(axis_b, axis_b));
        offer_along(tangents(unit_or(longer, vec3<f32>(0.0, 0.0, 1.0)))[0]);
    }
    let crossing = edge_normal(axis_a, axis_b);
    if has_a && has_b && dot(crossing, crossing) > 0.25 {
        offer(crossing);
        offer(-crossing);
    }
    return length(difference) > noise;
}

// Offers the outward normals of a cylinder about a point p in its frame; `turn` leads from that frame to A's with the
// sense of the contact's normal. Returns whether the best is the only one.
fn offer_cylinder(size: vec4<f32>, p: vec3<f32>, turn: mat3x3<f32>) -> bool {
    let across = length(p.xy);
    let radial = vec3<f32>(unit_or(vec3<f32>(p.xy, 0.0), vec3<f32>(1.0, 0.0, 0.0)).xy, 0.0);
    let up = vec3<f32>(0.0, 0.0, select(-1.0, 1.0, p.z >= 0.0));
    let side = across - size.x;
    let end = abs(p.z) - size.z;
    offer(turn * radial);
    offer(turn * up);
    if side > 0.0 && end > 0.0 {
        offer(turn * unit_or(radial * side + up * end, radial));
        return true;
    }
    let clear = abs(side - end) > noise;
    return clear && select(abs(p.z) > noise || end > 0.0, across > noise, side > end);
}

// Offers the normals of a pair that has them in closed form. Bit 1: it has; bit 2: other directions are as good.
fn offer_closed_forms() -> u32 {
    let family_a = family_of(kind_a);
    let family_b = family_of(kind_b);
    let round_a = family_a == SPHERE || family_a == CAPSULE;
    let round_b = family_b == SPHERE || family_b == CAPSULE;
    var unique = true;
    if round_a && round_b {
        unique = offer_axes();
    } else if family_a == CYLINDER && family_b == SPHERE {
        unique = offer_cylinder(kinds[kind_a].size, shift, mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0));
    } else if family_a == SPHERE && family_b == CYLINDER {
        let opposite = mat3x3<f32>(-turn_b[0], -turn_b[1], -turn_b[2]);
        unique = offer_cylinder(kinds[kind_b].size, -(shift * turn_b), opposite);
    } else {
        return 0u;
    }
    return select(3u, 1u, unique);
}

// What is found of a pair.
struct Answer {
    // From A to B, in the world.
    normal: vec3<f32>,
    overlap: f32,
    // From A's centre to the contact point.
    arm: vec3<f32>,
    // The overlap is not below the first, nor above the second.
    bounds: vec2<f32>,
    code: u32,
}

fn contact_of(answer: Answer, bodies: vec2<u32>, pair: u32) -> Contact {
    return Contact(answer.normal, answer.overlap, answer.arm, 0.0, vec2<f32>(0.0), bodies, pair, answer.code, 0.0);
}

// A contact along n, in A's frame, with the bounds of the whole shapes; the point is halfway between the support points
// at hand.
fn contact_along(n: vec3<f32>, overlap: f32, bounds: vec2<f32>, code: u32, turn_a: vec4<f32>) -> Answer {
    let on_a = support_a + n * rounding_of(kind_a);
    let on_b = support_b - n * rounding_of(kind_b);
    let normal = unit_or(quat_turn(turn_a, n), vec3<f32>(1.0, 0.0, 0.0));
    let arm = quat_turn(turn_a, 0.5 * (on_a + on_b));
    return Answer(normal, overlap, arm, vec2<f32>(min(bounds.x, overlap), max(bounds.y, overlap)), code);
}
