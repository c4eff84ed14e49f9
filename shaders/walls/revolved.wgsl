// The inside of a tube or cone: all contacts of a grain; twin of src/walls/revolved.rs, which says why local maxima are what
// is looked for. Needs climb.wgsl, slots.wgsl, valley.wgsl and the probes of the kernel.

// Probes, and what is done between them, that a grain is granted; most take twenty, a box in the mouth of a hopper two hundred.
const MOST_TURNS: u32 = 1200u;

// The most maxima that are found before the deepest are taken: one for each climb.
const PEAK_ROOM: u32 = 14u;
// Behind the peaks, first the one that is compared with them; then those of a valley and of a climb.
const CLIMB_BEST: u32 = PEAK_ROOM + 1u;
const STRETCH_A: u32 = PEAK_ROOM + 2u;
const STRETCH_B: u32 = PEAK_ROOM + 3u;
const STRETCH_MIDDLE: u32 = PEAK_ROOM + 4u;
const BEYOND: u32 = PEAK_ROOM + 5u;
const PROBE_ROOM: u32 = PEAK_ROOM + select(5u, 6u, SEES_RIMS);
// And what is put aside where something else is done, in vectors: of starts, a climb and a valley. Registers are few, and decide
// how many waves a device runs side by side.
const STARTS_ASIDE: u32 = PROBE_VECTORS * PROBE_ROOM;
const CLIMB_ASIDE: u32 = STARTS_ASIDE + 2u;
const VALLEY_ASIDE: u32 = CLIMB_ASIDE + 2u;
const ASIDE_ROOM: u32 = 7u;

// What the next probe is for: a climb; a climb from within a valley; the valley between two peaks; nothing more.
const FOR_CLIMB: u32 = 0u;
const FOR_HIDDEN: u32 = 1u;
const FOR_VALLEY: u32 = 2u;
const FOR_NOTHING: u32 = 3u;
// What is to be done before the next probe. Devices have no calls: so each has one place too.
const DO_START: u32 = 4u;
const DO_COMPARE: u32 = 5u;
const DO_GAPS: u32 = 6u;
const DO_NEXT_GAP: u32 = 7u;
const DO_GO_DEEPER: u32 = 8u;
const DO_CUT: u32 = 9u;
const DO_LEAVE: u32 = 10u;
const DO_CHOOSE: u32 = 11u;
const DO_SORT: u32 = 12u;

struct PeakSearch {
    purpose: u32,
    azimuth: vec2<f32>,
    // The next start: first from where the grain is, then from where its contacts were.
    start: u32,
    // The known peak that a new one is compared with; of two neighbours, the second.
    known: u32,
    next: u32,
    // The grain's core is the hull of some points, and no end of the wall is in reach.
    has_corners: bool,
    // The valley is that between neighbours; else between a known peak and a new one.
    is_gap: bool,
    // Maxima that hide in valleys are looked for: between corners, until the first of them has turned out to be none.
    seeks: bool,
}

var<private> hunt: PeakSearch;

// Where climbs start from.
struct Starts {
    // How many on an arc, or 0 for two climbs from either edge of what the grain covers.
    on_arc: u32,
    // Between those on an arc, or from the middle to either edge [rad].
    spacing: f32,
    // Where the two climbs from the edges have arrived.
    from_right: vec2<f32>,
    from_left: vec2<f32>,
}

fn load_starts() -> Starts {
    let counts = probes[STARTS_ASIDE];
    let arrived = probes[STARTS_ASIDE + 1u];
    return Starts(u32(counts.x), counts.y, arrived.xy, arrived.zw);
}

// Finds the peaks: at most MAX_CONTACTS, the deepest, by their azimuth.
fn find_peaks() {
    peak_count = 0u;
    begin_hunt();
    for (var k = 0u; k < MOST_TURNS && hunt.purpose != FOR_NOTHING; k++) {
        if hunt.purpose >= DO_START {
            do_next();
        } else {
            take_probe(probe_at(hunt.azimuth));
        }
    }
    if hunt.purpose != FOR_NOTHING {
        peak_count = min(peak_count, MAX_CONTACTS);
        store_probe(0u, made_unsure(load_probe(0u)));
    }
}

fn do_next() {
    if hunt.purpose == DO_GAPS || hunt.purpose == DO_CHOOSE || hunt.purpose == DO_SORT {
        sort_peaks(hunt.purpose == DO_CHOOSE);
    }
    switch hunt.purpose {
        case DO_START: {
            next_start();
        }
        case DO_COMPARE: {
            compare_peak();
        }
        case DO_GAPS: {
            begin_gaps();
        }
        case DO_NEXT_GAP: {
            next_gap();
        }
        case DO_GO_DEEPER: {
            go_deeper();
        }
        case DO_CUT: {
            look_into_valley();
        }
        case DO_LEAVE: {
            leave_valley();
        }
        case DO_CHOOSE: {
            peak_count = min(peak_count, MAX_CONTACTS);
            hunt.purpose = DO_SORT;
        }
        default: {
            hunt.purpose = FOR_NOTHING;
        }
    }
}

