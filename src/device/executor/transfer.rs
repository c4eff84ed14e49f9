//! From the arrays of the host to those of the device, and back.

use super::Device;
use super::arrays::{Arrays, Flows};
use super::batch::dragged;
use crate::device::contact::spring_scale;
use crate::device::fixed::{from_fixed, to_fixed};
use crate::device::outlines::Outlines;
use crate::device::schema::constants::NO_LINK;
use crate::device::schema::constants::{HISTORY_ENDED, HISTORY_PARTING, HISTORY_TOUCHING, HISTORY_UNCONVERGED};
use crate::device::schema::control::Word;
use crate::device::schema::records::{GpuHistory, GpuLoad, GpuPairRolling, GpuPush, GpuRolling};
use crate::device::schema::records::{GpuWallContact, GpuWallLink};
use crate::device::shader::NONLINEAR;
use crate::device::state::{body_from_device, body_to_device};
use crate::device::units::Units;
use crate::engine::EnergyFlows;
use crate::engine::contacts::PairSums;
use crate::engine::wall_contacts::{WallLink, WallOutcome};
use crate::engine::{EngineError, State};
use crate::force::{BodyErrors, ContactFlows, ContactForces, ContactHistory, Law};
use crate::motion::drag::Slowed;
use crate::narrow::WarmStart;
use crate::walls::{MAX_CONTACTS, WallWarm};

impl Device {
    /// Sends the whole state of the host: bodies, lists, histories. The list of pairs will be made anew at once: one made on
    /// the host has boxes of its own.
    pub fn send(&mut self, run: &State) -> Result<(), EngineError> {
        let (pairs, walls) = (run.broad.pairs(), &run.walls);
        let capacities =
            self.arrays.capacities.holding(self.gpu.largest_array(), run.grains.len(), pairs.len(), walls.len());
        self.set_capacities(run, capacities, false)?;
        self.send_bodies(run, 0);
        let of_pair = |(history, pair): (&ContactHistory, &[u32; 2])| {
            GpuHistory::new(history, &self.units, self.spring_scale(|| run.law_of_pair(*pair))).kept()
        };
        let kept = run.pairs.iter().zip(pairs).map(of_pair);
        let (histories, warm): (Vec<_>, Vec<_>) = kept.unzip();
        let links: Vec<_> = walls.iter().map(link_to_device).collect();
        let mut wall_histories = Vec::with_capacity(walls.len() * MAX_CONTACTS);
        for link in walls {
            let scale = self.spring_scale(|| run.law_at_wall(link.key[0], link.key[1]));
            wall_histories.extend(link.contacts.iter().map(|contact| GpuHistory::new(contact, &self.units, scale)));
        }
        let (gpu, arrays) = (&self.gpu, &mut self.arrays);
        arrays.broad.pairs().write(gpu, 0, pairs);
        arrays.histories.write(gpu, &histories);
        arrays.warm.write(gpu, &warm);
        if arrays.rolls {
            let rolling: Vec<_> = run.pairs.iter().map(|history| GpuPairRolling::new(history, &self.units)).collect();
            arrays.rolling.write(gpu, &rolling);
        }
        arrays.walls.links.write(gpu, 0, &links);
        arrays.walls.histories.write(gpu, 0, &wall_histories);
        arrays.write_capacities(gpu, run);
        let words = [
            (Word::Bodies, run.grains.len()),
            (Word::Pairs, pairs.len()),
            (Word::WallLinks, walls.len()),
            (Word::Rebuild, 1),
        ];
        arrays.set_words(gpu, &words.map(|(word, value)| (word, value as u32)));
        arrays.flows = flows_of(&run.flows, self.heat_bits, &self.units);
        self.rebuild_predictor.due = true;
        Ok(())
    }

