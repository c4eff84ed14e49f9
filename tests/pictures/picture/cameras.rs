//! The camera shows the whole scene, from where it is told.

use super::*;

#[test]
fn the_usual_camera_sees_all_of_the_scene_and_fills_the_picture() {
    let ball = shape("ball", "type = 'sphere'\nradius = 0.01");
    let corners = [[0.0, 0.0, 0.0], [0.5, 0.1, 0.0], [0.0, 0.1, 0.7], [0.5, 0.0, 0.7]].map(|at| body("ball", at));
    let scene = scene(&(ball + &corners.concat()));
    let mut look = Look::of(&scene);
    (look.camera.width, look.camera.height) = (800, 600);
    let covered = covered(&drawn(&scene, &look));
    let low = (covered.iter().map(|p| p.0).min().unwrap_or(0), covered.iter().map(|p| p.1).min().unwrap_or(0));
    let high = (covered.iter().map(|p| p.0).max().unwrap_or(0), covered.iter().map(|p| p.1).max().unwrap_or(0));
    assert!(low.1 > 62 && high.1 < 598 && low.0 > 2 && high.0 < 638, "{low:?} {high:?}");
    assert!(high.1 - low.1 > 430, "{low:?} {high:?}");
}

#[test]
fn up_is_against_gravity_or_as_told() {
    let text = shape("ball", "type = 'sphere'\nradius = 0.01")
        + &shape("cube", "type = 'box'\nhalf_extents = [0.01, 0.01, 0.01]")
        + &body("ball", [0.0, 0.0, 0.05])
        + &body("cube", [0.0, 0.0, -0.05]);
    let scene = scene(&text);
    let mut look = from(&scene, [0.0, -0.6, 0.0]);
    for (up, first) in [(None, 0), (Some(DVec3::Z), 0), (Some(DVec3::NEG_Z), 1)] {
        look.camera.up = up;
        let picture = drawn(&scene, &look);
        let highest = covered(&picture).into_iter().min_by_key(|p| p.1).expect("grains");
        assert!(has_hue_of_shape(&picture, (highest.0, highest.1 + 8), first), "{up:?}");
    }
}

#[test]
fn zoom_makes_things_larger() {
    let scene = scene(&(shape("ball", "type = 'sphere'\nradius = 0.01") + &body("ball", [0.0; 3])));
    let mut look = from(&scene, [0.0, -0.3, 0.0]);
    let before = covered(&drawn(&scene, &look)).len() as f64;
    look.camera.zoom = 2.0;
    let after = covered(&drawn(&scene, &look)).len() as f64;
    assert!((after / before - 4.0).abs() < 0.1, "{before} to {after}");
}

#[test]
fn a_camera_in_the_middle_of_grains_sees_those_before_it() {
    let text = shape("cube", "type = 'box'\nhalf_extents = [0.01, 0.01, 0.01]")
        + "[[lattice]]\nshape = 'cube'\ncounts = [3, 3, 3]\nspacing = 0.03\norigin = [-0.03, -0.03, -0.03]\n";
    let scene = scene(&text);
    assert!(!covered(&drawn(&scene, &from(&scene, [0.015, -0.015, 0.015]))).is_empty());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let scene = scene(&(shape("ball", "type = 'sphere'\nradius = 0.01") + &body("ball", [0.0; 3])));
    let mut look = Look::of(&scene);
    look.camera.width = 10;
    let error = draw(&scene, &start(&scene), 0.0, &look).expect_err("too small").to_string();
    assert_eq!(
        error,
        "a picture of 10 x 1200 pixels cannot be drawn; give sides from 64 to 16384 pixels, at most 36 million in all"
    );
    (look.camera.width, look.camera.height) = (16384, 16384);
    assert!(draw(&scene, &start(&scene), 0.0, &look).is_err());
    let mut grains = start(&scene);
    grains.shapes[0] = 7;
    let error = draw(&scene, &grains, 0.0, &Look::of(&scene)).expect_err("no such shape").to_string();
    assert!(error.contains("the shape number 7, but the scene has 1 shapes"), "{error}");
    let at_target = from(&scene, [0.0; 3]);
    assert!(draw(&scene, &start(&scene), 0.0, &at_target).is_err());
}
