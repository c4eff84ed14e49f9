//! How the device is used.

use super::Checks;

/// How kernels run. Results do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuOptions {
    /// Whether kernels check indices.
    pub checks: Checks,
    /// Invocations per workgroup, 32, 64, 128 or 256; none for the usual number.
    pub workgroup: Option<u32>,
    /// Begin with arrays for one element, to try how they grow.
    pub min_capacity: bool,
    /// Pairs of a page of records, a multiple of 64; none for as many as the device can bind at once.
    pub page: Option<usize>,
}
