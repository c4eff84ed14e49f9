//! Gases and bounces of elastic grains without friction: what becomes of their energy.

use glam::DVec3;
use packstone::engine::Energies;
use packstone::engine::EngineError;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Lattice, Material, Shape, Wall};
use packstone::sim::{Backend, Options, Simulation};

/// A kind of grains: its name, and its shapes, each made with a name.
pub struct Grain {
    pub name: &'static str,
    pub shapes: &'static [fn(&str) -> Shape],
}

/// All kinds that are measured. No grain is larger than a ball of 16 mm.
pub const GRAINS: &[Grain] = &[
    Grain { name: "balls", shapes: &[ball] },
    Grain { name: "cubes", shapes: &[cube] },
    Grain { name: "cylinders", shapes: &[cylinder] },
    Grain { name: "ellipsoids", shapes: &[ellipsoid] },
    Grain { name: "superquadrics", shapes: &[superquadric] },
    Grain { name: "capsules", shapes: &[capsule] },
    Grain { name: "mixture", shapes: &[ball, cube, cylinder, ellipsoid, superquadric, capsule, prism] },
];

/// What all grains and walls are made of.
const GLASS: &str = "glass";

fn ball(name: &str) -> Shape {
    Shape::sphere(name, GLASS, 0.01)
}

fn cube(name: &str) -> Shape {
    Shape::cuboid(name, GLASS, DVec3::splat(0.008))
}

fn cylinder(name: &str) -> Shape {
    Shape::cylinder(name, GLASS, 0.01, 0.012)
}

fn ellipsoid(name: &str) -> Shape {
    Shape::ellipsoid(name, GLASS, DVec3::new(0.013, 0.01, 0.007))
}

fn superquadric(name: &str) -> Shape {
    Shape::superquadric(name, GLASS, DVec3::new(0.011, 0.009, 0.008), [4.0, 3.0])
}

fn capsule(name: &str) -> Shape {
    Shape::capsule(name, GLASS, 0.007, 0.007)
}

fn prism(name: &str) -> Shape {
    Shape::cuboid(name, GLASS, DVec3::new(0.012, 0.007, 0.005))
}

/// The name of the `k`th shape.
pub fn shape_name(grain: &Grain, k: usize) -> String {
    format!("shape {}", k % grain.shapes.len())
}

/// Elastic grains of these shapes without gravity: no walls and no grains yet.
pub fn elastic(grain: &Grain, seed: u64) -> SceneBuilder {
    of_material(grain, seed, |material| material.stiffness(1e5))
}

fn of_material(grain: &Grain, seed: u64, springs: impl Fn(Material) -> Material) -> SceneBuilder {
    SceneBuilder::new()
        .duration(1.0)
        .gravity(DVec3::ZERO)
        .seed(seed)
        .add(springs(Material::new(GLASS).density(2500.0).restitution(1.0).friction(0.0)))
        .add_all(grain.shapes.iter().enumerate().map(|(k, shape)| shape(&shape_name(grain, k))))
}

/// 64 grains in a box, thrown in one direction: they collide with the walls and soon with each other.
pub fn gas(grain: &Grain, seed: u64) -> SceneBuilder {
    filled(elastic(grain, seed), grain)
}

/// The same by Hertz' law: whose radius it goes by, and whether the energy error is taken back. An impact at 1 m/s is 3 % of the
/// radius deep.
pub fn hertz_gas(grain: &Grain, seed: u64, contact_radius: &str, returned: bool) -> SceneBuilder {
    let springs = |material: Material| material.young(1e8).poisson(0.3).contact_radius(contact_radius);
    filled(of_material(grain, seed, springs).energy_return(returned), grain)
}

fn filled(empty: SceneBuilder, grain: &Grain) -> SceneBuilder {
    let container = Wall::container(GLASS, DVec3::new(-0.1, -0.1, 0.0), DVec3::new(0.1, 0.1, 0.2));
    let rows = (0..4).flat_map(|layer| (0..4).map(move |row| (layer, row)));
    empty.add(container).add_all(rows.map(|(layer, row)| {
        let origin = DVec3::new(-0.0675, -0.0675 + 0.045 * row as f64, 0.03 + 0.045 * layer as f64);
        Lattice::new(&shape_name(grain, layer + row), [4, 1, 1], DVec3::splat(0.045), origin)
            .velocity(DVec3::new(1.0, 0.7, 0.3))
            .jitter(0.002)
            .random_orientation()
    }))
}

