//! The kernels of the narrow phase, put together.

use super::shader::{CONTACT, FIXED, MATH, PAGE, POSE, SHAPES, Source};

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

/// Pairs that [`crate::contact::follow::KERNEL`] has left: proven apart, or left to [`PENETRATE`].
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
        PAGE,
        include_str!("../../shaders/contact/separate.wgsl"),
    ],
};
const MEETING: &str = include_str!("../../shaders/contact/meeting.wgsl");
/// Lists the pairs that [`SEPARATE`] has to look at.
pub const LIST_UNPROVEN: Source =
    Source { name: "list_unproven", parts: &[FIXED, CONTACT, PAGE, "const TOUCHES_ONLY: bool = false;", MEETING] };
/// Lists the pairs that need a contact point.
pub const LIST_TOUCHING: Source =
    Source { name: "list_touching", parts: &[FIXED, CONTACT, PAGE, "const TOUCHES_ONLY: bool = true;", MEETING] };
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
        PAGE,
        include_str!("../../shaders/contact/penetrate.wgsl"),
    ],
};
