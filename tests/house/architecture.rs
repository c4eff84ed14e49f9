//! ARCHITECTURE.md and docs/extending.md describe this repository: what they name exists, rooms use only those before them, and
//! recipes leave no place out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Words that look like paths of the repository: under one of its folders, or a file with a known ending.
fn named_paths(text: &str) -> BTreeSet<String> {
    const FOLDERS: [&str; 7] = ["src/", "shaders/", "tests/", "docs/", "examples/", "benches/", ".ci/"];
    const ENDINGS: [&str; 7] = [".rs", ".wgsl", ".md", ".toml", ".sh", ".svg", ".jsonl"];
    let is_path_part = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let words = text.split(|c: char| !is_path_part(c)).map(|word| word.trim_end_matches(['.', '-']));
    let names_a_path = |word: &&str| {
        let in_folder = FOLDERS.iter().any(|folder| word.starts_with(folder));
        in_folder || ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending))
    };
    words.filter(names_a_path).map(str::to_owned).collect()
}

/// All files below a folder with one of these endings, relative to the repository.
fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a readable folder") {
            let path = folder.join(entry.expect("a readable entry").file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_named_path_exists() {
    let named = named_paths(&text("ARCHITECTURE.md"));
    assert!(named.len() > 30, "only {} paths found: the map of the rooms is missing", named.len());
    let missing: Vec<&String> = named.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

#[test]
fn a_path_that_is_not_there_would_be_noticed() {
    let named = named_paths("see `src/contact/no_such.rs`, docs/contacts.md. And Cargo.toml");
    let expected = ["Cargo.toml", "docs/contacts.md", "src/contact/no_such.rs"].map(str::to_owned);
    assert_eq!(named, BTreeSet::from(expected));
    assert!(!root().join("src/contact/no_such.rs").exists());
}

/// From the page to the line that limits friction on the GPU: one look.
#[test]
fn the_page_leads_to_coulombs_limit() {
    let (page, line) = (text("ARCHITECTURE.md"), "let limit = law.friction * load;");
    assert!(page.contains("shaders/shared/law.wgsl") && page.contains(line));
    assert!(text("shaders/shared/law.wgsl").contains(line));
}

/// A page that is read to the end.
#[test]
fn the_page_is_short() {
    let length = text("ARCHITECTURE.md").len();
    assert!(
        length < 15_000,
        "ARCHITECTURE.md has {length} bytes, 15000 is too long: shorten it or move a part to docs/decisions"
    );
}

/// The rooms in their order, from the ground up.
fn rooms() -> Vec<String> {
    let lib = text("src/lib.rs");
    let declared =
        lib.lines().map(|line| line.trim_start_matches("pub ").split("//").next().unwrap_or_default().trim());
    let rooms: Vec<String> =
        declared.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).map(str::to_owned).collect();
    assert!(rooms.len() > 10, "{rooms:?}");
    rooms
}

/// Names that follow `crate::` in a text, also those of a group `crate::{a, b::c}`.
fn names_after_crate(text: &str) -> Vec<&str> {
    let name = |rest: &'_ str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        // `$crate::` and `my_crate::` are other things.
        if text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            found.push(&rest[..name(rest)]);
            continue;
        };
        let (mut depth, mut start) = (0, 0);
        for (place, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' | ',' if depth == 0 => {
                    let item = group[start..place].trim_start();
                    found.push(&item[..name(item)]);
                    start = place + 1;
                    if c == '}' {
                        break;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    found
}

/// Rooms behind `room` that a text of it uses.
fn arrows_up<'a>(rooms: &[String], room: &str, text: &'a str) -> Vec<&'a str> {
    let rank = |name: &str| rooms.iter().position(|room| room == name);
    let own = rank(room).unwrap_or_else(|| panic!("src/lib.rs does not list {room}"));
    names_after_crate(text).into_iter().filter(|name| rank(name).is_some_and(|rank| rank > own)).collect()
}

#[test]
fn arrows_between_rooms_only_go_down() {
    let rooms = rooms();
    let mut wrong = Vec::new();
    for file in files("src", &["rs"]) {
        let Some((room, _)) = file["src/".len()..].split_once('/') else { continue };
        let text = text(&file);
        wrong.extend(arrows_up(&rooms, room, &text).iter().map(|name| format!("{file} uses {name}")));
    }
    assert!(wrong.is_empty(), "a room may use only those before it in src/lib.rs:\n{}", wrong.join("\n"));
}

#[test]
fn an_arrow_that_goes_up_would_be_noticed() {
    let rooms = ["ground", "middle", "top"].map(str::to_owned);
    let up = |text| arrows_up(&rooms, "middle", text);
    assert_eq!(up("use crate::ground::A;\nuse crate::middle::B; fn f() { crate::top::c() }"), ["top"]);
    assert_eq!(up("use crate::{ground::{A, B}, top::{C, D}};"), ["top"]);
    assert!(up("use my_crate::top; use $crate::top; use crate::{self, ground};").is_empty());
}

