//! `packstone completions`: what a shell needs to complete commands and options.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, CommandError, Outcome, print_text};

/// What `packstone completions` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone completions bash > ~/.local/share/bash-completion/completions/packstone
  packstone completions zsh > ~/.zfunc/_packstone
  packstone completions fish > ~/.config/fish/completions/packstone.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints the script.
pub(super) fn run(args: &CompletionsArgs) -> Result<Outcome, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "packstone", &mut script);
    print_text(&String::from_utf8_lossy(&script));
    Ok(Outcome::Fine)
}
