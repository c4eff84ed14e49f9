//! The broad phase on the device against that of the processor. Needs an adapter; software Vulkan will do.

#[path = "gpu_broad/harness.rs"]
mod harness;
#[path = "gpu_broad/layouts.rs"]
mod layouts;
#[path = "gpu_broad/lists.rs"]
mod lists;
#[path = "gpu_broad/records.rs"]
mod records;
#[path = "gpu_broad/rooms.rs"]
mod rooms;
#[path = "gpu_broad/scan.rs"]
mod scan;
#[path = "gpu_broad/scenes.rs"]
mod scenes;
#[path = "gpu_broad/travel.rs"]
mod travel;
