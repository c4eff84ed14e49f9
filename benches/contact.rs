//! Contact solver alone, one thread, cold start: Packstone beside parry3d-f64 in the same run, and the three classical
//! polyhedron detectors beside the default one on the nine situations of Descantes, Tricoire and Richard (2019).
//!
//! `cargo bench --bench contact`

use std::time::Instant;

use glam::{DQuat, DVec3};
use packstone::bodies::{Polyhedron, Pose, Shape};
use packstone::contact::{Body, Detector, Minkowski, WarmStart};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::ConvexPolyhedron;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const PAIRS: usize = 2000;
const ROUNDS: usize = 60;

fn main() {
    println!("| pairs | packstone [1/s] | parry3d-f64 [1/s] | ratio | packstone error | parry error |");
    println!("|---|---|---|---|---|---|");
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    for (name, shape) in shapes().into_iter().filter(|(name, _)| only.as_ref().is_none_or(|only| name == only)) {
        for regime in ["shallow", "apart"] {
            compare(name, &shape, regime);
        }
    }
}

fn shapes() -> Vec<(&'static str, Polyhedron)> {
    let hull = |points: Vec<DVec3>| Polyhedron::from_vertices(&points).expect("a solid");
    let p5 = [(-0.5, -0.5, -0.17), (0.5, -0.5, -0.17), (0.5, 0.5, -0.17), (-0.5, 0.5, -0.17), (0.0, 0.0, 0.53)];
    let corners = |k: i32| DVec3::new(f64::from(k & 1) - 0.5, f64::from(k >> 1 & 1) - 0.5, f64::from(k >> 2 & 1) - 0.5);
    let ring = |k: i32| {
        let angle = (f64::from(k % 8) + 0.5) * std::f64::consts::FRAC_PI_4;
        DVec3::new(0.5 * angle.cos(), 0.5 * angle.sin(), f64::from(k / 8) - 0.5)
    };
    let spiral = |k: i32| {
        let z: f64 = 1.0 - (2.0 * f64::from(k) + 1.0) / 400.0;
        let turn = std::f64::consts::PI * (1.0 + 5.0_f64.sqrt()) * (f64::from(k) + 0.5);
        let across = (1.0 - z * z).sqrt();
        let d = DVec3::new(across * turn.cos(), across * turn.sin(), z);
        let scaled = d / DVec3::new(0.5, 0.4, 0.3);
        d / (scaled.x.powi(4) + scaled.y.powi(4) + scaled.z.powi(4)).powf(0.25)
    };
    vec![
        ("P5", hull(p5.iter().map(|&(x, y, z)| DVec3::new(x, y, z)).collect())),
        ("cube", hull((0..8).map(corners).collect())),
        ("P16", hull((0..16).map(ring).collect())),
        ("V400", hull((0..400).map(spiral).collect())),
    ]
}

fn compare(name: &str, polyhedron: &Polyhedron, regime: &str) {
    let shape = Shape::Polyhedron(polyhedron.clone());
    let poses = poses(&shape, regime);
    let parry = parry_shape(polyhedron);
    let parry_poses: Vec<(ParryPose, ParryPose)> = poses.iter().map(|(a, b)| (parry_pose(a), parry_pose(b))).collect();
    let mut ours = vec![0.0; poses.len()];
    let mut theirs = vec![0.0; poses.len()];
    let (mut best_ours, mut best_theirs) = (f64::MAX, f64::MAX);
    let mut detector = if regime == "apart" { Minkowski::with_gap_limit(0.0) } else { Minkowski::default() };
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for (k, (a, b)) in poses.iter().enumerate() {
            let (a, b) = (Body { shape: &shape, pose: *a }, Body { shape: &shape, pose: *b });
            ours[k] = detector.detect(&a, &b, &mut WarmStart::default()).map_or(f64::NAN, |c| c.overlap);
        }
        best_ours = best_ours.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for (k, (a, b)) in parry_poses.iter().enumerate() {
            theirs[k] = match query::contact(a, &parry, b, &parry, 0.0) {
                Ok(Some(contact)) => -contact.dist,
                _ => f64::NAN,
            };
        }
        best_theirs = best_theirs.min(start.elapsed().as_secs_f64());
    }
    let worst = ours.iter().zip(&theirs).map(|(o, t)| (o - t).abs()).fold(0.0, f64::max);
    let rate = |time: f64| PAIRS as f64 / time;
    println!(
        "| {name} {regime} | {:.2e} | {:.2e} | {:.2} | {worst:.1e} |",
        rate(best_ours),
        rate(best_theirs),
        best_theirs / best_ours
    );
}

fn poses(shape: &Shape, regime: &str) -> Vec<(Pose, Pose)> {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut detector = Minkowski::default();
    (0..PAIRS)
        .map(|_| {
            let a = Pose::new(DVec3::new(rng.random(), rng.random(), rng.random()) * 4.0 - 2.0, turn(&mut rng));
            let target =
                if regime == "shallow" { rng.random_range(0.5e-3..1.5e-3) } else { -rng.random_range(0.05..0.15) };
            let dir = turn(&mut rng) * DVec3::X;
            let mut b = Pose::new(a.position + dir * 0.9, turn(&mut rng));
            for _ in 0..60 {
                let contact = detector
                    .detect(&Body { shape, pose: a }, &Body { shape, pose: b }, &mut WarmStart::default())
                    .expect("polyhedra");
                let slope = contact.normal.dot(dir);
                let step = (contact.overlap - target) / slope.abs().max(0.2);
                b.position += dir * step;
                if step.abs() < 1e-13 {
                    break;
                }
            }
            (a, b)
        })
        .collect()
}

fn turn(rng: &mut Pcg64) -> DQuat {
    loop {
        let q = DQuat::from_xyzw(
            rng.random_range(-1.0..1.0),
            rng.random_range(-1.0..1.0),
            rng.random_range(-1.0..1.0),
            rng.random_range(-1.0..1.0),
        );
        if q.length_squared() > 0.01 && q.length_squared() < 1.0 {
            return q.normalize();
        }
    }
}

fn parry_shape(polyhedron: &Polyhedron) -> ConvexPolyhedron {
    let points: Vec<Vector> = polyhedron.vertices().iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
    let triangles: Vec<[u32; 3]> = (0..polyhedron.faces().len() as u32)
        .flat_map(|face| {
            let corners = polyhedron.face_vertices(face);
            (1..corners.len() - 1).map(|k| [corners[0], corners[k], corners[k + 1]]).collect::<Vec<_>>()
        })
        .collect();
    ConvexPolyhedron::from_convex_mesh(points, &triangles).expect("a convex mesh")
}

fn parry_pose(pose: &Pose) -> ParryPose {
    let (p, q) = (pose.position, pose.orientation);
    ParryPose::from_parts(Vector::new(p.x, p.y, p.z), Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}
