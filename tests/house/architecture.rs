//! ARCHITECTURE.md describes this repository: every path that it names must exist, and every source file have its line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn architecture() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is at the top")
}

/// Words that look like paths of the repository: under one of its folders, or a file with a known ending.
fn named_paths(text: &str) -> BTreeSet<String> {
    const FOLDERS: [&str; 6] = ["src/", "tests/", "docs/", "examples/", "benches/", ".ci/"];
    const ENDINGS: [&str; 6] = [".rs", ".md", ".toml", ".sh", ".svg", ".jsonl"];
    let is_path_part = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let words = text.split(|c: char| !is_path_part(c)).map(|word| word.trim_end_matches(['.', '-']));
    let names_a_path = |word: &&str| {
        let in_folder = FOLDERS.iter().any(|folder| word.starts_with(folder));
        in_folder || ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
    };
    words.filter(names_a_path).map(str::to_owned).collect()
}

/// All Rust files below a folder, relative to the repository.
fn rust_files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a readable folder") {
            let path = folder.join(entry.expect("a readable entry").file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found
}

#[test]
fn every_named_path_exists() {
    let named = named_paths(&architecture());
    assert!(named.len() > 50, "only {} paths found: the map of the modules is missing", named.len());
    let missing: Vec<&String> = named.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

#[test]
fn every_source_file_is_on_the_map() {
    let named = named_paths(&architecture());
    let missing: Vec<String> = rust_files("src").into_iter().filter(|file| !named.contains(file)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md has no line for {missing:?}");
}

#[test]
fn a_path_that_is_not_there_would_be_noticed() {
    let named = named_paths("see `src/contact/no_such.rs`, docs/contacts.md. And Cargo.toml");
    let expected = ["Cargo.toml", "docs/contacts.md", "src/contact/no_such.rs"].map(str::to_owned);
    assert_eq!(named, BTreeSet::from(expected));
    assert!(!root().join("src/contact/no_such.rs").exists());
}
