// Overlaps with discs: the rest of src/planar/overlap.rs. Needs math.wgsl, figures.wgsl and overlaps.wgsl.

// Centroid of a polygon cut by a disc: the boundary is walked edge by edge, inside parts as triangles from the centre,
// outside parts as sectors.
fn polygon_in_disc(f: Figure, g: Figure) -> Maybe {
    var sum = AreaMoment(0.0, vec2<f32>(0.0));
    var all_inside = true;
    var p = corners[f.first + f.count - 1u] - g.p;
    for (var k = 0u; k < min(f.count, NEAR_ROOM); k++) {
        let q = corners[f.first + k] - g.p;
        all_inside = all_inside && length_squared(q) <= g.radius * g.radius;
        sum = edge_in_disc(sum, p, q, g.radius);
        p = q;
    }
    // A small polygon far from the centre of a large disc would drown in the rounding of its triangles.
    if all_inside {
        return Maybe(true, figure_centroid(f));
    }
    return Maybe(sum.area > THIN * g.radius * g.radius, g.p + sum.moment / sum.area);
}

// Adds what lies between the centre and the edge from p to q: up to three parts, cut where the edge crosses the circle.
fn edge_in_disc(sum: AreaMoment, p: vec2<f32>, q: vec2<f32>, radius: f32) -> AreaMoment {
    let along = q - p;
    let squared = length_squared(along);
    if squared == 0.0 {
        return sum;
    }
    let foot = -dot(p, along) / squared;
    let aside = abs(perp_dot(p, along)) / sqrt(squared);
    if aside >= radius {
        return add_sector(sum, p, q, radius);
    }
    let half = sqrt((radius - aside) * (radius + aside) / squared);
    let enter = clamp(foot - half, 0.0, 1.0);
    let leave = clamp(foot + half, 0.0, 1.0);
    let s = p + along * enter;
    let e = p + along * leave;
    var total = sum;
    if enter > 0.0 {
        total = add_sector(total, p, s, radius);
    }
    if leave > enter {
        let area = 0.5 * perp_dot(s, e);
        total = AreaMoment(total.area + area, total.moment + (s + e) * (area / 3.0));
    }
    if leave < 1.0 {
        total = add_sector(total, e, q, radius);
    }
    return total;
}

// The sector of the disc between the directions of s and e.
fn add_sector(sum: AreaMoment, s: vec2<f32>, e: vec2<f32>, radius: f32) -> AreaMoment {
    let turn = angle_of(dot(s, e), perp_dot(s, e));
    let chord = e / sqrt(length_squared(e)) - s / sqrt(length_squared(s));
    let cubed = radius * radius * radius / 3.0;
    return AreaMoment(sum.area + 0.5 * radius * radius * turn, sum.moment + vec2<f32>(chord.y, -chord.x) * cubed);
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
