//! What a checkpoint must be like to have come from a run of its scene: indices within lists, lists of the lengths they must have,
//! numbers that are finite and within bounds. A file that was changed with its check sum is refused here, with the reason.

use std::collections::HashSet;

use super::Saved;
use super::finite::not_finite;
use crate::engine::insert::Inserter;
use crate::engine::wall_contacts::WallLink;
use crate::engine::{Counts, Grains, ParticleTypes, State};
use crate::geometry::Pose;
use crate::narrow::WarmStart;

/// More steps than any run takes: beyond, floats do not tell one from the next.
const MOST_STEPS: u64 = 1 << 53;
/// How far a length computed anew from the scene may be from the one that was saved, as a share.
const ROUNDING: f64 = 1e-9;
/// How far the length of a turn may be from 1.
const TURN_TOLERANCE: f64 = 1e-6;

/// The kinds of the grains of a checkpoint; or what is wrong with it, for the scene that it names: `run` is that scene at its
/// start.
pub fn kinds_of(saved: &Saved, run: &State) -> Result<ParticleTypes, String> {
    if let Some(field) = not_finite(saved) {
        return Err(format!("a number in {field} is not finite"));
    }
    let sound = |what: &str, is_sound: bool| {
        if is_sound { Ok(()) } else { Err(format!("its {what} cannot be those of its scene")) }
    };
    // In this order: each relies on those before it.
    sound("time step, skin and counts", times(saved, run))?;
    sound("sizes of grains", sizes(saved, run))?;
    sound("insertions", inserters(saved, run))?;
    sound("grains", grains(saved, run))?;
    let mut kinds = ParticleTypes::default();
    for (species, scale) in &saved.kinds {
        kinds.push(&run.scene, *species, *scale).map_err(|error| format!("a size of its grains: {error}"))?;
    }
    sound("pairs", pairs(saved, &kinds))?;
    sound("grains near walls", walls(saved, run.surfaces.len(), &kinds))?;
    Ok(kinds)
}

fn times(saved: &Saved, run: &State) -> bool {
    let same = |saved: f64, anew: f64| saved > 0.0 && (saved - anew).abs() <= ROUNDING * anew;
    let Counts { candidates, contacts, wall_contacts, unconverged, largest_overlap, rebuilds, ended, speed_cuts } =
        saved.counts;
    let numbers = [candidates, contacts, wall_contacts, unconverged];
    same(saved.dt, run.dt)
        && same(saved.skin, run.skin)
        && saved.step <= MOST_STEPS
        && saved.wall_anchor_step <= saved.step
        && numbers.iter().all(|count| *count as u64 <= MOST_STEPS)
        && largest_overlap >= 0.0
        && rebuilds <= saved.step + 2
        && ended <= MOST_STEPS
        && (speed_cuts == 0 || run.scene.drag.is_some())
}

/// Sizes are those of grains of the scene, or can have been drawn by an insertion.
fn sizes(saved: &Saved, run: &State) -> bool {
    let scene = &run.scene;
    let given: HashSet<_> = scene.bodies.iter().map(|seed| (seed.shape, seed.scale.to_bits())).collect();
    let drawn = |species: usize, scale: f64| {
        scene.insertions.iter().any(|insertion| {
            let (least, most) = insertion.size.range();
            (least..=most).contains(&scale) && insertion.mix.iter().any(|(shape, _)| *shape == species)
        })
    };
    let known = |(species, scale): &(usize, f64)| {
        *species < scene.shapes.len()
            && *scale > 0.0
            && (given.contains(&(*species, scale.to_bits())) || drawn(*species, *scale))
    };
    saved.kinds.iter().all(known)
}

fn inserters(saved: &Saved, run: &State) -> bool {
    let insertions = &run.scene.insertions;
    let of_scene = |(index, inserter): (usize, &Inserter)| {
        let at_start = Inserter::new(run.scene.simulation.seed, index);
        inserter.can_follow(&at_start, &insertions[index], saved.step as f64 * saved.dt, saved.step)
    };
    saved.inserters.len() == insertions.len() && saved.inserters.iter().enumerate().all(of_scene)
}

fn grains(saved: &Saved, run: &State) -> bool {
    let Grains { ids, kinds, fixed, poses, motions, loads, energy_errors, poses_at_rebuild } = &saved.grains;
    let count = ids.len();
    let inserted = saved.inserters.iter().try_fold(0u64, |sum, inserter| sum.checked_add(inserter.done));
    let expected = inserted.and_then(|inserted| inserted.checked_add(run.scene.bodies.len() as u64));
    let is_turn = |pose: &Pose| (pose.orientation.length() - 1.0).abs() <= TURN_TOLERANCE;
    expected == Some(count as u64)
        && u32::try_from(count).is_ok()
        && [kinds.len(), fixed.len(), poses.len(), motions.len(), loads.len(), energy_errors.len()]
            .iter()
            .all(|length| *length == count)
        && (poses_at_rebuild.len() == count || poses_at_rebuild.is_empty())
        && ids.is_sorted_by(|a, b| a < b)
        && ids.last().is_none_or(|last| *last < MOST_STEPS)
        && kinds.iter().all(|kind| (*kind as usize) < saved.kinds.len())
        && fixed.iter().enumerate().all(|(k, fixed)| *fixed == run.scene.bodies.get(k).is_some_and(|seed| seed.fixed))
        && poses.iter().chain(poses_at_rebuild).all(is_turn)
}

fn pairs(saved: &Saved, kinds: &ParticleTypes) -> bool {
    let (keys, count) = (&saved.pair_keys, saved.grains.len() as u32);
    let shape = |body: u32| &kinds.get(saved.grains.kinds[body as usize]).shape;
    let fits = |([i, j], warm): (&[u32; 2], &WarmStart)| i < j && *j < count && warm.fits(shape(*i), Some(shape(*j)));
    keys.len() == saved.pairs.len()
        && keys.len() == saved.warm.len()
        && (keys.is_empty() || !saved.grains.poses_at_rebuild.is_empty())
        && keys.is_sorted_by(|a, b| a < b)
        && keys.iter().zip(&saved.warm).all(fits)
}

fn walls(saved: &Saved, surfaces: usize, kinds: &ParticleTypes) -> bool {
    let Grains { kinds: kind_of, fixed, .. } = &saved.grains;
    let fits = |link: &WallLink| {
        let [body, surface] = link.key.map(|index| index as usize);
        body < fixed.len()
            && !fixed[body]
            && surface < surfaces
            && link.warm.pair.fits(&kinds.get(kind_of[body]).shape, None)
    };
    saved.walls.is_sorted_by(|a, b| a.key < b.key) && saved.walls.iter().all(fits)
}
