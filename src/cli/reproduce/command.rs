//! `packstone reproduce`: the numerical examples of the literature, run again.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::reproduce::{self, ReproduceError, STUDIES, Settings};
use crate::cli::verbosity::threads;
use crate::cli::{Backend, CommandError, Outcome, Verbosity, print_text, stop};

/// What `packstone reproduce` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone reproduce --list                        what there is, from which papers
  packstone reproduce --quick                       small versions of all studies, in the folder reproduction
  packstone reproduce verification detectors        two studies in full, which takes minutes
  packstone reproduce verification -o try --threads 2

Every study has a folder of its own: report.md with its plots and pictures, results.json with its figures for programs.
README.md of the output folder lists the reports. An older report of the same study is replaced. Ctrl-C ends the study that
runs without a report; those that were complete stay.")]
pub struct ReproduceArgs {
    /// The studies; all of them when left out
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// List the studies and end
    #[arg(long)]
    pub list: bool,
    /// Run small versions: they show that all works, their figures are not to be compared
    #[arg(long)]
    pub quick: bool,
    /// Folder for the reports
    #[arg(short, long, value_name = "DIR", default_value = "reproduction")]
    pub output: PathBuf,
    /// Threads; all cores when left out
    #[arg(long, value_name = "T", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Where runs are computed
    #[arg(long, value_enum, default_value = "auto")]
    pub backend: Backend,
}

/// Carries out the studies that `args` name.
pub(crate) fn run(args: &ReproduceArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let chosen = reproduce::chosen(&args.names)?;
    let width = STUDIES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    if args.list {
        chosen.iter().for_each(|entry| print_text(&format!("{:<width$}  {}\n", entry.name, entry.title)));
        return Ok(Outcome::Fine);
    }
    stop::listen();
    let tell = |text: &str| {
        if !verbosity.quiet {
            print_text(text);
        }
    };
    let settings = Settings {
        quick: args.quick,
        output: args.output.clone(),
        threads: args.threads,
        backend: args.backend,
        quiet: verbosity.quiet,
    };
    for entry in chosen {
        tell(&format!("{:<width$}  {}\n", entry.name, entry.title));
        match reproduce::carry_out(entry, &settings) {
            Ok(report) => tell(&format!("{:<width$}  {}\n", "", report.display())),
            Err(error @ ReproduceError::Stopped(_)) => {
                tell(&format!("{error}\n"));
                return Ok(Outcome::Stopped);
            }
            Err(error) => return Err(error.into()),
        }
    }
    tell(&format!("{}  all reports\n", args.output.join("README.md").display()));
    Ok(Outcome::Fine)
}
