//! The ends of tubes and cones: against brute force, and without jumps.

use glam::DVec2;
use packstone::walls::{Form, Revolved};

use super::*;
use crate::common::{FAMILIES, Failures, cylinder, seeded, sphere, superquadric};

/// The overlap in the cut at an azimuth, by trying `count` directions between the normals of the two ends.
fn brute(wall: &Revolved, shape: &Shape, pose: &Pose, azimuth: f64, count: u32) -> f64 {
    let back = pose.orientation.conjugate();
    let side = (-wall.slope).atan();
    let quarter = std::f64::consts::FRAC_PI_2;
    let corners = wall.height.map(|height| [DVec2::new(wall.radius, 0.0), DVec2::new(wall.radius_at(height), height)]);
    let overlap = |tilt: f64| {
        let n = DVec3::new(tilt.cos() * azimuth.cos(), tilt.cos() * azimuth.sin(), tilt.sin());
        let height = shape.support(back * n).dot(back * n) + pose.position.dot(n);
        let low = |q: DVec2| q.dot(DVec2::from_angle(tilt));
        height - corners.map_or(low(DVec2::new(wall.radius, 0.0)), |q| low(q[0]).min(low(q[1])))
    };
    if corners.is_none() {
        return overlap(side);
    }
    let tilts = (0..=count).map(|k| -quarter + 2.0 * quarter * f64::from(k) / f64::from(count));
    tilts.chain([side]).map(overlap).fold(f64::INFINITY, f64::min)
}

/// The deepest contact is the deepest cut that brute force finds.
#[test]
fn the_deepest_contact_is_the_deepest_cut() {
    let mut failures = Failures::default();
    for (k, site) in sites().iter().enumerate() {
        let Form::Revolved(wall) = site.surface.form else { continue };
        let (mut rng, mut compared) = (seeded(7000 + k as u64), 0);
        for j in 0..120 {
            let Some((shape, pose)) = random_touch(site, FAMILIES[j % 6], &mut rng) else { continue };
            compared += 1;
            let found = touches(&site.surface, &shape, pose);
            let deepest = found.iter().map(|c| c.overlap).fold(0.0, f64::max);
            let at = |azimuth: f64| brute(&wall, &shape, &pose, azimuth, 720);
            let turn = |k: u32| std::f64::consts::TAU * f64::from(k) / 720.0;
            let expected = (0..720).map(|k| at(turn(k))).fold(f64::NEG_INFINITY, f64::max);
            let size = shape.bounding_radius();
            let name = format!("{} {j} {shape:?} {pose:?}", site.name);
            // Brute force is too shallow by the spacing of its cuts, and too deep by that of its directions.
            failures.above((deepest - expected).abs(), 6e-3 * size, name, "overlap");
        }
        failures.unless(compared >= 30, || format!("{}: only {compared}", site.name));
    }
}

/// A grain slides past a rim in small steps: the overlap follows, however small they are.
#[test]
fn the_overlap_is_continuous_across_the_rim() {
    let mut failures = Failures::default();
    let (hopper, tube) = (cone(2.0, 8.0, 6.0), tube(3.0, Some(4.0)));
    for (surface, name, from) in
        [(&hopper, "hopper", DVec3::new(1.85, 0.2, 1.0)), (&tube, "tube", DVec3::new(2.85, 0.3, 5.0))]
    {
        for (k, family) in FAMILIES.into_iter().cycle().take(36).enumerate() {
            let mut rng = seeded(8000 + k as u64);
            let shape = common::random_shape(family, &mut rng);
            let orientation = common::turn(&mut rng);
            let (steps, mut last, mut touched) = (2000, None::<f64>, false);
            let way = DVec3::new(0.0, 0.0, -2.5);
            for step in 0..steps {
                let pose = Pose::new(from + way * (f64::from(step) / f64::from(steps)), orientation);
                let found = touches(surface, &shape, pose);
                let deepest = found.iter().map(|c| c.overlap).fold(0.0, f64::max);
                touched |= deepest > 0.0;
                // Where a grain is half inside the wall, a deeper place may be found late.
                let shallow = deepest < 0.3 * shape.bounding_radius();
                if let Some(before) = last.filter(|_| shallow) {
                    let allowed = way.length() / f64::from(steps) * (1.0 + 1e-6);
                    failures.above((deepest - before).abs(), allowed, format!("{name} {family} {k} {step}"), "jump");
                }
                last = Some(deepest);
            }
            failures.unless(touched, || format!("{name} {family} {k}: never in touch"));
        }
    }
}

