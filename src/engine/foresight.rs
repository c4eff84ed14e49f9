//! What can be foreseen of a run before its first step: grains that will find no place, runs that take weeks, output that
//! fills the disk.

use super::State;
use super::attempts::{ATTEMPTS, Candidate, Place, insertion_seed};
use crate::geometry::Shape;
use crate::scene::{Every, Insertion, Region, Warning};

/// Grains of an insertion that are tried out in its empty region.
const SAMPLES: u64 = 25;
/// Random places, one after another, fill no more than this share of a region with balls (the jamming limit of random
/// sequential addition is 0.38, and a grain has 40 tries); other shapes fill less.
const FILLED: f64 = 0.3;
/// The densest that poured grains lie in a box.
const DENSE: f64 = 0.7;
/// What a step costs without any grain [s].
const EMPTY_STEP: f64 = 1e-5;
/// A run longer than a day deserves a word [s].
const LONG: f64 = 86_400.0;
/// Many steps deserve a word, however small the scene: most often a stiffness or a duration is mistyped.
const MANY_STEPS: u64 = 100_000_000;
/// Size of a grain and its contacts in a snapshot [bytes], with four or five contacts a grain.
const SNAPSHOT_BYTES: f64 = 1200.0;
/// Output that deserves a word: bytes in all, and files in one folder.
const MUCH_OUTPUT: f64 = 2e10;
const MANY_FILES: f64 = 10_000.0;

impl State {
    /// What looks odd of the run as it is planned, beyond what [`crate::scene::Scene::warnings`] tells of its values.
    pub fn foreseen(&self) -> Vec<Warning> {
        let mut found: Vec<Warning> = Vec::new();
        let mut add = |line, message| found.push(Warning { place: self.scene.source.place(line), message });
        for (index, insertion) in self.scene.insertions.iter().enumerate() {
            let line = insertion.line;
            self.foresee_insertion(index, insertion).into_iter().for_each(|message| add(line, message));
        }
        let (simulation, output) = (&self.scene.simulation, &self.scene.output);
        let seconds = self.estimated_seconds();
        if seconds > LONG || self.planned_steps >= MANY_STEPS {
            let message = format!(
                "{:.1e} steps with {} grains take very roughly {} on {} threads: is the duration or the stiffness right? \
                 a softer material allows a longer step (docs/choosing.md)",
                self.planned_steps as f64,
                self.grains_at_the_end(),
                span_of(seconds),
                self.threads()
            );
            add(simulation.line, message);
        }
        let frames = self.times_due(output.snapshot_every);
        let bytes = frames * self.grains_at_the_end() as f64 * SNAPSHOT_BYTES;
        if frames > MANY_FILES || bytes > MUCH_OUTPUT {
            let message = format!(
                "snapshot_every asks for {frames:.0} snapshots, about {} in all; give a longer time or more steps",
                size_of(bytes)
            );
            add(simulation.line, message);
        }
        found
    }

    /// How long the planned steps take [s], very roughly.
    pub fn estimated_seconds(&self) -> f64 {
        let shapes = &self.scene.shapes;
        let cost = shapes.iter().map(|named| step_of(&named.shape)).sum::<f64>() / shapes.len().max(1) as f64;
        let of_grains = cost * self.grains_at_the_end() as f64 / self.threads() as f64;
        self.planned_steps as f64 * (EMPTY_STEP + of_grains)
    }

    /// Grains of insertion `index` that are due by the planned end.
    pub fn due_at_the_end(&self, index: usize) -> u64 {
        let last = self.planned_steps.saturating_sub(1);
        super::insert::due(&self.scene.insertions[index], last as f64 * self.dt, last)
    }

    fn grains_at_the_end(&self) -> u64 {
        let waiting = (0..self.inserters.len()).map(|k| self.due_at_the_end(k).saturating_sub(self.inserters[k].done));
        self.grains.len() as u64 + waiting.sum::<u64>()
    }

    fn times_due(&self, every: Every) -> f64 {
        match every {
            Every::Never => 1.0,
            Every::Steps(steps) => self.planned_steps as f64 / steps as f64,
            Every::Seconds(seconds) => self.planned_steps as f64 * (self.dt / seconds).min(1.0),
        }
    }

    fn foresee_insertion(&self, index: usize, insertion: &Insertion) -> Option<String> {
        let (number, due) = (index + 1, self.due_at_the_end(index));
        let asked = insertion.total();
        let end = self.planned_steps as f64 * self.dt;
        if insertion.until.is_finite() && insertion.until > end && insertion.from < end && due < asked {
            return Some(format!(
                "insertion {number}: the run ends at {end:.6} s, before until = {} s: {due} of {asked} grains will be due",
                insertion.until
            ));
        }
        // The scene's own warnings tell that already.
        if self.scene.too_narrow(insertion).is_some() {
            return None;
        }
        let (volume, free) = self.try_out(index, insertion)?;
        if free == 0.0 {
            return Some(format!(
                "insertion {number}: at {} places tried no grain was inside the region and clear of all walls: none of \
                 {due} will come in; move or enlarge the region",
                SAMPLES * ATTEMPTS as u64
            ));
        }
        let fills = 1.0 + (insertion.until.min(end) - insertion.from).max(0.0) / self.time_to_leave(insertion);
        let places = (FILLED * volume_of(&insertion.region) * fills / volume) as u64;
        if due > places {
            return Some(format!(
                "insertion {number}: {due} grains are due, and the region holds about {} at a time: about {places} will \
                 find a place; enlarge the region, or give more time or a velocity out of it",
                (FILLED * volume_of(&insertion.region) / volume) as u64
            ));
        }
        self.boxes_about(insertion).find(|space| due as f64 * volume > DENSE * space).map(|space| {
            let needed = due as f64 * volume / DENSE;
            format!(
                "insertion {number}: {due} grains need at least {needed:.3e} m3, and the box about the region has \
                 {space:.3e} m3"
            )
        })
    }

