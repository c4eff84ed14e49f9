//! The program: its arguments, the table, and the verdict.

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;
use packstone::device::kernels::ALL;
use packstone::device::schema::constants::POLYHEDRON;
use packstone::device::shader::{ALL_FAMILIES, BALLS};

use crate::children::{Driver, Job, Outcome, child};
use crate::limits::{FAMILY, faults};

/// Shapes that kernels are compiled for: grains of one family, or of any.
const SHAPES: [(&str, u32); 3] = [("polyhedra", 1 << POLYHEDRON), ("all", ALL_FAMILIES), ("spheres", BALLS)];
/// Those for which kernels are held to limits.
const HELD: [&str; 2] = ["polyhedra", "all"];

/// What RADV makes of our kernels.
#[derive(Debug, Parser)]
struct Arguments {
    /// Parts of names: only kernels whose name has one of them.
    kernels: Vec<String>,
    /// Family of cards.
    #[arg(long, default_value = FAMILY)]
    family: String,
    /// Shapes: polyhedra, all or spheres; polyhedra and all where none is given.
    #[arg(long, value_parser = SHAPES.map(|(name, _)| name))]
    shapes: Option<String>,
    /// The root of a Debian with another Mesa.
    #[arg(long)]
    root: Option<PathBuf>,
    /// Prints the table and holds to no limits.
    #[arg(long)]
    table: bool,
    /// The same; so says `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
    /// Compiles one kernel, of this name, and prints what came out as JSON.
    #[arg(long, hide = true, requires = "families")]
    child: Option<String>,
    /// The bits of its shapes.
    #[arg(long, hide = true)]
    families: Option<u32>,
}

/// What `cargo test` hands on to all tests alike: it changes nothing here.
const OF_OTHER_TESTS: [&str; 7] =
    ["--include-ignored", "--ignored", "--nocapture", "--show-output", "--exact", "--quiet", "--test-threads"];

pub fn main_of_linux() -> Result<(), Box<dyn Error>> {
    let is_ours = |argument: &String| !OF_OTHER_TESTS.iter().any(|other| argument.split('=').next() == Some(other));
    let arguments = Arguments::parse_from(std::env::args().filter(is_ours));
    if let (Some(name), Some(families)) = (&arguments.child, arguments.families) {
        return child(ALL.iter().find(|source| source.name == name).ok_or("no such kernel")?, families);
    }
    let jobs = arguments.jobs();
    let outcomes = Driver::new(&arguments.family, arguments.root.as_deref())?.compile(&jobs)?;
    let driver = outcomes.iter().find_map(|(_, outcome)| Some(outcome.as_ref().ok()?.driver.clone()));
    let driver = driver.unwrap_or_else(|| "no kernel was compiled".into());
    if arguments.table || arguments.bench {
        print!("{driver}\n\n{}", table(&outcomes));
        return Ok(());
    }
    let faults = faults(&driver, &outcomes);
    if faults.is_empty() {
        println!("{} compilations within their limits: {driver}", outcomes.len());
        return Ok(());
    }
    print!("{driver}\n\n{}\n{}\n", table(&outcomes), faults.join("\n"));
    Err("kernels are not within the limits of benches/isa/limits.rs".into())
}

impl Arguments {
    fn jobs(&self) -> Vec<Job> {
        let is_meant = |name: &str| self.kernels.is_empty() || self.kernels.iter().any(|part| name.contains(part));
        let sources = ALL.iter().filter(|source| is_meant(source.name));
        let has = |name| self.shapes.as_deref().map_or(HELD.contains(&name), |one| one == name);
        let shapes: Vec<_> = SHAPES.into_iter().filter(|&(name, _)| has(name)).collect();
        sources.flat_map(|source| shapes.iter().map(move |&shapes| Job { source, shapes })).collect()
    }
}

/// The table in markdown.
fn table(outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "| kernel | shapes | lanes | VGPR | SGPR spills | VGPR spills | scratch [B] | workgroup [B] | waves | code [B] | compiling \
         [s] | memory [MB] |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (Job { source, shapes: (shapes, _) }, outcome) in outcomes {
        let cells = match outcome {
            Ok(f) => {
                let told = [
                    f.lanes,
                    f.registers,
                    f.scalar_spills,
                    f.vector_spills,
                    f.scratch,
                    f.workgroup_memory,
                    f.waves,
                    f.code,
                ];
                format!("{} | {:.2} | {}", told.map(|number| number.to_string()).join(" | "), f.seconds, f.memory)
            }
            Err(reason) => reason.clone(),
        };
        text += &format!("| {} | {shapes} | {cells} |\n", source.name);
    }
    text
}
