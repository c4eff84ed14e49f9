//! Files and folders of the user: nothing is lost, nothing is mixed up, and nothing waits for ever.

mod folder;
mod harness;
mod kept;
mod limits;
mod outputs;
#[cfg(unix)]
mod signals;
