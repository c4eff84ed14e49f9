//! What runs on a device, kernel by kernel, against its twin on the CPU. Needs an adapter; software Vulkan will do.

#[path = "../common/mod.rs"]
mod common;

mod broad_phase;
mod contacts;
mod kernels;
mod motion;
mod patches;
mod runs;
mod walls;
