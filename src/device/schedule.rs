//! The device step as data: every dispatch with its pass, its kernel, how many invocations it has and what scenes need it.
//!
//! Compiling, binding, recording, counting and timing go by these lists (`program.rs`). What arrays a kernel has, it declares itself;
//! they are bound by name. How many workgroups a dispatch gets is either known to the host, or is in a slot of the one array
//! `arguments`, which the kernel `schedule` writes from the counts of the control block.

use super::kernels::{self as kernel};
use super::shader::Source;
use crate::engine::{PassId, When};

macro_rules! slots {
    ($($(#[$doc:meta])* $slot:ident,)*) => {
        /// Places in the array `arguments`: three numbers of workgroups each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Slot {
            $($(#[$doc])* $slot,)*
        }

        impl Slot {
            /// All of them, in order.
            const ALL: &[Self] = &[$(Self::$slot),*];
        }
    };
}

slots! {
    /// One invocation per link of a body with a wall.
    WallLinks,
    /// One per link of a grain in a tube or cone, clear of its ends.
    ToTubes,
    /// One per link of a grain at an end of a tube or cone, or at a rod.
    ToEnds,
    /// One workgroup, when the list of pairs is made anew, as all that follow.
    OneAnew,
    /// One invocation per body.
    BodiesAnew,
    /// One per body and one more.
    BodiesAndOneAnew,
    /// One per element of the largest array that is cleared or copied.
    Prepare,
    /// One per (body, cell) entry.
    Entries,
    /// One per body of each pair of the new list.
    Links,
    /// One per pair of the new list.
    PairsAnew,
    /// One workgroup per block of the scan over places.
    PlaceBlocks,
    /// The same over starts of links.
    LinkBlocks,
    /// The same over buckets.
    BucketBlocks,
    /// The same over links with walls.
    WallBlocks,
    /// One invocation per link with a wall, old or new.
    WallLinksAnew,
}

/// The slots of a page of pairs, behind all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum PageSlot {
    /// Its pairs in this step.
    OfStep,
    /// Its pairs in the list before, when the list is made anew.
    OfOldList,
    /// Its pairs in the new list, when it is made anew.
    OfNewList,
    /// Its contacts that a search has to look at.
    ToSeparate,
    /// The same, several for each.
    ToSeparateInLanes,
    /// Those whose overlap is to be found.
    ToPenetrate,
    /// Those that need a contact point.
    ToPatch,
    /// The same, several for each.
    ToPatchInLanes,
}

/// Slots of a page.
const SLOTS_OF_A_PAGE: u32 = 8;
/// Bytes of a slot.
const SLOT_BYTES: u64 = 16;

impl Slot {
    /// Where its arguments are [bytes].
    pub fn offset(self) -> u64 {
        SLOT_BYTES * u64::from(self as u32)
    }

    /// Slots for so many pages.
    pub fn count(pages: usize) -> usize {
        Self::ALL.len() + SLOTS_OF_A_PAGE as usize * pages
    }
}

impl PageSlot {
    /// Where the arguments of a page are [bytes].
    pub fn offset(self, page: usize) -> u64 {
        let behind = Slot::ALL.len() as u64 + u64::from(SLOTS_OF_A_PAGE) * page as u64;
        SLOT_BYTES * (behind + u64::from(self as u32))
    }
}

/// When `schedule` runs: a phase of a rebuild, or none.
const PHASES: [&str; 4] = ["REBUILD_BEGINS", "ENTRIES_COUNTED", "PAIRS_COUNTED", "NO_PHASE"];

/// Slots and phases as text for kernels.
pub fn wgsl() -> String {
    let slots =
        Slot::ALL.iter().map(|slot| (format!("SLOT_{}", super::schema::capitals(&format!("{slot:?}"))), *slot as u32));
    let pages = [
        ("SLOT_PAGES", Slot::ALL.len() as u32),
        ("SLOTS_OF_A_PAGE", SLOTS_OF_A_PAGE),
        ("PAGE_OF_STEP", PageSlot::OfStep as u32),
        ("PAGE_OF_OLD_LIST", PageSlot::OfOldList as u32),
        ("PAGE_OF_NEW_LIST", PageSlot::OfNewList as u32),
        ("PAGE_TO_SEPARATE", PageSlot::ToSeparate as u32),
        ("PAGE_TO_SEPARATE_IN_LANES", PageSlot::ToSeparateInLanes as u32),
        ("PAGE_TO_PENETRATE", PageSlot::ToPenetrate as u32),
        ("PAGE_TO_PATCH", PageSlot::ToPatch as u32),
        ("PAGE_TO_PATCH_IN_LANES", PageSlot::ToPatchInLanes as u32),
    ];
    let pages = pages.into_iter().chain(PHASES.into_iter().zip(0..)).map(|(name, value)| (name.to_string(), value));
    slots.chain(pages).map(|(name, value)| format!("const {name}: u32 = {value}u;\n")).collect()
}

/// What is dispatched.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// A kernel.
    Kernel(&'static Source),
    /// The scan over an array: three kernels.
    Scan(&'static str),
    /// Records of pairs that follow their pairs to the new list: two kernels for each page, of which the second comes once for
    /// each page that a pair may have been in.
    Remap(&'static str),
}

/// How many invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocations {
    /// One for each body.
    Bodies,
    /// One for each body, for each page of pairs by itself.
    BodiesOfEachPage,
    /// As many as the device has counted.
    Counted(Slot),
    /// As many as the device has counted for each page, page by page.
    CountedOfEachPage(PageSlot),
    /// One for each pair of a page, page by page. Kernels over contacts have as many, of which those behind the last contact end
    /// at once: that is cheaper than a dispatch that counts.
    EachPage,
    /// One workgroup.
    One,
    /// One workgroup for each page.
    OneOfEachPage,
}

/// What of a scene a dispatch is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Every scene has it.
    Always,
    /// Drag, or a speed limit.
    Drag,
    /// Shapes that are not spheres: of spheres, the closed form knows all contacts with their points.
    OtherShapes,
    /// Polyhedra with few corners.
    FewCorners,
    /// Shapes that are not spheres, and not polyhedra with few corners.
    OtherCorners,
    /// The same, and polyhedra with few corners that pull at each other across gaps.
    Searches,
    /// Walls.
    Walls,
    /// Walls, and polyhedra with few corners.
    FewAtWalls,
    /// Walls, and other shapes than these.
    OthersAtWalls,
    /// Tubes and cones.
    Tubes,
    /// Rods.
    Rods,
    /// Tubes, cones or rods: most scenes have none.
    RoundWalls,
    /// Resistance to rolling or twisting.
    Rolling,
    /// Stiffness by the curvature of surfaces.
    Curvature,
    /// The same, and walls.
    CurvatureAtWalls,
}

/// A dispatch of the step.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch {
    /// The pass that it belongs to.
    pub pass: PassId,
    /// What is run.
    pub work: Work,
    /// How often.
    pub count: Invocations,
    /// In which scenes.
    pub need: Need,
}

const fn run(pass: PassId, source: &'static Source, count: Invocations) -> Dispatch {
    Dispatch { pass, work: Work::Kernel(source), count, need: Need::Always }
}

const fn for_need(need: Need, dispatch: Dispatch) -> Dispatch {
    Dispatch { need, ..dispatch }
}

const fn scan(pass: PassId, array: &'static str, blocks: Slot) -> Dispatch {
    Dispatch { pass, work: Work::Scan(array), count: Invocations::Counted(blocks), need: Need::Always }
}

const fn remap(array: &'static str) -> Dispatch {
    Dispatch { pass: PassId::Remap, work: Work::Remap(array), count: Invocations::EachPage, need: Need::Always }
}

use Invocations::{Bodies, BodiesOfEachPage, Counted, CountedOfEachPage, EachPage, One, OneOfEachPage};
use Need::{
    Curvature, CurvatureAtWalls, FewAtWalls, FewCorners, OtherCorners, OtherShapes, OthersAtWalls, Rods, Rolling,
    RoundWalls, Searches, Tubes, Walls,
};

/// From the start of a step to the question whether its list of pairs is out of date.
pub const MOTION: &[Dispatch] = &[
    for_need(Need::Drag, run(PassId::Drift, &kernel::DRAG, Bodies)),
    run(PassId::Drift, &kernel::DRIFT, Bodies),
    run(PassId::Displacement, &kernel::DISPLACEMENT, Bodies),
];

/// The list of pairs made anew.
pub const REBUILD: &[Dispatch] = &[
    run(PassId::Bounds, &kernel::SCHEDULE_REBUILD, One),
    run(PassId::Bounds, &kernel::PREPARE, Counted(Slot::Prepare)),
    run(PassId::Bounds, &kernel::BOUNDS, Counted(Slot::BodiesAnew)),
    run(PassId::Pairs, &kernel::CELL_COUNT, Counted(Slot::BodiesAnew)),
    run(PassId::Pairs, &kernel::SCHEDULE_ENTRIES, One),
    scan(PassId::Pairs, "places", Slot::PlaceBlocks),
    run(PassId::Pairs, &kernel::CELL_WRITE, Counted(Slot::Entries)),
    run(PassId::Pairs, &kernel::PAIR_COUNT, Counted(Slot::BodiesAnew)),
    run(PassId::Pairs, &kernel::SCHEDULE_PAIRS, One),
    scan(PassId::Pairs, "link_starts", Slot::LinkBlocks),
    run(PassId::Pairs, &kernel::PAIR_BUCKET, Counted(Slot::PairsAnew)),
    scan(PassId::Pairs, "buckets", Slot::BucketBlocks),
    run(PassId::Pairs, &kernel::PAIR_FILE, Counted(Slot::PairsAnew)),
    run(PassId::Pairs, &kernel::PAIR_WRITE, Counted(Slot::Links)),
    run(PassId::Pairs, &kernel::PAIR_REMAP, Counted(Slot::PairsAnew)),
];

/// Histories to the new list, and the list of bodies near walls.
pub const REMAP: &[Dispatch] = &[
    remap("warm"),
    remap("histories"),
    for_need(Rolling, remap("rolling")),
    run(PassId::Remap, &kernel::SCHEDULE, One),
    for_need(Walls, run(PassId::Remap, &kernel::LINKS_COUNT, Counted(Slot::BodiesAndOneAnew))),
    for_need(Walls, scan(PassId::Remap, "wall_starts", Slot::WallBlocks)),
    for_need(Walls, run(PassId::Remap, &kernel::LINKS_WRITE, Counted(Slot::BodiesAndOneAnew))),
    for_need(Walls, run(PassId::Remap, &kernel::SCHEDULE, One)),
    for_need(Walls, run(PassId::Remap, &kernel::KEEP_WALL_HISTORY, Counted(Slot::WallLinksAnew))),
    for_need(Walls, run(PassId::Remap, &kernel::REMAP_LINKS, Counted(Slot::WallLinksAnew))),
    for_need(Walls, run(PassId::Remap, &kernel::SETTLE_LINKS, Counted(Slot::WallLinksAnew))),
    for_need(Walls, run(PassId::Remap, &kernel::REMAP_WALL_HISTORY, Counted(Slot::WallLinksAnew))),
];

/// Contacts of pairs, from the direction of the last step to their forces.
pub const CONTACTS: &[Dispatch] = &[
    run(PassId::Contacts, &kernel::CACHED_NORMAL, EachPage),
    for_need(OtherShapes, run(PassId::Contacts, &kernel::SCHEDULE_LISTS, OneOfEachPage)),
    for_need(
        FewCorners,
        run(PassId::Contacts, &kernel::SEPARATING_AXES, CountedOfEachPage(PageSlot::ToSeparateInLanes)),
    ),
    for_need(Searches, run(PassId::Contacts, &kernel::SEPARATE, CountedOfEachPage(PageSlot::ToSeparate))),
    for_need(Searches, run(PassId::Contacts, &kernel::SCHEDULE_LISTS, OneOfEachPage)),
    for_need(Searches, run(PassId::Contacts, &kernel::PENETRATE, CountedOfEachPage(PageSlot::ToPenetrate))),
    for_need(OtherShapes, run(PassId::Contacts, &kernel::TOUCH, EachPage)),
    for_need(OtherShapes, run(PassId::Contacts, &kernel::SCHEDULE_LISTS, OneOfEachPage)),
    for_need(FewCorners, run(PassId::Contacts, &kernel::PATCH, CountedOfEachPage(PageSlot::ToPatchInLanes))),
    for_need(OtherCorners, run(PassId::Contacts, &kernel::PATCH_OTHERS, CountedOfEachPage(PageSlot::ToPatch))),
    for_need(Curvature, run(PassId::Contacts, &kernel::CURVATURE, EachPage)),
    run(PassId::Contacts, &kernel::LAW, EachPage),
    for_need(Rolling, run(PassId::Contacts, &kernel::ROLLING, EachPage)),
];

/// Contacts with walls and their forces, sums, and the end of the step.
pub const FORCES: &[Dispatch] = &[
    for_need(RoundWalls, run(PassId::Walls, &kernel::WALLS_LIST, Counted(Slot::WallLinks))),
    for_need(RoundWalls, run(PassId::Walls, &kernel::SCHEDULE, One)),
    for_need(Tubes, run(PassId::Walls, &kernel::TUBES, Counted(Slot::ToTubes))),
    for_need(Tubes, run(PassId::Walls, &kernel::RIMS, Counted(Slot::ToEnds))),
    for_need(Rods, run(PassId::Walls, &kernel::RODS, Counted(Slot::ToEnds))),
    for_need(RoundWalls, run(PassId::Walls, &kernel::ENDS, Counted(Slot::ToEnds))),
    for_need(FewAtWalls, run(PassId::Walls, &kernel::PLANES, Counted(Slot::WallLinks))),
    for_need(OthersAtWalls, run(PassId::Walls, &kernel::PLANES_OTHERS, Counted(Slot::WallLinks))),
    for_need(CurvatureAtWalls, run(PassId::Walls, &kernel::WALL_CURVATURE, Counted(Slot::WallLinks))),
    for_need(Walls, run(PassId::Walls, &kernel::WALL_CONTACTS, Counted(Slot::WallLinks))),
    run(PassId::Gather, &kernel::GATHER, BodiesOfEachPage),
    run(PassId::Kick, &kernel::KICK, Bodies),
    run(PassId::Observe, &kernel::ADVANCE, OneOfEachPage),
];

/// The whole step. (New grains come in between batches: see `executor/run.rs`.)
pub const STEP: &[&[Dispatch]] = &[MOTION, REBUILD, REMAP, CONTACTS, FORCES];

/// All dispatches of a step, in order.
pub fn step() -> impl Iterator<Item = &'static Dispatch> {
    STEP.iter().copied().flatten()
}

