//! Contacts and laws as kernels see them.

use super::schema::constants::{
    LAW_ADDS_INCREMENTS, LAW_BRIDGES, LAW_BY_CURVATURE, LAW_BY_RADIUS, LAW_FADES, LAW_KEEPS_ELONGATION, LAW_NECKS,
    LAW_PULL_BY_RADIUS, LAW_PULLS, LAW_SLIPS_TOGETHER,
};
use super::schema::records::GpuLaw;
use super::shader::{BY_CURVATURE, BY_RADIUS, COHESIVE, NONLINEAR, OF_OTHER_CODES, ROLLS};
use super::units::Units;
use crate::force::Law;

impl GpuLaw {
    /// The law in the units of the device.
    pub fn new(law: &Law, units: &Units) -> Self {
        let attraction = &law.attraction;
        let stiffness =
            |stiffness: f64| (stiffness * units.length.powf(law.exponent + law.radius_power) / units.force()) as f32;
        Self {
            stiffness: stiffness(law.stiffness),
            exponent: law.exponent as f32,
            damping: law.damping as f32,
            friction: law.friction as f32,
            tangential_ratio: law.tangential_ratio as f32,
            correction: law.correction as f32,
            patch_depth: law.patch_depth() as f32,
            bits: bit(law.radius_power != 0.0, LAW_BY_RADIUS)
                | bit(law.by_curvature != 0.0, LAW_BY_CURVATURE)
                | bit(law.keeps_elongation != 0.0, LAW_KEEPS_ELONGATION)
                | bit(law.adds_increments != 0.0, LAW_ADDS_INCREMENTS)
                | bit(law.pulls != 0.0, LAW_PULLS)
                | bit(law.slips_together != 0.0, LAW_SLIPS_TOGETHER)
                | attraction.bits([LAW_FADES, LAW_NECKS, LAW_BRIDGES, LAW_PULL_BY_RADIUS]),
            pull: (attraction.pull * units.length.powf(attraction.pull_power()) / units.force()) as f32,
            range: (attraction.range / units.length) as f32,
            length: (attraction.length * units.length.powf(attraction.length_power()) / units.length) as f32,
            rolling_damping: law.rolling.damping as f32,
            rolling_frictions: law.rolling.frictions.map(|friction| friction as f32),
            steady_stiffness: stiffness(law.steady_stiffness),
            pad: 0,
        }
    }
}

/// By how much a tangential spring on the device is larger than its length in the units of the device: one that keeps its force is
/// not a length, but a length to the power m.
pub(super) fn spring_scale(law: &Law, units: &Units) -> f64 {
    if law.keeps_elongation > 0.0 { 1.0 } else { units.length.powf(1.0 - law.exponent) }
}

fn bit(is: bool, bit: u32) -> u32 {
    if is { bit } else { 0 }
}

/// Bits of what kernels need for a law.
pub(super) fn needs_of(law: &Law) -> u32 {
    bit(law.exponent != 1.0, NONLINEAR)
        | bit(law.radius_power != 0.0, BY_RADIUS)
        | bit(law.by_curvature != 0.0, BY_CURVATURE)
        | bit(law.adds_increments != 0.0 || law.pulls != 0.0, OF_OTHER_CODES)
        | bit(law.rolls(), ROLLS)
        | bit(law.is_cohesive(), COHESIVE)
}