    /// Mean volume of a grain [m3], and which share of the places tried is in the region and clear of walls.
    fn try_out(&self, index: usize, insertion: &Insertion) -> Option<(f64, f64)> {
        let surfaces = self.surfaces.iter().map(|surface| (surface.clone(), surface.at(insertion.from)));
        let place = Place { surfaces: surfaces.collect(), time: insertion.from, step: 0 };
        let (mut kinds, seed) = (self.kinds.clone(), insertion_seed(self.scene.simulation.seed, index));
        let (mut volume, mut free) = (0.0, 0);
        for number in 0..SAMPLES {
            let draft = Candidate::new(insertion, seed, number, 0);
            let kind = kinds.of(&self.scene, draft.species, draft.scale).ok()?;
            volume += kinds.get(kind).volume / SAMPLES as f64;
            free += draft.attempts(insertion, &place, kinds.get(kind)).count();
        }
        Some((volume, free as f64 / (SAMPLES as f64 * ATTEMPTS as f64)))
    }

    /// How long a grain takes from the far side of the region out of it [s], if nothing is in its way.
    fn time_to_leave(&self, insertion: &Insertion) -> f64 {
        let gravity = self.scene.simulation.gravity;
        let speed = insertion.velocity.length() + insertion.velocity_spread.length();
        let way = match insertion.region {
            Region::Box { min, max } => (max - min).min_element(),
            Region::Cylinder { radius, height, .. } => height.min(2.0 * radius),
            Region::Sphere { radius, .. } => 2.0 * radius,
        };
        let fall = gravity.length();
        if fall > 0.0 { ((speed * speed + 2.0 * fall * way).sqrt() - speed) / fall } else { way / speed }
    }

    /// Volumes of the closed or open-topped boxes that the middle of the region is in [m3].
    fn boxes_about(&self, insertion: &Insertion) -> impl Iterator<Item = f64> {
        let middle = match insertion.region {
            Region::Box { min, max } => 0.5 * (min + max),
            Region::Cylinder { base, axis, height, .. } => base + 0.5 * height * axis,
            Region::Sphere { center, .. } => center,
        };
        self.scene.walls.iter().filter_map(move |wall| match &wall.geometry {
            crate::scene::WallGeometry::Box { min, max, open } if open.len() <= 1 => {
                (middle.cmpgt(*min).all() && middle.cmplt(*max).all()).then(|| (*max - *min).element_product())
            }
            _ => None,
        })
    }
}

/// What a step of a grain costs on one thread [s], roughly: settled beds (docs/results/performance.md).
fn step_of(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere(_) | Shape::HalfSpace(_) => 3e-7,
        Shape::Polyhedron(body) if body.vertices().len() <= 30 => 1.7e-6,
        Shape::Capsule(_) => 2.4e-6,
        Shape::Ellipsoid(_) => 3.4e-6,
        Shape::Cylinder(_) | Shape::Polyhedron(_) => 4e-6,
        Shape::Superquadric(_) => 1e-5,
    }
}

fn volume_of(region: &Region) -> f64 {
    use std::f64::consts::PI;
    match region {
        Region::Box { min, max } => (*max - *min).element_product(),
        Region::Cylinder { radius, height, .. } => PI * radius * radius * height,
        Region::Sphere { radius, .. } => 4.0 / 3.0 * PI * radius.powi(3),
    }
}

/// A time in words.
pub(crate) fn span_of(seconds: f64) -> String {
    let units = [(86_400.0 * 365.0, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    let fitting = units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    fitting.map_or_else(|| format!("{seconds:.0} s"), |(unit, name)| format!("{:.0} {name}", seconds / unit))
}

/// A size in words.
fn size_of(bytes: f64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB")];
    let fitting = units.into_iter().find(|(unit, _)| bytes >= *unit).unwrap_or((1e3, "kB"));
    format!("{:.0} {}", bytes / fitting.0, fitting.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_words() {
        assert_eq!(span_of(27.4), "27 s");
        assert_eq!(span_of(600.0), "10 minutes");
        assert_eq!(span_of(5.3 * 86_400.0), "5 days");
        assert_eq!(span_of(1e9), "32 years");
        assert_eq!([size_of(2.5e9), size_of(3e13), size_of(10.0)], ["2 GB", "30 TB", "0 kB"]);
    }
}
