//! Contacts whose answer is a formula.

use std::f64::consts::FRAC_1_SQRT_2;

use packstone::scene::BoxSide;

use super::*;
use crate::common::{capsule, cuboid, cylinder, sphere};

#[test]
fn a_sphere_in_a_tube() {
    let found = touch(&tube(1.0, None), &sphere(0.3), Pose::at(DVec3::new(0.0, 0.71, 5.0)));
    near(found.overlap, 0.01, 1e-15);
    close(found.normal, DVec3::Y, 1e-15);
    close(found.c1, DVec3::new(0.0, 1.01, 5.0), 1e-15);
    close(found.c2, DVec3::new(0.0, 1.0, 5.0), 1e-15);
    close(found.point, DVec3::new(0.0, 1.005, 5.0), 1e-15);
    assert!(touches(&tube(1.0, None), &sphere(0.3), Pose::at(DVec3::new(0.0, 0.69, 5.0))).is_empty());
}

#[test]
fn a_sphere_in_a_cone() {
    // A wall at 45 degrees: at height 2 the radius is 3.
    let place = DVec3::new(-1.6, 0.0, 2.0);
    let found = touch(&cone(1.0, 6.0, 5.0), &sphere(1.0), Pose::at(place));
    near(found.overlap, 1.0 - 1.4 * FRAC_1_SQRT_2, 1e-15);
    close(found.normal, DVec3::new(-1.0, 0.0, -1.0) * FRAC_1_SQRT_2, 1e-15);
    close(found.c1, place + found.normal, 1e-15);
}

#[test]
fn a_sphere_at_the_outlet_of_a_hopper() {
    // The rim is at distance 1 from the axis and height 0; the sphere's centre is 0.3 in and 0.4 below.
    let hopper = cone(1.0, 6.0, 5.0);
    let found = touch(&hopper, &sphere(0.51), Pose::at(DVec3::new(0.7, 0.0, -0.4)));
    near(found.overlap, 0.01, 1e-15);
    close(found.normal, DVec3::new(0.6, 0.0, 0.8), 1e-14);
    close(found.c2, DVec3::new(1.0, 0.0, 0.0), 1e-14);
    assert!(touches(&hopper, &sphere(0.49), Pose::at(DVec3::new(0.7, 0.0, -0.4))).is_empty());
    // Below the flat end, far from the rim.
    let found = touch(&hopper, &sphere(0.51), Pose::at(DVec3::new(3.0, 0.0, -0.5)));
    near(found.overlap, 0.01, 1e-15);
    close(found.normal, DVec3::Z, 1e-15);
    close(found.c1, DVec3::new(3.0, 0.0, 0.01), 1e-15);
}

#[test]
fn a_full_cone_has_no_rim_at_its_tip() {
    let tip = cone(0.0, 5.0, 5.0);
    let found = touch(&tip, &sphere(0.5), Pose::at(DVec3::new(0.1, 0.0, 0.6)));
    near(found.overlap, 0.5 - 0.5 * FRAC_1_SQRT_2, 1e-15);
    // Its middle has sunk below the tip: still the side, not an end.
    let found = touch(&tip, &sphere(0.5), Pose::at(DVec3::new(0.01, 0.0, -0.1)));
    near(found.overlap, 0.5 + 0.11 * FRAC_1_SQRT_2, 1e-15);
}

#[test]
fn a_box_in_a_box() {
    let container = wall(WallGeometry::Box {
        min: DVec3::new(-1.0, -2.0, 0.0),
        max: DVec3::new(1.0, 2.0, 4.0),
        open: vec![BoxSide::Top],
    });
    let sides = surfaces(&[wall(WallGeometry::Plane { point: DVec3::ZERO, normal: DVec3::Z }), container]);
    assert_eq!(sides.len(), 6);
    assert!(sides[1..].iter().all(|s| s.wall == 1 && s.material == 3 && s.line.number == 7));
    let (shape, pose) = (cuboid(1.01, 2.02, 1.03), Pose::at(DVec3::new(0.0, 0.0, 1.0)));
    let expected = [
        (0.01, DVec3::new(-1.01, 0.0, 1.0)),
        (0.01, DVec3::new(1.01, 0.0, 1.0)),
        (0.02, DVec3::new(0.0, -2.02, 1.0)),
        (0.02, DVec3::new(0.0, 2.02, 1.0)),
        (0.03, DVec3::new(0.0, 0.0, -0.03)),
    ];
    for (side, (overlap, c1)) in sides[1..].iter().zip(expected) {
        let found = touch(side, &shape, pose);
        near(found.overlap, overlap, 1e-14);
        close(found.c1, c1, 1e-14);
        close(found.normal, (c1 - pose.position).normalize(), 1e-14);
    }
}

#[test]
fn a_cylinder_along_a_tube_touches_with_its_middle() {
    let found = touch(&tube(1.0, None), &cylinder(0.2, 0.5), Pose::at(DVec3::new(0.81, 0.0, 3.0)));
    near(found.overlap, 0.01, 1e-15);
    close(found.c1, DVec3::new(1.01, 0.0, 3.0), 1e-12);
    // Half of it sticks out of the end at height 3: the middle of the half inside.
    let found = touch(&tube(1.0, Some(3.0)), &cylinder(0.2, 0.5), Pose::at(DVec3::new(0.81, 0.0, 3.0)));
    near(found.overlap, 0.01, 1e-14);
    close(found.c1, DVec3::new(1.01, 0.0, 2.75), 1e-10);
}

