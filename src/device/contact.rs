//! Contacts and laws as kernels see them.

use super::schema::records::GpuLaw;
use super::units::Units;
use crate::force::Law;

impl GpuLaw {
    /// The law in the units of the device.
    pub fn new(law: &Law, units: &Units) -> Self {
        Self {
            stiffness: (law.stiffness * units.length.powf(law.exponent) / units.force()) as f32,
            exponent: law.exponent as f32,
            damping: law.damping as f32,
            friction: law.friction as f32,
            tangential_ratio: law.tangential_ratio as f32,
            correction: law.correction as f32,
            patch_depth: law.patch_depth() as f32,
            pad: 0,
        }
    }
}
