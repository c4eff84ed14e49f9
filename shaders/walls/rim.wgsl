// The least overlap of a grain and the end of a wall, over the directions of a cut; twin of src/walls/rim.rs, which says
// how it is bounded. Needs meridian.wgsl and walls_grain.wgsl.

const SEES_RIMS: bool = true;
// The bound and the value have met when they agree to this share of the grain.
const RIM_CLOSE: f32 = 1e-7;
// Turn that tells the ends of an edge from each other [rad]: above the rounding of a direction.
const RIM_TURN: f32 = 4e-6;
// A smooth grain takes about 12 tries, each a quarter as far off as the one before; a polyhedron a few.
const RIM_TRIES: u32 = 24u;
// Normals that lean less than this off the axis are those of a flat end [rad].
const FLAT: f32 = 1e-6;

// The overlap at one azimuth.
struct Probe {
    // Unit vector from the axis.
    azimuth: vec2<f32>,
    // The normal in the cut, into the wall.
    n: vec2<f32>,
    // Overlap with the wall as it is in this cut; below 0 if they are apart.
    overlap: f32,
    // The end of the wall that the search had to reckon with, and UNSURE where it is only bounded.
    flags: u32,
    // The point of the grain's core that is in contact, from its centre.
    point: vec3<f32>,
    // Of what maxima beside it share: the part that is taken off this one, and how deep it is.
    shared_with: vec2<f32>,
}

const UNSURE: u32 = 4u;

// Vectors of a probe. Plain ones: compilers take records apart, and keep what is left in registers.
const PROBE_VECTORS: u32 = 3u;
var<private> probes: array<vec4<f32>, PROBE_VECTORS * PROBE_ROOM + ASIDE_ROOM>;

fn load_probe(k: u32) -> Probe {
    let first = probes[3u * k];
    let second = probes[3u * k + 1u];
    let third = probes[3u * k + 2u];
    return Probe(first.xy, first.zw, second.w, u32(third.x), second.xyz, third.yz);
}

fn store_probe(k: u32, at: Probe) {
    probes[3u * k] = vec4<f32>(at.azimuth, at.n);
    probes[3u * k + 1u] = vec4<f32>(at.point, at.overlap);
    probes[3u * k + 2u] = vec4<f32>(f32(at.flags), at.shared_with, 0.0);
}

fn normal_of(at: Probe) -> vec2<f32> {
    return at.n;
}

fn with_normal(at: Probe, n: vec2<f32>) -> Probe {
    var changed = at;
    changed.n = n;
    return changed;
}

fn rim_of(at: Probe) -> u32 {
    return at.flags & (LOWER | UPPER);
}

fn is_on_end(at: Probe) -> bool {
    return rim_of(at) != NO_RIM && at.n.x < FLAT;
}

fn made_unsure(at: Probe) -> Probe {
    var changed = at;
    changed.flags |= UNSURE;
    return changed;
}

// What `walls_ends` needs to find the contact point at `rim`: normal and azimuth in the view of the grain, and the point.
fn pending_at_end(peak: Probe, rim: u32) -> WallContact {
    let unsure = select(0u, UNCONVERGED, (peak.flags & UNSURE) != 0u);
    let code = TOUCHING | POINT_PENDING | unsure | (rim << RIM_SHIFT);
    return WallContact(vec3<f32>(peak.n, peak.azimuth.y), peak.overlap, peak.point, peak.azimuth.x, vec2<f32>(0.0), frame_angle(peak),
        code, peak.shared_with.x, peak.shared_with.y, 0.0);
}

// Of what was tried at a rim, one after the other: the direction and what lies furthest along it, from the corner, as (n, point);
// and in the same place a stretch, that is the range of directions anticlockwise between two of these, as (least of the bound of
// the overlap in it, the two). A stretch is cut in two where it is tried: there is always one less of them.
var<private> rim_tried: array<vec4<f32>, 2u * (RIM_TRIES + 2u) + 1u>;

// The centre seen from both rims waits behind them: compilers would keep all that it is made of in registers.
const FROM_RIMS: u32 = 2u * (RIM_TRIES + 2u);

fn keep_ends() {
    rim_tried[FROM_RIMS] = vec4<f32>(inside.from_lower, inside.from_upper);
}

