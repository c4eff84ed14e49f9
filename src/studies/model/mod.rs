//! What a step would cost on a graphics card that is not at hand: `packstone bench --model CARD`.
//!
//! A step of a real run is recorded (`src/device/record.rs`) and its kernels are interpreted lane by lane, which tells what each of them
//! does: instructions, lanes at work, bytes, waits. With the registers that a compiler gives it and the figures of a card, this becomes
//! a time. What is counted is exact for the text of the kernels; what follows from it is a model, to be trusted within a factor of
//! two ([`time`]).

mod cards;
pub mod interpreter;
mod registers;
mod report;
mod step;
pub mod time;

pub use cards::{CARDS, Card};
pub use registers::{RegisterError, Registers};
pub use report::{json, tables};
pub use step::{Agreement, InterpretedStep, KernelCounts, interpret};
pub use time::{Bound, KernelTime, StepTime, step_time};
