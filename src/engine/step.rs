//! One step, as a list of passes.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::attempts::Place;
use super::contacts::{PAIR_CHUNK, PairChunk, PairDetector, PairSetting, PairSums};
use super::gather::gather;
use super::health::is_too_fast;
use super::prefetch::prefetch;
use super::state::{Counts, State};
use super::wall_contacts::{WallLink, WallOutcome, wall_forces};
use super::{EngineError, Grains, PassId, When};
use crate::broad::{bounds, needs_rebuild};
use crate::force::gather::ContactSums;
use crate::force::{ContactHistory, Law};
use crate::health::Limits;
use crate::motion::drag::{Drag, Slowed};
use crate::motion::drift::drift_and_error;
use crate::motion::kick::kick;
use crate::walls::{MAX_CONTACTS, SurfacePose, WallDetector, WallWarm, links, remapped};

/// Bodies or pairs that one thread takes at a time.
const CHUNK: usize = 256;
/// Links with walls that are asked for before they are needed; their grains half as far ahead, by when it is known which.
const LINKS_AHEAD: usize = 8;
/// A grain must not move further than this share of its half-thickness in one step: see [`Limits::SPEED`].
pub(crate) const TOO_FAR: f64 = Limits::SPEED.0[2];

impl PassId {
    /// Runs it on the CPU.
    pub(crate) fn run(self, state: &mut State) -> Result<(), EngineError> {
        match self {
            Self::Insert => insert(state),
            Self::Drift => drift_all(state),
            Self::Displacement => displacement(state),
            Self::Bounds => make_bounds(state),
            Self::Pairs => make_pairs(state),
            Self::Remap => remap(state),
            Self::Contacts => contacts(state),
            Self::Walls => walls(state),
            Self::Gather => {
                gather(state);
                Ok(())
            }
            Self::Kick => kick_all(state),
            Self::Observe => observe(state),
        }
    }
}

impl State {
    /// Walks the list once.
    pub(crate) fn one_step(&mut self) -> Result<(), EngineError> {
        for pass in PassId::ALL {
            if pass.when() == When::Always || self.rebuild {
                pass.run(self)?;
            }
        }
        self.rebuild = false;
        self.step += 1;
        Ok(())
    }

    /// Walks the list once and adds the time of each pass [s] to `times`.
    pub(crate) fn timed_step(&mut self, times: &mut [f64]) -> Result<(), EngineError> {
        self.threads.clone().run(|| {
            for (pass, time) in PassId::ALL.into_iter().zip(times) {
                if pass.when() == When::Always || self.rebuild {
                    let begun = std::time::Instant::now();
                    pass.run(self)?;
                    *time += begun.elapsed().as_secs_f64();
                }
            }
            self.rebuild = false;
            self.step += 1;
            Ok(())
        })
    }

    /// Makes contacts of the overlaps of the start: their forces and energies are there before the first step, and are no
    /// error of it.
    pub(crate) fn touch_at_the_start(&mut self) -> Result<(), EngineError> {
        let dt = std::mem::replace(&mut self.dt, 0.0);
        // No time passes: the surfaces are where they start, and no spring is stretched.
        self.step = 0;
        let done = self.threads.clone().run(|| {
            for pass in [make_bounds, make_pairs, remap, contacts, walls] {
                pass(self)?;
            }
            gather(self);
            Ok(())
        });
        self.dt = dt;
        self.rebuild = false;
        self.pairs.iter_mut().for_each(|history| history.energy_error = 0.0);
        let of_walls = self.walls.iter_mut().flat_map(|link| &mut link.contacts);
        of_walls.for_each(|contact| contact.energy_error = 0.0);
        done
    }

    /// The run at the start of the step, for grains that are to come in.
    pub(crate) fn place(&self) -> Place {
        let time = self.time();
        let surfaces = self.surfaces.iter().map(|surface| (surface.clone(), surface.at(time))).collect();
        Place { surfaces, time, step: self.step }
    }

