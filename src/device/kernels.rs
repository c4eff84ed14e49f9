//! Every kernel, registered once: its name and the files that make it up, in about the order of a step.
//!
//! A kernel is the concatenation of WGSL files under `shaders/`, shared ones first; a text in parentheses is a line of WGSL that
//! tells two kernels of one file apart. What a kernel has after `of` are the only families of shapes that it is ever given.

use super::schema::constants::LANES;
use super::shader::{POLYHEDRA, Source, patch_lanes};

macro_rules! part {
    (($line:literal)) => {
        $line
    };
    ($file:literal) => {
        include_str!(concat!("../../shaders/", $file, ".wgsl"))
    };
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $id:ident: $name:literal $(of $families:ident)? [$($part:tt),* $(,)?];)*) => {
        $($(#[$doc])* pub const $id: Source = Source::new($name, &[$(part!($part)),*])$(.of($families))?;)*

        /// All of them.
        pub const ALL: &[Source] = &[$($id),*];
    };
}

kernels! {
    /// Places for new grains: whether a pose is free; one invocation per pose.
    INSERT: "insert" ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/pair", "shared/simplex", "engine/insert"];
    /// What slows bodies down, and a speed limit; one invocation per body.
    DRAG: "drag" ["shared/words", "shared/math", "shared/fixed", "shared/pose", "shared/kinds", "shared/packed_motion", "motion/drag"];
    /// Half a kick and a step of free motion; one invocation per body.
    DRIFT: "drift" ["shared/math", "shared/fixed", "shared/pose", "shared/kinds", "shared/packed_motion", "motion/drift", "shared/motion"];
    /// Whether a body may have left its box; one invocation per body.
    DISPLACEMENT: "displacement" ["shared/math", "shared/fixed", "shared/pose", "shared/boxes", "broad/displacement"];
    /// How many workgroups the passes of a rebuild get, at its start.
    SCHEDULE_REBUILD: "schedule_rebuild" [("const PHASE: u32 = REBUILD_BEGINS;"), "shared/arguments", "engine/schedule"];
    /// The same, with entries counted.
    SCHEDULE_ENTRIES: "schedule_entries" [("const PHASE: u32 = ENTRIES_COUNTED;"), "shared/arguments", "engine/schedule"];
    /// The same, with pairs counted.
    SCHEDULE_PAIRS: "schedule_pairs" [("const PHASE: u32 = PAIRS_COUNTED;"), "shared/arguments", "engine/schedule"];
    /// Counters to zero, and the list of pairs so far put aside.
    PREPARE: "prepare" ["shared/fixed", "broad/prepare"];
    /// Oriented boxes in the world; one invocation per body.
    BOUNDS: "bounds" ["shared/math", "shared/fixed", "shared/pose", "shared/boxes", "broad/bounds"];
    /// Bodies with the places of their cells, and how many bodies each place has.
    CELL_COUNT: "cell_count" ["shared/fixed", "shared/pose", "shared/boxes", "shared/cells", "broad/cell_count"];
    /// Bodies filed under their places.
    CELL_WRITE: "cell_write" ["shared/fixed", "broad/cell_write"];
    /// Pairs found, in any order.
    PAIR_COUNT: "pair_count" ["shared/fixed", "shared/pose", "shared/boxes", "shared/cells", "broad/pair_count"];
    /// Partners counted by buckets of each body, in which they are sorted.
    PAIR_BUCKET: "pair_bucket" ["shared/fixed", "shared/partners", "broad/pair_bucket"];
    /// Partners filed in their buckets.
    PAIR_FILE: "pair_file" ["shared/fixed", "shared/partners", "broad/pair_file"];
    /// The list of pairs, ascending.
    PAIR_WRITE: "pair_write" ["shared/fixed", "shared/partners", "broad/pair_write"];
    /// Where in the old list each pair was.
    PAIR_REMAP: "pair_remap" ["shared/fixed", "broad/pair_remap"];
    /// The sum of each block of an array.
    SCAN_BLOCKS: "scan_blocks" ["shared/scan", "broad/scan_blocks"];
    /// The sums of blocks, summed up.
    SCAN_SUMS: "scan_sums" ["shared/scan", "broad/scan_sums"];
    /// Each element with the sum of all before it.
    SCAN_WRITE: "scan_write" ["shared/scan", "broad/scan_write"];
    /// Records of pairs put aside, before `remap` moves them.
    REMAP_KEEP: "remap_keep" ["shared/fixed", "shared/page", "broad/remap_keep"];
    /// Records of pairs brought to the new list.
    REMAP: "remap" ["shared/fixed", "shared/page", "broad/remap"];
    /// How many workgroups the passes ahead need.
    SCHEDULE: "schedule" [("const PHASE: u32 = NO_PHASE;"), "shared/arguments", "engine/schedule"];
    /// How many workgroups the kernels over lists of contacts need; one workgroup per page of pairs.
    SCHEDULE_LISTS: "schedule_lists" ["shared/words", "shared/contact_list", "shared/arguments", "engine/schedule_lists"];
    /// Counts the surfaces near each body; one invocation per body.
    LINKS_COUNT: "links_count" ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/wide", "shared/walls", ("const WRITES: bool = false;"), "walls/links", "walls/bounds"];
    /// Writes the list of links, when the counts have been summed up; one invocation per body.
    LINKS_WRITE: "links_write" ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/wide", "shared/walls", ("const WRITES: bool = true;"), "walls/links", "walls/bounds"];
    /// Brings contacts of the old list to the new one; one invocation per link.
    REMAP_LINKS: "remap_links" ["shared/fixed", "shared/pose", "shared/wide", "shared/walls", ("const SETTLES: bool = false;"), "walls/remap"];
    /// Puts the new list in the place of the old one; one invocation per link.
    SETTLE_LINKS: "settle_links" ["shared/fixed", "shared/pose", "shared/wide", "shared/walls", ("const SETTLES: bool = true;"), "walls/remap"];
    /// Puts the histories of the old list aside; one invocation per old link.
    KEEP_WALL_HISTORY: "keep_history" ["shared/math", "shared/fixed", "shared/pose", "shared/wide", "shared/walls", "shared/cohesion", "force/spread", "shared/law", ("const KEEPS: bool = true;"), "walls/remap_history"];
    /// Brings them to the new list; one invocation per new link.
    REMAP_WALL_HISTORY: "remap_history" ["shared/math", "shared/fixed", "shared/pose", "shared/wide", "shared/walls", "shared/cohesion", "force/spread", "shared/law", ("const KEEPS: bool = false;"), "walls/remap_history"];
    /// Pairs in closed form, and pairs that the direction of the last step settles without a search; one invocation per pair.
    CACHED_NORMAL: "cached_normal" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/pair", "shared/normals", "shared/closed", "narrow/cached_normal"];
    /// Pairs of polyhedra with few corners that [`CACHED_NORMAL`] has left; LANES invocations per pair.
    SEPARATING_AXES: "separating_axes" of POLYHEDRA ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/pair", "shared/normals", "shared/closed", "narrow/separating_axes"];
    /// All other pairs that it has left: proven apart, or left to [`PENETRATE`].
    SEPARATE: "separate" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/pair", "shared/simplex", "shared/normals", "shared/closed", "narrow/separate"];
    /// Overlap and normal of pairs that are not proven apart.
    PENETRATE: "penetrate" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/pair", "shared/simplex", "shared/normals", "shared/closed", "shared/polytope", "shared/expand", "shared/refine_normal", "narrow/penetrate"];
    /// Contact points of polyhedra that meet with a corner or with two edges; one invocation per contact.
    TOUCH: "touch" of POLYHEDRA ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_places", "shared/near_few", "shared/features", "shared/bands", "shared/placing", "narrow/touch"];
    /// Contact points of polyhedra with few corners, in the middle of what they share; PATCH_LANES invocations per contact.
    PATCH: "patch" of POLYHEDRA ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_places", "shared/near_shared", "shared/features", "shared/around", "shared/bands", "shared/overlaps", "shared/discs", "shared/placing", "shared/meeting", "narrow/patch"];
    /// Contact points of all other pairs.
    PATCH_OTHERS: "patch_others" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_many", "shared/features", "shared/bands", "shared/overlaps", "shared/discs", "shared/placing", "shared/meeting", "narrow/patch_others"];
    /// Curvatures of surfaces where bodies touch; one invocation per contact. Only scenes whose laws go by them need it.
    CURVATURE: "curvature" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/curvature", "geometry/curvature"];
    /// Forces of contacts between bodies; one invocation per contact.
    LAW: "law" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/cohesion", "force/spread", "shared/law", "force/law", "shared/levers"];
    /// Moments against rolling and twisting; one invocation per contact.
    ROLLING: "rolling" ["shared/words", "shared/contact_list", "shared/math", "shared/fixed", "shared/pose", "shared/cohesion", "force/spread", "shared/law", "shared/rolling", "force/rolling", "shared/levers"];
    /// Lists the links of grains that may touch tubes, cones and rods. Only scenes with such walls need it, and those that follow.
    WALLS_LIST: "walls_list" ["shared/math", "shared/fixed", "shared/pose", "shared/wide", "shared/walls", "walls/bounds", "walls/meridian", "shared/walls_sight", "shared/walls_around", "shared/walls_list"];
    /// Finds the contacts of grains in tubes and cones that are clear of their ends, but for their points; one invocation per link on the list.
    TUBES: "walls_tubes" [("const FORM: u32 = REVOLVED; const AT_ENDS: bool = false;"), "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/wide", "shared/walls", "walls/bounds", "walls/meridian", "shared/walls_around", "shared/walls_grain", "shared/walls_side", "walls/climb", "walls/valley", "walls/slots", "walls/revolved", "shared/walls_search"];
    /// The same at their ends.
    RIMS: "walls_rims" [("const FORM: u32 = REVOLVED; const AT_ENDS: bool = true;"), "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_many", "shared/features", "shared/bands", "shared/overlaps", "shared/discs", "shared/wide", "shared/walls", "walls/bounds", "walls/meridian", "shared/walls_around", "shared/walls_grain", "walls/rim", "walls/touch", "shared/walls_rim", "walls/climb", "walls/valley", "walls/slots", "walls/revolved", "shared/walls_search"];
    /// The same of grains at rods.
    RODS: "walls_rods" [("const FORM: u32 = ROD; const AT_ENDS: bool = true;"), "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/wide", "shared/walls", "walls/bounds", "walls/meridian", "shared/walls_around", "shared/walls_grain", "walls/rim", "walls/slots", "shared/walls_rod", "shared/walls_search"];
    /// Contact points at ends of tubes and cones, and at rods; one invocation per link on the list.
    ENDS: "walls_ends" ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_many", "shared/features", "shared/bands", "shared/overlaps", "shared/discs", "shared/wide", "shared/walls", "walls/bounds", "walls/meridian", "shared/walls_sight", "shared/walls_around", "shared/walls_grain", "walls/touch", "shared/walls_ends"];
    /// Finds the contacts of polyhedra with few corners with planes, and the points of those with tangent planes; one invocation per
    /// link, of whatever grain and surface.
    PLANES: "walls_planes" of POLYHEDRA ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_places", "shared/near_few", "shared/features", "shared/around", "shared/bands", "shared/patches_few", "shared/wide", "shared/walls", "walls/bounds", "shared/walls_touching", "walls/contact"];
    /// The same of all other grains.
    PLANES_OTHERS: "walls_planes_others" ["shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/spread", "shared/figures", "shared/near_many", "shared/features", "shared/bands", "shared/patches", "shared/wide", "shared/walls", "walls/bounds", "shared/walls_touching", "walls/contact"];
    /// Curvatures of grains where they touch walls; one invocation per link.
    WALL_CURVATURE: "wall_curvature" ["shared/words", "shared/math", "shared/fixed", "shared/pose", "shared/shapes", "shared/curvature", "walls/curvature"];
    /// Forces of contacts with walls; one invocation per link.
    WALL_CONTACTS: "wall_contacts" ["shared/math", "shared/fixed", "shared/pose", "shared/wide", "shared/walls", "shared/cohesion", "force/spread", "shared/law", "shared/rolling", "engine/wall_contacts", "shared/levers"];
    /// Sums of the contacts of each body.
    GATHER: "gather" ["shared/words", "shared/math", "shared/fixed", "shared/cohesion", "force/spread", "shared/law", "shared/page", "force/gather"];
    /// Half a kick; one invocation per body.
    KICK: "kick" ["shared/math", "shared/fixed", "shared/pose", "shared/kinds", "shared/packed_motion", "motion/kick", "shared/motion"];
    /// The end of a step: counters forward.
    ADVANCE: "advance" ["shared/contact_list", "engine/advance"];
    /// Sums of energies, by blocks.
    ENERGY_SUMS: "energy_sums" ["shared/words", "shared/math", "shared/fixed", "shared/pose", "shared/packed_motion", "shared/cohesion", "force/spread", "shared/law", "shared/page", "engine/energy_sums"];
}

/// Invocations that a kernel over a list of contacts has for each.
pub fn lanes_of(source: &Source, workgroup: u32) -> u32 {
    match source.name {
        name if name == SEPARATING_AXES.name => LANES,
        name if name == PATCH.name => patch_lanes(workgroup),
        _ => 1,
    }
}
