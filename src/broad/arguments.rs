//! Pass `arguments` of the device: how many workgroups each pass of a rebuild gets. The processor has no need of it.

use crate::gpu::shader::Source;

/// The kernel.
pub const ARGUMENTS: Source =
    Source { name: "arguments", parts: &[include_str!("../../shaders/broad/arguments.wgsl")] };
