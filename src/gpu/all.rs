//! All kernels, for checks that go through each of them.

use super::narrow_sources::{LIST_TOUCHING, LIST_UNPROVEN, PENETRATE, SEPARATE};
use super::shader::Source;
use super::walls::{AROUND, CARRY_LINKS, LINKS_COUNT, LINKS_WRITE, PLANES, SETTLE_LINKS};
use crate::contact::{follow, patch, touch};
use crate::{broad, engine, force, integrate, observe, walls};

/// The sources of all kernels, about in the order of a step.
pub const SOURCES: &[Source] = &[
    engine::insert::KERNEL,
    integrate::drift::KERNEL,
    broad::TRAVEL,
    broad::ARGUMENTS,
    broad::PREPARE,
    broad::BOUNDS,
    broad::CELL_COUNT,
    broad::CELL_WRITE,
    broad::PAIR_COUNT,
    broad::PAIR_BUCKET,
    broad::PAIR_FILE,
    broad::PAIR_WRITE,
    broad::PAIR_CARRY,
    broad::SCAN_BLOCKS,
    broad::SCAN_SUMS,
    broad::SCAN_WRITE,
    broad::CARRY_KEEP,
    broad::CARRY,
    engine::schedule::KERNEL,
    LINKS_COUNT,
    LINKS_WRITE,
    CARRY_LINKS,
    SETTLE_LINKS,
    walls::carry_memory::KEEP,
    walls::carry_memory::TAKE,
    follow::KERNEL,
    LIST_UNPROVEN,
    SEPARATE,
    PENETRATE,
    touch::KERNEL,
    LIST_TOUCHING,
    patch::KERNEL,
    force::law::KERNEL,
    PLANES,
    AROUND,
    engine::WALL_CONTACTS,
    force::gather::KERNEL,
    integrate::kick::KERNEL,
    engine::advance::KERNEL,
    observe::ledger::KERNEL,
];
