//! What made a file: enough to make it again.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::FrameError;
use super::table::Table;
use crate::common::hash::StateHash;
use crate::scene::{Inputs, Scene};
use crate::sim::Simulation;

/// Which program made a result, from which scene, where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of Packstone.
    pub packstone: String,
    /// The scene file.
    pub scene: PathBuf,
    /// A number of the scene's text and of the files that it names: another scene has another one.
    pub scene_hash: String,
    /// Seed of the scene's random numbers.
    pub seed: u64,
    /// `cpu` or `gpu`.
    pub backend: String,
    /// The GPU with its interface and driver, if the steps were computed on one.
    pub adapter: Option<String>,
}

impl Provenance {
    /// Of what a run writes.
    pub fn of(run: &Simulation) -> Self {
        let adapter = run.adapter().map(|gpu| format!("{} ({}, {})", gpu.name, gpu.api, gpu.driver));
        Self { backend: if adapter.is_some() { "gpu" } else { "cpu" }.into(), adapter, ..Self::of_scene(run.scene()) }
    }

    /// Of a scene that has not run.
    fn of_scene(scene: &Scene) -> Self {
        Self {
            packstone: env!("CARGO_PKG_VERSION").into(),
            scene: scene.source.path().to_path_buf(),
            scene_hash: hash_of(scene.source.text(), scene.source.inputs()),
            seed: scene.simulation.seed,
            ..Self::default()
        }
    }

    /// Key and value, in order.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let mut entries = vec![
            ("packstone", self.packstone.clone()),
            ("scene", one_line(&self.scene.display().to_string())),
            ("scene_hash", self.scene_hash.clone()),
            ("seed", self.seed.to_string()),
            ("backend", self.backend.clone()),
        ];
        entries.extend(self.adapter.as_ref().map(|adapter| ("adapter", one_line(adapter))));
        entries
    }

    /// From what [`Self::entries`] gave, at the top of a table.
    pub(super) fn read(table: &Table) -> Result<Self, FrameError> {
        Ok(Self {
            packstone: table.entry("packstone")?,
            scene: table.entry("scene")?,
            scene_hash: table.entry("scene_hash")?,
            seed: table.entry("seed")?,
            backend: table.entry("backend")?,
            adapter: table.entries().find(|(key, _)| *key == "adapter").map(|(_, value)| value.to_owned()),
        })
    }
}

/// The hash of a scene's text and of the files that it names, as 16 digits.
pub(super) fn hash_of(text: &str, inputs: &Inputs) -> String {
    let mut hash = StateHash::default();
    hash.text(text);
    for (name, input) in inputs.iter() {
        hash.text(name);
        hash.word(input.hash());
    }
    format!("{:016x}", hash.value())
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
