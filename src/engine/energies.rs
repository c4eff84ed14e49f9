//! The pass `observe`: the account of energy.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::force::ContactFlows;

/// What has flowed since the start, in one place each [J].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyFlows {
    /// Turned into heat by damping.
    pub dissipated_damping: f64,
    /// Turned into heat by friction.
    pub dissipated_friction: f64,
    /// Turned into heat by resistance to rolling and twisting.
    pub dissipated_rolling: f64,
    /// Taken by drag and by a speed limit; below 0 where a fluid moves the grains.
    pub dissipated_drag: f64,
    /// Work of moving walls on the grains.
    pub wall_work: f64,
    /// Energy of grains that were inserted: kinetic and that of their height.
    pub inserted: f64,
    /// Brought in by the elastic forces of damped contacts beyond the change of w: they act at the middle of a patch, where
    /// they are not its gradient. Below 0, they took energy away.
    pub patch_work: f64,
}

impl AddAssign<ContactFlows> for EnergyFlows {
    fn add_assign(&mut self, contacts: ContactFlows) {
        let ContactFlows { dissipated_damping, dissipated_friction, dissipated_rolling, patch_work } = contacts;
        self.dissipated_damping += dissipated_damping;
        self.dissipated_friction += dissipated_friction;
        self.dissipated_rolling += dissipated_rolling;
        self.patch_work += patch_work;
    }
}

/// Energies at one instant, with the account of what has flowed [J].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Energies {
    /// Of the motion of centres.
    pub translation: f64,
    /// Of turning.
    pub rotation: f64,
    /// Of height: minus mass times gravity times place.
    pub gravity: f64,
    /// Of overlaps.
    pub elastic: f64,
    /// Of tangential springs.
    pub tangential: f64,
    /// Of the springs of rolling and twisting.
    pub rolling: f64,
    /// Energy error of elastic contacts and their bodies that is still to be taken back.
    pub uncorrected: f64,
    /// What the half kicks at the end of the step have lent to the motion: dt^2 / 8 times force^2 / mass and the like of
    /// torques. Velocities of the end of a step are those of its middle and half a kick more, whose square is there while forces act
    /// and gone when they are.
    pub half_kicks: f64,
    /// What has flowed since the start.
    pub flows: EnergyFlows,
}

impl Energies {
    /// Kinetic energy [J].
    pub fn kinetic(&self) -> f64 {
        self.translation + self.rotation
    }

    /// All energy that is there now [J].
    pub fn total(&self) -> f64 {
        self.kinetic() + self.gravity + self.elastic + self.tangential + self.rolling
    }

    /// What is there now, and what has left, less what has come in [J]: constant but for the error of the steps.
    pub fn balance(&self) -> f64 {
        let flows = &self.flows;
        let dissipated = flows.dissipated_damping + flows.dissipated_friction + flows.dissipated_rolling;
        self.total() - self.half_kicks + dissipated + flows.dissipated_drag
            - flows.wall_work
            - flows.inserted
            - flows.patch_work
    }
}
