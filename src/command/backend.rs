//! Where contacts are computed.

use clap::ValueEnum;

use super::CommandError;
use crate::contact::Method;
use crate::gpu::device::adapters;
use crate::gpu::{Checks, Gpu};

/// Where the work is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// On the processor, in double precision
    Cpu,
    /// On the graphics card, in single precision
    Gpu,
    /// On the graphics card where there is one, else on the processor
    #[default]
    Auto,
}

impl Backend {
    /// The device that contacts by `method` are to be computed on; none is the processor. Software that plays a GPU is
    /// slower than the processor itself, and is only used when asked for.
    pub(super) fn device(self, method: Method) -> Result<Option<Gpu>, CommandError> {
        let wanted = match self {
            Self::Cpu => false,
            Self::Gpu if method != Method::Minkowski => return Err(CommandError::MethodOnGpu),
            Self::Gpu => true,
            Self::Auto => method == Method::Minkowski && adapters().first().is_some_and(|best| !best.software),
        };
        Ok(if wanted { Some(Gpu::open(Checks::Trusted)?) } else { None })
    }
}
