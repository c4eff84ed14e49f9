//! The page docs/scene.md and the list of keys in the code say the same, and the code reads what they say.

use std::collections::BTreeSet;

use packstone::scene::{Scene, TableSchema, schema};
use toml::{Table, Value};

use super::{every_key, parse, repository};

fn page() -> String {
    std::fs::read_to_string(repository("docs/scene.md")).expect("the page is there")
}

/// The text under the heading of `table`, up to the next heading.
fn section(page: &str, table: &str) -> String {
    let is_heading = |line: &str| line.starts_with('#');
    let wanted = if table == "top level" { "Top level".to_owned() } else { format!("`{table}`") };
    let mut lines =
        page.lines().skip_while(|line| !(is_heading(line) && line.trim_start_matches(['#', ' ']) == wanted));
    assert!(lines.next().is_some(), "no heading for {table}");
    lines.take_while(|line| !is_heading(line)).collect::<Vec<_>>().join("\n")
}

/// The words in backquotes of the column of keys.
fn keys_in_tables(section: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut key_column = 1;
    for row in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').collect();
        if let Some(column) = cells.iter().position(|cell| matches!(cell.trim(), "keys" | "key")) {
            key_column = column;
            continue;
        }
        found.extend(cells[key_column].split('`').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

#[test]
fn every_key_is_on_the_page_and_no_other() {
    let page = page();
    let tables: BTreeSet<&str> = schema().iter().map(|entry| entry.table).collect();
    for table in tables {
        let section = section(&page, table);
        let of_table = || schema().into_iter().filter(move |entry| entry.table == table);
        let known: BTreeSet<String> =
            of_table().flat_map(|entry: TableSchema| entry.keys.iter().map(|key| key.name.to_owned())).collect();
        assert_eq!(keys_in_tables(&section), known, "keys of {table}, page and code");
        for kind in of_table().map(|entry| entry.kind).filter(|kind| !kind.is_empty()) {
            assert!(section.contains(&format!("`{kind}`")), "{table} of kind {kind} is not on the page");
        }
    }
}

#[test]
fn the_example_of_the_page_is_good() {
    let page = page();
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let scene = Scene::parse(example, "docs/scene.md").expect("the example is good");
    assert_eq!(scene.warnings(), []);
    assert_eq!((scene.bodies.len(), scene.walls.len(), scene.insertions.len()), (401, 2, 1));
}

#[test]
fn errors_on_the_page_are_those_of_the_code() {
    let page = page();
    let restitution =
        parse(&super::changed("restitution = 0.7", "restitution = 1.7")).expect_err("too much").to_string();
    let advice = restitution.split_once(": ").expect("a place").1;
    assert!(page.contains(advice), "{advice}");
}

/// Adds the keys of `table`, which is called `name`, and those of the tables in it.
fn collect(name: &str, table: &Table, found: &mut BTreeSet<(String, String)>) {
    for (key, value) in table {
        found.insert((name.to_owned(), key.clone()));
        let inner = if key.ends_with("_every") { "every" } else { key.as_str() };
        match value {
            Value::Table(table) if name == "top level" => collect(&format!("[{key}]"), table, found),
            Value::Table(table) => collect(inner, table, found),
            Value::Array(list) => {
                let inner = if name == "top level" { format!("[[{key}]]") } else { key.clone() };
                list.iter().filter_map(Value::as_table).for_each(|table| collect(&inner, table, found));
            }
            _ => {}
        }
    }
}

#[test]
fn every_key_is_in_a_scene_that_is_read() {
    let mut found = BTreeSet::new();
    let by_steps = std::fs::read_to_string(repository("tests/scenes/by_steps.toml")).expect("the file is there");
    for text in [every_key(), by_steps] {
        assert!(Scene::parse(text.clone(), repository("tests/scenes/every_key.toml")).is_ok());
        collect("top level", &text.parse::<Table>().expect("TOML"), &mut found);
    }
    let of_entry = |entry: TableSchema| entry.keys.iter().map(move |key| (entry.table.to_owned(), key.name.to_owned()));
    let known: BTreeSet<(String, String)> = schema().into_iter().flat_map(of_entry).collect();
    assert_eq!(known, found);
}

#[test]
fn the_parser_knows_no_other_keys() {
    let plain = schema().into_iter().filter(|entry| entry.kind.is_empty() && entry.table.starts_with('['));
    for entry in plain {
        let kinds = schema().into_iter().filter(|other| other.table == entry.table && !other.kind.is_empty());
        let mut known: Vec<&str> = entry.keys.iter().map(|key| key.name).collect();
        for name in kinds.flat_map(|other| other.keys.iter().map(|key| key.name)) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let start = if entry.table == "[simulation]" { "" } else { "[simulation]\nsteps = 1\n" };
        let message = parse(&format!("{start}{}\nqqqqqq = 1", entry.table)).expect_err("no such key").to_string();
        let expected = format!("unknown key \"qqqqqq\"; known keys: {}", known.join(", "));
        assert!(message.ends_with(&expected), "{message}");
        assert!(message.contains("unknown key \"qqqqqq\""), "{message}");
    }
}
