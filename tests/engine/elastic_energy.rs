//! Elastic grains keep their energy, their momentum and their angular momentum: gases, single bounces, free clusters, on both
//! back ends. `cargo run --release --example elastic_energy` measures the same over as many steps and seeds as one likes.

#[path = "../../examples/elastic_energy/measure.rs"]
mod measure;

use glam::DVec3;
use measure::{GRAINS, bounces, course, elastic, gas, hertz_gas, restitutions, shape_name};
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Body, Material, Shape, Wall};
use packstone::sim::{Backend, Simulation};

use crate::common::backends::{gpu, started};

fn check_gas(name: &str, backend: Backend, steps: u64) {
    let grain = GRAINS.iter().find(|grain| grain.name == name).expect("a kind of grains");
    let found = course(&gas(grain, 3), backend, steps, 50).expect("a gas");
    println!("{name}, {backend:?}: {found:?}");
    assert!(found.ended > steps / 60, "{name}: too few collisions, {}", found.ended);
    // While normals jump within a contact the energy is off for some steps; between contacts it is not.
    assert!(found.largest_free < 1e-4, "{name}: {:e}", found.largest_free);
    assert!(found.beyond < 0.1, "{name}: beyond 1e-4 at {} of all instants", found.beyond);
}

#[test]
fn gases_keep_their_energy() {
    for grain in GRAINS {
        check_gas(grain.name, Backend::Cpu, 20_000);
    }
}

#[test]
fn gases_keep_their_energy_on_the_gpu() {
    check_gas("balls", gpu(), 3000);
    check_gas("mixture", gpu(), 3000);
}

/// A stiffness that changes while grains roll on each other makes energy; it is taken back with the errors of steps.
#[test]
fn gases_by_curvature_keep_their_energy() {
    for name in ["ellipsoids", "superquadrics"] {
        let grain = GRAINS.iter().find(|grain| grain.name == name).expect("a kind of grains");
        let [kept, lost] = [true, false].map(|returned| {
            let gas = hertz_gas(grain, 3, "curvature", returned);
            course(&gas, Backend::Cpu, 10_000, 50).expect("a gas")
        });
        println!("{name}: {kept:?}, without return {lost:?}");
        assert!(kept.ended > 100, "{name}: too few collisions, {}", kept.ended);
        assert!(kept.largest_free < 1e-4, "{name}: {:e}", kept.largest_free);
        assert!(lost.largest_free > 3.0 * kept.largest_free, "{name}: {:e}", lost.largest_free);
    }
}

fn check_bounces(count: usize, backend: Backend, names: &[&str]) {
    for grain in GRAINS.iter().filter(|grain| names.is_empty() || names.contains(&grain.name)) {
        let found = restitutions(&bounces(grain, count, 5), backend).expect("bounces");
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        let scatter = (found.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / found.len() as f64).sqrt();
        println!("{}, {backend:?}: mean {:+e}, scatter {scatter:e}", grain.name, mean - 1.0);
        assert!((mean - 1.0).abs() < 1e-6, "{}: mean restitution {:+e} from 1", grain.name, mean - 1.0);
        assert!(scatter < 1e-5, "{}: scatter {scatter:e}", grain.name);
    }
}

#[test]
fn single_bounces_return_what_they_took() {
    check_bounces(300, Backend::Cpu, &[]);
}

#[test]
fn single_bounces_return_what_they_took_on_the_gpu() {
    check_bounces(100, gpu(), &["balls", "cubes", "mixture"]);
}

/// Momentum and angular momentum about the origin [kg m/s], [kg m2/s].
fn momenta(run: &Simulation) -> [DVec3; 2] {
    let (grains, kinds) = (run.grains(), run.kinds());
    let mut sums = [DVec3::ZERO; 2];
    for k in 0..grains.len() {
        let momentum = grains.motions[k].velocity * kinds.get(grains.kinds[k]).inertia.mass;
        sums[0] += momentum;
        sums[1] += grains.motions[k].momentum + grains.poses[k].position.cross(momentum);
    }
    sums
}

/// Grains that fly at each other without walls. The forces that take energy errors back act on both bodies alike, at one point.
#[test]
fn a_free_cluster_keeps_its_momentum_and_angular_momentum() {
    let grain = GRAINS.iter().find(|grain| grain.name == "mixture").expect("mixtures");
    let scene = elastic(grain, 2).add_all((0..27u32).map(|k| {
        let place = [k % 3, k / 3 % 3, k / 9].map(|n| 0.05 * (f64::from(n) - 1.0) + 0.001 * f64::from(k * n % 5));
        let place = DVec3::from_array(place);
        Body::new(&shape_name(grain, k as usize), place).velocity(-20.0 * place)
    }));
    let mut run = started(&scene, Backend::Cpu);
    let start = momenta(&run);
    let energy = run.energies().balance();
    let report = run.step(6000).expect("collisions");
    assert!(report.counts.ended > 20, "{} contacts", report.counts.ended);
    // Sums of 27 grains of 0.01 kg at 1 m/s, over thousands of steps.
    let end = momenta(&run);
    assert!(start[0].distance(end[0]) < 1e-14, "{} became {}", start[0], end[0]);
    assert!(start[1].distance(end[1]) < 1e-14, "{} became {}", start[1], end[1]);
    assert!((report.energies.balance() / energy - 1.0).abs() < 1e-4);
}

/// What is left of the energy of a tilted cube that bounces off a plane.
fn kept(restitution: f64) -> f64 {
    let scene = SceneBuilder::new()
        .duration(1.0)
        .gravity(DVec3::ZERO)
        .add(Material::new("m").density(2500.0).stiffness(1e5).restitution(restitution).friction(0.0))
        .add(Shape::cuboid("cube", "m", DVec3::splat(0.008)))
        .add(Wall::plane("m", DVec3::ZERO, DVec3::Z))
        .add(Body::new("cube", DVec3::new(0.0, 0.0, 0.0099)).velocity(DVec3::NEG_Z).turned(DVec3::X, 0.05));
    let mut run = started(&scene, Backend::Cpu);
    let start = run.energies().kinetic();
    let report = run.step(1200).expect("a bounce");
    assert!(report.counts.ended >= 1 && report.counts.wall_contacts == 0);
    report.energies.kinetic() / start
}

#[test]
fn restitution_is_continuous_towards_one() {
    let elastic = kept(1.0);
    assert!((elastic - 1.0).abs() < 1e-6, "{elastic}");
    let mut last = elastic;
    for restitution in [0.999_999, 0.9999, 0.999, 0.995, 0.99] {
        let kept = kept(restitution);
        println!("restitution {restitution}: {kept}");
        // Dashpots alone take up to 1 - e^2 in each of the few impacts; patches less, and both fade.
        assert!(kept <= last + 1e-6 && 1.0 - kept < 12.0 * (1.0 - restitution) + 1e-6, "{restitution}: {kept}");
        last = kept;
    }
}
