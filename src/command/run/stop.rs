//! Ctrl-C: a run ends at the next chance, with a checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::command::STOPPED;

/// The run has been asked to end.
static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, or the system's wish to end the program, is noted instead of ending it at once. Asked twice, it ends
/// at once: what came after the last checkpoint is then lost.
pub(super) fn listen() {
    let note = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(STOPPED));
        }
    };
    if let Err(error) = ctrlc::set_handler(note) {
        log::warn!("Ctrl-C will end the run without a checkpoint: {error}");
    }
}

/// Whether the run has been asked to end.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
