//! What a step would cost on a graphics card that is not at hand.

pub mod interpreter;
