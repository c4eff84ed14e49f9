//! The passes `separate`, `penetrate`, `patch` and `law` for pairs of grains: from candidate pairs to their forces.

use glam::DVec3;

use super::ahead::ask_for;
use super::partner::{Mover, Partners, touch};
use super::{Grains, Kinds};
use crate::axisymmetric::Axisymmetric;
use crate::bodies::Shape;
use crate::contact::{Body, Contact, Detector, Minkowski, Status, Unsupported, WarmStart};
use crate::force::{ContactForces, ContactMemory, Law};
use crate::scene::CylinderContact;

/// Pairs whose flows are summed together, and that one thread takes at a time: by the list alone, so that no sum depends
/// on the threads.
pub(super) const PAIR_CHUNK: usize = 256;
const _: () = assert!(PAIR_CHUNK <= 256, "places in a chunk are bytes");

/// What came of a candidate pair in this step; all zero without contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PairOutcome {
    /// Force on B; A has the opposite [N].
    pub force: DVec3,
    /// Torques on A and on B [N m].
    pub torques: [DVec3; 2],
    /// Overlap; 0 without contact [m].
    pub overlap: f64,
    /// What finding it took: updates of GJK, expansions of EPA.
    pub iterations: [u32; 2],
    /// The answer is only bounded.
    pub unsure: bool,
}

impl PairOutcome {
    /// Of a contact that has a force.
    pub fn new(forces: &ContactForces, overlap: f64, iterations: [u32; 2], unsure: bool) -> Self {
        let ContactForces { force, couple, arm_a, arm_b, .. } = *forces;
        let torques = [-(arm_a.cross(force) + couple), arm_b.cross(force) + couple];
        Self { force, torques, overlap, iterations, unsure }
    }
}

/// What came of some pairs together, summed in the order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PairSums {
    /// Contacts.
    pub contacts: usize,
    /// Contacts whose overlap is only bounded.
    pub unsure: usize,
    /// Contacts that ended in this step.
    pub ended: u64,
    /// Largest overlap [m].
    pub largest_overlap: f64,
    /// Energies, as [`ContactForces`] has them [J].
    pub damped: f64,
    pub rubbed: f64,
    pub unreturned: f64,
    pub patch_work: f64,
}

impl PairSums {
    /// Adds one pair with its overlap, 0 without contact [m].
    pub fn add(&mut self, forces: &ContactForces, overlap: f64, unsure: bool) {
        self.contacts += usize::from(overlap > 0.0);
        self.unsure += usize::from(unsure);
        self.ended += u64::from(forces.ended);
        self.largest_overlap = self.largest_overlap.max(overlap);
        self.damped += forces.damped;
        self.rubbed += forces.rubbed;
        self.unreturned += forces.unreturned;
        self.patch_work += forces.patch_work;
    }
}

/// Finds contacts of grains; one per thread.
pub(super) struct PairDetector {
    minkowski: Minkowski,
    axisymmetric: Option<Axisymmetric>,
}

impl PairDetector {
    pub fn new(cylinders: CylinderContact) -> Self {
        // A gap needs no exact value: a pair that is known to be apart has no force.
        let axisymmetric = (cylinders == CylinderContact::Axisymmetric).then(Axisymmetric::default);
        Self { minkowski: Minkowski::with_gap_limit(0.0), axisymmetric }
    }

    /// See [`Minkowski::patch_depth`].
    pub fn set_patch_depth(&mut self, share: f64) {
        self.minkowski.patch_depth = share;
    }

    pub fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        match (&mut self.axisymmetric, a.shape, b.shape) {
            (Some(detector), Shape::Cylinder(_), Shape::Cylinder(_)) => detector.detect(a, b, warm),
            _ => self.minkowski.detect(a, b, warm),
        }
    }
}

/// What all pairs of a step share.
pub(super) struct PairSetting<'s> {
    pub grains: &'s Grains,
    pub kinds: &'s Kinds,
    pub partners: &'s Partners,
    /// The law of every pair of materials, and how many materials there are.
    pub laws: (&'s [Law], usize),
    /// Time step [s].
    pub dt: f64,
}

/// Candidate pairs that lie together in the list, with what is remembered of them and what comes of them.
pub(super) struct PairChunk<'s> {
    pub list: &'s [[u32; 2]],
    pub warm: &'s mut [WarmStart],
    pub memories: &'s mut [ContactMemory],
    pub outcomes: &'s mut [PairOutcome],
}

/// A contact that was found: overlap [m], iterations of GJK and EPA, and whether it is only bounded.
type Found = (f64, [u32; 2], bool);

