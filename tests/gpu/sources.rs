//! Every shader is valid by itself.

use packstone::gpu::shader::{FIXED, MATH, POSE, SHAPES};

#[test]
fn shared_parts_are_valid() {
    let text = format!("const WORKGROUP: u32 = 64u;\n{MATH}\n{FIXED}\n{POSE}\n{SHAPES}");
    let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    validator.validate(&module).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
}
