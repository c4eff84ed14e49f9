// The way from one azimuth to the nearest at which a grain is deepest in a tube or cone; twin of src/walls/climb.rs. Needs
// meridian.wgsl and the probes of the kernel.
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
    // Closing in on a maximum between two probes, `best` and the one at BEYOND, `width` [rad] apart.
    is_between: bool,
    is_done: bool,
    best: Probe,
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

// Where the point of a probe lies: (distance from the axis along the azimuth, sideways).
fn place_of(at: Probe) -> vec2<f32> {
    return place_at(at.azimuth, at.point);
}

// How the overlap changes with the azimuth, per radian.
fn slope_of(at: Probe) -> f32 {
    return normal_of(at).x * place_of(at).y;
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

fn put_climb_aside() {
    store_probe(CLIMB_BEST, way.best);
    probes[CLIMB_ASIDE] = vec4<f32>(way.step, way.gain, way.lag, way.damping);
    probes[CLIMB_ASIDE + 1u] = vec4<f32>(way.last_step, way.last_lag, way.width, way.cut);
}

fn take_up_climb() {
    way.best = load_probe(CLIMB_BEST);
    let steps = probes[CLIMB_ASIDE];
    way.step = steps.x;
    way.gain = steps.y;
    way.lag = steps.z;
    way.damping = steps.w;
    let stretch = probes[CLIMB_ASIDE + 1u];
    way.last_step = stretch.x;
    way.last_lag = stretch.y;
    way.width = stretch.z;
    way.cut = stretch.w;
}

// Sets out for the first probe.
fn start_climb(azimuth: vec2<f32>) {
    way.azimuth = azimuth;
    way.steps = 0u;
    way.is_between = false;
    way.is_done = false;
    probes[CLIMB_ASIDE] = vec4<f32>(0.0, 1.0, 0.0, 1.0);
    probes[CLIMB_ASIDE + 1u] = vec4<f32>(0.0);
}

// Takes the probe at `way.azimuth` and says where the next is to be, until the climb is done and `way.best` the maximum.
fn go_on_climbing(found: Probe) {
    way.steps++;
    if SEES_RIMS && way.is_between {
        narrow_down(found);
    } else {
        if way.steps == 1u {
            way.best = found;
        } else {
            take_step(found);
        }
        if !way.is_between {
            plan_step();
        }
    }
    if SEES_RIMS && way.is_between {
        plan_cut();
    }
}

// The next step from the best probe: to the azimuth of its deepest point, which is there deeper still, or further.
fn plan_step() {
    let place = place_of(way.best);
    let lag = angle_of(place.x, place.y);
    let close = select(CLIMB_ARRIVED, CLIMB_ARRIVED_AT_RIM, rim_of(way.best) != NO_RIM) * inside.size;
    if place.x >= 0.0 && (abs(place.y) <= close || abs(lag) <= CLIMB_ANGLE) {
        way.is_done = true;
        return;
    }
    if way.steps >= CLIMB_STEPS {
        // What is left to gain may be nothing that floats can tell.
        if abs(slope_of(way.best) * lag) > noise() {
            way.best = made_unsure(way.best);
        }
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

// What a step has brought. A safe one leads down at rims only; then the maximum is between here and there.
fn take_step(found: Probe) {
    if found.overlap >= way.best.overlap - noise() {
        way.last_step = way.step;
        way.last_lag = way.lag;
        way.best = found;
    } else if way.gain != 1.0 {
        way.last_step = 0.0;
    } else if SEES_RIMS && place_of(found).y * way.lag < 0.0 {
        way.is_between = true;
        way.steps = 0u;
        store_probe(BEYOND, found);
        way.width = way.step;
    } else {
        way.damping *= 0.5;
    }
}

// The overlap rises from `best` and has fallen to the probe beyond: the tangents at both cross near the maximum.
fn plan_cut() {
    let a = way.best;
    let b = load_probe(BEYOND);
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
    let is_smooth = distance(normal_of(a), normal_of(b)) < BEND;
    let is_narrow = abs(way.width) * length(place_of(a)) <= 4.0 * CLIMB_ARRIVED * inside.size;
    let is_settled = (gain <= noise() && is_smooth) || is_narrow;
    way.azimuth = turned_azimuth(a.azimuth, way.width * way.cut);
    if is_settled || way.steps >= CLIMB_STEPS {
        join_both(a, b, share, is_smooth || !is_settled, !is_settled);
    }
}

fn narrow_down(middle: Probe) {
    if slope_of(middle) * way.width > 0.0 {
        way.best = middle;
        way.width *= 1.0 - way.cut;
    } else {
        store_probe(BEYOND, middle);
        way.width *= way.cut;
    }
}

// The probe at a maximum that two probes have closed in on. Where the overlap is a minimum over directions that changes
// from one to another just there, the normal is between the two.
fn join_both(a: Probe, b: Probe, share_of_b: f32, is_smooth: bool, is_unsettled: bool) {
    if b.overlap > a.overlap {
        way.best = b;
    }
    if !is_smooth {
        let n = mix(normal_of(a), normal_of(b), share_of_b);
        way.best = with_normal(way.best, unit_or(vec3<f32>(n, 0.0), vec3<f32>(normal_of(way.best), 0.0)).xy);
    }
    if !is_smooth || is_unsettled {
        way.best = made_unsure(way.best);
    }
    way.is_done = true;
}
