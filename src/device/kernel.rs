//! A pass as a pipeline, with its bindings as its own text declares them.

use std::sync::Arc;

use super::schema::constants::GROUPS_IN_ROW;
use super::shader::Source;
use super::{Checks, Gpu, GpuError};

/// A kernel, ready to run.
#[derive(Debug)]
pub struct Kernel {
    name: &'static str,
    text: Arc<str>,
    pipeline: wgpu::ComputePipeline,
    layouts: Vec<wgpu::BindGroupLayout>,
    /// Names of the arrays of each group, in the order of their places.
    names: Vec<Vec<String>>,
    declared: Vec<Binding>,
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
    text: Arc<str>,
    pipeline: wgpu::ComputePipeline,
    groups: Vec<wgpu::BindGroup>,
    arrays: Vec<BoundArray>,
}

/// An array that a kernel is bound to.
#[derive(Clone, Debug)]
pub struct BoundArray {
    /// How the kernel declares it.
    pub declared: Binding,
    /// Its memory, which other arrays may share.
    pub buffer: wgpu::Buffer,
    /// How much of it the kernel sees [bytes].
    pub bytes: u64,
}

/// A binding that a kernel declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name of the array.
    pub name: String,
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
            let name = variable.name.clone().unwrap_or_default();
            Some(Binding { name, group: at.group, place: at.binding, access })
        })
        .collect();
    found.sort_by_key(|binding| (binding.group, binding.place));
    found
}

impl Kernel {
    /// Compiles the entry point `main` of a source.
    pub fn new(gpu: &Gpu, source: &Source) -> Result<Self, GpuError> {
        let text: Arc<str> = source.text_for(gpu.workgroup, gpu.needs).into();
        let wrong = |reason: String| GpuError::Internal(format!("{}: {reason}", source.name));
        let module = naga::front::wgsl::parse_str(&text).map_err(|error| wrong(error.emit_to_string(&text)))?;
        let declared = bindings(&module);
        let groups = declared.last().map_or(0, |binding| binding.group + 1);
        let layouts: Vec<_> = (0..groups).map(|group| layout(gpu, source.name, group, &declared)).collect();
        let of_group = |group: u32| declared.iter().filter(move |binding| binding.group == group);
        let names = (0..groups).map(|group| of_group(group).map(|binding| binding.name.clone()).collect()).collect();
        let described = wgpu::ShaderModuleDescriptor {
            label: Some(source.name),
            source: wgpu::ShaderSource::Wgsl(text.to_string().into()),
        };
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
        Ok(Self { name: source.name, text, pipeline, layouts, names, declared })
    }

    /// The kernel with its arrays, found by the names under which it declares them.
    pub fn bind_named<'w>(&self, gpu: &Gpu, find: impl Fn(&str) -> Option<Window<'w>>) -> Result<Bound, GpuError> {
        let missing = |name: &String| GpuError::Internal(format!("{}: there is no array \"{name}\"", self.name));
        let windows = |names: &Vec<String>| {
            names.iter().map(|name| find(name).ok_or_else(|| missing(name))).collect::<Result<Vec<_>, _>>()
        };
        let groups = self.names.iter().map(windows).collect::<Result<Vec<_>, _>>()?;
        self.bind(gpu, &groups.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// The kernel with its arrays, group by group in the order of their places.
    pub fn bind(&self, gpu: &Gpu, groups: &[&[Window]]) -> Result<Bound, GpuError> {
        let counts = |count: usize, names: &Vec<String>| names.len() == count;
        if groups.len() != self.names.len() || !groups.iter().zip(&self.names).all(|(g, n)| counts(g.len(), n)) {
            return Err(GpuError::Internal(format!("{} takes the arrays {:?}, not so many", self.name, self.names)));
        }
        let arrays = self.arrays(groups);
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
        Ok(Bound { name: self.name, text: self.text.clone(), pipeline: self.pipeline.clone(), groups, arrays })
    }

    /// What is bound, as the kernel declares it: group by group, in the order of places.
    fn arrays(&self, groups: &[&[Window]]) -> Vec<BoundArray> {
        let bound = |(declared, window): (&Binding, &Window)| BoundArray {
            declared: declared.clone(),
            buffer: window.buffer.clone(),
            bytes: window.bytes,
        };
        self.declared.iter().zip(groups.iter().copied().flatten()).map(bound).collect()
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

    /// Its whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Its arrays.
    pub fn arrays(&self) -> &[BoundArray] {
        &self.arrays
    }

    /// Runs one invocation for each of `count` elements; see `element` in `shaders/shared/fixed.wgsl`.
    pub fn run(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, count: usize) {
        let [x, y] = workgroups(count, gpu.workgroup);
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

/// Workgroups in rows for `count` elements; `put_groups` in `shaders/engine/schedule.wgsl` is its twin.
pub fn workgroups(count: usize, workgroup: u32) -> [u32; 2] {
    let groups = count.div_ceil(workgroup as usize);
    let row = GROUPS_IN_ROW as usize;
    [groups.min(row) as u32, groups.div_ceil(row).max(1) as u32]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a dispatch hold every element, whatever the count, and no dimension is above what every device allows.
    #[test]
    fn rows_of_workgroups_hold_every_element() {
        let row = GROUPS_IN_ROW as usize * 64;
        for count in [0, 1, 64, 65, row - 1, row, row + 1, 3 * row + 7, 20_000_000, 1_000_000_000] {
            let [x, y] = workgroups(count, 64);
            let width = if y == 1 { x * 64 } else { GROUPS_IN_ROW * 64 };
            assert!(
                y == 1 || x == GROUPS_IN_ROW,
                "{count}: element() counts rows of {GROUPS_IN_ROW} workgroups, not of {x}"
            );
            assert!(width as usize * y as usize >= count && x <= 65_535 && y <= 65_535, "{count}: {x} x {y}");
        }
    }

    /// On DX12 the number of workgroups reads as zero in indirect dispatches that wgpu does not check.
    #[test]
    fn no_kernel_asks_for_the_number_of_workgroups() {
        for source in super::super::kernels::ALL {
            assert!(!source.parts.iter().any(|part| part.contains("num_workgroups)")), "{}", source.name);
        }
    }
}