impl PairSetting<'_> {
    /// Pair after pair: is there a contact, and what does it do? The outcome of a pair that is and was apart is left as it
    /// is, which is empty.
    pub fn forces(&self, detector: &mut PairDetector, mut chunk: PairChunk) -> Result<PairSums, Unsupported> {
        let mut meets = [Meets::Apart; PAIR_CHUNK];
        let (mut balls, mut count) = ([0; PAIR_CHUNK], 0);
        // Bodies come from all over the memory. Looked at first all together, and for so little, many are on their way at
        // once; one after the other, each contact would wait for its own.
        for (place, (pair, meets)) in chunk.list.iter().zip(&mut meets).enumerate() {
            *meets = self.meets(*pair);
            match meets {
                Meets::AsBalls => {
                    pair.iter().for_each(|body| ask_for(&self.partners.movers[*body as usize]));
                    ask_for(&chunk.memories[place]);
                    ask_for(&chunk.outcomes[place]);
                    balls[count] = place as u8;
                    count += 1;
                }
                Meets::Apart => ask_for(&chunk.memories[place].touching),
                Meets::Perhaps => {}
            }
        }
        let mut sums = PairSums::default();
        self.of_balls(&balls[..count], &mut chunk, &mut sums);
        let PairChunk { list, warm, memories, outcomes } = chunk;
        let pairs = list.iter().zip(meets).zip(warm).zip(memories).zip(outcomes);
        for ((((pair, meets), warm), memory), outcome) in pairs {
            let done = match meets {
                Meets::AsBalls => continue,
                Meets::Apart => None,
                Meets::Perhaps => self.searched(detector, *pair, (warm, memory))?,
            };
            if let Some((forces, (overlap, iterations, unsure))) = done {
                sums.add(&forces, overlap, unsure);
                *outcome = PairOutcome::new(&forces, overlap, iterations, unsure);
            } else if memory.touching {
                sums.add(&self.released(*pair, memory), 0.0, false);
                *outcome = PairOutcome::default();
            }
        }
        Ok(sums)
    }

    /// What the balls about two bodies tell of them.
    #[inline]
    fn meets(&self, [a, b]: [u32; 2]) -> Meets {
        let [first, second] = [a, b].map(|body| &self.partners.balls[body as usize]);
        let reach = first.radius + second.radius;
        let square = (second.center - first.center).length_squared();
        // Not "not below": a place that is not a number must come to light.
        if square >= reach * reach {
            return Meets::Apart;
        }
        let [one, other] = [a, b].map(|body| self.partners.are_balls[body as usize]);
        match square.sqrt() {
            _ if !(one && other) => Meets::Perhaps,
            distance if distance >= reach => Meets::Apart,
            // Two centres at the same place have no line between them.
            0.0 => Meets::Perhaps,
            _ => Meets::AsBalls,
        }
    }

    /// The law of two bodies.
    #[inline]
    pub(super) fn law(&self, [a, b]: [&Mover; 2]) -> &Law {
        &self.laws.0[usize::from(a.material) * self.laws.1 + usize::from(b.material)]
    }

    /// The contact of any two shapes, if they touch.
    fn searched(
        &self,
        detector: &mut PairDetector,
        pair: [u32; 2],
        (warm, memory): (&mut WarmStart, &mut ContactMemory),
    ) -> Result<Option<(ContactForces, Found)>, Unsupported> {
        let movers = pair.map(|body| &self.partners.movers[body as usize]);
        let law = self.law(movers);
        let [a, b] = [0, 1].map(|side| Body {
            shape: &self.kinds.get(movers[side].kind).shape,
            pose: self.grains.poses[pair[side] as usize],
        });
        detector.set_patch_depth(law.patch_depth());
        let found = detector.detect(&a, &b, warm)?;
        if found.overlap <= 0.0 {
            return Ok(None);
        }
        let [a, b] = pair.map(|body| self.partners.get(body as usize));
        let touch = touch((found.overlap, found.patch), found.normal, found.point, [&a, &b], memory);
        let iterations = [found.gjk_iterations, found.epa_iterations];
        Ok(Some((law.apply(&touch, self.dt, memory), (found.overlap, iterations, found.status != Status::Ok))))
    }

    /// Ends the contact of a pair.
    #[cold]
    fn released(&self, pair: [u32; 2], memory: &mut ContactMemory) -> ContactForces {
        let [a, b] = pair.map(|body| &self.partners.movers[body as usize]);
        let [arm_a, arm_b] = memory.arms;
        let before = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        self.law([a, b]).release(before, b.spin - a.spin, self.dt, memory)
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

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::engine::{Options, Simulation};
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
        let mut run = Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"));
        let mut detector = PairDetector::new(CylinderContact::Minkowski);
        let (mut direct, mut searched) = ([ContactMemory::default()], ContactMemory::default());
        let (mut warm, mut touched) = ([WarmStart::default()], 0);
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
            let setting = PairSetting { grains, kinds, partners: &all, laws, dt };
            let mut outcomes = [PairOutcome::default()];
            let (list, [own], [memory], [outcome]) = ([[0, 1]], &mut warm, &mut direct, &mut outcomes);
            let chunk = PairChunk {
                list: &list,
                warm: std::slice::from_mut(own),
                memories: std::slice::from_mut(memory),
                outcomes: std::slice::from_mut(outcome),
            };
            let sums = setting.forces(&mut detector, chunk).expect("balls are supported");
            let own = (&mut WarmStart::default(), &mut searched);
            let found = setting.searched(&mut detector, [0, 1], own).expect("balls are supported");
            match found {
                Some((forces, (overlap, ..))) => {
                    let expected = PairOutcome::new(&forces, overlap, [0; 2], false);
                    let size = forces.force.length();
                    assert!((outcomes[0].overlap - overlap).abs() < 1e-15);
                    assert!(outcomes[0].force.distance(expected.force) < 1e-9 * size, "step {step}");
                    for (p, q) in outcomes[0].torques.iter().zip(expected.torques) {
                        assert!(p.distance(q) < 1e-9 * size * 0.007, "step {step}: {p} is not {q}");
                    }
                    assert!((sums.damped - forces.damped).abs() < 1e-9 * forces.damped.abs() + 1e-20);
                    touched += 1;
                }
                None => {
                    assert_eq!((outcomes[0], sums.contacts), (PairOutcome::default(), 0), "step {step}");
                    if searched.touching {
                        let ended = setting.released([0, 1], &mut searched);
                        assert!(ended.ended && sums.ended == 1);
                    }
                }
            }
            assert_eq!(direct[0].touching, searched.touching);
        }
        assert!((20..60).contains(&touched), "{touched} steps in contact");
    }
}
