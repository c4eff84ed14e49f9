//! Random poses of small and large polyhedra, shallow, face on face, and apart, against parry3d-f64.

use glam::{DQuat, DVec3};
use packstone::geometry::polyhedron::spiral::golden_spiral;
use packstone::geometry::{Polyhedron, Pose, Shape, Superquadric};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use packstone::studies::oracle::polyhedra::Exhaustive;
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::ConvexPolyhedron;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::best_times;

/// Poses per row.
const PAIRS: usize = 2000;
/// Poses per row whose depth is compared with the exact one, by exhaustive search.
const CHECKED: usize = 200;

/// How two bodies stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// Overlap of about 1e-3 of the size, any orientation.
    Shallow,
    /// The same, face on face with a random turn and offset.
    Flat,
    /// A gap of about a tenth of the size, of which only the existence is asked.
    Apart,
}

/// Prints the table of all rows whose shape is `wanted`.
pub fn compare(wanted: &dyn Fn(&str) -> bool) {
    println!(
        "One thread, cold start, {PAIRS} poses a row; depth errors of {CHECKED} of them, against exhaustive search."
    );
    println!("Packstone gives the centroid of parallel features, bounds and uniqueness too.\n");
    println!("| pairs | packstone [1/s] | parry3d-f64 [1/s] | ratio | packstone error | parry3d-f64 error |");
    println!("|---|---|---|---|---|---|");
    for (name, polyhedron) in shapes().into_iter().filter(|(name, _)| wanted(name)) {
        for regime in [Regime::Shallow, Regime::Flat, Regime::Apart] {
            if regime != Regime::Flat || matches!(name, "cube" | "P16") {
                row(name, &polyhedron, regime);
            }
        }
    }
    println!();
}

