//! Kernel sources, put together from shared parts.

use super::schema;

/// The source of one kernel: parts that are concatenated, the pass's own file last.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The pass: also the label on the device, and the stem of the file.
    pub name: &'static str,
    /// The parts.
    pub parts: &'static [&'static str],
    /// Bits of the families of shapes that it is given, of those that a scene has.
    pub families: u32,
}

// Shared parts by themselves, for tests of what is in them.

/// Numbers with the precision of f32: sine, power and the like, where what devices offer is too coarse.
pub const MATH: &str = include_str!("../../shaders/shared/math.wgsl");
/// 64-bit fixed point.
pub const FIXED: &str = include_str!("../../shaders/shared/fixed.wgsl");
/// Quaternions, and where bodies are.
pub const POSE: &str = include_str!("../../shaders/shared/pose.wgsl");
/// Shapes and their support points.
pub const SHAPES: &str = include_str!("../../shaders/shared/shapes.wgsl");

/// How far figures in a plane spread.
pub const SPREAD: &str = include_str!("../../shaders/shared/spread.wgsl");
/// Curvatures of shapes.
pub const CURVATURE: &str = include_str!("../../shaders/shared/curvature.wgsl");
/// Convex figures in a plane.
pub const FIGURES: &str = include_str!("../../shaders/shared/figures.wgsl");
/// What of a shape lies close to its support plane.
pub const FEATURES: &str = include_str!("../../shaders/shared/features.wgsl");
/// Lists of corners of polyhedra with any number of vertices.
pub const NEAR_MANY: &str = include_str!("../../shaders/shared/near_many.wgsl");
/// The bands over which features fade.
pub const BANDS: &str = include_str!("../../shaders/shared/bands.wgsl");
/// Patches of shapes on planes.
pub const PATCHES: &str = include_str!("../../shaders/shared/patches.wgsl");
/// The middle of what two figures share.
pub const OVERLAPS: &str = include_str!("../../shaders/shared/overlaps.wgsl");
/// The same for discs.
pub const DISCS: &str = include_str!("../../shaders/shared/discs.wgsl");

/// The bit of spheres.
pub const BALLS: u32 = 1;
/// The bit of polyhedra.
pub const POLYHEDRA: u32 = 1 << 5;
/// Bits of all families of shapes.
pub const ALL_FAMILIES: u32 = 0x7f;

/// Invocations that share a contact in the kernel `patch`: its workgroups have up to 16 contacts, for which there is memory that they
/// share on every device.
pub const fn patch_lanes(workgroup: u32) -> u32 {
    if workgroup > 64 { workgroup / 16 } else { 4 }
}

/// The bit of forces that are not linear in the overlap.
pub const NONLINEAR: u32 = 1;
/// The bit of stiffnesses that go by the radii of the bodies.
pub const BY_RADIUS: u32 = 1 << 1;
/// The bit of resistance to rolling and twisting.
pub const ROLLS: u32 = 1 << 2;
/// The bit of bodies that pull at each other.
pub const COHESIVE: u32 = 1 << 3;
/// The bit of springs and dashpots that are there for comparison with other codes.
pub const OF_OTHER_CODES: u32 = 1 << 4;
/// The bit of stiffnesses that go by the curvature of the surfaces where bodies touch. Balls have one everywhere.
pub const BY_CURVATURE: u32 = 1 << 5;
/// Bits of all that contact laws may be.
pub const ALL_LAWS: u32 = NONLINEAR | BY_RADIUS | ROLLS | COHESIVE | OF_OTHER_CODES | BY_CURVATURE;

/// What the kernels of a scene are compiled for: what it has not is left out by the compiler, and costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Bits of the families of shapes, by the numbers of [`super::shapes::GpuKind::family`].
    pub families: u32,
    /// Bits of what its contact laws are.
    pub laws: u32,
}

impl Needs {
    /// All that there is.
    pub const ALL: Self = Self { families: ALL_FAMILIES, laws: ALL_LAWS };
}

impl Source {
    /// A kernel for all shapes, of these parts.
    pub const fn new(name: &'static str, parts: &'static [&'static str]) -> Self {
        Self { name, parts, families: ALL_FAMILIES }
    }

    /// The same kernel, which is given shapes of some families alone.
    pub const fn of(self, families: u32) -> Self {
        Self { families, ..self }
    }

    /// The whole text, for workgroups of `workgroup` invocations and shapes of all families.
    pub fn text(&self, workgroup: u32) -> String {
        self.text_for(workgroup, Needs::ALL)
    }

    /// The same for shapes of some families and some laws: what only others need is left out by the compiler. (Software Vulkan
    /// walks through all branches of a kernel, taken or not.)
    pub fn text_for(&self, workgroup: u32, Needs { families, laws }: Needs) -> String {
        let families = if families & self.families == 0 { self.families } else { families & self.families };
        let only = if families.is_power_of_two() { families.trailing_zeros() } else { u32::MAX };
        let mut text = format!(
            "const WORKGROUP: u32 = {workgroup}u;\nconst FAMILIES: u32 = {families}u;\n\
             const ONLY_FAMILY: u32 = {only}u;\nconst BALLS_ONLY: bool = {};\nconst PATCH_LANES: u32 = {}u;\n\
             const LINEAR_ONLY: bool = {};\nconst BY_RADIUS: bool = {};\nconst ROLLS: bool = {};\n\
             const COHESIVE: bool = {};\nconst OF_OTHER_CODES: bool = {};\nconst BY_CURVATURE: bool = {};\n{}",
            families == BALLS,
            patch_lanes(workgroup),
            laws & NONLINEAR == 0,
            laws & BY_RADIUS != 0,
            laws & ROLLS != 0,
            laws & COHESIVE != 0,
            laws & OF_OTHER_CODES != 0,
            laws & BY_CURVATURE != 0 && families != BALLS,
            schema::prelude()
        );
        for part in self.parts {
            text.push_str(part);
            text.push('\n');
        }
        text
    }
}