#[test]
fn a_rod_across_a_tube_touches_with_both_ends() {
    let pose = Pose::new(DVec3::new(0.0, 0.001, 2.0), turned(DVec3::Y));
    let found = touches(&tube(1.0, None), &capsule(0.1, 0.905), pose);
    assert_eq!(found.len(), 2);
    for (contact, (overlap, end)) in found.iter().zip([(0.006, 1.0), (0.004, -1.0)]) {
        near(contact.overlap, overlap, 1e-14);
        close(contact.normal, DVec3::Y * end, 1e-14);
    }
    // A flat-ended one touches with the two ends of each flat end's diameter across the axis.
    let (radius, half) = (0.1_f64, 0.9975_f64);
    let found = touches(&tube(1.0, None), &cylinder(radius, half), Pose::new(DVec3::Z, turned(DVec3::Y)));
    assert_eq!(found.len(), 4, "{found:?}");
    for contact in &found {
        near(contact.overlap, radius.hypot(half) - 1.0, 1e-13);
        near(contact.c1.z, 1.0, 1e-5);
    }
}

#[test]
fn a_box_standing_at_a_tube_touches_with_two_edges_whichever_way_it_rocks() {
    let shape = cuboid(0.1, 0.05, 0.2);
    let (tube, place) = (tube(1.0, None), DVec3::new(0.9, 0.0, 0.0));
    for rock in [0.0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-4, -1e-4] {
        let found = touches(&tube, &shape, Pose::new(place, DQuat::from_rotation_z(rock)));
        assert_eq!(found.len(), 2, "{rock}: {found:?}");
        for (contact, side) in found.iter().zip([1.0, -1.0]) {
            let edge = place + DQuat::from_rotation_z(rock) * DVec3::new(0.1, 0.05 * side, 0.0);
            close(contact.c1, edge, 1e-9);
            near(contact.overlap, edge.length() - 1.0, 1e-14);
        }
    }
}

#[test]
fn a_small_box_in_a_wide_tube_has_its_two_edges_too() {
    let found = touches(&tube(1.0, None), &cuboid(1e-3, 1e-3, 1e-3), Pose::at(DVec3::new(0.999 + 1e-7, 0.0, 0.0)));
    assert_eq!(found.len(), 2, "{found:?}");
    found.iter().for_each(|contact| near(contact.overlap, (1.0_f64 + 1e-7).hypot(1e-3) - 1.0, 1e-15));
}

#[test]
fn a_box_that_fills_a_tube_touches_with_four_edges() {
    let found = touches(&tube(1.0, None), &cuboid(0.71, 0.71, 0.3), Pose::at(DVec3::new(0.0, 0.0, 9.0)));
    assert_eq!(found.len(), 4);
    for contact in &found {
        near(contact.overlap, 0.71_f64.hypot(0.71) - 1.0, 1e-15);
        near(contact.c1.z, 9.0, 1e-9);
    }
}

#[test]
fn a_sphere_at_a_rod() {
    let found = touch(&rod(1.0, None), &sphere(0.5), Pose::at(DVec3::new(0.0, -1.49, 1e3)));
    near(found.overlap, 0.01, 1e-14);
    close(found.normal, DVec3::Y, 1e-15);
    let found = touch(&rod(1.0, Some(2.0)), &sphere(0.5), Pose::at(DVec3::new(0.3, 0.0, 2.49)));
    near(found.overlap, 0.01, 1e-14);
    close(found.normal, -DVec3::Z, 1e-15);
    let found = touch(&rod(1.0, Some(2.0)), &sphere(0.51), Pose::at(DVec3::new(1.3, 0.0, 2.4)));
    near(found.overlap, 0.01, 1e-14);
    assert!(touches(&rod(1.0, Some(2.0)), &sphere(0.5), Pose::at(DVec3::new(0.0, -1.49, 5.0))).is_empty());
}

#[test]
fn a_cylinder_beside_an_endless_rod_touches_with_its_middle() {
    let pose = Pose::at(DVec3::new(1.49, 0.0, -700.0));
    let found = touch(&rod(1.0, None), &cylinder(0.5, 20.0), pose);
    near(found.overlap, 0.01, 1e-12);
    close(found.c1, DVec3::new(0.99, 0.0, -700.0), 1e-9);
}

/// A floor as a plane and as the top of a huge box.
#[test]
fn a_plane_is_the_side_of_a_huge_box() {
    use packstone::narrow::{Detector, Minkowski, WarmStart};
    let mut rng = common::seeded(41);
    let floor = floor();
    let huge = cuboid(1e3, 1e3, 1e3);
    let mut compared = 0;
    for k in 0..600 {
        let shape = common::random_shape(common::FAMILIES[k % 6], &mut rng);
        let size = shape.bounding_radius();
        // Every other grain lies flat or stands straight.
        let orientation = if k % 2 == 0 { common::turn(&mut rng) } else { turned(DVec3::AXES[k % 3]) };
        let down = orientation.conjugate() * -DVec3::Z;
        let height = shape.support(down).dot(down) - 1e-3 * size;
        let pose = Pose::new(DVec3::new(3.0, -2.0, height), orientation);
        let found = touch(&floor, &shape, pose);
        let (body, under) =
            (Body { shape: &shape, pose }, Body { shape: &huge, pose: Pose::at(DVec3::new(0.0, 0.0, -1e3)) });
        let other =
            Minkowski::default().detect(&body, &under, &mut WarmStart::default()).expect("a pair that can be treated");
        near(found.overlap, other.overlap, 1e-12 * 1e3);
        close(found.normal, other.normal, 1e-6);
        close(found.point, other.point, 1e-4 * size);
        compared += 1;
    }
    assert_eq!(compared, 600);
}
