//! A folder of its own for each test, gone at the end.

use std::ops::Deref;
use std::path::Path;

use tempfile::TempDir;

/// A temporary folder, used like its path.
pub struct Folder(TempDir);

impl Folder {
    /// A new folder with the test's name in its own.
    pub fn new(test: &str) -> Self {
        let folder = tempfile::Builder::new().prefix(&format!("packstone-{}-", test.replace(' ', "-"))).tempdir();
        Self(folder.expect("a folder for temporary files"))
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}

/// Asks a run to stop as Ctrl-C does. Where the tests themselves were started with Ctrl-C ignored, as in the background of a script, so
/// were the runs, which then heed it no more; the system's wish to end is treated alike.
#[cfg(unix)]
pub fn ask_to_stop(id: u32) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let signal = if ignored >> 1 & 1 == 1 { "-TERM" } else { "-INT" };
    let sent = std::process::Command::new("kill").args([signal, &id.to_string()]).status();
    assert!(sent.expect("kill is there").success());
}