/// What becomes of a gas.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    /// Change of the energy at the end, as a share of its start, and the largest changes at instants without contacts and at all.
    pub end: f64,
    pub largest_free: f64,
    pub largest: f64,
    /// Mean change in the second half of the run less that in the first.
    pub trend: f64,
    /// Share of the instants at which the change was larger than 1e-4.
    pub beyond: f64,
    /// Mean energies of rotation and translation per degree of freedom, over the second half, as a ratio.
    pub equipartition: f64,
    /// Contacts that ended.
    pub ended: u64,
}

/// Runs a gas and looks at it every `every` steps.
pub fn course(gas: &SceneBuilder, backend: Backend, steps: u64, every: u64) -> Result<Course, EngineError> {
    let mut run = Simulation::new(gas.build()?, Options { threads: Some(1), backend })?;
    let start = run.report().energies.balance();
    let (mut course, mut changes, mut moving) = (Course::default(), Vec::new(), [0.0; 2]);
    while run.steps_done() < steps {
        let report = run.run_steps(every.min(steps - run.steps_done()))?.report;
        let Energies { translation, rotation, .. } = report.energies;
        let change = report.energies.balance() / start - 1.0;
        changes.push(change);
        course.largest = course.largest.max(change.abs());
        // Without gravity, half kicks lend energy only while contacts act.
        if report.energies.half_kicks == 0.0 {
            course.largest_free = course.largest_free.max(change.abs());
        }
        if 2 * report.step > steps {
            moving = [moving[0] + translation, moving[1] + rotation];
        }
        (course.end, course.ended) = (change, report.counts.ended);
    }
    let (first, second) = changes.split_at(changes.len() / 2);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    course.trend = mean(second) - mean(first);
    course.beyond = mean(&changes.iter().map(|change| f64::from(u8::from(change.abs() > 1e-4))).collect::<Vec<_>>());
    course.equipartition = moving[1] / moving[0];
    Ok(course)
}

/// Grains that each bounce off a plane, side by side and out of each other's way: of random orientation and at many phases of the step.
pub fn bounces(grain: &Grain, count: usize, seed: u64) -> SceneBuilder {
    let plane = Wall::plane(GLASS, DVec3::ZERO, DVec3::Z);
    elastic(grain, seed).add(plane).add_all((0..count).map(|k| {
        // The golden section spreads phases evenly over a step, and angles of impact from 0 to 60 degrees.
        let phase = (k as f64 * 0.618_033_988_749_894_8).fract();
        let slant = ((k as f64 * 0.754_877_666_246_692_7).fract() * 1.7).min(1.7);
        let origin = DVec3::new(0.05 * k as f64, 0.0, 0.0171 + 1e-3 * phase);
        Lattice::new(&shape_name(grain, k), [1, 1, 1], DVec3::splat(0.01), origin)
            .velocity(DVec3::new(0.0, slant, -1.0))
            .random_orientation()
    }))
}

/// The restitution of each bounce: the root of what is left of the energy of motion along the normal and of rotation; the
/// motion across the normal does not change.
pub fn restitutions(bounces: &SceneBuilder, backend: Backend) -> Result<Vec<f64>, EngineError> {
    let mut run = Simulation::new(bounces.build()?, Options { threads: Some(1), backend })?;
    let energies = |run: &Simulation| -> Vec<f64> {
        let (grains, kinds) = (run.grains(), run.kinds());
        let energy = |k: usize| {
            let inertia = kinds.get(grains.kinds[k]).inertia;
            let own = grains.poses[k].orientation.inverse() * grains.motions[k].momentum;
            let along = grains.motions[k].velocity.z;
            0.5 * (inertia.mass * along * along + (own * own / inertia.moments).element_sum())
        };
        (0..grains.len()).map(energy).collect()
    };
    let start = energies(&run);
    // Until all are clear of the plane again; some turn fast and hit it twice.
    while run.steps_done() < 20_000 {
        let report = run.step(50)?;
        let away = run.grains().poses.iter().all(|pose| pose.position.z > 0.018);
        if report.counts.wall_contacts == 0 && report.counts.ended >= start.len() as u64 && away {
            break;
        }
    }
    Ok(energies(&run).iter().zip(&start).map(|(end, start)| (end / start).sqrt()).collect())
}
