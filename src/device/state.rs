//! Bodies and contacts as the device keeps them, from and to the numbers of the host.

use glam::{DVec2, DVec3};

use super::fixed::MOTION_BITS;
use super::schema::constants::FIXED_BODY;
use super::schema::constants::{HISTORY_PARTING, HISTORY_TOUCHING, HISTORY_UNCONVERGED};
use super::schema::records::{Fixed3, FixedTurn, GpuPose};
use super::schema::records::{GpuContact, GpuWallContact};
use super::schema::records::{GpuDrag, GpuHistory, GpuLoad, GpuMotion, GpuPairHistory, GpuParams, GpuPush, GpuWarm};
use super::schema::records::{GpuPairRolling, GpuRolling};
use super::units::Units;
use crate::engine::ParticleType;
use crate::force::gather::Load;
use crate::force::{ContactHistory, RollingHistory};
use crate::geometry::Pose;
use crate::geometry::planar::{PatchAxes, Spread, View};
use crate::motion::Motion;
use crate::motion::drag::{Drag, SPEED_SLACK};

/// Bits behind the point of heat and work, where the heaviest grain has so many masses of the lightest: as many as for motion,
/// less what the heaviest need before it.
pub fn heat_bits(mass_ratio: f64) -> i32 {
    MOTION_BITS - mass_ratio.clamp(1.0, 1e15).log2().ceil() as i32
}

/// As floats of the device.
pub(crate) fn floats(v: DVec3) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}

