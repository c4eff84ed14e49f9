//! Contacts of bodies: what is found of them, the law, and what they remember and do.

use crate::device::schema::{Record, shared_records};

shared_records! {
    /// A pair that touches, that a search has to look at, or that has a history to end: what the narrow phase has found of it.
    struct GpuContact as "Contact" {
        /// Unit normal from A to B, in the world.
        normal: [f32; 3],
        /// Overlap; minus the gap, or a bound of it, for bodies apart.
        overlap: f32,
        /// Contact point from A's centre, in the axes of the world.
        arm: [f32; 3],
        /// Second moments of the patch in the axes `tangents(normal)`: half the trace.
        spread: f32,
        /// The same: half of xx - yy, and xy; see [`crate::geometry::planar::Spread`].
        spread_shear: [f32; 2],
        /// A and B.
        bodies: [u32; 2],
        /// Number of the pair.
        pair: u32,
        /// Bits of the outcome, the kind of contact, and how often searches have gone on.
        code: u32,
        /// Sum of the mean curvatures of both surfaces, where the law goes by it.
        curvature: f32,
        /// Fills up to 64 bytes.
        pad: u32,
    }

    /// What kernels leave to each other of the contact at the same place; and the lists of contacts that are left to the next one.
    struct GpuSearch as "Search" {
        /// Direction from A to B, in A's frame, with which GJK has ended.
        axis: [f32; 3],
        /// Number of support points, and bits; see `shaders/shared/pair.wgsl`.
        code: u32,
        /// Support points: two vertex numbers, or a direction, in a word.
        points: [u32; 4],
        /// Element of a list: the place of a contact that is left to `separate`, later of one that is left to `patch`.
        left: u32,
        /// The same for `penetrate`.
        to_penetrate: u32,
        /// The overlap is not below this.
        lower: f32,
        /// The overlap is not above this.
        upper: f32,
    }

    /// What is remembered of a pair from step to step. Zero is a cold start.
    struct GpuWarm as "PairWarm" {
        /// Last normal or separating direction in A's frame; zero where there is none, or none is needed.
        axis: [f32; 3],
        /// The flags of the history, for those who need no more of it.
        flags: u32,
    }

    /// The law of contacts between two materials.
    struct GpuLaw as "Law" {
        /// Stiffness k of F = k d^m; for R* = 1 where it grows with R*.
        stiffness: f32,
        /// Exponent m.
        exponent: f32,
        /// Damping b of F = b sqrt(k m*) d^((m-1)/2) d'.
        damping: f32,
        /// Coefficient of friction.
        friction: f32,
        /// Tangential over normal stiffness.
        tangential_ratio: f32,
        /// Share of the energy error of steps that is taken back.
        correction: f32,
        /// How deep patches reach, as a share of the overlap.
        patch_depth: f32,
        /// Bits `LAW_*`.
        bits: u32,
        /// Largest pull of one body at the other; for R* = 1 where it grows with R*.
        pull: f32,
        /// Gap up to which it lasts; of necks it follows from pull and stiffness.
        range: f32,
        /// Length by which the pull of a bridge falls; for R* = 1.
        length: f32,
        /// Damping of rolling and twisting, as a share of the critical one.
        rolling_damping: f32,
        /// Limits of the moments against rolling and twisting, over normal force and R*.
        rolling_frictions: [f32; 2],
        /// Stiffness of the two bodies wherever they touch; the first one is that of the place, where it goes by curvature.
        steady_stiffness: f32,
        /// Fills up to 16 bytes.
        pad: u32,
    }

    /// What a contact of a pair remembers.
    struct GpuPairHistory as "PairHistory" {
        /// Tangential spring.
        spring: [f32; 3],
        /// Energy of the overlap.
        elastic: f32,
        /// Normal of the last step.
        normal: [f32; 3],
        /// Energy of the spring.
        tangential: f32,
        /// Arms of the last step.
        arm_a: [f32; 3],
        /// Energy error.
        energy_error: f32,
        /// Arms of the last step.
        arm_b: [f32; 3],
        /// Force along the normal from the overlap.
        elastic_push: f32,
        /// Force from friction.
        friction_force: [f32; 3],
        /// Force along the normal from damping.
        damping_push: f32,
        /// Torque of the spread of the contact.
        couple: [f32; 3],
        /// Bits `HISTORY_*`.
        flags: u32,
    }

    /// What a contact of a pair does to its bodies in a step, and what comes of it. Of use where the pair has flags.
    struct GpuPush as "Push" {
        /// Force on B.
        force: [f32; 3],
        /// Overlap.
        overlap: f32,
        /// Torque on A.
        torque_a: [f32; 3],
        /// Heat of damping.
        dissipated_damping: f32,
        /// Torque on B.
        torque_b: [f32; 3],
        /// Heat of friction.
        dissipated_friction: f32,
        /// What is added to the energy errors of A and B.
        errors: [f32; 2],
        /// Work of the patch beyond the change of energy.
        patch_work: f32,
        /// Simplex updates of GJK in the first byte, expansions of EPA in the second.
        iterations: u32,
    }

    /// What a contact remembers of rolling and twisting, see [`crate::force::RollingHistory`].
    struct GpuRolling as "Rolling" {
        /// Moment of the springs.
        spring: [f32; 3],
        /// Energy of the springs.
        energy: f32,
        /// All of the moment on B.
        moment: [f32; 3],
        /// Heat of rolling and twisting in the last step.
        heat: f32,
    }

    /// The same of a pair.
    struct GpuPairRolling as "PairRolling" {
        /// Springs and moments.
        rolling: GpuRolling,
        /// Normal of the last step: the law has brought that of the history up to date.
        normal: [f32; 3],
        /// Fills up to 48 bytes.
        pad: u32,
    }

    /// What a contact with a wall remembers, with the forces of the last step on B and what they turned into heat in it. The law
    /// has contacts of pairs in this form too.
    struct GpuHistory as "History" {
        /// Tangential spring.
        spring: [f32; 3],
        /// Bits `HISTORY_*`.
        flags: u32,
        /// Normal of the last step.
        normal: [f32; 3],
        /// Energy of the overlap.
        elastic: f32,
        /// Arms of the last step.
        arm_a: [f32; 3],
        /// Energy of the spring.
        tangential: f32,
        /// Arms of the last step.
        arm_b: [f32; 3],
        /// Energy error.
        energy_error: f32,
        /// Force from friction.
        friction_force: [f32; 3],
        /// Heat of friction in the last step.
        dissipated_friction: f32,
        /// Torque of the spread of the contact.
        couple: [f32; 3],
        /// Heat of damping in the last step.
        dissipated_damping: f32,
        /// All of the force.
        force: [f32; 3],
        /// Work of the patch beyond the change of energy in the last step.
        patch_work: f32,
        /// Force along the normal from the overlap.
        elastic_push: f32,
        /// The same from damping.
        damping_push: f32,
        /// Energy error left to each body that can move.
        error_left: f32,
        /// Work of a moving wall in the last step.
        wall_work: f32,
        /// Rolling and twisting, of walls alone.
        rolling: GpuRolling,
    }
}