// The centre, seen from a rim.
fn from_rim(rim: u32) -> vec2<f32> {
    let both = rim_tried[FROM_RIMS];
    return select(both.zw, both.xy, rim == LOWER);
}

fn sample_at(k: u32) -> vec4<f32> {
    return rim_tried[2u * k];
}

fn stretch_ends(k: u32) -> vec2<u32> {
    return vec2<u32>(rim_tried[2u * k + 1u].yz);
}

// The least of the bound in a stretch: where, and how much.
struct Guess {
    overlap: f32,
    // Both samples' points lie as deep there.
    is_tie: bool,
    n: vec2<f32>,
}

fn cross_2d(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.x * b.y - a.y * b.x;
}

fn sample_overlap(sample: vec4<f32>) -> f32 {
    return dot(sample.xy, sample.zw) + inside.rounding;
}

// What is asked of the grain next: its furthest point along the side's normal, along that of the end, along a guess, and
// along two directions between whose points the contact is.
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
    // The direction to be tried next, the stretch that it is from, and the bound there; both samples' points may lie as deep.
    n: vec2<f32>,
    lowest: u32,
    bound: f32,
    is_tie: bool,
    // The best overlap so far, its direction and point.
    best: f32,
    best_n: vec2<f32>,
    best_point: vec3<f32>,
}

var<private> search: RimSearch;

// The overlap with the wall as it is in the cut at `azimuth`. There is one place that asks for points of the grain.
fn least_at(azimuth: vec2<f32>) -> Probe {
    var found = Probe(azimuth, inside.normal, 0.0, NO_RIM, vec3<f32>(0.0), vec2<f32>(0.0));
    var ask = ASK_SIDE;
    search = RimSearch();
    search.n = inside.normal;
    for (var k = 0u; k < 2u * (RIM_TRIES + 5u) && ask != ASK_NOTHING; k++) {
        let point = core_point(lifted(search.n, azimuth));
        let q = in_cut(point, azimuth);
        if ask == ASK_SIDE {
            let depth = inside.depth + dot(q, inside.normal);
            if search.rim == NO_RIM {
                found.overlap = depth + inside.rounding;
                found.point = point;
            }
            // On to the next rim that matters, if there is one.
            search.rim = next_rim(search.rim, q, depth);
            ask = select(ASK_END, ASK_NOTHING, search.rim == NO_RIM);
            search.n = vec2<f32>(0.0, rim_sign(search.rim));
            rim_tried[0] = vec4<f32>(inside.normal, from_rim(search.rim) + q);
            note_best(rim_tried[0], point);
            continue;
        }
        let sample = vec4<f32>(search.n, from_rim(search.rim) + q);
        if ask == ASK_END {
            begin_search(sample, point);
        }
        ask = go_on_searching(ask, azimuth, sample, point);
        if ask == ASK_NOTHING {
            if found.flags == NO_RIM || search.best < found.overlap {
                let unsure = select(0u, UNSURE, search.tries >= RIM_TRIES);
                found = Probe(azimuth, search.best_n, search.best, search.rim | unsure, search.best_point, vec2<f32>(0.0));
            }
            // The upper rim may matter as well.
            ask = select(ASK_NOTHING, ASK_SIDE, search.rim == LOWER && has_rim(UPPER));
            search.n = inside.normal;
        }
    }
    return found;
}

