//! Counts the iterations of all close pairs of a frame.

use glam::{DQuat, DVec3};
use rayon::prelude::*;

use crate::cli::reproduce::ReproduceError;
use crate::geometry::{Pose, Shape};
use crate::narrow::{Body, Detector, Minkowski, WarmStart};
use crate::output::frames::Frame;
use crate::scene::Scene;
use crate::studies::classical::textbook::count;

/// Two kinds of grains, by the names of their shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group(pub &'static str, pub &'static str);

/// A mean that grows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: u32) {
        self.sum += f64::from(value);
        self.count += 1;
    }

    fn joined(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }

    /// How many values there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The mean; none of nothing.
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// What the pairs of a group took, on average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// Textbook GJK of pairs apart and of pairs in contact, and EPA.
    pub apart: Mean,
    pub meeting: Mean,
    pub expansions: Mean,
    /// Our detector, GJK and EPA together, cold and warm: pairs apart, pairs in contact.
    pub own_apart: [Mean; 2],
    pub own_meeting: [Mean; 2],
}

impl Counted {
    fn joined(self, other: Self) -> Self {
        let both = |p: [Mean; 2], q: [Mean; 2]| [p[0].joined(q[0]), p[1].joined(q[1])];
        Self {
            apart: self.apart.joined(other.apart),
            meeting: self.meeting.joined(other.meeting),
            expansions: self.expansions.joined(other.expansions),
            own_apart: both(self.own_apart, other.own_apart),
            own_meeting: both(self.own_meeting, other.own_meeting),
        }
    }
}

/// Overlaps that part the classes of depth, as shares of the smaller bounding radius.
pub(super) const DEPTHS: [f64; 3] = [1e-3, 3e-3, 1e-2];

/// What pairs in contact took whose overlaps are about as deep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtDepth {
    /// GJK and EPA of polyhedra.
    pub meeting: Mean,
    pub expansions: Mean,
    /// GJK of polyhedra with spheres.
    pub with_spheres: Mean,
}

impl AtDepth {
    pub fn joined(self, other: Self) -> Self {
        Self {
            meeting: self.meeting.joined(other.meeting),
            expansions: self.expansions.joined(other.expansions),
            with_spheres: self.with_spheres.joined(other.with_spheres),
        }
    }
}

/// All groups of a frame, and all pairs in contact by depth.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub groups: Vec<Counted>,
    pub depths: [AtDepth; DEPTHS.len() + 1],
}

/// Along which direction GJK starts, from the grain A and its partner B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// From the centre of B to that of A.
    ToA,
    /// From the centre of A to that of B.
    ToB,
    /// Along the x axis of the world.
    AlongX,
}

impl Start {
    fn direction(self, a: &Grain, b: &Grain) -> DVec3 {
        let line = (b.now.position - a.now.position).normalize_or(DVec3::X);
        match self {
            Self::ToA => -line,
            Self::ToB => line,
            Self::AlongX => DVec3::X,
        }
    }
}

/// A grain, now and a step later, and its box.
struct Grain {
    kind: String,
    shape: Shape,
    now: Pose,
    next: Pose,
    low: DVec3,
    high: DVec3,
}

impl Tally {
    fn nothing(groups: &[Group]) -> Self {
        Self { groups: vec![Counted::default(); groups.len()], depths: Default::default() }
    }

    fn joined(self, other: Self) -> Self {
        let groups = self.groups.into_iter().zip(other.groups).map(|(p, q)| p.joined(q)).collect();
        let depths = std::array::from_fn(|k| self.depths[k].joined(other.depths[k]));
        Self { groups, depths }
    }

    /// All groups together.
    pub fn whole(&self) -> Counted {
        self.groups.iter().copied().fold(Counted::default(), Counted::joined)
    }

