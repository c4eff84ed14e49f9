//! `packstone check`: what a scene would run, or why it cannot.

use std::fmt::Write as _;
use std::mem::size_of;
use std::path::PathBuf;

use clap::Args;

use super::{CommandError, Outcome, print_text};
use crate::broad::WorldBox;
use crate::common::table::Table;
use crate::engine::ParticleType;
use crate::engine::foresight::span_of;
use crate::force::ContactHistory;
use crate::geometry::Pose;
use crate::motion::Motion;
use crate::narrow::WarmStart;
use crate::scene::{ContactRadius, Elastic, Scene, SizeDistribution, WallGeometry, Warning};
use crate::sim::{Options, Simulation};

/// Candidate pairs per grain of a dense packing, for the estimate of memory; mixtures of rods and discs have more.
const PAIRS_PER_GRAIN: u64 = 8;

/// What `packstone check` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone check examples/scenes/quickstart.toml
  packstone check hopper.toml && packstone run hopper.toml

The scene is read and made ready as for a run: grains that overlap at the start or are in walls and a time step above the
critical one are refused here too, with file and line. Values that look like a slip are listed as warnings. Nothing is
written. The exit code is 1 when the scene cannot run.")]
pub struct CheckArgs {
    /// The scene file
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Checks the scene that `args` name.
pub(super) fn run(args: &CheckArgs) -> Result<Outcome, CommandError> {
    let scene = Scene::load(&args.scene)?;
    super::run::check_names(&scene)?;
    let simulation = Simulation::new(scene, Options::default())?;
    if args.json {
        print_text(&format!("{:#}\n", json(&simulation)));
    } else {
        print_text(&report(&simulation));
    }
    Ok(Outcome::Fine)
}

fn json(run: &Simulation) -> serde_json::Value {
    let scene = run.scene();
    let incoming: u64 = (0..scene.insertions.len()).map(|index| run.due_at_the_end(index)).sum();
    let now = run.grains().len() as u64;
    let rows = |table: Option<Table>| table.map_or_else(|| serde_json::json!([]), |table| table.to_json());
    serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "scene": scene.source.path().to_string_lossy(),
        "grains_at_start": now,
        "grains_inserted": incoming,
        "steps": run.planned_steps(),
        "time_step": run.time_step(),
        "critical_time_step": run.critical_time_step(),
        "memory_bytes": memory(scene, now + incoming),
        "shapes": rows(shapes(scene)),
        "materials": rows(materials(scene)),
        "laws": rows(laws(scene)),
        "contacts": rows(contacts(run)),
        "walls": rows(walls(scene)),
        "estimated_seconds": run.estimated_seconds(),
        "warnings": warnings(run).iter().map(ToString::to_string).collect::<Vec<_>>(),
        "findings": run.health().findings(),
    })
}

fn report(run: &Simulation) -> String {
    let scene = run.scene();
    let end = run.planned_steps() as f64 * run.time_step();
    let incoming: u64 = (0..scene.insertions.len()).map(|index| run.due_at_the_end(index)).sum();
    let now = run.grains().len() as u64;
    let mut text = format!("{}: good\n", scene.source.path().display());
    // Writing to a text in memory cannot fail.
    let _ = writeln!(text, "grains: {now} at the start, up to {incoming} inserted");
    let _ = writeln!(text, "steps: {} of {:.4e} s = {end:.6} s", run.planned_steps(), run.time_step());
    if let Some(critical) = run.critical_time_step() {
        let share = run.time_step() / critical;
        let _ = writeln!(text, "critical time step: {critical:.4e} s; {share:.3} of it is used");
    }
    let (threads, time) = (run.threads(), span_of(run.estimated_seconds()));
    let _ = writeln!(text, "time: very roughly {time} on {threads} threads of the CPU");
    let bytes = memory(scene, now + incoming);
    let _ = writeln!(text, "memory: about {:.1} MB", bytes as f64 / 1e6);
    for table in [shapes(scene), materials(scene), laws(scene), contacts(run), walls(scene)].into_iter().flatten() {
        let _ = write!(text, "\n{}", table.to_text());
    }
    let warnings = warnings(run);
    let findings = run.health().findings();
    if !warnings.is_empty() || !findings.is_empty() {
        text.push('\n');
    }
    findings.iter().for_each(|finding| text.push_str(&format!("{}: {}\n", finding.level.name(), finding.text)));
    warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
    text
}

/// What looks odd: values of the scene first, then what can be foreseen of the run.
fn warnings(run: &Simulation) -> Vec<Warning> {
    run.scene().warnings().into_iter().chain(run.foreseen()).collect()
}

/// What so many grains need, roughly [B].
fn memory(scene: &Scene, grains: u64) -> u64 {
    let per_pair = 2 * (size_of::<ContactHistory>() + size_of::<WarmStart>());
    // Position and anchor, motion, force and torque, numbers.
    let per_grain = 2 * size_of::<Pose>() + size_of::<Motion>() + 48 + size_of::<WorldBox>() + 32;
    let many_sizes = scene.insertions.iter().any(|insertion| !matches!(insertion.size, SizeDistribution::Fixed(_)));
    let per_size = if many_sizes { size_of::<ParticleType>() } else { 0 };
    grains * (per_grain + per_size) as u64 + grains * PAIRS_PER_GRAIN * per_pair as u64
}

