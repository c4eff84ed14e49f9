//! Pictures of the frames of a run, all from one place and with one scale of colours.

use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::super::CommandError;
use crate::output::frames::RunFolder;
use crate::output::picture::{Chain, Extent, Look, Picture, Scale, draw};

/// Wall-clock time between two lines where no bar can be drawn.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Frames to draw.
pub(super) struct Views<'a> {
    pub folder: &'a RunFolder,
    pub look: Look,
    pub steps: Vec<u64>,
    /// Whether force chains are drawn.
    pub chains: bool,
}

impl Views<'_> {
    /// Draws the first of the frames to a file; returns its time [s].
    pub fn write_one(&self, path: &Path) -> Result<f64, CommandError> {
        let (picture, time) = self.draw(self.steps[0])?;
        picture.write_png(path)?;
        Ok(time)
    }

    /// Draws all frames to a folder, as 00000.png, 00001.png and so on; returns how many.
    pub fn write_all(&mut self, folder: &Path) -> Result<usize, CommandError> {
        fs::create_dir_all(folder).map_err(super::super::cannot_write(folder))?;
        self.each(|index, picture| Ok(picture.write_png(&folder.join(format!("{index:05}.png")))?))?;
        Ok(self.steps.len())
    }

    /// Hands the picture of every frame to `use_it`, with its number from 0.
    pub fn each(
        &mut self,
        mut use_it: impl FnMut(usize, &Picture) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        self.settle()?;
        let mut progress = Progress::new(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            use_it(index, &self.draw(*step)?.0)?;
            progress.show(index + 1);
        }
        progress.finish();
        Ok(())
    }

    /// Chooses what is in view and the scale of colours from all frames: nothing shall jump from one to the next.
    fn settle(&mut self) -> Result<(), CommandError> {
        let scene = self.folder.scene();
        for step in &self.steps {
            let frame = self.folder.frame(*step)?;
            let extent = Extent::of_scene(scene, &frame.grains, frame.time);
            self.look.extent = Some(self.look.extent.map_or(extent, |all| all.union(extent)));
            let scale = Scale::of(self.look.camera.color, scene, &frame.grains);
            self.look.scale = match (&self.look.scale, scale) {
                (Some(all), Some(one)) => Some(all.union(&one)),
                (all, one) => all.clone().or(one),
            };
        }
        Ok(())
    }

    fn draw(&self, step: u64) -> Result<(Picture, f64), CommandError> {
        let frame = self.folder.frame(step)?;
        let chains = self.chains.then(|| Chain::of(&frame));
        let look = Look { chains, ..self.look.clone() };
        Ok((draw(self.folder.scene(), &frame.grains, frame.time, &look)?, frame.time))
    }
}

/// How many pictures are done: a bar on a terminal, else a line now and then.
struct Progress {
    bar: Option<ProgressBar>,
    count: usize,
    last_line: Instant,
}

impl Progress {
    fn new(count: usize) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} pictures, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(count as u64).with_style(style));
        Self { bar, count, last_line: Instant::now() }
    }

    fn show(&mut self, done: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
        } else if self.last_line.elapsed() >= BETWEEN_LINES {
            self.last_line = Instant::now();
            eprintln!("{done} of {} pictures", self.count);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
