//! The passes `separate`, `penetrate`, `patch` and `law` for pairs of grains: from candidate pairs to their forces.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::health::{Deepest, Meeting};
use super::partner::{BodyMotion, Partners, act, kinematics, parting};
use super::{Grains, ParticleTypes, SolverWork};
use crate::force::gather::ContactSums;
use crate::force::{BodyErrors, ContactForces, ContactHistory, Law};
use crate::geometry::Shape;
use crate::narrow::axisymmetric::Axisymmetric;
use crate::narrow::{Body, Contact, Detector, Minkowski, Status, Unsupported, WarmStart};
use crate::scene::CylinderContact;

/// Pairs whose flows are summed together, and that one thread takes at a time: by the list alone, so that no sum depends
/// on the threads.
pub(crate) const PAIR_CHUNK: usize = 256;
const _: () = assert!(PAIR_CHUNK == 256, "places in a chunk are bytes");

/// What came of some pairs together, summed in the order of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PairSums {
    /// What their contacts have come to.
    pub contacts: ContactSums,
    /// The deepest contact, as a share of the half-thickness of its thinner grain, and the sum of such shares.
    pub deepest: Deepest,
    pub shares: f64,
    /// What finding the contacts took.
    pub work: SolverWork,
    /// Bodies whose energy errors change, and by how much [J]. Few contacts end in a step.
    pub errors: SmallVec<[(u32, f64); 4]>,
}

impl PairSums {
    /// Adds a contact: its overlap [m], updates of GJK and expansions of EPA that it took, and whether it is only bounded.
    pub fn add_found(&mut self, (overlap, [gjk, epa], unconverged): Found) {
        self.contacts.add_found(overlap, unconverged);
        self.work += SolverWork::of([gjk, epa]);
    }

    /// Adds an overlap as a share of the half-thickness of the thinner of two bodies.
    #[inline]
    pub fn add_share(&mut self, share: f64, pair: [u32; 2]) {
        self.shares += share;
        self.deepest.take(share, Meeting::Grains(pair));
    }

    /// Adds what a contact that has ended does to the energy errors of its bodies.
    pub fn add_errors(&mut self, pair: [u32; 2], errors: &BodyErrors, grains: &Grains) {
        for body in pair.into_iter().filter(|body| !grains.fixed[*body as usize]) {
            let taken = if errors.taken { grains.energy_errors[body as usize] } else { 0.0 };
            if errors.left != taken {
                self.errors.push((body, errors.left - taken));
            }
        }
    }
}

/// Finds contacts of grains; one per thread.
pub(crate) struct PairDetector {
    minkowski: Minkowski,
    axisymmetric: Option<Axisymmetric>,
}

impl PairDetector {
    pub fn new(cylinders: CylinderContact) -> Self {
        // A gap needs no exact value where nothing reaches across it: a pair that is known to be apart has no force.
        let axisymmetric = (cylinders == CylinderContact::Axisymmetric).then(Axisymmetric::default);
        Self { minkowski: Minkowski::with_gap_limit(0.0), axisymmetric }
    }

    /// See [`Minkowski::patch_depth`].
    pub fn set_patch_depth(&mut self, share: f64) {
        self.minkowski.patch_depth = share;
    }

    /// Gaps up to this are told exactly [m]; of larger ones, that they are.
    pub fn set_reach(&mut self, reach: f64) {
        self.minkowski.gap_limit = reach;
    }

    pub fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        match (&mut self.axisymmetric, a.shape, b.shape) {
            (Some(detector), Shape::Cylinder(_), Shape::Cylinder(_)) => detector.detect(a, b, warm),
            _ => self.minkowski.detect(a, b, warm),
        }
    }
}

/// What all pairs of a step share.
pub(crate) struct PairSetting<'s> {
    pub grains: &'s Grains,
    pub kinds: &'s ParticleTypes,
    pub partners: &'s Partners,
    /// The law of every pair of materials, and how many materials there are.
    pub laws: (&'s [Law], usize),
    /// Largest gap across which any of them acts [m].
    pub range: f64,
    /// Whether any of them resists rolling.
    pub rolls: bool,
    /// Time step [s].
    pub dt: f64,
}

