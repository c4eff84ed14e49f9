//! The lock on a run's folder: one process at a time writes to it. Those who only read need none.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use super::super::files::FilesError;

/// The name of the file that is locked. It stays when the run has ended: what counts is the lock and not the file.
pub(super) const NAME: &str = ".packstone.lock";

/// A folder that no other process writes to. The system takes the lock away when the process ends, however that is.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// Takes the lock on a folder, or tells who has it.
    pub fn take(folder: &Path) -> Result<Self, FilesError> {
        let path = folder.join(NAME);
        let wrong = |reason: io::Error| FilesError::Lock { path: path.clone(), reason };
        if path.is_symlink() {
            return Err(wrong(io::Error::other("it is a link to another file")));
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(FilesError::InUse { folder: folder.into(), owner: owner(&path) });
            }
            // Some network file systems know no locks.
            Err(TryLockError::Error(reason)) => {
                log::warn!("{} cannot be locked ({reason}): see to it that nothing else runs in it", folder.display());
            }
        }
        let mut lock = Self(file);
        lock.sign().map_err(wrong)?;
        Ok(lock)
    }

    /// Whether the folder is free, as far as can be told without writing to it.
    pub fn is_free(folder: &Path) -> Result<(), FilesError> {
        let path = folder.join(NAME);
        match File::open(&path).map(|file| file.try_lock()) {
            Ok(Err(TryLockError::WouldBlock)) => Err(FilesError::InUse { folder: folder.into(), owner: owner(&path) }),
            _ => Ok(()),
        }
    }

    /// Writes down who has the lock.
    fn sign(&mut self) -> io::Result<()> {
        self.0.set_len(0)?;
        writeln!(self.0, "packstone, process {} on {}", std::process::id(), host())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A stale name does no harm.
        let _ = self.0.set_len(0);
    }
}

/// Who has the lock, by own account. Some systems do not let others read a locked file.
fn owner(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = crate::common::files::quote(&text);
    if line.is_empty() { "another process".into() } else { line }
}

/// The name of this machine.
fn host() -> String {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let asked = || Command::new("hostname").output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
    told.or_else(asked).map_or_else(|| "this machine".into(), |name| name.trim().to_owned())
}
