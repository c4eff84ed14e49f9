//! Three elastic bodies in a box, followed: how well their energy is kept.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::Serialize;

use crate::cli::scenes;
use crate::engine::{EngineError, StepReport};
use crate::scene::{Scene, SceneError};
use crate::sim::{Backend, Options, Simulation};

/// Steps of the paper's runs.
pub const STEPS: u64 = 100_000;
/// Starts of each row.
pub const STARTS: usize = 5;
/// Collisions that every start must have in these steps: as many as in the paper.
pub const COLLISIONS: u64 = 85;
/// Starts that are tried at most.
const TRIES: u64 = 200;
/// Steps between two looks at the energy on a GPU, where a batch goes from look to look. The CPU looks at each step.
const LOOK_ON_GPU: u64 = 20;

/// One way to shape and step the bodies.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What the bodies are.
    pub bodies: &'static str,
    /// The scene.
    pub scene: &'static str,
    /// Superquadrics by their formula, instead of the meshes that the scene has.
    pub formula: bool,
    /// The energy error of contacts is given back.
    pub returned: bool,
}

const SUPERQUADRICS: &str = "verification-superquadrics";
const POLYHEDRA: &str = "verification-polyhedra";

/// All rows, those of verification 1 first.
pub const ROWS: [Row; 6] = [
    Row { bodies: "superquadrics of 400 vertices", scene: SUPERQUADRICS, formula: false, returned: false },
    Row { bodies: "superquadrics of 400 vertices", scene: SUPERQUADRICS, formula: false, returned: true },
    Row { bodies: "superquadrics by formula", scene: SUPERQUADRICS, formula: true, returned: false },
    Row { bodies: "superquadrics by formula", scene: SUPERQUADRICS, formula: true, returned: true },
    Row { bodies: "polyhedra", scene: POLYHEDRA, formula: false, returned: false },
    Row { bodies: "polyhedra", scene: POLYHEDRA, formula: false, returned: true },
];

impl Row {
    /// The scheme in words.
    pub fn scheme(&self) -> &'static str {
        if self.returned { "energy returned" } else { "plain" }
    }

    /// The scene with its bodies turned and shifted a little by the start's number; start 0 is the scene itself.
    pub fn start(&self, number: u64) -> Result<Scene, SceneError> {
        let mut text = scenes::text_of(self.scene).unwrap_or_default().to_owned();
        if self.formula {
            // The meshes of the scene are those of superquadrics with the same numbers.
            let meshed = |line: &&str| !line.starts_with("vertex_count");
            text = text.lines().filter(meshed).collect::<Vec<_>>().join("\n").replace("\"spiral\"", "\"superquadric\"");
        }
        let mut scene = Scene::parse(text, format!("{}.toml", self.scene))?;
        let mut rng = Pcg64::seed_from_u64(number);
        for body in scene.bodies.iter_mut().filter(|_| number > 0) {
            let mut shift = || rng.random_range(-0.01..0.01);
            body.position += DVec3::new(shift(), shift(), 0.0);
            let axis = DVec3::new(shift(), shift(), shift()).normalize_or(DVec3::X);
            body.orientation = DQuat::from_axis_angle(axis, 3.0 * shift()) * body.orientation;
        }
        scene.simulation.energy_return = self.returned;
        Ok(scene)
    }
}

/// Energies at one instant, as the paper draws them: the total is without that of overlaps [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Simulated time [s].
    pub time: f64,
    /// Motion and height.
    pub total: f64,
    /// Of the motion of centres.
    pub translation: f64,
    /// Of turning.
    pub rotation: f64,
    /// Largest change of the whole energy outside contacts since the start, as a share of it.
    pub change: f64,
}

/// What came of a start.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Impacts {
    /// The number of the start.
    pub start: u64,
    /// Largest change of the total energy outside contacts, as a share of its start.
    pub error: f64,
    /// Its change at the last look outside contacts, as a share of its start; this is what the paper gives.
    pub final_change: f64,
    /// Contacts that ended.
    pub collisions: u64,
    /// Whether every body met another; not known on a GPU, where grains are not looked at.
    pub all_met: Option<bool>,
    /// Energies over time.
    #[serde(skip)]
    pub curve: Vec<Point>,
}

/// How starts are followed, and which of them count.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Where they are computed.
    pub backend: Backend,
    /// Steps of each.
    pub steps: u64,
    /// Starts that are wanted.
    pub wanted: usize,
    /// Collisions that a start must have to count, and every body must meet another; 0 where any start will do.
    pub collisions: u64,
}

impl Effort {
    /// As in the paper.
    pub fn in_full(backend: Backend) -> Self {
        Self { backend, steps: STEPS, wanted: STARTS, collisions: COLLISIONS }
    }

    fn counts(&self, found: &Impacts) -> bool {
        self.collisions == 0 || found.collisions >= self.collisions && found.all_met != Some(false)
    }
}

/// Follows the starts 0, 1, 2 and so on until as many as wanted count. Nothing but the number of collisions and who meets
/// whom chooses them, and starts with bodies that overlap are passed over. `look` is called now and then, and may end it.
pub fn chosen<E: From<EngineError> + From<SceneError> + Send>(
    row: &Row,
    effort: &Effort,
    look: impl Fn() -> Result<(), E> + Sync,
) -> Result<Vec<Impacts>, E> {
    let mut kept = Vec::new();
    for start in 0..TRIES {
        if kept.len() == effort.wanted {
            break;
        }
        let run = match Simulation::new(row.start(start)?, Options { threads: Some(1), backend: effort.backend }) {
            Err(EngineError::Scene(_)) => continue,
            run => run?,
        };
        let found = Impacts { start, ..follow(run, effort.steps, &look)? };
        if effort.counts(&found) {
            kept.push(found);
        }
    }
    Ok(kept)
}

/// Follows a run over so many steps, with a thousand points of its curve; `look` is called at each of them and may end it.
pub fn follow<E: From<EngineError> + Send>(
    mut run: Simulation,
    steps: u64,
    look: impl Fn() -> Result<(), E> + Send,
) -> Result<Impacts, E> {
    run.on_its_threads(|run| follow_here(run, steps, look))
}

fn follow_here<E: From<EngineError>>(
    run: &mut Simulation,
    steps: u64,
    look: impl Fn() -> Result<(), E>,
) -> Result<Impacts, E> {
    let first = run.energies().total();
    let on_gpu = run.adapter().is_some();
    let batch = if on_gpu { LOOK_ON_GPU } else { 1 };
    let between = (steps / 1000).max(batch);
    let (mut found, mut met) = (Impacts::default(), vec![on_gpu; run.grains().len()]);
    for done in (0..steps).step_by(batch as usize) {
        let report = run.run_steps(batch)?.report;
        let (bodies, walls) = (report.counts.contacts, report.counts.wall_contacts);
        if bodies + walls == 0 {
            found.final_change = (report.energies.total() / first - 1.0).abs();
            found.error = found.error.max(found.final_change);
        } else if walls == 0 && !on_gpu {
            met.iter_mut().zip(run.snapshot().coordination).for_each(|(met, contacts)| *met |= contacts > 0);
        }
        if done.is_multiple_of(between) {
            found.curve.push(point(&report, found.error));
            look()?;
        }
    }
    found.collisions = run.report().counts.ended;
    found.all_met = (!on_gpu).then(|| met.iter().all(|met| *met));
    Ok(found)
}

fn point(report: &StepReport, change: f64) -> Point {
    let energies = report.energies;
    let (translation, rotation) = (energies.translation, energies.rotation);
    Point { time: report.time, total: energies.kinetic() + energies.gravity, translation, rotation, change }
}
