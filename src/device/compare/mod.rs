//! How far the results of two back ends are apart, pass by pass.

mod account;
mod contacts;
mod lists;
mod motion;
mod places;

use crate::engine::wall_contacts::WallLink;
use crate::engine::{PassId, State};
use crate::force::ContactHistory;
use crate::motion::Motion;

/// What is allowed, in shares of what each number is measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Of the larger of a displacement or turn, in one step.
    pub motion: f64,
    /// Overlaps: of the smaller bounding radius, of the larger, of the overlap.
    pub overlap: [f64; 3],
    /// Normals [rad], for overlaps deeper than 1e-4 of both radii.
    pub normal: f64,
    /// Normals along which the width differs by no more than this share of both radii are equally good: the rounding of
    /// coordinates and turns, as the judge of contacts has it.
    pub tie: f64,
    /// Contact points, of the smaller bounding radius, beside what rounded heights make of a patch as deep as the overlap:
    /// the same radius times the overlap's tolerance over the overlap.
    pub point: f64,
    /// Forces, of the force, beside what the overlap's tolerance makes of it.
    pub force: f64,
    /// Sums of forces, of the sum of their sizes.
    pub sum: f64,
    /// Boxes that nearly touch, of their size.
    pub box_slack: f64,
    /// Corners of boxes, of the radius of the ball around them: as much as the device's test of two boxes allows for.
    pub corner: f64,
    /// How far surfaces and walls have gone, of the way and of the radius.
    pub displacement: f64,
    /// Sums of energies, of the sum of their sizes: blocks of 64 are summed in f32.
    pub energy: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            motion: 2e-6,
            overlap: [2e-6, 5e-7, 1e-3],
            normal: 1e-3,
            tie: 3e-7,
            point: 5e-3,
            force: 5e-3,
            sum: 1e-6,
            box_slack: 1e-5,
            corner: 2e-6,
            displacement: 1e-6,
            energy: 5e-6,
        }
    }
}

/// One quantity of one pass.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The pass.
    pub pass: &'static str,
    /// What was compared.
    pub quantity: &'static str,
    /// Elements compared.
    pub elements: usize,
    /// Largest difference, as a share of what is allowed.
    pub largest: f64,
    /// Median difference, as a share of what is allowed.
    pub median: f64,
    /// Elements beyond what is allowed.
    pub offenders: usize,
    /// The first of them.
    pub first: Option<String>,
}

impl Comparison {
    /// From the differences of all elements: name, difference, what is allowed.
    fn of(
        pass: &'static str,
        quantity: &'static str,
        differences: impl IntoIterator<Item = (String, f64, f64)>,
    ) -> Self {
        let mut shares = Vec::new();
        let (mut offenders, mut first) = (0, None);
        for (name, difference, allowed) in differences {
            // Nothing at all is allowed where the numbers are integers: any difference is then infinitely too much.
            let share = if difference == 0.0 { 0.0 } else { difference / allowed };
            let share = if share.is_nan() { f64::INFINITY } else { share };
            if share > 1.0 {
                offenders += 1;
                first.get_or_insert_with(|| format!("{name}: {difference:.3e}, allowed {allowed:.3e}"));
            }
            shares.push(share);
        }
        shares.sort_by(f64::total_cmp);
        let (largest, median) =
            (shares.last().copied().unwrap_or(0.0), shares.get(shares.len() / 2).copied().unwrap_or(0.0));
        Self { pass, quantity, elements: shares.len(), largest, median, offenders, first }
    }
}

/// What a pass, or a rebuild of several, began with.
#[derive(Default)]
pub(super) struct Before {
    /// Pairs.
    pub keys: Vec<[u32; 2]>,
    /// Their histories.
    pub histories: Vec<ContactHistory>,
    /// Links with walls.
    pub walls: Vec<WallLink>,
    /// Whether the list of pairs was, or was to be, made anew in this step.
    pub rebuild: bool,
    /// How far walls had gone since the last rebuild [m].
    pub walls_gone: f64,
    /// Grains.
    pub grains: usize,
    /// How they moved.
    pub motions: Vec<Motion>,
}

/// Compares what a pass has made of the twin and of the device.
pub(super) fn compare(
    pass: PassId,
    twin: &State,
    device: &State,
    before: &Before,
    allowed: &Tolerances,
) -> Vec<Comparison> {
    match pass {
        PassId::Insert => places::insert(twin, device, before, allowed),
        PassId::Drift | PassId::Kick => motion::motions(pass.name(), twin, device, before, allowed),
        PassId::Displacement => vec![lists::displacement(twin, device, allowed)],
        PassId::Bounds => lists::bounds(twin, device, allowed),
        PassId::Pairs => vec![lists::pairs(twin, device, allowed)],
        PassId::Remap => lists::remapped(device, before),
        PassId::Contacts => contacts::contacts(twin, device, before, allowed),
        PassId::Walls => contacts::walls(twin, device, allowed),
        PassId::Gather => motion::loads(twin, device, allowed),
        PassId::Observe => account::observe(twin, device, before, allowed),
    }
}

fn radius(run: &State, body: usize) -> f64 {
    run.kinds.get(run.grains.kinds[body]).radius
}

fn overlap_allowance(allowed: &Tolerances, small: f64, large: f64, overlap: f64) -> f64 {
    allowed.overlap[0] * small + allowed.overlap[1] * large + allowed.overlap[2] * overlap.abs()
}
