//! One measurement: a scene on a back end.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;

use crate::device::Tally;
use crate::engine::EngineError;
use crate::scene::Scene;
use crate::sim::{Options, Simulation};

/// Steps in which passes are timed by themselves.
const TIMED: u64 = 20;
/// A measurement lasts at least this many particle-steps, where its length is left open.
const PARTICLE_STEPS: u64 = 1_000_000;

/// How long is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps before the measurement.
    pub warm_up: u64,
    /// Steps that are measured; as many as the number of grains calls for when none.
    pub steps: Option<u64>,
}

/// What a measurement has told. The names are those of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Name of the bed, or path of the scene.
    pub scene: String,
    /// How the grains are, of a bed.
    pub state: Option<&'static str>,
    /// Version of Packstone.
    pub version: &'static str,
    /// `cpu` or `gpu`.
    pub backend: &'static str,
    /// Name of the GPU.
    pub adapter: Option<String>,
    /// Threads of the CPU.
    pub threads: usize,
    /// Grains at the end.
    pub particles: usize,
    /// Steps that were measured.
    pub steps: u64,
    /// How long they took [s].
    pub seconds: f64,
    /// Particle-steps in a second.
    pub particle_steps_per_second: f64,
    /// Contacts computed in a second, with grains and walls.
    pub contacts_per_second: f64,
    /// Pairs whose boxes meet, in the last step.
    pub candidate_pairs: usize,
    /// Contacts with grains and walls, in the last step.
    pub contacts: usize,
    /// Contacts whose overlap is only bounded.
    pub unconverged: usize,
    /// Times that the list of pairs was made anew, for each step.
    pub rebuilds_per_step: f64,
    /// Updates of GJK for each pair of grains that touch, in the last step.
    pub gjk_per_contact: f64,
    /// Expansions of EPA for each pair of grains that touch, in the last step.
    pub epa_per_contact: f64,
    /// Memory of all arrays, on the CPU or on the device [bytes].
    pub bytes: u64,
    /// The same for each grain.
    pub bytes_per_particle: f64,
    /// The part of it that holds shapes, on a device [bytes].
    pub bytes_of_shapes: Option<u64>,
    /// What goes with pairs and contacts, for each candidate pair of the last step; room that is not in use included.
    pub bytes_of_contacts_per_pair: Option<f64>,
    /// What is left, for each grain: bodies, cells, sums.
    pub bytes_of_bodies_per_particle: Option<f64>,
    /// Kernels started in a step, on average; those that were recorded in vain included.
    pub dispatches_per_step: Option<f64>,
    /// Kernels of a step without a new list of pairs.
    pub dispatches_of_a_plain_step: Option<u64>,
    /// Kernels of a step that makes the list of pairs anew.
    pub dispatches_of_a_rebuild_step: Option<u64>,
    /// Times that the CPU waited for numbers of the device, for each step.
    pub host_reads_per_step: Option<f64>,
    /// How many bytes those were.
    pub bytes_read_per_step: Option<f64>,
    /// Time of each pass in a step [s].
    pub seconds_per_step_by_pass: BTreeMap<&'static str, f64>,
    /// Time of each kernel of a GPU in a step [s], where it has a clock; the kernels of a rebuild by groups.
    pub seconds_per_step_by_kernel: BTreeMap<&'static str, f64>,
    /// Hash of the state at the end: the same for the same scene, steps and back end.
    pub state_hash: String,
}

/// Runs a scene and measures it.
pub fn measure(
    (name, state): (&str, Option<&'static str>),
    scene: Scene,
    options: Options,
    effort: Effort,
) -> Result<Row, EngineError> {
    let mut run = Simulation::new(scene, options)?;
    let before = run.run_steps(effort.warm_up)?.report;
    let steps = effort.steps.unwrap_or_else(|| (PARTICLE_STEPS / before.grains.max(1) as u64).clamp(20, 1000));
    let tally = run.device_tally().map(|(tally, _)| tally);
    let begun = Instant::now();
    let stretch = run.run_steps(steps)?;
    let seconds = begun.elapsed().as_secs_f64();
    let used = run.device_tally().zip(tally).map(|((now, _), before)| used(&now, &before, steps));
    let memory = run.device_tally().map(|(_, memory)| memory);
    let kernels = run.dispatches_of_a_step();
    let passes = run.time_passes(TIMED)?;
    run.fetch()?;
    let (counts, particles) = (stretch.report.counts, stretch.report.grains);
    let (contacts, work) = (counts.contacts + counts.wall_contacts, run.solver_work());
    let per_contact = |iterations: u64| iterations as f64 / work.contacts.max(1) as f64;
    let bytes = memory.map_or_else(|| run.bytes(), |memory| memory.total());
    Ok(Row {
        scene: name.to_owned(),
        state,
        version: env!("CARGO_PKG_VERSION"),
        backend: if run.adapter().is_some() { "gpu" } else { "cpu" },
        adapter: run.adapter().map(|adapter| adapter.name.clone()),
        threads: run.threads(),
        particles,
        steps,
        seconds,
        particle_steps_per_second: stretch.particle_steps as f64 / seconds,
        contacts_per_second: contacts as f64 * steps as f64 / seconds,
        candidate_pairs: counts.candidates,
        contacts,
        unconverged: counts.unconverged,
        rebuilds_per_step: (counts.rebuilds - before.counts.rebuilds) as f64 / steps as f64,
        gjk_per_contact: per_contact(work.gjk),
        epa_per_contact: per_contact(work.epa),
        bytes,
        bytes_per_particle: bytes as f64 / particles.max(1) as f64,
        bytes_of_shapes: memory.map(|memory| memory.shapes),
        bytes_of_contacts_per_pair: memory.map(|memory| memory.contacts as f64 / counts.candidates.max(1) as f64),
        bytes_of_bodies_per_particle: memory.map(|memory| memory.bodies as f64 / particles.max(1) as f64),
        dispatches_per_step: used.map(|[dispatches, _, _]| dispatches),
        dispatches_of_a_plain_step: kernels.map(|[plain, _]| plain),
        dispatches_of_a_rebuild_step: kernels.map(|[_, rebuild]| rebuild),
        host_reads_per_step: used.map(|[_, reads, _]| reads),
        bytes_read_per_step: used.map(|[_, _, bytes]| bytes),
        seconds_per_step_by_pass: passes.iter().map(|(name, time)| (*name, time / TIMED as f64)).collect(),
        seconds_per_step_by_kernel: run
            .kernel_times()
            .iter()
            .map(|(name, time)| (*name, time / TIMED as f64))
            .collect(),
        state_hash: format!("{:016x}", run.state_hash()),
    })
}

/// Dispatches, reads by the host and bytes read for each step, between two tallies.
fn used(now: &Tally, before: &Tally, steps: u64) -> [f64; 3] {
    let counts =
        [now.dispatches - before.dispatches, now.host_reads - before.host_reads, now.bytes_read - before.bytes_read];
    counts.map(|count| count as f64 / steps as f64)
}
