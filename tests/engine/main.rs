//! Whole runs against closed forms, accounts of energy, rest, and what is wrong with a run; on both back ends where the claim is the
//! same.

#[path = "../common/mod.rs"]
mod common;

mod elastic_energy;
mod health;
mod impacts;
mod kill_resume;
mod known_failures;
mod lengths;
mod physics;
mod rest;
mod verification;
mod walls;
