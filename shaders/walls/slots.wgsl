// Which contact of a grain with a tube, cone or rod is which, from step to step; twin of src/walls/slots.rs. Needs meridian.wgsl,
// and the probes of the kernel.

// A contact is the one of the last step if it has moved by less than this share of the grain.
const SAME_CONTACT: f32 = 0.5;
const NO_SLOT: u32 = 15u;

// How many of the first probes are peaks, by azimuth.
var<private> peak_count: u32;

// What is known of the last step.
struct LastStep {
    link: u32,
    // Bit by bit, the slots that held a contact.
    slots: u32,
    // Azimuth of the grain's centre, now [rad].
    base: f32,
}

var<private> last: LastStep;

// The slot of each peak, four bits each.
var<private> slots_of_peaks: u32;

fn slot_of_peak(k: u32) -> u32 {
    return (slots_of_peaks >> (4u * k)) & 15u;
}

// Where the contact of a slot was, from the azimuth of the grain's centre.
fn old_angle(slot: u32) -> f32 {
    return wall_links[last.link].contacts[slot].azimuth - last.base;
}

// Distance of two angles the shorter way round [rad].
fn angles_apart(a: f32, b: f32) -> f32 {
    let turn = abs(a - b);
    let rest = turn - FULL_TURN * floor(turn / FULL_TURN);
    return min(rest, FULL_TURN - rest);
}

// How far from the place of a peak a contact at `angle` was.
fn moved_from(at: Probe, angle: f32) -> f32 {
    return angles_apart(angle_of(at.azimuth.x, at.azimuth.y), angle) * length(place_at(at.azimuth, at.point));
}

// Angle of a peak in the surface's frame, from 0 to a full turn.
fn frame_angle(at: Probe) -> f32 {
    let angle = last.base + angle_of(at.azimuth.x, at.azimuth.y);
    return angle - FULL_TURN * floor(angle / FULL_TURN);
}

// A peak takes the slot of the contact of the last step that it is, nearest first, else the first free.
fn assign_slots() {
    slots_of_peaks = 0xffffffffu;
    var waiting = (1u << peak_count) - 1u;
    var taken = 0u;
    for (var round = 0u; round < 2u * MAX_CONTACTS && waiting != 0u; round++) {
        var pair = nearest_pair(waiting, taken);
        if pair.y == NO_SLOT {
            pair = vec2<u32>(firstTrailingBit(waiting), firstTrailingBit(~taken));
        }
        slots_of_peaks ^= (NO_SLOT ^ pair.y) << (4u * pair.x);
        waiting &= ~(1u << pair.x);
        taken |= 1u << pair.y;
    }
}

// The nearest pair of a peak that is waiting and a slot of old that is free.
fn nearest_pair(waiting: u32, taken: u32) -> vec2<u32> {
    var best = vec2<u32>(NO_SLOT);
    var least = SAME_CONTACT * inside.size;
    for (var k = 0u; k < peak_count; k++) {
        if ((waiting >> k) & 1u) == 0u {
            continue;
        }
        let peak = load_probe(k);
        for (var free = last.slots & ~taken; free != 0u; free &= free - 1u) {
            let slot = firstTrailingBit(free);
            let moved = moved_from(peak, old_angle(slot));
            if moved <= least {
                least = moved;
                best = vec2<u32>(k, slot);
            }
        }
    }
    return best;
}
