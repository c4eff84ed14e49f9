//! Contacts of balls: from the line between two centres straight to the law, four contacts at a time.

use wide::f64x4;

use super::contacts::{PairChunk, PairSetting, PairSums};
use super::partner::{Ball, BodyMotion};
use super::prefetch::prefetch;
use crate::force::lanes::LANES;
use crate::force::{Law, Own, PointHistory, PointKinematics, Vec3};

/// Contacts that are asked for before they are worked out: bodies and histories come from all over the memory, and one after the
/// other each contact would wait for its own.
const CONTACTS_AHEAD: usize = 16;

/// A vector for each of four contacts.
type Vectors = Vec3<f64x4>;

/// Four pairs of balls that overlap.
struct BallPairs {
    normal: Vectors,
    overlap: f64x4,
    /// From the centres to the contact points, along the normal and against it [m].
    arms: [f64x4; 2],
    radii: [f64x4; 2],
}

impl BallPairs {
    /// No two centres may be at the same place.
    #[inline(always)]
    fn of([a, b]: [[&Ball; LANES]; 2]) -> Self {
        let between = Vectors::from_lanes(|lane| b[lane].center) - Vectors::from_lanes(|lane| a[lane].center);
        let radii = [a, b].map(|side| f64x4::new(side.map(|ball| ball.radius)));
        let distance = between.dot(between).sqrt();
        let overlap = radii[0] + radii[1] - distance;
        let arms = radii.map(|radius| radius - overlap * 0.5);
        Self { normal: between * distance.recip(), overlap, arms, radii }
    }

    /// The contacts in the law's terms: their points are on the lines between the centres, so that no inertia counts.
    /// `old_arms` are those of the step before [m].
    #[inline(always)]
    fn kinematics(&self, [a, b]: [[&BodyMotion; LANES]; 2], old_arms: [Vectors; 2]) -> PointKinematics<f64x4> {
        let velocity = |side: [&BodyMotion; LANES]| Vectors::from_lanes(|lane| side[lane].velocity);
        let [inverse_a, inverse_b] = [a, b].map(|side| f64x4::new(side.map(|mover| mover.inverse_mass)));
        // The moment of inertia of a ball is 2/5 of its mass times the square of its radius.
        let [levers_a, levers_b] = [0, 1].map(|side: usize| {
            let share = self.arms[side] / self.radii[side];
            share * share * 2.5 + 1.0
        });
        let [spin_a, spin_b] = [a, b].map(|side| Vectors::from_lanes(|lane| side[lane].spin));
        let apart = velocity(b) - velocity(a);
        let normal = self.normal;
        PointKinematics {
            overlap: self.overlap,
            normal,
            velocity: apart - (spin_a * self.arms[0] + spin_b * self.arms[1]).cross(normal),
            velocity_before: apart + (spin_b.cross(old_arms[1]) - spin_a.cross(old_arms[0])),
            spin: (spin_a + spin_b).dot(normal) * 0.5,
            mass: (inverse_a + inverse_b).recip(),
            mass_across: (inverse_a * levers_a + inverse_b * levers_b).recip(),
            own: Own::all(),
        }
    }
}

impl PairSetting<'_> {
    /// The contacts of the pairs of balls with these places in a chunk. They overlap, and no two centres are the same.
    pub fn of_balls(&self, places: &[u8], chunk: &mut PairChunk, sums: &mut PairSums) {
        let only = (self.laws.0.len() == 1).then(|| Law::from_lanes(|_| &self.laws.0[0]));
        let (first, later) = places.split_at(places.len().min(CONTACTS_AHEAD));
        first.iter().for_each(|place| self.ask_for(usize::from(*place), chunk));
        let mut later = later.chunks(LANES);
        for group in places.chunks(LANES) {
            later.next().into_iter().flatten().for_each(|place| self.ask_for(usize::from(*place), chunk));
            // Lanes that are left over do what the last one does, for nobody.
            let at: [usize; LANES] = std::array::from_fn(|lane| usize::from(group[lane.min(group.len() - 1)]));
            let pairs = at.map(|at| chunk.list[at]);
            let body_motions = [0, 1].map(|side| pairs.map(|pair| &self.partners.body_motions[pair[side] as usize]));
            let laws = only
                .unwrap_or_else(|| Law::from_lanes(|lane| self.law([body_motions[0][lane], body_motions[1][lane]])));
            self.four_balls(&laws, body_motions, (&at[..group.len()], at, pairs), chunk, sums);
        }
    }

    /// Asks for what the contact at a place of a chunk will need of the memory.
    #[inline(always)]
    fn ask_for(&self, at: usize, chunk: &PairChunk) {
        chunk.list[at].iter().for_each(|body| prefetch(&self.partners.body_motions[*body as usize]));
        prefetch(&chunk.histories[at]);
    }

    #[inline(always)]
    fn four_balls(
        &self,
        laws: &Law<f64x4>,
        body_motions: [[&BodyMotion; LANES]; 2],
        (own, at, pairs): (&[usize], [usize; LANES], [[u32; 2]; LANES]),
        chunk: &mut PairChunk,
        sums: &mut PairSums,
    ) {
        let balls = BallPairs::of([0, 1].map(|side| pairs.map(|pair| &self.partners.balls[pair[side] as usize])));
        let laws = laws.of_radii(balls.radii.map(f64x4::recip));
        let old = at.map(|at| &chunk.histories[at]);
        let old_arms = [0, 1].map(|side: usize| Vectors::from_lanes(|lane| old[lane].arms[side]));
        let mut histories = PointHistory::from_lanes(|lane| old[lane]);
        let done = laws.act(&balls.kinematics(body_motions, old_arms), self.dt, &mut histories);
        let arms = [balls.normal * balls.arms[0], balls.normal * -balls.arms[1]];
        let torques = arms[1].cross(histories.force).to_lanes();
        let shares = (balls.overlap / balls.radii[0].min(balls.radii[1])).to_array();
        let (arms, overlaps) = (arms.map(Vectors::to_lanes), balls.overlap.to_array());
        let (histories, flows) = (histories.to_lanes(), done.flows.to_lanes());
        for (lane, at) in own.iter().enumerate() {
            let history = &mut chunk.histories[*at];
            histories.keep(lane, history);
            chunk.in_touch[*at] = true;
            (history.touching, history.parting, history.unconverged) = (true, false, false);
            history.arms = [arms[0].of(lane), arms[1].of(lane)];
            history.torque = torques.of(lane);
            history.overlap = overlaps[lane] as f32;
            sums.add_found((overlaps[lane], [0; 2], false));
            sums.add_share(shares[lane], pairs[lane]);
            sums.contacts.flows += flows.of(lane);
        }
    }
}
