//! Damage: to words and lines as a person would do it, and to bytes as a disk would.

use rand::RngExt;
use rand_pcg::Pcg64;

/// Words that are likely to hurt.
const WORDS: [&str; 34] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "2",
    "1e-320",
    "1e-160",
    "1e-31",
    "1e30",
    "1.1e30",
    "1e70",
    "1e154",
    "1e308",
    "-1e308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[0, 0, 0]",
    "null",
    "\u{feff}é",
];

/// Longest input [B].
const LONGEST: usize = 1 << 18;

/// One of the seeds with some damage.
pub fn damaged(seeds: &[Vec<u8>], rng: &mut Pcg64) -> Vec<u8> {
    let mut bytes = seeds[rng.random_range(0..seeds.len())].clone();
    for _ in 0..=rng.random_range(0..4) {
        match std::str::from_utf8(&bytes) {
            Ok(text) if rng.random_bool(0.75) => bytes = damaged_text(text, rng).into_bytes(),
            _ => damage_bytes(&mut bytes, seeds, rng),
        }
        bytes.truncate(LONGEST);
    }
    bytes
}

fn damaged_text(text: &str, rng: &mut Pcg64) -> String {
    if rng.random_bool(0.3) { damaged_lines(text, rng) } else { damaged_words(text, rng) }
}

/// Where words begin and end: runs of what numbers and names are made of.
fn words(text: &str) -> Vec<(usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || "+-._".contains(c);
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_part(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The text with a word that is another, is gone, is twice there or is very long.
fn damaged_words(text: &str, rng: &mut Pcg64) -> String {
    let words = words(text);
    if words.is_empty() {
        return WORDS[rng.random_range(0..WORDS.len())].to_owned();
    }
    let numbers: Vec<_> = words.iter().filter(|(from, to)| text[*from..*to].parse::<f64>().is_ok()).copied().collect();
    let all = if numbers.is_empty() || rng.random_bool(0.3) { &words } else { &numbers };
    let (from, to) = all[rng.random_range(0..all.len())];
    let (before, word, after) = (&text[..from], &text[from..to], &text[to..]);
    let (other, end) = words[rng.random_range(0..words.len())];
    match rng.random_range(0..8) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{word} {word}{after}"),
        2 => format!("{before}{}{after}", &text[other..end]),
        3 => format!("{before}{}{after}", word.repeat(1 << rng.random_range(1..12))),
        4 => format!("{before}-{word}{after}"),
        _ => format!("{before}{}{after}", WORDS[rng.random_range(0..WORDS.len())]),
    }
}

/// The text with a line that is gone, is elsewhere, or is there many times.
fn damaged_lines(text: &str, rng: &mut Pcg64) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return "\n".into();
    }
    let (line, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
    match rng.random_range(0..5) {
        0 => drop(lines.remove(line)),
        1 => lines.swap(line, other),
        2 => lines.truncate(line),
        3 => {
            let moved = lines[line];
            lines.insert(other, moved);
        }
        _ => {
            let copies = vec![lines[line]; 1 << rng.random_range(1..10)];
            lines.splice(line..line, copies);
        }
    }
    lines.join("\n")
}

/// Bytes that are others, are gone, or come from another seed.
fn damage_bytes(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Pcg64) {
    const NUMBERS: [u64; 8] = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0xffff_ffff, 0x7ff0_0000_0000_0000, u64::MAX];
    if bytes.is_empty() {
        bytes.push(rng.random());
        return;
    }
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..6) {
        0 => bytes[at] ^= 1 << rng.random_range(0..8),
        1 => bytes[at] = rng.random(),
        2 => bytes.truncate(at),
        3 => {
            let number = NUMBERS[rng.random_range(0..NUMBERS.len())].to_le_bytes();
            let width = [1, 2, 4, 8][rng.random_range(0..4)];
            bytes.iter_mut().skip(at).zip(&number[..width]).for_each(|(byte, new)| *byte = *new);
        }
        4 => {
            let end = (at + rng.random_range(1..64)).min(bytes.len());
            let part = bytes[at..end].to_vec();
            let to = rng.random_range(0..bytes.len());
            bytes.splice(to..to, part);
        }
        _ => {
            let other = &seeds[rng.random_range(0..seeds.len())];
            bytes.truncate(at);
            bytes.extend(&other[at.min(other.len())..]);
        }
    }
}
