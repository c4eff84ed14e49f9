//! Runs that are stopped at a random step, saved, loaded and run to their end, beside runs that are not: all that a checkpoint
//! holds at the end must be the same, byte by byte, and so must the report with its energies.

use std::fs;
use std::path::Path;

use packstone::device::GpuOptions;
use packstone::engine::StepReport;
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

use super::scenes::Case;

/// Where the steps of a round are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Cpu,
    Gpu,
}

impl Where {
    fn options(self) -> Options {
        match self {
            Self::Cpu => Options::threads(1),
            Self::Gpu => Options { threads: Some(1), backend: Backend::Gpu(GpuOptions::default()) },
        }
    }
}

/// Random numbers: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    /// From 0 up to below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// What a round came to.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs of an unbroken and a broken run.
    pub pairs: u64,
    /// Stops in which grains touched each other or a wall.
    pub in_contact: u64,
    /// What differed.
    pub differences: Vec<String>,
}

/// All that a run is at its end.
#[derive(PartialEq)]
struct End {
    report: StepReport,
    hash: u64,
    bytes: Vec<u8>,
}

/// On a GPU without the findings of checks, which name batches of steps; on the CPU with them.
fn end_of(run: &mut Simulation, place: Where, end: u64, file: &Path) -> Result<End, String> {
    let report = run.step(end - run.steps_done()).map_err(|error| error.to_string())?;
    let bytes = match place {
        Where::Cpu => saved(run, file)?,
        Where::Gpu => run.state_bytes().map_err(|error| error.to_string())?,
    };
    Ok(End { report, hash: run.state_hash(), bytes })
}

fn saved(run: &mut Simulation, file: &Path) -> Result<Vec<u8>, String> {
    run.save(file).map_err(|error| error.to_string())?;
    fs::read(file).map_err(|error| error.to_string())
}

/// Files of one round, removed with it.
struct Files(tempfile::TempDir);

impl Files {
    fn new(name: &str) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix(&format!("packstone-kill-{name}-")).tempdir();
        folder.map(Self).map_err(|error| error.to_string())
    }
}

/// One scene, run to a random end once without a break and then broken at each of `stops` random steps. On a GPU all of these
/// runs use one device, one after the other: kernels are compiled once, and what a run leaves there must not matter to the next.
pub fn round(case: &Case, place: Where, stops: u64, dice: &mut Dice, tally: &mut Tally) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| format!("{} on {place:?}: {error}", case.name);
    let files = Files::new(&case.name.replace(' ', "-"))?;
    let file = |name: &str| files.0.path().join(format!("{name}.bin"));
    let load = |used: Simulation, from: &Path| {
        Simulation::load_in_place_of(used, from, place.options()).map_err(|error| text(&error))
    };
    let scene = Scene::parse(&case.text, "scene.toml").map_err(|error| text(&error))?;
    let mut run = Simulation::new(scene, place.options()).map_err(|error| text(&error))?;
    let end = 150 + dice.below(200);
    saved(&mut run, &file("start"))?;
    let expected = end_of(&mut run, place, end, &file("end")).map_err(|error| text(&error))?;
    let mut at: Vec<u64> = (0..stops).map(|_| dice.below(end)).collect();
    at.sort_unstable();
    at.dedup();
    run = load(run, &file("start"))?;
    for step in &at {
        let report = run.step(step - run.steps_done()).map_err(|error| text(&error))?;
        tally.in_contact += u64::from(report.counts.contacts + report.counts.wall_contacts > 0);
        saved(&mut run, &file(&step.to_string()))?;
    }
    for step in at {
        run = load(run, &file(&step.to_string()))?;
        let found = end_of(&mut run, place, end, &file("end")).map_err(|error| text(&error))?;
        tally.pairs += 1;
        if found != expected {
            let what = differences(&found, &expected);
            tally.differences.push(format!("{} on {place:?}, {step} of {end} steps: {what} differ", case.name));
        }
    }
    Ok(())
}

fn differences(a: &End, b: &End) -> String {
    let parts =
        [(a.hash != b.hash, "state hash"), (a.report != b.report, "report"), (a.bytes != b.bytes, "checkpoint")];
    let names: Vec<_> = parts.iter().filter(|(differs, _)| *differs).map(|(_, name)| *name).collect();
    names.join(", ")
}

/// Rounds over all scenes until there are at least so many pairs.
pub fn pairs(
    cases: &[Case],
    place: Where,
    count: u64,
    seed: u64,
    mut watch: impl FnMut(&Tally),
) -> Result<Tally, String> {
    let (mut tally, mut dice) = (Tally::default(), Dice(seed));
    let stops = count.div_ceil(cases.len() as u64).min(60);
    for case in cases.iter().cycle() {
        if tally.pairs >= count {
            break;
        }
        round(case, place, stops, &mut dice, &mut tally)?;
        watch(&tally);
    }
    Ok(tally)
}
