// The least overlap of a grain and the end of a wall, over the directions of a cut; twin of src/walls/rim.rs, which says
// how it is bounded. Needs climb.wgsl.

// The bound and the value have met when they agree to this share of the grain.
const RIM_CLOSE: f32 = 2e-7;
// Turn that tells the ends of an edge from each other [rad]: above the rounding of a direction.
const RIM_TURN: f32 = 4e-6;
// A smooth grain takes about 12 tries, each a quarter as far off as the one before; a polyhedron a few.
const RIM_TRIES: u32 = 24u;

// Directions that were tried, and what lies furthest along them, from the corner: (n, point).
var<private> rim_samples: array<vec4<f32>, RIM_TRIES + 2u>;

// A range of directions, anticlockwise between two samples, with the least of the bound of the overlap in it.
struct Stretch {
    a: u32,
    b: u32,
    overlap: f32,
    // Both samples' points lie as deep there.
    is_tie: bool,
    n: vec2<f32>,
}

var<private> stretches: array<Stretch, RIM_TRIES + 1u>;

fn cross_2d(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.x * b.y - a.y * b.x;
}

fn rim_sample(rim: u32, azimuth: vec2<f32>, n: vec2<f32>) -> vec4<f32> {
    return vec4<f32>(n, from_rim(rim) + in_cut(core_point(lifted(n, azimuth)), azimuth));
}

fn sample_overlap(sample: vec4<f32>) -> f32 {
    return dot(sample.xy, sample.zw) + inside.rounding;
}

// The least overlap over all directions between the side's normal and that of the end.
fn least_at_rim(rim: u32, azimuth: vec2<f32>) -> Probe {
    let tolerance = RIM_CLOSE * (inside.size + length(from_rim(rim)));
    let side = rim_sample(rim, azimuth, inside.normal);
    let end = rim_sample(rim, azimuth, vec2<f32>(0.0, rim_sign(rim)));
    let side_first = cross_2d(side.xy, end.xy) > 0.0;
    rim_samples[0] = select(end, side, side_first);
    rim_samples[1] = select(side, end, side_first);
    stretches[0] = stretch_of(0u, 1u);
    var best = select(end, side, sample_overlap(side) <= sample_overlap(end));
    for (var k = 0u; k < RIM_TRIES; k++) {
        let lowest = lowest_stretch(k + 1u);
        let guess = stretches[lowest];
        let sample = rim_sample(rim, azimuth, guess.n);
        let overlap = sample_overlap(sample);
        if overlap - guess.overlap <= tolerance {
            let point = point_at_corner(rim, azimuth, guess);
            return Probe(azimuth, guess.n, overlap, rim, 0u, point);
        }
        if overlap < sample_overlap(best) {
            best = sample;
        }
        rim_samples[k + 2u] = sample;
        stretches[lowest] = stretch_of(guess.a, k + 2u);
        stretches[k + 1u] = stretch_of(k + 2u, guess.b);
    }
    return Probe(azimuth, best.xy, sample_overlap(best), rim, 1u, core_point(lifted(best.xy, azimuth)));
}

fn lowest_stretch(count: u32) -> u32 {
    var found = 0u;
    for (var k = 1u; k < min(count, RIM_TRIES + 1u); k++) {
        if stretches[k].overlap < stretches[found].overlap {
            found = k;
        }
    }
    return found;
}

// The point at the corner, of all those of the core that lie furthest along the direction of a guess: between the points of
// both samples where they lie as deep; else the ends of an edge are found by turning the direction a little either way.
fn point_at_corner(rim: u32, azimuth: vec2<f32>, guess: Stretch) -> vec3<f32> {
    let aside = vec2<f32>(-guess.n.y, guess.n.x) * RIM_TURN;
    var first = guess.n - aside;
    var second = guess.n + aside;
    if guess.is_tie {
        first = rim_samples[guess.a].xy;
        second = rim_samples[guess.b].xy;
    }
    let p = core_point(lifted(first, azimuth));
    let q = core_point(lifted(second, azimuth));
    let at = from_rim(rim) + in_cut(p, azimuth);
    let chord = from_rim(rim) + in_cut(q, azimuth) - at;
    let squared = dot(chord, chord);
    if !(squared > 0.0) {
        return p;
    }
    return mix(p, q, clamp(-dot(at, chord) / squared, 0.0, 1.0));
}

fn is_between(n: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> bool {
    return cross_2d(a, n) > 0.0 && cross_2d(n, b) > 0.0;
}

// The least over the directions between those of two samples of the larger of the two points' overlaps. It is at either end,
// or where both are the same, or straight from a point to the corner, where this is outside the core.
fn stretch_of(first: u32, second: u32) -> Stretch {
    let a = rim_samples[first];
    let b = rim_samples[second];
    var least = Stretch(first, second, sample_overlap(a), false, a.xy);
    if sample_overlap(b) < least.overlap {
        least = Stretch(first, second, sample_overlap(b), false, b.xy);
    }
    // b lies anticlockwise of a, and so does the normal on the right of the way from a to b.
    let back = a.zw - b.zw;
    let tie = unit_or(vec3<f32>(-back.y, back.x, 0.0), vec3<f32>(0.0)).xy;
    let has_tie = is_between(tie, a.xy, b.xy);
    if has_tie {
        let overlap = max(dot(a.zw, tie), dot(b.zw, tie)) + inside.rounding;
        if overlap < least.overlap {
            least = Stretch(first, second, overlap, true, tie);
        }
    }
    least = straight_to_corner(least, a.zw, a.xy, select(b.xy, tie, has_tie));
    return straight_to_corner(least, b.zw, select(a.xy, tie, has_tie), b.xy);
}

fn straight_to_corner(least: Stretch, point: vec2<f32>, start: vec2<f32>, end: vec2<f32>) -> Stretch {
    let n = unit_or(vec3<f32>(-point, 0.0), vec3<f32>(0.0)).xy;
    let overlap = inside.rounding - length(point);
    if is_between(n, start, end) && overlap < least.overlap {
        return Stretch(least.a, least.b, overlap, false, n);
    }
    return least;
}