/// Candidate pairs that lie together in the list, with what is remembered of them and what comes of them.
pub(crate) struct PairChunk<'s> {
    pub list: &'s [[u32; 2]],
    pub warm: &'s mut [WarmStart],
    pub histories: &'s mut [ContactHistory],
    pub in_touch: &'s mut [bool],
}

/// A contact that was found: overlap [m], iterations of GJK and EPA, and whether it is only bounded.
pub(crate) type Found = (f64, [u32; 2], bool);

impl PairSetting<'_> {
    /// Pair after pair: is there a contact, and what does it do? The memory of a pair that is and was apart is left as it is,
    /// which is empty.
    pub fn forces(&self, detector: &mut PairDetector, mut chunk: PairChunk) -> Result<PairSums, Unsupported> {
        let [balls, others] = self.sorted(&chunk);
        let mut sums = PairSums::default();
        self.of_balls(balls.list(), &mut chunk, &mut sums);
        for place in others.list().iter().map(|place| usize::from(*place)) {
            let (pair, history) = (chunk.list[place], &mut chunk.histories[place]);
            let reach = if self.range > 0.0 { self.reach(pair, history.touching) } else { 0.0 };
            let done = match self.meets(pair, reach) {
                Meets::Apart => None,
                _ => self.searched(detector, pair, (&mut chunk.warm[place], history))?,
            };
            if let Some((forces, found)) = done {
                sums.add_found(found);
                sums.add_share(found.0.max(0.0) / self.half_thickness(pair), pair);
                sums.contacts.add_forces(&forces);
                chunk.in_touch[place] = true;
            } else if chunk.in_touch[place] {
                let forces = self.released(pair, history);
                sums.contacts.add_forces(&forces);
                chunk.in_touch[place] = history.is_active();
                sums.add_errors(pair, &forces.errors, self.grains);
            }
        }
        Ok(sums)
    }

    /// The places of pairs that meet as balls, and of all others that meet, or may, or have been in touch. Who touches is hard to
    /// foretell, so that there is no branch; and it is known before the first contact is worked out, so that what contacts need
    /// of the memory can be asked for ahead of time.
    fn sorted(&self, chunk: &PairChunk) -> [Places; 2] {
        match self.range > 0.0 {
            true => self.sorted_by(chunk, |place| self.reach(chunk.list[place], chunk.histories[place].touching)),
            false => self.sorted_by(chunk, |_| 0.0),
        }
    }

    /// The same, with the gap up to which the pair at a place holds together [m].
    #[inline(always)]
    fn sorted_by(&self, chunk: &PairChunk, reach: impl Fn(usize) -> f64) -> [Places; 2] {
        // Counts beside the lists, so that they stay in registers.
        let ([mut balls, mut others], [mut ball_count, mut other_count]) = ([[0; PAIR_CHUNK]; 2], [0; 2]);
        for ((place, pair), in_touch) in chunk.list.iter().enumerate().zip(&*chunk.in_touch) {
            let meets = self.meets(*pair, reach(place));
            ball_count += push_if(meets == Meets::AsBalls, place, (&mut balls, ball_count));
            let is_other = (meets == Meets::Perhaps) | ((meets == Meets::Apart) & *in_touch);
            other_count += push_if(is_other, place, (&mut others, other_count));
        }
        [Places { list: balls, count: ball_count }, Places { list: others, count: other_count }]
    }

    /// The gap up to which two bodies hold together [m].
    #[inline]
    fn reach(&self, pair: [u32; 2], has_touched: bool) -> f64 {
        let body_motions = pair.map(|body| &self.partners.body_motions[body as usize]);
        self.law_of_bodies(body_motions).reach(has_touched)
    }

    /// What the balls about two bodies tell of them, which hold together up to a gap `reach` [m].
    #[inline(always)]
    fn meets(&self, [a, b]: [u32; 2], reach: f64) -> Meets {
        let [first, second] = [a, b].map(|body| &self.partners.balls[body as usize]);
        let reach = first.radius + second.radius + reach;
        let square = (second.center - first.center).length_squared();
        let are_balls = self.partners.are_balls[a as usize] & self.partners.are_balls[b as usize];
        let distance = square.sqrt();
        // Not "not below": a place that is not a number must come to light, and two centres at the same place have no line
        // between them.
        let apart = (square >= reach * reach) | (are_balls & (distance >= reach));
        match (apart, are_balls & (distance > 0.0)) {
            (true, _) => Meets::Apart,
            (false, true) => Meets::AsBalls,
            (false, false) => Meets::Perhaps,
        }
    }

    /// The law of the materials of two bodies.
    #[inline]
    pub(crate) fn law(&self, [a, b]: [&BodyMotion; 2]) -> &Law {
        &self.laws.0[usize::from(a.material) * self.laws.1 + usize::from(b.material)]
    }

    /// The law of two bodies.
    #[inline]
    fn law_of_bodies(&self, body_motions: [&BodyMotion; 2]) -> Cow<'_, Law> {
        self.law(body_motions).of_bodies(body_motions.map(|mover| self.kinds.get(mover.kind).curvature))
    }

    /// Half-thickness of the thinner of two bodies [m].
    fn half_thickness(&self, pair: [u32; 2]) -> f64 {
        let [a, b] = pair.map(|body| self.kinds.get(self.partners.body_motions[body as usize].kind).half_thickness);
        a.min(b)
    }

    /// The contact of any two shapes, if they touch.
    fn searched(
        &self,
        detector: &mut PairDetector,
        pair: [u32; 2],
        (warm, history): (&mut WarmStart, &mut ContactHistory),
    ) -> Result<Option<(ContactForces, Found)>, Unsupported> {
        let body_motions = pair.map(|body| &self.partners.body_motions[body as usize]);
        let law = self.law_of_bodies(body_motions);
        let [a, b] = [0, 1].map(|side| Body {
            shape: &self.kinds.get(body_motions[side].kind).shape,
            pose: self.grains.poses[pair[side] as usize],
        });
        detector.set_patch_depth(law.patch_depth());
        let reach = law.reach(history.touching);
        detector.set_reach(reach);
        let found = detector.detect(&a, &b, warm)?;
        if found.overlap <= -reach {
            return Ok(None);
        }
        let [a, b] = pair.map(|body| self.partners.get(body as usize));
        let contact = kinematics((found.overlap, found.patch), found.normal, found.point, [&a, &b], history);
        let kinds = body_motions.map(|mover| self.kinds.get(mover.kind));
        let curvatures = kinds.map(|kind| kind.curvature);
        let law = law.at_place(curvatures, || {
            [0, 1]
                .map(|side| kinds[side].curvature_at(self.grains.poses[pair[side] as usize].orientation, found.normal))
        });
        let forces = act(&law, &contact, ([&a, &b], curvatures), self.dt, history);
        history.unconverged = found.status != Status::Ok;
        history.overlap = found.overlap as f32;
        let iterations = [found.gjk_iterations, found.epa_iterations];
        Ok(Some((forces, (found.overlap, iterations, history.unconverged))))
    }

    /// Ends the contact of a pair.
    #[cold]
    fn released(&self, pair: [u32; 2], history: &mut ContactHistory) -> ContactForces {
        let [a, b] = pair.map(|body| self.partners.get(body as usize));
        let law = self.law_of_bodies([&a.mover, &b.mover]);
        let errors = pair.map(|body| self.grains.energy_errors[body as usize]);
        law.release(&parting([&a, &b], errors[0] + errors[1], history), self.dt, history)
    }
}

