//! Values that are possible but look like a slip, most often one of units.

use std::ops::Range;

use glam::DVec3;

use super::{Cohesion, End, Insertion, Line, Region, Scene, WallGeometry, Warning};
use crate::geometry::Shape;

/// Densities of real solids [kg/m3]: from foam to osmium, with room.
const DENSITIES: Range<f64> = 20.0..30_000.0;
/// Diameters of grains that this engine is for [m].
const DIAMETERS: Range<f64> = 1e-6..100.0;
/// Ten times that of the Earth [m/s2]; centrifuges may have more.
const STRONG_GRAVITY: f64 = 100.0;
/// Faster than sound in air by far [m/s].
const FAST: f64 = 1000.0;
/// A coefficient of friction of 2 is a slope of 63 degrees.
const ROUGH: f64 = 2.0;
/// Below this, a contact is damped so much that its time step suffers.
const DEAD: f64 = 0.05;
/// Cohesion that reaches further than this part of a grain's radius is of no surface and of no bridge.
const FAR: f64 = 0.5;
/// A grain that sinks in by more than this part of its radius under its own weight is not hard.
const SOFT: f64 = 0.01;

impl Scene {
    /// What looks odd, in the order of the tables.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut list = List { scene: self, found: Vec::new() };
        list.simulation();
        list.materials();
        list.shapes();
        list.walls();
        list.bodies();
        list.insertions();
        list.found
    }
}

struct List<'a> {
    scene: &'a Scene,
    found: Vec<Warning>,
}