fn take_probe(found: Probe) {
    if hunt.purpose == FOR_VALLEY {
        take_valley_probe(found);
    } else {
        go_on(found);
    }
}

fn begin_hunt() {
    hunt.start = 0u;
    let family = family_of(inside.kind);
    let at_rim = SEES_RIMS && rim_in_reach() != NO_RIM;
    hunt.has_corners = (family == POLYHEDRON || family == CAPSULE) && !at_rim;
    hunt.seeks = hunt.has_corners;
    var on_arc = STARTS;
    var spacing = FULL_TURN / f32(STARTS);
    if family == SPHERE {
        on_arc = 1u;
        spacing = 0.0;
    } else if inside.size < SMALL * inside.radius {
        let covered = inside.size / inside.radius;
        let edge = angle_of(sqrt(1.0 - covered * covered), covered);
        on_arc = select(0u, STARTS, at_rim);
        spacing = select(edge, 2.0 * edge / f32(STARTS - 1u), at_rim);
    }
    probes[STARTS_ASIDE] = vec4<f32>(f32(on_arc), spacing, 0.0, 0.0);
    hunt.purpose = DO_START;
}

// Sets out for the next climb, if there is one to be made.
fn next_start() {
    let starts = load_starts();
    let own = select(starts.on_arc, 3u, starts.on_arc == 0u);
    for (var k = 0u; k < 16u; k++) {
        let start = hunt.start;
        hunt.start++;
        if start >= own + MAX_CONTACTS {
            break;
        }
        if (start < own && is_own_start(starts, start)) || (start >= own && is_lost(start - own)) {
            start_climb(hunt.azimuth);
            hunt.purpose = FOR_CLIMB;
            return;
        }
    }
    hunt.purpose = DO_GAPS;
}

// A start from where the grain is.
fn is_own_start(starts: Starts, start: u32) -> bool {
    if starts.on_arc == 0u && start == 2u {
        // The climbs from the edges have arrived at two places: there may be a third between them. Between corners is looked
        // for others in any case.
        let apart = distance(starts.from_right, starts.from_left) * inside.radius;
        hunt.azimuth = unit_or(vec3<f32>(starts.from_right + starts.from_left, 0.0), vec3<f32>(1.0, 0.0, 0.0)).xy;
        return apart > SAME_PLACE * inside.size && !hunt.has_corners;
    }
    let on_arc = (f32(start) - 0.5 * f32(starts.on_arc - 1u)) * starts.spacing;
    let at_edge = select(starts.spacing, -starts.spacing, start == 0u);
    hunt.azimuth = turned_azimuth(vec2<f32>(1.0, 0.0), select(on_arc, at_edge, starts.on_arc == 0u));
    return true;
}

// A start from where a contact of the last step was that has not been found again.
fn is_lost(slot: u32) -> bool {
    if ((last.slots >> slot) & 1u) == 0u {
        return false;
    }
    let angle = old_angle(slot);
    for (var k = 0u; k < peak_count; k++) {
        if moved_from(load_probe(k), angle) <= SAME_CONTACT * inside.size {
            return false;
        }
    }
    hunt.azimuth = turned_azimuth(vec2<f32>(1.0, 0.0), angle);
    return true;
}

// Goes on with a climb.
fn go_on(found: Probe) {
    take_up_climb();
    go_on_climbing(found);
    hunt.azimuth = way.azimuth;
    put_climb_aside();
    if way.is_done {
        // A new peak waits behind the known ones.
        store_probe(peak_count, way.best);
        if hunt.purpose == FOR_CLIMB {
            peak_found();
        } else {
            take_hidden();
        }
    }
}

// The end of a climb: a peak is compared with those known. It must touch, but for corners, since another one may hide beside
// it.
fn peak_found() {
    if hunt.start <= 2u {
        let arrived = probes[STARTS_ASIDE + 1u].xy;
        let is_first = hunt.start == 1u;
        probes[STARTS_ASIDE + 1u] = vec4<f32>(select(arrived, way.best.azimuth, is_first), way.best.azimuth);
    }
    hunt.known = 0u;
    hunt.purpose = select(DO_START, DO_COMPARE, way.best.overlap > 0.0 || hunt.has_corners);
}

// Compares the new peak with known ones, until it takes a probe to tell, or all are done.
fn compare_peak() {
    let fresh = peak_count;
    let q = load_probe(fresh);
    for (; hunt.known < fresh; hunt.known++) {
        let p = load_probe(hunt.known);
        let turn = turn_between(p, q);
        let both_on_end = is_on_end(p) && is_on_end(q);
        if at_one_place(p, q) || (both_on_end && abs(turn) < SAME_END) {
            merge_peak();
            return;
        }
        if !both_on_end && !hunt.has_corners {
            let is_first = turn > 0.0;
            begin_valley(select(fresh, hunt.known, is_first), select(hunt.known, fresh, is_first), abs(turn));
            hunt.is_gap = false;
            hunt.purpose = DO_CUT;
            return;
        }
    }
    peak_count = min(peak_count + 1u, PEAK_ROOM);
    hunt.purpose = DO_START;
}

