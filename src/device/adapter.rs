//! Adapters, and the device that a run uses.

use std::sync::{Arc, Mutex, PoisonError};

use super::GpuError;
use super::pages::page_size;
use super::shader::Needs;
use super::waiting::Waiter;

/// The longest that the host waits before the driver counts as hanging [s]. Submissions are kept to a fraction of a second
/// on GPUs; a software adapter on a busy machine may need minutes for the same.
const PATIENCE: [u64; 2] = [120, 3600];

/// Whether kernels check indices and bound their loops.
///
/// All loops here are bounded and all indices are meant to be in range, so trusted kernels are right; checked ones show
/// it, as they give the same results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// No checks: several times faster.
    #[default]
    Trusted,
    /// Every access is checked.
    Checked,
}

/// Most bytes that a kernel may see of a buffer, whatever the device offers: places within a binding are 32-bit words for kernels
/// on some devices, signed ones on a few, and Metal offers more than that.
const LARGEST_BINDING: u64 = i32::MAX as u64 - 3;

/// What matters of an adapter.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Adapter {
    /// Its name.
    pub name: String,
    /// Vulkan, Metal or DX12.
    pub api: String,
    /// Driver and its version.
    pub driver: String,
    /// A processor that plays a GPU.
    pub software: bool,
    /// Whether there is a compiler for its kernels. DX12 needs dxcompiler.dll, which is no part of Windows.
    pub has_compiler: bool,
    /// Largest buffer that a pass can use [bytes].
    pub largest_binding: u64,
    /// Largest buffer [bytes].
    pub largest_buffer: u64,
    /// Whether passes can be timed on the device.
    pub timestamps: bool,
}

impl Adapter {
    fn of((adapter, has_compiler): &(wgpu::Adapter, bool)) -> Self {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        Self {
            name: info.name,
            api: format!("{:?}", info.backend),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
            software: info.device_type == wgpu::DeviceType::Cpu,
            has_compiler: *has_compiler,
            largest_binding: limits.max_storage_buffer_binding_size.min(LARGEST_BINDING),
            largest_buffer: limits.max_buffer_size,
            timestamps: adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY),
        }
    }
}

fn instance(compiler: wgpu::Dx12Compiler) -> wgpu::Instance {
    let mut wanted = wgpu::InstanceDescriptor::new_without_display_handle();
    wanted.backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
    wanted.backend_options.dx12.shader_compiler = compiler;
    // Arguments of indirect dispatches are written by our own kernels, within limits: to check them would cost a dispatch
    // for each.
    wanted.flags.remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
    wgpu::Instance::new(wanted)
}

/// All adapters, the best first, each with whether there is a compiler for its kernels.
async fn found() -> Vec<(wgpu::Adapter, bool)> {
    let mut all: Vec<_> = instance(wgpu::Dx12Compiler::default_dynamic_dxc())
        .enumerate_adapters(wgpu::Backends::all())
        .await
        .into_iter()
        .map(|adapter| (adapter, true))
        .collect();
    // Without its compiler, DX12 gave no answer: who would have answered?
    if cfg!(windows) && all.iter().all(|(adapter, _)| adapter.get_info().backend != wgpu::Backend::Dx12) {
        let without = instance(wgpu::Dx12Compiler::Fxc).enumerate_adapters(wgpu::Backends::DX12).await;
        all.extend(without.into_iter().map(|adapter| (adapter, false)));
    }
    // Cards before chips on the board before software; otherwise as the system lists them.
    let rank = |adapter: &wgpu::Adapter| match adapter.get_info().device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    };
    all.sort_by_key(|(adapter, has_compiler)| (!has_compiler, rank(adapter)));
    all
}

/// All adapters, the best first; those without a compiler are the last.
pub fn adapters() -> Vec<Adapter> {
    pollster::block_on(found()).iter().map(Adapter::of).collect()
}

/// Which of all adapters a run opens.
///
/// Where dxcompiler.dll is missing, wgpu would turn to FXC, which refuses some kernels and takes a minute for others. So an adapter
/// of DX12 is then left alone; and where it is the only card, software does not take its place unasked.
pub fn best(all: &[Adapter]) -> Result<usize, GpuError> {
    let usable = all.iter().position(|adapter| adapter.has_compiler);
    let lacking = all.iter().find(|adapter| !adapter.has_compiler && (usable.is_none() || !adapter.software));
    match (usable, lacking) {
        (Some(k), _) if !all[k].software => Ok(k),
        (_, Some(card)) => Err(GpuError::NoCompiler { adapter: card.name.clone() }),
        (Some(k), None) => Ok(k),
        (None, None) => Err(GpuError::NoAdapter),
    }
}

