// A grain at a rod, the outside of a cylinder. Needs walls/meridian.wgsl and walls/rim.wgsl.
//
// The overlap of two convex bodies is the least, over all directions, of what they reach past each other. Directions are
// sorted by their azimuth: in the cut at one azimuth the rod is what a tube is, a side with corners and flat ends where it
// has any, and the least over the directions of that cut is a probe. Here is the search for the azimuth with the least.
// Seen from the grain, x points to the axis.

// Azimuths that are tried first; between them is looked for the least more closely wherever there is a dip.
const SCAN_ROOM: u32 = 24u;
const DESCENT_STEPS: u32 = 28u;
// A dip is deep enough when no more than this share of the grain can be gained.
const DESCENT_CLOSE: f32 = 1e-7;
// Overlaps are sines of the azimuth; tangents stand for them in brackets that are no wider than this [rad].
const DESCENT_WIDTH: f32 = 1e-3;
// Azimuths closer than this are one [rad].
const DESCENT_ANGLE: f32 = 1e-6;

// A rod has one contact. Behind it, of each azimuth tried, point and overlap; their slopes, four to a vector; and what is put
// aside during a probe.
const PROBE_ROOM: u32 = 1u;
const TRIED: u32 = PROBE_VECTORS * PROBE_ROOM;
const SLOPES: u32 = TRIED + SCAN_ROOM;
const ASIDE: u32 = SLOPES + SCAN_ROOM / 4u;
const ASIDE_ROOM: u32 = ASIDE + 5u - TRIED;
// More probes than two scans with a descent from every other azimuth take.
const MOST_PROBES: u32 = 2u * SCAN_ROOM * DESCENT_STEPS;

struct RodSearch {
    // The azimuth to be probed next; whether that is for a descent, and whether there is none.
    azimuth: vec2<f32>,
    is_descent: bool,
    is_done: bool,
    // The next azimuth of the scan, then the next dip.
    next: u32,
    // Azimuths further from the middle than this see the side too deep to be the best ones [rad].
    reach: f32,
    // All azimuths count: around the end of a rod.
    is_full: bool,
    // The second of two searches, or the only one; and the ends that count in it.
    is_second: bool,
    ends: u32,
    steps: u32,
    best: Probe,
    // The bracket: azimuth of its start, overlaps and slopes at its ends, width [rad], and where it is cut next.
    start: vec2<f32>,
    overlaps: vec2<f32>,
    slopes: vec2<f32>,
    width: f32,
    cut: f32,
    // Points of the grain at the ends of the bracket. Between them lies the one that meets the rod, where an edge or a face
    // of the grain lies across it: the same direction to within rounding has one or the other as its furthest point.
    first: vec3<f32>,
    second: vec3<f32>,
    // The best probe is of this bracket.
    is_best: bool,
}

var<private> rod: RodSearch;

fn scan_angle(k: u32) -> f32 {
    let s = 2.0 * (f32(k) + 0.5) / f32(SCAN_ROOM) - 1.0;
    return s * (rod.reach + select(0.0, (PI - rod.reach) * s * s, rod.is_full));
}

fn tried_overlap(k: u32) -> f32 {
    return probes[TRIED + k].w;
}

fn tried_slope(k: u32) -> f32 {
    return probes[SLOPES + k / 4u][k % 4u];
}

fn tried_point(k: u32) -> vec3<f32> {
    return probes[TRIED + k].xyz;
}

// While a probe is under way, what only matters between probes waits in memory: registers are few, and decide how many waves a
// device runs side by side.
fn put_aside() {
    store_probe(0u, rod.best);
    probes[ASIDE] = vec4<f32>(rod.start, rod.overlaps);
    probes[ASIDE + 1u] = vec4<f32>(rod.slopes, rod.width, rod.cut);
    probes[ASIDE + 2u] = vec4<f32>(rod.first, rod.reach);
    probes[ASIDE + 3u] = vec4<f32>(rod.second, f32(rod.next));
    probes[ASIDE + 4u] = vec4<f32>(f32(rod.steps), f32(rod.ends), 0.0, 0.0);
}

