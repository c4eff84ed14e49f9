//! Every kernel is valid, and declares no more than every device has.

use packstone::gpu::kernel::{Access, bindings};
use packstone::gpu::shader::Source;

/// All kernels of the engine.
fn all() -> Vec<&'static Source> {
    vec![
        &packstone::integrate::drift::KERNEL,
        &packstone::integrate::kick::KERNEL,
        &packstone::gpu::shader::PATCH,
        &packstone::force::law::KERNEL,
        &packstone::force::gather::KERNEL,
        &packstone::observe::ledger::KERNEL,
        &packstone::engine::schedule::KERNEL,
        &packstone::engine::advance::KERNEL,
    ]
}

#[test]
fn kernels_are_valid_and_modest() {
    for source in all() {
        let text = source.text(64);
        let name = source.name;
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        let _ = validator.validate(&module).unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let storage = bindings(&module).iter().filter(|binding| binding.access != Access::Uniform).count();
        assert!(storage <= 8, "{} has {storage} storage buffers, every device has 8", source.name);
    }
}
