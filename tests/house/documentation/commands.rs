//! Every `packstone` command in a block of code of README and guide, run. Runs are cut short: a page may name one of hours.
//!
//! Each page has a folder of its own with the scenes of the examples in it. A run that a page takes for granted, such as
//! `packstone render hopper`, is made before.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::{pages, read, root};
use crate::common::folder::Folder;

/// Ways to write the command.
const CALLS: [&str; 2] = ["packstone ", "cargo run --release -- "];

/// The arguments of all commands in the blocks of a page. Blocks that are not for a shell are of other languages.
fn commands(text: &str) -> Vec<Vec<String>> {
    let (mut found, mut block) = (Vec::new(), None::<String>);
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let shell = match kind {
                    CodeBlockKind::Indented => true,
                    CodeBlockKind::Fenced(language) => ["sh", ""].contains(&&*language),
                };
                block = shell.then(String::new);
            }
            Event::Text(part) => {
                if let Some(block) = &mut block {
                    block.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                found.extend(block.take().iter().flat_map(|block| block.lines()).filter_map(arguments));
            }
            _ => {}
        }
    }
    found
}

/// The arguments of a line, without remarks, pipes and what belongs to people (`...`).
fn arguments(line: &str) -> Option<Vec<String>> {
    let call = CALLS.iter().find_map(|call| line.trim().strip_prefix(call))?;
    let end = ["  ", " #", " |", " >", " && "].iter().filter_map(|sign| call.find(sign)).min().unwrap_or(call.len());
    let words: Vec<String> = call[..end].split_whitespace().map(str::to_owned).collect();
    let for_people = |word: &String| word.contains("...") || word.contains('[') || word == word.to_uppercase().as_str();
    (!words.iter().any(|word| word.len() > 1 && for_people(word) && word.parse::<f64>().is_err())).then_some(words)
}

/// The same command with less work.
fn cut_short(mut words: Vec<String>) -> Vec<String> {
    // A run that was cut short has its first and its last frame only.
    // The runs here are too short for the times of the pages.
    if let Some(at) = words.iter().position(|word| word == "--time") {
        words[at + 1] = "0".into();
    }
    if let Some(at) = words.iter().position(|word| word == "--frame") {
        words[at + 1] = words[at + 1].parse::<u64>().map_or_else(|_| words[at + 1].clone(), |_| "0".into());
    }
    match words[0].as_str() {
        "run" => with(words, &[("--steps", "60")], &["--force"]),
        "resume" => with(words, &[("--steps", "20")], &[]),
        "bench" if words.iter().any(|word| word == "--model") => {
            with(words, &[("--warm-up", "2"), ("--n", "100")], &[])
        }
        "bench" => with(words, &[("--warm-up", "2"), ("--steps", "2"), ("--n", "100")], &[]),
        "validate" => with(words, &[("--steps", "2"), ("--every", "5")], &[]),
        "reproduce" => with(words, &[], &["--quick"]),
        "hunt" => with(words, &[("--poses", "30")], &[]),
        _ => words,
    }
}

/// Options with other values, and flags.
fn with(mut words: Vec<String>, options: &[(&str, &str)], flags: &[&str]) -> Vec<String> {
    for (option, value) in options {
        match words.iter().position(|word| word == option) {
            Some(at) => words[at + 1] = (*value).into(),
            None => words.extend([(*option).to_owned(), (*value).to_owned()]),
        }
    }
    for flag in flags {
        if !words.iter().any(|word| word == flag) {
            words.push((*flag).to_owned());
        }
    }
    words
}

/// A folder with the scenes and pair files that pages speak of, gone at the end.
struct Place(Folder);

impl Place {
    fn new(name: &str) -> Self {
        let path = Folder::new(name);
        copy(&root().join("examples/scenes"), &path.join("examples/scenes"));
        copy(&root().join("examples/scenes"), &path);
        copy(&root().join("tests/reference"), &path.join("tests/reference"));
        copy(&root().join("tests/reference"), &path);
        let pairs = root().join("tests/reference/poly_mixed.jsonl");
        fs::copy(pairs, path.join("pairs.jsonl")).expect("a copy");
        Self(path)
    }

    /// Runs a command; returns what it said if it went wrong.
    fn run(&self, words: &[String]) -> Result<(), String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        let output = command.current_dir(&self.0).args(words).output().expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr);
        // Where ffmpeg is not installed, being told what to do about it is all that can be asked for.
        let lacks_ffmpeg = Command::new("ffmpeg").arg("-version").output().is_err() && said.contains("ffmpeg");
        let fine = output.status.success() || lacks_ffmpeg && words.iter().any(|word| word == "--video");
        if fine { Ok(()) } else { Err(format!("packstone {}: {said}", words.join(" "))) }
    }

    /// Makes the runs that a command takes for granted: folders with the name of a scene.
    fn prepare(&self, words: &[String]) {
        for word in words.iter().skip(1).filter(|word| !self.0.join(word).exists()) {
            let scene = format!("{word}.toml");
            let plain = word.chars().all(|c| c.is_alphanumeric() || c == '-');
            if plain && self.0.join(&scene).exists() && ["run", "new"].iter().all(|other| words[0] != *other) {
                let run = ["run", &scene, "--steps", "60", "--backend", "cpu"].map(str::to_owned);
                self.run(&run).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a readable folder").filter_map(Result::ok) {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

#[test]
fn every_command_works() {
    let (mut done, mut wrong) = (HashSet::new(), Vec::new());
    for page in pages().iter().filter(|page| !page.ends_with("ARCHITECTURE.md")) {
        let list = commands(&read(page));
        let name = page.file_stem().expect("a name").to_string_lossy().into_owned();
        let place = Place::new(&name);
        for words in list {
            // What is written before is needed after; only commands that leave nothing are not repeated.
            let leaves_files = ["run", "resume", "new"].contains(&words[0].as_str());
            let words = cut_short(words);
            if done.insert(words.clone()) || leaves_files {
                place.prepare(&words);
                wrong.extend(place.run(&words).err().map(|error| format!("{}: {error}", page.display())));
            }
        }
    }
    assert!(done.len() > 20, "only {} commands found", done.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn commands_are_found_and_shortened() {
    let page = "Text `packstone no`.\n\n    packstone run a.toml -o b   # remark\n    packstone help run\n\n```sh\ncargo run --release -- \
                hunt --poses 1000000 | head\npackstone new NAME\n```\n\n```rust\npackstone x\n```\n";
    let found = commands(page);
    assert_eq!(
        found.iter().map(|words| words.join(" ")).collect::<Vec<_>>(),
        ["run a.toml -o b", "help run", "hunt --poses 1000000"]
    );
    assert_eq!(cut_short(found[2].clone()).join(" "), "hunt --poses 30");
    assert_eq!(cut_short(found[0].clone()).join(" "), "run a.toml -o b --steps 60 --force");
}
