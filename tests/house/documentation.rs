//! README and the guide: no link leads nowhere, and every command that they name works.

mod commands;
mod links;

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages: those at the top and those of the guide.
fn pages() -> Vec<PathBuf> {
    let listed = |folder: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(root().join(folder)).expect("a readable folder");
        entries.map(|entry| entry.expect("a readable entry").path()).collect()
    };
    let mut pages: Vec<PathBuf> =
        [".", "docs", "docs/decisions", "docs/results"].into_iter().flat_map(listed).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    assert!(pages.len() > 15, "only {} pages", pages.len());
    pages
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}
