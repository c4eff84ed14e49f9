//! `packstone info`: what this machine can compute on.

use clap::Args;

use super::{CommandError, Outcome, print_text};
use crate::common::table::Table;
use crate::device::adapter::{adapters, best};
use crate::device::{Adapter, GpuError};

/// What `packstone info` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone info             a table of adapters, and what --backend auto would choose
  packstone info --json      the same for programs")]
pub struct InfoArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Lists the adapters.
pub(super) fn run(args: &InfoArgs) -> Result<Outcome, CommandError> {
    let found = adapters();
    if args.json {
        let version = env!("CARGO_PKG_VERSION");
        let all = serde_json::json!({ "version": version, "adapters": found, "auto": choice(&found).0 });
        print_text(&format!("{all:#}\n"));
        return Ok(Outcome::Fine);
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (backend, reason) = choice(&found);
    let mut text = format!("packstone {}, CPU with {cores} threads\n", env!("CARGO_PKG_VERSION"));
    if !found.is_empty() {
        text.push_str(&table(&found).to_text());
    }
    text.push_str(&format!("--backend auto: {backend}, {reason}\n"));
    print_text(&text);
    Ok(Outcome::Fine)
}

/// What auto chooses, and why.
fn choice(found: &[Adapter]) -> (&'static str, String) {
    match best(found).map(|chosen| &found[chosen]) {
        Err(GpuError::NoAdapter) => ("cpu", "because no Vulkan, Metal or DX12 driver answers".into()),
        Err(reason) => ("cpu", format!("because {reason}")),
        Ok(best) if best.software => {
            let why = "is software, several times slower than the CPU itself; --backend gpu uses it all the same";
            ("cpu", format!("because \"{}\" {why}", best.name))
        }
        Ok(best) => ("gpu", format!("on \"{}\"", best.name)),
    }
}

fn table(found: &[Adapter]) -> Table {
    let mut table = Table::new(&["GPU", "API", "driver", "kind", "largest array [MiB]", "timestamps"]);
    for adapter in found {
        let array = adapter.largest_binding.min(adapter.largest_buffer) / (1 << 20);
        table.push(vec![
            adapter.name.clone(),
            adapter.api.clone(),
            adapter.driver.clone(),
            match (adapter.has_compiler, adapter.software) {
                (false, _) => "lacks dxcompiler.dll",
                (true, true) => "software",
                (true, false) => "hardware",
            }
            .into(),
            array.to_string(),
            if adapter.timestamps { "yes" } else { "no" }.into(),
        ]);
    }
    table
}
