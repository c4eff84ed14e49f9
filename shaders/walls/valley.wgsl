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
    // Which of the probes are the maxima. The stretch between them that is looked at is from the probe at STRETCH_A to that at
    // STRETCH_B, from `from_angle` to `to_angle` of `width` [rad].
    first: u32,
    second: u32,
    from_angle: f32,
    to_angle: f32,
    width: f32,
    // Where the stretch is cut next, from its start.
    cut: f32,
    // The lower of the maxima; the lowest place, as a share of the way.
    level: f32,
    depth: f32,
    at: f32,
    steps: u32,
}

var<private> valley: Valley;

fn put_valley_aside() {
    probes[VALLEY_ASIDE] = vec4<f32>(valley.from_angle, valley.to_angle, valley.width, valley.cut);
    probes[VALLEY_ASIDE + 1u] = vec4<f32>(valley.level, valley.depth, valley.at, f32(valley.steps));
    probes[VALLEY_ASIDE + 2u] = vec4<f32>(f32(valley.first), f32(valley.second), 0.0, 0.0);
}

fn take_up_valley() {
    let angles = probes[VALLEY_ASIDE];
    let depths = probes[VALLEY_ASIDE + 1u];
    let peaks = vec4<u32>(probes[VALLEY_ASIDE + 2u]);
    valley = Valley(peaks.x, peaks.y, angles.x, angles.y, angles.z, angles.w, depths.x, depths.y, depths.z, u32(depths.w));
}

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

// Begins with the valley between two of the probes, `width` apart.
fn begin_valley(first: u32, second: u32, width: f32) {
    let p = load_probe(first);
    let q = load_probe(second);
    store_probe(STRETCH_A, p);
    store_probe(STRETCH_B, q);
    valley.first = first;
    valley.second = second;
    valley.from_angle = 0.0;
    valley.to_angle = width;
    valley.width = width;
    valley.depth = min(p.overlap, q.overlap);
    valley.level = valley.depth;
    valley.at = select(0.0, 1.0, p.overlap > q.overlap);
    valley.steps = 0u;
    put_valley_aside();
}

// Where the stretch is cut next: where the points of both ends are equally deep. False if that is not between them.
fn plan_valley() -> bool {
    let a = load_probe(STRETCH_A);
    let b = load_probe(STRETCH_B);
    let width = valley.to_angle - valley.from_angle;
    if rim_of(a) != NO_RIM || rim_of(b) != NO_RIM {
        valley.cut = 0.5 * width;
        return valley.steps < RIM_VALLEY_STEPS;
    }
    let d = a.point - b.point;
    let x = dot(a.azimuth, d.xy);
    let y = a.azimuth.x * d.y - a.azimuth.y * d.x;
    let across = sqrt(x * x + y * y);
    let n = normal_of(a);
    let sine = -n.y * d.z;
    let whole = n.x * across;
    if across <= SAME_POINT * inside.size || abs(sine) > whole || valley.steps >= VALLEY_STEPS {
        return false;
    }
    let angle = angle_of(-y, x) - angle_of(sqrt(max(whole * whole - sine * sine, 0.0)), sine);
    valley.cut = angle - FULL_TURN * round(angle / FULL_TURN);
    return valley.cut > 0.0 && valley.cut < width;
}

// Takes the probe where the stretch was cut; true if nothing else is between.
fn is_bottom(middle: Probe) -> bool {
    let a = load_probe(STRETCH_A);
    valley.steps++;
    if middle.overlap < valley.depth {
        valley.depth = middle.overlap;
        valley.at = (valley.from_angle + valley.cut) / valley.width;
    }
    if rim_of(a) != NO_RIM || rim_of(load_probe(STRETCH_B)) != NO_RIM {
        return false;
    }
    // The overlap that the point at the start of the stretch has alone.
    let place = place_of(a);
    let half = sine_cosine(0.5 * valley.cut).x;
    let change = place.y * sine_cosine(valley.cut).x - 2.0 * half * half * place.x;
    return middle.overlap <= a.overlap + normal_of(a).x * change + noise();
}

// Cuts off the part that rises from the middle on.
fn narrow_valley() {
    let middle = load_probe(STRETCH_MIDDLE);
    let angle = valley.from_angle + valley.cut;
    if slope_of(middle) > 0.0 {
        store_probe(STRETCH_B, middle);
        valley.to_angle = angle;
    } else {
        store_probe(STRETCH_A, middle);
        valley.from_angle = angle;
    }
}

// Takes over a part of what is shared down to a depth.
fn add_shared(k: u32, part: f32, depth: f32) {
    var peak = load_probe(k);
    let old = peak.shared_with;
    let sum = old.x + part;
    if sum > 0.0 {
        peak.shared_with = vec2<f32>(sum, (old.x * old.y + part * depth) / sum);
        store_probe(k, peak);
    }
}

// A contact between two others can lose no more than all that it has: the rest is theirs, by the lever rule.
fn pass_on() {
    for (var k = 1u; k + 1u < peak_count; k++) {
        var peak = load_probe(k);
        let rest = peak.shared_with.x - 1.0;
        if rest > 0.0 {
            let left = load_probe(k - 1u);
            let at = way_round(left, peak) / way_round(left, load_probe(k + 1u));
            let depth = peak.shared_with.y;
            peak.shared_with.x = 1.0;
            store_probe(k, peak);
            for (var side = 0u; side < 2u; side++) {
                add_shared(k - 1u + 2u * side, rest * select(1.0 - at, at, side == 1u), depth);
            }
        }
    }
    for (var k = 0u; k < peak_count; k++) {
        var peak = load_probe(k);
        peak.shared_with.x = min(peak.shared_with.x, 1.0);
        store_probe(k, peak);
    }
}

fn drop_peak(k: u32) {
    peak_count--;
    for (var j = k; j < peak_count; j++) {
        store_probe(j, load_probe(j + 1u));
    }
}

// Turns the list, sorted by azimuth, so that the widest gap is between the last and the first; nothing is shared yet.
fn start_after_widest() {
    var widest = peak_count - 1u;
    var most = 0.0;
    for (var k = 0u; k < peak_count; k++) {
        var peak = load_probe(k);
        let gap = way_round(peak, load_probe((k + 1u) % peak_count));
        if gap >= most {
            most = gap;
            widest = k;
        }
        peak.shared_with = vec2<f32>(0.0);
        store_probe(k, peak);
    }
    for (var turn = (widest + 1u) % peak_count; turn > 0u; turn--) {
        let first = load_probe(0u);
        for (var k = 0u; k + 1u < peak_count; k++) {
            store_probe(k, load_probe(k + 1u));
        }
        store_probe(peak_count - 1u, first);
    }
}
