//! Where the prescribed motion of a wall has brought it, and how fast its points go.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

use crate::geometry::Pose;
use crate::scene::WallMotion;

/// The rigid motion of a wall at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacement {
    /// From where a point of the wall was at the start of the run to where it is now.
    pub pose: Pose,
    /// Velocity of the point `center` [m/s].
    pub velocity: DVec3,
    /// Angular velocity [rad/s].
    pub angular_velocity: DVec3,
    /// Where the point that the turn is about is now [m].
    pub center: DVec3,
}

impl Displacement {
    /// A wall that has not moved and does not.
    pub const NONE: Self =
        Self { pose: Pose::IDENTITY, velocity: DVec3::ZERO, angular_velocity: DVec3::ZERO, center: DVec3::ZERO };

    /// What `motion` has made of its wall by the time `t` [s]. The velocity is that of the position: at `start` the one
    /// it sets out with, from `stop` on none.
    pub fn at(motion: &WallMotion, t: f64) -> Self {
        if motion.is_still() {
            return Self::NONE;
        }
        let elapsed = (t - motion.start).clamp(0.0, motion.stop - motion.start);
        let (shift, speed) = shift_and_velocity(motion, elapsed);
        let (axis, center, rate) =
            motion.rotation.map_or((DVec3::Z, DVec3::ZERO, 0.0), |turn| (turn.axis, turn.center, turn.rate));
        let orientation = if rate == 0.0 { DQuat::IDENTITY } else { DQuat::from_axis_angle(axis, rate * elapsed) };
        let moves = t >= motion.start && t < motion.stop;
        Self {
            pose: Pose { position: center - orientation * center + shift, orientation },
            velocity: if moves { speed } else { DVec3::ZERO },
            angular_velocity: if moves { axis * rate } else { DVec3::ZERO },
            center: center + shift,
        }
    }

    /// Velocity of the wall's matter at `point`, a place of now [m/s].
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(point - self.center)
    }
}

/// The shift after a time of motion [m] and its rate [m/s].
fn shift_and_velocity(motion: &WallMotion, elapsed: f64) -> (DVec3, DVec3) {
    let steady = (motion.velocity * elapsed, motion.velocity);
    motion.oscillation.map_or(steady, |wave| {
        let omega = TAU * wave.frequency;
        let (sin, cos) = (omega * elapsed + wave.phase).sin_cos();
        (steady.0 + wave.amplitude * (sin - wave.phase.sin()), steady.1 + wave.amplitude * (omega * cos))
    })
}
