//! Walls are glass: seen, and seen through.

use super::*;

fn ball_in(wall: &str) -> Scene {
    scene(&(shape("ball", "type = 'sphere'\nradius = 0.01") + &body("ball", [0.0; 3]) + wall))
}

const WALLS: [&str; 4] = [
    "type = 'plane'\npoint = [0, -0.02, 0]\nnormal = [0, 1, 0]",
    "type = 'box'\nmin = [-0.02, -0.02, -0.02]\nmax = [0.02, 0.02, 0.02]",
    "type = 'cylinder'\nside = 'inside'\nbase = [0, 0, -0.02]\naxis = [0, 0, 1]\nradius = 0.02\nheight = 0.04",
    "type = 'cone'\nbase = [0, 0, -0.03]\naxis = [0, 0, 1]\nradius_base = 0.01\nradius_top = 0.04\nheight = 0.06",
];

#[test]
fn a_wall_in_front_changes_but_does_not_hide() {
    let bare = ball_in("");
    let look = from(&bare, [0.0, -0.2, 0.0]);
    let without = drawn(&bare, &look);
    let place = middle(&without);
    let before = without.pixel(place.0, place.1).expect("in the picture");
    for wall in WALLS {
        let scene = ball_in(&format!("[[wall]]\nname = 'w'\nmaterial = 'stone'\n{wall}\n"));
        let picture = drawn(&scene, &look);
        let after = picture.pixel(place.0, place.1).expect("in the picture");
        let change = before.iter().zip(after).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        assert!((1..40).contains(&change), "{wall}: {before:?} to {after:?}");
        assert!(has_hue(after, species_color(0)), "{wall}");
    }
}

#[test]
fn walls_are_seen_beside_grains_and_have_edges() {
    for wall in WALLS {
        let scene = ball_in(&format!("[[wall]]\nname = 'w'\nmaterial = 'stone'\n{wall}\n"));
        let mut look = from(&scene, [0.0, -0.2, 0.0]);
        look.camera.viewpoint = Viewpoint::Usual;
        look.camera.target = None;
        let picture = drawn(&scene, &look);
        let pixels = || (60..600).flat_map(|y| (0..640).map(move |x| (x, y))).filter_map(|(x, y)| picture.pixel(x, y));
        let glass = pixels().filter(|pixel| (3..40).contains(&darkness(*pixel))).count();
        let lines = pixels().filter(|pixel| darkness(*pixel) > 60 && !has_hue(*pixel, species_color(0))).count();
        assert!(glass > 20_000 && lines > 200, "{wall}: {glass} of glass, {lines} of lines");
    }
}

#[test]
fn walls_are_where_their_motion_has_brought_them() {
    let wall = format!("[[wall]]\nname = 'w'\nmaterial = 'stone'\n{}\nvelocity = [0, 0, 0.01]\n", WALLS[1]);
    let scene = ball_in(&wall);
    let look = from(&scene, [0.0, -0.3, 0.0]);
    let at = |t| draw(&scene, &Snapshot::default(), t, &look).expect("a picture");
    // The upper edge of the box is the highest that is inked.
    let top = |picture: &Picture| covered(picture).iter().map(|p| p.1).min().expect("an edge");
    let (before, after) = (f64::from(top(&at(0.0))), f64::from(top(&at(1.0))));
    let expected = 0.01 * focal(&look) / (0.3 - 0.02);
    assert!((before - after - expected).abs() < 2.0, "{before} to {after}, {expected}");
}
