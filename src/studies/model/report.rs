//! The model as tables and as JSON.

use serde_json::{Value, json as object};

use super::cards::Card;
use super::interpreter::Source;
use super::registers::Registers;
use super::step::{InterpretedStep, share};
use super::time::{COMPILED, DISPATCH, REACHED_BANDWIDTH, StepTime};
use crate::common::table::Table;

/// What the kernels do, what it costs on a card for some numbers of grains, and what all of that rests on. The first time is that of the
/// bed itself.
pub fn tables(step: &InterpretedStep, card: &Card, registers: &Registers, times: &[StepTime]) -> String {
    let mut text = format!(
        "{} on {} ({}): a model, not a measurement\n\n{}\n{}\n",
        count_of(step),
        card.name,
        card.key,
        work_table(step).to_text(),
        bytes_table(step).to_text(),
    );
    if let Some(own) = times.first() {
        text += &format!("{}\n", times_table(own).to_text());
    }
    text += &format!("{}\n", sums_table(times).to_text());
    let grains = step.bodies.max(1) as f64;
    let [read, written] = step.bytes().map(|bytes| bytes as f64 / grains);
    text += &format!(
        "each grain and step: {:.0} operations, in {:.0} lane slots ({:.1} % of lanes at work), {:.1} instructions of waves and {:.1} of \
         control, {:.0} bytes ({read:.0} read, {written:.0} written)\n",
        step.lane_operations() as f64 / grains,
        (step.wave_operations() * step.wave as u64) as f64 / grains,
        100.0 * step.lanes_at_work(),
        step.wave_operations() as f64 / grains,
        step.control() as f64 / grains,
        read + written,
    );
    text + &notes(step, card, registers, times)
}

fn count_of(step: &InterpretedStep) -> String {
    format!("{} grains, {} candidate pairs, a step without rebuild", step.bodies, step.pairs)
}

/// What the figures rest on.
fn notes(step: &InterpretedStep, card: &Card, registers: &Registers, times: &[StepTime]) -> String {
    let [shared, table, own, memory] = card.waits;
    let mut text = format!(
        "\ncounted: every kernel of the step, all lanes, in waves of {}; arrays from {}\nagainst that device: {}\n\
         card: {}\nregisters: {}\n\
         assumed: {COMPILED} instructions for one of the text, {} cycles each ({} where a wave is alone), {} for a square root and the \
         like; waits of {memory} cycles for memory, {table} for small tables, {own} for private arrays, {shared} for shared memory; {:.0} % \
         of {:.0} GB/s; {:.0} us for a dispatch\n\
         expect a factor of two either way: caches beyond the nearest, spills, scalar units and misses of instructions are left out\n",
        step.wave,
        step.adapter,
        agreement_text(step),
        card.source,
        registers.about,
        card.cycles_per_operation,
        card.lone_operation,
        card.cycles_per_transcendental,
        100.0 * REACHED_BANDWIDTH,
        card.bandwidth * 1e-9,
        DISPATCH * 1e6,
    );
    let Some(time) = times.first() else { return text };
    if !time.unknown_registers.is_empty() {
        let (names, assumed) = (time.unknown_registers.join(", "), super::registers::UNKNOWN);
        text += &format!("registers of {names} are not in that table: {assumed} are assumed\n");
    }
    if !time.registers_of_other_shapes.is_empty() {
        let names = time.registers_of_other_shapes.join(", ");
        text += &format!("registers of {names} are those of other shapes, the most that the table has\n");
    }
    text
}

fn agreement_text(step: &InterpretedStep) -> String {
    let one = |own: &super::step::Agreement| format!("{} {} of {}", own.array, own.different, own.changed);
    let all: Vec<String> = step.agreement.iter().filter(|own| own.changed > 0).map(one).collect();
    let all = all.join(", ");
    format!("words that differ, by rounding and by the order of lists, of those that the step changes: {all}")
}

/// What each dispatch does.
fn work_table(step: &InterpretedStep) -> Table {
    let mut table = Table::new(&[
        "kernel",
        "lanes/grain",
        "arithmetic/wave",
        "control/wave",
        "at work %",
        "of all %",
        "loads/wave",
        "lines/access",
        "private/wave",
        "waits: memory",
        "tables",
        "private",
        "shared",
        "read B/grain",
        "written",
    ]);
    let (grains, all) = (step.bodies.max(1) as f64, step.wave_operations() + step.control());
    for done in &step.kernels {
        let counts = &done.counts;
        let waves = counts.waves.len().max(1) as f64;
        let waits = |source: Source| {
            let sum: u64 = counts.waves.iter().map(|wave| wave.waits[source as usize]).sum();
            format!("{:.0}", sum as f64 / waves)
        };
        let operations = counts.wave_operations();
        let accesses = counts.loads + counts.stores + counts.atomics;
        let [read, written] = counts.bytes();
        table.push(vec![
            done.kernel.into(),
            format!("{:.2}", counts.invocations as f64 / grains),
            format!("{:.0}", operations as f64 / waves),
            format!("{:.0}", counts.control() as f64 / waves),
            format!("{:.1}", 100.0 * share(counts.lane_operations, operations * step.wave as u64)),
            format!("{:.1}", 100.0 * share(operations + counts.control(), all)),
            format!("{:.1}", counts.loads as f64 / waves),
            format!("{:.1}", share(counts.lines, accesses)),
            format!("{:.0}", (counts.own_loads + counts.own_stores) as f64 / waves),
            waits(Source::Memory),
            waits(Source::Table),
            waits(Source::Own),
            waits(Source::Shared),
            format!("{:.0}", read as f64 / grains),
            format!("{:.0}", written as f64 / grains),
        ]);
    }
    table
}

