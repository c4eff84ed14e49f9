//! Files and folders of the user: nothing is lost, nothing is mixed up, and nothing waits for ever.

#[path = "files/folder.rs"]
mod folder;
#[path = "files/harness.rs"]
mod harness;
#[path = "files/kept.rs"]
mod kept;
#[path = "files/limits.rs"]
mod limits;
#[path = "files/outputs.rs"]
mod outputs;
#[cfg(unix)]
#[path = "files/signals.rs"]
mod signals;