fn take_up() {
    rod.best = load_probe(0u);
    rod.start = probes[ASIDE].xy;
    rod.overlaps = probes[ASIDE].zw;
    rod.slopes = probes[ASIDE + 1u].xy;
    rod.width = probes[ASIDE + 1u].z;
    rod.cut = probes[ASIDE + 1u].w;
    rod.first = probes[ASIDE + 2u].xyz;
    rod.reach = probes[ASIDE + 2u].w;
    rod.second = probes[ASIDE + 3u].xyz;
    rod.next = u32(probes[ASIDE + 3u].w);
    rod.steps = u32(probes[ASIDE + 4u].x);
    rod.ends = u32(probes[ASIDE + 4u].y);
}

// How the overlap changes with the azimuth, per radian.
fn slope_of(at: Probe) -> f32 {
    return at.n.x * place_at(at.azimuth, at.point).y;
}

// Finds the peak: the least overlap, if no direction separates the two.
fn find_peaks() {
    peak_count = 0u;
    begin_rod();
    put_aside();
    for (var k = 0u; k < MOST_PROBES && !rod.is_done; k++) {
        let found = least_at(rod.azimuth);
        take_up();
        take_rod_probe(found);
        if !rod.is_descent {
            rod.azimuth = scan_azimuth();
        }
        put_aside();
    }
}

fn scan_azimuth() -> vec2<f32> {
    return turned_azimuth(vec2<f32>(1.0, 0.0), scan_angle(rod.next));
}

// Where an end is in reach the search is made twice. First as if the rod were endless: what only its side offers is confined
// to few azimuths, and may hide between those that the second search tries, all around and with the ends.
fn begin_rod() {
    rod.ends = inside.ends;
    rod.is_full = false;
    rod.is_done = false;
    rod.best.overlap = LARGEST;
    // From the middle on, the side comes closer by the versine of the azimuth; the grain gains no more than its size.
    let x = sqrt(min(inside.size / (2.0 * abs(inside.radius) + 1e-3 * inside.size), 1.0));
    rod.reach = 2.0 * angle_of(sqrt(1.0 - x * x), x);
    rod.is_second = rim_in_reach() == NO_RIM;
    begin_scan();
    rod.azimuth = scan_azimuth();
}

fn begin_scan() {
    inside.ends = select(0u, rod.ends, rod.is_second);
    rod.is_full = rod.reach >= 0.999 * PI || rim_in_reach() != NO_RIM;
    rod.next = 0u;
    rod.is_descent = false;
}

// Takes a probe of the scan or of a descent.
fn take_rod_probe(found: Probe) {
    if !(found.overlap > 0.0) {
        // A direction that separates them.
        rod_is_done(false);
        return;
    }
    if found.overlap < rod.best.overlap {
        rod.best = found;
        rod.is_best = true;
    }
    if rod.is_descent {
        narrow_bracket(found);
    } else {
        note_tried(found);
    }
    // A scan that is over is followed by a descent, and a descent by the next one or by another scan.
    var is_over = !rod.is_descent && rod.next == SCAN_ROOM;
    rod.next = select(rod.next, 0u, is_over);
    for (var k = 0u; k < 2u && (is_over || rod.is_descent); k++) {
        if !is_over {
            if !plan_bracket() {
                return;
            }
            if rod.is_best {
                rod.best.point = point_between();
            }
        }
        is_over = false;
        next_dip();
    }
}

fn note_tried(found: Probe) {
    probes[TRIED + rod.next] = vec4<f32>(found.point, found.overlap);
    probes[SLOPES + rod.next / 4u][rod.next % 4u] = slope_of(found);
    rod.next++;
}

// Overlap of the scan at a place before, of or behind it.
fn scan_overlap(k: u32) -> f32 {
    let is_outside = k >= SCAN_ROOM && !rod.is_full;
    return select(tried_overlap(k % SCAN_ROOM), LARGEST, is_outside);
}

