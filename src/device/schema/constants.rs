//! Constants that kernels and host share. Those of the physics are declared where the CPU uses them, and named here; those of the
//! device alone are declared here.

use super::control::capitals;
use crate::device::fixed::{MOTION_BITS, POSITION_BITS, TURN_BITS};
use crate::narrow::Kind;
use crate::{broad, force, geometry, narrow, walls};

macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: u32 = $value;)*

        /// Name and value of each of them.
        const FLAGS: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

flags! {
    /// The body does not move: `flags` of a pose.
    FIXED_BODY = 1;

    /// Families of shapes.
    SPHERE = 0;
    /// See [`SPHERE`].
    ELLIPSOID = 1;
    /// See [`SPHERE`].
    CAPSULE = 2;
    /// See [`SPHERE`].
    CYLINDER = 3;
    /// See [`SPHERE`].
    SUPERQUADRIC = 4;
    /// See [`SPHERE`].
    POLYHEDRON = 5;
    /// See [`SPHERE`].
    HALFSPACE = 6;

    /// The bodies overlap: the fields of the contact are complete.
    TOUCHING = 1;
    /// The answer is only bounded.
    UNCONVERGED = 2;
    /// Another direction is as good.
    NOT_UNIQUE = 4;
    /// The overlap is still to be found, by `penetrate`.
    OVERLAP_PENDING = 8;
    /// No search has looked at the pair yet: left to `separate`.
    SEARCH_PENDING = 16;
    /// The contact point is known: nothing for `patch`.
    POINT_KNOWN = 32;
    /// The kind of contact, a number from 0 in the order of [`Kind`], in the byte from this bit on.
    KIND_SHIFT = 8;
    /// Simplex updates of GJK, in the byte from this bit on; expansions of EPA in the next one.
    ITERATIONS_SHIFT = 16;

    /// The contact touches: `flags` of its history.
    HISTORY_TOUCHING = 1;
    /// It has ended in the last step.
    HISTORY_ENDED = 2;
    /// It is only bounded.
    HISTORY_UNCONVERGED = 4;
    /// The bodies have come apart, and the force of the last step is the one that takes the energy error back; the spring is what
    /// the contact took over of the energy errors of A and B.
    HISTORY_PARTING = 8;
    /// The contact is over, and has left what remains of its energy error to its bodies.
    HISTORY_LEFT = 16;

    /// The stiffness is that of R* = 1 and grows with the root of R*: `bits` of a law.
    LAW_BY_RADIUS = 1;
    /// The tangential spring keeps its elongation, not its force, while the load changes.
    LAW_KEEPS_ELONGATION = 2;
    /// It keeps its force even if the contact is too small for it.
    LAW_ADDS_INCREMENTS = 256;
    /// Dashpots may pull, and Coulomb's limit is that of the spring along the normal.
    LAW_PULLS = 512;
    /// Spring and dashpot across the normal then slip together.
    LAW_SLIPS_TOGETHER = 1024;
    /// It goes by the curvature of the surfaces where they touch.
    LAW_BY_CURVATURE = 64;
    /// The bodies pull at each other across gaps, without having touched: DMT.
    LAW_FADES = 4;
    /// They stick by necks: JKR.
    LAW_NECKS = 8;
    /// They are held by liquid bridges.
    LAW_BRIDGES = 16;
    /// The pull is that of R* = 1 and grows with R*.
    LAW_PULL_BY_RADIUS = 32;

    /// A plane; its normal into the free side is the z of its frame.
    PLANE = 0;
    /// The inside of a tube or cone about z.
    REVOLVED = 1;
    /// The outside of a cylinder about z.
    ROD = 2;
    /// The surface has ends.
    HAS_ENDS = 1;
    /// It has an edge at its lower end.
    LOWER_RIM = 2;
    /// It has an edge at its upper end.
    UPPER_RIM = 4;
    /// The former number of a link with a wall that is new.
    NO_LINK = u32::MAX;
    /// The place in the old list of a pair that was not in it.
    NOT_IN_OLD_LIST = u32::MAX;

    /// Corners of a polyhedron of which all edges are tried against each other, and whose contact points are found with lists in
    /// registers.
    FEW_CORNERS = 16;
    /// Rows of the geometry that an edge of such a polyhedron takes: a point, the unit vector along it, and the normals of the faces
    /// to its left and right.
    EDGE_ROWS = 4;
    /// Invocations that share a pair of them.
    LANES = 8;

    /// Numbers that one invocation of a scan takes.
    SCAN_ITEMS = 16;
    /// Bodies and contacts of a block of sums.
    SUMS_BLOCK = 64;
    /// Words of what flows at the contacts of a workgroup: numbers in fixed point, two words each, lower first, and a count. Heat
    /// of damping.
    HEAT_OF_DAMPING = 0;
    /// Heat of friction.
    HEAT_OF_FRICTION = 2;
    /// Work of walls that move.
    WORK_OF_WALLS = 4;
    /// Work of patches.
    WORK_OF_PATCHES = 6;
    /// Heat of rolling and twisting.
    HEAT_OF_ROLLING = 8;
    /// Contacts that have ended.
    CONTACTS_ENDED = 10;
    /// All of them.
    FLOW_WORDS = 11;
    /// Words of what drag takes from a workgroup of bodies: a number in fixed point, a count, and one to fill up.
    DRAG_WORDS = 4;
    /// Workgroups in a row of a dispatch that has several: fixed, so that kernels need not be told. Every device allows 65,535 of
    /// them, and as many rows; fewer leave fewer idle workgroups in the last row.
    GROUPS_IN_ROW = 8_192;
}

