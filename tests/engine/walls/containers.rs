//! Near or not, inside or not, and what is refused.

use packstone::walls::{WallFault, container_volume};

use super::*;
use crate::common::{FAMILIES, Failures, cuboid, random_shape, seeded, sphere, turn, vector};

/// Whatever touches is near; a bound never exceeds the distance of a point that does not touch.
#[test]
fn nothing_that_touches_is_left_out() {
    let mut failures = Failures::default();
    for (k, site) in sites().iter().enumerate() {
        let (mut rng, at) = (seeded(900 + k as u64), site.surface.at(0.0));
        let mut counts = [0, 0];
        for j in 0..3000 {
            let shape = random_shape(FAMILIES[j % 6], &mut rng);
            let (edge, _) = (site.place)(&mut rng);
            let pose = Pose::new(edge + vector(&mut rng) * 4.0, turn(&mut rng));
            let near = site.surface.near(&at, pose.position, shape.bounding_radius(), 0.0);
            let touching = !touches(&site.surface, &shape, pose).is_empty();
            failures.unless(near || !touching, || format!("{} {j}: touching but not near", site.name));
            counts[usize::from(touching)] += 1;
        }
        assert!(counts.iter().all(|c| *c > 40), "{}: {counts:?}", site.name);
    }
}

/// A small ball at a point touches as the distance bound says, off the edges.
#[test]
fn the_distance_bound_is_the_distance() {
    let mut failures = Failures::default();
    let mut exact = 0;
    for (k, site) in sites().iter().enumerate() {
        let (mut rng, at) = (seeded(950 + k as u64), site.surface.at(0.0));
        for j in 0..500 {
            let (edge, _) = (site.place)(&mut rng);
            let point = edge + vector(&mut rng);
            let bound = site.surface.distance_bound(&at, point);
            if bound <= 1e-3 {
                continue;
            }
            let name = format!("{} {j}", site.name);
            let inside = touches(&site.surface, &sphere(bound * (1.0 - 1e-9)), Pose::at(point));
            failures.unless(inside.is_empty(), || format!("{name}: closer than the bound {bound}"));
            exact += usize::from(!touches(&site.surface, &sphere(bound * (1.0 + 1e-9)), Pose::at(point)).is_empty());
        }
    }
    assert!(exact > 1000, "only {exact} bounds are tight");
}

#[test]
fn bodies_in_walls_are_refused_with_numbers() {
    let mut detector = WallDetector::default();
    let mut fault = |surface: &Surface, shape: &Shape, at: DVec3, allowed: f64| {
        let body = Body { shape, pose: Pose::at(at) };
        let found = detector.fault(surface, &surface.at(0.0), &body, allowed).expect("a finite grain");
        assert_eq!(detector.outside(surface, &surface.at(0.0), &body, allowed), Ok(found.is_some()));
        found
    };
    let (tube, ball) = (tube(1.0, Some(4.0)), sphere(0.2));
    assert_eq!(fault(&tube, &ball, DVec3::new(0.7, 0.0, 1.0), 0.0), None);
    let Some(WallFault::Inside { depth, share }) = fault(&tube, &ball, DVec3::new(0.9, 0.0, 1.0), 0.0) else {
        panic!("it is inside the wall");
    };
    near(depth, 0.1, 1e-15);
    near(share, 0.5, 1e-14);
    assert_eq!(fault(&tube, &ball, DVec3::new(0.9, 0.0, 1.0), 0.11), None);
    assert!(
        matches!(fault(&tube, &ball, DVec3::new(3.0, 0.0, 1.0), 0.0), Some(WallFault::Beyond { depth }) if depth == 1.0 || depth == 2.0)
    );
    assert_eq!(fault(&tube, &ball, DVec3::new(3.0, 0.0, 5.0), 0.0), None);
    let below = fault(&floor(), &cuboid(1.0, 1.0, 1.0), DVec3::new(0.0, 0.0, -8.0), 0.0);
    assert_eq!(below, Some(WallFault::Beyond { depth: 8.0 }));
    assert!(matches!(fault(&rod(1.0, None), &ball, DVec3::Z * 3.0, 0.0), Some(WallFault::Beyond { .. })));
}

/// Shares of random points inside are the volumes.
#[test]
fn containers_hold_their_volume() {
    let hopper = WallGeometry::Cone {
        base: DVec3::new(0.1, 0.2, -0.8),
        axis: DVec3::Z,
        radius_base: 0.2,
        radius_top: 0.7,
        height: 1.5,
    };
    let mut rng = seeded(77);
    let (volume, side) = (container_volume(&wall(hopper.clone())).expect("a volume"), surface(hopper));
    let inside = (0..200_000).filter(|_| side.contains(&side.at(0.0), vector(&mut rng))).count();
    let measured = 8.0 * inside as f64 / 200_000.0;
    near(measured, volume, 0.01 * volume);
    near(volume, std::f64::consts::PI * 1.5 * (0.04 + 0.14 + 0.49) / 3.0, 1e-15);
    assert!(!tube(1.0, Some(2.0)).contains(&tube(1.0, Some(2.0)).at(0.0), DVec3::new(0.0, 0.0, 2.1)));
    assert!(tube(1.0, None).contains(&tube(1.0, None).at(0.0), DVec3::new(0.0, 0.9, 200.0)));
    assert_eq!(container_volume(&wall(WallGeometry::Plane { point: DVec3::ZERO, normal: DVec3::Z })), None);
}