    /// The energy of the grains that have come in behind the first `before`; they ask for a new list of pairs.
    pub(crate) fn account_for_new(&mut self, before: usize) {
        if self.grains.len() > before {
            self.rebuild = true;
            let energy = |body: usize| self.body_energy(body).iter().sum::<f64>();
            self.flows.inserted += (before..self.grains.len()).map(energy).sum::<f64>();
        }
    }

    /// Which pairs touch or part, by their histories.
    pub(crate) fn note_touching(&mut self) {
        self.pairs.par_iter().with_min_len(CHUNK).map(ContactHistory::is_active).collect_into_vec(&mut self.in_touch);
    }

    /// The surfaces at the end of the step under way.
    pub(crate) fn surface_poses(&self) -> Vec<SurfacePose> {
        let time = (self.step + 1) as f64 * self.dt;
        self.surfaces.iter().map(|surface| surface.at(time)).collect()
    }
}

/// New grains, where the scene has any due.
pub(crate) fn insert(run: &mut State) -> Result<(), EngineError> {
    if run.scene.insertions.is_empty() {
        return Ok(());
    }
    let (place, before) = (run.place(), run.grains.len());
    for (inserter, insertion) in run.inserters.iter_mut().zip(&run.scene.insertions) {
        inserter.insert((&run.scene, insertion), &place, &mut run.grains, &mut run.kinds)?;
    }
    run.account_for_new(before);
    run.judge_speeds(before)
}

/// What drag takes from the grains, before they move.
fn slow_all(run: &mut State, drag: &Drag) {
    let (kinds, dt) = (&run.kinds, run.dt);
    let Grains { kinds: kind_of, fixed, poses, motions, .. } = &mut run.grains;
    let chunks = motions.par_chunks_mut(CHUNK).enumerate().map(|(chunk, motions)| {
        let bodies = motions.iter_mut().zip(chunk * CHUNK..).filter(|(_, body)| !fixed[*body]);
        bodies.fold(Slowed::default(), |sum, (motion, body)| {
            let kind = kinds.get(kind_of[body]);
            let of_body = (&kind.inertia, kind.curvature.recip());
            sum.and(drag.slow(motion, poses[body].orientation, of_body, dt))
        })
    });
    // In the order of the grains, whatever the number of threads.
    let Slowed { taken, cuts } = chunks.collect::<Vec<_>>().into_iter().fold(Slowed::default(), Slowed::and);
    run.flows.dissipated_drag += taken;
    run.counts.speed_cuts += cuts;
}

fn drift_all(run: &mut State) -> Result<(), EngineError> {
    if let Some(drag) = run.drag() {
        slow_all(run, &drag);
    }
    let (kinds, gravity, dt) = (&run.kinds, run.scene.simulation.gravity, run.dt);
    let corrects = run.corrects();
    let Grains { kinds: kind_of, fixed, poses, motions, loads, energy_errors, .. } = &mut run.grains;
    poses
        .par_iter_mut()
        .zip(motions.par_iter_mut().zip(energy_errors.par_iter_mut()))
        .zip(loads.par_iter_mut().zip(kind_of.par_iter()).zip(fixed.par_iter()))
        .with_min_len(CHUNK)
        .for_each(|((pose, (motion, error)), ((load, kind), fixed))| {
            let inertia = &kinds.get(*kind).inertia;
            if *fixed {
                return;
            }
            let turning = drift_and_error(pose, motion, load, inertia, gravity, dt);
            if corrects {
                *error += turning.free + turning.booked;
            } else {
                load.turn_work = turning.booked;
            }
        });
    Ok(())
}

