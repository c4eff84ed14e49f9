//! Every kernel can be written in the languages of all back ends, with and without checks. What a driver makes of them is
//! `benches/isa`.

use naga::back::{hlsl, msl, spv};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};
use packstone::device::adapter::WORKGROUP;
use packstone::device::kernels::ALL;
use packstone::device::schema::constants::POLYHEDRON;
use packstone::device::shader::{ALL_LAWS, BALLS, Needs};

/// The policies of wgpu for trusted modules and for checked ones.
fn policies(is_checked: bool) -> BoundsCheckPolicies {
    let policy = if is_checked { BoundsCheckPolicy::Restrict } else { BoundsCheckPolicy::Unchecked };
    BoundsCheckPolicies {
        index: policy,
        buffer: policy,
        image_load: policy,
        binding_array: BoundsCheckPolicy::Unchecked,
    }
}

/// For Metal.
fn in_msl(module: &Module, info: &ModuleInfo, is_checked: bool) -> Result<usize, String> {
    let options = msl::Options {
        lang_version: (3, 0),
        fake_missing_bindings: true,
        bounds_check_policies: policies(is_checked),
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: is_checked,
        emit_int_div_checks: is_checked,
        ..msl::Options::default()
    };
    let entry = Some((ShaderStage::Compute, "main".to_string()));
    let pipeline = msl::PipelineOptions { entry_point: entry, ..msl::PipelineOptions::default() };
    let (text, written) = msl::write_string(module, info, &options, &pipeline).map_err(|error| error.to_string())?;
    written.entry_point_names.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    Ok(text.len())
}

/// For DX12.
fn in_hlsl(module: &Module, info: &ModuleInfo, is_checked: bool) -> Result<usize, String> {
    let options = hlsl::Options {
        shader_model: hlsl::ShaderModel::V6_0,
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: false,
        restrict_indexing: is_checked,
        force_loop_bounding: is_checked,
        ..hlsl::Options::default()
    };
    let pipeline = hlsl::PipelineOptions { entry_point: Some((ShaderStage::Compute, "main".into())) };
    let mut text = String::new();
    let written = hlsl::Writer::new(&mut text, &options, &pipeline).write(module, info, None);
    let written = written.map_err(|error| error.to_string())?;
    written.entry_point_names.into_iter().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    Ok(text.len())
}

/// For Vulkan, the oldest version too.
fn in_spirv(module: &Module, info: &ModuleInfo, is_checked: bool) -> Result<usize, String> {
    let pipeline = spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: "main".into() };
    let written = [(1, 0), (1, 6)].map(|lang_version| {
        let options = spv::Options {
            lang_version,
            bounds_check_policies: policies(is_checked),
            zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
            force_loop_bounding: is_checked,
            emit_int_div_checks: is_checked,
            ..spv::Options::default()
        };
        spv::write_vec(module, info, &options, Some(&pipeline)).map(|words| words.len())
    });
    written.into_iter().sum::<Result<usize, _>>().map_err(|error| error.to_string())
}

/// Writes a module, checked or not, and tells its length.
type Writer = fn(&Module, &ModuleInfo, bool) -> Result<usize, String>;

#[test]
fn kernels_are_written_for_every_back_end() {
    let writers: [(&str, Writer); 3] = [("MSL", in_msl), ("HLSL", in_hlsl), ("SPIR-V", in_spirv)];
    for source in ALL {
        let some = |families: u32, laws: u32| Needs { families, laws };
        for needs in [Needs::ALL, some(BALLS, 0), some(BALLS, ALL_LAWS), some(1 << POLYHEDRON, 0)] {
            let text = source.text_for(WORKGROUP, needs);
            let module = naga::front::wgsl::parse_str(&text)
                .unwrap_or_else(|error| panic!("{}: {}", source.name, error.emit_to_string(&text)));
            let flags = naga::valid::ValidationFlags::all();
            let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty())
                .validate(&module)
                .unwrap_or_else(|error| panic!("{}: {}", source.name, error.emit_to_string(&text)));
            for (language, write) in writers {
                for is_checked in [false, true] {
                    let written = write(&module, &info, is_checked);
                    assert!(
                        written.as_ref().is_ok_and(|&length| length > 0),
                        "{} in {language}, checked: {is_checked}: {written:?}",
                        source.name
                    );
                }
            }
        }
    }
}
