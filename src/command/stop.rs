//! Ctrl-C: work ends at the next chance, a run with a checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::command::STOPPED;

/// The work has been asked to end.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Signals are noted already.
static LISTENING: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C, or the system's wish to end the program, is noted instead of ending it at once. Asked twice, it ends
/// at once: what came after the last checkpoint is then lost.
pub(crate) fn listen() {
    if LISTENING.swap(true, Ordering::SeqCst) {
        return;
    }
    let note = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(STOPPED));
        }
    };
    if let Err(error) = ctrlc::set_handler(note) {
        log::warn!("Ctrl-C will end the program at once, a run without a checkpoint: {error}");
    }
}

/// Whether the work has been asked to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
