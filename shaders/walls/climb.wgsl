// How deep a grain is in a tube or cone at one azimuth, and the way from there to the nearest deepest one; twin of
// src/walls/climb.rs and src/walls/meridian.rs. Needs math.wgsl and shapes.wgsl.
//
// All is seen from the grain's centre: x away from the axis, y sideways, z along the axis. On a wide tube the axis is far
// away, and azimuths next to that of the centre are next to (1, 0): places in a cut are sums of small numbers.

// A climb has arrived when the deepest point lies in the cut to this share of the grain, or seen from the axis to this
// angle [rad], which is how well directions are known.
const CLIMB_ARRIVED: f32 = 1e-6;
const CLIMB_ANGLE: f32 = 1e-6;
// The same at rims, where the deepest point is known less well. The overlap's error is the square of this.
const CLIMB_ARRIVED_AT_RIM: f32 = 3e-5;
// Differences of overlap below this share of the grain mean nothing.
const OVERLAP_NOISE: f32 = 4e-7;
const CLIMB_STEPS: u32 = 32u;
// Of a stretch that holds a maximum this share at least is cut off.
const MIN_CUT: f32 = 0.02;
// Normals closer than this are those of one smooth maximum [rad].
const BEND: f32 = 1e-3;
// An extrapolated step is at most this many times the safe one.
const MAX_GAIN: f32 = 16.0;
// Normals that lean less than this off the axis are those of a flat end [rad].
const FLAT: f32 = 1e-6;

const NO_RIM: u32 = 0u;
const LOWER: u32 = 1u;
const UPPER: u32 = 2u;

// A grain in a tube or cone.
struct Inside {
    kind: u32,
    // Bits as in `Surface`.
    ends: u32,
    size: f32,
    rounding: f32,
    // From the grain's own axes to those described above.
    turn: mat3x3<f32>,
    // Unit normal of the side in a cut, into the solid.
    normal: vec2<f32>,
    // The centre: its distance from the axis, what rounding leaves sideways, and how deep it is in the side.
    radius: f32,
    aside: f32,
    depth: f32,
    // Length of the side.
    length: f32,
    // The centre, seen from the corners at the ends.
    from_lower: vec2<f32>,
    from_upper: vec2<f32>,
}

var<private> inside: Inside;

// The overlap at one azimuth.
struct Probe {
    // Unit vector from the axis.
    azimuth: vec2<f32>,
    // The normal in the cut, into the wall.
    n: vec2<f32>,
    // Overlap with the wall as it is in this cut; below 0 if they are apart.
    overlap: f32,
    // The end of the wall that the search had to reckon with.
    rim: u32,
    // 1 where it is only bounded.
    unsure: u32,
    // The point of the grain's core that is in contact, from its centre.
    point: vec3<f32>,
}

fn lifted(q: vec2<f32>, azimuth: vec2<f32>) -> vec3<f32> {
    return vec3<f32>(azimuth * q.x, q.y);
}

// How much less far than from the axis the centre is along an azimuth.
fn shift_at(azimuth: vec2<f32>) -> f32 {
    let versine = select(1.0 - azimuth.x, azimuth.y * azimuth.y / (1.0 + azimuth.x), azimuth.x > 0.0);
    return azimuth.y * inside.aside - inside.radius * versine;
}

// A point in the cut at an azimuth, from where the centre is in its own.
fn in_cut(p: vec3<f32>, azimuth: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(shift_at(azimuth) + dot(azimuth, p.xy), p.z);
}

// Where the point of a probe lies: (distance from the axis along the azimuth, sideways).
fn place_of(at: Probe) -> vec2<f32> {
    let across = vec2<f32>(inside.radius + at.point.x, inside.aside + at.point.y);
    return vec2<f32>(dot(across, at.azimuth), at.azimuth.x * across.y - at.azimuth.y * across.x);
}

fn azimuth_angle(at: Probe) -> f32 {
    return angle_of(at.azimuth.x, at.azimuth.y);
}

// How the overlap changes with the azimuth, per radian.
fn slope_of(at: Probe) -> f32 {
    return at.n.x * place_of(at).y;
}

fn is_on_end(at: Probe) -> bool {
    return at.rim != NO_RIM && at.n.x < FLAT;
}

fn noise() -> f32 {
    return OVERLAP_NOISE * inside.size;
}

fn has_rim(rim: u32) -> bool {
    return (inside.ends & select(UPPER_RIM, LOWER_RIM, rim == LOWER)) != 0u;
}

fn rim_sign(rim: u32) -> f32 {
    return select(-1.0, 1.0, rim == LOWER);
}

// The centre, seen from a rim.
fn from_rim(rim: u32) -> vec2<f32> {
    return select(inside.from_upper, inside.from_lower, rim == LOWER);
}

// Unit vector from a rim along the side.
fn inward_of(rim: u32) -> vec2<f32> {
    return rim_sign(rim) * vec2<f32>(-inside.normal.y, inside.normal.x);
}

// The furthest point of the core along n.
fn core_point(n: vec3<f32>) -> vec3<f32> {
    return inside.turn * core_support(inside.kind, n * inside.turn, NO_VERTEX).point;
}

// Whether a contact at a point of the cut, `depth` of it in the side, must reckon with a rim; see src/walls/meridian.rs.
fn is_rim_near(rim: u32, q: vec2<f32>, depth: f32) -> bool {
    let half_turn = (1.0 - rim_sign(rim) * inside.normal.y) / inside.normal.x;
    return has_rim(rim) && dot(from_rim(rim) + q, inward_of(rim)) < max(depth, 0.0) * half_turn;
}

