//! The `packstone` command.

use std::process::ExitCode;

use clap::Parser;
use packstone::command::{Cli, run};

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            eprintln!("packstone: {error}");
            ExitCode::FAILURE
        }
    }
}