// The next probe in a valley, if it needs one.
fn look_into_valley() {
    take_up_valley();
    if !plan_valley() {
        if valley.steps > 0u {
            hunt.purpose = DO_LEAVE;
            return;
        }
        valley.cut = 0.5 * valley.width;
    }
    put_valley_aside();
    hunt.purpose = FOR_VALLEY;
    hunt.azimuth = turned_azimuth(load_probe(STRETCH_A).azimuth, valley.cut);
}

// Looks into the valleys between neighbours, all but the widest: for maxima that hide there, for those that are none, and
// for what they share.
fn begin_gaps() {
    hunt.next = 1u;
    if peak_count > 1u {
        start_after_widest();
    }
    hunt.purpose = DO_NEXT_GAP;
}

fn next_gap() {
    for (; hunt.next < peak_count; hunt.next++) {
        let first = load_probe(hunt.next - 1u);
        let second = load_probe(hunt.next);
        if !(is_on_end(first) && is_on_end(second)) {
            begin_valley(hunt.next - 1u, hunt.next, way_round(first, second));
            hunt.is_gap = true;
            hunt.purpose = DO_CUT;
            return;
        }
    }
    pass_on();
    for (var k = peak_count; k > 0u; k--) {
        if !(load_probe(k - 1u).overlap > 0.0) {
            drop_peak(k - 1u);
        }
    }
    hunt.purpose = DO_CHOOSE;
}

fn take_valley_probe(found: Probe) {
    take_up_valley();
    let nothing_else = is_bottom(found);
    put_valley_aside();
    if nothing_else {
        hunt.purpose = DO_LEAVE;
        return;
    }
    store_probe(STRETCH_MIDDLE, found);
    hunt.purpose = DO_GO_DEEPER;
    if hunt.is_gap && hunt.seeks {
        // Another point of the grain is deeper here.
        hunt.purpose = FOR_HIDDEN;
        hunt.azimuth = found.azimuth;
        start_climb(found.azimuth);
    }
}

// Where a climb from within a valley has arrived: at a maximum that has been hidden, or at one that is known.
fn take_hidden() {
    take_up_valley();
    var is_known = false;
    for (var side = 0u; side < 2u; side++) {
        is_known = is_known || at_one_place(way.best, load_probe(select(valley.first, valley.second, side == 1u)));
    }
    if is_known || peak_count >= PEAK_ROOM {
        hunt.purpose = DO_GO_DEEPER;
    } else {
        peak_count++;
        hunt.purpose = DO_GAPS;
    }
}

// Further into a valley, unless all is known that is asked for.
fn go_deeper() {
    take_up_valley();
    let until = select(valley.level - noise(), 0.0, hunt.is_gap);
    if valley.depth < until && !(hunt.is_gap && hunt.seeks) {
        hunt.purpose = DO_LEAVE;
    } else {
        narrow_valley();
        put_valley_aside();
        hunt.purpose = DO_CUT;
    }
}

// Two peaks are one if there is no valley between them.
fn leave_valley() {
    take_up_valley();
    let is_none = valley.depth >= valley.level - noise();
    if !hunt.is_gap {
        if is_none {
            merge_peak();
        } else {
            hunt.known++;
            hunt.purpose = DO_COMPARE;
        }
    } else if is_none {
        hunt.seeks = false;
        let is_second_deeper = load_probe(valley.second).overlap > load_probe(valley.first).overlap + noise();
        drop_peak(select(hunt.next, hunt.next - 1u, is_second_deeper));
        hunt.purpose = DO_GAPS;
    } else {
        if valley.depth > 0.0 {
            for (var side = 0u; side < 2u; side++) {
                add_shared(hunt.next - 1u + side, select(1.0 - valley.at, valley.at, side == 1u), valley.depth);
            }
        }
        hunt.next++;
        hunt.purpose = DO_NEXT_GAP;
    }
}

// The new peak is one that is known: the deeper of them counts.
fn merge_peak() {
    let fresh = load_probe(peak_count);
    if fresh.overlap > load_probe(hunt.known).overlap + noise() {
        store_probe(hunt.known, fresh);
    }
    hunt.purpose = DO_START;
}

// Sorts the peaks, by falling overlap or by rising azimuth.
fn sort_peaks(by_overlap: bool) {
    for (var k = 1u; k < peak_count; k++) {
        let peak = load_probe(k);
        let angle = frame_angle(peak);
        var hole = k;
        for (; hole > 0u; hole--) {
            let other = load_probe(hole - 1u);
            if select(frame_angle(other) <= angle, other.overlap >= peak.overlap, by_overlap) {
                break;
            }
            store_probe(hole, other);
        }
        store_probe(hole, peak);
    }
}