impl List<'_> {
    fn add(&mut self, line: Line, message: String) {
        self.found.push(Warning { place: self.scene.source.place(line), message });
    }

    fn simulation(&mut self) {
        let simulation = &self.scene.simulation;
        let gravity = simulation.gravity.length();
        if gravity > STRONG_GRAVITY {
            let line = simulation.key_lines.of("gravity");
            self.add(
                line,
                format!("gravity of {gravity} m/s2 is {:.0} times the Earth's: mm/s2 for m/s2?", gravity / 9.81),
            );
        }
        if self.scene.bodies.is_empty() && self.scene.insertions.is_empty() {
            let message = "no grains: add a [[body]], [[lattice]], [[particles]] or [[insertion]]";
            self.add(simulation.line, message.into());
        }
    }

    fn materials(&mut self) {
        for material in &self.scene.materials {
            let (name, density) = (&material.name, material.density);
            if !DENSITIES.contains(&density) {
                let line = material.key_lines.of("density");
                let message =
                    format!("material \"{name}\": a density of {density} kg/m3 is that of no solid: g/cm3 for kg/m3?");
                self.add(line, message);
            }
            if material.friction > ROUGH {
                let line = material.key_lines.of("friction");
                let mu = material.friction;
                self.add(
                    line,
                    format!("material \"{name}\": friction = {mu} is very rough: an angle? 30 degrees are 0.577"),
                );
            }
            if material.restitution < DEAD {
                let line = material.key_lines.of("restitution");
                let message = format!(
                    "material \"{name}\": restitution below {DEAD} needs a damping that makes the time step small"
                );
                self.add(line, message);
            }
        }
    }

    fn shapes(&mut self) {
        for (index, shape) in self.scene.shapes.iter().enumerate() {
            let diameter = 2.0 * shape.shape.bounding_radius();
            if !DIAMETERS.contains(&diameter) {
                self.odd_size(shape.line, &format!("shape \"{}\"", shape.name), diameter);
            }
            self.soft(index);
            self.far_reaching(index);
        }
    }

    fn odd_size(&mut self, line: Line, what: &str, diameter: f64) {
        let meant = if diameter < DIAMETERS.start { "m for mm?" } else { "mm for m?" };
        self.add(line, format!("{what}: a grain {diameter:.3e} m across looks odd: {meant}"));
    }

    /// A grain whose cohesion reaches as far as the grain is large.
    fn far_reaching(&mut self, index: usize) {
        let shape = &self.scene.shapes[index];
        let material = &self.scene.materials[shape.material];
        let (reach, of) = match material.cohesion {
            Cohesion::None | Cohesion::Jkr(_) => return,
            Cohesion::Dmt { range, .. } => (range, "range"),
            Cohesion::Bridge { volume, .. } => (volume.cbrt(), "the cube root of volume"),
        };
        let radius = shape.shape.contact_radius();
        if reach > FAR * radius {
            let message = format!(
                "material \"{}\": {of} of its cohesion is {reach:.1e} m, {:.1} radii of shape \"{}\": mm for m?",
                material.name,
                reach / radius,
                shape.name
            );
            self.add(material.key_lines.of("cohesion"), message);
        }
    }

    /// A grain that its own weight presses deep into another of its kind.
    fn soft(&mut self, index: usize) {
        let shape = &self.scene.shapes[index];
        let material = &self.scene.materials[shape.material];
        let law = self.scene.pair_law(shape.material, shape.material);
        let volume = shape.shape.mass_properties().map_or(0.0, |mass| mass.volume);
        let weight = material.density * volume * self.scene.simulation.gravity.length();
        let radius = shape.shape.bounding_radius();
        let root = if law.by_radius { (0.5 * shape.shape.contact_radius()).sqrt() } else { 1.0 };
        let overlap = (weight / (law.stiffness * root)).powf(1.0 / law.exponent);
        if overlap > SOFT * radius {
            let factor = (10.0 * overlap / (SOFT * radius)).powf(law.exponent);
            let (key, needed) = match material.elastic {
                Some(elastic) => ("young", format!("a modulus of {:.1e} Pa", factor * elastic.young)),
                None => ("stiffness", format!("a stiffness of {:.1e} N/m^m", factor * law.stiffness)),
            };
            let message = format!(
                "material \"{}\": a grain of shape \"{}\" sinks in by {:.1} % of its radius under its own weight; {needed} \
                 would make that {:.1} %",
                material.name,
                shape.name,
                100.0 * overlap / radius,
                10.0 * SOFT
            );
            self.add(material.key_lines.of(key), message);
        }
    }

    fn walls(&mut self) {
        for wall in &self.scene.walls {
            let is_flat = matches!(wall.geometry, WallGeometry::Plane { .. } | WallGeometry::Box { .. });
            let holds = |grain: usize| self.scene.pair_law(grain, wall.material).cohesion != Cohesion::None;
            if !is_flat && self.scene.shapes.iter().any(|shape| holds(shape.material)) {
                let message = format!(
                    "wall \"{}\" is round: cohesion pulls there while grains overlap the wall, and not across gaps",
                    wall.name
                );
                self.add(wall.line, message);
            }
            let speed = wall.motion.velocity.length();
            if speed > FAST {
                let line = wall.key_lines.of("velocity");
                self.add(line, format!("wall \"{}\": a speed of {speed} m/s: mm/s for m/s?", wall.name));
            }
        }
    }

    /// Only the first odd body of each sort: a list may have a million of them.
    fn bodies(&mut self) {
        let scene = self.scene;
        let diameters: Vec<f64> = scene.shapes.iter().map(|shape| 2.0 * shape.shape.bounding_radius()).collect();
        let own_size_is_fine = |shape: usize| DIAMETERS.contains(&diameters[shape]);
        let odd = scene
            .bodies
            .iter()
            .find(|body| own_size_is_fine(body.shape) && !DIAMETERS.contains(&(body.scale * diameters[body.shape])));
        if let Some(body) = odd {
            self.odd_size(
                body.line,
                &format!("a body with scale = {}", body.scale),
                body.scale * diameters[body.shape],
            );
        }
        if let Some(body) = scene.bodies.iter().find(|body| body.velocity.length() > FAST) {
            self.add(body.line, format!("a body with a speed of {} m/s: mm/s for m/s?", body.velocity.length()));
        }
    }

    fn insertions(&mut self) {
        let scene = self.scene;
        for (number, insertion) in (1..).zip(&scene.insertions) {
            for (shape, size) in insertion.mix.iter().map(|(shape, _)| &scene.shapes[*shape]).flat_map(|shape| {
                let (min, max) = insertion.size.range();
                [(shape, min), (shape, max)]
            }) {
                let own = 2.0 * shape.shape.bounding_radius();
                if DIAMETERS.contains(&own) && !DIAMETERS.contains(&(size * own)) {
                    let what = format!("insertion {number}: shape \"{}\" at size {size}", shape.name);
                    self.odd_size(insertion.key_lines.of("size"), &what, size * own);
                }
            }
            if insertion.velocity.length() > FAST {
                let speed = insertion.velocity.length();
                let line = insertion.key_lines.of("velocity");
                self.add(line, format!("insertion {number}: a speed of {speed} m/s: mm/s for m/s?"));
            }
            self.fits(number, insertion);
            if matches!(scene.simulation.end, End::Duration(end) if insertion.from >= end) {
                let line = insertion.key_lines.of("from");
                self.add(line, format!("insertion {number}: it starts at {} s, when the run is over", insertion.from));
            }
        }
    }

    fn fits(&mut self, number: usize, insertion: &Insertion) {
        if let Some((room, name, width)) = self.scene.too_narrow(insertion) {
            let message = format!(
                "insertion {number}: the region is {room:.3e} m wide, and the smallest \"{name}\" needs {width:.3e} m: \
                 none will come in; make the region wider"
            );
            self.add(insertion.key_lines.of("region"), message);
        }
    }
}

impl Scene {
    /// A shape for which the region of an insertion is too narrow, however it is turned: width of the region, name and width
    /// of the shape [m].
    pub(crate) fn too_narrow(&self, insertion: &Insertion) -> Option<(f64, &str, f64)> {
        let room = match insertion.region {
            Region::Box { min, max } => (max - min).min_element(),
            Region::Cylinder { radius, height, .. } => height.min(2.0 * radius),
            Region::Sphere { radius, .. } => 2.0 * radius,
        };
        let smallest = insertion.size.range().0;
        let shapes = insertion.mix.iter().map(|(shape, _)| &self.shapes[*shape]);
        let mut widths = shapes.map(|shape| (room, shape.name.as_str(), smallest * least_width(&shape.shape)));
        widths.find(|(room, _, width)| width > room)
    }
}

/// The least width of a shape [m], from directions spread over half a sphere: at most some per cent too large.
fn least_width(shape: &Shape) -> f64 {
    const DIRECTIONS: u32 = 500;
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let directions = (0..DIRECTIONS).map(|k| {
        let z = (f64::from(k) + 0.5) / f64::from(DIRECTIONS);
        let (sin, cos) = (golden * f64::from(k)).sin_cos();
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * cos, ring * sin, z)
    });
    let width = |n: DVec3| (shape.support(n) - shape.support(-n)).dot(n);
    directions.chain(DVec3::AXES).map(width).fold(f64::INFINITY, f64::min)
}