/// Whether the list of pairs is out of date.
fn displacement(run: &mut State) -> Result<(), EngineError> {
    let (kinds, grains) = (&run.kinds, &run.grains);
    let levers = |body: usize| kinds.get(grains.kinds[body]).levers;
    let walls_move = run.surfaces.iter().any(|surface| !surface.motion.is_still());
    run.rebuild = run.rebuild
        || grains.poses_at_rebuild.len() != grains.len()
        || walls_move && run.wall_displacement() > 0.5 * run.skin
        || needs_rebuild(&grains.poses_at_rebuild, &grains.poses, levers, run.skin);
    Ok(())
}

fn make_bounds(run: &mut State) -> Result<(), EngineError> {
    let (kinds, grains) = (&run.kinds, &run.grains);
    bounds(&grains.poses, |body| kinds.get(grains.kinds[body]).local_box, run.skin + run.range, &mut run.boxes);
    run.grains.poses_at_rebuild.clone_from(&run.grains.poses);
    run.wall_anchor_step = run.step;
    run.counts.rebuilds += 1;
    Ok(())
}

fn make_pairs(run: &mut State) -> Result<(), EngineError> {
    let fixed = &run.grains.fixed;
    let _ = run.broad.rebuild(&run.boxes, |i, j| fixed[i as usize] && fixed[j as usize])?;
    Ok(())
}

/// Memories of pairs and of grains near walls, to the new lists.
fn remap(run: &mut State) -> Result<(), EngineError> {
    let _ = run.broad.remap(&run.pairs, &mut run.spare_pairs);
    std::mem::swap(&mut run.pairs, &mut run.spare_pairs);
    run.note_touching();
    let _ = run.broad.remap(&run.warm, &mut run.spare_warm);
    std::mem::swap(&mut run.warm, &mut run.spare_warm);
    let (at, grains, kinds) = (run.surface_poses(), &run.grains, &run.kinds);
    let ball = |body: usize| {
        (!grains.fixed[body]).then(|| (grains.poses[body].position, kinds.get(grains.kinds[body]).radius))
    };
    let keys = links((&run.surfaces, &at), grains.len(), ball, run.skin + run.range);
    let old_keys: Vec<[u32; 2]> = run.walls.iter().map(|link| link.key).collect();
    let fresh = |key| WallLink { key, warm: WallWarm::default(), contacts: [Default::default(); MAX_CONTACTS] };
    let link = |(key, old): (&[u32; 2], Option<usize>)| old.map_or_else(|| fresh(*key), |old| run.walls[old]);
    run.walls = keys.iter().zip(remapped(&old_keys, &keys)).map(link).collect();
    Ok(())
}

/// The passes `separate`, `penetrate`, `patch` and `law`, pair by pair.
fn contacts(run: &mut State) -> Result<(), EngineError> {
    let (grains, kinds, cylinders) = (&run.grains, &run.kinds, run.scene.contact.cylinders);
    run.partners.refresh(grains, kinds);
    let laws = (&run.laws[..], run.scene.materials.len());
    let rolls = run.laws.iter().any(Law::rolls);
    let setting = PairSetting { grains, kinds, partners: &run.partners, laws, range: run.range, rolls, dt: run.dt };
    let list = run.broad.pairs();
    run.pair_sums.resize(list.len().div_ceil(PAIR_CHUNK), PairSums::default());
    let chunks = (
        list.par_chunks(PAIR_CHUNK),
        run.warm.par_chunks_mut(PAIR_CHUNK),
        run.pairs.par_chunks_mut(PAIR_CHUNK),
        run.in_touch.par_chunks_mut(PAIR_CHUNK),
        &mut run.pair_sums,
    );
    chunks.into_par_iter().try_for_each_init(
        || PairDetector::new(cylinders),
        |detector, (list, warm, histories, in_touch, sums)| {
            *sums = setting.forces(detector, PairChunk { list, warm, histories, in_touch })?;
            Ok(())
        },
    )
}

