//! Contacts of balls: from the line between two centres straight to the law, several contacts at a time.

use std::mem::offset_of;

use super::contacts::{PairChunk, PairSetting, PairSums};
use super::partner::{Ball, BodyMotion};
use super::prefetch::{prefetch, prefetch_first};
use crate::force::lanes::{LANES, Pack};
use crate::force::{ContactFlows, ContactHistory, Law, Own, PointHistory, PointKinematics, Real as _, Vec3};
use crate::force::{RollingInertia, RollingKinematics, RollingState};

/// Contacts that are asked for before they are worked out: bodies and histories come from all over the memory, and one after the
/// other each contact would wait for its own.
const CONTACTS_AHEAD: usize = 16;

/// Contacts whose numbers are kept in one go: all, or half of them.
const HALF: usize = 4;

/// The moment of inertia of a ball, over its mass and the square of its radius.
const BALL: f64 = 0.4;

/// A vector for each of the contacts of a group.
type Vectors = Vec3<Pack>;

/// Pairs of balls that overlap, or are held together across a gap.
struct BallPairs {
    normal: Vectors,
    overlap: Pack,
    /// From the centres to the contact points, along the normal and against it [m].
    arms: [Pack; 2],
    radii: [Pack; 2],
}

impl BallPairs {
    /// No two centres may be at the same place.
    #[inline(always)]
    fn of([a, b]: [[&Ball; LANES]; 2]) -> Self {
        let between = Vectors::from_lanes(|lane| b[lane].center) - Vectors::from_lanes(|lane| a[lane].center);
        let radii = [a, b].map(|side| Pack::new(side.map(|ball| ball.radius)));
        let distance = between.dot(between).sqrt();
        let overlap = radii[0] + radii[1] - distance;
        let arms = radii.map(|radius| radius - overlap * 0.5);
        Self { normal: between * distance.recip(), overlap, arms, radii }
    }

