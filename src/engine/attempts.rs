//! What is drawn for a grain that is to come in: what it is, and the places that are tried for it.
//!
//! Every grain has random streams of its own: one for its shape, size and velocity, and one for the places of each round of
//! attempts. So nothing that is drawn for a grain depends on how many attempts those before it took, and both back ends draw alike.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::ParticleType;
use crate::geometry::Pose;
use crate::narrow::Body;
use crate::scene::{Insertion, Region};
use crate::walls::{Surface, SurfacePose, WallContacts, WallDetector, WallWarm};

/// Places tried for a grain in one step before it waits.
pub(crate) const ATTEMPTS: usize = 40;

/// The run at the moment of insertion, but for its grains.
pub(crate) struct Place {
    pub surfaces: Vec<(Surface, SurfacePose)>,
    pub time: f64,
    pub step: u64,
}

/// A grain that is due.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// Index of the scene's shape.
    pub species: usize,
    /// Size, as a factor of the scene's shape.
    pub scale: f64,
    /// Velocity [m/s].
    pub velocity: DVec3,
    /// Seed of the places of this round.
    places: u64,
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators") over two words:
/// seeds that differ in one bit have nothing in common.
pub(crate) fn mixed(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_add(b.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The seed of all draws of the insertion with the given index in a scene.
pub(crate) fn insertion_seed(seed: u64, index: usize) -> u64 {
    mixed(mixed(0, seed), index as u64)
}

impl Candidate {
    /// Draws grain `number` of an insertion, for its attempts of `round`: what it is does not depend on the round.
    pub fn new(insertion: &Insertion, seed: u64, number: u64, round: u64) -> Self {
        let own = mixed(seed, number);
        let mut rng = Pcg64::seed_from_u64(mixed(own, 0));
        let (species, scale) = (insertion.sample_shape(&mut rng), insertion.size.sample(&mut rng));
        let velocity = insertion.sample_velocity(&mut rng);
        Self { species, scale, velocity, places: mixed(own, 1 + round) }
    }

    /// The poses tried in this round that are in the region and clear of walls, in order.
    pub fn attempts<'a>(
        &self,
        insertion: &'a Insertion,
        place: &'a Place,
        kind: &'a ParticleType,
    ) -> impl Iterator<Item = Pose> {
        let mut rng = Pcg64::seed_from_u64(self.places);
        let mut walls = WallDetector::default();
        (0..ATTEMPTS).filter_map(move |_| {
            let turn: DQuat = insertion.orientation.sample(&mut rng);
            let pose = kind.principal_pose(&Pose::new(random_point(&insertion.region, &mut rng), turn));
            let body = Body { shape: &kind.shape, pose };
            (holds(&insertion.region, &body) && clear_of_walls(&body, kind.radius, place, &mut walls)).then_some(pose)
        })
    }
}

/// Whether a body within `radius` [m] of its origin is on the free side of all walls and touches none.
fn clear_of_walls(body: &Body, radius: f64, place: &Place, walls: &mut WallDetector) -> bool {
    let mut found = WallContacts::default();
    place.surfaces.iter().all(|(surface, at)| {
        let mut warm = WallWarm::default();
        !surface.near(at, body.pose.position, radius, 0.0)
            || (surface.contains(at, body.pose.position)
                && walls.contacts(surface, at, body, &mut warm, &mut found).is_ok()
                && found.is_empty())
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::State;
    use crate::scene::Scene;

    fn rain() -> State {
        let text = include_str!("../../tests/scenes/rain.toml");
        let scene = Scene::parse(text, "rain.toml").unwrap_or_else(|error| panic!("{error}"));
        State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_grain_stays_what_it_is_and_gets_new_places_in_every_round() {
        let mut run = rain();
        let insertion = run.scene.insertions[0].clone();
        let place = Place { surfaces: Vec::new(), time: 0.0, step: 0 };
        let seed = insertion_seed(5, 0);
        let mut poses = Vec::new();
        for (number, round) in [(0, 0), (0, 1), (1, 0), (0, 0)] {
            let draft = Candidate::new(&insertion, seed, number, round);
            let kind = run.kinds.of(&run.scene, draft.species, draft.scale).expect("a kind");
            let attempts: Vec<Pose> = draft.attempts(&insertion, &place, run.kinds.get(kind)).collect();
            assert!((10..=ATTEMPTS).contains(&attempts.len()), "{} attempts", attempts.len());
            poses.push((draft, attempts));
        }
        let [first, again, other, same] = &poses[..] else { panic!("four drafts") };
        assert_eq!(first, same);
        assert_eq!((first.0.species, first.0.scale), (again.0.species, again.0.scale));
        assert_ne!(first.0.scale, other.0.scale);
        assert!(first.1[0] != again.1[0] && first.1[0] != other.1[0]);
        assert_ne!(insertion_seed(5, 0), insertion_seed(5, 1));
        assert_ne!(insertion_seed(5, 0), insertion_seed(6, 0));
    }
}
