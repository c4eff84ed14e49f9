//! One kernel, compiled by Mesa's RADV for a card that is not there, in this process.
#![allow(unsafe_code)] // Vulkan and the limits of a process have no other interface.

use std::error::Error;
use std::ffi::CStr;

use ash::vk;
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use packstone::device::adapter::WORKGROUP;
use packstone::device::kernel::{Access, Binding, bindings};
use packstone::device::shader::{ALL_FAMILIES, ALL_LAWS, Needs, Source};
use serde::{Deserialize, Serialize};

/// What the driver tells of a compiled kernel, and what compiling took.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Driver and version.
    pub driver: String,
    /// Lanes of a wave.
    pub lanes: u64,
    /// Vector registers of a lane.
    pub registers: u64,
    /// Scalar registers of a wave that were spilled to vector registers, which costs instructions.
    pub scalar_spills: u64,
    /// Vector registers of a lane that were spilled to memory.
    pub vector_spills: u64,
    /// Memory of a lane for spills and private arrays [bytes].
    pub scratch: u64,
    /// Memory of a workgroup [bytes].
    pub workgroup_memory: u64,
    /// Waves that a SIMD can hold at a time.
    pub waves: u64,
    /// Instructions [bytes].
    pub code: u64,
    /// Time of the processor that compiling took [s].
    pub seconds: f64,
    /// The most memory that this process has had [MB].
    pub memory: u64,
}

/// Compiles a kernel for shapes of some families.
pub fn compile(source: &Source, families: u32) -> Result<Figures, Box<dyn Error>> {
    let (words, declared) = translated(source, families)?;
    // SAFETY: Vulkan is called as its specification says, with handles of this one device and structures that outlive the calls.
    // Nothing is destroyed: the process ends.
    unsafe { pipeline(&words, &declared) }
}

/// SPIR-V and bindings, with the options that wgpu has for trusted modules, where the driver checks the bounds of buffers.
pub fn translated(source: &Source, families: u32) -> Result<(Vec<u32>, Vec<Binding>), Box<dyn Error>> {
    // Beds of one kind of shape have linear springs, as those that are measured; kernels for all shapes have all laws.
    let laws = if families == ALL_FAMILIES { ALL_LAWS } else { 0 };
    let text = source.text_for(WORKGROUP, Needs { families, laws });
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| error.emit_to_string(&text))?;
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(&text))?;
    let unchecked = BoundsCheckPolicy::Unchecked;
    let options = spv::Options {
        lang_version: (1, 6),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies {
            index: unchecked,
            buffer: unchecked,
            image_load: unchecked,
            binding_array: unchecked,
        },
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..spv::Options::default()
    };
    let entry = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: "main".into() };
    Ok((spv::write_vec(&module, &info, &options, Some(&entry))?, bindings(&module)))
}

/// Makes the pipeline on the null device and asks what came out.
unsafe fn pipeline(words: &[u32], declared: &[Binding]) -> Result<Figures, Box<dyn Error>> {
    // SAFETY: as promised by the caller, here and below.
    unsafe {
        let entry = ash::Entry::load().map_err(|error| format!("no Vulkan loader (libvulkan.so.1): {error}"))?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let wanted = vk::InstanceCreateInfo::default().application_info(&application);
        let instance = entry.create_instance(&wanted, None)?;
        let (physical, driver, narrowest) = null_device(&instance)?;
        let device = open(&instance, physical)?;
        let layout = layout(&device, declared)?;
        let module = device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(words), None)?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        let flags = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR;
        let wanted = vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout);
        let begun = usage();
        let made = device.create_compute_pipelines(vk::PipelineCache::null(), &[wanted], None);
        let pipeline = *made.map_err(|(_, error)| error)?.first().ok_or("no pipeline")?;
        let ended = usage();
        let figures = Figures { driver, seconds: ended.0 - begun.0, memory: ended.1, ..Figures::default() };
        let about = ash::khr::pipeline_executable_properties::Device::new(&instance, &device);
        statistics(&about, pipeline, narrowest, figures)
    }
}

/// RADV's device, with driver and version, and the lanes of its narrowest waves. Others may answer too: cards, software.
unsafe fn null_device(instance: &ash::Instance) -> Result<(vk::PhysicalDevice, String, u64), Box<dyn Error>> {
    // SAFETY: as promised by the caller.
    unsafe {
        for physical in instance.enumerate_physical_devices()? {
            let mut driver = vk::PhysicalDeviceDriverProperties::default();
            let mut waves = vk::PhysicalDeviceSubgroupSizeControlProperties::default();
            let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut driver).push_next(&mut waves);
            instance.get_physical_device_properties2(physical, &mut all);
            let card = text(all.properties.device_name_as_c_str()?);
            if driver.driver_id == vk::DriverId::MESA_RADV {
                let driver = format!("{}, {card}", text(driver.driver_info_as_c_str()?));
                return Ok((physical, driver, waves.min_subgroup_size.into()));
            }
        }
    }
    Err("no device of RADV: is mesa-vulkan-drivers installed, and does this Mesa know the family?".into())
}