/// All bits of histories.
pub const HISTORY_BITS: u32 = HISTORY_TOUCHING | HISTORY_ENDED | HISTORY_UNCONVERGED | HISTORY_PARTING | HISTORY_LEFT;

/// Whole numbers of the physics.
const WHOLE: &[(&str, u32)] = &[
    ("MAX_CONTACTS", walls::MAX_CONTACTS as u32),
    ("NO_VERTEX", narrow::pair::NO_VERTEX),
    ("SCAN_LIMIT", geometry::polyhedron::SCAN_LIMIT as u32),
    ("SEED_CELLS", geometry::polyhedron::SEED_CELLS as u32),
    ("BLOCK_BITS", broad::BLOCK_BITS),
    ("STARTS", walls::STARTS),
];

/// Numbers of the physics that do not depend on the precision.
const REAL: &[(&str, f64)] = &[
    ("MOST_CHANGED", force::MOST_CHANGED),
    ("AT_REST", force::AT_REST),
    ("MOST_CORRECTED", force::MOST_CORRECTED),
    ("MOST_DAMPED", force::MOST_DAMPED),
    ("MOST_DAMPED_ACROSS", force::MOST_DAMPED_ACROSS),
    ("LEAST_GAIN", force::LEAST_GAIN),
    ("ROCKING", force::ROCKING),
    ("LIFT_OFF", force::LIFT_OFF),
    ("ROLLING_STIFFNESS", force::ROLLING_STIFFNESS),
    ("LEAST_STIFFNESS", force::LEAST_STIFFNESS),
    ("BRIDGE_LINEAR", force::BRIDGE_LINEAR),
    ("BRIDGE_SQUARE", force::BRIDGE_SQUARE),
    ("NO_RANGE", force::NO_RANGE),
    ("SHARPEST", geometry::curvature::SHARPEST),
    ("FLATTEST", geometry::curvature::FLATTEST),
    ("SEAM", geometry::curvature::SEAM),
    ("BESIDE_AXIS", geometry::curvature::BESIDE_AXIS),
    ("ALONG_AXIS", geometry::curvature::ALONG_AXIS),
    ("SMALL", walls::SMALL),
    ("SAME_END", walls::SAME_END),
    ("MIN_CUT", walls::MIN_CUT),
    ("MAX_GAIN", walls::MAX_GAIN),
];

/// Scales of fixed point: what one unit of the last place is, and its inverse.
const SCALES: [(&str, i32); 3] = [("POSITION", POSITION_BITS), ("MOTION", MOTION_BITS), ("TURN", TURN_BITS)];

/// All of them as text for kernels.
pub fn wgsl() -> String {
    let kinds = Kind::ALL.iter().map(|kind| (capitals(&format!("{kind:?}")), *kind as u32));
    let whole = FLAGS.iter().chain(WHOLE).map(|(name, value)| (name.to_string(), *value)).chain(kinds);
    let whole = whole.map(|(name, value)| format!("const {name}: u32 = {value}u;\n"));
    let scales = SCALES.iter().flat_map(|(name, bits)| {
        let unit = f64::from(-bits).exp2();
        [(format!("{name}_UNIT"), unit), (format!("{name}_PER_UNIT"), unit.recip())]
    });
    let real = REAL.iter().map(|(name, value)| (name.to_string(), *value)).chain(scales);
    // The shortest digits that give the same float again.
    let real = real.map(|(name, value)| format!("const {name}: f32 = {:?}f;\n", value as f32));
    whole.chain(real).collect()
}