// Whether a contact at a point of the cut, `depth` of it in the side, must reckon with a rim; see src/walls/meridian.rs.
fn is_rim_near(rim: u32, q: vec2<f32>, depth: f32) -> bool {
    let half_turn = (1.0 - rim_sign(rim) * inside.normal.y) / inside.normal.x;
    return has_rim(rim) && dot(from_rim(rim) + q, inward_of(rim)) < max(depth, 0.0) * half_turn;
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
fn begin_search(end: vec4<f32>, end_point: vec3<f32>) {
    search.tries = 0u;
    let side = rim_tried[0];
    let side_first = cross_2d(side.xy, end.xy) > 0.0;
    rim_tried[0] = select(end, side, side_first);
    rim_tried[2] = select(side, end, side_first);
    put_stretch(0u, 0u, 1u);
    // Of two that are as good, the first.
    let overlap = sample_overlap(end);
    if overlap < search.best || (overlap == search.best && !side_first) {
        note_best(end, end_point);
    }
}

fn note_best(sample: vec4<f32>, point: vec3<f32>) {
    search.best = sample_overlap(sample);
    search.best_n = sample.xy;
    search.best_point = point;
}

// Takes what was asked for and says what to ask next, along `search.n`. When a guess is right, the contact is between the points
// of both samples where these lie as deep, else between those along two directions next to the guess.
fn go_on_searching(ask: u32, azimuth: vec2<f32>, sample: vec4<f32>, point: vec3<f32>) -> u32 {
    if ask == ASK_FIRST {
        search.best_point = point;
        search.n = beside_best(true);
        return ASK_SECOND;
    }
    if ask == ASK_SECOND {
        search.best_point = meeting_point(azimuth, search.best_point, point);
        return ASK_NOTHING;
    }
    if ask == ASK_GUESS {
        let tolerance = RIM_CLOSE * (inside.size + length(from_rim(search.rim)));
        if sample_overlap(sample) - search.bound <= tolerance {
            note_best(sample, point);
            search.n = beside_best(false);
            return ASK_FIRST;
        }
        cut_stretch(sample, point);
    }
    if search.tries >= RIM_TRIES {
        return ASK_NOTHING;
    }
    search.lowest = lowest_stretch();
    let ends = stretch_ends(search.lowest);
    let guess = guess_between(sample_at(ends.x), sample_at(ends.y));
    search.n = guess.n;
    search.bound = guess.overlap;
    search.is_tie = guess.is_tie;
    return ASK_GUESS;
}

fn beside_best(is_second: bool) -> vec2<f32> {
    if search.is_tie {
        let ends = stretch_ends(search.lowest);
        return sample_at(select(ends.x, ends.y, is_second)).xy;
    }
    let aside = vec2<f32>(-search.best_n.y, search.best_n.x) * RIM_TURN;
    return search.best_n + select(-aside, aside, is_second);
}

// The lowest stretch is cut in two at a sample.
fn cut_stretch(sample: vec4<f32>, point: vec3<f32>) {
    let fresh = search.tries + 2u;
    let ends = stretch_ends(search.lowest);
    rim_tried[2u * fresh] = sample;
    if sample_overlap(sample) < search.best {
        note_best(sample, point);
    }
    search.tries++;
    for (var half = 0u; half < 2u; half++) {
        let is_first = half == 0u;
        let at = select(search.tries, search.lowest, is_first);
        put_stretch(at, select(fresh, ends.x, is_first), select(ends.y, fresh, is_first));
    }
}

fn put_stretch(k: u32, a: u32, b: u32) {
    let least = guess_between(sample_at(a), sample_at(b)).overlap;
    rim_tried[2u * k + 1u] = vec4<f32>(least, f32(a), f32(b), 0.0);
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

fn lowest_stretch() -> u32 {
    var found = 0u;
    var least = rim_tried[1].x;
    for (var k = 1u; k <= min(search.tries, RIM_TRIES); k++) {
        let bound = rim_tried[2u * k + 1u].x;
        if bound < least {
            least = bound;
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
fn guess_between(a: vec4<f32>, b: vec4<f32>) -> Guess {
    var least = Guess(sample_overlap(a), false, a.xy);
    if sample_overlap(b) < least.overlap {
        least = Guess(sample_overlap(b), false, b.xy);
    }
    // b lies anticlockwise of a, and so does the normal on the right of the way from a to b.
    let back = a.zw - b.zw;
    let tie = unit_or(vec3<f32>(-back.y, back.x, 0.0), vec3<f32>(0.0)).xy;
    let has_tie = lies_between(tie, a.xy, b.xy);
    if has_tie {
        let overlap = max(dot(a.zw, tie), dot(b.zw, tie)) + inside.rounding;
        if overlap < least.overlap {
            least = Guess(overlap, true, tie);
        }
    }
    for (var side = 0u; side < 2u; side++) {
        let is_b = side == 1u;
        let point = select(a.zw, b.zw, is_b);
        let n = unit_or(vec3<f32>(-point, 0.0), vec3<f32>(0.0)).xy;
        let overlap = inside.rounding - length(point);
        let start = select(a.xy, select(a.xy, tie, has_tie), is_b);
        let end = select(select(b.xy, tie, has_tie), b.xy, is_b);
        if overlap < least.overlap && lies_between(n, start, end) {
            least = Guess(overlap, false, n);
        }
    }
    return least;
}