/// As a vector of the host.
pub(crate) fn vector(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

impl GpuParams {
    /// Gravity [m/s2], the largest displacement in a step, the bits of heat, and whether energy errors are taken back.
    pub fn new(gravity: DVec3, too_far: f64, heat_bits: i32, corrects: bool, units: &Units) -> Self {
        let gravity = gravity / units.acceleration();
        Self {
            half_gravity: Fixed3::new(gravity * 0.5, MOTION_BITS),
            gravity: floats(gravity),
            too_far: too_far as f32,
            heat_per_unit: f64::from(heat_bits).exp2() as f32,
            corrects: u32::from(corrects),
            speed_limit: 0.0,
            pad: 0,
        }
    }

    /// The same, for a run that cuts speeds to a limit [m/s].
    pub fn with_speed_limit(self, limit: f64, units: &Units) -> Self {
        let limit = if limit.is_finite() { (limit / units.velocity()) as f32 } else { 0.0 };
        Self { speed_limit: limit, ..self }
    }
}

impl GpuDrag {
    /// In the units of the device.
    pub fn new(drag: &Drag, units: &Units) -> Self {
        let (length, velocity) = (units.length, units.velocity());
        let [force, torque] = drag.viscous;
        Self {
            fluid_velocity: Fixed3::new(drag.fluid_velocity / velocity, MOTION_BITS),
            speed_limit: (drag.speed_limit / velocity).min(f64::from(f32::MAX)) as f32,
            rates: drag.rates.map(|rate| (rate * units.time) as f32),
            viscous: [
                (force * length * velocity / units.force()) as f32,
                (torque * length.powi(3) / (units.time * units.energy())) as f32,
            ],
            quadratic: (drag.quadratic * (length * velocity).powi(2) / units.force()) as f32,
            cut_above: (drag.speed_limit * (1.0 + SPEED_SLACK) / velocity).min(f64::from(f32::MAX)) as f32,
            pad: 0,
        }
    }
}

impl GpuContact {
    /// Its patch, for a device whose unit of length is `unit` [m].
    pub fn patch(&self, unit: f64) -> PatchAxes {
        patch_of(self.normal, (self.spread, self.spread_shear), unit)
    }
}

impl GpuWallContact {
    /// Its patch, for a device whose unit of length is `unit` [m].
    pub fn patch(&self, unit: f64) -> PatchAxes {
        patch_of(self.normal, (self.spread, self.spread_shear), unit)
    }
}

/// The axes across a normal are those of the kernels' `tangents`.
fn patch_of(normal: [f32; 3], (mean, [x, y]): (f32, [f32; 2]), unit: f64) -> PatchAxes {
    let spread = Spread { mean: f64::from(mean), shear: DVec2::new(f64::from(x), f64::from(y)) };
    (spread * (unit * unit)).axes(&View::new(DVec3::ZERO, vector(normal).normalize_or(DVec3::X)))
}

/// A body on the device.
pub fn body_to_device(
    pose: &Pose,
    motion: &Motion,
    kind: (u32, &ParticleType),
    fixed: bool,
    units: &Units,
) -> (GpuPose, FixedTurn, GpuMotion) {
    let flags = if fixed { FIXED_BODY } else { 0 };
    let place = GpuPose::new(pose.position / units.length, pose.orientation, kind.0, flags);
    let largest = kind.1.inertia.moments.max_element();
    let motion = GpuMotion::new(motion.velocity / units.velocity(), motion.momentum * (units.time / largest));
    (place, FixedTurn::new(pose.orientation), motion)
}

/// A body of the device.
pub fn body_from_device(
    (pose, turn, motion): (&GpuPose, &FixedTurn, &GpuMotion),
    kind: &ParticleType,
    units: &Units,
) -> (Pose, Motion) {
    let largest = kind.inertia.moments.max_element();
    (
        Pose::new(pose.position() * units.length, turn.to_quaternion()),
        Motion { velocity: motion.velocity() * units.velocity(), momentum: motion.momentum() * (largest / units.time) },
    )
}

impl GpuLoad {
    /// From the host, with the energy error of the body [J].
    pub fn new(load: &Load, energy_error: f64, units: &Units) -> Self {
        Self {
            energy_error: (energy_error / units.energy()) as f32,
            force: floats(load.force / units.force()),
            torque: floats(load.torque / units.energy()),
            turn_work: (load.turn_work / units.energy()) as f32,
        }
    }

    /// To the host.
    pub fn to_host(&self, units: &Units) -> Load {
        Load {
            force: vector(self.force) * units.force(),
            torque: vector(self.torque) * units.energy(),
            turn_work: f64::from(self.turn_work) * units.energy(),
        }
    }
}

impl GpuRolling {
    /// From the host.
    pub fn new(rolling: &RollingHistory, units: &Units) -> Self {
        Self {
            spring: floats(rolling.spring / units.energy()),
            energy: (rolling.energy / units.energy()) as f32,
            moment: floats(rolling.moment / units.energy()),
            heat: 0.0,
        }
    }

    /// To the host.
    pub fn to_host(&self, units: &Units) -> RollingHistory {
        RollingHistory {
            spring: vector(self.spring) * units.energy(),
            energy: f64::from(self.energy) * units.energy(),
            moment: vector(self.moment) * units.energy(),
        }
    }
}

impl GpuPairRolling {
    /// From the host.
    pub fn new(history: &ContactHistory, units: &Units) -> Self {
        Self { rolling: GpuRolling::new(&history.rolling, units), normal: floats(history.normal), pad: 0 }
    }
}

impl GpuHistory {
    /// From the host; the tangential spring is `spring_scale` times as large as its length.
    pub fn new(history: &ContactHistory, units: &Units, spring_scale: f64) -> Self {
        if !history.is_active() {
            return Self::default();
        }
        let [arm_a, arm_b] = history.arms.map(|arm| floats(arm / units.length));
        Self {
            spring: floats(history.spring / units.length * spring_scale),
            flags: if history.touching { HISTORY_TOUCHING } else { HISTORY_PARTING },
            normal: floats(history.normal),
            elastic: (history.elastic / units.energy()) as f32,
            arm_a,
            tangential: (history.tangential / units.energy()) as f32,
            arm_b,
            energy_error: (history.energy_error / units.energy()) as f32,
            elastic_push: (history.pushes[0] / units.force()) as f32,
            damping_push: (history.pushes[1] / units.force()) as f32,
            force: floats(history.force / units.force()),
            friction_force: floats(history.friction() / units.force()),
            couple: floats(history.spread_couple() / units.energy()),
            rolling: GpuRolling::new(&history.rolling, units),
            ..Self::default()
        }
    }

    /// Of a pair, from what it remembers and what it has done in the last step.
    pub fn of_pair(kept: &GpuPairHistory, push: &GpuPush, rolling: GpuRolling) -> Self {
        // What another pair has done may still be there.
        if kept.flags == 0 {
            return Self::default();
        }
        let is_parting = kept.flags & HISTORY_PARTING != 0;
        Self {
            spring: kept.spring,
            flags: kept.flags,
            normal: kept.normal,
            elastic: kept.elastic,
            arm_a: kept.arm_a,
            tangential: kept.tangential,
            arm_b: kept.arm_b,
            energy_error: kept.energy_error,
            friction_force: kept.friction_force,
            dissipated_friction: push.dissipated_friction,
            couple: kept.couple,
            dissipated_damping: push.dissipated_damping,
            force: push.force,
            patch_work: push.patch_work,
            elastic_push: kept.elastic_push,
            damping_push: kept.damping_push,
            error_left: if is_parting { 0.0 } else { push.errors[0] },
            wall_work: 0.0,
            rolling,
        }
    }

    /// What a pair remembers of it; without a direction for the next search.
    pub fn kept(&self) -> (GpuPairHistory, GpuWarm) {
        let kept = GpuPairHistory {
            spring: self.spring,
            elastic: self.elastic,
            normal: self.normal,
            tangential: self.tangential,
            arm_a: self.arm_a,
            energy_error: self.energy_error,
            arm_b: self.arm_b,
            elastic_push: self.elastic_push,
            friction_force: self.friction_force,
            damping_push: self.damping_push,
            couple: self.couple,
            flags: self.flags,
        };
        (kept, GpuWarm { flags: self.flags, ..GpuWarm::default() })
    }

    /// To the host.
    pub fn to_host(&self, units: &Units) -> ContactHistory {
        let [touching, parting] = [HISTORY_TOUCHING, HISTORY_PARTING].map(|bit| self.flags & bit != 0);
        if !touching && !parting {
            return ContactHistory::default();
        }
        let mut history = ContactHistory {
            normal: vector(self.normal),
            spring: if parting { DVec3::ZERO } else { vector(self.spring) * units.length },
            arms: [self.arm_a, self.arm_b].map(|arm| vector(arm) * units.length),
            elastic: f64::from(self.elastic) * units.energy(),
            tangential: f64::from(self.tangential) * units.energy(),
            energy_error: f64::from(self.energy_error) * units.energy(),
            touching,
            parting,
            unconverged: self.flags & HISTORY_UNCONVERGED != 0,
            ..ContactHistory::default()
        };
        let pushes = [self.elastic_push, self.damping_push].map(|push| f64::from(push) * units.force());
        let (friction, couple) = (vector(self.friction_force) * units.force(), vector(self.couple) * units.energy());
        history.rolling = self.rolling.to_host(units);
        history.keep_forces(pushes, friction, couple + history.rolling.moment);
        history
    }
}
