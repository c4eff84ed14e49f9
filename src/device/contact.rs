//! Contacts and laws as kernels see them; see `shaders/shared/contact.wgsl`.

use bytemuck::{Pod, Zeroable};

use super::units::Units;
use crate::force::Law;

/// What the narrow phase found of a pair: the struct `Contact`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuContact {
    /// Unit normal from A to B, in the world.
    pub normal: [f32; 3],
    /// Overlap; minus the gap, or a bound of it, for bodies apart.
    pub overlap: f32,
    /// Contact point from A's centre, in the axes of the world.
    pub arm: [f32; 3],
    /// Root mean square size of the patch.
    pub patch: f32,
    /// The overlap is not below this.
    pub lower: f32,
    /// The overlap is not above this.
    pub upper: f32,
    /// Bits of the outcome.
    pub code: u32,
    /// Simplex updates of GJK in the lower half, expansions of EPA in the upper.
    pub iterations: u32,
}

/// The bodies overlap: the fields of the contact are complete.
pub const TOUCHING: u32 = 1;
/// The answer is only bounded.
pub const UNCONVERGED: u32 = 2;
/// Another direction is as good.
pub const NOT_UNIQUE: u32 = 4;
/// The search for the overlap is still to be done (between `separate` and `penetrate`).
pub const MEETING: u32 = 8;
/// No search has looked at the pair yet (between `follow` and `separate`).
pub const UNPROVEN: u32 = 16;
/// The contact point is known: nothing for `patch`.
pub const PLACED: u32 = 32;
/// The kind of contact, a number from 0 in the order of [`crate::narrow::Kind`], from this bit on.
pub const KIND_SHIFT: u32 = 8;

/// What is remembered of a pair from step to step: the struct `PairWarm`. Zero is a cold start.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuWarm {
    /// Last normal or separating direction in A's frame; zero where there is none.
    pub axis: [f32; 3],
    /// Number of support points, and bits; see `shaders/shared/pair.wgsl`.
    pub code: u32,
    /// Support points: two vertex numbers, or a direction, in a word.
    pub points: [u32; 4],
}

/// The law of contacts between two materials: the struct `Law`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuLaw {
    /// Stiffness k of F = k d^m.
    pub stiffness: f32,
    /// Exponent m.
    pub exponent: f32,
    /// Damping b of F = b sqrt(k m*) d^((m-1)/2) d'.
    pub damping: f32,
    /// Coefficient of friction.
    pub friction: f32,
    /// Tangential over normal stiffness.
    pub tangential_ratio: f32,
    /// Share of the energy error of steps that is taken back.
    pub correction: f32,
    /// How deep patches reach, as a share of the overlap.
    pub patch_depth: f32,
    /// Fills up to 32 bytes.
    pub pad: u32,
}

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
