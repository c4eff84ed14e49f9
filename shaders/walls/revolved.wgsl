// The inside of a tube or cone: all contacts of a grain; twin of src/walls/revolved.rs, which says why local maxima are what
// is looked for. Needs climb.wgsl, rim.wgsl, touch.wgsl, slots.wgsl and valley.wgsl.

// Probes, and what is done between them, that a grain is granted; most take twenty, a box in the mouth of a hopper two hundred.
const MOST_TURNS: u32 = 1200u;

// What the next probe is for: a climb; a climb from within a valley; the valley between two peaks; nothing more.
const FOR_CLIMB: u32 = 0u;
const FOR_HIDDEN: u32 = 1u;
const FOR_VALLEY: u32 = 2u;
const FOR_NOTHING: u32 = 3u;
// The contact point of a peak at an end of the wall.
const FOR_POINT: u32 = 4u;
// For a rod: azimuths all around, and the least between them.
const FOR_SCAN: u32 = 5u;
const FOR_DESCENT: u32 = 6u;
// What is to be done before the next probe. Devices have no calls: so each has one place too.
const DO_START: u32 = 7u;
const DO_COMPARE: u32 = 8u;
const DO_MERGE: u32 = 9u;
const DO_GAPS: u32 = 10u;
const DO_NEXT_GAP: u32 = 11u;
const DO_GO_DEEPER: u32 = 12u;
const DO_LEAVE: u32 = 13u;
const ALL_DONE: u32 = 0xfffffffeu;

struct PeakSearch {
    purpose: u32,
    azimuth: vec2<f32>,
    // The next start: first from where the grain is, then from where its contacts were.
    start: u32,
    // Starts on an arc, or 0 for two climbs from either edge of what the grain covers.
    arc_starts: u32,
    // Between starts on an arc, or from the middle to either edge [rad].
    spacing: f32,
    // Where the two climbs from the edges have arrived.
    arrived: array<vec2<f32>, 2>,
    // The peak that is compared with a known one.
    peak: Probe,
    known: u32,
    // Azimuth of the grain's centre [rad].
    base: f32,
    // The grain's core is the hull of some points, and no end of the wall is in reach.
    has_corners: bool,
    // Maxima that hide in valleys are looked for: between corners, until the first of them has turned out to be none.
    seeks: bool,
}

var<private> hunt: PeakSearch;

// Sets `peaks`: at most MAX_CONTACTS, the deepest, by their azimuth from `base`, that of the grain's centre [rad]. Those at
// an end of the wall have their contact points; there is one place for these and for probes, since devices have no calls.
fn find_peaks(base: f32) {
    peak_count = 0u;
    hunt.known = 0u;
    hunt.base = base;
    if inside.is_rod {
        begin_rod();
    } else {
        begin_hunt();
    }
    for (var k = 0u; k < MOST_TURNS && hunt.purpose != FOR_NOTHING; k++) {
        if hunt.purpose >= DO_START {
            do_next();
        } else {
            probe_next();
        }
        if hunt.purpose == FOR_NOTHING && hunt.known != ALL_DONE {
            sort_peaks(base, true);
            peak_count = min(peak_count, MAX_CONTACTS);
            sort_peaks(base, false);
            hunt.known = NO_PEAK;
            next_point();
        }
    }
    if hunt.purpose != FOR_NOTHING {
        peak_count = min(peak_count, MAX_CONTACTS);
        peaks[0].unconverged = 1u;
    }
}

fn probe_next() {
    var found: Probe;
    if hunt.purpose == FOR_POINT {
        found = peaks[hunt.known];
    } else {
        found = probe_at(hunt.azimuth);
    }
    if hunt.purpose == FOR_POINT || (is_on_end(found) && !inside.is_rod) {
        let touched = rim_point(found, found.rim);
        found.point = touched.point;
        found.patch_size = touched.patch_size;
    }
    take_probe(found);
}