/// The rows `file, what to look for` of the recipes, by their headings.
fn recipes() -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut heading = String::new();
    for line in text("docs/extending.md").lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.to_owned();
        }
        let parts: Vec<&str> = line.split('`').collect();
        if let ["| ", file, " | ", symbol, ..] = parts[..] {
            found.entry(heading.clone()).or_default().push((file.to_owned(), symbol.to_owned()));
        }
    }
    found
}

#[test]
fn the_recipes_name_what_is_there() {
    let recipes = recipes();
    let rows: usize = recipes.values().map(Vec::len).sum();
    assert!(rows > 60 && recipes.len() >= 6, "{rows} rows in {} recipes", recipes.len());
    let missing = recipes.values().flatten().filter(|(file, symbol)| {
        std::fs::read_to_string(root().join(file)).map_or(true, |text| !text.contains(symbol.as_str()))
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "docs/extending.md names what is not there: {missing:?}");
}

/// The tests that are said to fail exist under their names.
#[test]
fn the_recipes_name_tests_that_are_there() {
    let page = text("docs/extending.md");
    let promises = page.split("What fails if a place is forgotten:").skip(1);
    let promised: Vec<&str> =
        promises.flat_map(|part| part.split("\n\n").next().unwrap_or_default().split('`').skip(1).step_by(2)).collect();
    let is_name = |word: &&str| word.contains('_') && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let all: String =
        ["src", "tests"].iter().flat_map(|folder| files(folder, &["rs"])).map(|file| text(&file)).collect();
    let missing: Vec<&str> =
        promised.into_iter().filter(is_name).filter(|name| !all.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "no such tests: {missing:?}");
}

/// What the recipe of a thing must name: every file that has the thing which the recipe follows.
#[test]
fn no_place_of_a_recipe_is_forgotten() {
    let recipes = recipes();
    let followed = [
        ("A shape", "src", "Shape::Capsule"),
        ("A shape", "shaders", "CAPSULE"),
        ("A wall", "src", "WallGeometry::Cone"),
        ("A wall", "src", "Form::Rod"),
        ("A law", "src", "tangential_ratio"),
        ("A law", "shaders", "tangential_ratio"),
    ];
    for (recipe, folder, symbol) in followed {
        let named: BTreeSet<&str> = recipes[recipe].iter().map(|(file, _)| file.as_str()).collect();
        let places = files(folder, &["rs", "wgsl"]).into_iter().filter(|file| text(file).contains(symbol));
        let forgotten: Vec<String> = places.filter(|file| !named.contains(file.as_str())).collect();
        assert!(
            forgotten.is_empty(),
            "\"{recipe}\" of docs/extending.md does not name {forgotten:?}, which have {symbol}"
        );
    }
}

/// Parts of ARCHITECTURE.md that are made of the code; `PACKSTONE_WRITE_DOCS=1 cargo test --test house -- generated` writes them.
#[test]
fn generated_parts_are_those_of_the_code() {
    let mut page = text("ARCHITECTURE.md");
    let parts = [("step", packstone::device::schedule::table()), ("arrays", packstone::device::schema::table())];
    for (name, made) in parts {
        let begin = format!("<!-- generated: {name} -->\n");
        let start = page.find(&begin).unwrap_or_else(|| panic!("no part {name}")) + begin.len();
        let end = start + page[start..].find("<!-- end -->").unwrap_or_else(|| panic!("{name} has no end"));
        page.replace_range(start..end, &made);
    }
    if std::env::var_os("PACKSTONE_WRITE_DOCS").is_some() {
        std::fs::write(root().join("ARCHITECTURE.md"), &page).expect("a writable page");
    }
    assert!(text("ARCHITECTURE.md") == page, "ARCHITECTURE.md is not what the code says; see the head of this test");
}

/// Name and value of the constants of a text.
fn constants(text: &str) -> BTreeMap<&str, f64> {
    fn constant(line: &str) -> Option<(&str, f64)> {
        let line = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let (name, rest) = line.strip_prefix("const ")?.split_once(':')?;
        let value = rest.split_once('=')?.1.trim().trim_end_matches([';', 'u', 'f']);
        Some((name, value.parse().ok()?))
    }
    text.lines().filter_map(constant).collect()
}

/// A constant that kernels and host share is declared in Rust alone, and kernels have it from `src/device/schema`.
#[test]
fn constants_of_both_sides_are_declared_once() {
    /// The same name and number for things that have nothing to do with each other.
    const UNRELATED: [&str; 1] = ["CLEARLY_APART"];
    let in_rust: Vec<String> = files("src", &["rs"]).iter().map(|file| text(file)).collect();
    let known: BTreeSet<(&str, u64)> =
        in_rust.iter().flat_map(|text| constants(text)).map(|(name, value)| (name, value.to_bits())).collect();
    assert!(known.len() > 200, "{} constants", known.len());
    for file in files("shaders", &["wgsl"]) {
        let text = text(&file);
        for (name, value) in constants(&text) {
            let twice = known.contains(&(name, value.to_bits())) && !UNRELATED.contains(&name);
            assert!(!twice, "{file} declares {name} = {value} once more: name it in src/device/schema/constants.rs");
        }
    }
}
