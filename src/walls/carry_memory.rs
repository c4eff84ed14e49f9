//! Memories of contacts with walls follow their links to a new list, on the GPU. On the processor a link holds its memories
//! itself; see `carry` in `src/engine/step.rs`.

use crate::gpu::shader::{CONTACT, FIXED, LAW, MATH, POSE, Source, WALLS, WIDE};

const CARRY: &str = include_str!("../../shaders/walls/carry_memory.wgsl");

/// Puts the memories of the old list aside; one invocation per old link.
pub const KEEP: Source = Source {
    name: "carry_memory_keep",
    parts: &[MATH, FIXED, POSE, CONTACT, WIDE, WALLS, LAW, "const KEEPS: bool = true;", CARRY],
};

/// Brings them to the new list; one invocation per new link.
pub const TAKE: Source = Source {
    name: "carry_memory",
    parts: &[MATH, FIXED, POSE, CONTACT, WIDE, WALLS, LAW, "const KEEPS: bool = false;", CARRY],
};
