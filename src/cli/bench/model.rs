//! `packstone bench --model CARD`: what a step would need on a card that is not at hand.

use super::super::{CommandError, Outcome, Verbosity, print_text};
use super::{BenchArgs, Task, tasks};
use crate::common::table::Table;
use crate::device::GpuOptions;
use crate::device::record::StepRecord;
use crate::studies::model::{CARDS, Card, Registers, interpret, json, step_time, tables};

/// Numbers of grains that times are scaled to.
const SCALED: [usize; 3] = [10_000, 100_000, 1_000_000];
/// Grains that can be interpreted: a million take an hour and more.
const MOST_GRAINS: usize = 200_000;

/// Interprets as `args` ask for.
pub(super) fn run(args: &BenchArgs, card: &str, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    if card == "list" {
        print_text(&cards().to_text());
        return Ok(Outcome::Fine);
    }
    let known = || CARDS.map(|card| card.key).join(", ");
    let card = Card::named(card).ok_or_else(|| CommandError::NoCard { name: card.into(), cards: known() })?;
    let registers = match &args.registers {
        Some(path) => Registers::load(path)?,
        None => Registers::own()?,
    };
    let tasks = tasks(args)?;
    for (k, task) in tasks.iter().enumerate() {
        if !verbosity.quiet {
            eprintln!("{} of {}: {}", k + 1, tasks.len(), task.title());
        }
        print_text(&modelled(task, args, card, &registers)?);
    }
    Ok(Outcome::Fine)
}

/// A scene on a card, as text or as a line of JSON.
fn modelled(task: &Task, args: &BenchArgs, card: &Card, registers: &Registers) -> Result<String, CommandError> {
    let scene = task.scene()?;
    let grains = scene.bodies.len();
    if grains > MOST_GRAINS {
        return Err(CommandError::TooManyForModel { grains, most: MOST_GRAINS });
    }
    let record = StepRecord::of(&scene, &GpuOptions::default(), args.warm_up)?;
    let step = interpret(&record, card.wave)?;
    let mut sizes = vec![step.bodies];
    sizes.extend(SCALED.into_iter().filter(|size| *size != step.bodies));
    let times: Vec<_> = sizes.into_iter().map(|size| step_time(&step, card, registers, size)).collect();
    if args.json {
        let mut line = json(&step, card, registers, &times);
        line["scene"] = task.name.as_str().into();
        line["state"] = task.bed.map(|(_, state, _)| state.name()).into();
        line["version"] = env!("CARGO_PKG_VERSION").into();
        return Ok(format!("{line}\n"));
    }
    Ok(format!("{}\n{}\n", task.title(), tables(&step, card, registers, &times)))
}

/// The cards with their main figures.
fn cards() -> Table {
    let mut table = Table::new(&["card", "SIMDs", "lanes of a wave", "GHz", "GB/s", "name"]);
    for card in CARDS {
        table.push(vec![
            card.key.into(),
            card.simds.to_string(),
            card.wave.to_string(),
            format!("{:.2}", card.clock * 1e-9),
            format!("{:.0}", card.bandwidth * 1e-9),
            card.name.into(),
        ]);
    }
    table
}
