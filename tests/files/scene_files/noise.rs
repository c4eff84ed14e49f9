//! Scenes with mistakes at random: each is read or refused, none stops the program.

use packstone::scene::{Scene, SceneError};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{every_key, repository};

/// Pieces that are likely to hurt.
const PIECES: [&str; 20] = [
    "",
    "0",
    "-1",
    "nan",
    "inf",
    "1e308",
    "-1e308",
    "1e-320",
    "9223372036854775807",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    "\n",
    "true",
    "[[1]]",
    "é",
    "[0, 0, 0]",
];

/// The text with one mistake.
fn with_mistake(text: &str, rng: &mut Pcg64) -> String {
    let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let place = rng.random_range(0..boundaries.len() - 1);
    let (start, next) = (boundaries[place], boundaries[place + 1]);
    let piece = PIECES[rng.random_range(0..PIECES.len())];
    match rng.random_range(0..5) {
        // A piece in the middle of somewhere.
        0 => format!("{}{piece}{}", &text[..start], &text[start..]),
        // A character less.
        1 => format!("{}{}", &text[..start], &text[next..]),
        // The end cut off.
        2 if rng.random_bool(0.2) => text[..start].to_owned(),
        // Another value for a key.
        2 | 3 => with_line(text, rng, |line| line.split_once('=').map(|(key, _)| format!("{key}= {piece}"))),
        // A line less, or twice.
        _ if rng.random_bool(0.5) => with_line(text, rng, |_| Some(String::new())),
        _ => with_line(text, rng, |line| Some(format!("{line}\n{line}"))),
    }
}

/// The text with one line changed.
fn with_line(text: &str, rng: &mut Pcg64, change: impl Fn(&str) -> Option<String>) -> String {
    let chosen = rng.random_range(0..text.lines().count());
    let lines = text.lines().enumerate().map(|(index, line)| {
        let changed = if index == chosen { change(line) } else { None };
        changed.unwrap_or_else(|| line.to_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn ten_thousand_mistakes_and_no_panic() {
    let text = every_key();
    let path = repository("tests/scenes/every_key.toml");
    let mut rng = Pcg64::seed_from_u64(2026);
    let (mut good, mut syntax, mut refused) = (0, 0, 0);
    for _ in 0..10_000 {
        let mut bad = with_mistake(&text, &mut rng);
        while rng.random_bool(0.3) {
            bad = with_mistake(&bad, &mut rng);
        }
        match Scene::parse(bad, &path) {
            Ok(scene) => {
                good += 1;
                assert!(scene.warnings().iter().all(|warning| warning.place.line > 0));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains(".toml:") || message.contains(".csv:"), "no place in: {message}");
                assert!(!message.contains(".toml:0"), "no line in: {message}");
                match error {
                    SceneError::Syntax { .. } => syntax += 1,
                    _ => refused += 1,
                }
            }
        }
    }
    assert!(good > 500 && syntax > 500 && refused > 500, "{good} good, {syntax} not TOML, {refused} refused");
}
