// Oriented boxes of bodies, and whether two of them touch. Needs fixed.wgsl and pose.wgsl.

// Boxes closer than this share of the sum of their radii count as touching: more than all rounding of f32, so that no pair is
// missed, and far less than a skin.
const BOX_SLACK: f32 = 2e-6;

// The ball lies in the box: a sphere, whose box need not be asked.
const IS_BALL: u32 = 0x10000u;

fn bounds_of(pose: Pose, outline: Outline, margin: f32) -> Bounds {
    let turn = quat_product(pose.turn, outline.turn);
    let offset = fixed_from_float(quat_turn(pose.turn, outline.center) * POSITION_PER_UNIT);
    let middle = fixed_add(Fixed3(pose.high, pose.low), offset);
    let half = outline.half + margin;
    let ball = outline.ball + margin;
    let axes = quat_matrix(turn);
    let reach = abs(axes[0]) * half.x + abs(axes[1]) * half.y + abs(axes[2]) * half.z;
    let upright = min(reach, vec3<f32>(ball)) + BOX_SLACK * ball;
    let is_ball = all(half >= vec3<f32>(ball * (1.0 - BOX_SLACK)));
    let flags = pose.flags | select(0u, IS_BALL, is_ball);
    return Bounds(middle.high, outline.level, middle.low, flags, turn, half, ball, upright);
}

// The cross products of the three edges of A with one edge c of B (p and q are the others): whether none of them separates.
fn edges_meet(c: vec3<f32>, t: vec3<f32>, a: vec3<f32>, of_b: vec3<f32>, slack: f32) -> bool {
    let s = abs(c);
    let of_a = a.yxx * s.zzy + a.zzy * s.yxx;
    return all(abs(cross(c, t)) <= of_a + of_b + slack);
}

// Whether two boxes share a point, their middles `world` apart, once their balls and upright boxes do; as WorldBox::overlaps in src/broad/bounds.rs.
fn boxes_overlap(first: Bounds, second: Bounds, world: vec3<f32>) -> bool {
    if (first.flags & second.flags & IS_BALL) != 0u {
        return true;
    }
    let slack = BOX_SLACK * (first.ball + second.ball);
    let a = first.half;
    let b = second.half;
    let own = quat_matrix(first.turn);
    let t = world * own;
    let turn = transpose(own) * quat_matrix(second.turn);
    let s0 = abs(turn[0]);
    let s1 = abs(turn[1]);
    let s2 = abs(turn[2]);
    if any(abs(t) > a + s0 * b.x + s1 * b.y + s2 * b.z + slack) {
        return false;
    }
    if any(abs(t * turn) > b + vec3<f32>(dot(a, s0), dot(a, s1), dot(a, s2)) + slack) {
        return false;
    }
    return edges_meet(turn[0], t, a, s2 * b.y + s1 * b.z, slack)
        && edges_meet(turn[1], t, a, s0 * b.z + s2 * b.x, slack)
        && edges_meet(turn[2], t, a, s1 * b.x + s0 * b.y, slack);
}