// An end of the wall that the grain may reach.
fn rim_in_reach() -> u32 {
    for (var rim = LOWER; rim <= UPPER; rim++) {
        if has_rim(rim) && dot(from_rim(rim), inward_of(rim)) < inside.size {
            return rim;
        }
    }
    return NO_RIM;
}

// The overlap with the wall as it is in the cut at `azimuth`.
fn probe_at(azimuth: vec2<f32>) -> Probe {
    let n = inside.normal;
    let point = core_point(lifted(n, azimuth));
    let q = in_cut(point, azimuth);
    let depth = inside.depth + dot(q, n);
    var found = Probe(azimuth, n, depth + inside.rounding, NO_RIM, 0u, point);
    for (var rim = LOWER; rim <= UPPER; rim++) {
        if is_rim_near(rim, q, depth) {
            let least = least_at_rim(rim, azimuth);
            if found.rim == NO_RIM || least.overlap < found.overlap {
                found = least;
            }
        }
    }
    if is_on_end(found) {
        found.point = rim_point(found, found.rim);
    }
    return found;
}

// An azimuth, turned.
fn turned_azimuth(azimuth: vec2<f32>, angle: f32) -> vec2<f32> {
    let turn = sine_cosine(angle);
    let sum = vec2<f32>(azimuth.x * turn.y - azimuth.y * turn.x, azimuth.y * turn.y + azimuth.x * turn.x);
    return sum / sqrt(dot(sum, sum));
}

// The azimuth of the point of a probe.
fn azimuth_of_point(at: Probe) -> vec2<f32> {
    let across = vec3<f32>(inside.radius + at.point.x, inside.aside + at.point.y, 0.0);
    return unit_or(across, vec3<f32>(at.azimuth, 0.0)).xy;
}

// By how much the safe step is to be stretched: the last step has changed the lag from `before` to `now`.
fn gain_of(step: f32, before: f32, now: f32) -> f32 {
    let closed = (before - now) / step;
    return select(1.0, clamp(1.0 / closed, 1.0 / MAX_GAIN, MAX_GAIN), closed > 0.0 && is_finite(closed));
}

// Follows the overlap from `start` up to a local maximum.
fn climb_from(start: vec2<f32>) -> Probe {
    var best = probe_at(start);
    var last_step = 0.0;
    var last_lag = 0.0;
    var damping = 1.0;
    for (var k = 0u; k < CLIMB_STEPS; k++) {
        let place = place_of(best);
        let lag = angle_of(place.x, place.y);
        let close = select(CLIMB_ARRIVED, CLIMB_ARRIVED_AT_RIM, best.rim != NO_RIM) * inside.size;
        if place.x >= 0.0 && (abs(place.y) <= close || abs(lag) <= CLIMB_ANGLE) {
            return best;
        }
        var gain = 1.0;
        if last_step != 0.0 {
            gain = gain_of(last_step, last_lag, lag);
        }
        let step = lag * gain * damping;
        var azimuth = azimuth_of_point(best);
        if gain * damping != 1.0 {
            azimuth = turned_azimuth(best.azimuth, step);
        }
        let next = probe_at(azimuth);
        if next.overlap >= best.overlap - noise() {
            last_step = step;
            last_lag = lag;
            best = next;
        } else if gain != 1.0 {
            last_step = 0.0;
        } else if place_of(next).y * lag < 0.0 {
            return maximum_between(best, next, step);
        } else {
            damping *= 0.5;
        }
    }
    // What is left to gain may be nothing that floats can tell.
    let place = place_of(best);
    best.unsure |= select(0u, 1u, abs(slope_of(best) * angle_of(place.x, place.y)) > noise());
    return best;
}

// The maximum between two probes `span` [rad] apart, where the overlap rises from the first and has fallen to the second.
fn maximum_between(first: Probe, second: Probe, span: f32) -> Probe {
    var a = first;
    var b = second;
    var width = span;
    for (var k = 0u; k < CLIMB_STEPS; k++) {
        let up = slope_of(a) * width;
        let down = slope_of(b) * width;
        // Flat on both sides, as on the end of a wall: any place between is as good.
        var cut = 0.5;
        var share = 0.5;
        if up > down {
            cut = clamp((b.overlap - a.overlap - down) / (up - down), MIN_CUT, 1.0 - MIN_CUT);
            share = clamp(up / (up - down), 0.0, 1.0);
        }
        let gain = a.overlap + up * cut - max(a.overlap, b.overlap);
        let is_smooth = distance(a.n, b.n) < BEND;
        if (gain <= noise() && is_smooth) || abs(width) * length(place_of(a)) <= 4.0 * CLIMB_ARRIVED * inside.size {
            return joined(a, b, share);
        }
        let middle = probe_at(turned_azimuth(a.azimuth, width * cut));
        if slope_of(middle) * width > 0.0 {
            a = middle;
            width *= 1.0 - cut;
        } else {
            b = middle;
            width *= cut;
        }
    }
    if b.overlap > a.overlap {
        a = b;
    }
    a.unsure = 1u;
    return a;
}

// The probe at a maximum that two probes have closed in on. Where the overlap is a minimum over directions that changes
// from one to another just there, the normal is between the two.
fn joined(a: Probe, b: Probe, share_of_b: f32) -> Probe {
    var higher = a;
    if b.overlap > a.overlap {
        higher = b;
    }
    if distance(a.n, b.n) >= BEND {
        higher.n = unit_or(vec3<f32>(mix(a.n, b.n, share_of_b), 0.0), vec3<f32>(higher.n, 0.0)).xy;
        higher.unsure = 1u;
    }
    return higher;
}