fn walls(run: &mut State) -> Result<(), EngineError> {
    let (laws, materials) = (&run.laws, run.scene.materials.len());
    let law = |a: usize, b: usize| &laws[a * materials + b];
    let at = run.surface_poses();
    let (state, dt, surfaces) = ((&run.grains, &run.kinds, &run.partners), run.dt, &run.surfaces);
    run.wall_outcomes.resize(run.walls.len(), WallOutcome::default());
    run.walls.par_chunks_mut(CHUNK).zip(run.wall_outcomes.par_chunks_mut(CHUNK)).try_for_each_init(
        WallDetector::default,
        |detector, (links, outcomes)| {
            for k in 0..links.len() {
                if let Some(later) = links.get(k + LINKS_AHEAD) {
                    prefetch(&later.key);
                    prefetch(&later.contacts[0]);
                }
                if let Some(soon) = links.get(k + LINKS_AHEAD / 2) {
                    let body = soon.key[0] as usize;
                    prefetch(&state.0.poses[body]);
                    state.2.prefetch(body);
                }
                let surface = links[k].key[1] as usize;
                let link = &mut links[k];
                outcomes[k] = wall_forces(detector, state, (&surfaces[surface], &at[surface]), law, dt, link)?;
            }
            Ok(())
        },
    )
}

fn kick_all(run: &mut State) -> Result<(), EngineError> {
    let (kinds, gravity, dt, step) = (&run.kinds, run.scene.simulation.gravity, run.dt, run.step);
    let most = run.speed_limit();
    let Grains { ids, kinds: kind_of, fixed, poses, motions, loads, .. } = &mut run.grains;
    let overspeed = AtomicUsize::new(usize::MAX);
    let bad = motions
        .par_iter_mut()
        .zip(loads.par_iter().zip(kind_of.par_iter()).zip(fixed.par_iter().zip(poses.par_iter())))
        .enumerate()
        .with_min_len(CHUNK)
        .filter_map(|(body, (motion, ((load, kind), (fixed, pose))))| {
            if *fixed {
                return None;
            }
            let kind = kinds.get(*kind);
            let mut kicked = *motion;
            kick(&mut kicked, load, &kind.inertia, gravity, dt);
            *motion = kicked;
            if is_too_fast(kind, (pose, &kicked, load), (gravity, most), dt) {
                overspeed.fetch_min(body, Ordering::Relaxed);
            }
            let finite = kicked.velocity.is_finite() && kicked.momentum.is_finite();
            (!finite).then_some(body)
        })
        .min();
    run.overspeed = Some(overspeed.into_inner()).filter(|body| *body < usize::MAX);
    match bad {
        None => Ok(()),
        Some(body) => {
            let (what, value) = match motions[body].velocity.is_finite() {
                true => ("angular momentum", motions[body].momentum.to_string()),
                false => ("velocity", motions[body].velocity.to_string()),
            };
            Err(EngineError::NotFinite { id: ids[body], what, value, step })
        }
    }
}

/// Counts, and what has flowed; summed in the order of the lists, whatever the number of threads.
fn observe(run: &mut State) -> Result<(), EngineError> {
    let Counts { rebuilds, ended, speed_cuts, .. } = run.counts;
    let mut counts = Counts { rebuilds, ended, speed_cuts, candidates: run.pairs.len(), ..Counts::default() };
    let mut take = |sums: &ContactSums| {
        counts.unconverged += sums.unconverged;
        counts.ended += sums.ended;
        counts.largest_overlap = counts.largest_overlap.max(sums.largest_overlap);
        run.flows += sums.flows;
        sums.contacts
    };
    let contacts = run.pair_sums.iter().map(|sums| take(&sums.contacts)).sum();
    let wall_contacts = run.wall_outcomes.iter().map(|outcome| take(&outcome.contacts)).sum();
    (counts.contacts, counts.wall_contacts) = (contacts, wall_contacts);
    run.flows.patch_work += run.turn_work;
    run.flows.wall_work = run.wall_outcomes.iter().fold(run.flows.wall_work, |work, outcome| work + outcome.work);
    run.counts = counts;
    run.deepest = run.deepest_now();
    Ok(())
}
