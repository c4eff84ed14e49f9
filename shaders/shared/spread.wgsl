// How far a figure spreads, and which way: its second moments about its middle, twin of src/geometry/planar/spread.rs. Half the trace,
// half of xx - yy, and xy. Sums and averages are those of its parts. Needs math.wgsl.

// The matrix p p^T.
fn square_of(p: vec2<f32>) -> vec3<f32> {
    let squares = p * p;
    return vec3<f32>(0.5 * (squares.x + squares.y), 0.5 * (squares.x - squares.y), p.x * p.y);
}

fn spread_of_segment(along: vec2<f32>) -> vec3<f32> {
    return square_of(along) / 12.0;
}

fn spread_of_disc(radius: f32) -> vec3<f32> {
    return vec3<f32>(0.25 * radius * radius, 0.0, 0.0);
}

// Without what is below 0 of it, by rounding or by a difference.
fn positive_spread(spread: vec3<f32>) -> vec3<f32> {
    let size = sqrt(dot(spread.yz, spread.yz));
    if spread.x >= size {
        return spread;
    }
    let larger = 0.5 * max(spread.x + size, 0.0);
    return vec3<f32>(larger, spread.yz * (larger / size));
}

// What two figures about the same middle have in common: in each direction the smaller of the two.
fn lesser_spread(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    let apart = a - b;
    let size = sqrt(dot(apart.yz, apart.yz));
    if size <= abs(apart.x) {
        return select(b, a, apart.x < 0.0);
    }
    return positive_spread(0.5 * (a + b - vec3<f32>(size, apart.yz * (apart.x / size))));
}

// The same moments in axes in which the first of these lies along `axis`, a unit vector.
fn turned_spread(spread: vec3<f32>, axis: vec2<f32>) -> vec3<f32> {
    let doubled = vec2<f32>(axis.x * axis.x - axis.y * axis.y, 2.0 * axis.x * axis.y);
    return vec3<f32>(
        spread.x,
        spread.y * doubled.x - spread.z * doubled.y,
        spread.y * doubled.y + spread.z * doubled.x,
    );
}

// Those by the axes `tangents(n)`, from those by axes across n of which the first is given, in the world.
fn spread_in_world(spread: vec3<f32>, first: vec3<f32>, n: vec3<f32>) -> vec3<f32> {
    let axes = tangents(n);
    let axis = vec2<f32>(dot(first, axes[0]), dot(first, axes[1]));
    return turned_spread(spread, axis / max(sqrt(dot(axis, axis)), 1e-37));
}
