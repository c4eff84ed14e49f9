//! A pass as a pipeline, with its bindings as its own text declares them.

use super::shader::Source;
use super::{Checks, Gpu, GpuError};

/// A kernel, ready to run.
#[derive(Debug)]
pub struct Kernel {
    name: &'static str,
    pipeline: wgpu::ComputePipeline,
    layouts: Vec<wgpu::BindGroupLayout>,
    /// Number of bindings in each group.
    bindings: Vec<usize>,
}

/// What a kernel sees of a buffer: its first bytes, as many as an array has. The rest may belong to others, and the whole may
/// be more than a kernel can bind.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// How much of it.
    pub bytes: u64,
}

/// A kernel with its arrays.
#[derive(Debug)]
pub struct Bound {
    name: &'static str,
    pipeline: wgpu::ComputePipeline,
    groups: Vec<wgpu::BindGroup>,
}

/// A binding that a kernel declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Group.
    pub group: u32,
    /// Place in the group.
    pub place: u32,
    /// How it is used.
    pub access: Access,
}

/// How a kernel uses an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Small and constant.
    Uniform,
    /// Read.
    Read,
    /// Read and written.
    Write,
}

/// The bindings that a module declares, by group and place.
pub fn bindings(module: &naga::Module) -> Vec<Binding> {
    let mut found: Vec<Binding> = module
        .global_variables
        .iter()
        .filter_map(|(_, variable)| {
            let at = variable.binding?;
            let access = match variable.space {
                naga::AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE) => Access::Write,
                naga::AddressSpace::Storage { .. } => Access::Read,
                _ => Access::Uniform,
            };
            Some(Binding { group: at.group, place: at.binding, access })
        })
        .collect();
    found.sort_by_key(|binding| (binding.group, binding.place));
    found
}

impl Kernel {
    /// Compiles the entry point `main` of a source.
    pub fn new(gpu: &Gpu, source: &Source) -> Result<Self, GpuError> {
        let text = source.text_for(gpu.workgroup, gpu.families);
        let wrong = |reason: String| GpuError::Internal(format!("{}: {reason}", source.name));
        let module = naga::front::wgsl::parse_str(&text).map_err(|error| wrong(error.emit_to_string(&text)))?;
        let declared = bindings(&module);
        let groups = declared.last().map_or(0, |binding| binding.group + 1);
        let layouts: Vec<_> = (0..groups).map(|group| layout(gpu, source.name, group, &declared)).collect();
        let bindings = (0..groups).map(|group| declared.iter().filter(|b| b.group == group).count()).collect();
        let described =
            wgpu::ShaderModuleDescriptor { label: Some(source.name), source: wgpu::ShaderSource::Wgsl(text.into()) };
        let shader = match gpu.checks {
            Checks::Checked => gpu.device.create_shader_module(described),
            Checks::Trusted => trusted(gpu, described),
        };
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(source.name),
            bind_group_layouts: &layouts.iter().map(Some).collect::<Vec<_>>(),
            immediate_size: 0,
        });
        let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(source.name),
            layout: Some(&layout),
            module: &shader,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: false,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache: None,
        });
        gpu.check()?;
        Ok(Self { name: source.name, pipeline, layouts, bindings })
    }

    /// The kernel with its arrays, group by group in the order of their places.
    pub fn bind(&self, gpu: &Gpu, groups: &[&[Window]]) -> Result<Bound, GpuError> {
        let given: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        if given != self.bindings {
            let text = format!("{} takes {:?} arrays by group, not {given:?}", self.name, self.bindings);
            return Err(GpuError::Internal(text));
        }
        let groups = groups.iter().zip(&self.layouts).map(|(arrays, layout)| {
            let entries: Vec<_> = (0..)
                .zip(*arrays)
                .map(|(binding, window)| wgpu::BindGroupEntry { binding, resource: window.resource() })
                .collect();
            let described = wgpu::BindGroupDescriptor { label: Some(self.name), layout, entries: &entries };
            gpu.device.create_bind_group(&described)
        });
        let groups = groups.collect();
        gpu.check()?;
        Ok(Bound { name: self.name, pipeline: self.pipeline.clone(), groups })
    }
}

impl<'a> Window<'a> {
    fn resource(self) -> wgpu::BindingResource<'a> {
        let size = wgpu::BufferSize::new(self.bytes);
        wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: self.buffer, offset: 0, size })
    }
}

impl Bound {
    /// Name of the kernel.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs one invocation for each of `count` elements; see `element` in `shaders/shared/fixed.wgsl`.
    pub fn run(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, count: usize) {
        let [x, y] = workgroups(count, gpu.workgroup, gpu.limits.max_compute_workgroups_per_dimension);
        self.run_groups(pass, [x, y, 1]);
    }

    /// Runs so many workgroups.
    pub fn run_groups(&self, pass: &mut wgpu::ComputePass, [x, y, z]: [u32; 3]) {
        self.set(pass);
        pass.dispatch_workgroups(x, y, z);
    }

    /// Runs as many workgroups as three words of `arguments`, from byte `offset` on, say.
    pub fn run_indirect(&self, pass: &mut wgpu::ComputePass, arguments: &wgpu::Buffer, offset: u64) {
        self.set(pass);
        pass.dispatch_workgroups_indirect(arguments, offset);
    }

    fn set(&self, pass: &mut wgpu::ComputePass) {
        pass.set_pipeline(&self.pipeline);
        for (index, group) in (0..).zip(&self.groups) {
            pass.set_bind_group(index, group, &[]);
        }
    }
}

/// Workgroups in two dimensions for `count` elements, none of them above `limit`.
pub fn workgroups(count: usize, workgroup: u32, limit: u32) -> [u32; 2] {
    let groups = count.div_ceil(workgroup as usize);
    if groups <= limit as usize {
        return [groups as u32, 1];
    }
    let rows = groups.div_ceil(limit as usize);
    [groups.div_ceil(rows) as u32, rows as u32]
}

fn layout(gpu: &Gpu, name: &str, group: u32, declared: &[Binding]) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = declared
        .iter()
        .filter(|binding| binding.group == group)
        .map(|binding| wgpu::BindGroupLayoutEntry {
            binding: binding.place,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match binding.access {
                    Access::Uniform => wgpu::BufferBindingType::Uniform,
                    access => wgpu::BufferBindingType::Storage { read_only: access == Access::Read },
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    let described = wgpu::BindGroupLayoutDescriptor { label: Some(name), entries: &entries };
    gpu.device.create_bind_group_layout(&described)
}

/// A module without run-time checks.
#[allow(unsafe_code, reason = "wgpu has no safe way to leave out the checks, which cost several times the work itself")]
fn trusted(gpu: &Gpu, described: wgpu::ShaderModuleDescriptor) -> wgpu::ShaderModule {
    // Safety: all sources are our own, their loops have fixed bounds and their indices stay in range, which tests show by
    // running checked modules on the same data.
    unsafe { gpu.device.create_shader_module_trusted(described, wgpu::ShaderRuntimeChecks::unchecked()) }
}
