//! Contacts of grains.

use serde::Serialize;

use crate::engine::{ContactPartner, ContactRecord};
use crate::narrow::Kind;
use crate::output::frames::Frame;
use crate::scene::Scene;

/// Contacts whose normal force is below this share of the mean one bear nothing.
const BEARING: f64 = 0.01;

/// Contacts of the grains that move, with grains and walls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coordination {
    /// Mean number.
    pub mean: f64,
    /// Mean number without rattlers and their contacts; 0 if all are.
    pub without_rattlers: f64,
    /// Grains that hold nothing: with fewer points of support than `rattler_below`, when such grains are taken away one
    /// after another. Only contacts with more than a hundredth of the mean normal force count; an edge along a face counts
    /// as two points, a face on a face as three.
    pub rattlers: usize,
    /// Points of support that a grain needs to hold anything: 2 with friction; without, 3 where gravity holds it down, else 4.
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
        let total: f64 =
            loose.iter().map(|grain| f64::from(grains.coordination[*grain])).fold(0.0, |sum, count| sum + count);
        let frictionless = scene.materials.iter().all(|material| material.friction == 0.0);
        let has_weight = scene.simulation.gravity.length() > 0.0;
        let rattler_below = if !frictionless {
            2
        } else if has_weight {
            3
        } else {
            4
        };
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

/// Points of support that a contact gives.
fn points(contact: &ContactRecord) -> u32 {
    match contact.kind {
        Kind::FaceFace => 3,
        Kind::EdgeFace | Kind::ParallelEdges => 2,
        _ => 1,
    }
}

/// Takes rattlers away until none is left; returns their number, and the contacts of all others.
fn backbone(frame: &Frame, below: u32) -> (usize, u64) {
    let grains = &frame.grains;
    let mean = frame.contacts.iter().map(ContactRecord::normal_force).sum::<f64>() / frame.contacts.len().max(1) as f64;
    // The partner, none for a wall, and the points of support.
    let mut partners: Vec<Vec<(Option<usize>, u32)>> = vec![Vec::new(); grains.len()];
    for contact in frame.contacts.iter().filter(|contact| contact.normal_force() > BEARING * mean) {
        let Some(a) = frame.grains.index_of(contact.grain) else { continue };
        let b = match contact.partner {
            ContactPartner::Grain(other) => grains.index_of(other),
            ContactPartner::Wall(_) => None,
        };
        partners[a].push((b, points(contact)));
        if let Some(b) = b {
            partners[b].push((Some(a), points(contact)));
        }
    }
    let mut support: Vec<u32> = partners.iter().map(|list| list.iter().map(|(_, points)| points).sum()).collect();
    let is_loose = |grain: &usize| !grains.fixed[*grain];
    let mut gone = vec![false; grains.len()];
    let mut waiting: Vec<usize> = (0..grains.len()).filter(is_loose).filter(|grain| support[*grain] < below).collect();
    while let Some(grain) = waiting.pop() {
        if std::mem::replace(&mut gone[grain], true) {
            continue;
        }
        for (other, points) in partners[grain].iter().filter_map(|(other, points)| Some(((*other)?, points))) {
            support[other] -= points;
            if !grains.fixed[other] && support[other] < below && !gone[other] {
                waiting.push(other);
            }
        }
    }
    let rattlers = gone.iter().filter(|gone| **gone).count();
    let stays = |partner: &&(Option<usize>, u32)| partner.0.is_none_or(|other| !gone[other]);
    let kept = (0..grains.len()).filter(is_loose).filter(|grain| !gone[*grain]);
    (rattlers, kept.map(|grain| partners[grain].iter().filter(stays).count() as u64).sum())
}
