//! What kernels are held to.

use packstone::device::kernels::ALL;

use crate::children::{Job, Outcome};
use crate::compile::Figures;

/// The family of cards that the figures here are of: the RX 6800 and its like.
pub const FAMILY: &str = "navi21";
/// The Mesa that they are of: that of Debian 12.
const MESA: &str = "Mesa 22.3.6";
/// Most vector registers spilled and most scratch [B] of a lane, least waves of a SIMD, most code [kB].
type Limits = [u64; 4];

/// The limits of every kernel. Nothing is spilled; scratch is memory of the card, and as slow; few waves cannot hide how slow
/// memory is; code is read through caches of 32 kB.
const OF_ALL: Limits = [0, 512, 6, 64];

/// Kernels that are known to be above, with limits of their own: where they are above, what they need, rounded up. A line that is
/// no longer needed has to go.
#[rustfmt::skip]
const ABOVE: &[(&str, &str, Limits)] = &[
    ("insert", "polyhedra", [0, 512, 5, 64]),
    ("insert", "all", [0, 512, 5, 64]),
    ("pair_count", "polyhedra", [0, 512, 4, 64]),
    ("pair_count", "all", [0, 512, 4, 64]),
    ("cached_normal", "all", [0, 512, 4, 64]),
    ("separate", "polyhedra", [0, 512, 4, 64]),
    ("separate", "all", [0, 512, 4, 64]),
    ("penetrate", "polyhedra", [0, 1792, 2, 88]),
    ("penetrate", "all", [0, 1792, 2, 124]),
    ("patch_others", "polyhedra", [0, 512, 4, 64]),
    ("patch_others", "all", [0, 512, 2, 112]),
    ("law", "polyhedra", [0, 512, 4, 64]),
    ("law", "all", [0, 512, 4, 64]),
    ("walls_tubes", "polyhedra", [0, 768, 6, 64]),
    ("walls_tubes", "all", [0, 768, 6, 64]),
    ("walls_rims", "polyhedra", [0, 2240, 4, 64]),
    ("walls_rims", "all", [0, 2240, 3, 64]),
    ("walls_rods", "polyhedra", [0, 1472, 6, 64]),
    ("walls_rods", "all", [0, 1472, 6, 64]),
    ("walls_ends", "polyhedra", [0, 512, 4, 64]),
    ("walls_ends", "all", [0, 512, 3, 64]),
    ("walls_planes_others", "polyhedra", [0, 512, 5, 64]),
    ("walls_planes_others", "all", [0, 512, 4, 64]),
    ("wall_contacts", "polyhedra", [0, 512, 4, 64]),
    ("wall_contacts", "all", [0, 512, 3, 64]),
];

/// Limits for another Mesa: it may unroll a loop where ours does not, or spill a few registers.
fn with_room([spills, scratch, waves, code]: Limits) -> Limits {
    [spills.saturating_add(32), scratch.saturating_mul(3), waves / 3, code.saturating_mul(3)]
}

/// What is wrong, a line each: kernels above their limits, and limits that are no longer needed.
pub fn faults(driver: &str, outcomes: &[Outcome]) -> Vec<String> {
    let is_ours = driver.contains(MESA);
    let fault = |(Job { source, shapes: (shapes, _) }, outcome): &Outcome| {
        let own = ABOVE.iter().find(|(kernel, of, _)| kernel == &source.name && of == shapes);
        let limits = own.map_or(OF_ALL, |(_, _, own)| *own);
        let limits = if is_ours { limits } else { with_room(limits) };
        let needed = outcome.as_ref().map_or([u64::MAX, u64::MAX, 0, u64::MAX], needs);
        let fault = if !within(needed, limits) {
            match outcome {
                Ok(_) => format!(
                    "above {limits:?}. What it needs, if that has to be: (\"{}\", \"{shapes}\", {:?}),",
                    source.name,
                    rounded(needed)
                ),
                Err(reason) => format!("not compiled: {reason}"),
            }
        } else if is_ours && own.is_some() && within(needed, OF_ALL) {
            "within the limits of all kernels: take its line out of ABOVE".into()
        } else {
            return None;
        };
        Some(format!("{} ({shapes}) is {fault}", source.name))
    };
    let is_unknown = |(kernel, _, _): &&(&str, &str, Limits)| !ALL.iter().any(|source| source.name == *kernel);
    let unknown =
        ABOVE.iter().filter(is_unknown).map(|(kernel, _, _)| format!("ABOVE has {kernel}: there is no such kernel"));
    outcomes.iter().filter_map(fault).chain(unknown).collect()
}

fn needs(figures: &Figures) -> Limits {
    [figures.vector_spills, figures.scratch, figures.waves, figures.code.div_ceil(1000)]
}

fn within(needed: Limits, limits: Limits) -> bool {
    needed[0] <= limits[0] && needed[1] <= limits[1] && needed[2] >= limits[2] && needed[3] <= limits[3]
}

/// Limits for what is above those of all kernels, with a little room for changes that mean nothing.
fn rounded([spills, scratch, waves, code]: Limits) -> Limits {
    let up = |number: u64, to: u64, least: u64| number.next_multiple_of(to).max(least);
    [up(spills, 20, OF_ALL[0]), up(scratch, 64, OF_ALL[1]), waves.min(OF_ALL[2]), up(code, 4, OF_ALL[3])]
}
