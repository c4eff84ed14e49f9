// A contact seen along its normal: both bodies in a plane across it. Needs pose.wgsl and features.wgsl.

struct Sight {
    // Axes of the plane, in the world.
    axes: mat2x3<f32>,
    a: Side,
    b: Side,
    // The support point of the smaller body, from A's centre: places in the plane are measured from it.
    base: vec3<f32>,
    // The smaller body is A.
    from_a: bool,
}

fn sight_of(normal: vec3<f32>, a: Pose, b: Pose) -> Sight {
    let axes = tangents(normal);
    var at_a = side_new(a.kind, 0u, quat_turn_back(a.turn, normal), quat_turn_back(a.turn, axes[0]),
        quat_turn_back(a.turn, axes[1]));
    var at_b = side_new(b.kind, 1u, quat_turn_back(b.turn, -normal), quat_turn_back(b.turn, axes[0]),
        quat_turn_back(b.turn, axes[1]));
    let top_a = quat_turn(a.turn, at_a.top);
    let top_b = quat_turn(b.turn, at_b.top) + relative_position(a, b);
    let from_a = kinds[a.kind].radius <= kinds[b.kind].radius;
    let base = select(top_b, top_a, from_a);
    at_a.at = vec2<f32>(dot(top_a - base, axes[0]), dot(top_a - base, axes[1]));
    at_b.at = vec2<f32>(dot(top_b - base, axes[0]), dot(top_b - base, axes[1]));
    return Sight(axes, at_a, at_b, base, from_a);
}

// Where a contact may be: on the smaller body, whatever rounding has made of the support points.
struct SmallerBody {
    // Its centre, in the plane.
    center: vec2<f32>,
    radius: f32,
    // From the support plane of that body to halfway between the two, along the normal, as a share of the overlap.
    back: f32,
}

fn smaller_body(sight: Sight, a: Pose, b: Pose) -> SmallerBody {
    let small = select(relative_position(a, b), vec3<f32>(0.0), sight.from_a) - sight.base;
    return SmallerBody(
        vec2<f32>(dot(small, sight.axes[0]), dot(small, sight.axes[1])),
        select(kinds[b.kind].radius, kinds[a.kind].radius, sight.from_a),
        select(0.5, -0.5, sight.from_a),
    );
}

// From A's centre to a place in the plane, halfway between the bodies: from the support plane of the body it was measured from,
// back by half the overlap. The axes follow from the normal, so that nothing but the smaller body has to be kept until then.
fn arm_to(base: vec3<f32>, normal: vec3<f32>, overlap: f32, smaller: SmallerBody, place: vec2<f32>) -> vec3<f32> {
    let axes = tangents(normal);
    let middle = kept_near(place, smaller.center, smaller.radius);
    return base + axes[0] * middle.x + axes[1] * middle.y + normal * (smaller.back * overlap);
}

// A point of the plane, brought to within `reach` of the centre.
fn kept_near(point: vec2<f32>, center: vec2<f32>, reach: f32) -> vec2<f32> {
    let off = point - center;
    let away = length(off);
    return select(point, center + off * (reach / max(away, 1e-37)), away > reach);
}

// Lengths of the smaller and of the larger body, for the band in which features fade.
fn sizes_of(a: u32, b: u32) -> vec2<f32> {
    let small = min(kinds[a].radius, kinds[b].radius);
    let endless = family_of(a) == HALFSPACE || family_of(b) == HALFSPACE;
    return vec2<f32>(small, select(max(kinds[a].radius, kinds[b].radius), small, endless));
}
