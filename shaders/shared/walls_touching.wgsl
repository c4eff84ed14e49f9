// A grain at a plane of the wall: its own, or one that touches it along a line. Needs pose.wgsl, spread.wgsl
// and patches.wgsl.

// A quaternion of floats is not quite of unit length; a direction that it turns would be long or short by as much.
fn turn_back_exactly(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = (2.0 / dot(q, q)) * cross(v, q.xyz);
    let turned = v + (q.w * t + cross(t, q.xyz));
    return turned * (1.5 - 0.5 * dot(turned, turned));
}

// A grain's contact with a half-space.
struct PlaneTouch {
    overlap: f32,
    // From the grain's centre, in the axes of the world: halfway between grain and plane.
    arm: vec3<f32>,
    // In the axes `tangents(n)`.
    spread: vec3<f32>,
}

// From a line along the normal: to the grain's support plane, and from there halfway to the wall.
fn halfway(point: vec3<f32>, n: vec3<f32>, height: f32, overlap: f32) -> vec3<f32> {
    return point + n * (height - 0.5 * overlap - dot(point, n));
}

// The contact of a body with the half-space behind a plane, into which n points and in which its centre is `depth` deep.
// `share` of the overlap is how deep the patch reaches, and `range` a gap up to which there is a contact.
fn touch_plane(kind: u32, turn: vec4<f32>, n: vec3<f32>, depth: f32, share: f32, range: f32) -> PlaneTouch {
    let dir = turn_back_exactly(turn, n);
    let top = core_support(kind, dir, NO_VERTEX).point;
    let height = dot(top, dir) + rounding_of(kind);
    let overlap = height + depth;
    if !(overlap > -range) {
        return PlaneTouch(overlap, vec3<f32>(0.0), vec3<f32>(0.0));
    }
    let found = plane_patch(kind, dir, share * overlap);
    let spread = spread_in_world(found.spread, quat_turn(turn, tangents(dir)[0]), n);
    return PlaneTouch(overlap, halfway(quat_turn(turn, found.point), n, height, overlap), spread);
}