// The next place of the scan that is below its neighbours, or the end.
fn next_dip() {
    for (; rod.next < SCAN_ROOM; rod.next++) {
        let k = rod.next;
        let here = tried_overlap(k);
        // Before the first is the last, where all azimuths count.
        let before = scan_overlap(select(k - 1u, 2u * SCAN_ROOM - 1u, k == 0u));
        if here <= before && here < scan_overlap(k + 1u) {
            begin_descent(k);
            rod.next++;
            return;
        }
    }
    if rod.is_second {
        rod_is_done(true);
        return;
    }
    rod.is_second = true;
    begin_scan();
}

// Between a place of the scan and the neighbour on the side where it goes down.
fn begin_descent(k: u32) {
    let to_left = tried_slope(k) > 0.0;
    let a = select(k, (k + SCAN_ROOM - 1u) % SCAN_ROOM, to_left);
    let b = (a + 1u) % SCAN_ROOM;
    let width = scan_angle(b) - scan_angle(a);
    rod.width = select(width, width + FULL_TURN, width < 0.0);
    // At the edge of what is scanned there is no neighbour; it never goes down there but by rounding.
    rod.width = select(rod.width, 0.0, b == 0u && !rod.is_full);
    rod.start = turned_azimuth(vec2<f32>(1.0, 0.0), scan_angle(a));
    rod.overlaps = vec2<f32>(tried_overlap(a), tried_overlap(b));
    rod.slopes = vec2<f32>(tried_slope(a), tried_slope(b));
    rod.first = tried_point(a);
    rod.second = tried_point(b);
    rod.is_best = tried_overlap(k) <= rod.best.overlap;
    rod.steps = 0u;
    rod.is_descent = true;
}

// The next azimuth: where the tangents at both ends cross, or in the middle. True when there is no need for it.
fn plan_bracket() -> bool {
    rod.cut = 0.5;
    var left_to_gain = LARGEST;
    if rod.slopes.x < 0.0 && rod.slopes.y > 0.0 {
        let change = rod.slopes * rod.width;
        let cut = (rod.overlaps.y - rod.overlaps.x - change.y) / (change.x - change.y);
        rod.cut = clamp(cut, MIN_CUT, 1.0 - MIN_CUT);
        left_to_gain = min(rod.overlaps.x, rod.overlaps.y) - (rod.overlaps.x + change.x * clamp(cut, 0.0, 1.0));
    }
    rod.azimuth = turned_azimuth(rod.start, rod.width * rod.cut);
    let is_level = left_to_gain <= DESCENT_CLOSE * inside.size && rod.width <= DESCENT_WIDTH;
    let is_settled = is_level || rod.width <= DESCENT_ANGLE;
    if !is_settled && rod.steps >= DESCENT_STEPS {
        rod.best = made_unsure(rod.best);
    }
    return rod.steps > 0u && (is_settled || rod.steps >= DESCENT_STEPS);
}

fn narrow_bracket(middle: Probe) {
    rod.steps++;
    let slope = slope_of(middle);
    if slope < 0.0 {
        rod.start = middle.azimuth;
        rod.first = middle.point;
        rod.overlaps.x = middle.overlap;
        rod.slopes.x = slope;
        rod.width *= 1.0 - rod.cut;
    } else {
        rod.second = middle.point;
        rod.overlaps.y = middle.overlap;
        rod.slopes.y = slope;
        rod.width *= rod.cut;
    }
}

// The point between the two that lies in the cut.
fn point_between() -> vec3<f32> {
    let before = place_at(rod.best.azimuth, rod.first).y;
    let change = place_at(rod.best.azimuth, rod.second).y - before;
    let share = clamp(-before / change, 0.0, 1.0);
    if change == 0.0 || !is_finite(share) {
        return rod.best.point;
    }
    return mix(rod.first, rod.second, share);
}

fn rod_is_done(touches: bool) {
    inside.ends = rod.ends;
    peak_count = select(0u, 1u, touches);
    rod.is_descent = false;
    rod.is_done = true;
}

// At the end from which the side is drawn, where the grain reaches none.
fn contact_at_peak(peak: Probe, which: u32, center: vec2<f32>) -> WallContact {
    let nearer = select(UPPER, LOWER, abs(from_rim(LOWER).y) <= abs(from_rim(UPPER).y));
    return pending_at_end(peak, select(rim_of(peak), nearer, rim_of(peak) == NO_RIM));
}
