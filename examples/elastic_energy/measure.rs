//! Gases and bounces of elastic grains without friction: what becomes of their energy.

use packstone::engine::Energies;
use packstone::engine::EngineError;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

/// A kind of grains: its name, and the keys of its shapes, as a scene has them.
pub struct Grain {
    pub name: &'static str,
    pub shapes: &'static [&'static str],
}

/// All kinds that are measured. No grain is larger than a ball of 16 mm.
pub const GRAINS: &[Grain] = &[
    Grain { name: "balls", shapes: &[BALL] },
    Grain { name: "cubes", shapes: &[CUBE] },
    Grain { name: "cylinders", shapes: &[CYLINDER] },
    Grain { name: "ellipsoids", shapes: &[ELLIPSOID] },
    Grain { name: "superquadrics", shapes: &[SUPERQUADRIC] },
    Grain { name: "capsules", shapes: &[CAPSULE] },
    Grain { name: "mixture", shapes: &[BALL, CUBE, CYLINDER, ELLIPSOID, SUPERQUADRIC, CAPSULE, PRISM] },
];

const BALL: &str = "type = 'sphere'\nradius = 0.01";
const CUBE: &str = "type = 'box'\nhalf_extents = [0.008, 0.008, 0.008]";
const CYLINDER: &str = "type = 'cylinder'\nradius = 0.01\nhalf_height = 0.012";
const ELLIPSOID: &str = "type = 'ellipsoid'\nradii = [0.013, 0.01, 0.007]";
const SUPERQUADRIC: &str = "type = 'superquadric'\nradii = [0.011, 0.009, 0.008]\nn1 = 4\nn2 = 3";
const CAPSULE: &str = "type = 'capsule'\nradius = 0.007\nhalf_height = 0.007";
const PRISM: &str = "type = 'box'\nhalf_extents = [0.012, 0.007, 0.005]";

/// The head of a scene without gravity, with elastic grains of these shapes.
fn head(grain: &Grain, seed: u64) -> String {
    let mut text = format!(
        "[simulation]\nduration = 1.0\ngravity = [0, 0, 0]\nseed = {seed}\n\
         [[material]]\nname = 'glass'\ndensity = 2500\nstiffness = 1e5\nrestitution = 1\nfriction = 0\n"
    );
    for (k, keys) in grain.shapes.iter().enumerate() {
        text.push_str(&format!("[[shape]]\nname = 'shape {k}'\nmaterial = 'glass'\n{keys}\n"));
    }
    text
}

/// 64 grains in a box, thrown in one direction: they collide with the walls and soon with each other.
pub fn gas(grain: &Grain, seed: u64) -> String {
    let mut text = head(grain, seed);
    text.push_str("[[wall]]\nmaterial = 'glass'\ntype = 'box'\nmin = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.2]\n");
    for layer in 0..4 {
        let shape = layer % grain.shapes.len();
        for row in 0..4 {
            let shape = (shape + row) % grain.shapes.len();
            let (y, z) = (-0.0675 + 0.045 * row as f64, 0.03 + 0.045 * layer as f64);
            text.push_str(&format!(
                "[[lattice]]\nshape = 'shape {shape}'\ncounts = [4, 1, 1]\nspacing = 0.045\norigin = [-0.0675, {y}, {z}]\n\
                 velocity = [1, 0.7, 0.3]\njitter = 0.002\norientation = 'random'\n"
            ));
        }
    }
    text
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
pub fn course(text: &str, backend: Backend, steps: u64, every: u64) -> Result<Course, EngineError> {
    let mut run = Simulation::new(Scene::parse(text, "gas.toml")?, Options { threads: Some(1), backend })?;
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
pub fn bounces(grain: &Grain, count: usize, seed: u64) -> String {
    let mut text = head(grain, seed);
    text.push_str("[[wall]]\nmaterial = 'glass'\ntype = 'plane'\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n");
    for k in 0..count {
        let shape = k % grain.shapes.len();
        // The golden section spreads phases evenly over a step, and angles of impact from 0 to 60 degrees.
        let phase = (k as f64 * 0.618_033_988_749_894_8).fract();
        let slant = ((k as f64 * 0.754_877_666_246_692_7).fract() * 1.7).min(1.7);
        let (x, z) = (0.05 * k as f64, 0.0171 + 1e-3 * phase);
        text.push_str(&format!(
            "[[lattice]]\nshape = 'shape {shape}'\ncounts = [1, 1, 1]\nspacing = 0.01\norigin = [{x}, 0, {z}]\n\
             velocity = [0, {slant}, -1]\norientation = 'random'\n"
        ));
    }
    text
}

/// The restitution of each bounce: the root of what is left of the energy of motion along the normal and of rotation; the
/// motion across the normal does not change.
pub fn restitutions(text: &str, backend: Backend) -> Result<Vec<f64>, EngineError> {
    let mut run = Simulation::new(Scene::parse(text, "bounces.toml")?, Options { threads: Some(1), backend })?;
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