/// A sphere from the side over the rim to the flat end, by formula.
#[test]
fn a_sphere_rolls_over_the_rim() {
    let tube = tube(1.0, Some(2.0));
    for z in [1.0, 1.9, 1.9999, 2.0, 2.0001, 2.1, 2.3] {
        let pose = Pose::at(DVec3::new(0.0, 0.7, z));
        let distance = if z <= 2.0 { 0.3 } else { 0.3_f64.hypot(z - 2.0) };
        let found = touch(&tube, &sphere(0.5), pose);
        near(found.overlap, 0.5 - distance, 1e-14);
    }
}

/// A cylinder along the wall, half out of the tube, tips in steps below the rounding of a grain's size: its contact point
/// goes from the rim over the middle of what is inside to the far end, and does not jump.
#[test]
fn the_contact_point_does_not_jump_when_a_grain_tips() {
    let (tube, shape) = (tube(1.0, Some(3.0)), cylinder(0.2, 0.5));
    let point = |tilt: f64| {
        let turn = DQuat::from_rotation_y(tilt);
        // The rim's place on the grain stays where it is.
        let position = DVec3::new(1.01, 0.0, 3.0) - turn * DVec3::X * 0.2;
        touch(&tube, &shape, Pose::new(position, turn)).c1
    };
    near(point(1e-6).z.min(point(-1e-6).z), 2.5, 1e-6);
    near(point(1e-6).z.max(point(-1e-6).z), 3.0, 1e-6);
    near(point(0.0).z, 2.75, 1e-9);
    for side in [1.0, -1.0] {
        let mut last = point(0.0).z;
        for step in 0..1200 {
            let now = point(side * 1e-12 * 1.012_f64.powi(step)).z;
            assert!((now - last).abs() < 5e-3, "{step}: {last} {now}");
            last = now;
        }
    }
}

/// The same cylinder in a damped contact, whose patch is as deep as the overlap of 0.01: tipped by less than a thousandth of that
/// it touches with the whole line, tipped by more it goes over to a point, evenly.
#[test]
fn a_patch_at_a_rim_is_as_deep_as_the_overlap() {
    let (tube, shape) = (tube(1.0, Some(3.0)), cylinder(0.2, 0.5));
    let mut detector = WallDetector::default();
    detector.set_patch_depth(1.0);
    let mut patch = |tilt: f64| {
        let turn = DQuat::from_rotation_y(tilt);
        let position = DVec3::new(1.01, 0.0, 3.0) - turn * DVec3::X * 0.2;
        let (body, mut found) = (Body { shape: &shape, pose: Pose::new(position, turn) }, WallContacts::default());
        detector.contacts(&tube, &tube.at(0.0), &body, &mut WallWarm::default(), &mut found).expect("a finite grain");
        assert_eq!(found.len(), 1, "{found:?}");
        found.first().map_or((0.0, 0.0), |contact| (contact.c1.z, contact.patch.size()))
    };
    for tilt in [0.0, 1e-9, -1e-9, 1e-6, -1e-6] {
        let (z, size) = patch(tilt);
        near(z, 2.75, 1e-3);
        // Between that of the half inside and that of the whole line.
        assert!((0.5..=1.0).contains(&(size * 12.0_f64.sqrt())), "{size}");
    }
    for (tilt, expected) in [(-0.1, 2.5), (0.1, 3.0)] {
        let (z, size) = patch(tilt);
        near(z, expected, 0.03);
        near(size, 0.0, 1e-9);
    }
    let mut last = patch(-0.05).0;
    for step in -4999..=5000 {
        let now = patch(1e-5 * f64::from(step)).0;
        assert!((now - last).abs() < 2e-3, "{step}: {last} {now}");
        last = now;
    }
}

/// Searches at a rim end for every shape, also for one that is nearly flat.
#[test]
fn searches_at_rims_are_settled() {
    use packstone::narrow::{Cause, Status};
    let (mut all, mut unsettled, mut kinks) = (0, 0, 0);
    let mut rng = seeded(9000);
    let sites = sites();
    for j in 0..3000 {
        let site = &sites[4 + j % 2];
        let Some((shape, pose)) = random_touch(site, FAMILIES[j % 6], &mut rng) else { continue };
        all += 1;
        for contact in touches(&site.surface, &shape, pose) {
            match contact.status {
                Status::Ok => {}
                Status::Unsure(Cause::Local) => kinks += 1,
                Status::Unsure(_) => unsettled += 1,
            }
        }
    }
    let flat = superquadric(DVec3::new(0.5, 0.4, 0.6), 8.0, 8.0);
    let found = touches(&sites[4].surface, &flat, Pose::at(DVec3::new(3.6, 0.0, -0.1)));
    assert!(found.iter().all(|contact| contact.status == Status::Ok), "{found:?}");
    assert!(all > 500);
    assert!(unsettled * 200 < all && kinks * 20 < all, "{unsettled} unsettled and {kinks} kinks of {all}");
}
