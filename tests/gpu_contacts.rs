//! The narrow phase on the GPU: the reference pairs and known failures of other engines, with the precision of f32.
//! Needs an adapter; software Vulkan will do.

mod common;
#[path = "gpu_contacts/reference.rs"]
mod reference;

use common::Scene;
use packstone::contact::{Body, Contact};
use packstone::gpu::{Checks, Gpu, NarrowPhase};

/// Opens the device, or fails: a GPU test never skips in silence.
fn gpu(checks: Checks) -> Gpu {
    Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan")
}

fn answers(narrow: &NarrowPhase, scenes: &[&Scene]) -> Vec<Contact> {
    let pairs: Vec<(Body, Body)> = scenes.iter().map(|scene| (scene.a.body(), scene.b.body())).collect();
    narrow.answer(&pairs).expect("answers")
}
