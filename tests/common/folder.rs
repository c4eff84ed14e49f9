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