/// A device with what wgpu asks for: buffers that are never read or written out of bounds.
unsafe fn open(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<ash::Device, vk::Result> {
    let names = [ash::khr::pipeline_executable_properties::NAME, ash::ext::robustness2::NAME].map(CStr::as_ptr);
    let mut robust = vk::PhysicalDeviceRobustness2FeaturesEXT::default().robust_buffer_access2(true);
    let mut told = vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
    let features = vk::PhysicalDeviceFeatures::default().robust_buffer_access(true);
    let queue = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
    let wanted = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queue)
        .enabled_extension_names(&names)
        .enabled_features(&features)
        .push_next(&mut robust)
        .push_next(&mut told);
    // SAFETY: as promised by the caller.
    unsafe { instance.create_device(physical, &wanted, None) }
}

/// Groups and places of buffers, as the kernel declares them.
unsafe fn layout(device: &ash::Device, declared: &[Binding]) -> Result<vk::PipelineLayout, vk::Result> {
    let place = |binding: &Binding| {
        let kind = match binding.access {
            Access::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
            Access::Read | Access::Write => vk::DescriptorType::STORAGE_BUFFER,
        };
        vk::DescriptorSetLayoutBinding::default()
            .binding(binding.place)
            .descriptor_type(kind)
            .descriptor_count(1)
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
    };
    let groups = declared.last().map_or(0, |binding| binding.group + 1);
    // SAFETY: as promised by the caller.
    unsafe {
        let set = |group: u32| {
            let places: Vec<_> = declared.iter().filter(|binding| binding.group == group).map(place).collect();
            device.create_descriptor_set_layout(&vk::DescriptorSetLayoutCreateInfo::default().bindings(&places), None)
        };
        let sets = (0..groups).map(set).collect::<Result<Vec<_>, _>>()?;
        device.create_pipeline_layout(&vk::PipelineLayoutCreateInfo::default().set_layouts(&sets), None)
    }
}

/// Fills in what the driver tells of a pipeline.
unsafe fn statistics(
    about: &ash::khr::pipeline_executable_properties::Device,
    pipeline: vk::Pipeline,
    narrowest: u64,
    mut figures: Figures,
) -> Result<Figures, Box<dyn Error>> {
    // SAFETY: as promised by the caller; a statistic has the type that its format names.
    unsafe {
        let parts = about.get_pipeline_executable_properties(&vk::PipelineInfoKHR::default().pipeline(pipeline))?;
        figures.lanes = parts.first().ok_or("the driver tells nothing")?.subgroup_size.into();
        let part = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline);
        let mut told = Vec::new();
        for one in about.get_pipeline_executable_statistics(&part)? {
            if one.format == vk::PipelineExecutableStatisticFormatKHR::UINT64 {
                told.push((text(one.name_as_c_str()?), one.value.u64));
            }
        }
        let find = |name: &str| {
            let found = told.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
            found.ok_or_else(|| format!("this driver does not tell \"{name}\", only {told:?}"))
        };
        figures.registers = find("VGPRs")?;
        figures.scalar_spills = find("Spilled SGPRs")?;
        figures.vector_spills = find("Spilled VGPRs")?;
        figures.scratch = find("Scratch size")? / figures.lanes;
        figures.workgroup_memory = find("LDS size")?;
        // RADV counts a wave that is twice as wide as the narrowest as two.
        figures.waves = find("Subgroups per SIMD")? * narrowest / figures.lanes;
        figures.code = find("Code size")?;
        Ok(figures)
    }
}

fn text(chars: &CStr) -> String {
    chars.to_string_lossy().into_owned()
}

/// Time of the processor [s] and the most memory [MB] that this process has had so far.
fn usage() -> (f64, u64) {
    // SAFETY: plain numbers, which the call fills in.
    let used = unsafe {
        let mut used = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &mut used);
        used
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + 1e-6 * time.tv_usec as f64;
    (seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss as u64 / 1024)
}

/// Limits memory [bytes] and time [s] of this process: one that wants more is ended by the system.
pub fn limit(memory: u64, seconds: u64) -> std::io::Result<()> {
    for (what, most) in [(libc::RLIMIT_AS, memory), (libc::RLIMIT_CPU, seconds), (libc::RLIMIT_CORE, 0)] {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: a structure of two numbers, which the call reads.
        if unsafe { libc::setrlimit(what, &limit) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok(())
}
