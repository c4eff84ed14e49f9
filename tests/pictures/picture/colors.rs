//! Colours mean what the scale beside the picture says.

use packstone::output::picture::Scale;
use packstone::scene::ColorBy;

use super::*;

fn two(first: &str, second: &str) -> Scene {
    let text = shape("ball", "type = 'sphere'\nradius = 0.01")
        + &shape("rod", "type = 'cylinder'\nradius = 0.005\nhalf_height = 0.02")
        + &body("rod", [-0.05, 0.0, 0.0])
        + first
        + &body("rod", [0.05, 0.0, 0.0])
        + second;
    scene(&text)
}

/// The pixels in the middle of the left and of the right grain.
fn pixels(scene: &Scene, by: ColorBy) -> [[u8; 3]; 2] {
    let mut look = from(scene, [0.0, -0.4, 0.0]);
    look.camera.color = by;
    let picture = drawn(scene, &look);
    let (middle, offset) = (middle(&picture), (0.05 * focal(&look) / 0.4) as u32);
    [middle.0 - offset, middle.0 + offset].map(|x| picture.pixel(x, middle.1).expect("in the picture"))
}

#[test]
fn the_ends_of_the_speeds_have_the_ends_of_the_scale() {
    let scene = two("", "velocity = [0, 3, 4]\n");
    let scale = Scale::of(ColorBy::Speed, &scene, &start(&scene)).expect("a scale");
    assert_eq!((scale.low, scale.high), (0.0, 5.0));
    // The first and the last colour of viridis, to the eye.
    let near = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(x, y)| x.abs_diff(y) < 8);
    assert!(near(scale.color(0.0), [68, 1, 84]) && near(scale.color(5.0), [253, 231, 37]));
    let [slow, fast] = pixels(&scene, ColorBy::Speed);
    assert!(has_hue(slow, scale.color(0.0)), "{slow:?}");
    assert!(has_hue(fast, scale.color(5.0)), "{fast:?}");
}

#[test]
fn orientation_is_the_angle_of_the_axis_to_the_vertical() {
    let scene = two("", "orientation = { axis = [1, 0, 0], angle = 1.5707963 }\n");
    let scale = Scale::of(ColorBy::Orientation, &scene, &start(&scene)).expect("a scale");
    let [upright, lying] = pixels(&scene, ColorBy::Orientation);
    assert!(has_hue(upright, scale.color(0.0)), "{upright:?}");
    assert!(has_hue(lying, scale.color(std::f64::consts::FRAC_PI_2)), "{lying:?}");
}

#[test]
fn sizes_go_from_the_smallest_to_the_largest_and_contacts_from_none() {
    let scene = two("", "scale = 1.5\n");
    let scale = Scale::of(ColorBy::Size, &scene, &start(&scene)).expect("a scale");
    let diameter = (6.0 * 0.005f64.powi(2) * 0.04f64).cbrt();
    assert!((scale.low / diameter - 1.0).abs() < 1e-12 && (scale.high / diameter - 1.5).abs() < 1e-12, "{scale:?}");
    let contacts = Scale::of(ColorBy::Coordination, &scene, &start(&scene)).expect("a scale");
    assert_eq!((contacts.low, contacts.high), (0.0, 1.0));
    assert_eq!(Scale::of(ColorBy::Species, &scene, &start(&scene)), None);
}

#[test]
fn grains_without_an_axis_are_grey() {
    let text = shape("ball", "type = 'sphere'\nradius = 0.01") + &body("ball", [0.0; 3]);
    let scene = scene(&text);
    let mut look = from(&scene, [0.0, -0.2, 0.0]);
    look.camera.color = ColorBy::Orientation;
    let picture = drawn(&scene, &look);
    let place = middle(&picture);
    assert!(has_hue(picture.pixel(place.0, place.1).expect("in the picture"), [128; 3]));
}

#[test]
fn species_differ_from_each_other() {
    for a in 0..24 {
        for b in 0..a {
            let far = species_color(a).iter().zip(species_color(b)).map(|(x, y)| x.abs_diff(y)).max();
            assert!(far > Some(15), "{a} and {b}");
        }
    }
}
