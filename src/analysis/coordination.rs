//! Contacts of grains.

use serde::Serialize;

use crate::engine::ContactPartner;
use crate::frames::Frame;
use crate::scene::Scene;

/// Contacts of the grains that move, with grains and walls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coordination {
    /// Mean number.
    pub mean: f64,
    /// Mean number without rattlers and their contacts; 0 if all are.
    pub without_rattlers: f64,
    /// Grains that hold nothing: with fewer contacts than `rattler_below`, when such grains are taken away one after
    /// another.
    pub rattlers: usize,
    /// Contacts that a grain needs to hold anything: 2 with friction, 4 without.
    pub rattler_below: u32,
    /// How many grains have 0, 1, 2 and so on.
    pub histogram: Vec<usize>,
}

impl Coordination {
    /// Of a frame of a run of `scene`.
    pub(super) fn of(frame: &Frame, scene: &Scene) -> Self {
        let grains = &frame.grains;
        let loose: Vec<usize> = (0..grains.len()).filter(|grain| !grains.fixed[*grain]).collect();
        let mut histogram = Vec::new();
        for grain in &loose {
            let contacts = grains.coordination[*grain] as usize;
            if histogram.len() <= contacts {
                histogram.resize(contacts + 1, 0);
            }
            histogram[contacts] += 1;
        }
        let total: f64 = loose.iter().map(|grain| f64::from(grains.coordination[*grain])).sum();
        let frictionless = scene.materials.iter().all(|material| material.friction == 0.0);
        let rattler_below = if frictionless { 4 } else { 2 };
        let (rattlers, kept) = backbone(frame, rattler_below);
        let rest = loose.len() - rattlers;
        Self {
            mean: total / loose.len().max(1) as f64,
            without_rattlers: if rest > 0 { kept as f64 / rest as f64 } else { 0.0 },
            rattlers,
            rattler_below,
            histogram,
        }
    }
}

/// Takes rattlers away until none is left; returns their number, and the contacts of all others.
fn backbone(frame: &Frame, below: u32) -> (usize, u64) {
    let grains = &frame.grains;
    let mut partners: Vec<Vec<Option<usize>>> = vec![Vec::new(); grains.len()];
    for contact in &frame.contacts {
        let Some(a) = frame.grains.index_of(contact.grain) else { continue };
        let b = match contact.partner {
            ContactPartner::Grain(other) => grains.index_of(other),
            ContactPartner::Wall(_) => None,
        };
        partners[a].push(b);
        if let Some(b) = b {
            partners[b].push(Some(a));
        }
    }
    let mut counts: Vec<u32> = partners.iter().map(|list| list.len() as u32).collect();
    let is_loose = |grain: &usize| !grains.fixed[*grain];
    let mut gone = vec![false; grains.len()];
    let mut waiting: Vec<usize> = (0..grains.len()).filter(is_loose).filter(|grain| counts[*grain] < below).collect();
    while let Some(grain) = waiting.pop() {
        if std::mem::replace(&mut gone[grain], true) {
            continue;
        }
        for other in partners[grain].iter().flatten().copied().filter(|other| !grains.fixed[*other]) {
            counts[other] -= 1;
            if counts[other] < below && !gone[other] {
                waiting.push(other);
            }
        }
    }
    let rattlers = gone.iter().filter(|gone| **gone).count();
    let kept = (0..grains.len()).filter(is_loose).filter(|grain| !gone[*grain]).map(|grain| u64::from(counts[grain]));
    (rattlers, kept.sum())
}
