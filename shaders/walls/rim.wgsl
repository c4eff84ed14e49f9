// The least overlap of a grain and the end of a wall, over the directions of a cut; twin of src/walls/rim.rs, which says
// how it is bounded. Needs meridian.wgsl.

// The bound and the value have met when they agree to this share of the grain.
const RIM_CLOSE: f32 = 1e-7;
// Turn that tells the ends of an edge from each other [rad]: above the rounding of a direction.
const RIM_TURN: f32 = 4e-6;
// A smooth grain takes about 12 tries, each a quarter as far off as the one before; a polyhedron a few.
const RIM_TRIES: u32 = 24u;

// Directions that were tried, and what lies furthest along them, from the corner: (n, point).
var<private> rim_samples: array<vec4<f32>, RIM_TRIES + 2u>;

// The points themselves, from the grain's centre.
var<private> rim_points: array<vec3<f32>, RIM_TRIES + 2u>;

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

fn sample_overlap(sample: vec4<f32>) -> f32 {
    return dot(sample.xy, sample.zw) + inside.rounding;
}

// What is asked of the grain next: its furthest point along the side's normal, along that of the end, along a guess, and
// along two directions next to that.
const ASK_SIDE: u32 = 0u;
const ASK_END: u32 = 1u;
const ASK_GUESS: u32 = 2u;
const ASK_FIRST: u32 = 3u;
const ASK_SECOND: u32 = 4u;
const ASK_NOTHING: u32 = 5u;

// The search at a rim.
struct RimSearch {
    rim: u32,
    tries: u32,
    // The direction to be tried next, the stretch that it is from, and the best so far.
    n: vec2<f32>,
    lowest: u32,
    best: u32,
    // A point next to the guess.
    first: vec3<f32>,
    // The answer.
    found: Probe,
}

var<private> search: RimSearch;

// The overlap with the wall as it is in the cut at `azimuth`. There is one place that asks for points of the grain.
fn probe_at(azimuth: vec2<f32>) -> Probe {
    var found: Probe;
    var side: vec4<f32>;
    var side_point: vec3<f32>;
    var depth = 0.0;
    var rim = NO_RIM;
    var ask = ASK_SIDE;
    var n = inside.normal;
    for (var k = 0u; k < 2u * (RIM_TRIES + 5u) && ask != ASK_NOTHING; k++) {
        let point = core_point(lifted(n, azimuth));
        let q = in_cut(point, azimuth);
        if ask == ASK_SIDE {
            depth = inside.depth + dot(q, n);
            side = vec4<f32>(n, q);
            side_point = point;
            found = Probe(azimuth, n, depth + inside.rounding, NO_RIM, 0u, point, 0.0, vec2<f32>(0.0));
        } else {
            let sample = vec4<f32>(n, from_rim(rim) + q);
            if ask == ASK_END {
                begin_search(rim, side, side_point, sample, point);
            }
            ask = go_on_searching(ask, azimuth, sample, point);
            n = search.n;
        }
        if ask == ASK_NOTHING && (found.rim == NO_RIM || search.found.overlap < found.overlap) {
            found = search.found;
        }
        if ask == ASK_SIDE || ask == ASK_NOTHING {
            // On to the next rim that matters, if there is one.
            rim = next_rim(rim, side.zw, depth);
            ask = select(ASK_END, ASK_NOTHING, rim == NO_RIM);
            n = vec2<f32>(0.0, rim_sign(rim));
        }
    }
    return found;
}

fn next_rim(after: u32, q: vec2<f32>, depth: f32) -> u32 {
    for (var rim = after + 1u; rim <= UPPER; rim++) {
        if is_rim_near(rim, q, depth) {
            return rim;
        }
    }
    return NO_RIM;
}

// From the points furthest along the normals of side and end.
fn begin_search(rim: u32, side: vec4<f32>, side_point: vec3<f32>, end: vec4<f32>, end_point: vec3<f32>) {
    search.rim = rim;
    search.tries = 0u;
    let from_corner = vec4<f32>(side.xy, from_rim(rim) + side.zw);
    let side_first = cross_2d(side.xy, end.xy) > 0.0;
    rim_samples[0] = select(end, from_corner, side_first);
    rim_samples[1] = select(from_corner, end, side_first);
    rim_points[0] = select(end_point, side_point, side_first);
    rim_points[1] = select(side_point, end_point, side_first);
    stretches[0] = stretch_of(0u, 1u);
    search.best = select(1u, 0u, sample_overlap(rim_samples[0]) <= sample_overlap(rim_samples[1]));
}

// Takes what was asked for and says what to ask next, along `search.n`.
fn go_on_searching(ask: u32, azimuth: vec2<f32>, sample: vec4<f32>, point: vec3<f32>) -> u32 {
    let aside = vec2<f32>(-search.n.y, search.n.x) * RIM_TURN;
    if ask == ASK_FIRST {
        search.first = point;
        search.n = search.n + 2.0 * vec2<f32>(-sample.y, sample.x) * RIM_TURN;
        return ASK_SECOND;
    }
    if ask == ASK_SECOND {
        search.found.point = meeting_point(azimuth, search.first, point);
        return ASK_NOTHING;
    }
    if ask == ASK_GUESS {
        let guess = stretches[search.lowest];
        let overlap = sample_overlap(sample);
        let tolerance = RIM_CLOSE * (inside.size + length(from_rim(search.rim)));
        if overlap - guess.overlap <= tolerance {
            search.found = Probe(azimuth, guess.n, overlap, search.rim, 0u, point, 0.0, vec2<f32>(0.0));
            if guess.is_tie {
                search.found.point = meeting_point(azimuth, rim_points[guess.a], rim_points[guess.b]);
                return ASK_NOTHING;
            }
            search.n = guess.n - aside;
            return ASK_FIRST;
        }
        cut_stretch(guess, sample, point);
    }
    if search.tries >= RIM_TRIES {
        let best = rim_samples[search.best];
        search.found =
            Probe(azimuth, best.xy, sample_overlap(best), search.rim, 1u, rim_points[search.best], 0.0, vec2<f32>(0.0));
        return ASK_NOTHING;
    }
    search.lowest = lowest_stretch(search.tries + 1u);
    search.n = stretches[search.lowest].n;
    return ASK_GUESS;
}

// The lowest stretch is cut in two at a sample.
fn cut_stretch(guess: Stretch, sample: vec4<f32>, point: vec3<f32>) {
    let fresh = search.tries + 2u;
    rim_samples[fresh] = sample;
    rim_points[fresh] = point;
    if sample_overlap(sample) < sample_overlap(rim_samples[search.best]) {
        search.best = fresh;
    }
    stretches[search.lowest] = stretch_of(guess.a, fresh);
    stretches[search.tries + 1u] = stretch_of(fresh, guess.b);
    search.tries++;
}

// The point at the corner between two that lie as deep.
fn meeting_point(azimuth: vec2<f32>, p: vec3<f32>, q: vec3<f32>) -> vec3<f32> {
    let at = from_rim(search.rim) + in_cut(p, azimuth);
    let chord = from_rim(search.rim) + in_cut(q, azimuth) - at;
    let squared = dot(chord, chord);
    if !(squared > 0.0) {
        return p;
    }
    return mix(p, q, clamp(-dot(at, chord) / squared, 0.0, 1.0));
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

fn lies_between(n: vec2<f32>, a: vec2<f32>, b: vec2<f32>) -> bool {
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
    let has_tie = lies_between(tie, a.xy, b.xy);
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
    if lies_between(n, start, end) && overlap < least.overlap {
        return Stretch(least.a, least.b, overlap, false, n);
    }
    return least;
}