fn do_next() {
    switch hunt.purpose {
        case DO_START: {
            next_start();
        }
        case DO_COMPARE: {
            compare_peak();
        }
        case DO_MERGE: {
            merge_peak();
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
        default: {
            leave_valley();
        }
    }
}

fn take_probe(found: Probe) {
    switch hunt.purpose {
        case FOR_POINT: {
            peaks[hunt.known] = found;
            next_point();
        }
        case FOR_CLIMB, FOR_HIDDEN: {
            go_on(found);
        }
        case FOR_SCAN, FOR_DESCENT: {
            take_rod_probe(found);
        }
        default: {
            take_valley_probe(found);
        }
    }
}

// The end of a rod from which its side is drawn.
fn nearer_end() -> u32 {
    return select(UPPER, LOWER, abs(inside.from_lower.y) <= abs(inside.from_upper.y));
}

// The next peak at a rim, or near one, which may cut off a part of the line along which the grain touches.
fn next_point() {
    let near = rim_in_reach();
    for (var k = hunt.known + 1u; k < peak_count; k++) {
        if peaks[k].rim == NO_RIM {
            peaks[k].rim = select(near, nearer_end(), inside.is_rod);
        }
        if peaks[k].rim != NO_RIM {
            hunt.known = k;
            hunt.purpose = FOR_POINT;
            return;
        }
    }
    hunt.known = ALL_DONE;
    hunt.purpose = FOR_NOTHING;
}

fn begin_hunt() {
    hunt.start = 0u;
    hunt.arc_starts = STARTS;
    let family = family_of(inside.kind);
    hunt.has_corners = (family == POLYHEDRON || family == CAPSULE) && rim_in_reach() == NO_RIM;
    hunt.seeks = hunt.has_corners;
    if family == SPHERE {
        hunt.arc_starts = 1u;
        hunt.spacing = 0.0;
    } else if inside.size >= SMALL * inside.radius {
        hunt.spacing = FULL_TURN / f32(STARTS);
    } else {
        let covered = inside.size / inside.radius;
        let edge = angle_of(sqrt(1.0 - covered * covered), covered);
        let at_rim = rim_in_reach() != NO_RIM;
        hunt.arc_starts = select(0u, STARTS, at_rim);
        hunt.spacing = select(edge, 2.0 * edge / f32(STARTS - 1u), at_rim);
    }
    hunt.purpose = DO_START;
}

// Sets out for the next climb, if there is one to be made.
fn next_start() {
    let own = select(hunt.arc_starts, 3u, hunt.arc_starts == 0u);
    for (var k = 0u; k < 16u; k++) {
        let start = hunt.start;
        hunt.start++;
        if start >= own + MAX_CONTACTS {
            break;
        }
        if (start < own && is_own_start(start)) || (start >= own && is_lost(start - own)) {
            start_climb(hunt.azimuth);
            hunt.purpose = FOR_CLIMB;
            return;
        }
    }
    hunt.purpose = DO_GAPS;
}

// A start from where the grain is.
fn is_own_start(start: u32) -> bool {
    let middle = vec2<f32>(1.0, 0.0);
    if hunt.arc_starts > 0u {
        hunt.azimuth = turned_azimuth(middle, (f32(start) - 0.5 * f32(hunt.arc_starts - 1u)) * hunt.spacing);
        return true;
    }
    if start < 2u {
        hunt.azimuth = turned_azimuth(middle, select(hunt.spacing, -hunt.spacing, start == 0u));
        return true;
    }
    // The climbs from the edges have arrived at two places: there may be a third between them. Between corners is looked for
    // others in any case.
    let apart = distance(hunt.arrived[0], hunt.arrived[1]) * inside.radius;
    hunt.azimuth = unit_or(vec3<f32>(hunt.arrived[0] + hunt.arrived[1], 0.0), vec3<f32>(1.0, 0.0, 0.0)).xy;
    return apart > SAME_PLACE * inside.size && !hunt.has_corners;
}

// A start from where a contact of the last step was that has not been found again.
fn is_lost(slot: u32) -> bool {
    if ((old_slots >> slot) & 1u) == 0u {
        return false;
    }
    for (var k = 0u; k < peak_count; k++) {
        if moved_from(peaks[k], old_angles[slot]) <= SAME_CONTACT * inside.size {
            return false;
        }
    }
    hunt.azimuth = turned_azimuth(vec2<f32>(1.0, 0.0), old_angles[slot]);
    return true;
}

// Goes on with a climb.
fn go_on(found: Probe) {
    go_on_climbing(found);
    hunt.azimuth = way.azimuth;
    if way.is_done && hunt.purpose == FOR_CLIMB {
        peak_found(way.best);
    } else if way.is_done {
        take_hidden(way.best);
    }
}

// The end of a climb: a peak is compared with those known. It must touch, but for corners, since another one may hide beside
// it.
fn peak_found(peak: Probe) {
    if hunt.arc_starts == 0u && hunt.start <= 2u {
        hunt.arrived[hunt.start - 1u] = peak.azimuth;
    }
    if !(peak.overlap > 0.0) && !hunt.has_corners {
        hunt.purpose = DO_START;
        return;
    }
    hunt.peak = peak;
    hunt.known = 0u;
    hunt.purpose = DO_COMPARE;
}

// Compares the peak with known ones, until it takes a probe to tell, or all are done.
fn compare_peak() {
    let q = hunt.peak;
    for (; hunt.known < peak_count; hunt.known++) {
        let p = peaks[hunt.known];
        let turn = turn_between(p, q);
        let both_on_end = is_on_end(p) && is_on_end(q);
        if at_one_place(p, q) || (both_on_end && abs(turn) < SAME_END) {
            hunt.purpose = DO_MERGE;
            return;
        }
        if !both_on_end && !hunt.has_corners {
            if turn > 0.0 {
                begin_valley(p, q, turn, false);
            } else {
                begin_valley(q, p, -turn, false);
            }
            look_into_valley();
            return;
        }
    }
    if peak_count < PEAK_ROOM {
        peaks[peak_count] = q;
        peak_count++;
    }
    hunt.purpose = DO_START;
}

fn look_into_valley() {
    hunt.purpose = FOR_VALLEY;
    hunt.azimuth = valley_azimuth();
}

// Looks into the valleys between neighbours, all but the widest: for maxima that hide there, for those that are none, and
// for what they share.
fn begin_gaps() {
    valley.next = 1u;
    if peak_count > 1u {
        sort_peaks(hunt.base, false);
        start_after_widest();
    }
    hunt.purpose = DO_NEXT_GAP;
}

fn next_gap() {
    for (; valley.next < peak_count; valley.next++) {
        let first = peaks[valley.next - 1u];
        let second = peaks[valley.next];
        if !(is_on_end(first) && is_on_end(second)) {
            begin_valley(first, second, way_round(first, second), true);
            look_into_valley();
            return;
        }
    }
    pass_on();
    for (var k = peak_count; k > 0u; k--) {
        if !(peaks[k - 1u].overlap > 0.0) {
            drop_peak(k - 1u);
        }
    }
    hunt.purpose = FOR_NOTHING;
}

fn take_valley_probe(found: Probe) {
    if is_bottom(found) {
        hunt.purpose = DO_LEAVE;
    } else if valley.is_gap && hunt.seeks {
        // Another point of the grain is deeper here.
        hunt.purpose = FOR_HIDDEN;
        hunt.azimuth = found.azimuth;
        start_climb(found.azimuth);
    } else {
        hunt.purpose = DO_GO_DEEPER;
    }
}

// Where a climb from within a valley has arrived: at a maximum that has been hidden, or at one that is known.
fn take_hidden(peak: Probe) {
    let is_known = at_one_place(peak, valley.first) || at_one_place(peak, valley.second);
    if is_known || peak_count >= PEAK_ROOM {
        hunt.purpose = DO_GO_DEEPER;
    } else {
        peaks[peak_count] = peak;
        peak_count++;
        hunt.purpose = DO_GAPS;
    }
}

// The next probe in a valley, unless all is known that is asked for.
fn go_deeper() {
    let level = min(valley.first.overlap, valley.second.overlap) - noise();
    let enough = valley.depth < select(level, 0.0, valley.is_gap) && !(valley.is_gap && hunt.seeks);
    if !enough && narrow_valley() {
        look_into_valley();
    } else {
        hunt.purpose = DO_LEAVE;
    }
}

// Two peaks are one if there is no valley between them.
fn leave_valley() {
    let is_none = valley.depth >= min(valley.first.overlap, valley.second.overlap) - noise();
    if !valley.is_gap {
        if is_none {
            hunt.purpose = DO_MERGE;
        } else {
            hunt.known++;
            hunt.purpose = DO_COMPARE;
        }
    } else if is_none {
        hunt.seeks = false;
        drop_peak(select(valley.next, valley.next - 1u, valley.second.overlap > valley.first.overlap + noise()));
        hunt.purpose = DO_GAPS;
    } else {
        if valley.depth > 0.0 {
            add_shared(valley.next - 1u, 1.0 - valley.at, valley.depth);
            add_shared(valley.next, valley.at, valley.depth);
        }
        valley.next++;
        hunt.purpose = DO_NEXT_GAP;
    }
}

// The peak is one that is known: the deeper of them counts.
fn merge_peak() {
    if hunt.peak.overlap > peaks[hunt.known].overlap + noise() {
        peaks[hunt.known] = hunt.peak;
    }
    hunt.purpose = DO_START;
}

// Angle of a peak in the surface's frame, from 0 to a full turn.
fn frame_angle(at: Probe, base: f32) -> f32 {
    let angle = base + azimuth_angle(at);
    return angle - FULL_TURN * floor(angle / FULL_TURN);
}

// Sorts the peaks, by falling overlap or by rising azimuth.
fn sort_peaks(base: f32, by_overlap: bool) {
    for (var k = 1u; k < peak_count; k++) {
        let peak = peaks[k];
        var hole = k;
        for (; hole > 0u; hole--) {
            let other = peaks[hole - 1u];
            let in_order = select(frame_angle(other, base) <= frame_angle(peak, base),
                other.overlap >= peak.overlap, by_overlap);
            if in_order {
                break;
            }
            peaks[hole] = other;
        }
        peaks[hole] = peak;
    }
}
