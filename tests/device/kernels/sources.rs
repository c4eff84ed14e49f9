//! Every kernel is valid and declares no more than every device has.

use packstone::device::kernel::{Access, bindings};
use packstone::device::kernels::ALL;

fn modules() -> Vec<(&'static str, String, naga::Module)> {
    let parsed = |source: &packstone::device::shader::Source| {
        let text = source.text(64);
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{}: {}", source.name, error.emit_to_string(&text)));
        (source.name, text, module)
    };
    ALL.iter().map(parsed).collect()
}

#[test]
fn kernels_are_valid_and_modest() {
    let mut names: Vec<_> = ALL.iter().map(|source| source.name).collect();
    for (name, text, module) in modules() {
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        let _ = validator.validate(&module).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let declared = bindings(&module);
        let storage = declared.iter().filter(|binding| binding.access != Access::Uniform).count();
        assert!(storage <= 8, "{name} has {storage} storage buffers, every device has 8");
        for group in declared.chunk_by(|a, b| a.group == b.group) {
            let gapless = group.iter().zip(0..).all(|(binding, place)| binding.place == place);
            assert!(gapless, "{name}: places of group {} have a gap", group[0].group);
        }
        assert!(module.entry_points.len() == 1 && module.entry_points[0].name == "main", "{name}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len(), "two kernels of one name");
}
