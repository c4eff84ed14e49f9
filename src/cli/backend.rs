//! Where work is done: on the CPU or on a GPU.

use clap::ValueEnum;

use super::CommandError;
use crate::device::GpuOptions;
use crate::device::adapter::{adapters, best};
use crate::device::{Checks, Gpu, GpuError};
use crate::scene::{CylinderContact, Scene};
use crate::sim;
use crate::studies::classical::Method;

/// Where the work is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// On the CPU, in double precision
    Cpu,
    /// On the graphics card, in single precision
    Gpu,
    /// On the graphics card where there is one, else on the CPU
    #[default]
    Auto,
}

impl Backend {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::Auto => "auto",
        }
    }

    /// Whether the best adapter is a real GPU. One that lacks a file is told of.
    fn real_gpu() -> bool {
        let all = adapters();
        match best(&all) {
            Ok(chosen) => !all[chosen].software,
            Err(GpuError::NoAdapter) => false,
            Err(reason) => {
                log::warn!("on the CPU: {reason}");
                false
            }
        }
    }

    /// Where a scene is run. What only the CPU can do is done there, unless a GPU is insisted on.
    pub(crate) fn of_a_run(self, scene: &Scene) -> sim::Backend {
        let able = scene.contact.cylinders == CylinderContact::Minkowski;
        let on_gpu = match self {
            Self::Cpu => false,
            Self::Gpu => true,
            Self::Auto => able && Self::real_gpu(),
        };
        if on_gpu { sim::Backend::Gpu(GpuOptions::default()) } else { sim::Backend::Cpu }
    }

    /// The device that contacts by `method` are to be computed on; none is the CPU. Software that plays a GPU is
    /// slower than the CPU itself, and is only used when asked for.
    pub(super) fn device(self, method: Method) -> Result<Option<Gpu>, CommandError> {
        let wanted = match self {
            Self::Cpu => false,
            Self::Gpu if method != Method::Minkowski => return Err(CommandError::MethodOnGpu),
            Self::Gpu => true,
            Self::Auto => method == Method::Minkowski && Self::real_gpu(),
        };
        Ok(if wanted { Some(Gpu::open(Checks::Trusted)?) } else { None })
    }
}
