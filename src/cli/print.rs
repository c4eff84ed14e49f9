//! Standard output: what commands tell, and whether it arrived.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// What went wrong first.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints to standard output. A reader that has closed it, such as `head`, has seen enough: that is no error. All others
/// are kept for [`failure`].
pub(super) fn print_text(text: &str) {
    let mut out = io::stdout().lock();
    note(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Keeps an error of standard output, if it is one.
fn note(written: io::Result<()>) {
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        FAILURE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Why something that was printed did not arrive, if so.
pub(super) fn failure() -> Option<io::Error> {
    FAILURE.lock().unwrap_or_else(PoisonError::into_inner).take()
}
