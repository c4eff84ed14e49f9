//! Normals and points: finite, in the middle, and steady.

use super::*;

/// libccd 25: a NaN normal for two stacked cubes.
#[test]
fn stacked_cubes() {
    let mut failures = Failures::default();
    let mut rng = seeded(25);
    for k in 0..VARIATIONS {
        let half = log_uniform(&mut rng, 1e-4, 10.0);
        let cube = cuboid(half, half, half);
        let overlap = half * [0.0, 1e-15, 1e-9, 1e-3, 0.1, -1e-9, -0.1][k % 7];
        let scene = Scene::of(&cube, &cube, DVec3::Z * (2.0 * half - overlap), DQuat::IDENTITY);
        let expected = (overlap, DVec3::Z, DVec3::Z * (half - 0.5 * overlap));
        check_answer(&scene, &scene.detect(), expected, &format!("{k} half {half}"), &mut failures);
        let by = turn(&mut rng);
        let turned = scene.moved(by, DVec3::ZERO);
        let contact = turned.detect();
        // A gap near to rounding has its normal from the faces, not from the points.
        let expected = (overlap, by * expected.1, by * expected.2);
        check_answer(&turned, &contact, expected, &format!("{k} half {half} turned"), &mut failures);
    }
}

/// parry 378: a wrong witness point when shapes just touch.
#[test]
fn touching_witness() {
    let mut failures = Failures::default();
    let mut rng = seeded(378);
    for k in 0..2 * VARIATIONS {
        // The touching point of a ball with a box: on a face, an edge or a corner, in closed form.
        let half = DVec3::new(0.5, 0.7, 0.9);
        let radius = log_uniform(&mut rng, 1e-2, 10.0);
        let signs = vector(&mut rng).signum();
        let on_surface = match k % 3 {
            0 => DVec3::new(half.x * signs.x, 0.3 * signs.y, 0.2 * signs.z),
            1 => DVec3::new(half.x * signs.x, half.y * signs.y, 0.2 * signs.z),
            _ => half * signs,
        };
        let outward = match k % 3 {
            0 => DVec3::X * signs.x,
            1 => (signs * DVec3::new(0.6, 0.8, 0.0)).normalize(),
            _ => (signs * DVec3::new(0.48, 0.64, 0.6)).normalize(),
        };
        let gap = radius.min(0.5) * [0.0, 1e-15, -1e-15, 1e-9, -1e-9, 1e-5][k % 6];
        let ball = sphere(radius);
        let boxed = cuboid(half.x, half.y, half.z);
        let scene = Scene::of(&boxed, &ball, on_surface + outward * (radius + gap), DQuat::IDENTITY);
        let by = turn(&mut rng);
        let scene = scene.moved(by, DVec3::ZERO);
        let expected = (-gap, by * outward, by * (on_surface + outward * (0.5 * gap)));
        check_answer(&scene, &scene.detect(), expected, &format!("{k} gap {gap:e}"), &mut failures);
    }
}

/// How far a contact point may move, as a share of the smaller body, when a tilt grows by a factor of 1.02. Features
/// fade out over a factor of 400 in height, at most 1.5 times as fast as evenly: 0.5 % of the way per step and feature.
const HOP: f64 = 0.01;

/// One body resting on another, or just above it, and how it is tilted.
struct Rest {
    level: Scene,
    /// The axis and a fixed point of the tilt.
    axis: DVec3,
    pivot: DVec3,
    /// The centroid of the overlap of the features that face each other.
    middle: DVec3,
}

impl Rest {
    /// The pair with B turned by `angle` [rad].
    fn tilted(&self, angle: f64) -> Scene {
        let by = DQuat::from_axis_angle(self.axis, angle);
        let mut scene = self.level.clone();
        let pose = &mut scene.b.pose;
        pose.position = by * (pose.position - self.pivot) + self.pivot;
        pose.orientation = by * pose.orientation;
        scene
    }

    /// From level to 1e-3 rad: the point starts in the middle and never jumps.
    fn check(&self, name: &str, failures: &mut Failures) {
        let size = self.level.smaller();
        let mut last = self.level.detect().point;
        failures.above(last.distance(self.middle), 1e-12 * size, name, "level: distance from the middle");
        for k in 0..1048 {
            let tilt = 1e-12 * 1.02f64.powi(k);
            let point = self.tilted(tilt).detect().point;
            failures.above(point.distance(last), HOP * size, format!("{name} tilt {tilt:e}"), "hop of the point");
            last = point;
        }
        let moved = last.distance(self.middle);
        failures.unless(moved > HOP * size, || format!("{name}: the point stayed in the middle"));
    }
}

