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

/// Two shapes in the frame of the first.
pub const PAIR: &str = include_str!("../../shaders/shared/pair.wgsl");
/// GJK.
pub const SIMPLEX: &str = include_str!("../../shaders/shared/simplex.wgsl");
/// Exact normals from features.
pub const NORMALS: &str = include_str!("../../shaders/shared/normals.wgsl");
/// Normals in closed form.
pub const CLOSED: &str = include_str!("../../shaders/shared/closed.wgsl");
/// EPA's polytope.
pub const POLYTOPE: &str = include_str!("../../shaders/shared/polytope.wgsl");
/// EPA.
pub const EXPAND: &str = include_str!("../../shaders/shared/expand.wgsl");
/// From a direction near the normal to the exact one.
pub const SETTLE: &str = include_str!("../../shaders/shared/settle.wgsl");

/// Candidate pairs: proven apart, solved in closed form, or left to [`PENETRATE`].
pub const SEPARATE: Source = Source {
    name: "separate",
    parts: &[
        MATH,
        FIXED,
        POSE,
        SHAPES,
        CONTACT,
        PAIR,
        SIMPLEX,
        NORMALS,
        CLOSED,
        include_str!("../../shaders/contact/separate.wgsl"),
    ],
};
/// Lists the pairs that [`PENETRATE`] has to solve.
pub const MEETING: Source =
    Source { name: "meeting", parts: &[FIXED, CONTACT, include_str!("../../shaders/contact/meeting.wgsl")] };
/// Overlap and normal of pairs that are not proven apart.
pub const PENETRATE: Source = Source {
    name: "penetrate",
    parts: &[
        MATH,
        FIXED,
        POSE,
        SHAPES,
        CONTACT,
        PAIR,
        SIMPLEX,
        NORMALS,
        CLOSED,
        POLYTOPE,
        EXPAND,
        SETTLE,
        include_str!("../../shaders/contact/penetrate.wgsl"),
    ],
};

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
