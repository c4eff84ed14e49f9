//! Which contact of a grain with a tube or cone is which, from step to step.

use std::f64::consts::TAU;

use glam::DVec2;

use super::climb::Probe;
use crate::narrow::WarmStart;

/// The most contacts of one grain with one surface. A rod across a tube has two, a box that fills it four.
pub const MAX_CONTACTS: usize = 6;
/// A contact is the one of the last step if it has moved by less than this share of the grain. What moves further within
/// a step is too fast for any time step.
const SAME: f64 = 0.5;

/// What is remembered of a grain and a surface between two calls. The default is a cold start.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WallWarm {
    /// First guess for a rod.
    pub pair: WarmStart,
    /// Where around the axis of a tube or cone the contact of each slot was [rad], in the surface's frame.
    pub azimuths: [Option<f64>; MAX_CONTACTS],
}

/// Angle from x to `azimuth`, from 0 to a full turn [rad].
pub(crate) fn angle_of(azimuth: DVec2) -> f64 {
    azimuth.to_angle().rem_euclid(TAU)
}

/// Distance of two angles the shorter way round [rad].
pub(crate) fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(TAU);
    turn.min(TAU - turn)
}

/// Whether a contact at `angle` can have been at the place of `probe`, for a grain of bounding radius `size` [m].
pub(crate) fn may_be_same(probe: &Probe, angle: f64, size: f64) -> bool {
    moved(probe, angle) <= SAME * size
}

fn moved(probe: &Probe, angle: f64) -> f64 {
    apart(angle_of(probe.azimuth), angle) * probe.place().length()
}

/// The slot of each peak: that of the contact of the last step which it is, nearest pairs first, else the first free one.
/// The new places are remembered. There must not be more peaks than slots.
pub(crate) fn assign(peaks: &[Probe], size: f64, warm: &mut WallWarm) -> [u8; MAX_CONTACTS] {
    let mut slots = [None; MAX_CONTACTS];
    let mut taken = [false; MAX_CONTACTS];
    while let Some((peak, slot)) = nearest(peaks, &slots, &taken, size, warm) {
        slots[peak] = Some(slot);
        taken[slot] = true;
    }
    warm.azimuths = [None; MAX_CONTACTS];
    let mut numbers = [0; MAX_CONTACTS];
    for (k, peak) in peaks.iter().enumerate() {
        let free = || taken.iter().position(|taken| !taken).unwrap_or(0);
        let slot = slots[k].unwrap_or_else(free);
        taken[slot] = true;
        warm.azimuths[slot] = Some(angle_of(peak.azimuth));
        numbers[k] = slot as u8;
    }
    numbers
}

/// The nearest pair of a peak without slot and a slot without peak.
fn nearest(
    peaks: &[Probe],
    slots: &[Option<usize>; MAX_CONTACTS],
    taken: &[bool; MAX_CONTACTS],
    size: f64,
    warm: &WallWarm,
) -> Option<(usize, usize)> {
    let mut best = None;
    let mut least = SAME * size;
    for (k, peak) in peaks.iter().enumerate().filter(|(k, _)| slots[*k].is_none()) {
        for (slot, angle) in warm.azimuths.iter().enumerate() {
            if let Some(angle) = angle.filter(|angle| !taken[slot] && moved(peak, *angle) <= least) {
                (best, least) = (Some((k, slot)), moved(peak, angle));
            }
        }
    }
    best
}
