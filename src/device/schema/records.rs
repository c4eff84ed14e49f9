//! Every record that kernels and host share, declared once: field by field in the order of memory. Lengths, masses and times are in
//! the units of the device (`units.rs`), numbers called fixed in the scales of `fixed.rs`.

use super::{Record, shared_records};
use crate::walls::MAX_CONTACTS;

shared_records! {
    /// Three numbers in fixed point.
    struct Fixed3 as "Fixed3" {
        /// Upper words.
        high: [i32; 3],
        /// Fills up to 16 bytes.
        pad: u32,
        /// Lower words.
        low: [u32; 3],
        /// Fills up to 16 bytes.
        pad_low: u32,
    }

    /// A quaternion in fixed point.
    struct FixedTurn as "FixedTurn" {
        /// Upper words of (x, y, z, w).
        high: [i32; 4],
        /// Lower words.
        low: [u32; 4],
    }

    /// Where a body is.
    struct GpuPose as "Pose" {
        /// Upper words of the position.
        high: [i32; 3],
        /// Its kind.
        kind: u32,
        /// Lower words of the position.
        low: [u32; 3],
        /// Bit 0: it does not move.
        flags: u32,
        /// Turn from its principal frame to the world, (x, y, z, w), of unit length.
        turn: [f32; 4],
    }

    /// How a body moves: its displacement per step, and its angular momentum over the largest principal moment [rad per step], both
    /// fixed; without the gaps that vectors of three leave.
    struct GpuMotion as "Motion" {
        /// Upper words of the velocity.
        velocity_high: [i32; 3],
        /// A lower word of the momentum.
        momentum_low_x: u32,
        /// Lower words of the velocity.
        velocity_low: [u32; 3],
        /// A lower word of the momentum.
        momentum_low_y: u32,
        /// Upper words of the momentum.
        momentum_high: [i32; 3],
        /// A lower word of the momentum.
        momentum_low_z: u32,
    }

    /// What contacts see of a body.
    struct GpuBodyState as "BodyState" {
        /// Displacement per step.
        velocity: [f32; 3],
        /// Inverse mass; 0 of a fixed body.
        inverse_mass: f32,
        /// Angle per step.
        spin: [f32; 3],
        /// Index of the material in the lower half; in the upper half the root of the radius of the largest ball about the centre
        /// that is inside, over the contact radius, in 65,535th parts.
        material_and_thickness: u32,
        /// Inverse principal moments.
        inverse_moments: [f32; 3],
        /// Radius by which contacts of elastic solids go.
        contact_radius: f32,
    }

    /// Force and torque on a body.
    struct GpuLoad as "Load" {
        /// Force.
        force: [f32; 3],
        /// Fills up to 16 bytes.
        pad: u32,
        /// Torque.
        torque: [f32; 3],
        /// Energy error of the body.
        energy_error: f32,
    }

    /// Parameters of a run.
    struct GpuParams as "Params" {
        /// Half a step's gravity.
        half_gravity: Fixed3,
        /// Gravity.
        gravity: [f32; 3],
        /// Largest displacement in a step, as a share of the half-thickness.
        too_far: f32,
        /// Units of heat and work in one unit of energy.
        heat_per_unit: f32,
        /// 1 where energy errors are taken back.
        corrects: u32,
        /// Fills up to 16 bytes.
        pad: [u32; 2],
    }

    /// A shape of a certain size with its mass, in its principal frame.
    struct GpuKind as "Kind" {
        /// Which shape: `SPHERE` and so on.
        family: u32,
        /// Index of the material.
        material: u32,
        /// First vertex in the geometry.
        first_vertex: u32,
        /// Number of vertices.
        vertices: u32,
        /// First face in the geometry.
        first_face: u32,
        /// Number of faces.
        faces: u32,
        /// Lists of the neighbours of each vertex: list k goes from topology[index + k] to topology[index + k + 1].
        neighbors: u32,
        /// Lists of the faces around each vertex.
        vertex_faces: u32,
        /// Lists of the vertices around each face.
        face_loops: u32,
        /// Vertices from which climbs start.
        seeds: u32,
        /// Bounding radius.
        radius: f32,
        /// Inverse mass.
        inverse_mass: f32,
        /// Sphere (0, 0, 0, radius); ellipsoid, superquadric (a, b, c, 0); capsule (0, 0, half height, radius); cylinder
        /// (radius, radius, half height, 0); half-space (unit outward normal, height).
        size: [f32; 4],
        /// Of a superquadric: n1, n2, 1 / (n1 - 1), 1 / (n2 - 1).
        exponents: [f32; 4],
        /// Largest principal moment over each; inverse of the largest.
        moments: [f32; 4],
        /// Middle of the box; radius of its ball.
        box_center: [f32; 4],
        /// Turn of the box.
        box_turn: [f32; 4],
        /// Half lengths of the box; volume.
        box_half: [f32; 4],
        /// How far turns move the surface.
        levers: [f32; 3],
        /// 1 for a body that is as hard to turn about every axis.
        is_isotropic: u32,
        /// Radius of the largest ball about the origin that is inside.
        half_thickness: f32,
        /// First edge in the geometry, of a polyhedron with few corners.
        first_edge: u32,
        /// Number of its edges.
        edges: u32,
        /// Radius by which contacts of elastic solids go.
        contact_radius: f32,
    }

    /// What bounds a kind in its own frame.
    struct Outline as "Outline" {
        /// Middle of the box.
        center: [f32; 3],
        /// Size level.
        level: u32,
        /// Turn of the box.
        turn: [f32; 4],
        /// Half lengths of the box.
        half: [f32; 3],
        /// Radius of the ball about the middle.
        ball: f32,
        /// How far turns move the surface.
        levers: [f32; 3],
        /// Bounding radius about the origin.
        reach: f32,
    }

    /// What bounds a body in the world, grown by half the skin.
    struct GpuBounds as "Bounds" {
        /// Upper words of the middle.
        high: [i32; 3],
        /// Size level.
        level: u32,
        /// Lower words of the middle.
        low: [u32; 3],
        /// Those of the pose, and whether the ball lies in the box.
        flags: u32,
        /// From the axes of the box to the world.
        turn: [f32; 4],
        /// Half lengths of the box.
        half: [f32; 3],
        /// Radius of the ball about the middle.
        ball: f32,
        /// Half lengths along the axes of the world, with slack.
        upright: [f32; 3],
        /// Fills up to 80 bytes.
        pad: f32,
    }

    /// What kernels are told of a page.
    struct GpuPage as "Page" {
        /// Its first pair.
        first: u32,
        /// Its pairs.
        count: u32,
        /// 1 for the last page.
        is_last: u32,
        /// Which page it is, from 0.
        number: u32,
    }

    /// What is scanned.
    struct ScanShape as "ScanShape" {
        /// Elements.
        length: u32,
        /// Blocks of them.
        blocks: u32,
        /// Fills up to 16 bytes.
        pad: [u32; 2],
    }

    /// A pair that touches, that a search has to look at, or that has a history to end: what the narrow phase has found of it.
    struct GpuContact as "Contact" {
        /// Unit normal from A to B, in the world.
        normal: [f32; 3],
        /// Overlap; minus the gap, or a bound of it, for bodies apart.
        overlap: f32,
        /// Contact point from A's centre, in the axes of the world.
        arm: [f32; 3],
        /// Root mean square size of the patch.
        patch_size: f32,
        /// A and B.
        bodies: [u32; 2],
        /// Number of the pair.
        pair: u32,
        /// Bits of the outcome, the kind of contact, and how often searches have gone on.
        code: u32,
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
    }

    /// A surface in one step of a batch. The array has those of step 0 in their order, then those of
    /// step 1, and so on; a step's are where [`crate::walls::Surface::at`] sets them at its end.
    struct GpuSurface as "Surface" {
        /// Where its frame is.
        origin: Fixed3,
        /// What x, y and z of the world are in its frame.
        columns: [Fixed3; 3],
        /// From its frame to the world, (x, y, z, w).
        turn: [f32; 4],
        /// Velocity of the wall's point `center`.
        velocity: [f32; 3],
        /// `PLANE`, `REVOLVED` or `ROD`.
        form: u32,
        /// Angular velocity of the wall.
        angular_velocity: [f32; 3],
        /// Its material.
        material: u32,
        /// A point of the wall, or moving with it.
        center: Fixed3,
        /// Cosine and sine of the angle between side and axis.
        side: Fixed3,
        /// Radius at the base and at the top, and height.
        extent: Fixed3,
        /// Bits `HAS_ENDS`, `LOWER_RIM`, `UPPER_RIM`.
        ends: u32,
        /// Fills up to 16 bytes.
        pad: [u32; 3],
    }

    /// A contact of a grain with a surface.
    struct GpuWallContact as "WallContact" {
        /// Unit normal from the grain into the wall, in the world.
        normal: [f32; 3],
        /// Overlap.
        overlap: f32,
        /// Contact point from the grain's centre, in the axes of the world, halfway between grain and wall.
        arm: [f32; 3],
        /// Root mean square size of the patch.
        patch_size: f32,
        /// Where around the axis of a tube or cone it is, in the surface's frame, from 0 to a full turn.
        azimuth: f32,
        /// Bits `TOUCHING` and `UNCONVERGED`.
        code: u32,
        /// Of what contacts beside it share: the part that is taken off this one, see [`crate::force::Shared`].
        shared_part: f32,
        /// How deep that is.
        shared_depth: f32,
    }

    /// A grain near a surface, with its contacts by slot.
    struct GpuWallLink as "WallLink" {
        /// Grain.
        body: u32,
        /// Surface.
        surface: u32,
        /// Which link it was before the last rebuild, or `NO_LINK`.
        from_link: u32,
        /// Bit k: slot k holds a contact.
        slots: u32,
        /// The slots.
        contacts: [GpuWallContact; MAX_CONTACTS],
    }

    /// Sums over a block of bodies and contacts.
    struct GpuSums as "Sums" {
        /// Energy of translation.
        translation: f32,
        /// Of rotation.
        rotation: f32,
        /// Of height.
        gravity: f32,
        /// Of overlaps.
        elastic: f32,
        /// Of tangential springs.
        tangential: f32,
        /// Energy errors still to be taken back.
        uncorrected: f32,
        /// Contacts between bodies.
        contacts: u32,
        /// Contacts with walls.
        wall_contacts: u32,
        /// Contacts that are only bounded.
        unconverged: u32,
        /// What half kicks have lent to the motion.
        half_kicks: f32,
    }
}
