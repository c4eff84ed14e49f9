// The way from one azimuth to the nearest at which a grain is deepest in a tube or cone; twin of src/walls/climb.rs. Needs
// meridian.wgsl.
//
// Devices have no calls: what is called in ten places is there ten times. So there is one place that probes, in
// revolved.wgsl, and here is what comes between two probes.

// A climb has arrived when the deepest point lies in the cut to this share of the grain, or seen from the axis to this
// angle [rad], which is how well directions are known.
const CLIMB_ARRIVED: f32 = 1e-6;
const CLIMB_ANGLE: f32 = 1e-6;
// The same at rims, where the deepest point is known less well. The overlap's error is the square of this.
const CLIMB_ARRIVED_AT_RIM: f32 = 3e-5;
const CLIMB_STEPS: u32 = 32u;
// Normals closer than this are those of one smooth maximum [rad].
const BEND: f32 = 1e-3;

// A climb under way. The overlap is to be probed next at `azimuth`.
struct Climb {
    azimuth: vec2<f32>,
    steps: u32,
    // Closing in on a maximum between two probes, `best` and `beyond`, `width` [rad] apart.
    is_between: bool,
    is_done: bool,
    best: Probe,
    beyond: Probe,
    width: f32,
    // Where between the two is probed next.
    cut: f32,
    // The step that is tried, and by how much it is stretched; the last one that was made, and the lag before it.
    step: f32,
    gain: f32,
    lag: f32,
    last_step: f32,
    last_lag: f32,
    damping: f32,
}

var<private> way: Climb;

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

// Sets out for the first probe.
fn start_climb(azimuth: vec2<f32>) {
    way.azimuth = azimuth;
    way.steps = 0u;
    way.is_between = false;
    way.is_done = false;
    way.last_step = 0.0;
    way.damping = 1.0;
}

// Takes the probe at `way.azimuth` and says where the next is to be, until the climb is done and `way.best` the maximum.
fn go_on_climbing(found: Probe) {
    way.steps++;
    if way.is_between {
        narrow_down(found);
        return;
    }
    if way.steps == 1u {
        way.best = found;
    } else if !take_step(found) {
        return;
    }
    plan_step();
}

// The next step from the best probe: to the azimuth of its deepest point, which is there deeper still, or further.
fn plan_step() {
    let place = place_of(way.best);
    let lag = angle_of(place.x, place.y);
    let close = select(CLIMB_ARRIVED, CLIMB_ARRIVED_AT_RIM, way.best.rim != NO_RIM) * inside.size;
    if place.x >= 0.0 && (abs(place.y) <= close || abs(lag) <= CLIMB_ANGLE) {
        way.is_done = true;
        return;
    }
    if way.steps >= CLIMB_STEPS {
        // What is left to gain may be nothing that floats can tell.
        way.best.unconverged |= select(0u, 1u, abs(slope_of(way.best) * lag) > noise());
        way.is_done = true;
        return;
    }
    way.gain = 1.0;
    if way.last_step != 0.0 {
        way.gain = select(gain_of(way.last_step, way.last_lag, lag), 1.0, hunt.has_corners);
    }
    way.lag = lag;
    way.step = lag * way.gain * way.damping;
    way.azimuth = azimuth_of_point(way.best);
    if way.gain * way.damping != 1.0 {
        way.azimuth = turned_azimuth(way.best.azimuth, way.step);
    }
}

// What a step has brought; false when the maximum is between here and there, and the next probe is known.
fn take_step(found: Probe) -> bool {
    if found.overlap >= way.best.overlap - noise() {
        way.last_step = way.step;
        way.last_lag = way.lag;
        way.best = found;
    } else if way.gain != 1.0 {
        way.last_step = 0.0;
    } else if place_of(found).y * way.lag < 0.0 {
        way.is_between = true;
        way.steps = 0u;
        way.beyond = found;
        way.width = way.step;
        plan_cut();
        return false;
    } else {
        way.damping *= 0.5;
    }
    return true;
}

// The overlap rises from `best` and has fallen to `beyond`: the tangents at both cross near the maximum.
fn plan_cut() {
    let a = way.best;
    let b = way.beyond;
    let up = slope_of(a) * way.width;
    let down = slope_of(b) * way.width;
    // Flat on both sides, as on the end of a wall: any place between is as good.
    var crossing_at = 0.5;
    var share = 0.5;
    if up > down {
        crossing_at = clamp((b.overlap - a.overlap - down) / (up - down), 0.0, 1.0);
        share = clamp(up / (up - down), 0.0, 1.0);
    }
    way.cut = clamp(crossing_at, MIN_CUT, 1.0 - MIN_CUT);
    let gain = a.overlap + up * crossing_at - max(a.overlap, b.overlap);
    let is_smooth = distance(a.n, b.n) < BEND;
    let is_narrow = abs(way.width) * length(place_of(a)) <= 4.0 * CLIMB_ARRIVED * inside.size;
    way.azimuth = turned_azimuth(a.azimuth, way.width * way.cut);
    if (gain <= noise() && is_smooth) || is_narrow {
        join_both(share, is_smooth);
    } else if way.steps >= CLIMB_STEPS {
        join_both(share, true);
        way.best.unconverged = 1u;
    }
}

fn narrow_down(middle: Probe) {
    if slope_of(middle) * way.width > 0.0 {
        way.best = middle;
        way.width *= 1.0 - way.cut;
    } else {
        way.beyond = middle;
        way.width *= way.cut;
    }
    plan_cut();
}

// The probe at a maximum that two probes have closed in on. Where the overlap is a minimum over directions that changes
// from one to another just there, the normal is between the two.
fn join_both(share_of_beyond: f32, is_smooth: bool) {
    let n = mix(way.best.n, way.beyond.n, share_of_beyond);
    if way.beyond.overlap > way.best.overlap {
        way.best = way.beyond;
    }
    if !is_smooth {
        way.best.n = unit_or(vec3<f32>(n, 0.0), vec3<f32>(way.best.n, 0.0)).xy;
        way.best.unconverged = 1u;
    }
    way.is_done = true;
}