/// An open device.
#[derive(Debug)]
pub struct Gpu {
    /// What it is.
    pub adapter: Adapter,
    /// Whether its kernels are checked.
    pub checks: Checks,
    /// Invocations per workgroup; a power of two. Results do not depend on it.
    pub workgroup: u32,
    /// What kernels are compiled for.
    pub needs: Needs,
    /// Pairs of a page, a multiple of [`super::state::SUMS_BLOCK`]. Results do not depend on it.
    pub page: usize,
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// Limits that passes may use.
    pub limits: wgpu::Limits,
    status: Arc<Mutex<Option<GpuError>>>,
}

/// Invocations per workgroup, where nothing else is asked for.
pub const WORKGROUP: u32 = 64;

impl Gpu {
    /// Opens the best adapter.
    pub async fn open_async(checks: Checks) -> Result<Self, GpuError> {
        let all = found().await;
        let described: Vec<Adapter> = all.iter().map(Adapter::of).collect();
        let chosen = best(&described)?;
        Self::of(&all[chosen].0, described[chosen].clone(), checks).await
    }

    /// The same for those who can wait.
    pub fn open(checks: Checks) -> Result<Self, GpuError> {
        pollster::block_on(Self::open_async(checks))
    }

    async fn of(adapter: &wgpu::Adapter, about: Adapter, checks: Checks) -> Result<Self, GpuError> {
        // Large buffers where there are any; all else is what every device has.
        let limits = wgpu::Limits {
            max_storage_buffer_binding_size: about.largest_binding,
            max_buffer_size: about.largest_buffer,
            ..wgpu::Limits::default()
        };
        let wanted = wgpu::DeviceDescriptor {
            label: Some("packstone"),
            required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
            required_limits: limits.clone(),
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = adapter.request_device(&wanted).await;
        let (device, queue) =
            opened.map_err(|reason| GpuError::NoDevice { adapter: about.name.clone(), reason: reason.to_string() })?;
        let status = Arc::new(Mutex::new(None));
        let first = |status: &Arc<Mutex<Option<GpuError>>>, error: GpuError| {
            status.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        let seen = Arc::clone(&status);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let text = error.to_string();
            first(
                &seen,
                match error {
                    wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory(text),
                    _ => GpuError::Internal(text),
                },
            );
        }));
        let seen = Arc::clone(&status);
        device.set_device_lost_callback(move |reason, text| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                first(&seen, GpuError::Lost(text));
            }
        });
        Ok(Self {
            adapter: about,
            checks,
            workgroup: WORKGROUP,
            needs: Needs::ALL,
            page: page_size(largest_array(&limits)),
            device,
            queue,
            limits,
            status,
        })
    }

    /// The largest array that a pass can use [bytes].
    pub fn largest_array(&self) -> u64 {
        largest_array(&self.limits)
    }

    /// What waits for this device.
    pub fn waiter(&self) -> Waiter {
        let patience = PATIENCE[usize::from(self.adapter.software)];
        Waiter { device: self.device.clone(), status: Arc::clone(&self.status), patience }
    }

    /// The first thing that went wrong, if anything has.
    pub fn check(&self) -> Result<(), GpuError> {
        self.waiter().check()
    }

    /// Waits until all submitted work is done.
    pub fn wait(&self) -> Result<(), GpuError> {
        self.waiter().wait()
    }
}

fn largest_array(limits: &wgpu::Limits) -> u64 {
    limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(name: &str, software: bool, has_compiler: bool) -> Adapter {
        Adapter {
            name: name.into(),
            api: String::new(),
            driver: String::new(),
            software,
            has_compiler,
            largest_binding: 0,
            largest_buffer: 0,
            timestamps: false,
        }
    }

    /// A card of DX12 without dxcompiler.dll is never opened, nor does software take its place.
    #[test]
    fn an_adapter_without_a_compiler_is_refused_by_name() {
        let (card, software) = (adapter("card", false, true), adapter("software", true, true));
        let (lacking, basic) = (adapter("lacking", false, false), adapter("basic", true, false));
        let chosen = |all: &[&Adapter]| best(&all.iter().copied().cloned().collect::<Vec<_>>());
        assert!(matches!(chosen(&[&card, &software, &lacking]), Ok(0)));
        assert!(matches!(chosen(&[&software]), Ok(0)));
        assert!(matches!(chosen(&[&software, &basic]), Ok(0)), "both are software: the one that works");
        assert!(matches!(chosen(&[]), Err(GpuError::NoAdapter)));
        for all in [&[&software, &lacking][..], &[&lacking, &basic], &[&lacking]] {
            let error = chosen(all).expect_err("no card that can be used").to_string();
            assert!(error.contains("lacking") && error.contains("dxcompiler.dll"), "{error}");
        }
        assert!(chosen(&[&basic]).is_err_and(|error| error.to_string().contains("basic")));
    }
}
