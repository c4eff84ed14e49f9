//! Every key that a scene file may have, table by table. The reference page is tested against this list.

use super::bodies::BODY;
use super::camera::CAMERA;
use super::cohesion::{COHESION, COHESION_MODELS};
use super::drag::DRAG;
use super::elastic::ACCEPTED;
use super::insertion::{INSERTION, MIX, REGION, REGION_TYPES};
use super::lattice::LATTICE;
use super::materials::{MATERIAL, MATERIAL_PAIR};
use super::motion::{OSCILLATION, ROTATION};
use super::output::{EVERY, OUTPUT};
use super::particles::PARTICLES;
use super::read::{Key, TURN, key};
use super::shapes::{SHAPE, SHAPE_TYPES};
use super::simulation::{CONTACT, SIMULATION};
use super::sizes::{SIZE, SIZE_TYPES};
use super::walls::{WALL, WALL_TYPES};

/// The tables of a scene file.
pub(super) const SCENE: &[Key] = &[
    key("simulation", "a table [simulation] with at least duration or steps"),
    key("contact", "a table [contact]"),
    key("drag", "a table [drag]"),
    key("material", "tables [[material]], one per material"),
    key("material_pair", "tables [[material_pair]], one per pair"),
    key("shape", "tables [[shape]], one per shape"),
    key("wall", "tables [[wall]], one per wall"),
    key("body", "tables [[body]], one per body"),
    key("lattice", "tables [[lattice]], one per lattice"),
    key("particles", "tables [[particles]], one per file"),
    key("insertion", "tables [[insertion]], one per insertion"),
    key("output", "a table [output]"),
    key("camera", "a table [camera]"),
];

/// A table of a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSchema {
    /// The table as it is written: `[[shape]]`.
    pub table: &'static str,
    /// One kind of it: `sphere` of `type = "sphere"`; empty for keys of all kinds.
    pub kind: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

/// Every table with its keys. Tables within others are named by their key, as in `rotation`.
pub fn schema() -> Vec<TableSchema> {
    let plain = [
        ("top level", SCENE),
        ("[simulation]", SIMULATION),
        ("[contact]", CONTACT),
        ("[drag]", DRAG),
        ("[[material]]", MATERIAL),
        ("stiffness", ACCEPTED),
        ("young", ACCEPTED),
        ("cohesion", COHESION),
        ("[[material_pair]]", MATERIAL_PAIR),
        ("[[shape]]", SHAPE),
        ("[[wall]]", WALL),
        ("oscillation", OSCILLATION),
        ("rotation", ROTATION),
        ("[[body]]", BODY),
        ("orientation", TURN),
        ("[[lattice]]", LATTICE),
        ("[[particles]]", PARTICLES),
        ("[[insertion]]", INSERTION),
        ("region", REGION),
        ("mix", MIX),
        ("size", SIZE),
        ("[output]", OUTPUT),
        ("every", EVERY),
        ("[camera]", CAMERA),
    ];
    let kinds = [
        ("[[shape]]", SHAPE_TYPES),
        ("[[wall]]", WALL_TYPES),
        ("region", REGION_TYPES),
        ("size", SIZE_TYPES),
        ("cohesion", COHESION_MODELS),
    ];
    let plain = plain.into_iter().map(|(table, keys)| TableSchema { table, kind: "", keys });
    let of_kinds = kinds
        .into_iter()
        .flat_map(|(table, kinds)| kinds.iter().map(move |(kind, keys)| TableSchema { table, kind, keys }));
    plain.chain(of_kinds).collect()
}
