//! Packings of the literature: grains come in, fall, and come to rest.
//!
//! Every packing is a run like any other, in a folder of its own, with the scene of `examples/papers`. A study that is
//! repeated takes a run that is complete as it is, and goes on with one that was stopped.

pub(super) mod boxes;
mod cost;
pub(super) mod cylinders;
pub(super) mod iterations;
mod literature;
mod methods;
mod recipe;
mod rest;

use std::path::Path;

use super::{Report, ReproduceError, Study};
use crate::cli::Outcome;
use crate::cli::run::complete;
use crate::output::analysis::Analysis;
use crate::output::frames::{Frame, RunFolder};
use crate::output::picture::{Look, draw};
use crate::output::plots::TimeSeries;
use crate::scene::{Insertion, Scene};
use crate::sim::Options;
use recipe::Recipe;
use rest::Rest;

/// Size of pictures [pixels]: reports show several beside each other.
const PICTURE: (u32, u32) = (900, 900);

/// A packing that has come to its end.
struct Bed {
    name: String,
    folder: RunFolder,
    series: TimeSeries,
    last: Frame,
    analysis: Analysis,
    rest: Rest,
}

impl Bed {
    /// Has the packing run, or takes the run that is there.
    fn complete(study: &Study, recipe: &Recipe, report: &mut Report) -> Result<Self, ReproduceError> {
        let name = recipe.name.to_owned();
        let scene = Scene::parse(&recipe.scene_text(study.quick())?, format!("{name}.toml"))?;
        let planned: u64 = scene.insertions.iter().map(Insertion::total).sum();
        let options = Options { threads: Some(study.threads()), backend: study.backend().of_a_run(&scene) };
        study.tell(&format!("{name}: {planned} grains"));
        let root = study.folder().join(&name);
        let outcome =
            complete(scene, &root, options, study.is_quiet()).map_err(|error| ReproduceError::Run(Box::new(error)))?;
        if outcome == Outcome::Stopped {
            return Err(ReproduceError::Stopped(study.name()));
        }
        let folder = RunFolder::open(&root)?;
        report.made_by(folder.provenance());
        let (series, last) = (TimeSeries::read(&root.join("series.csv"))?, folder.last()?);
        let analysis = Analysis::of(&last, folder.scene());
        let rest = Rest::of((&root, folder.scene()), &series, &last, &analysis, planned)?;
        Ok(Self { name, folder, series, last, analysis, rest })
    }

    fn scene(&self) -> &Scene {
        self.folder.scene()
    }

    /// The frame nearest to a time [s].
    fn frame_near(&self, time: f64) -> Result<Frame, ReproduceError> {
        let dt = self.folder.time_step();
        let off = |step: &u64| (*step as f64 * dt - time).abs();
        let nearest = self.folder.steps().iter().copied().min_by(|p, q| off(p).total_cmp(&off(q)));
        Ok(nearest.map_or_else(|| Ok(self.last.clone()), |step| self.folder.frame(step))?)
    }

    /// When the last grain has come in [s].
    fn end_of_insertion(&self) -> f64 {
        self.scene().insertions.iter().map(|insertion| insertion.until).fold(0.0, f64::max).min(self.last.time)
    }

    /// A picture of each frame, with its time in the caption.
    fn draw(&self, report: &mut Report, frames: &[&Frame]) -> Result<(), ReproduceError> {
        for (stage, frame) in (1..).zip(frames) {
            let mut look = Look::of(self.scene());
            (look.camera.width, look.camera.height) = PICTURE;
            look.name.clone_from(&self.name);
            let picture = draw(self.scene(), &frame.grains, frame.time, &look)?;
            let caption = format!("{}, {} grains at {:.2} s", self.name, frame.grains.len(), frame.time);
            report.picture(&format!("{}-{stage}", self.name), &caption, &picture)?;
        }
        Ok(())
    }
}

/// Reads a JSON file of a run.
fn read_json(path: &Path) -> Result<serde_json::Value, ReproduceError> {
    let cannot = |reason: String| ReproduceError::Read { path: path.into(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| cannot(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))
}