    /// Counts the pairs of a frame whose boxes overlap; `dt` is the time step [s].
    pub fn of(
        scene: &Scene,
        frame: &Frame,
        dt: f64,
        (groups, start): (&[Group], Start),
    ) -> Result<Self, ReproduceError> {
        let mut grains = grains_of(scene, frame, dt)?;
        grains.sort_by(|p, q| p.low.x.total_cmp(&q.low.x));
        let counted = (0..grains.len()).into_par_iter().map(|first| count_one(&grains, first, (groups, start)));
        counted.reduce(|| Ok(Self::nothing(groups)), |sum, part| Ok(sum?.joined(part?)))
    }
}

fn grains_of(scene: &Scene, frame: &Frame, dt: f64) -> Result<Vec<Grain>, ReproduceError> {
    let all = &frame.grains;
    let mut grains = Vec::with_capacity(all.len());
    for k in 0..all.len() {
        let named = &scene.shapes[all.shapes[k]];
        let shape = named.shape.scaled(all.scales[k])?;
        let now = Pose::new(all.positions[k], all.orientations[k]);
        let turn = DQuat::from_scaled_axis(all.angular_velocities[k] * dt);
        let next = Pose::new(now.position + all.velocities_of_origins[k] * dt, turn * now.orientation);
        let reach = |axis: DVec3| {
            let own = now.orientation.inverse() * axis;
            shape.support(own).dot(own)
        };
        let high = now.position + DVec3::new(reach(DVec3::X), reach(DVec3::Y), reach(DVec3::Z));
        let low = now.position - DVec3::new(reach(DVec3::NEG_X), reach(DVec3::NEG_Y), reach(DVec3::NEG_Z));
        grains.push(Grain { kind: named.name.clone(), shape, now, next, low, high });
    }
    Ok(grains)
}

/// The pairs of one grain with those that begin further along x.
fn count_one(grains: &[Grain], first: usize, (groups, start): (&[Group], Start)) -> Result<Tally, ReproduceError> {
    let mut tally = Tally::nothing(groups);
    let mut detector = Minkowski::with_gap_limit(0.0);
    let a = &grains[first];
    for b in grains[first + 1..].iter().take_while(|b| b.low.x <= a.high.x) {
        let joined = |Group(p, q): &Group| a.kind == *p && b.kind == *q || a.kind == *q && b.kind == *p;
        let beside = a.low.cmpgt(b.high).any() || b.low.cmpgt(a.high).any();
        if let Some(group) = groups.iter().position(joined).filter(|_| !beside) {
            tally.count_pair((a, b, start), &mut detector, group)?;
        }
    }
    Ok(tally)
}

impl Tally {
    fn count_pair(
        &mut self,
        (a, b, start): (&Grain, &Grain, Start),
        detector: &mut Minkowski,
        group: usize,
    ) -> Result<(), ReproduceError> {
        let (now_a, now_b) = (Body { shape: &a.shape, pose: a.now }, Body { shape: &b.shape, pose: b.now });
        let mut memory = WarmStart::default();
        let cold = detector.detect(&now_a, &now_b, &mut memory)?;
        let next = (Body { shape: &a.shape, pose: a.next }, Body { shape: &b.shape, pose: b.next });
        let warm = detector.detect(&next.0, &next.1, &mut memory)?;
        let counted = &mut self.groups[group];
        let own = if cold.overlap > 0.0 { &mut counted.own_meeting } else { &mut counted.own_apart };
        own[0].add(cold.gjk_iterations + cold.epa_iterations);
        own[1].add(warm.gjk_iterations + warm.epa_iterations);
        let sphere = matches!(a.shape, Shape::Sphere(_)) || matches!(b.shape, Shape::Sphere(_));
        let work = count(&now_a, &now_b, start.direction(a, b), !sphere);
        if !work.overlapping {
            counted.apart.add(work.updates);
            return Ok(());
        }
        let depth = cold.overlap / a.shape.bounding_radius().min(b.shape.bounding_radius());
        let as_deep = &mut self.depths[DEPTHS.iter().filter(|limit| depth > **limit).count()];
        counted.meeting.add(work.updates);
        if sphere {
            as_deep.with_spheres.add(work.updates);
        } else {
            as_deep.meeting.add(work.updates);
            as_deep.expansions.add(work.expansions);
            counted.expansions.add(work.expansions);
        }
        Ok(())
    }
}
