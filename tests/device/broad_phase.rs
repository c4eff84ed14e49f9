//! The broad phase on the device against that of the CPU. Needs an adapter; software Vulkan will do.

mod capacities;
mod displacement;
mod harness;
mod lists;
mod records;
mod scan;
mod scenes;
