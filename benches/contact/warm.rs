//! Pairs that touch from call to call, as in a settled bed: what is known of the last call may be used.
//!
//! One body swings about its pose by a part of the overlap, up to 1e-5 of its size in a call, and turns by as much. Packstone runs as in the engine: gaps are only bounded, a `WarmStart` is kept for each pair, and the
//! contact spreads over its patch as a damped law asks for.
//!
//! Parry has two calls for such pairs. `contact_manifolds` is the one that knows coherence: it keeps the manifold of a pair
//! and starts GJK from the last normal; rapier calls it in every step. As long as the bodies have turned by less than a degree
//! and its points have moved little, it does not look at the shapes at all: the last normal and points are carried along
//! with the bodies. `contact` starts anew in every call and gives the depth to rounding, as we do. So there are two ratios,
//! and the errors of the depths tell what each call is worth.

use glam::{DQuat, DVec3};
use packstone::bodies::{Polyhedron, Pose, Shape};
use packstone::contact::{Body, Detector, Minkowski, WarmStart};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::best_times;
use crate::parry::{Regime, exact_overlaps, parry_pose, parry_shape, poses, random_turn, shapes, worst};

/// Pairs in a row.
const PAIRS: usize = 64;
/// Calls for each of them, one swing.
const CALLS: usize = 16;
/// Way of a swing, as a share of the size, and its turn [rad].
const SWING: f64 = 2.5e-5;

/// Prints the table of all rows whose shape is `wanted`.
pub fn compare(wanted: &dyn Fn(&str) -> bool) {
    println!(
        "One thread, warm, {PAIRS} pairs in {CALLS} calls each; errors are those of the last call, against exhaustive search.\n"
    );
    println!(
        "| pairs | packstone [1/s] | parry3d-f64 contact [1/s] | ratio | its manifolds [1/s] | ratio | packstone error \
         | contact error | manifolds error |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, polyhedron) in shapes().into_iter().filter(|(name, _)| wanted(name)) {
        row(name, &polyhedron, Regime::Shallow);
        if matches!(name, "cube" | "P16") {
            row(name, &polyhedron, Regime::Flat);
        }
    }
    println!();
}

/// The poses of one call: those of all pairs.
type Call<P> = Vec<(P, P)>;

/// Poses that swing about those of `regime`.
fn calls(shape: &Shape, regime: Regime) -> Vec<Call<Pose>> {
    let mut rng = Pcg64::seed_from_u64(2);
    let starts: Vec<_> = poses(shape, regime).into_iter().take(PAIRS).collect();
    let swings: Vec<[DVec3; 2]> = starts.iter().map(|_| [0, 1].map(|_| random_turn(&mut rng) * DVec3::X)).collect();
    let at = |call: usize| {
        let share = SWING * (call as f64 / CALLS as f64 * std::f64::consts::TAU).sin();
        let moved = |((a, b), [way, axis]): (&(Pose, Pose), &[DVec3; 2])| {
            let turn = DQuat::from_scaled_axis(*axis * share);
            (*a, Pose::new(b.position + *way * share, turn * b.orientation))
        };
        starts.iter().zip(&swings).map(moved).collect()
    };
    (0..CALLS).map(at).collect()
}

fn row(name: &str, polyhedron: &Polyhedron, regime: Regime) {
    let shape = Shape::Polyhedron(polyhedron.clone());
    let calls = calls(&shape, regime);
    let parry = parry_shape(polyhedron);
    let parry_poses = |call: &Call<Pose>| call.iter().map(|(a, b)| (parry_pose(a), parry_pose(b))).collect();
    let parry_calls: Vec<Call<ParryPose>> = calls.iter().map(parry_poses).collect();
    let mut detector = Minkowski::with_gap_limit(0.0);
    detector.patch_depth = 1.0;
    let mut warm = vec![WarmStart::default(); PAIRS];
    let [mut ours, mut manifold_depths, mut theirs] = [(); 3].map(|()| vec![0.0; PAIRS]);
    let mut run_ours = || {
        for call in &calls {
            for (((a, b), warm), overlap) in call.iter().zip(&mut warm).zip(&mut ours) {
                let (a, b) = (Body { shape: &shape, pose: *a }, Body { shape: &shape, pose: *b });
                *overlap = detector.detect(&a, &b, warm).map_or(f64::NAN, |found| found.overlap);
            }
        }
    };
    let mut manifolds: Vec<Vec<ContactManifold<(), ()>>> = vec![Vec::new(); PAIRS];
    let mut run_manifolds = || {
        for call in &parry_calls {
            for (((a, b), kept), overlap) in call.iter().zip(&mut manifolds).zip(&mut manifold_depths) {
                let found =
                    DefaultQueryDispatcher.contact_manifolds(&a.inv_mul(b), &parry, &parry, 0.0, kept, &mut None);
                let depth = kept.iter().flat_map(|kept| &kept.points).map(|point| -point.dist).fold(f64::NAN, f64::max);
                *overlap = found.map_or(f64::NAN, |()| depth);
            }
        }
    };
    let mut run_contacts = || {
        for call in &parry_calls {
            for ((a, b), overlap) in call.iter().zip(&mut theirs) {
                let found = query::contact(a, &parry, b, &parry, 0.0);
                *overlap = found.ok().flatten().map_or(f64::NAN, |contact| -contact.dist);
            }
        }
    };
    let times = best_times([&mut run_ours, &mut run_manifolds, &mut run_contacts]);
    let [our_rate, manifold_rate, their_rate] = times.map(|time| (PAIRS * CALLS) as f64 / time);
    let exact = exact_overlaps(polyhedron, &shape, &calls[CALLS - 1]);
    let [our_error, manifold_error, their_error] = [&ours, &manifold_depths, &theirs].map(|found| worst(found, &exact));
    println!(
        "| {name} {regime:?} | {our_rate:.2e} | {their_rate:.2e} | {:.2} | {manifold_rate:.2e} | {:.2} \
         | {our_error:.1e} | {their_error:.1e} | {manifold_error:.1e} |",
        our_rate / their_rate,
        our_rate / manifold_rate
    );
}
