//! Lists: when they are made anew, the boxes that they are made of, the pairs, and the histories that follow them.

use std::collections::HashMap;
use std::hash::Hash;

use glam::DVec3;

use super::{Before, Comparison, Tolerances, radius};
use crate::broad::{WorldBox, surface_displacement};
use crate::engine::State;
use crate::force::ContactHistory;

/// Whether a rebuild comes: the same answer, but where the furthest surface has gone half the skin to rounding. The device
/// allows for its rounding and may be earlier by that.
pub(super) fn displacement(twin: &State, device: &State, allowed: &Tolerances) -> Comparison {
    let name = format!("rebuild {} on the CPU, {} on the device", twin.rebuild, device.rebuild);
    let half = 0.5 * twin.skin;
    let grains = &twin.grains;
    let levers = |body: usize| twin.kinds.get(grains.kinds[body]).levers;
    let gone = |body: usize| surface_displacement(&grains.poses_at_rebuild[body], &grains.poses[body], levers(body));
    let furthest = (0..grains.poses_at_rebuild.len().min(grains.len()))
        .map(|body| (gone(body), radius(twin, body)))
        .fold((0.0, 0.0), |most: (f64, f64), next| if next.0 > most.0 { next } else { most });
    let off = if twin.rebuild == device.rebuild { 0.0 } else { (furthest.0 - half).abs() };
    Comparison::of("displacement", "rebuild", [(name, off, allowed.displacement * (furthest.0 + furthest.1))])
}

/// Corners of boxes, balls, and the poses that are kept for the next look at how far bodies have gone.
pub(super) fn bounds(twin: &State, device: &State, allowed: &Tolerances) -> Vec<Comparison> {
    let ids = &twin.grains.ids;
    let boxes = || twin.boxes.iter().zip(&device.boxes).zip(ids);
    // Where a box's middle is rounded to the fixed point of positions.
    let unit = twin.smallest.0 * 2f64.powi(-39);
    let slack = |of: &WorldBox| unit + allowed.corner * of.radius + of.center.abs().max_element() * 4.0 * f64::EPSILON;
    let corners = boxes().map(|((a, b), id)| (format!("box of grain {id}"), corner_difference(a, b), slack(a)));
    let balls = boxes().map(|((a, b), id)| (format!("ball of grain {id}"), (a.radius - b.radius).abs(), slack(a)));
    let missing = ids.iter().skip(device.boxes.len()).map(|id| (format!("box of grain {id} is missing"), 1.0, 0.0));
    let poses_at_rebuild = ids.iter().enumerate().map(|(k, id)| {
        let kept = device.grains.poses_at_rebuild.get(k).map(|anchor| anchor.position);
        let moved = kept != Some(device.grains.poses[k].position);
        (format!("kept pose of grain {id}"), f64::from(u8::from(moved)), 0.0)
    });
    vec![
        Comparison::of("bounds", "corners of boxes", corners.chain(missing)),
        Comparison::of("bounds", "balls", balls),
        Comparison::of("bounds", "poses kept", poses_at_rebuild),
    ]
}

/// How far apart any two corners of the same sign may be [m].
fn corner_difference(a: &WorldBox, b: &WorldBox) -> f64 {
    let edge = |of: &WorldBox, k: usize| -> DVec3 { of.axes.col(k) * of.half[k] };
    a.center.distance(b.center) + (0..3).map(|k| edge(a, k).distance(edge(b, k))).sum::<f64>()
}

/// The lists must be equal but for pairs whose boxes touch or not by rounding alone.
pub(super) fn pairs(twin: &State, device: &State, allowed: &Tolerances) -> Comparison {
    let known = |run: &State| run.broad.pairs().iter().copied().collect::<std::collections::HashSet<_>>();
    let (ours, theirs) = (known(twin), known(device));
    let mut all: Vec<[u32; 2]> = ours.union(&theirs).copied().collect();
    all.sort_unstable();
    let differences = all.into_iter().map(|pair| {
        let [i, j] = pair.map(|body| body as usize);
        let name = format!("pair {} {}", twin.grains.ids[i], twin.grains.ids[j]);
        if ours.contains(&pair) == theirs.contains(&pair) {
            return (name, 0.0, 0.0);
        }
        let slack = allowed.box_slack * (radius(twin, i) + radius(twin, j));
        let resized = |body: usize, by: f64| -> WorldBox { twin.boxes[body].grown(by) };
        let touches = |by: f64| resized(i, by).touches(&resized(j, by));
        let marginal = touches(slack) && !touches(-slack);
        (name, if marginal { 0.0 } else { 1.0 }, 0.0)
    });
    Comparison::of("pairs", "list of pairs", differences)
}

/// Histories must follow their pairs and links bit by bit, new ones begin empty, and none of a contact that touches is lost. The
/// overlap is not among them: the device has it with the contacts of a step, which a rebuild comes before.
pub(super) fn remapped(device: &State, before: &Before) -> Vec<Comparison> {
    let kept = |history: &ContactHistory| ContactHistory { overlap: 0.0, ..*history };
    let old = before.keys.iter().copied().zip(before.histories.iter().map(|history| [kept(history)]));
    let new = device.broad.pairs().iter().copied().zip(device.pairs.iter().map(|history| [kept(history)]));
    let old_links = before.walls.iter().map(|link| (link.key, link.contacts.each_ref().map(kept)));
    let new_links = device.walls.iter().map(|link| (link.key, link.contacts.each_ref().map(kept)));
    vec![
        followed("histories of pairs", "pair", old, new),
        followed("histories of walls", "grain and surface", old_links, new_links),
    ]
}

fn followed<K: Copy + Eq + Hash + std::fmt::Debug, const N: usize>(
    quantity: &'static str,
    what: &str,
    old: impl Iterator<Item = (K, [ContactHistory; N])>,
    new: impl Iterator<Item = (K, [ContactHistory; N])>,
) -> Comparison {
    let old: Vec<_> = old.collect();
    let expected: HashMap<K, [ContactHistory; N]> = old.iter().copied().collect();
    let new: HashMap<K, [ContactHistory; N]> = new.collect();
    let touches = |contacts: &[ContactHistory; N]| contacts.iter().any(|contact| contact.touching);
    let lost = old.iter().filter(|(key, contacts)| touches(contacts) && !new.contains_key(key));
    let lost = lost.map(|(key, _)| (format!("{what} {key:?} lost"), 1.0, 0.0));
    let mut all: Vec<_> = new
        .iter()
        .map(|(key, contacts)| {
            let same = *contacts == expected.get(key).copied().unwrap_or([ContactHistory::default(); N]);
            (format!("{what} {key:?}"), f64::from(u8::from(!same)), 0.0)
        })
        .chain(lost)
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Comparison::of("remap", quantity, all)
}
