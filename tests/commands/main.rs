//! The program as it is called: its commands, options, exit codes and messages.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod command_line;
mod habits;
mod reproduce;
mod reproduce_packings;
mod run_and_resume;
mod user_facing;