/// The step for readers: each pass with what it does, where the CPU has it, and its kernels.
pub fn table() -> String {
    let mut text = String::from("| pass | what it does | CPU | kernels |\n| --- | --- | --- | --- |\n");
    for pass in PassId::ALL {
        let mut kernels: Vec<&str> = step().filter(|dispatch| dispatch.pass == pass).map(Dispatch::name).collect();
        kernels.dedup();
        if pass == PassId::Insert {
            kernels = vec![kernel::INSERT.name];
        }
        let (about, place) = pass.about();
        let when = if pass.when() == When::OnRebuild { " (rebuild)" } else { "" };
        text += &format!("| {}{when} | {about} | `{place}` | {} |\n", pass.name(), kernels.join(", "));
    }
    text
}

impl Dispatch {
    /// The name of its kernel, or what is done to an array.
    fn name(&self) -> &'static str {
        match self.work {
            Work::Kernel(source) => source.name,
            Work::Scan(_) => "scan",
            Work::Remap(_) => "remap",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pass of the CPU without a dispatch would be left out on the device, and no comparison would see it.
    #[test]
    fn every_pass_has_its_dispatches_in_the_order_of_the_step() {
        let order: Vec<PassId> = step().map(|dispatch| dispatch.pass).collect();
        assert!(order.is_sorted(), "{order:?}");
        for pass in PassId::ALL.into_iter().filter(|pass| *pass != PassId::Insert) {
            assert!(order.contains(&pass), "{pass:?} has no dispatch");
        }
    }

    /// A kernel that is registered and never dispatched is dead, or was forgotten.
    #[test]
    fn every_kernel_is_dispatched() {
        let mut used: Vec<&str> = vec![kernel::INSERT.name, kernel::ENERGY_SUMS.name];
        for dispatch in step() {
            match dispatch.work {
                Work::Kernel(source) => used.push(source.name),
                Work::Scan(_) => {
                    used.extend([kernel::SCAN_BLOCKS.name, kernel::SCAN_SUMS.name, kernel::SCAN_WRITE.name])
                }
                Work::Remap(_) => used.extend([kernel::REMAP_KEEP.name, kernel::REMAP.name]),
            }
        }
        let idle: Vec<&str> =
            kernel::ALL.iter().map(|source| source.name).filter(|name| !used.contains(name)).collect();
        assert!(idle.is_empty(), "{idle:?}");
    }
}
