//! Measurements as tables and as a file that can be sent to someone.

use super::{Machine, Row};
use crate::common::table::Table;
use crate::engine::PassId;

/// The rows as a table.
pub fn rows_table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "scene",
        "state",
        "back end",
        "particles",
        "particle-steps/s",
        "contacts/s",
        "candidates",
        "contacts",
        "GJK",
        "EPA",
        "bytes/particle",
        "of bodies",
        "dispatches",
        "plain, rebuild",
        "host reads",
    ]);
    let optional = |value: Option<f64>, digits: usize| value.map_or("-".into(), |value| format!("{value:.digits$}"));
    for row in rows {
        table.push(vec![
            row.scene.clone(),
            row.state.unwrap_or("-").into(),
            row.backend.into(),
            row.particles.to_string(),
            format!("{:.3e}", row.particle_steps_per_second),
            format!("{:.3e}", row.contacts_per_second),
            row.candidate_pairs.to_string(),
            row.contacts.to_string(),
            format!("{:.2}", row.gjk_per_contact),
            format!("{:.2}", row.epa_per_contact),
            format!("{:.0}", row.bytes_per_particle),
            optional(row.bytes_of_bodies_per_particle, 0),
            optional(row.dispatches_per_step, 1),
            row.dispatches_of_a_plain_step
                .zip(row.dispatches_of_a_rebuild_step)
                .map_or("-".into(), |(plain, rebuild)| format!("{plain}, {rebuild}")),
            optional(row.host_reads_per_step, 3),
        ]);
    }
    table
}

/// Where the time goes: microseconds of each pass for each particle and step.
pub fn shares_table(rows: &[Row]) -> Table {
    let mut table = Table::new(&["us per particle-step", "state", "back end", "particles"]);
    table.extend_header(PassId::ALL.iter().map(|pass| pass.name().to_owned()));
    for row in rows {
        let mut cells =
            vec![row.scene.clone(), row.state.unwrap_or("-").into(), row.backend.into(), row.particles.to_string()];
        let time = |pass: &str| row.seconds_per_step_by_pass.get(pass).copied().unwrap_or(0.0);
        cells.extend(
            PassId::ALL.iter().map(|pass| format!("{:.3}", 1e6 * time(pass.name()) / row.particles.max(1) as f64)),
        );
        table.push(cells);
    }
    table
}

/// All of it in markdown, with the machine and the rows as JSON.
pub fn report(rows: &[Row], machine: &Machine, command: &str, date: &str) -> String {
    let adapters: Vec<&str> = machine.adapters.iter().map(|adapter| adapter.name.as_str()).collect();
    let memory = machine.memory_gb.map_or(String::new(), |memory| format!(", {memory:.0} GB"));
    let json = serde_json::json!({ "machine": machine, "rows": rows });
    format!(
        "# How fast Packstone {} runs here\n\n`{command}`, {date}\n\n{}, {} threads{memory}, {}; GPUs: {}\n\n\
         GJK and EPA are iterations for each contact of two grains, dispatches and host reads are those of one step, also without \
         and with a new list of pairs; bytes of bodies are those beyond shapes, pairs and contacts.\n\n\
         {}\n{}\n```json\n{json:#}\n```\n",
        env!("CARGO_PKG_VERSION"),
        machine.cpu,
        machine.threads,
        machine.system,
        if adapters.is_empty() { "none".into() } else { adapters.join(", ") },
        rows_table(rows).to_markdown(),
        shares_table(rows).to_markdown(),
    )
}
