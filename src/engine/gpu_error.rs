//! Why the GPU cannot be used, or stopped working.

/// Why the GPU cannot be used, or stopped working.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter at all.
    #[error(
        "no GPU found: no Vulkan, Metal or DX12 driver answers; install a driver (for software Vulkan on Debian: \
         mesa-vulkan-drivers), or use --backend cpu"
    )]
    NoAdapter,
    /// The compiler of DX12 is not there.
    #[error(
        "the GPU \"{adapter}\" answers through DX12 alone, and dxcompiler.dll, which compiles for it, is missing: put it (version \
         1.8.2502 or newer, from github.com/microsoft/DirectXShaderCompiler/releases) beside packstone.exe, or install a \
         Vulkan driver, or use --backend cpu"
    )]
    NoCompiler {
        /// The adapter.
        adapter: String,
    },
    /// The adapter refused to open.
    #[error("the GPU \"{adapter}\" cannot be opened: {reason}; close other programs that use it, or use --backend cpu")]
    NoDevice {
        /// Its name.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// Something needs more than the device has.
    #[error("{what} needs {needed} {unit}, the GPU \"{adapter}\" offers {limit}; use a smaller scene or --backend cpu")]
    Limit {
        /// What is too large.
        what: String,
        /// How much it needs.
        needed: u64,
        /// Of what.
        unit: &'static str,
        /// What there is.
        limit: u64,
        /// Whose limit it is.
        adapter: String,
    },
    /// Something that only the CPU can do.
    #[error("the GPU back end has no {0}; use --backend cpu")]
    Unsupported(&'static str),
    /// The driver ran out of memory.
    #[error("the GPU is out of memory ({0}); use a smaller scene or --backend cpu")]
    OutOfMemory(String),
    /// The driver reset, the card was removed, or the like.
    #[error("the GPU was lost ({0}); the last checkpoint is intact: resume from it")]
    Lost(String),
    /// No answer in time.
    #[error(
        "the GPU has not answered for {0} s; the driver hangs or the work is too large for it; resume from the last \
             checkpoint, with --backend cpu if it happens again"
    )]
    Hangs(u64),
    /// A mistake of this program.
    #[error("a GPU pass is wrong, which is a mistake of packstone: {0}")]
    Internal(String),
}
