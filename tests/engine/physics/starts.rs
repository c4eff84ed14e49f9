//! Starts that are refused, and those with overlaps that are allowed.

use glam::DVec3;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::Body;
use packstone::sim::Backend;

use super::{above, balls, elastic, floor};
use crate::common::backends::{refused, started};

/// The line of the `count`th table or key that starts so.
fn line_of(scene: &SceneBuilder, key: &str, count: usize) -> usize {
    let text = scene.to_toml();
    let mut lines = text.lines().enumerate().filter(|(_, line)| line.starts_with(key));
    lines.nth(count).map(|(k, _)| k + 1).expect("the key")
}

#[test]
fn bad_starts_are_refused_with_what_to_do() {
    let two = balls(1e-6, elastic()).add(Body::new("ball", above(1.0))).add(Body::new("ball", above(1.015)));
    let message = refused(&two);
    let [place, other] = [0, 1].map(|k| format!("test.toml:{}", line_of(&two, "[[body]]", k)));
    assert!(message.starts_with(&format!("{place}: ")) && message.contains(&format!("({other})")), "{message}");
    assert!(message.contains("5.000e-3 m"), "{message}");
    let sunk = balls(1e-6, elastic()).add(floor()).add(Body::new("ball", above(0.008)));
    let message = refused(&sunk);
    let place = format!("test.toml:{}:", line_of(&sunk, "[[body]]", 0));
    assert!(message.contains(&place) && message.contains("\"floor\""), "{place} {message}");
    let long = balls(1e-2, elastic()).add(Body::new("ball", above(1.0)));
    let message = refused(&long);
    let place = format!("test.toml:{}:", line_of(&long, "time_step", 0));
    assert!(message.contains(&place) && message.contains("critical step"), "{place} {message}");
}

/// Two balls 0.1 mm in each other, a third as deep in the floor: each overlap holds k d^2 / 2.
#[test]
fn overlaps_of_the_start_need_leave_and_their_energy_is_in_the_account() {
    let places = [above(0.1), DVec3::new(0.0199, 0.0, 0.1), DVec3::new(0.1, 0.0, 0.0099)];
    let scene = balls(1e-6, elastic()).gravity(DVec3::ZERO).add(floor());
    let scene = scene.add_all(places.map(|place| Body::new("ball", place)));
    let reason = refused(&scene);
    assert!(reason.contains("overlaps the \"ball\"") && reason.contains("start_overlap"), "{reason}");
    assert!(refused(&scene.clone().start_overlap(0.009)).contains("overlaps the \"ball\""));
    assert!(refused(&scene.clone().start_overlap(0.5)).contains("is outside 0 to 0.1"));
    let mut run = started(&scene.start_overlap(0.011), Backend::Cpu);
    let before = run.report().energies.balance();
    let energies = run.step(1000).expect("they part").energies;
    assert!((energies.kinetic() - 1e-3).abs() < 1e-6, "{}", energies.kinetic());
    assert!((energies.balance() - before).abs() < 1e-6, "{} J came from nowhere", energies.balance() - before);
}
