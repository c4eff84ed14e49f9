//! The broad phase on the device against that of the CPU. Needs an adapter; software Vulkan will do.

#[path = "gpu_broad/capacities.rs"]
mod capacities;
#[path = "gpu_broad/displacement.rs"]
mod displacement;
#[path = "gpu_broad/harness.rs"]
mod harness;
#[path = "gpu_broad/layouts.rs"]
mod layouts;
#[path = "gpu_broad/lists.rs"]
mod lists;
#[path = "gpu_broad/records.rs"]
mod records;
#[path = "gpu_broad/scan.rs"]
mod scan;
#[path = "gpu_broad/scenes.rs"]
mod scenes;
