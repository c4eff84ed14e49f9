//! Structs of kernels have the layout that the host writes.

use packstone::device::kernels::{AROUND, LINKS_COUNT, LINKS_WRITE, PLANES, REMAP_LINKS, SETTLE_LINKS};
use packstone::device::shader::Source;
use packstone::device::walls::{GpuSurface, GpuWallContact, GpuWallLink};

/// Stride of a struct, and where its members are.
fn layout(source: &Source, name: &str) -> (usize, Vec<(String, u32)>) {
    let module = naga::front::wgsl::parse_str(&source.text(64)).expect("good text");
    let mut layouter = naga::proc::Layouter::default();
    layouter.update(module.to_ctx()).expect("sized types");
    let (handle, found) =
        module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name)).expect("a struct of that name");
    let naga::TypeInner::Struct { members, .. } = &found.inner else { panic!("{name} is no struct") };
    let places = members.iter().map(|m| (m.name.clone().unwrap_or_default(), m.offset)).collect();
    (layouter[handle].to_stride() as usize, places)
}

#[test]
fn structs_have_the_layout_that_kernels_expect() {
    let place = |places: &[(String, u32)], name: &str| {
        places.iter().find(|(other, _)| other == name).expect("a member of that name").1 as usize
    };
    let (size, places) = layout(&PLANES, "Surface");
    assert_eq!(size, size_of::<GpuSurface>());
    assert_eq!(place(&places, "columns"), std::mem::offset_of!(GpuSurface, columns));
    assert_eq!(place(&places, "form"), std::mem::offset_of!(GpuSurface, form));
    assert_eq!(place(&places, "material"), std::mem::offset_of!(GpuSurface, material));
    assert_eq!(place(&places, "center"), std::mem::offset_of!(GpuSurface, center));
    assert_eq!(place(&places, "extent"), std::mem::offset_of!(GpuSurface, extent));
    assert_eq!(place(&places, "ends"), std::mem::offset_of!(GpuSurface, ends));
    let (size, places) = layout(&PLANES, "WallLink");
    assert_eq!(size, size_of::<GpuWallLink>());
    assert_eq!(place(&places, "contacts"), std::mem::offset_of!(GpuWallLink, contacts));
    let (size, places) = layout(&PLANES, "WallContact");
    assert_eq!(size, size_of::<GpuWallContact>());
    assert_eq!(place(&places, "arm"), std::mem::offset_of!(GpuWallContact, arm));
    assert_eq!(place(&places, "code"), std::mem::offset_of!(GpuWallContact, code));
}

#[test]
fn no_kernel_asks_for_more_arrays_than_all_devices_have() {
    for source in [&LINKS_COUNT, &LINKS_WRITE, &REMAP_LINKS, &SETTLE_LINKS, &PLANES, &AROUND] {
        let module = naga::front::wgsl::parse_str(&source.text(64)).expect("good text");
        let arrays = packstone::device::kernel::bindings(&module).len();
        assert!(arrays <= 8, "{} has {arrays}", source.name);
    }
}
