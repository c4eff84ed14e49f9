//! Bodies and contacts as the device keeps them, from and to the numbers of the host.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;

use super::fixed::{FIXED_BODY, Fixed3, FixedTurn, GpuPose, MOTION_BITS};
use super::units::Units;
use crate::engine::ParticleType;
use crate::force::ContactHistory;
use crate::force::gather::Load;
use crate::geometry::Pose;
use crate::motion::Motion;

/// The struct `Motion` of `shaders/shared/state.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuMotion {
    /// Turn from the principal frame to the world.
    pub turn: FixedTurn,
    /// Displacement per step.
    pub velocity: Fixed3,
    /// Angular momentum over the largest principal moment [rad per step].
    pub momentum: Fixed3,
}

/// The struct `BodyState`: what contacts see of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuBodyState {
    /// Displacement per step.
    pub velocity: [f32; 3],
    /// Inverse mass; 0 of a fixed body.
    pub inverse_mass: f32,
    /// Angle per step.
    pub spin: [f32; 3],
    /// Index of the material.
    pub material: u32,
    /// Inverse principal moments.
    pub inverse_moments: [f32; 3],
    /// Radius of the largest ball about the centre that is inside.
    pub half_thickness: f32,
}

/// The struct `Load`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuLoad {
    /// Force.
    pub force: [f32; 3],
    /// Contacts ended since the batch began.
    pub ended: u32,
    /// Torque.
    pub torque: [f32; 3],
    /// Energy error of the body.
    pub energy_error: f32,
    /// Heat of damping, heat of friction, since the batch began.
    pub heat: Fixed3,
    /// Work of moving walls and of patches since the batch began.
    pub work: Fixed3,
}

/// The struct `History` of `shaders/shared/law.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuHistory {
    /// Tangential spring.
    pub spring: [f32; 3],
    /// Bits of the state.
    pub flags: u32,
    /// Normal of the last step.
    pub normal: [f32; 3],
    /// Energy of the overlap.
    pub elastic: f32,
    /// Arms of the last step.
    pub arm_a: [f32; 3],
    /// Energy of the spring.
    pub tangential: f32,
    /// Arms of the last step.
    pub arm_b: [f32; 3],
    /// Energy error.
    pub energy_error: f32,
    /// Force from friction.
    pub friction_force: [f32; 3],
    /// Heat of friction in the last step.
    pub dissipated_friction: f32,
    /// Torque of the spread of the contact.
    pub couple: [f32; 3],
    /// Heat of damping in the last step.
    pub dissipated_damping: f32,
    /// All of the force.
    pub force: [f32; 3],
    /// Work of the patch beyond the change of energy in the last step.
    pub patch_work: f32,
    /// Forces along the normal: of the overlap, of damping.
    pub pushes: [f32; 2],
    /// Energy error left to each body that can move.
    pub error_left: f32,
    /// Work of a moving wall in the last step.
    pub wall_work: f32,
}

/// The contact touches.
pub const MEMORY_TOUCHING: u32 = 1;
/// The contact has ended in the last step.
pub const MEMORY_ENDED: u32 = 2;
/// The contact is only bounded.
pub const MEMORY_UNSURE: u32 = 4;
/// The bodies have come apart, and the force of the last step is the one that takes the energy error back; the spring is what
/// the contact took over of the energy errors of A and B.
pub const MEMORY_PARTING: u32 = 8;

/// The uniform `Params`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuParams {
    /// Half a step's gravity.
    pub half_gravity: Fixed3,
    /// Gravity.
    pub gravity: [f32; 3],
    /// Largest displacement in a step, as a share of the half-thickness.
    pub too_far: f32,
    /// Units of heat and work in one unit of energy.
    pub heat_per_unit: f32,
    /// 1 where energy errors are taken back.
    pub corrects: u32,
    /// Fills up to 16 bytes.
    pub pad: [u32; 2],
}

/// Bits behind the point of heat and work, where the heaviest grain has so many masses of the lightest: as many as for motion,
/// less what the heaviest need before it.
pub fn heat_bits(mass_ratio: f64) -> i32 {
    MOTION_BITS - mass_ratio.clamp(1.0, 1e15).log2().ceil() as i32
}

