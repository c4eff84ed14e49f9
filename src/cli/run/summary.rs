//! `summary.json` and the last words of a run.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;

use super::Told;
use super::final_outputs::FinalOutputs;
use super::folder::{Folder, cannot_write};
use super::saved::Account;
use crate::cli::CommandError;
use crate::engine::Energies;
use crate::engine::InsertionCount;
use crate::health::{Depth, Finding};
use crate::output::analysis::Packing;
use crate::output::frames::Provenance;
use crate::output::vtk::Series;
use crate::sim::Simulation;

/// What came of a run, in SI units.
#[derive(Debug, Serialize)]
struct Summary {
    #[serde(flatten)]
    provenance: Provenance,
    /// When the run ended, in UTC.
    date: String,
    command: Vec<String>,
    /// Kernels started on it, and times that the host waited for it, in each step on average; its memory in use [bytes].
    device: Option<DeviceUse>,
    threads: usize,
    grains: usize,
    /// Grains of each insertion: due by now, and come in.
    insertions: Vec<InsertionCount>,
    steps: u64,
    planned_steps: u64,
    simulated_time: f64,
    time_step: f64,
    critical_time_step: Option<f64>,
    /// Of all parts of the run.
    wall_time: f64,
    steps_per_second: f64,
    particle_steps_per_second: f64,
    contacts: usize,
    wall_contacts: usize,
    unconverged: usize,
    /// Times that the speed of a grain was cut to the limit; none without one.
    speed_cuts: Option<u64>,
    largest_overlap: f64,
    /// The largest overlap as a share of the half-thickness of the thinner grain, and after how many steps.
    largest_overlap_share: Depth,
    /// Whether the run can be trusted, in words, and what it has found.
    trust: String,
    findings: Vec<Finding>,
    /// How densely the grains lie.
    packing: Option<Packing>,
    energies: Energies,
    kinetic_energy: f64,
    balance: f64,
    balance_at_start: f64,
    state_hash: String,
    /// What ParaView opens, if the scene asks for it.
    vtk: Option<PathBuf>,
    #[serde(flatten)]
    closing: FinalOutputs,
}

/// What was asked of the GPU.
#[derive(Debug, Serialize)]
struct DeviceUse {
    dispatches_per_step: f64,
    host_reads_per_step: f64,
    bytes_read_per_step: f64,
    bytes: u64,
}

impl DeviceUse {
    fn of(run: &Simulation) -> Option<Self> {
        let (tally, memory) = run.device_tally()?;
        let per_step = |count: u64| count as f64 / tally.steps.max(1) as f64;
        Some(Self {
            dispatches_per_step: per_step(tally.dispatches),
            host_reads_per_step: per_step(tally.host_reads),
            bytes_read_per_step: per_step(tally.bytes_read),
            bytes: memory.total(),
        })
    }
}

/// The steps that the run in a folder had taken when it told its outcome, if it did.
pub(super) fn steps_told(folder: &Folder) -> Option<u64> {
    let summary: serde_json::Value = serde_json::from_slice(&fs::read(folder.summary()).ok()?).ok()?;
    summary["steps"].as_u64()
}

/// Whether the run in a folder has taken all its steps, by its own last words; its checkpoint may be of another version.
pub(super) fn tells_the_end(folder: &Folder) -> bool {
    let read = fs::read(folder.summary()).ok().and_then(|text| serde_json::from_slice(&text).ok());
    read.is_some_and(|summary: serde_json::Value| {
        match (summary["steps"].as_u64(), summary["planned_steps"].as_u64()) {
            (Some(done), Some(planned)) => done >= planned,
            _ => false,
        }
    })
}

impl Summary {
    fn new(run: &Simulation, account: &Account, folder: &Folder) -> Result<Self, CommandError> {
        let (report, output) = (run.report(), &run.scene().output);
        let wall_time = account.wall_time.max(1e-9);
        Ok(Self {
            provenance: Provenance::of(run),
            date: humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string(),
            command: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
            device: DeviceUse::of(run),
            threads: run.threads(),
            grains: report.grains,
            insertions: run.insertions(),
            steps: report.step,
            planned_steps: run.planned_steps(),
            simulated_time: report.time,
            time_step: run.time_step(),
            critical_time_step: run.critical_time_step(),
            wall_time: account.wall_time,
            steps_per_second: report.step as f64 / wall_time,
            particle_steps_per_second: account.particle_steps as f64 / wall_time,
            contacts: report.counts.contacts,
            wall_contacts: report.counts.wall_contacts,
            unconverged: report.counts.unconverged,
            speed_cuts: run.scene().drag.and_then(|drag| drag.speed_limit).map(|_| report.counts.speed_cuts),
            largest_overlap: account.largest_overlap,
            largest_overlap_share: run.health().deepest,
            trust: run.health().trust(),
            findings: run.health().findings().to_vec(),
            packing: Packing::of(run.scene(), &run.snapshot(), run.time()),
            energies: report.energies,
            kinetic_energy: report.energies.kinetic(),
            balance: report.energies.balance(),
            balance_at_start: account.first_balance,
            state_hash: format!("{:016x}", run.state_hash()),
            vtk: output.vtk.then(|| Series::opening_file(&folder.root().join("vtk"))),
            closing: FinalOutputs::draw(run, folder)?,
        })
    }