/// Bytes by array.
fn bytes_table(step: &InterpretedStep) -> Table {
    let mut table = Table::new(&["array", "B/grain", "read", "written"]);
    for (name, bytes) in step.bytes_by_array() {
        let [read, written] = bytes.map(|bytes| bytes as f64 / step.bodies.max(1) as f64);
        if read + written >= 0.5 {
            table.push(vec![name, format!("{:.0}", read + written), format!("{read:.0}"), format!("{written:.0}")]);
        }
    }
    table
}

/// Times of each dispatch.
fn times_table(time: &StepTime) -> Table {
    let mut table = Table::new(&[
        "kernel [us]",
        "waves",
        "waves/SIMD",
        "arithmetic",
        "cache",
        "memory",
        "latency",
        "most",
        "which is",
    ]);
    let us = |seconds: f64| format!("{:.1}", 1e6 * seconds);
    for kernel in &time.kernels {
        table.push(vec![
            kernel.kernel.into(),
            format!("{:.0}", kernel.waves),
            kernel.waves_per_simd.to_string(),
            us(kernel.arithmetic),
            us(kernel.cache),
            us(kernel.memory),
            us(kernel.latency),
            us(kernel.seconds),
            kernel.bound.name().into(),
        ]);
    }
    table
}

/// Times of the step for all numbers of grains.
fn sums_table(times: &[StepTime]) -> Table {
    let mut table = Table::new(&["grains", "ms/step", "particle-steps/s", "dispatches [ms]", "bound by"]);
    for time in times {
        table.push(vec![
            time.particles.to_string(),
            format!("{:.3}", 1e3 * time.seconds),
            format!("{:.2e}", time.particle_steps_per_second),
            format!("{:.3}", 1e3 * DISPATCH * time.kernels.len() as f64),
            most_bound(time),
        ]);
    }
    table
}

/// Where the time goes, by what kernels are bound by.
fn most_bound(time: &StepTime) -> String {
    use super::time::Bound::{Arithmetic, Cache, Latency, Memory};
    let mut parts = [Arithmetic, Cache, Memory, Latency].map(|bound| {
        let own = time.kernels.iter().filter(|kernel| kernel.bound == bound);
        (bound, own.map(|kernel| kernel.seconds).sum::<f64>())
    });
    parts.sort_by(|p, q| q.1.total_cmp(&p.1));
    let shown = parts.iter().filter(|(_, seconds)| *seconds > 0.0);
    shown.map(|(bound, seconds)| format!("{} {:.3}", bound.name(), 1e3 * seconds)).collect::<Vec<_>>().join(", ")
}

/// All of it for programs.
pub fn json(step: &InterpretedStep, card: &Card, registers: &Registers, times: &[StepTime]) -> Value {
    let grains = step.bodies.max(1) as f64;
    let [read, written] = step.bytes().map(|bytes| bytes as f64 / grains);
    let arrays = step.bytes_by_array().into_iter().map(|(name, bytes)| {
        let [read, written] = bytes.map(|bytes| bytes as f64 / grains);
        object!({ "array": name, "bytes_read_per_grain": read, "bytes_written_per_grain": written })
    });
    let kernels = step.kernels.iter().map(|done| {
        let counts = &done.counts;
        let sum = |of: &dyn Fn(&super::interpreter::Wave) -> u64| counts.waves.iter().map(of).sum::<u64>();
        object!({
            "kernel": done.kernel,
            "invocations": counts.invocations,
            "waves": counts.waves.len(),
            "arithmetic": sum(&|wave| wave.arithmetic),
            "transcendental": sum(&|wave| wave.transcendental),
            "control": counts.control(),
            "lane_operations": counts.lane_operations,
            "lanes_at_work": share(counts.lane_operations, counts.wave_operations() * step.wave as u64),
            "loads": counts.loads,
            "stores": counts.stores,
            "atomics": counts.atomics,
            "lines": counts.lines,
            "private_loads": counts.own_loads,
            "private_stores": counts.own_stores,
            "shared_accesses": counts.shared_accesses,
            "barriers": counts.barriers,
            "waits_for_memory": sum(&|wave| wave.waits[Source::Memory as usize]),
            "waits_for_tables": sum(&|wave| wave.waits[Source::Table as usize]),
            "waits_for_private_arrays": sum(&|wave| wave.waits[Source::Own as usize]),
            "waits_for_shared_memory": sum(&|wave| wave.waits[Source::Shared as usize]),
            "bytes_read": counts.bytes()[0],
            "bytes_written": counts.bytes()[1],
        })
    });
    let agreement = step
        .agreement
        .iter()
        .map(|own| object!({ "array": own.array, "words_changed": own.changed, "words_different": own.different }));
    object!({
        "model": card,
        "adapter": step.adapter,
        "particles": step.bodies,
        "candidate_pairs": step.pairs,
        "wave": step.wave,
        "operations_per_grain": step.lane_operations() as f64 / grains,
        "lanes_at_work": step.lanes_at_work(),
        "bytes_read_per_grain": read,
        "bytes_written_per_grain": written,
        "registers": registers.about,
        "arrays": arrays.collect::<Vec<_>>(),
        "kernels": kernels.collect::<Vec<_>>(),
        "agreement": agreement.collect::<Vec<_>>(),
        "times": times,
    })
}
