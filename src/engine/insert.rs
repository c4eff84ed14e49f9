//! Grains that come in while the run goes on.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{EngineError, Grains, Kinds, Motion};
use crate::bodies::Pose;
use crate::contact::{Body, Minkowski, WarmStart};
use crate::scene::{Amount, Insertion, Region, Scene};
use crate::walls::{Surface, SurfacePose, WallContacts, WallDetector, WallWarm};

/// Places tried for a grain in one step before it waits.
const TRIES: u32 = 40;
/// Steps to wait after a grain has found no place.
const PAUSE: u64 = 50;

/// The state of one insertion.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Inserter {
    rng: Pcg64,
    /// Grains that have come in.
    pub done: u64,
    /// Drawn and waiting for a place: species, size.
    waiting: Option<(usize, f64)>,
    /// No new try before this step.
    pause_until: u64,
}

/// The run at the moment of insertion.
pub(super) struct Place<'a> {
    pub scene: &'a Scene,
    pub surfaces: &'a [(Surface, SurfacePose)],
    pub time: f64,
    pub step: u64,
}

impl Inserter {
    /// The insertion with the given index in the scene draws its own random numbers.
    pub fn new(seed: u64, index: usize) -> Self {
        let rng = Pcg64::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(index as u64 + 1));
        Self { rng, done: 0, waiting: None, pause_until: 0 }
    }

    /// Whether a grain is due at the step's `time` [s] and may be tried.
    pub fn wants(&self, insertion: &Insertion, time: f64, step: u64) -> bool {
        self.done < due(insertion, time) && step >= self.pause_until
    }

    /// Adds the grains that are due, as far as there is room; returns how many came in.
    pub fn insert(
        &mut self,
        insertion: &Insertion,
        place: &Place,
        grains: &mut Grains,
        kinds: &mut Kinds,
    ) -> Result<u64, EngineError> {
        let before = self.done;
        while self.wants(insertion, place.time, place.step) {
            let (species, scale) = *self
                .waiting
                .get_or_insert_with(|| (insertion.sample_shape(&mut self.rng), insertion.size.sample(&mut self.rng)));
            let kind = kinds.of(place.scene, species, scale)?;
            match self.free_pose(insertion, place, grains, kinds, kind) {
                Some(pose) => {
                    let velocity = insertion.sample_velocity(&mut self.rng);
                    grains.add(kind, false, pose, Motion { velocity, momentum: DVec3::ZERO });
                    self.done += 1;
                    self.waiting = None;
                }
                None => self.pause_until = place.step + PAUSE,
            }
        }
        Ok(self.done - before)
    }

    /// A random pose in the region that is clear of all grains and walls.
    fn free_pose(
        &mut self,
        insertion: &Insertion,
        place: &Place,
        grains: &Grains,
        kinds: &Kinds,
        kind: u32,
    ) -> Option<Pose> {
        let mut detector = Minkowski::with_gap_limit(0.0);
        let mut walls = WallDetector::default();
        let me = kinds.get(kind);
        (0..TRIES).find_map(|_| {
            let turn: DQuat = insertion.orientation.sample(&mut self.rng);
            let pose = me.principal_pose(&Pose::new(random_point(&insertion.region, &mut self.rng), turn));
            let body = Body { shape: &me.shape, pose };
            if !holds(&insertion.region, &body) {
                return None;
            }
            let free_of = |other: usize| {
                let kind = kinds.get(grains.kinds[other]);
                let reach = me.radius + kind.radius;
                let at = grains.poses[other];
                at.position.distance_squared(pose.position) > reach * reach || {
                    let other = Body { shape: &kind.shape, pose: at };
                    !detector.overlapping(&body, &other, &mut WarmStart::default()).unwrap_or(true)
                }
            };
            let mut found = WallContacts::default();
            let free_of_walls = place.surfaces.iter().all(|(surface, at)| {
                let mut warm = WallWarm::default();
                !surface.near(at, pose.position, me.radius, 0.0)
                    || (surface.contains(at, pose.position)
                        && walls.contacts(surface, at, &body, &mut warm, &mut found).is_ok()
                        && found.is_empty())
            });
            (free_of_walls && (0..grains.len()).all(free_of)).then_some(pose)
        })
    }
}

/// How many grains should have come in by `time` [s].
fn due(insertion: &Insertion, time: f64) -> u64 {
    if time < insertion.from {
        return 0;
    }
    let elapsed = time.min(insertion.until) - insertion.from;
    match insertion.amount {
        Amount::Rate(rate) => (rate * elapsed).floor() as u64,
        Amount::Total(total) => {
            let span = insertion.until - insertion.from;
            if span.is_finite() && span > 0.0 { (total as f64 * (elapsed / span)).ceil() as u64 } else { total }
        }
    }
}

/// Whether the whole of a body is in the region. Round regions are tried along 32 directions, a little narrower.
fn holds(region: &Region, body: &Body) -> bool {
    let reach = |n: DVec3| {
        let turn = body.pose.orientation;
        body.pose.apply(body.shape.support(turn.inverse() * n)).dot(n)
    };
    let within = |n: DVec3, most: f64| reach(n) <= most;
    match region {
        Region::Box { min, max } => DVec3::AXES.into_iter().all(|n| within(n, max.dot(n)) && within(-n, -min.dot(n))),
        Region::Sphere { center, radius } => {
            body.pose.position.distance(*center) + body.shape.bounding_radius() <= *radius
        }
        Region::Cylinder { base, axis, radius, height } => {
            let (t1, t2) = axis.any_orthonormal_pair();
            let narrower = radius * (std::f64::consts::PI / 32.0).cos();
            within(*axis, base.dot(*axis) + height)
                && within(-*axis, -base.dot(*axis))
                && (0..32).all(|k| {
                    let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 32.0).sin_cos();
                    let n = t1 * cos + t2 * sin;
                    within(n, base.dot(n) + narrower)
                })
        }
    }
}

/// A point of the region, all places alike.
fn random_point(region: &Region, rng: &mut Pcg64) -> DVec3 {
    let mut unit = || DVec3::new(rng.random::<f64>(), rng.random::<f64>(), rng.random::<f64>());
    match region {
        Region::Box { min, max } => *min + (*max - *min) * unit(),
        Region::Sphere { center, radius } => loop {
            let p = unit() * 2.0 - 1.0;
            if p.length_squared() <= 1.0 {
                return *center + p * *radius;
            }
        },
        Region::Cylinder { base, axis, radius, height } => {
            let (t1, t2) = axis.any_orthonormal_pair();
            let p = unit();
            let (sin, cos) = (std::f64::consts::TAU * p.x).sin_cos();
            *base + *axis * (*height * p.z) + (t1 * cos + t2 * sin) * (*radius * p.y.sqrt())
        }
    }
}
