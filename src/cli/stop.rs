//! Ctrl-C: work ends at the next chance, a run with a checkpoint.
//!
//! A signal that was ignored when the program began stays ignored: `nohup packstone run` goes on when its terminal is
//! closed, and a run in the background of a script does not hear the script's Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::STOPPED;

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
    let ignored = Ignored::now();
    if let Err(error) = ctrlc::set_handler(note) {
        log::warn!("Ctrl-C will end the program at once, a run without a checkpoint: {error}");
    }
    ignored.restore();
}

/// Whether the work has been asked to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The signals that are ignored, of those that would be noted.
#[cfg(unix)]
struct Ignored(Vec<libc::c_int>);

#[cfg(unix)]
#[allow(unsafe_code, reason = "the standard library and ctrlc have no safe way to ask how a signal is handled")]
impl Ignored {
    fn now() -> Self {
        let is_ignored = |signal: &libc::c_int| {
            let mut present = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
            // SAFETY: without a new action, the call changes nothing and writes the present one to where it is told; all
            // bits zero are a valid action, should it fail.
            let present = unsafe {
                libc::sigaction(*signal, std::ptr::null(), present.as_mut_ptr());
                present.assume_init()
            };
            present.sa_sigaction == libc::SIG_IGN
        };
        Self([libc::SIGINT, libc::SIGTERM, libc::SIGHUP].into_iter().filter(is_ignored).collect())
    }

    fn restore(&self) {
        for signal in &self.0 {
            // SAFETY: to ignore a signal runs no code of ours.
            unsafe { libc::signal(*signal, libc::SIG_IGN) };
        }
    }
}

/// Elsewhere programs do not begin with signals that are ignored.
#[cfg(not(unix))]
struct Ignored;

#[cfg(not(unix))]
impl Ignored {
    fn now() -> Self {
        Self
    }

    fn restore(&self) {}
}
