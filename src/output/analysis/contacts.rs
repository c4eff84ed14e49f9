//! Contacts by kind, and the distribution of their forces.

use serde::Serialize;

use crate::engine::{ContactPartner, ContactRecord};
use crate::narrow::Kind;

/// Width of the classes of normal force over its mean.
const CLASS: f64 = 0.25;
/// Classes; the last one holds all that is above.
const CLASSES: usize = 25;

/// Contacts of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindCount {
    /// Which features meet.
    pub kind: &'static str,
    /// Contacts of two grains.
    pub grain_grain: usize,
    /// Contacts of a grain with a wall.
    pub grain_wall: usize,
    /// Mean normal force of all of them [N].
    pub normal_force: f64,
}

/// Contacts by kind, and their forces.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ContactStatistics {
    /// Contacts of two grains.
    pub grain_grain: usize,
    /// Contacts of a grain with a wall.
    pub grain_wall: usize,
    /// By the features that meet; kinds without contacts are left out.
    pub kinds: Vec<KindCount>,
    /// Mean normal force between grains [N].
    pub mean_normal_force: f64,
    /// Its standard deviation over the mean.
    pub spread: f64,
    /// Largest normal force between grains [N].
    pub largest_normal_force: f64,
    /// Mean size of the tangential force over the mean normal force, between grains.
    pub tangential_share: f64,
    /// Mean overlap between grains [m].
    pub mean_overlap: f64,
    /// Largest overlap, with walls too [m].
    pub largest_overlap: f64,
    /// Width of the classes of `histogram`: normal force over its mean.
    pub class_width: f64,
    /// Probability density of the normal force over its mean, class by class; the last class has all that is above.
    pub histogram: Vec<f64>,
}

impl ContactStatistics {
    /// Of all contacts of a frame.
    pub(super) fn of(contacts: &[ContactRecord]) -> Self {
        let between: Vec<&ContactRecord> =
            contacts.iter().filter(|contact| matches!(contact.partner, ContactPartner::Grain(_))).collect();
        let count = between.len().max(1) as f64;
        let mean_of = |value: &dyn Fn(&ContactRecord) -> f64| {
            between.iter().map(|c| value(c)).fold(0.0, |sum, value| sum + value) / count
        };
        let mean = mean_of(&ContactRecord::normal_force);
        let variance = mean_of(&|contact| (contact.normal_force() - mean).powi(2));
        let tangential = mean_of(&|contact| contact.tangential_force().length());
        let per_mean = |value: f64| if mean > 0.0 { value / mean } else { 0.0 };
        Self {
            grain_grain: between.len(),
            grain_wall: contacts.len() - between.len(),
            kinds: Kind::ALL.into_iter().filter_map(|kind| of_kind(contacts, kind)).collect(),
            mean_normal_force: mean,
            spread: per_mean(variance.sqrt()),
            largest_normal_force: between.iter().map(|contact| contact.normal_force()).fold(0.0, f64::max),
            tangential_share: per_mean(tangential),
            mean_overlap: mean_of(&|contact| contact.overlap),
            largest_overlap: contacts.iter().map(|contact| contact.overlap).fold(0.0, f64::max),
            class_width: CLASS,
            histogram: histogram(&between, mean),
        }
    }
}

fn of_kind(contacts: &[ContactRecord], kind: Kind) -> Option<KindCount> {
    let all: Vec<&ContactRecord> = contacts.iter().filter(|contact| contact.kind == kind).collect();
    let grain_wall = all.iter().filter(|contact| matches!(contact.partner, ContactPartner::Wall(_))).count();
    let normal_force = all.iter().map(|contact| contact.normal_force()).sum::<f64>() / all.len().max(1) as f64;
    let grain_grain = all.len() - grain_wall;
    (!all.is_empty()).then(|| KindCount { kind: kind.name(), grain_grain, grain_wall, normal_force })
}

/// Density of the forces over their mean; forces below 0, of damping that pulls, count to the first class.
fn histogram(contacts: &[&ContactRecord], mean: f64) -> Vec<f64> {
    let mut density = vec![0.0; CLASSES];
    if mean > 0.0 {
        for contact in contacts {
            let class = (contact.normal_force() / mean / CLASS).max(0.0) as usize;
            density[class.min(CLASSES - 1)] += 1.0 / (contacts.len() as f64 * CLASS);
        }
    }
    density
}