    /// The contacts in the law's terms: their points are on the lines between the centres, so that no inertia counts.
    /// `old_arms` are those of the step before [m].
    #[inline(always)]
    fn kinematics(&self, [a, b]: [[&BodyMotion; LANES]; 2], old_arms: [Vectors; 2]) -> PointKinematics<Pack> {
        let velocity = |side: [&BodyMotion; LANES]| Vectors::from_lanes(|lane| side[lane].velocity);
        let [inverse_a, inverse_b] = [a, b].map(|side| Pack::new(side.map(|mover| mover.inverse_mass)));
        let [levers_a, levers_b] = [0, 1].map(|side: usize| {
            let share = self.arms[side] / self.radii[side];
            share * share * BALL.recip() + 1.0
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

    /// The same for rolling and twisting: with the normals before, and the normal force and its stiffness of this step.
    #[inline(always)]
    fn rolling(
        &self,
        sides: [[&BodyMotion; LANES]; 2],
        old: Vectors,
        (normal_force, stiffness): (Pack, Pack),
    ) -> RollingKinematics<Pack> {
        let [spin_a, spin_b] = sides.map(|side| Vectors::from_lanes(|lane| side[lane].spin));
        let inverses = sides.map(|side| Pack::new(side.map(|mover| mover.inverse_mass)));
        let squares = self.radii.map(|radius| radius * radius * BALL);
        let together = |square: [Pack; 2]| (inverses[0] / square[0] + inverses[1] / square[1]).recip();
        let turning = together(squares);
        let rolling = together([0, 1].map(|side: usize| squares[side] + self.arms[side] * self.arms[side]));
        RollingKinematics {
            normals: [old, self.normal],
            turning: spin_b - spin_a,
            spin: (spin_a + spin_b).dot(self.normal) * 0.5,
            radius: self.radii[0] * self.radii[1] / (self.radii[0] + self.radii[1]),
            normal_force,
            stiffness,
            inertia: RollingInertia { rolling, turning, twisting: turning },
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
            self.together(only.as_ref(), group, chunk, sums);
        }
    }

    /// Asks for what the contact at a place of a chunk will need of the memory.
    #[inline(always)]
    fn ask_for(&self, at: usize, chunk: &PairChunk) {
        chunk.list[at].iter().for_each(|body| prefetch(&self.partners.body_motions[*body as usize]));
        // All but the line of rolling, where no law has any.
        let bytes = if self.rolls { size_of::<ContactHistory>() } else { offset_of!(ContactHistory, rolling) };
        prefetch_first(&chunk.histories[at], bytes);
    }

    /// The contacts of a group, of the law that all pairs have where there is but one. By itself, so that its numbers have the
    /// registers.
    #[inline(never)]
    fn together(&self, only: Option<&Law<Pack>>, group: &[u8], chunk: &mut PairChunk, sums: &mut PairSums) {
        // Lanes that are left over do what the last one does, for nobody.
        let last = group.len().min(LANES) - 1;
        let at: [usize; LANES] = std::array::from_fn(|lane| usize::from(group[lane.min(last)]));
        let pairs = at.map(|at| chunk.list[at]);
        let body_motions = [0, 1].map(|side| pairs.map(|pair| &self.partners.body_motions[pair[side] as usize]));
        // By reference: a law of several lanes is kilobytes, which are not to be copied for every group.
        let made;
        let laws = match only {
            Some(laws) => laws,
            None => {
                made = Law::from_lanes(|lane| self.law([body_motions[0][lane], body_motions[1][lane]]));
                &made
            }
        };
        let balls = BallPairs::of([0, 1].map(|side| pairs.map(|pair| &self.partners.balls[pair[side] as usize])));
        let own_laws;
        let laws = if laws.goes_by_radii() {
            own_laws = laws.of_radii(balls.radii.map(Pack::recip));
            &own_laws
        } else {
            laws
        };
        let old = at.map(|at| &chunk.histories[at]);
        let old_arms = [0, 1].map(|side: usize| Vectors::from_lanes(|lane| old[lane].arms[side]));
        let mut histories = PointHistory::from_lanes(|lane| old[lane]);
        let touched = || Pack::from_lanes(|lane| f64::from(u8::from(old[lane].touching))).exceeds(0.0);
        let heat = laws.begin(touched, &mut histories);
        let old_normals = histories.normal;
        let mut done = laws.act(&balls.kinematics(body_motions, old_arms), self.dt, &mut histories);
        done.flows.dissipated_damping += heat;
        let arms = [balls.normal * balls.arms[0], balls.normal * -balls.arms[1]];
        let mut torques = arms[1].cross(histories.force);
        let rolled = laws.rolls().then(|| {
            let mut rolling = RollingState::from_lanes(|lane| &old[lane].rolling);
            let load = (done.load.max(Pack::ZERO), laws.normal_spring(balls.overlap).tangent_stiffness());
            let kinematics = balls.rolling(body_motions, old_normals, load);
            done.flows.dissipated_rolling = laws.roll(&kinematics, self.dt, &mut rolling);
            torques = torques + rolling.moment;
            rolling
        });
        let done = GroupDone {
            arms: arms.map(Vectors::to_lanes),
            torques: torques.to_lanes(),
            overlaps: balls.overlap.to_array(),
            shares: (balls.overlap.max(Pack::ZERO) / balls.radii[0].min(balls.radii[1])).to_array(),
            histories: histories.to_lanes(),
            flows: done.flows.to_lanes(),
        };
        // Lane by lane, and by constants: so numbers go from registers to the histories, and not by way of the stack. What lanes
        // that are left over write is what the last one has written.
        done.keep_half::<0>(&at, chunk);
        if LANES > HALF {
            done.keep_half::<HALF>(&at, chunk);
        }
        for lane in 0..=last {
            if let Some(rolled) = &rolled {
                chunk.histories[at[lane]].rolling = rolled.of(lane);
            }
            sums.add_found((done.overlaps[lane], [0; 2], false));
            sums.add_share(done.shares[lane], pairs[lane]);
            sums.contacts.flows += done.flows.of(lane);
        }
    }
}

/// What came of the contacts of a group, to be taken one by one; units are those of [`ContactHistory`].
struct GroupDone {
    arms: [Vec3<[f64; LANES]>; 2],
    torques: Vec3<[f64; LANES]>,
    overlaps: [f64; LANES],
    /// Overlaps as shares of the smaller radius.
    shares: [f64; LANES],
    histories: PointHistory<[f64; LANES]>,
    flows: ContactFlows<[f64; LANES]>,
}

impl GroupDone {
    /// Brings the histories of four of them up to date, from one of them on.
    #[inline(always)]
    fn keep_half<const FIRST: usize>(&self, at: &[usize; LANES], chunk: &mut PairChunk) {
        self.keep(FIRST, at[FIRST], chunk);
        self.keep(FIRST + 1, at[FIRST + 1], chunk);
        self.keep(FIRST + 2, at[FIRST + 2], chunk);
        self.keep(FIRST + 3, at[FIRST + 3], chunk);
    }

    /// Brings the history of one of them up to date, at its place in a chunk.
    #[inline(always)]
    fn keep(&self, lane: usize, at: usize, chunk: &mut PairChunk) {
        let history = &mut chunk.histories[at];
        self.histories.keep(lane, history);
        (history.touching, history.parting, history.unconverged) = (true, false, false);
        history.arms = [self.arms[0].of(lane), self.arms[1].of(lane)];
        history.torque = self.torques.of(lane);
        history.overlap = self.overlaps[lane] as f32;
        chunk.in_touch[at] = true;
    }
}
