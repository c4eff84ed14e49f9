//! Three elastic bodies in a box, followed: how well their energy is kept.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::Serialize;

use crate::command::scenes;
use crate::engine::{EngineError, Simulation};
use crate::scene::{Scene, SceneError};

/// Steps of the paper's runs.
pub const STEPS: u64 = 100_000;
/// Collisions that every start must have in these steps: as many as in the paper.
pub const COLLISIONS: u64 = 85;
/// Steps between two looks at the energy on a GPU, where a batch goes from look to look. The processor looks at each step.
const LOOK_ON_GPU: u64 = 20;

/// One way to shape and step the bodies, with its starts.
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
    /// Numbers of the starts. They were tried in order on the processor, those with bodies that overlap passed over, and
    /// five kept that have as many collisions as the paper's run and in which every body meets another; nothing else was
    /// looked at.
    pub starts: [u64; 5],
}

const SUPERQUADRICS: &str = "verification-superquadrics";
const POLYHEDRA: &str = "verification-polyhedra";

/// All rows, those of verification 1 first.
pub const ROWS: [Row; 6] = [
    row("superquadrics of 400 vertices", SUPERQUADRICS, [false, false], [0, 2, 4, 7, 8]),
    row("superquadrics of 400 vertices", SUPERQUADRICS, [false, true], [0, 2, 3, 5, 7]),
    row("superquadrics by formula", SUPERQUADRICS, [true, false], [1, 8, 11, 16, 19]),
    row("superquadrics by formula", SUPERQUADRICS, [true, true], [1, 3, 11, 12, 20]),
    row("polyhedra", POLYHEDRA, [false, false], [0, 1, 8, 12, 22]),
    row("polyhedra", POLYHEDRA, [false, true], [0, 8, 12, 13, 14]),
];

const fn row(bodies: &'static str, scene: &'static str, [formula, returned]: [bool; 2], starts: [u64; 5]) -> Row {
    Row { bodies, scene, formula, returned, starts }
}

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

/// Follows a run over so many steps, with a thousand points of its curve; `look` is called at each of them and may end it.
pub fn follow<E: From<EngineError>>(
    mut run: Simulation,
    steps: u64,
    mut look: impl FnMut(u64) -> Result<(), E>,
) -> Result<Impacts, E> {
    let first = run.energies().total();
    let on_gpu = run.adapter().is_some();
    let batch = if on_gpu { LOOK_ON_GPU } else { 1 };
    let between = (steps / 1000).max(batch);
    let (mut found, mut met) = (Impacts::default(), vec![on_gpu; run.grains().len()]);
    for done in (0..steps).step_by(batch as usize) {
        let report = run.stretch(batch)?.report;
        let (bodies, walls) = (report.counts.contacts, report.counts.wall_contacts);
        if bodies + walls == 0 {
            found.final_change = (report.energies.total() / first - 1.0).abs();
            found.error = found.error.max(found.final_change);
        } else if walls == 0 && !on_gpu {
            met.iter_mut().zip(run.snapshot().coordination).for_each(|(met, contacts)| *met |= contacts > 0);
        }
        if done % between == 0 {
            found.curve.push(point(&report, found.error));
            look(between)?;
        }
    }
    found.collisions = run.report().counts.ended;
    found.all_met = (!on_gpu).then(|| met.iter().all(|met| *met));
    Ok(found)
}

fn point(report: &crate::engine::StepReport, change: f64) -> Point {
    let energies = report.energies;
    let (translation, rotation) = (energies.translation, energies.rotation);
    Point { time: report.time, total: energies.kinetic() + energies.gravity, translation, rotation, change }
}
