//! A scene, run: `cargo run --release --example first_run`.

use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::load("examples/scenes/bouncing-ball.toml")?;
    let mut run = Simulation::new(scene, Options::default())?;
    let first = run.energies().total();

    let report = run.step(run.planned_steps())?;
    let ball = run.snapshot();
    println!("after {:.3} s the ball is at a height of {:.4} m", report.time, ball.positions[0].z);

    // Its bounces are elastic: what it had, it still has.
    let now = report.energies.total();
    println!("energy at the start {first:.6} J, now {now:.6} J");
    assert!((now / first - 1.0).abs() < 1e-6);
    Ok(())
}