/// What the balls about two bodies tell of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    /// They are apart.
    Apart,
    /// They are these balls, and overlap.
    AsBalls,
    /// Only a search can tell.
    Perhaps,
}

/// Some places of a chunk, in ascending order.
pub(super) struct Places {
    list: [u8; PAIR_CHUNK],
    count: usize,
}

impl Places {
    /// Those at which a condition holds. Whether it does is hard to foretell, so that there is no branch.
    pub fn of(conditions: &[bool]) -> Self {
        let (mut list, mut count) = ([0; PAIR_CHUNK], 0);
        for (place, condition) in conditions.iter().enumerate() {
            count += push_if(*condition, place, (&mut list, count));
        }
        Self { list, count }
    }

    pub fn list(&self) -> &[u8] {
        &self.list[..self.count]
    }
}

/// Writes a place behind others in any case; returns how many more there are with it, if the condition holds.
#[inline(always)]
fn push_if(condition: bool, place: usize, (list, count): (&mut [u8; PAIR_CHUNK], usize)) -> usize {
    list[count % PAIR_CHUNK] = place as u8;
    usize::from(condition)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::engine::State;
    use crate::scene::Scene;

    const BALLS: &str = r#"
        [simulation]
        duration = 1.0
        start_overlap = 0.1
        [[material]]
        name = "stone"
        density = 2500
        stiffness = 1e4
        restitution = 0.5
        friction = 0.4
        rolling_friction = 0.3
        twisting_friction = 0.1
        [[shape]]
        name = "large"
        material = "stone"
        type = "sphere"
        radius = 0.005
        [[shape]]
        name = "small"
        material = "stone"
        type = "sphere"
        radius = 0.002
        [[body]]
        shape = "large"
        position = [0.1, 0.2, 0.3]
        [[body]]
        shape = "small"
        position = [0.104, 0.2055, 0.301]
    "#;

    /// Two balls that roll over each other, in contact for many steps, then part: straight to the law, and by the search.
    #[test]
    fn balls_go_straight_to_what_a_search_finds() {
        // With the coarser step the dashpot across the normal is at its bound, which asks for the balls' inertia.
        [1e-6, 2e-5].into_iter().for_each(roll);
    }

    fn roll(dt: f64) {
        let scene = Scene::parse(BALLS, "balls.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut run = State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"));
        let mut detector = PairDetector::new(CylinderContact::Minkowski);
        let (mut direct, mut searched) = ([ContactHistory::default()], ContactHistory::default());
        let (mut warm, mut in_touch, mut touched) = ([WarmStart::default()], [false], 0);
        let toward = DVec3::new(0.004, 0.0055, 0.001).normalize();
        for step in 0..60 {
            let angle = 0.01 * f64::from(step);
            let distance = 0.007 * (0.999 + 5e-5 * (f64::from(step) - 30.0).abs());
            let way = DQuat::from_rotation_z(angle) * toward;
            run.grains.poses[1].position = run.grains.poses[0].position + way * distance;
            run.grains.motions[1].velocity = DVec3::new(0.1, -0.2, 0.05) * angle;
            run.grains.motions[0].momentum = DVec3::new(2e-7, -1e-7, 3e-7);
            let mut all = Partners::default();
            all.refresh(&run.grains, &run.kinds);
            let (grains, kinds, laws) = (&run.grains, &run.kinds, (&run.laws[..], 1));
            let setting = PairSetting { grains, kinds, partners: &all, laws, range: 0.0, rolls: true, dt };
            let (list, [own], [history]) = ([[0, 1]], &mut warm, &mut direct);
            let chunk = PairChunk {
                list: &list,
                warm: std::slice::from_mut(own),
                histories: std::slice::from_mut(history),
                in_touch: &mut in_touch,
            };
            let sums = setting.forces(&mut detector, chunk).expect("balls are supported");
            let own = (&mut WarmStart::default(), &mut searched);
            let found = setting.searched(&mut detector, [0, 1], own).expect("balls are supported");
            match found {
                Some((forces, (overlap, ..))) => {
                    let size = forces.force.length();
                    assert!((sums.contacts.largest_overlap - overlap).abs() < 1e-15);
                    let between = run.grains.poses[1].position - run.grains.poses[0].position;
                    let loads = |history: &ContactHistory| [history.torque, history.torque_on_a(between)];
                    assert!(direct[0].force.distance(forces.force) < 1e-9 * size, "step {step}");
                    for (p, q) in loads(&direct[0]).iter().zip(loads(&searched)) {
                        assert!(p.distance(q) < 1e-9 * size * 0.007, "step {step}: {p} is not {q}");
                    }
                    let [together, alone] = [sums.contacts.flows, forces.flows].map(|flows| flows.dissipated_damping);
                    assert!((together - alone).abs() < 1e-9 * alone.abs() + 1e-20);
                    touched += 1;
                }
                None => {
                    assert_eq!((direct[0], sums.contacts.contacts), (ContactHistory::default(), 0), "step {step}");
                    if searched.touching {
                        let ended = setting.released([0, 1], &mut searched);
                        assert!(ended.ended && sums.contacts.ended == 1);
                    }
                }
            }
            assert_eq!((direct[0].touching, in_touch[0]), (searched.touching, searched.touching));
        }
        assert!((20..60).contains(&touched), "{touched} steps in contact");
    }
}
