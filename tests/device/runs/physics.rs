//! Closed forms, first; the CPU, second.

use packstone::device::GpuOptions;

use super::{ball, on_cpu, on_gpu, parsed};

#[test]
fn an_elastic_ball_bounces_to_its_height() {
    let text =
        ball("time_step = 5e-5", "stiffness = 1e5\nrestitution = 1.0\nfriction = 0.0", "position = [0.3, -0.2, 0.02]");
    let mut run = on_gpu(parsed(&text), GpuOptions::default());
    // Fall, impact and rise: twice the time of a fall of 1 cm, and half a period of the spring; then the top is near.
    let mut highest = 0.0f64;
    for _ in 0..100 {
        let _ = run.step(20).expect("steps");
        if run.report().counts.ended > 0 {
            highest = highest.max(run.snapshot().positions[0].z);
        }
    }
    assert!(run.report().counts.ended >= 1, "it has not bounced");
    assert!((highest - 0.02).abs() < 2e-4, "rose to {highest} m instead of 0.02 m");
    assert!((run.snapshot().positions[0].truncate().length() - 0.13f64.sqrt()).abs() < 1e-12, "it left its line");
}

#[test]
fn restitution_comes_back() {
    for restitution in [0.2, 0.5, 0.9] {
        let material = format!("stiffness = 1e5\nrestitution = {restitution}\nfriction = 0.0");
        let text = ball("time_step = 1e-5", &material, "position = [0, 0, 0.0101]\nvelocity = [0, 0, -1]")
            .replace("gravity = [0, 0, -9.81]", "gravity = [0, 0, 0]");
        let mut run = on_gpu(parsed(&text), GpuOptions::default());
        let _ = run.step(200).expect("steps");
        let speed = run.snapshot().velocities[0].z;
        assert!((speed / restitution - 1.0).abs() < 0.01, "{speed} m/s after the impact, restitution {restitution}");
    }
}

#[test]
fn a_sliding_ball_ends_up_rolling() {
    // A ball set down at 1 m/s without spin slides until it rolls at 5/7 of its speed, whatever the friction.
    let material = "stiffness = 1e5\nrestitution = 0.3\nfriction = 0.5";
    let text = ball("time_step = 2e-5", material, "position = [0, 0, 0.01]\nvelocity = [1, 0, 0]");
    let mut run = on_gpu(parsed(&text), GpuOptions::default());
    let _ = run.step(5000).expect("steps");
    let state = run.snapshot();
    let (speed, spin) = (state.velocities[0].x, state.angular_velocities[0].y);
    assert!((speed - 5.0 / 7.0).abs() < 0.01, "{speed} m/s");
    assert!((spin * 0.01 / speed - 1.0).abs() < 0.02, "it does not roll: {spin} rad/s at {speed} m/s");
}

#[test]
fn a_moving_floor_does_the_work_that_the_ball_gains() {
    let material = "stiffness = 1e5\nrestitution = 0.2\nfriction = 0.3";
    let text = ball("time_step = 1e-5", material, "position = [0, 0, 0.01]")
        .replace("normal = [0, 0, 1]\n", "normal = [0, 0, 1]\nvelocity = [0, 0, 0.2]\n");
    let mut run = on_gpu(parsed(&text), GpuOptions::default());
    let before = run.energies().balance();
    let report = run.step(4000).expect("steps");
    let height = run.snapshot().positions[0].z;
    assert!((height - 0.018).abs() < 1e-4, "at {height} m, the floor at 0.008 m");
    let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    let (gained, off) = (mass * 9.81 * 0.008, (report.energies.balance() - before).abs());
    assert!(report.energies.flows.wall_work > gained, "{:?}", report.energies);
    assert!(off < 0.01 * gained, "the account is off by {off:e} J of {gained:e} J");
}

#[test]
fn a_settled_packing_starts_with_its_contacts() {
    let bed = packstone::studies::bench::Bed::named("boxes").expect("a bed");
    let scene = bed.scene(packstone::studies::bench::State::Settled, 100).expect("a scene");
    let mut cpu = on_cpu(scene.clone());
    let before = cpu.report().energies.elastic;
    let expected = cpu.step(20).expect("steps").energies;
    let found = on_gpu(scene, GpuOptions::default()).step(20).expect("steps").energies;
    assert!(before > 0.0 && (found.elastic / expected.elastic - 1.0).abs() < 1e-2, "{found:?}, {expected:?}");
    // Contacts that were new in the first step would have made all of their energy out of nothing.
    assert!(expected.flows.patch_work.abs() < 0.1 * before, "{expected:?}");
    assert!(found.flows.patch_work.abs() < 0.1 * before, "{found:?}");
}
