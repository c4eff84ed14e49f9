// Overlaps with discs: the rest of src/geometry/planar/overlap.rs. Needs math.wgsl, figures.wgsl and overlaps.wgsl.

// Centroid of a polygon cut by a disc. The boundary is walked edge by edge: inside parts as they are, outside parts as the
// arcs below them. All is summed about a point close to both figures: a small polygon at the rim of a large disc would
// drown in the rounding of areas about its centre.
fn polygon_in_disc(f: Figure, side: Side, g: Figure) -> Maybe {
    let origin = figure_clamp(g, side, figure_centroid(f, side)) - g.p;
    var sum = AreaMoment(0.0, vec2<f32>(0.0));
    var p = corner_of(f, side, f.count - 1u) - g.p;
    for (var k = 0u; k < f.count; k++) {
        let q = corner_of(f, side, k) - g.p;
        sum = add_edge(sum, p, q, g.radius, origin);
        p = q;
    }
    let extent = length_squared(corner_of(f, side, furthest_corner(f, side, corner_of(f, side, 0u))) - corner_of(f, side, 0u));
    return Maybe(sum.area > THIN * min(extent, g.radius * g.radius), g.p + origin + sum.moment / sum.area);
}

// Adds the edge from p to q, as seen from the disc's centre: up to three parts, cut where it crosses the circle.
fn add_edge(sum: AreaMoment, p: vec2<f32>, q: vec2<f32>, radius: f32, origin: vec2<f32>) -> AreaMoment {
    let along = q - p;
    let squared = length_squared(along);
    if squared == 0.0 {
        return sum;
    }
    let foot = -dot(p, along) / squared;
    let aside = abs(perp_dot(p, along)) / sqrt(squared);
    if aside >= radius {
        return add_arc(sum, p, q, radius, origin);
    }
    let half = sqrt((radius - aside) * (radius + aside) / squared);
    let enter = clamp(foot - half, 0.0, 1.0);
    let leave = clamp(foot + half, 0.0, 1.0);
    let s = p + along * enter;
    let e = p + along * leave;
    var total = sum;
    if enter > 0.0 {
        total = add_arc(total, p, s, radius, origin);
    }
    if leave > enter {
        total = add_triangle(total, s - origin, e - origin);
    }
    if leave < 1.0 {
        total = add_arc(total, e, q, radius, origin);
    }
    return total;
}

fn add_triangle(sum: AreaMoment, s: vec2<f32>, e: vec2<f32>) -> AreaMoment {
    let area = 0.5 * perp_dot(s, e);
    return AreaMoment(sum.area + area, sum.moment + (s + e) * (area / 3.0));
}

// Adds the arc between the directions of s and e: the triangle below its chord, and the cap above.
fn add_arc(sum: AreaMoment, s: vec2<f32>, e: vec2<f32>, radius: f32, origin: vec2<f32>) -> AreaMoment {
    let from_ = s / sqrt(length_squared(s));
    let to = e / sqrt(length_squared(e));
    let chord = to - from_;
    let turn = angle_of(dot(from_, to), perp_dot(from_, to));
    let below = add_triangle(sum, from_ * radius - origin, to * radius - origin);
    let cap = sign(turn) * radius * radius * cap_area(0.5 * abs(turn));
    // About the disc's centre: 2/3 r^3 sin(turn / 2)^3, across the chord.
    let cubed = radius * radius * radius;
    let moment = vec2<f32>(chord.y, -chord.x) * (cubed * length_squared(chord) / 12.0);
    return AreaMoment(below.area + cap, below.moment + moment - origin * cap);
}

// Centroid of the lens of two discs of radii a and b.
fn lens(p: vec2<f32>, a: f32, q: vec2<f32>, b: f32) -> vec2<f32> {
    let between = q - p;
    let distance = sqrt(length_squared(between));
    if distance <= abs(a - b) {
        return select(q, p, a <= b);
    }
    let along = between / distance;
    if distance >= a + b {
        return p + along * (0.5 * (a + distance - b));
    }
    // The chord stands at x from p; the lens is a cap of each disc beyond it.
    let x = 0.5 * (distance + (a - b) * (a + b) / distance);
    let half_chord = sqrt(max((a - x) * (a + x), 0.0));
    let cap_a = a * a * cap_area(angle_of(x, half_chord));
    let cap_b = b * b * cap_area(angle_of(distance - x, half_chord));
    // The first moments of the two caps about their own centres cancel: their chord is the same.
    if !(cap_a + cap_b > 0.0) {
        return p + along * x;
    }
    return p + between * (cap_b / (cap_a + cap_b));
}

// Area of a cap of the unit disc that spans the half angle `angle`: angle - sin(2 angle) / 2, without cancellation.
fn cap_area(angle: f32) -> f32 {
    if angle > 0.8 {
        return angle - 0.5 * sine_cosine(2.0 * angle).x;
    }
    let squared = 4.0 * angle * angle;
    var term = 2.0 / 3.0 * angle * angle * angle;
    var sum = 0.0;
    for (var k = 1u; k < 9u; k++) {
        sum += term;
        let n = f32(2u * k + 2u);
        term *= -squared / (n * (n + 1.0));
    }
    return sum;
}