    fn text(&self, folder: &Folder) -> String {
        let files = |text: &str| folder.root().join(text).display().to_string();
        let critical = self.critical_time_step.map_or("none".into(), |step| format!("{step:.3e} s"));
        format!(
            "\
{} grains, {} contacts and {} with walls after {} steps = {:.6} s of {:.3e} s each (critical: {critical})
{:.1} s on {} threads: {:.0} steps/s, {:.3e} particle-steps/s
{}largest overlap of the run: {:.3e} m; {:.2} % of a grain's half-thickness
{}{}{}
{}{}  energies and counts over time
{}  all grains and contacts
{}{}  to go on from: packstone resume {}
{}  this summary, with all digits
{}
state hash: {}
",
            self.grains,
            self.contacts,
            self.wall_contacts,
            self.steps,
            self.simulated_time,
            self.time_step,
            self.wall_time,
            self.threads,
            self.steps_per_second,
            self.particle_steps_per_second,
            missing_grains(&self.insertions),
            self.largest_overlap,
            100.0 * self.largest_overlap_share.share,
            cut_speeds(self.speed_cuts, self.particle_steps_per_second * self.wall_time.max(1e-9)),
            density(self.packing.as_ref()),
            account_of_energy(&self.energies, self.balance_at_start),
            self.closing.text(),
            files("series.csv"),
            files("snapshots"),
            self.vtk.as_ref().map_or(String::new(), |path| format!("{}  for ParaView\n", path.display())),
            files("checkpoint.bin"),
            folder.root().display(),
            files("summary.json"),
            self.trust,
            self.state_hash,
        )
    }
}

/// The packing fractions, and the coordination number; nothing of few grains.
fn density(packing: Option<&Packing>) -> String {
    let Some((packing, bed)) = packing.and_then(|packing| Some((packing, packing.middle?))) else {
        return String::new();
    };
    let away = bed.away_from_walls.map_or(String::new(), |away| format!(", {away:.3} in it away from walls"));
    format!(
        "packing fraction {:.3} in the middle of the bed{away}, {:.3} of the whole bed\n\
         coordination number {:.2} ({} grains in the middle)\n",
        bed.fraction, packing.whole, bed.coordination, bed.grains
    )
}

/// What a speed limit has done; nothing without one.
fn cut_speeds(cuts: Option<u64>, particle_steps: f64) -> String {
    cuts.map_or(String::new(), |cuts| match cuts {
        0 => "the speed limit has not acted\n".into(),
        _ => format!(
            "the speed limit has acted {cuts} times, in {:.2e} of all steps of grains: their motion is not that of the laws\n",
            cuts as f64 / particle_steps.max(1.0)
        ),
    })
}

/// A line for each insertion that did not bring all its grains.
fn missing_grains(insertions: &[InsertionCount]) -> String {
    let all = (1..).zip(insertions).filter(|(_, count)| count.missing() > 0);
    all.map(|(number, count)| {
        let (missing, due) = (count.missing(), count.due);
        format!("insertion {number}: {missing} of {due} grains never came in: they found no free place in the region\n")
    })
    .collect()
}

/// Where the energy is, where it came from and went, and what the account does not explain.
fn account_of_energy(energies: &Energies, first: f64) -> String {
    let flows = &energies.flows;
    let error = energies.balance() - first;
    // Sums of nothing are -0.
    let first = first + 0.0;
    format!(
        "\
energy [J]: kinetic {:.4e}, gravity {:.4e}, elastic {:.4e}, tangential {:.4e}, rolling {:.4e}
            dissipated by damping {:.4e}, by friction {:.4e}, by rolling {:.4e}, by drag {:.4e}
            wall work {:.4e}, inserted {:.4e}, patch work {:.4e}
            balance {:.6e}, at the start {first:.6e}: error {error:.2e}, of it to be corrected {:.2e}",
        energies.kinetic() + 0.0,
        energies.gravity + 0.0,
        energies.elastic + 0.0,
        energies.tangential + 0.0,
        energies.rolling + 0.0,
        flows.dissipated_damping + 0.0,
        flows.dissipated_friction + 0.0,
        flows.dissipated_rolling + 0.0,
        flows.dissipated_drag + 0.0,
        flows.wall_work + 0.0,
        flows.inserted + 0.0,
        flows.patch_work + 0.0,
        energies.balance() + 0.0,
        energies.uncorrected + 0.0,
    )
}

/// Writes `summary.json` and prints what is in it.
pub(super) fn write(run: &Simulation, account: &Account, folder: &Folder, told: Told) -> Result<(), CommandError> {
    let summary = Summary::new(run, account, folder)?;
    let path = folder.summary();
    let json = serde_json::to_string_pretty(&summary).map_err(|error| cannot_write(&path)(error.into()))?;
    let json = json + "\n";
    crate::common::files::write_whole(&path, json.as_bytes()).map_err(cannot_write(&path))?;
    told.text(&summary.text(folder));
    told.json(&json);
    Ok(())
}
