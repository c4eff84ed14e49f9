//! Scenes that no step could follow, refused at the start: numbers beyond all measure, and walls that are too fast.

use std::f64::consts::TAU;

use glam::DVec3;

use super::state::State;
use crate::health::{Check, Level, Limits};
use crate::scene::{BodySeed, Region, Scene, SceneError, Wall};
use crate::walls::{Form, Surface};

/// Distance from the origin, in radii of a grain, up to which an overlap of a millionth of it is resolved in f64.
const FARTHEST: f64 = 1e9;
/// Sizes of bodies [m]: from below an atom to above a planet.
const SIZES: std::ops::RangeInclusive<f64> = 1e-12..=1e9;
/// The speed of light [m/s].
const LIGHT: f64 = 2.998e8;
/// Turns [rad/s] whose energy is beyond all measure.
const FASTEST_TURN: f64 = 1e12;

/// Refuses grains whose place, size or motion no computation could follow.
pub(crate) fn refuse_immense(scene: &Scene) -> Result<(), SceneError> {
    let radii: Vec<f64> = scene.shapes.iter().map(|named| named.shape.bounding_radius()).collect();
    for seed in &scene.bodies {
        if let Some(problem) = immense(seed, radii[seed.shape] * seed.scale) {
            let name = &scene.shapes[seed.shape].name;
            return Err(scene.source.error_at(seed.line, format!("the \"{name}\" {problem}")));
        }
    }
    for (number, insertion) in (1..).zip(&scene.insertions) {
        let speed = insertion.velocity.length();
        if speed > LIGHT {
            let line = insertion.key_lines.of("velocity");
            let problem = format!(
                "insertion {number}: a speed of {speed:.1e} m/s is above that of light; give metres and seconds"
            );
            return Err(scene.source.error_at(line, problem));
        }
    }
    Ok(())
}

/// What is beyond all measure of a body with this bounding radius [m].
fn immense(seed: &BodySeed, radius: f64) -> Option<String> {
    let (distance, speed) = (seed.position.abs().max_element(), seed.velocity.abs().max_element());
    let turn = seed.angular_velocity.abs().max_element();
    if !SIZES.contains(&radius) {
        return Some(format!("has a radius of {radius:.1e} m, beyond all measure; lengths are in metres"));
    }
    if distance > FARTHEST * radius {
        return Some(format!(
            "at {:.1e}, {:.1e}, {:.1e} is further from the origin than {FARTHEST:.0e} of its radii: contacts cannot be \
             resolved there; move the scene to the origin",
            seed.position.x, seed.position.y, seed.position.z
        ));
    }
    if speed > LIGHT {
        return Some(format!("has a speed of {speed:.1e} m/s, above that of light; give metres and seconds"));
    }
    (turn > FASTEST_TURN).then(|| format!("turns at {turn:.1e} rad/s, beyond all measure"))
}

/// Middle and radius of a ball about a region [m].
fn ball_about(region: &Region) -> (DVec3, f64) {
    match *region {
        Region::Box { min, max } => ((min + max) * 0.5, 0.5 * min.distance(max)),
        Region::Cylinder { base, axis, radius, height } => (base + axis * (0.5 * height), radius.hypot(0.5 * height)),
        Region::Sphere { center, radius } => (center, radius),
    }
}

impl State {
    /// Refuses walls that move too far in a step for the thinnest grain, or whose period has too few steps; what is doubtful
    /// becomes a warning.
    pub(crate) fn judge_walls(&mut self) -> Result<(), SceneError> {
        for k in 0..self.surfaces.len() {
            let surface = self.surfaces[k].clone();
            if !surface.motion.is_still() {
                let wall = self.scene.walls[surface.wall].clone();
                self.judge_period(&wall)?;
                self.judge_wall_speed(&surface, &wall)?;
            }
        }
        Ok(())
    }

    fn judge_period(&mut self, wall: &Wall) -> Result<(), SceneError> {
        let Some(wave) = wall.motion.oscillation.filter(|wave| wave.amplitude.length() > 0.0) else { return Ok(()) };
        let per_step = wave.frequency * self.dt;
        let needed = Limits::OSCILLATION.of(Level::Warning) / wave.frequency;
        let text = format!(
            "wall \"{}\": a period of {:.1e} s has {:.1} steps, too few to follow it; use a time step of at most {needed:.1e} s \
             or a lower frequency",
            wall.name,
            wave.frequency.recip(),
            per_step.recip()
        );
        self.judge_wall((Check::Oscillation, Limits::OSCILLATION), per_step, (wall, "oscillation"), text)
    }

    fn judge_wall_speed(&mut self, surface: &Surface, wall: &Wall) -> Result<(), SceneError> {
        let (motion, turns) = (&surface.motion, self.turning_speed(surface));
        let swing = motion.oscillation.map_or(0.0, |wave| wave.amplitude.length() * wave.frequency * TAU);
        let speed = motion.velocity.length() + swing + turns;
        let thin = match surface.form {
            Form::Rod { radius, .. } => self.thinnest.min(radius),
            _ => self.thinnest,
        };
        let displacement = speed * self.dt.min(motion.stop - motion.start);
        // The line of what moves it most.
        let parts = [(motion.velocity.length(), "velocity"), (swing, "oscillation"), (turns, "rotation")];
        let key = parts.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or("velocity", |(_, key)| key);
        let text = format!(
            "wall \"{}\": at {speed:.3e} m/s it moves {:.2} of the half-thickness of the thinnest grain ({thin:.1e} m) in one step \
             and could pass through grains; use a time step of at most {:.1e} s or a slower wall",
            wall.name,
            displacement / thin,
            Limits::WALL_SPEED.of(Level::Warning) * thin / speed
        );
        self.judge_wall((Check::WallSpeed, Limits::WALL_SPEED), displacement / thin, (wall, key), text)
    }

    /// Speed of a wall's surface at the furthest grain, by its rotation [m/s]; none where it only turns in itself.
    fn turning_speed(&self, surface: &Surface) -> f64 {
        let Some(turn) = surface.motion.rotation else { return 0.0 };
        let own_axis = match surface.form {
            Form::Plane { normal } => surface.rest.orientation * normal,
            Form::Revolved(_) | Form::Rod { .. } => surface.rest.orientation * DVec3::Z,
        };
        let off = (turn.center - surface.rest.position).reject_from_normalized(own_axis).length();
        let in_itself = matches!(surface.form, Form::Plane { .. }) || off <= 1e-9 * self.thinnest.min(1.0);
        if in_itself && own_axis.cross(turn.axis).length() <= 1e-9 {
            return 0.0;
        }
        let from_axis = |place: DVec3| (place - turn.center).reject_from_normalized(turn.axis).length();
        let there = self.grains.poses.iter().map(|pose| from_axis(pose.position));
        let to_come = self.scene.insertions.iter().map(|insertion| {
            let (middle, radius) = ball_about(&insertion.region);
            from_axis(middle) + radius
        });
        turn.rate.abs() * there.chain(to_come).fold(0.0, f64::max)
    }

    fn judge_wall(
        &mut self,
        check: (Check, Limits),
        value: f64,
        (wall, key): (&Wall, &str),
        text: String,
    ) -> Result<(), SceneError> {
        match self.health.judge(check, value, (0, 1), || text.clone()) {
            Some(Level::Error) => Err(self.scene.source.error_at(wall.key_lines.of(key), text)),
            _ => Ok(()),
        }
    }
}
