//! What the figures were measured on.

use serde::Serialize;

use crate::device::Adapter;
use crate::device::adapter::adapters;

/// A machine, as far as it can be asked.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// Name of the CPU, where the system tells it.
    pub cpu: String,
    /// Threads that the CPU runs at a time.
    pub threads: usize,
    /// Memory [GB], where the system tells it.
    pub memory_gb: Option<f64>,
    /// System and kind of CPU.
    pub system: String,
    /// GPUs, the best first.
    pub adapters: Vec<Adapter>,
}

impl Machine {
    /// This machine.
    pub fn here() -> Self {
        Self {
            cpu: first_value("/proc/cpuinfo", "model name").unwrap_or_else(|| "a CPU without a name".into()),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory_gb: first_value("/proc/meminfo", "MemTotal")
                .and_then(|text| text.trim_end_matches("kB").trim().parse::<f64>().ok())
                .map(|kibibytes| kibibytes * 1024.0 / 1e9),
            system: format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH),
            adapters: adapters(),
        }
    }
}

/// The value of the first line of a file that begins with `key`; none where there is no such file.
fn first_value(file: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}
