//! Packstone: a discrete-element engine for convex grains of real shape.
//!
//! The modules follow the data of one time step: [`bodies`] are what grains are made of, [`contact`] tells how
//! deep, which way and where two of them meet.

pub mod bodies;
pub mod command;
pub mod contact;
pub mod judge;
pub mod pairs;
pub mod planar;
