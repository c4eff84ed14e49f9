//! The `packstone` command.

use std::process::ExitCode;

use clap::Parser;
use packstone::command::{Cli, run};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    match run(&cli) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            eprintln!("packstone: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Tells what is wrong with a command line, or the help that was asked for.
fn tell(told: &clap::Error) -> ExitCode {
    match told.print() {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("packstone: cannot write to standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2)),
    }
}
