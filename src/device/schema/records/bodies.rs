//! Bodies: what they are, where they are and how they move; what bounds them; parameters and sums of a run.

use crate::device::schema::{Record, shared_records};

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
        /// Work of the first half kick's torque on the turning that contacts do not book, until `gather` counts it.
        turn_work: f32,
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
        /// Speed to which the next step cuts those of bodies; 0 where there is no limit.
        speed_limit: f32,
        /// Fills up to 16 bytes.
        pad: u32,
    }

    /// What slows bodies down beside their contacts; what is a rate is a share of a step.
    struct GpuDrag as "Drag" {
        /// Velocity of the fluid, fixed.
        fluid_velocity: Fixed3,
        /// Rates of velocity and of angular momentum, whatever the body.
        rates: [f32; 2],
        /// Force over radius and velocity, torque over the cube of the radius and spin.
        viscous: [f32; 2],
        /// Force over the squares of radius and velocity.
        quadratic: f32,
        /// Largest speed.
        speed_limit: f32,
        /// Speeds above this are cut to it.
        cut_above: f32,
        /// Fills up to 16 bytes.
        pad: u32,
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
        /// Of the springs of rolling and twisting.
        rolling: f32,
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
