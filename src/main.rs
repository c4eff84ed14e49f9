//! The `packstone` command.

use std::process::ExitCode;

use clap::Parser;
use packstone::cli::{Cli, run};

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    have_a_runtime_folder();
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

/// Gives `XDG_RUNTIME_DIR` a value where it has none.
///
/// wgpu asks Vulkan for `VK_KHR_wayland_surface` wherever it is offered. Mesa's layer that sorts the devices then looks for a
/// Wayland display when they are listed (`vkEnumeratePhysicalDevices`), and libwayland-client (`wl_display_connect`) prints
/// "error: XDG_RUNTIME_DIR is invalid or not set" on a machine without one, once for each listing. With a folder that does not
/// exist it finds no display and says nothing. Only absolute paths are valid.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "there is no other way to tell the C library, and there is no other thread yet")]
fn have_a_runtime_folder() {
    const NAME: &str = "XDG_RUNTIME_DIR";
    if std::env::var_os(NAME).is_none_or(|folder| !std::path::Path::new(&folder).is_absolute()) {
        // SAFETY: this is the first thing that the program does, in its only thread.
        unsafe { std::env::set_var(NAME, "/nonexistent") };
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
