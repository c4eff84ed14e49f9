//! Force chains: a line from centre to centre of grains that press on each other, the wider the harder they press.

use glam::DVec3;

use super::lines::over_all;
use super::view::View;
use crate::engine::ContactPartner;
use crate::output::frames::Frame;

/// Forces above so many times the mean have lines of the same width; the mean one is that much narrower.
const STRONG: f64 = 4.0;
/// Weaker contacts than this share of the mean have no line: thousands of them would hide the others.
const WEAK: f64 = 0.1;

/// A contact that carries force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// From the centre of a grain to that of the other, or to the point on a wall [m].
    pub ends: [DVec3; 2],
    /// Normal force over the mean one of the frame.
    pub share: f64,
}

impl Chain {
    /// The chains of a frame; none where nothing touches.
    pub fn of(frame: &Frame) -> Vec<Self> {
        let pushes = || frame.contacts.iter().filter(|contact| contact.normal_force() > 0.0);
        let mean = pushes().map(|contact| contact.normal_force()).sum::<f64>() / pushes().count().max(1) as f64;
        let center = |id: u64| frame.grains.index_of(id).map(|grain| frame.grains.centers[grain]);
        pushes()
            .filter_map(|contact| {
                let to = match contact.partner {
                    ContactPartner::Grain(other) => center(other)?,
                    ContactPartner::Wall(_) => contact.point,
                };
                Some(Self { ends: [center(contact.grain)?, to], share: contact.normal_force() / mean })
            })
            .filter(|chain| chain.share >= WEAK)
            .collect()
    }
}

/// Which samples are covered by chains, the strongest `widest` [samples] wide.
pub(super) fn covered(view: &View, chains: &[Chain], widest: f32) -> Vec<bool> {
    let lines = chains.iter().map(|chain| (chain.ends, widest * (chain.share / STRONG).min(1.0) as f32));
    over_all(view, lines)
}
