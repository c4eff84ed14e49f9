//! How contacts are found, on the CPU: shapes, the broad phase, the narrow phase against exact answers, closed forms and other
//! detectors.

#[path = "../common/mod.rs"]
mod common;

mod broad_phase;
mod classic_detectors;
mod cylinders;
mod cylinders_ellipse;
mod hunted;
mod known_failures;
mod metamorphic;
mod oracle;
mod planar;
mod quartics;
mod reference;
mod shapes;
