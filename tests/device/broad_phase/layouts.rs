//! Structs of kernels and of Rust have the same layout.

use packstone::device::kernels::BOUNDS;
use packstone::device::outlines::{GpuBounds, Outline};

#[test]
fn structs_have_the_layout_that_kernels_expect() {
    let text = BOUNDS.text(64);
    let module = naga::front::wgsl::parse_str(&text).expect("good text");
    let mut layouter = naga::proc::Layouter::default();
    layouter.update(module.to_ctx()).expect("sized types");
    let stride = |name: &str| {
        let found = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name));
        layouter[found.expect("that struct").0].to_stride() as usize
    };
    assert_eq!(stride("Outline"), size_of::<Outline>());
    assert_eq!(stride("Bounds"), size_of::<GpuBounds>());
}
