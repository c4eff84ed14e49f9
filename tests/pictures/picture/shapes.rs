//! Shapes cover what they must.

use super::*;

#[test]
fn a_sphere_covers_the_disc_that_it_must() {
    let scene = scene(&(shape("ball", "type = 'sphere'\nradius = 0.01") + &body("ball", [0.0; 3])));
    for distance in [0.1, 0.2] {
        let look = from(&scene, [0.0, -distance, 0.0]);
        let picture = drawn(&scene, &look);
        // Tangents from the eye touch the sphere at the angle asin(r / d) to the axis.
        let radius = focal(&look) * (0.01f64 / distance).asin().tan();
        let expected = std::f64::consts::PI * radius * radius;
        let found = covered(&picture).len() as f64;
        // Pixels on the edge are partly covered: a ring of less than a pixel.
        assert!((found - expected).abs() < std::f64::consts::TAU * radius, "{found} of {expected}");
        assert!(has_hue_of_shape(&picture, middle(&picture), 0));
    }
}

#[test]
fn a_cylinder_from_the_side_covers_its_rectangle() {
    let scene = scene(&(shape("can", "type = 'cylinder'\nradius = 0.01\nhalf_height = 0.02") + &body("can", [0.0; 3])));
    // From far away the sides are parallel.
    let mut look = from(&scene, [0.0, -10.0, 0.0]);
    look.camera.zoom = 40.0;
    let scale = focal(&look) / 10.0;
    let covered = covered(&drawn(&scene, &look));
    let width = |axis: fn(&(u32, u32)) -> u32| {
        f64::from(covered.iter().map(axis).max().unwrap_or(0) - covered.iter().map(axis).min().unwrap_or(0) + 1)
    };
    assert!((width(|p| p.0) - 0.02 * scale).abs() < 3.0, "{}", width(|p| p.0));
    assert!((width(|p| p.1) - 0.04 * scale).abs() < 3.0, "{}", width(|p| p.1));
    let share = covered.len() as f64 / (0.02 * 0.04 * scale * scale);
    assert!((share - 1.0).abs() < 0.02, "{share}");
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    let text = shape("ball", "type = 'sphere'\nradius = 0.01")
        + &shape("cube", "type = 'box'\nhalf_extents = [0.01, 0.01, 0.01]")
        + &body("ball", [0.0, -0.03, 0.0])
        + &body("cube", [0.0, 0.03, 0.0]);
    let scene = scene(&text);
    for (eye, shown) in [([0.0, -0.4, 0.0], 0), ([0.0, 0.4, 0.0], 1)] {
        let picture = drawn(&scene, &from(&scene, eye));
        assert!(has_hue_of_shape(&picture, middle(&picture), shown), "from {eye:?}");
    }
}

#[test]
fn a_hundred_thousand_grains_have_no_hole() {
    // Cubes side by side are a solid block.
    let text = shape("cube", "type = 'box'\nhalf_extents = [0.005, 0.005, 0.005]")
        + "[[lattice]]\nshape = 'cube'\ncounts = [47, 47, 47]\nspacing = 0.01\norigin = [-0.23, -0.23, -0.23]\n";
    let scene = scene(&text);
    assert!(scene.bodies.len() > 100_000);
    let look = from(&scene, [0.0, -2.0, 0.0]);
    let picture = drawn(&scene, &look);
    let covered = covered(&picture);
    let side = 0.47 * focal(&look) / (2.0 - 0.235);
    assert!((covered.len() as f64 / (side * side) - 1.0).abs() < 0.01, "{} of {}", covered.len(), side * side);
    let ends = |axis: fn(&(u32, u32)) -> u32| {
        (covered.iter().map(axis).min().unwrap_or(0), covered.iter().map(axis).max().unwrap_or(0))
    };
    let (x, y) = (ends(|p| p.0), ends(|p| p.1));
    assert_eq!(covered.len() as u32, (x.1 - x.0 + 1) * (y.1 - y.0 + 1), "a hole, or a ragged edge");
}

#[test]
fn every_shape_is_drawn() {
    let all = [
        "type = 'sphere'\nradius = 0.01",
        "type = 'ellipsoid'\nradii = [0.01, 0.008, 0.004]",
        "type = 'capsule'\nradius = 0.005\nhalf_height = 0.005",
        "type = 'cylinder'\nradius = 0.008\nhalf_height = 0.005",
        "type = 'superquadric'\nradii = [0.01, 0.008, 0.006]\nn1 = 4\nn2 = 8",
        "type = 'octahedron'\nedge = 0.012",
    ];
    for text in all {
        let scene = scene(&(shape("one", text) + &body("one", [0.0; 3])));
        let mut look = from(&scene, [0.05, -0.15, 0.1]);
        look.camera.viewpoint = Viewpoint::Usual;
        let picture = drawn(&scene, &look);
        assert!(covered(&picture).len() > 20_000, "{text}: {}", covered(&picture).len());
        assert!(has_hue_of_shape(&picture, middle(&picture), 0), "{text}");
    }
}

#[test]
fn a_scene_without_anything_is_an_empty_picture() {
    let scene = scene("");
    let look = Look::of(&scene);
    assert!(covered(&draw(&scene, &Snapshot::default(), 0.0, &look).expect("a picture")).is_empty());
}
