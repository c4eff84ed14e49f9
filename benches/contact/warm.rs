//! Pairs that touch from call to call, as in a settled bed: what is known of the last call may be used.
//!
//! Either one body swings about its pose by a part of the overlap, up to 1e-5 of its size in a call, and turns by as much; or the
//! pairs are those that touch in a settled bed, with their poses of one step after the other. Packstone runs as in the engine:
//! gaps are only bounded, a `WarmStart` is kept for each pair, and the contact spreads over its patch as a damped law asks for.
//!
//! Parry has two calls for such pairs. `contact_manifolds` is the one that knows coherence: it keeps the manifold of a pair
//! and starts GJK from the last normal; rapier calls it in every step. As long as the bodies have turned by less than a degree
//! and its points have moved little, it does not look at the shapes at all: the last normal and points are carried along
//! with the bodies. `contact` starts anew in every call and gives the depth to rounding, as we do. So there are two ratios,
//! and the errors of the depths tell what each call is worth.

use glam::{DQuat, DVec3};
use packstone::engine::ContactPartner;
use packstone::geometry::{Polyhedron, Pose, Shape};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use packstone::sim::{Options, Simulation};
use packstone::studies::bench::{Bed, State};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::best_times;
use crate::parry::{Regime, exact_overlaps, parry_pose, parry_shape, poses, random_turn, shapes, worst};

/// Pairs in a row, other than of a bed.
const PAIRS: usize = 64;
/// Calls for each of them, one swing.
const CALLS: usize = 16;
/// Way of a swing, as a share of the size, and its turn [rad].
const SWING: f64 = 2.5e-5;
/// Grains of a bed, and steps before its pairs are taken: seams between tiles close.
const GRAINS: usize = 1000;
const WARM_UP: u64 = 500;

/// Prints the table of all rows whose shape is `wanted`.
pub fn compare(wanted: &dyn Fn(&str) -> bool) {
    println!(
        "One thread, warm, {PAIRS} pairs or those of a bed of {GRAINS} grains in {CALLS} calls each; errors are those of the last \
         call, against exhaustive search, as shares of the size.\n"
    );
    println!(
        "| pairs | packstone [1/s] | parry3d-f64 contact [1/s] | ratio | its manifolds [1/s] | ratio | packstone error \
         | contact error | manifolds error |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, polyhedron) in shapes().into_iter().filter(|(name, _)| wanted(name)) {
        let shape = Shape::Polyhedron(polyhedron.clone());
        row(&format!("{name} Shallow"), (&polyhedron, 1.0), &calls(&shape, Regime::Shallow));
        if let Some(bed) = match name {
            "cube" => Some("boxes"),
            "P16" => Some("prisms"),
            _ => None,
        } {
            row(&format!("{name} Flat"), (&polyhedron, 1.0), &calls(&shape, Regime::Flat));
            let (grain, calls) = calls_of_bed(bed);
            row(&format!("{bed} of a bed"), (&grain, 2.0 * grain.bounding_radius()), &calls);
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

/// The grain of a settled bed, and the poses of all pairs that touch from the first call to the last, step by step.
fn calls_of_bed(bed: &str) -> (Polyhedron, Vec<Call<Pose>>) {
    let scene = Bed::named(bed).expect("a bed").scene(State::Settled, GRAINS).expect("its scene");
    let mut run = Simulation::new(scene, Options::threads(1)).expect("a run");
    let _ = run.step(WARM_UP).expect("steps");
    let touching = |run: &Simulation| -> Vec<[usize; 2]> {
        let network = run.contact_network();
        let of_grains = network.iter().filter_map(|contact| match contact.partner {
            ContactPartner::Grain(other) => Some([contact.grain as usize, other as usize]),
            ContactPartner::Wall(_) => None,
        });
        of_grains.collect()
    };
    let before = touching(&run);
    let mut steps = Vec::new();
    for _ in 0..CALLS {
        let _ = run.step(1).expect("a step");
        steps.push(run.grains().poses.clone());
    }
    let after = touching(&run);
    let pairs: Vec<_> = before.into_iter().filter(|pair| after.contains(pair)).collect();
    let Shape::Polyhedron(grain) = &run.kinds().get(run.grains().kinds[0]).shape else { panic!("a bed of polyhedra") };
    let call = |poses: Vec<Pose>| pairs.iter().map(|[a, b]| (poses[*a], poses[*b])).collect();
    (grain.clone(), steps.into_iter().map(call).collect())
}

/// One row: pairs of a polyhedron with its size [m], at the poses of all calls.
fn row(title: &str, (polyhedron, size): (&Polyhedron, f64), calls: &[Call<Pose>]) {
    let shape = Shape::Polyhedron(polyhedron.clone());
    let pairs = calls[0].len();
    let parry = parry_shape(polyhedron);
    let parry_poses = |call: &Call<Pose>| call.iter().map(|(a, b)| (parry_pose(a), parry_pose(b))).collect();
    let parry_calls: Vec<Call<ParryPose>> = calls.iter().map(parry_poses).collect();
    let mut detector = Minkowski::with_gap_limit(0.0);
    detector.patch_depth = 1.0;
    let mut warm = vec![WarmStart::default(); pairs];
    let [mut ours, mut manifold_depths, mut theirs] = [(); 3].map(|()| vec![0.0; pairs]);
    let mut run_ours = || {
        for call in calls {
            for (((a, b), warm), overlap) in call.iter().zip(&mut warm).zip(&mut ours) {
                let (a, b) = (Body { shape: &shape, pose: *a }, Body { shape: &shape, pose: *b });
                *overlap = detector.detect(&a, &b, warm).map_or(f64::NAN, |found| found.overlap);
            }
        }
    };
    let mut manifolds: Vec<Vec<ContactManifold<(), ()>>> = vec![Vec::new(); pairs];
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
    let [our_rate, manifold_rate, their_rate] = times.map(|time| (pairs * CALLS) as f64 / time);
    let exact = exact_overlaps(polyhedron, &shape, &calls[CALLS - 1]);
    let [our_error, manifold_error, their_error] =
        [&ours, &manifold_depths, &theirs].map(|found| worst(found, &exact) / size);
    println!(
        "| {title} | {our_rate:.2e} | {their_rate:.2e} | {:.2} | {manifold_rate:.2e} | {:.2} \
         | {our_error:.1e} | {their_error:.1e} | {manifold_error:.1e} |",
        our_rate / their_rate,
        our_rate / manifold_rate
    );
}
