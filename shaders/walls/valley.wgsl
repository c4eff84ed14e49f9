// Between two maxima of the overlap of a grain in a tube or cone: how deep the valley is, and whether it hides another one;
// twin of src/walls/valley.rs, which says why. Needs climb.wgsl, slots.wgsl and revolved.wgsl.

// Probes in a valley: of two corners it takes one; near the end of a wall stretches are halved.
const VALLEY_STEPS: u32 = 8u;
const RIM_VALLEY_STEPS: u32 = 4u;
// Two climbs have arrived at the same place if they are this share of the grain apart.
const SAME_PLACE: f32 = 1e-5;
// Points of the grain are one if they are this share of it apart.
const SAME_POINT: f32 = 1e-6;

struct Valley {
    // Between neighbours among the peaks, `next` being the one after; else between a known peak and a new one.
    is_gap: bool,
    next: u32,
    // The maxima, and the stretch between them that is looked at: from `from` to `to` of `width` [rad].
    first: Probe,
    second: Probe,
    a: Probe,
    b: Probe,
    middle: Probe,
    from_angle: f32,
    to_angle: f32,
    width: f32,
    // Where the stretch is cut next, from its start.
    cut: f32,
    // The lowest place, as a share of the way.
    depth: f32,
    at: f32,
    steps: u32,
}

var<private> valley: Valley;

// Angle from one probe to another, from -pi to pi.
fn turn_between(p: Probe, q: Probe) -> f32 {
    return angle_of(dot(p.azimuth, q.azimuth), p.azimuth.x * q.azimuth.y - p.azimuth.y * q.azimuth.x);
}

// How far round it is from one probe to the next [rad].
fn way_round(p: Probe, q: Probe) -> f32 {
    let turn = turn_between(p, q);
    return select(turn, turn + FULL_TURN, turn < 0.0);
}

fn at_one_place(p: Probe, q: Probe) -> bool {
    let far = abs(turn_between(p, q)) * max(length(place_of(p)), length(place_of(q)));
    return far <= SAME_PLACE * inside.size
        || (hunt.has_corners && distance(p.point, q.point) <= SAME_POINT * inside.size);
}

fn begin_valley(first: Probe, second: Probe, width: f32, is_gap: bool) {
    valley.is_gap = is_gap;
    valley.first = first;
    valley.second = second;
    valley.a = first;
    valley.b = second;
    valley.from_angle = 0.0;
    valley.to_angle = width;
    valley.width = width;
    valley.depth = min(first.overlap, second.overlap);
    valley.at = select(0.0, 1.0, first.overlap > second.overlap);
    valley.steps = 0u;
    if !plan_valley() {
        valley.cut = 0.5 * width;
    }
}

fn is_valley_at_rim() -> bool {
    return valley.a.rim != NO_RIM || valley.b.rim != NO_RIM;
}

// Where the stretch is cut next: where the points of both ends are equally deep. False if that is not between them.
fn plan_valley() -> bool {
    let width = valley.to_angle - valley.from_angle;
    if is_valley_at_rim() {
        valley.cut = 0.5 * width;
        return valley.steps < RIM_VALLEY_STEPS;
    }
    let a = valley.a;
    let d = a.point - valley.b.point;
    let x = dot(a.azimuth, d.xy);
    let y = a.azimuth.x * d.y - a.azimuth.y * d.x;
    let across = sqrt(x * x + y * y);
    let sine = -a.n.y * d.z;
    let whole = a.n.x * across;
    if across <= SAME_POINT * inside.size || abs(sine) > whole || valley.steps >= VALLEY_STEPS {
        return false;
    }
    let angle = angle_of(-y, x) - angle_of(sqrt(max(whole * whole - sine * sine, 0.0)), sine);
    valley.cut = angle - FULL_TURN * round(angle / FULL_TURN);
    return valley.cut > 0.0 && valley.cut < width;
}

fn valley_azimuth() -> vec2<f32> {
    return turned_azimuth(valley.a.azimuth, valley.cut);
}

// Takes the probe where the stretch was cut; true if nothing else is between.
fn is_bottom(middle: Probe) -> bool {
    valley.steps++;
    valley.middle = middle;
    if middle.overlap < valley.depth {
        valley.depth = middle.overlap;
        valley.at = (valley.from_angle + valley.cut) / valley.width;
    }
    // The overlap that the point at the start of the stretch has alone.
    let place = place_of(valley.a);
    let half = sine_cosine(0.5 * valley.cut).x;
    let change = place.y * sine_cosine(valley.cut).x - 2.0 * half * half * place.x;
    return !is_valley_at_rim() && middle.overlap <= valley.a.overlap + valley.a.n.x * change + noise();
}

// Cuts off the part that rises from the middle on; false if nothing is left to look at.
fn narrow_valley() -> bool {
    let angle = valley.from_angle + valley.cut;
    if slope_of(valley.middle) > 0.0 {
        valley.b = valley.middle;
        valley.to_angle = angle;
    } else {
        valley.a = valley.middle;
        valley.from_angle = angle;
    }
    return plan_valley();
}

// Takes over a part of what is shared down to a depth.
fn add_shared(k: u32, part: f32, depth: f32) {
    let old = peaks[k].shared_with;
    let sum = old.x + part;
    if sum > 0.0 {
        peaks[k].shared_with = vec2<f32>(sum, (old.x * old.y + part * depth) / sum);
    }
}

// A contact between two others can lose no more than all that it has: the rest is theirs, by the lever rule.
fn pass_on() {
    for (var k = 1u; k + 1u < peak_count; k++) {
        let rest = peaks[k].shared_with.x - 1.0;
        if rest > 0.0 {
            let at = way_round(peaks[k - 1u], peaks[k]) / way_round(peaks[k - 1u], peaks[k + 1u]);
            add_shared(k - 1u, rest * (1.0 - at), peaks[k].shared_with.y);
            add_shared(k + 1u, rest * at, peaks[k].shared_with.y);
            peaks[k].shared_with.x = 1.0;
        }
    }
    for (var k = 0u; k < peak_count; k++) {
        peaks[k].shared_with.x = min(peaks[k].shared_with.x, 1.0);
    }
}

fn drop_peak(k: u32) {
    peak_count--;
    for (var j = k; j < peak_count; j++) {
        peaks[j] = peaks[j + 1u];
    }
}

// Turns the list, sorted by azimuth, so that the widest gap is between the last and the first.
fn start_after_widest() {
    var widest = peak_count - 1u;
    var most = 0.0;
    for (var k = 0u; k < peak_count; k++) {
        let gap = way_round(peaks[k], peaks[(k + 1u) % peak_count]);
        if gap >= most {
            most = gap;
            widest = k;
        }
        peaks[k].shared_with = vec2<f32>(0.0);
    }
    for (var turn = (widest + 1u) % peak_count; turn > 0u; turn--) {
        let first = peaks[0];
        for (var k = 0u; k + 1u < peak_count; k++) {
            peaks[k] = peaks[k + 1u];
        }
        peaks[peak_count - 1u] = first;
    }
}
