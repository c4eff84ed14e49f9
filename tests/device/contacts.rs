//! The narrow phase on the GPU: the reference pairs and known failures of other engines, with the precision of f32.
//! Needs an adapter; software Vulkan will do.

mod known;
mod list;
mod reference;

use std::sync::LazyLock;

use crate::common::Scene;
use packstone::device::{Checks, Gpu, NarrowPhase};
use packstone::narrow::{Body, Contact};

/// Opens the device, or fails: a GPU test never skips in silence. Kernels are compiled once for all tests.
fn open(checks: Checks) -> NarrowPhase<'static> {
    let gpu = Gpu::open(checks).expect("an adapter; ./test.sh installs software Vulkan");
    NarrowPhase::new(Box::leak(Box::new(gpu))).expect("kernels")
}

static TRUSTED: LazyLock<NarrowPhase> = LazyLock::new(|| open(Checks::Trusted));
static CHECKED: LazyLock<NarrowPhase> = LazyLock::new(|| open(Checks::Checked));

fn answers(narrow: &NarrowPhase, scenes: &[&Scene]) -> Vec<Contact> {
    let pairs: Vec<(Body, Body)> = scenes.iter().map(|scene| (scene.a.body(), scene.b.body())).collect();
    let found = narrow.answer(&pairs).expect("answers");
    found.into_iter().map(|answer| answer.expect("no two walls")).collect()
}