fn shapes(scene: &Scene) -> Option<Table> {
    let mut table = Table::new(&["shape", "material", "radius [m]", "volume [m3]", "mass [kg]", "bodies_at_start"]);
    for (index, named) in scene.shapes.iter().enumerate() {
        let material = &scene.materials[named.material];
        let volume = named.shape.mass_properties().map_or(0.0, |mass| mass.volume);
        table.push(vec![
            named.name.clone(),
            material.name.clone(),
            format!("{:.3e}", named.shape.bounding_radius()),
            format!("{volume:.3e}"),
            format!("{:.3e}", volume * material.density),
            scene.bodies.iter().filter(|body| body.shape == index).count().to_string(),
        ]);
    }
    (!scene.shapes.is_empty()).then_some(table)
}

fn materials(scene: &Scene) -> Option<Table> {
    let mut table = Table::new(&["material", "density [kg/m3]", "young [Pa]", "poisson", "sound_speed [m/s]"]);
    for material in &scene.materials {
        let of = |told: &dyn Fn(&Elastic) -> String| material.elastic.as_ref().map_or("-".into(), told);
        table.push(vec![
            material.name.clone(),
            material.density.to_string(),
            of(&|elastic| format!("{:.3e}", elastic.young)),
            of(&|elastic| elastic.poisson.to_string()),
            of(&|elastic| format!("{:.1}", elastic.sound_speed(material.density))),
        ]);
    }
    (!scene.materials.is_empty()).then_some(table)
}

/// The law of every pair of materials.
fn laws(scene: &Scene) -> Option<Table> {
    let mut table = Table::new(&[
        "between",
        "stiffness [N/m^m]",
        "exponent",
        "contact_radius",
        "restitution",
        "friction",
        "tangential_stiffness_ratio",
        "rolling_friction",
        "twisting_friction",
        "cohesion",
    ]);
    let count = scene.materials.len();
    for (a, b) in (0..count).flat_map(|a| (a..count).map(move |b| (a, b))) {
        let law = scene.pair_law(a, b);
        table.push(vec![
            format!("{}, {}", scene.materials[a].name, scene.materials[b].name),
            format!("{:.3e}", law.stiffness),
            law.exponent.to_string(),
            match (law.by_radius, law.contact_radius) {
                (false, _) => "-",
                (true, ContactRadius::Volume) => "volume",
                (true, ContactRadius::Curvature) => "curvature",
            }
            .into(),
            law.restitution.to_string(),
            law.friction.to_string(),
            format!("{:.4}", law.tangential_ratio),
            law.rolling.friction.to_string(),
            law.rolling.twisting.to_string(),
            law.cohesion.name().into(),
        ]);
    }
    (count > 0).then_some(table)
}

/// Contacts of the lightest grains of every two materials that may meet.
fn contacts(run: &Simulation) -> Option<Table> {
    let mut table = Table::new(&[
        "contact",
        "stiffness [N/m^m]",
        "contact_time [s]",
        "critical_time_step [s]",
        "rayleigh_time [s]",
        "chain_sound_speed [m/s]",
        "pull_off [N]",
        "range [m]",
    ]);
    let name = |material: usize| &run.scene().materials[material].name;
    let scales = run.contact_scales();
    for scale in &scales {
        let [a, b] = scale.between.map(name);
        table.push(vec![
            if scale.at_wall { format!("{a} at a wall of {b}") } else { format!("{a}, {b}") },
            match scale.stiffness_of_flattest {
                Some(flattest) => format!("{:.3e}, by curvature up to {flattest:.3e}", scale.stiffness),
                None => format!("{:.3e}", scale.stiffness),
            },
            format!("{:.3e}", scale.contact_time),
            format!("{:.3e}", scale.critical_time_step),
            scale.rayleigh_time.map_or("-".into(), |time| format!("{time:.3e}")),
            scale.chain_sound_speed.map_or("-".into(), |speed| format!("{speed:.1}")),
            scale.cohesion.map_or("-".into(), |[pull, _]| format!("{pull:.3e}")),
            scale.cohesion.map_or("-".into(), |[_, range]| format!("{range:.3e}")),
        ]);
    }
    (!scales.is_empty()).then_some(table)
}

fn walls(scene: &Scene) -> Option<Table> {
    let mut table = Table::new(&["wall", "type", "material", "moves"]);
    for wall in &scene.walls {
        let kind = match wall.geometry {
            WallGeometry::Plane { .. } => "plane",
            WallGeometry::Box { .. } => "box",
            WallGeometry::Cylinder { .. } => "cylinder",
            WallGeometry::Cone { .. } => "cone",
        };
        let moves = if wall.motion.is_still() { "no" } else { "yes" };
        let material = scene.materials[wall.material].name.clone();
        table.push(vec![wall.name.clone(), kind.into(), material, moves.into()]);
    }
    (!scene.walls.is_empty()).then_some(table)
}