/// A box that hangs over one side of a larger box.
fn box_on_box(rng: &mut Pcg64) -> Rest {
    let (low, top) = (cuboid(1.0, 1.5, 0.5), cuboid(0.3, 0.4, 0.2));
    let depth = rng.random_range(-0.01..0.01);
    let x = rng.random_range(0.75..1.2);
    let level = Scene::of(&low, &top, DVec3::new(x, 0.2, 0.7 - depth), DQuat::IDENTITY);
    let middle = DVec3::new(0.5 * (1.0 + x - 0.3), 0.2, 0.5 - 0.5 * depth);
    let axis = DVec3::new(rng.random_range(-0.5..0.5), rng.random_range(0.2..1.0), 0.0).normalize();
    Rest { level, axis, pivot: DVec3::new(x, 0.2, 0.7), middle }
}

/// A cylinder on its flat end.
fn standing_cylinder(rng: &mut Pcg64) -> Rest {
    let (low, top) = (cuboid(1.0, 1.5, 0.5), cylinder(0.3, 0.4));
    let depth = rng.random_range(-0.01..0.01);
    let place = vector(rng) * DVec3::new(0.6, 1.1, 0.0);
    let level = Scene::of(&low, &top, place + DVec3::Z * (0.9 - depth), DQuat::IDENTITY);
    let axis = (direction(rng) * DVec3::new(1.0, 1.0, 0.0)).normalize();
    Rest { level, axis, pivot: place + DVec3::Z * 0.9, middle: place + DVec3::Z * (0.5 - 0.5 * depth) }
}

/// A cylinder on its side, its axis along a random direction.
fn lying_cylinder(rng: &mut Pcg64) -> Rest {
    let (low, top) = (cuboid(1.0, 1.5, 0.5), cylinder(0.2, 0.4));
    let depth = rng.random_range(-0.01..0.01);
    let place = vector(rng) * DVec3::new(0.5, 1.0, 0.0);
    let yaw = DQuat::from_rotation_z(rng.random_range(0.0..6.0));
    let level = Scene::of(&low, &top, place + DVec3::Z * (0.7 - depth), yaw * DQuat::from_rotation_x(FRAC_PI_2));
    Rest { level, axis: yaw * DVec3::X, pivot: place + DVec3::Z * 0.7, middle: place + DVec3::Z * (0.5 - 0.5 * depth) }
}

/// Two boxes on edge, edge above edge, that turn until the edges cross off the middle.
fn edge_over_edge(rng: &mut Pcg64) -> Rest {
    let (low, top) = (cuboid(1.0, 0.5, 0.5), cuboid(0.6, 0.4, 0.4));
    let (gap, ahead) = (rng.random_range(1e-3..0.1), rng.random_range(0.5..1.5));
    let on_edge = DQuat::from_rotation_x(0.5 * FRAC_PI_2);
    let crest = 0.5f64.sqrt();
    let height = crest + gap + 0.8 * crest;
    let mut level = Scene::of(&low, &top, DVec3::new(ahead, 0.0, height), on_edge);
    level.a.pose.orientation = on_edge;
    let (from, to) = (ahead - 0.6, 1f64.min(ahead + 0.6));
    let pivot = DVec3::X * (from + (to - from) * rng.random_range(0.05..0.4));
    Rest { level, axis: DVec3::Z, pivot, middle: DVec3::new(0.5 * (from + to), 0.0, crest + 0.5 * gap) }
}

/// Makes a seeded rest.
type Place = fn(&mut Pcg64) -> Rest;

/// coal 144, drake 24922: the contact point jumps from corner to corner of a face.
#[test]
fn corner_hop() {
    let mut failures = Failures::default();
    let mut rng = seeded(144);
    // Curved pairs take longer.
    let kinds: [(&str, usize, Place); 4] = [
        ("box on box", 70, box_on_box),
        ("standing cylinder", 30, standing_cylinder),
        ("lying cylinder", 30, lying_cylinder),
        ("edge over edge", 70, edge_over_edge),
    ];
    for (name, count, rest) in kinds {
        for k in 0..count {
            rest(&mut rng).check(&format!("{name} {k}"), &mut failures);
        }
    }
}
