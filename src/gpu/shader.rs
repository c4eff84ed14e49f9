//! Kernel sources, put together from shared parts.

use super::control;

/// The source of one kernel: parts that are concatenated, the pass's own file last.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The pass: also the label on the device, and the stem of the file.
    pub name: &'static str,
    /// The parts.
    pub parts: &'static [&'static str],
}

/// Numbers with the precision of f32: sine, power and the like, where what devices offer is too coarse.
pub const MATH: &str = include_str!("../../shaders/shared/math.wgsl");
/// 64-bit fixed point.
pub const FIXED: &str = include_str!("../../shaders/shared/fixed.wgsl");
/// Quaternions, and where bodies are.
pub const POSE: &str = include_str!("../../shaders/shared/pose.wgsl");
/// Shapes and their support points.
pub const SHAPES: &str = include_str!("../../shaders/shared/shapes.wgsl");

/// Contacts and laws.
pub const CONTACT: &str = include_str!("../../shaders/shared/contact.wgsl");
/// Oriented boxes, and whether two of them touch.
pub const BOXES: &str = include_str!("../../shaders/shared/boxes.wgsl");
/// The cells that a box touches.
pub const CELLS: &str = include_str!("../../shaders/shared/cells.wgsl");
/// Partners of bodies, sorted.
pub const PARTNERS: &str = include_str!("../../shaders/shared/partners.wgsl");
/// The scan over a workgroup.
pub const SCAN: &str = include_str!("../../shaders/shared/scan.wgsl");

impl Source {
    /// The whole text, for workgroups of `workgroup` invocations.
    pub fn text(&self, workgroup: u32) -> String {
        let mut text = format!("const WORKGROUP: u32 = {workgroup}u;\n{}", control::prelude());
        for part in self.parts {
            text.push_str(part);
            text.push('\n');
        }
        text
    }
}
