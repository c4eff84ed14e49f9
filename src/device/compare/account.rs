//! The account of a step: energies, counts, what has flowed, the largest overlap, and how far walls have gone.

use super::{Before, Comparison, Tolerances};
use crate::device::state::heat_bits;
use crate::device::units::Units;
use crate::engine::State;
use crate::engine::{Energies, EnergyFlows};

pub(super) fn observe(twin: &State, device: &State, before: &Before, allowed: &Tolerances) -> Vec<Comparison> {
    vec![
        energies(twin, device, allowed),
        flows(twin, device),
        counts(twin, device, before),
        Comparison::of("observe", "largest overlap", [largest_overlap(twin, device)]),
        walls_gone(twin, device, before, allowed),
    ]
}

/// Energies of the moment; the sums of their sizes are what rounding is a share of.
fn energies(twin: &State, device: &State, allowed: &Tolerances) -> Comparison {
    let of = |e: &Energies| [e.translation, e.rotation, e.gravity, e.elastic, e.tangential, e.rolling];
    let names = ["translation", "rotation", "gravity", "elastic", "tangential", "rolling"];
    let (ours, theirs) = (twin.energies(), device.energies());
    let mut sizes = of(&ours).map(f64::abs);
    // Heights are of either sign, and so are energies of contacts that pull: they may cancel.
    sizes[2] = (0..twin.grains.len()).map(|body| twin.body_energy(body)[2].abs()).sum();
    let at_walls = twin.walls.iter().flat_map(|link| &link.contacts);
    sizes[3] = twin.pairs.iter().chain(at_walls).map(|contact| contact.elastic.abs()).sum();
    let differences = names.into_iter().enumerate().map(|(k, name)| {
        let off = (of(&ours)[k] - of(&theirs)[k]).abs();
        (format!("energy of {name}"), off, allowed.energy * sizes[k])
    });
    Comparison::of("observe", "energies", differences)
}

/// What has flowed is added in fixed point: each term is rounded once, and the sum is exact.
fn flows(twin: &State, device: &State) -> Comparison {
    let of = |l: &EnergyFlows| {
        [l.dissipated_damping, l.dissipated_friction, l.dissipated_rolling, l.wall_work, l.patch_work]
    };
    let names = ["dissipated_damping", "dissipated_friction", "dissipated_rolling", "wall_work", "patch_work"];
    let units = Units::new(twin.smallest.0, twin.smallest.1, twin.dt);
    let quantum = units.energy() * f64::from(-heat_bits(twin.heaviest / twin.smallest.1)).exp2();
    let terms = (twin.pairs.len() + twin.walls.len() * crate::walls::MAX_CONTACTS + twin.grains.len() + 1) as f64;
    let (ours, theirs) = (of(&twin.flows), of(&device.flows));
    let differences = names.into_iter().enumerate().map(|(k, name)| {
        let rounding = 4.0 * terms * f64::EPSILON * ours[k].abs().max(theirs[k].abs());
        (name.to_string(), (ours[k] - theirs[k]).abs(), terms * quantum + rounding)
    });
    Comparison::of("observe", "flows", differences)
}

/// Counts are integers.
fn counts(twin: &State, device: &State, before: &Before) -> Comparison {
    let of = |run: &State, rebuilds: u64| {
        let c = &run.counts;
        [c.candidates as u64, c.contacts as u64, c.wall_contacts as u64, c.unconverged as u64, c.ended, rebuilds]
    };
    let names = ["candidates", "contacts", "contacts with walls", "unconverged", "ended", "rebuilds"];
    // The twin's count of rebuilds is the device's before this step: it takes over all arrays before every pass.
    let ours = of(twin, twin.counts.rebuilds + u64::from(before.rebuild));
    let theirs = of(device, device.counts.rebuilds);
    let differences = names
        .into_iter()
        .zip(ours.into_iter().zip(theirs))
        .map(|(name, (a, b))| (name.to_string(), a.abs_diff(b) as f64, 0.0));
    Comparison::of("observe", "counts", differences)
}

/// A maximum is one of its elements.
fn largest_overlap(twin: &State, device: &State) -> (String, f64, f64) {
    let (ours, theirs) = (twin.counts.largest_overlap, device.counts.largest_overlap);
    ("all contacts".to_string(), (ours - theirs).abs(), 0.0)
}

/// How far walls have gone since the last rebuild, and whether they ask for the next one.
fn walls_gone(twin: &State, device: &State, before: &Before, allowed: &Tolerances) -> Comparison {
    let (speed, turn) = twin.wall_pace();
    let reach = twin.grains.poses.iter().map(|pose| pose.position.length()).fold(0.0, f64::max);
    let step = (speed + turn * reach) * twin.dt;
    let gone = if before.rebuild { 0.0 } else { before.walls_gone } + step;
    let seen = device.watched.as_ref().map_or(f64::NAN, |watched| watched.walls_gone);
    let over = gone + step - 0.5 * twin.skin;
    let decision = if device.rebuild == (over > 0.0) { 0.0 } else { over.abs() };
    let slack = allowed.displacement * (gone + step + 0.5 * twin.skin);
    Comparison::of(
        "observe",
        "way of walls",
        [
            ("since the last rebuild".to_string(), (gone - seen).abs(), allowed.displacement * gone),
            ("rebuild in the next step".to_string(), decision, slack),
        ],
    )
}
