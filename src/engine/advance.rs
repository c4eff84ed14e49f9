//! The pass `advance` of the GPU: the end of a step. The processor counts its steps itself.

use crate::gpu::shader::Source;

/// The kernel.
pub const KERNEL: Source = Source { name: "advance", parts: &[include_str!("../../shaders/engine/advance.wgsl")] };
