//! The stress that contacts carry.

use glam::{DMat3, DVec3};
use serde::Serialize;

use super::bed::Bed;
use crate::engine::{ContactPartner, ContactRecord};
use crate::geometry::symmetric_eigen;

/// The mean stress of a part of the bed, pressure above 0 [Pa].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stress {
    /// The tensor, row by row, in the world's axes: entry (i, j) is the i-th part of the force through an area across axis j,
    /// per area.
    pub tensor: [[f64; 3]; 3],
    /// A third of its trace.
    pub pressure: f64,
    /// Equivalent deviator: the root of 3/2 of the squared deviatoric entries.
    pub deviator: f64,
    /// Principal stresses, largest first.
    pub principal: [f64; 3],
    /// Along gravity.
    pub vertical: f64,
    /// Mean of the two directions across gravity.
    pub lateral: f64,
}

impl Stress {
    /// The stress between two heights of a bed, where walls leave this volume free [m3]; none where they leave nothing.
    ///
    /// Love and Weber: the sum of force times branch over the volume. A branch is the way of the force from centre to contact
    /// point to centre, and only the part of it between the heights counts: the result is the mean of the forces through all
    /// planes between them.
    pub(super) fn between(bed: &Bed, contacts: &[ContactRecord], heights: [f64; 2], volume: f64) -> Option<Self> {
        if volume <= 0.0 {
            return None;
        }
        let mut sum = DMat3::ZERO;
        let mut add = |from: DVec3, to: DVec3, force: DVec3| {
            let branch = clipped(from.dot(bed.frame[2]), to.dot(bed.frame[2]), heights) * (to - from);
            sum += DMat3::from_cols(force * branch.x, force * branch.y, force * branch.z);
        };
        for contact in contacts {
            let Some(a) = bed.grains.index_of(contact.grain) else { continue };
            add(bed.grains.centers[a], contact.point, contact.force);
            if let ContactPartner::Grain(other) = contact.partner
                && let Some(b) = bed.grains.index_of(other)
            {
                add(contact.point, bed.grains.centers[b], contact.force);
            }
        }
        Some(Self::of_tensor(sum * volume.recip(), bed.frame[2]))
    }

    fn of_tensor(stress: DMat3, up: DVec3) -> Self {
        let symmetric = (stress + stress.transpose()) * 0.5;
        let trace = stress.x_axis.x + stress.y_axis.y + stress.z_axis.z;
        let pressure = trace / 3.0;
        let deviatoric = symmetric - DMat3::from_diagonal(DVec3::splat(pressure));
        let squares: f64 = deviatoric.to_cols_array().iter().map(|entry| entry * entry).sum();
        let mut principal = symmetric_eigen(symmetric).0.to_array();
        principal.sort_by(|a, b| b.total_cmp(a));
        let vertical = up.dot(stress * up);
        Self {
            tensor: stress.transpose().to_cols_array_2d(),
            pressure,
            deviator: (1.5 * squares).sqrt(),
            principal,
            vertical,
            lateral: 0.5 * (trace - vertical),
        }
    }
}

/// The share of a way between two heights that lies between two others.
fn clipped(from: f64, to: f64, [low, high]: [f64; 2]) -> f64 {
    let (bottom, top) = (from.min(to), from.max(to));
    if top - bottom <= 1e-12 * (high - low) {
        return if (low..high).contains(&bottom) { 1.0 } else { 0.0 };
    }
    ((top.min(high) - bottom.max(low)) / (top - bottom)).max(0.0)
}

impl Bed<'_> {
    /// The stress of the middle of the bed; none where walls leave no volume.
    pub fn stress_of_the_middle(&self, contacts: &[ContactRecord]) -> Option<Stress> {
        let heights @ [low, high] = self.middle_heights();
        Stress::between(self, contacts, heights, self.free_volume(low, high))
    }
}
