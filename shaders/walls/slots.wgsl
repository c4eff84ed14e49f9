// Which contact of a grain with a tube or cone is which, from step to step; twin of src/walls/slots.rs. Needs meridian.wgsl.

// A contact is the one of the last step if it has moved by less than this share of the grain.
const SAME_CONTACT: f32 = 0.5;
const FULL_TURN: f32 = 6.28318531;
const NO_PEAK: u32 = 0xffffffffu;
// The most that are found before the deepest are taken: one for each climb.
const PEAK_ROOM: u32 = 14u;

// Contacts, as probes at local maxima of the overlap.
var<private> peaks: array<Probe, PEAK_ROOM>;
var<private> peak_count: u32;

// Where contacts of the last step were, from the azimuth of the grain's centre; `old_slots` says which there were.
var<private> old_angles: array<f32, MAX_CONTACTS>;
var<private> old_slots: u32;

// The peak in each slot.
var<private> peak_in_slot: array<u32, MAX_CONTACTS>;

// Distance of two angles the shorter way round [rad].
fn angles_apart(a: f32, b: f32) -> f32 {
    let turn = abs(a - b);
    let rest = turn - FULL_TURN * floor(turn / FULL_TURN);
    return min(rest, FULL_TURN - rest);
}

// How far from the place of a peak a contact at `angle` was.
fn moved_from(at: Probe, angle: f32) -> f32 {
    return angles_apart(azimuth_angle(at), angle) * length(place_of(at));
}

// Sets `peak_in_slot`: a peak takes the slot of the contact of the last step that it is, nearest first, else the first free.
fn assign_slots() {
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        peak_in_slot[slot] = NO_PEAK;
    }
    var waiting = (1u << min(peak_count, MAX_CONTACTS)) - 1u;
    for (var k = 0u; k < MAX_CONTACTS; k++) {
        let pair = nearest_pair(waiting);
        if pair.x == NO_PEAK {
            break;
        }
        peak_in_slot[pair.y] = pair.x;
        waiting &= ~(1u << pair.x);
    }
    for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
        if peak_in_slot[slot] == NO_PEAK && waiting != 0u {
            peak_in_slot[slot] = firstTrailingBit(waiting);
            waiting &= waiting - 1u;
        }
    }
}

// The nearest pair of a peak that is waiting and a slot of old that is free.
fn nearest_pair(waiting: u32) -> vec2<u32> {
    var best = vec2<u32>(NO_PEAK);
    var least = SAME_CONTACT * inside.size;
    for (var k = 0u; k < MAX_CONTACTS; k++) {
        if ((waiting >> k) & 1u) == 0u {
            continue;
        }
        for (var slot = 0u; slot < MAX_CONTACTS; slot++) {
            let is_free = ((old_slots >> slot) & 1u) == 1u && peak_in_slot[slot] == NO_PEAK;
            if is_free && moved_from(peaks[k], old_angles[slot]) <= least {
                least = moved_from(peaks[k], old_angles[slot]);
                best = vec2<u32>(k, slot);
            }
        }
    }
    return best;
}
