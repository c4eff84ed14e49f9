//! Runs that are stopped at a random step, saved, loaded and run to their end, beside runs that are not: all that a checkpoint
//! holds at the end must be the same, byte by byte, and so must the report with its energies.

use std::fs;
use std::path::{Path, PathBuf};

use packstone::engine::{Backend, GpuOptions, Options, Simulation, StepReport};
use packstone::scene::Scene;

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

fn end_of(run: &mut Simulation, end: u64, file: &Path) -> Result<End, String> {
    let report = run.step(end - run.steps_done()).map_err(|error| error.to_string())?;
    Ok(End { report, hash: run.state_hash(), bytes: saved(run, file)? })
}

fn saved(run: &mut Simulation, file: &Path) -> Result<Vec<u8>, String> {
    run.save(file).map_err(|error| error.to_string())?;
    fs::read(file).map_err(|error| error.to_string())
}

/// Files of one round, removed with it.
struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Result<Self, String> {
        let unique = format!("packstone-kill-{}-{:?}", std::process::id(), std::thread::current().id());
        let folder = std::env::temp_dir().join(unique.replace(['(', ')'], "")).join(name);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(Self(folder))
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One scene, run to a random end once without a break and then broken at each of `stops` random steps.
pub fn round(case: &Case, place: Where, stops: u64, dice: &mut Dice, tally: &mut Tally) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| format!("{} on {place:?}: {error}", case.name);
    let files = Files::new(&case.name.replace(' ', "-"))?;
    let [start, stop, last] = ["start", "stop", "last"].map(|name| files.0.join(format!("{name}.bin")));
    let scene = Scene::parse(&case.text, "scene.toml").map_err(|error| text(&error))?;
    let mut whole = Simulation::new(scene, place.options()).map_err(|error| text(&error))?;
    let end = 150 + dice.below(200);
    saved(&mut whole, &start)?;
    let expected = end_of(&mut whole, end, &last).map_err(|error| text(&error))?;
    let mut at: Vec<u64> = (0..stops).map(|_| dice.below(end)).collect();
    at.sort_unstable();
    // The run that is stopped goes on from its own start, and the runs that go on use the same device one after the other.
    let mut stopped = Simulation::load(&start, place.options()).map_err(|error| text(&error))?;
    for step in at {
        let report = stopped.step(step - stopped.steps_done()).map_err(|error| text(&error))?;
        saved(&mut stopped, &stop)?;
        let loaded = Simulation::load_in_place_of(whole, &stop, place.options());
        whole = loaded.map_err(|error| text(&error))?;
        let found = end_of(&mut whole, end, &last).map_err(|error| text(&error))?;
        tally.pairs += 1;
        tally.in_contact += u64::from(report.counts.contacts + report.counts.wall_contacts > 0);
        if found != expected {
            let what = [
                (found.hash != expected.hash, "state hash"),
                (found.report != expected.report, "report"),
                (found.bytes != expected.bytes, "checkpoint"),
            ];
            let what: Vec<_> = what.iter().filter(|(differs, _)| *differs).map(|(_, what)| *what).collect();
            tally.differences.push(format!(
                "{} on {place:?}, {} of {end} steps: {} differ",
                case.name,
                step,
                what.join(", ")
            ));
        }
    }
    Ok(())
}

/// Rounds over all scenes until there are so many pairs.
pub fn pairs(
    cases: &[Case],
    place: Where,
    count: u64,
    seed: u64,
    mut watch: impl FnMut(&Tally),
) -> Result<Tally, String> {
    let (mut tally, mut dice) = (Tally::default(), Dice(seed));
    let stops = count.div_ceil(cases.len() as u64).min(10);
    while tally.pairs < count {
        let case = &cases[(tally.pairs / stops) as usize % cases.len()];
        round(case, place, stops.min(count - tally.pairs), &mut dice, &mut tally)?;
        watch(&tally);
    }
    Ok(tally)
}
