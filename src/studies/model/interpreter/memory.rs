//! Loads, stores and atomic operations.

use naga::{AtomicFunction, ScalarKind};

use super::counts::{Source, Touch};
use super::lanes::{Mask, Pointer, Value};
use super::{Machine, Root, Trouble};

/// Words up to which an array is taken to stay in the nearest cache, where nothing writes it past that cache: 32 kB.
const TABLE: usize = 8192;
/// Words of one instruction.
const WIDEST: usize = 4;

/// What is loaded.
#[derive(Clone, Copy)]
pub struct Loaded<'a> {
    /// Words from the place on.
    pub words: usize,
    /// Those that are used.
    pub used: &'a [bool],
    /// Whether others may write it at any time, so that caches are passed by.
    pub is_atomic: bool,
}

/// Runs of words that are used, cut into what one instruction takes: first word and number.
fn pieces(used: &[bool]) -> Vec<(usize, usize)> {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    for (word, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        match pieces.last_mut() {
            Some((first, count)) if *first + *count == word && *count < WIDEST => *count += 1,
            _ => pieces.push((word, 1)),
        }
    }
    pieces
}

impl Machine<'_> {
    /// Words from a place on, for some lanes. Those that nobody uses are not counted.
    pub fn load(&mut self, place: &Pointer, loaded: Loaded, mask: Mask) -> Result<Value, Trouble> {
        self.check(place, loaded.words, mask)?;
        let (lanes, mut words) = (self.lanes, vec![0; loaded.words * self.lanes]);
        let memory: &[u32] = match place.root {
            Root::Array(array) => &self.memory[self.arrays[array].buffer],
            Root::Own(variable) => &self.own[variable].words,
            Root::Shared(variable) => &self.shared[variable],
        };
        let is_own = matches!(place.root, Root::Own(_));
        for lane in mask.lanes() {
            let first = place.offset.of(lane);
            for word in 0..loaded.words {
                let at = if is_own { (first + word) * lanes + lane } else { first + word };
                words[word * lanes + lane] = memory[at];
            }
        }
        let load = self.count_load(place, &loaded, mask);
        Ok(Value::after(load, words.into()))
    }

    /// Counts a load; returns its number, 0 where it is none.
    fn count_load(&mut self, place: &Pointer, loaded: &Loaded, mask: Mask) -> u32 {
        let pieces = pieces(loaded.used);
        if pieces.is_empty() {
            return 0;
        }
        match place.root {
            Root::Array(array) => {
                for (first, words) in pieces {
                    self.meter.touch(array, Touch::Read, |lane| place.offset.of(lane) + first, words, mask);
                }
                let is_table = self.arrays[array].words <= TABLE && !loaded.is_atomic;
                self.meter.ask(if is_table { Source::Table } else { Source::Memory })
            }
            Root::Own(variable) if self.is_indexed(place, variable) => {
                pieces.iter().for_each(|(_, words)| self.meter.touch_own(Touch::Read, *words, mask));
                self.meter.ask(Source::Own)
            }
            Root::Own(variable) => self.own[variable].load,
            Root::Shared(_) => {
                pieces.iter().for_each(|(_, words)| self.meter.touch_shared(*words, mask));
                self.meter.ask(Source::Shared)
            }
        }
    }

    /// Writes words from a place on, for some lanes.
    pub fn store(&mut self, place: &Pointer, value: &Value, words: &[u32], mask: Mask) -> Result<(), Trouble> {
        let (lanes, count) = (self.lanes, words.len() / self.lanes);
        self.check(place, count, mask)?;
        match place.root {
            Root::Array(array) => {
                self.meter.wait(value.load, mask);
                for (first, words) in pieces(&vec![true; count]) {
                    self.meter.touch(array, Touch::Write, |lane| place.offset.of(lane) + first, words, mask);
                }
            }
            Root::Own(variable) if self.is_indexed(place, variable) => {
                self.meter.wait(value.load, mask);
                self.meter.touch_own(Touch::Write, count, mask);
            }
            Root::Own(variable) => {
                let own = &mut self.own[variable];
                own.load = own.load.max(value.load);
            }
            Root::Shared(_) => {
                self.meter.wait(value.load, mask);
                self.meter.touch_shared(count, mask);
            }
        }
        let memory: &mut [u32] = match place.root {
            Root::Array(array) => &mut self.memory[self.arrays[array].buffer],
            Root::Own(variable) => &mut self.own[variable].words,
            Root::Shared(variable) => &mut self.shared[variable],
        };
        let is_own = matches!(place.root, Root::Own(_));
        for lane in mask.lanes() {
            let first = place.offset.of(lane);
            for word in 0..count {
                let at = if is_own { (first + word) * lanes + lane } else { first + word };
                memory[at] = words[word * lanes + lane];
            }
        }
        Ok(())
    }

    /// An atomic operation, lane after lane; returns what was there, and for a comparison whether it was as expected.
    pub fn atomic(
        &mut self,
        place: &Pointer,
        (function, kind): (&AtomicFunction, ScalarKind),
        (value, expected): (&[u32], Option<&[u32]>),
        mask: Mask,
    ) -> Result<Value, Trouble> {
        self.check(place, 1, mask)?;
        let lanes = self.lanes;
        let mut found = vec![0; if expected.is_some() { 2 * lanes } else { lanes }];
        let cells: &mut [u32] = match place.root {
            Root::Array(array) => &mut self.memory[self.arrays[array].buffer],
            Root::Shared(variable) => &mut self.shared[variable],
            Root::Own(_) => return Err(Trouble("an atomic operation on a lane's own variable".into())),
        };
        for lane in mask.lanes() {
            let cell = &mut cells[place.offset.of(lane)];
            found[lane] = *cell;
            match expected {
                Some(expected) => {
                    let is_equal = *cell == expected[lane];
                    found[lanes + lane] = is_equal.into();
                    *cell = if is_equal { value[lane] } else { *cell };
                }
                None => *cell = combined(function, kind, *cell, value[lane])?,
            }
        }
        let load = match place.root {
            Root::Array(array) => {
                self.meter.touch(array, Touch::Both, |lane| place.offset.of(lane), 1, mask);
                self.meter.ask(Source::Memory)
            }
            _ => {
                self.meter.touch_shared(1, mask);
                self.meter.ask(Source::Shared)
            }
        };
        Ok(Value::after(load, found.into()))
    }

    /// Whether a place is in an array of the lane itself, at an index that is known only at run time: such arrays are not in registers.
    fn is_indexed(&self, place: &Pointer, variable: usize) -> bool {
        place.is_computed && self.own[variable].has_array
    }

    /// Whether words from a place on are there, for all lanes at work.
    fn check(&self, place: &Pointer, words: usize, mask: Mask) -> Result<(), Trouble> {
        let (name, room) = match place.root {
            Root::Array(array) => (self.arrays[array].name.as_str(), self.arrays[array].words),
            Root::Own(variable) => ("a variable of its own", self.own[variable].words.len() / self.lanes),
            Root::Shared(variable) => ("shared memory", self.shared[variable].len()),
        };
        match mask.lanes().find(|lane| place.offset.of(*lane) + words > room) {
            Some(lane) => {
                let at = place.offset.of(lane);
                Err(Trouble(format!("{words} words at word {at} of \"{name}\", which has {room}, are beyond its end")))
            }
            None => Ok(()),
        }
    }
}

fn combined(function: &AtomicFunction, kind: ScalarKind, old: u32, value: u32) -> Result<u32, Trouble> {
    let (p, q) = (old.cast_signed(), value.cast_signed());
    Ok(match (function, kind) {
        (AtomicFunction::Add, _) => old.wrapping_add(value),
        (AtomicFunction::Subtract, _) => old.wrapping_sub(value),
        (AtomicFunction::And, _) => old & value,
        (AtomicFunction::ExclusiveOr, _) => old ^ value,
        (AtomicFunction::InclusiveOr, _) => old | value,
        (AtomicFunction::Min, ScalarKind::Sint) => p.min(q).cast_unsigned(),
        (AtomicFunction::Max, ScalarKind::Sint) => p.max(q).cast_unsigned(),
        (AtomicFunction::Min, ScalarKind::Uint) => old.min(value),
        (AtomicFunction::Max, ScalarKind::Uint) => old.max(value),
        (AtomicFunction::Exchange { compare: None }, _) => value,
        other => return Err(Trouble(format!("the atomic operation {other:?}"))),
    })
}
