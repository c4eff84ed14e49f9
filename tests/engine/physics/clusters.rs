//! Many grains: momenta, the same bits by any number of threads and after a break, cylinders by both measures of their overlap.

use glam::DVec3;
use packstone::scene::builder::{Body, Insertion, Lattice, Region, Shape, Wall};
use packstone::sim::{Backend, Options, Simulation};

use super::{above, balls, brick, floor, material};
use crate::common::backends::{built, started};

#[test]
fn a_free_cluster_keeps_its_momenta() {
    let bodies = ["ball", "box", "can", "egg", "pill"].iter().cycle().take(20).enumerate().map(|(k, shape)| {
        let place = DVec3::new((k % 3) as f64, (k / 3 % 3) as f64, (k / 9) as f64) * 0.03;
        let velocity = DVec3::new(0.5 - place.x * 20.0, 0.4 - place.y * 17.0, 0.5 - place.z * 25.0);
        Body::new(shape, place).velocity(velocity).angular_velocity(DVec3::new(k as f64, 3.0, 20.0))
    });
    let scene = balls(5e-6, material(1e5, 0.6, 0.5))
        .gravity(DVec3::ZERO)
        .add(brick())
        .add(Shape::cylinder("can", "m", 0.008, 0.009))
        .add(Shape::ellipsoid("egg", "m", DVec3::new(0.012, 0.008, 0.007)))
        .add(Shape::capsule("pill", "m", 0.006, 0.006))
        .add_all(bodies);
    let mut run = started(&scene, Backend::Cpu);
    let momenta = |run: &Simulation| {
        let grains = run.grains();
        (0..grains.len()).fold((DVec3::ZERO, DVec3::ZERO), |(p, l), k| {
            let mass = run.kinds().get(grains.kinds[k]).inertia.mass;
            let linear = grains.motions[k].velocity * mass;
            (p + linear, l + grains.poses[k].position.cross(linear) + grains.motions[k].momentum)
        })
    };
    let (p, l) = momenta(&run);
    let scale = run.energies().kinetic().sqrt();
    let mut contacts = 0;
    for _ in 0..200 {
        contacts += run.step(100).expect("collides").counts.contacts;
    }
    assert!(contacts > 20, "they do not meet: {contacts}");
    let (p2, l2) = momenta(&run);
    assert!(p.distance(p2) < 1e-13 * scale, "{p} became {p2}");
    assert!(l.distance(l2) < 1e-13 * scale, "{l} became {l2}");
}

#[test]
fn threads_and_repeats_change_no_bit() {
    let lattice = Lattice::new("box", [6, 6, 6], DVec3::splat(0.03), above(0.02)).velocity(DVec3::Z * -2.0);
    let scene =
        balls(1e-5, material(1e5, 0.4, 0.4)).seed(7).add(brick()).add(floor()).add(lattice.random_orientation());
    let hash = |threads: usize| {
        let mut run =
            Simulation::new(built(&scene), Options::threads(threads)).unwrap_or_else(|error| panic!("{error}"));
        let report = run.step(6000).expect("falls");
        assert!(report.counts.contacts + report.counts.wall_contacts > 30, "{report:?}");
        run.state_hash()
    };
    let one = hash(1);
    assert_eq!((hash(1), hash(2), hash(3)), (one, one, one));
}

#[test]
fn a_resumed_run_has_the_same_bits() {
    let region = Region::cuboid(DVec3::new(-0.05, -0.05, 0.05), DVec3::new(0.05, 0.05, 0.12));
    let insertion = Insertion::new(region).from(0.0).until(0.05).total(60);
    let insertion = insertion.mix([("box", 1.0), ("ball", 1.0)]).uniform_size(0.7, 1.2).velocity(DVec3::NEG_Z);
    let scene = balls(1e-5, material(1e5, 0.4, 0.4)).seed(3).add(brick()).add(floor()).add(insertion);
    let mut whole = started(&scene, Backend::Cpu);
    let _ = whole.step(4000).expect("runs");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("checkpoint.bin");
    whole.save(&file).expect("is saved");
    let mut resumed = Simulation::load(&file, Options::threads(2)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(resumed.state_hash(), whole.state_hash());
    let (a, b) = (whole.step(8000).expect("runs"), resumed.step(8000).expect("runs"));
    // Grains have come in, collided often and slid on each other since.
    assert!(a.grains == 50 && a.counts.ended > 200 && a.energies.flows.dissipated_friction > 1e-3, "{a:?}");
    assert_eq!(a, b);
    assert_eq!(resumed.state_hash(), whole.state_hash());
}

#[test]
fn cylinders_settle_by_either_measure_of_their_overlap() {
    let run = |method: &str| {
        let container = Wall::container("m", DVec3::new(-0.04, -0.04, 0.0), DVec3::new(0.04, 0.04, 0.4));
        let lattice = Lattice::new("can", [2, 2, 3], DVec3::splat(0.036), DVec3::new(-0.018, -0.018, 0.02));
        let scene = balls(4e-5, material(2e4, 0.2, 0.4))
            .seed(2)
            .set("contact.cylinders", method)
            .add(Shape::cylinder("can", "m", 0.01, 0.01))
            .add(container)
            .add(lattice.random_orientation());
        let mut run = started(&scene, Backend::Cpu);
        // Long enough for a can that leans on others for half a second before it falls.
        let report = run.step(20_000).expect("settles");
        let top = run.snapshot().positions.iter().map(|p| p.z).fold(0.0, f64::max);
        (report, top, run.state_hash())
    };
    let (minkowski, axisymmetric) = (run("minkowski"), run("axisymmetric"));
    // The framework's force is no gradient, and its contacts are points: a packing by it stays a little restless.
    for ((report, top, _), restless) in [(&minkowski, 1e-3), (&axisymmetric, 0.1)] {
        assert!(report.grains == 12 && report.counts.contacts + report.counts.wall_contacts > 15, "{report:?}");
        assert!((0.02..0.08).contains(top), "{top}");
        assert!(report.counts.largest_overlap < 2e-3, "{report:?}");
        let fallen = report.energies.flows.dissipated_damping + report.energies.flows.dissipated_friction;
        assert!(report.energies.kinetic() < restless * fallen, "{report:?}");
    }
    assert_ne!(minkowski.2, axisymmetric.2, "the measure makes no difference");
}