/// The struct `Sums` of `shaders/engine/energy_sums.wgsl`: sums over a block of bodies and contacts.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct GpuSums {
    /// Translation, rotation, gravity, elastic, tangential, energy errors.
    pub energies: [f32; 6],
    /// Contacts, contacts with walls, unconverged, ended.
    pub counts: [u32; 4],
    /// What half kicks have lent to the motion.
    pub half_kicks: f32,
    /// Fills up to 16 bytes.
    pub pad: u32,
    /// Heat of damping, heat of friction.
    pub heat: Fixed3,
    /// Work of moving walls and of patches.
    pub work: Fixed3,
}

/// Bodies and contacts of one block: `BLOCK` of the kernel.
pub const SUMS_BLOCK: usize = 64;

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
            pad: [0; 2],
        }
    }
}

/// A body on the device.
pub fn body_to_device(
    pose: &Pose,
    motion: &Motion,
    kind: (u32, &ParticleType),
    fixed: bool,
    units: &Units,
) -> (GpuPose, GpuMotion) {
    let flags = if fixed { FIXED_BODY } else { 0 };
    let place = GpuPose::new(pose.position / units.length, pose.orientation, kind.0, flags);
    let largest = kind.1.inertia.moments.max_element();
    let motion = GpuMotion {
        turn: FixedTurn::new(pose.orientation),
        velocity: Fixed3::new(motion.velocity / units.velocity(), MOTION_BITS),
        momentum: Fixed3::new(motion.momentum * (units.time / largest), MOTION_BITS),
    };
    (place, motion)
}

/// A body of the device.
pub fn body_from_device(pose: &GpuPose, motion: &GpuMotion, kind: &ParticleType, units: &Units) -> (Pose, Motion) {
    let largest = kind.inertia.moments.max_element();
    (
        Pose::new(pose.position() * units.length, motion.turn.to_quaternion()),
        Motion {
            velocity: motion.velocity.to_vector(MOTION_BITS) * units.velocity(),
            momentum: motion.momentum.to_vector(MOTION_BITS) * (largest / units.time),
        },
    )
}

impl GpuLoad {
    /// From the host, with the energy error of the body [J].
    pub fn new(load: &Load, energy_error: f64, units: &Units) -> Self {
        Self {
            energy_error: (energy_error / units.energy()) as f32,
            force: floats(load.force / units.force()),
            torque: floats(load.torque / units.energy()),
            ..Self::default()
        }
    }

    /// To the host.
    pub fn to_host(&self, units: &Units) -> Load {
        Load { force: vector(self.force) * units.force(), torque: vector(self.torque) * units.energy() }
    }
}

impl GpuHistory {
    /// From the host.
    pub fn new(history: &ContactHistory, units: &Units) -> Self {
        if !history.is_active() {
            return Self::default();
        }
        let [arm_a, arm_b] = history.arms.map(|arm| floats(arm / units.length));
        Self {
            spring: floats(history.spring / units.length),
            flags: if history.touching { MEMORY_TOUCHING } else { MEMORY_PARTING },
            normal: floats(history.normal),
            elastic: (history.elastic / units.energy()) as f32,
            arm_a,
            tangential: (history.tangential / units.energy()) as f32,
            arm_b,
            energy_error: (history.energy_error / units.energy()) as f32,
            pushes: history.pushes.map(|push| (push / units.force()) as f32),
            force: floats(history.force / units.force()),
            friction_force: floats(history.friction() / units.force()),
            couple: floats(history.couple() / units.energy()),
            ..Self::default()
        }
    }

    /// To the host.
    pub fn to_host(&self, units: &Units) -> ContactHistory {
        let [touching, parting] = [MEMORY_TOUCHING, MEMORY_PARTING].map(|bit| self.flags & bit != 0);
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
            unconverged: self.flags & MEMORY_UNSURE != 0,
            ..ContactHistory::default()
        };
        let pushes = self.pushes.map(|push| f64::from(push) * units.force());
        let (friction, couple) = (vector(self.friction_force) * units.force(), vector(self.couple) * units.energy());
        history.keep_forces(pushes, friction, couple);
        history
    }
}