pub fn shapes() -> [(&'static str, Polyhedron); 4] {
    let blocky = Superquadric::new(DVec3::new(0.5, 0.4, 0.3), 4.0, 4.0).expect("a superquadric");
    [
        ("P5", Polyhedron::square_pyramid(1.0, 0.5_f64.sqrt()).expect("a pyramid")),
        ("cube", Polyhedron::cuboid(DVec3::splat(0.5)).expect("a cube")),
        ("P16", Polyhedron::octagonal_prism(0.5, 1.0).expect("a prism")),
        ("V400", golden_spiral(&blocky, 400).expect("a mesh")),
    ]
}

fn row(name: &str, polyhedron: &Polyhedron, regime: Regime) {
    let shape = Shape::Polyhedron(polyhedron.clone());
    let poses = poses(&shape, regime);
    let parry = parry_shape(polyhedron);
    let parry_poses: Vec<_> = poses.iter().map(|(a, b)| (parry_pose(a), parry_pose(b))).collect();
    let (mut ours, mut theirs) = (vec![0.0; PAIRS], vec![0.0; PAIRS]);
    let mut detector = if regime == Regime::Apart { Minkowski::with_gap_limit(0.0) } else { Minkowski::default() };
    let mut run_ours = || {
        for ((a, b), overlap) in poses.iter().zip(&mut ours) {
            let (a, b) = (Body { shape: &shape, pose: *a }, Body { shape: &shape, pose: *b });
            *overlap = detector.detect(&a, &b, &mut WarmStart::default()).map_or(f64::NAN, |found| found.overlap);
        }
    };
    let mut run_theirs = || {
        for ((a, b), overlap) in parry_poses.iter().zip(&mut theirs) {
            let found = query::contact(a, &parry, b, &parry, 0.0);
            *overlap = found.ok().flatten().map_or(f64::NAN, |contact| -contact.dist);
        }
    };
    let [our_time, their_time] = best_times([&mut run_ours, &mut run_theirs]);
    let errors = if regime == Regime::Apart {
        let missed = |overlaps: &[f64]| overlaps.iter().filter(|overlap| **overlap >= 0.0).count();
        format!("{} called touching | {} called touching", missed(&ours), missed(&theirs))
    } else {
        let exact = exact_overlaps(polyhedron, &shape, &poses);
        format!("{:.1e} | {:.1e}", worst(&ours, &exact), worst(&theirs, &exact))
    };
    let rate = |time: f64| PAIRS as f64 / time;
    let ratio = their_time / our_time;
    println!("| {name} {regime:?} | {:.2e} | {:.2e} | {ratio:.2} | {errors} |", rate(our_time), rate(their_time));
}

pub fn worst(overlaps: &[f64], exact: &[f64]) -> f64 {
    let errors = overlaps.iter().zip(exact).map(|(overlap, exact)| (overlap - exact).abs());
    errors.fold(0.0, |most, error| if error > most || error.is_nan() { error } else { most })
}

pub fn exact_overlaps(polyhedron: &Polyhedron, shape: &Shape, poses: &[(Pose, Pose)]) -> Vec<f64> {
    let mut judge = Exhaustive::default();
    let body = |pose: &Pose| Body { shape, pose: *pose };
    let exact = |(a, b): &(Pose, Pose)| {
        judge.contact((&body(a), polyhedron), (&body(b), polyhedron), b.position - a.position).overlap
    };
    poses.iter().take(CHECKED).map(exact).collect()
}

pub fn poses(shape: &Shape, regime: Regime) -> Vec<(Pose, Pose)> {
    let mut rng = Pcg64::seed_from_u64(1);
    (0..PAIRS)
        .map(|_| {
            let place = DVec3::from_array(std::array::from_fn(|_| rng.random_range(-2.0..2.0)));
            let a = Pose::new(place, random_turn(&mut rng));
            let target = match regime {
                Regime::Apart => -rng.random_range(0.05..0.15),
                _ => rng.random_range(0.5e-3..1.5e-3),
            };
            if regime == Regime::Flat {
                let yaw = DQuat::from_rotation_z(rng.random_range(0.0..std::f64::consts::TAU));
                let offset = DVec3::new(rng.random_range(-0.25..0.25), rng.random_range(-0.25..0.25), 1.0 - target);
                return (a, Pose::new(a.apply(offset), a.orientation * yaw));
            }
            let along = random_turn(&mut rng) * DVec3::X;
            let b = Pose::new(a.position + along, random_turn(&mut rng));
            (a, slid_to(shape, a, b, along, target))
        })
        .collect()
}

/// `b` moved along the line until the overlap is `target` [m].
fn slid_to(shape: &Shape, a: Pose, mut b: Pose, along: DVec3, target: f64) -> Pose {
    let mut detector = Minkowski::default();
    for _ in 0..60 {
        let (body_a, body_b) = (Body { shape, pose: a }, Body { shape, pose: b });
        let contact = detector.detect(&body_a, &body_b, &mut WarmStart::default()).expect("polyhedra");
        let step = (contact.overlap - target) / contact.normal.dot(along).abs().max(0.2);
        b.position += along * step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    b
}

pub fn random_turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_array(std::array::from_fn(|_| rng.random_range(-1.0..1.0)));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

pub fn parry_shape(polyhedron: &Polyhedron) -> ConvexPolyhedron {
    let points: Vec<Vector> = polyhedron.vertices().iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
    let fan = |face: u32| {
        let corners = polyhedron.face_vertices(face);
        (1..corners.len() - 1).map(|k| [corners[0], corners[k], corners[k + 1]])
    };
    let triangles: Vec<[u32; 3]> = (0..polyhedron.faces().len() as u32).flat_map(fan).collect();
    ConvexPolyhedron::from_convex_mesh(points, &triangles).expect("a convex mesh")
}

pub fn parry_pose(pose: &Pose) -> ParryPose {
    let (p, q) = (pose.position, pose.orientation);
    ParryPose::from_parts(Vector::new(p.x, p.y, p.z), Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}