    /// Sends the bodies from `first` on; the arrays must have the capacity.
    fn send_bodies(&mut self, run: &State, first: usize) {
        let grains = &run.grains;
        let (mut poses, mut turns, mut motions, mut loads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for body in first..grains.len() {
            let kind = (grains.kinds[body], run.kinds.get(grains.kinds[body]));
            let (pose, turn, motion) =
                body_to_device(&grains.poses[body], &grains.motions[body], kind, grains.fixed[body], &self.units);
            poses.push(pose);
            turns.push(turn);
            motions.push(motion);
            loads.push(GpuLoad::new(&grains.loads[body], grains.energy_errors[body], &self.units));
        }
        self.arrays.poses.write(&self.gpu, first, &poses);
        self.arrays.turns.write(&self.gpu, first, &turns);
        self.arrays.motions.write(&self.gpu, first, &motions);
        self.arrays.loads.write(&self.gpu, first, &loads);
    }

    /// Brings new grains, from `first` on, to the device, with their kinds.
    pub fn add_bodies(&mut self, run: &State, first: usize) -> Result<(), EngineError> {
        let known = self.tables.sizes();
        let mut anew = self.extend_shapes(run)?;
        if self.tables.sizes() != known {
            let outlines = Outlines::new(&self.tables, 0.5 * (run.skin + run.range) / self.units.length);
            let Arrays { broad, control, .. } = &mut self.arrays;
            anew |= !broad.set_outlines(&self.gpu, control, &outlines);
        }
        let capacities = self.arrays.capacities.holding(self.gpu.largest_array(), run.grains.len(), 0, 0);
        self.set_capacities(run, capacities, anew)?;
        self.send_bodies(run, first);
        let words = [(Word::Bodies, run.grains.len() as u32), (Word::Rebuild, 1)];
        self.arrays.set_words(&self.gpu, &words);
        self.rebuild_predictor.due = true;
        Ok(())
    }

    /// Brings the places and motions of all bodies to the host.
    pub async fn fetch_bodies(&mut self, run: &mut State) -> Result<(), EngineError> {
        let count = run.grains.len();
        let poses = self.arrays.poses.read_async(&self.gpu, count).await?;
        let turns = self.arrays.turns.read_async(&self.gpu, count).await?;
        let motions = self.arrays.motions.read_async(&self.gpu, count).await?;
        for body in 0..count {
            let kind = run.kinds.get(run.grains.kinds[body]);
            let (pose, motion) = body_from_device((&poses[body], &turns[body], &motions[body]), kind, &self.units);
            run.grains.poses[body] = pose;
            run.grains.motions[body] = motion;
        }
        self.tally.host_reads += 1;
        let bytes = [size_of_val(poses.as_slice()), size_of_val(turns.as_slice()), size_of_val(motions.as_slice())];
        self.tally.bytes_read += bytes.iter().sum::<usize>() as u64;
        Ok(())
    }

    /// Brings the whole state to the host.
    pub async fn fetch(&mut self, run: &mut State) -> Result<(), EngineError> {
        if !run.stale {
            return Ok(());
        }
        self.fetch_bodies(run).await?;
        let control = self.arrays.control.read_async(&self.gpu, Word::COUNT).await?;
        let [pairs, walls] = [Word::Pairs, Word::WallLinks].map(|word| control[word as usize] as usize);
        let loads = self.arrays.loads.read_async(&self.gpu, run.grains.len()).await?;
        for (body, sent) in loads.iter().enumerate() {
            run.grains.loads[body] = sent.to_host(&self.units);
            // What contacts leave to a body that does not move is nobody's.
            let error = if run.grains.fixed[body] { 0.0 } else { f64::from(sent.energy_error) };
            run.grains.energy_errors[body] = error * self.units.energy();
        }
        self.fetch_pairs(run, pairs).await?;
        self.fetch_walls(run, walls).await?;
        let poses_at_rebuild = self.arrays.broad.poses_at_rebuild().read_async(&self.gpu, run.grains.len()).await?;
        run.grains.poses_at_rebuild.clear();
        for anchor in &poses_at_rebuild {
            let pose = crate::geometry::Pose::new(anchor.position() * self.units.length, anchor.orientation());
            run.grains.poses_at_rebuild.push(pose);
        }
        run.rebuild = control[Word::Rebuild as usize] != 0;
        if let Some(watched) = &mut run.watched {
            watched.walls_gone =
                f64::from(f32::from_bits(control[Word::WallDisplacement as usize])) * self.units.length;
            let words = self.arrays.drag_sums.read_async(&self.gpu, self.arrays.drag_sums.len()).await?;
            let (taken, cuts) = dragged(&words);
            watched.slowed = Slowed { taken: from_fixed(taken, self.heat_bits) * self.units.energy(), cuts };
        }
        run.stale = false;
        Ok(())
    }

    /// Brings the boxes of all bodies, as of the last rebuild, to the host.
    pub async fn fetch_boxes(&mut self, run: &mut State) -> Result<(), EngineError> {
        let boxes = self.arrays.broad.boxes().read_async(&self.gpu, run.grains.len()).await?;
        run.boxes = boxes.iter().map(|bounds| bounds.to_host(self.units.length)).collect();
        Ok(())
    }

    async fn fetch_pairs(&mut self, run: &mut State, count: usize) -> Result<(), EngineError> {
        let list: Vec<[u32; 2]> = self.arrays.broad.pairs().read_async(&self.gpu, count).await?;
        let kept = self.arrays.histories.read_async(&self.gpu, count).await?;
        let pushes = self.arrays.pushes.read_async(&self.gpu, count).await?;
        let rolled = if self.arrays.rolls { count } else { 0 };
        let rolling = self.arrays.rolling.read_async(&self.gpu, rolled).await?;
        let mut rolling = rolling.iter().map(|pair| pair.rolling).chain(std::iter::repeat(GpuRolling::default()));
        let of_pair = |(kept, push)| GpuHistory::of_pair(kept, push, rolling.next().unwrap_or_default());
        let histories: Vec<_> = kept.iter().zip(&pushes).map(of_pair).collect();
        run.broad.adopt(list, run.grains.len())?;
        let with_overlap = |((history, push), pair): ((&GpuHistory, &GpuPush), &[u32; 2])| {
            self.history_of(history, push.overlap, self.spring_scale(|| run.law_of_pair(*pair)))
        };
        run.pairs = histories.iter().zip(&pushes).zip(run.broad.pairs()).map(with_overlap).collect();
        run.warm = vec![WarmStart::default(); count];
        let mut sums = PairSums::default();
        for ((history, push), pair) in histories.iter().zip(&pushes).zip(run.broad.pairs()) {
            let forces = self.forces_of(history);
            sums.contacts.add_forces(&forces);
            sums.add_errors(*pair, &forces.errors, &run.grains);
            if history.flags & HISTORY_TOUCHING != 0 {
                let overlap = f64::from(push.overlap) * self.units.length;
                let iterations = [push.iterations & 0xff, push.iterations >> 8];
                sums.add_found((overlap, iterations, history.flags & HISTORY_UNCONVERGED != 0));
                let [a, b] = pair.map(|body| run.kinds.get(run.grains.kinds[body as usize]).half_thickness);
                sums.add_share(overlap.max(0.0) / a.min(b), *pair);
            }
        }
        run.pair_sums = vec![sums];
        Ok(())
    }

    async fn fetch_walls(&mut self, run: &mut State, count: usize) -> Result<(), EngineError> {
        let links = self.arrays.walls.links.read_async(&self.gpu, count).await?;
        let histories = self.arrays.walls.histories.read_async(&self.gpu, count * MAX_CONTACTS).await?;
        (run.walls, run.wall_outcomes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (link, histories) in links.iter().zip(histories.chunks(MAX_CONTACTS)) {
            let scale = self.spring_scale(|| run.law_at_wall(link.body, link.surface));
            let contacts: [ContactHistory; MAX_CONTACTS] =
                std::array::from_fn(|k| self.history_of(&histories[k], link.contacts[k].overlap, scale));
            let azimuths =
                std::array::from_fn(|k| (link.slots >> k & 1 == 1).then_some(f64::from(link.contacts[k].azimuth)));
            let warm = WallWarm { pair: WarmStart::default(), azimuths };
            run.walls.push(WallLink { key: [link.body, link.surface], warm, contacts });
            let own = run.grains.energy_errors[link.body as usize];
            let mut outcome = self.wall_outcome(link, own, histories);
            outcome.share =
                outcome.contacts.largest_overlap / run.kinds.get(run.grains.kinds[link.body as usize]).half_thickness;
            run.wall_outcomes.push(outcome);
        }
        Ok(())
    }

    /// See [`spring_scale`]; most scenes have linear springs.
    fn spring_scale(&self, law: impl Fn() -> Law) -> f64 {
        if self.gpu.needs.laws & NONLINEAR == 0 { 1.0 } else { spring_scale(&law(), &self.units) }
    }

    /// A history of the device with the overlap of its contact, which the device has elsewhere.
    fn history_of(&self, history: &GpuHistory, overlap: f32, spring_scale: f64) -> ContactHistory {
        let mut kept = history.to_host(&self.units);
        kept.spring /= spring_scale;
        if kept.touching {
            kept.overlap = (f64::from(overlap) * self.units.length) as f32;
        }
        kept
    }

    /// What came of a grain near a surface in the last step; `own` is the energy error of the grain before it [J].
    fn wall_outcome(&self, link: &GpuWallLink, own: f64, histories: &[GpuHistory]) -> WallOutcome {
        let mut outcome = WallOutcome { body: link.body, ..WallOutcome::default() };
        for (history, contact) in histories.iter().zip(&link.contacts) {
            let forces = self.forces_of(history);
            outcome.load.add(&forces, 0);
            outcome.work += f64::from(history.wall_work) * self.units.energy();
            outcome.contacts.add_forces(&forces);
            outcome.error += forces.errors.left - if forces.errors.taken { own } else { 0.0 };
            if history.flags & HISTORY_TOUCHING != 0 {
                let overlap = f64::from(contact.overlap) * self.units.length;
                outcome.contacts.add_found(overlap, history.flags & HISTORY_UNCONVERGED != 0);
            }
        }
        outcome
    }

    /// The forces of a contact and what they did in the last step, from what is remembered of them.
    fn forces_of(&self, history: &GpuHistory) -> ContactForces {
        let contact = history.to_host(&self.units);
        let [arm_a, arm_b] = contact.arms;
        let joules = |energy: f32| f64::from(energy) * self.units.energy();
        ContactForces {
            force: contact.force,
            couple: contact.couple(),
            load: 0.0,
            arm_a,
            arm_b,
            flows: ContactFlows {
                dissipated_damping: joules(history.dissipated_damping),
                dissipated_friction: joules(history.dissipated_friction),
                dissipated_rolling: joules(history.rolling.heat),
                patch_work: joules(history.patch_work),
            },
            ended: history.flags & HISTORY_ENDED != 0,
            errors: BodyErrors { taken: history.flags & HISTORY_PARTING != 0, left: joules(history.error_left) },
        }
    }
}

fn link_to_device(link: &WallLink) -> GpuWallLink {
    let mut sent =
        GpuWallLink { body: link.key[0], surface: link.key[1], from_link: NO_LINK, ..GpuWallLink::default() };
    for (slot, azimuth) in link.warm.azimuths.iter().enumerate() {
        if let Some(azimuth) = azimuth {
            sent.slots |= 1 << slot;
            sent.contacts[slot] = GpuWallContact { azimuth: *azimuth as f32, ..GpuWallContact::default() };
        }
    }
    sent
}

/// The account of the host in the fixed point of the device.
fn flows_of(flows: &EnergyFlows, bits: i32, units: &Units) -> Flows {
    let fixed = |joules: f64| i128::from(to_fixed(joules / units.energy(), bits));
    Flows {
        heat: [flows.dissipated_damping, flows.dissipated_friction, flows.dissipated_rolling].map(fixed),
        work: [flows.wall_work, flows.patch_work, flows.dissipated_drag].map(fixed),
    }
}
