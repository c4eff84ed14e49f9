//! Failures that other engines have had, each as a test of the engine on the processor. Restarts (`restart_same`,
//! `insertion_restart`), equal runs (`runs_differ`) and start checks (`wrong_units`) are in `engine_physics.rs` and
//! `engine_command.rs`; a plane against the same plane as a body (`mesh_wall_differs`) is in `walls.rs`, and again below.

use glam::DVec3;
use packstone::engine::{EngineError, Options, Simulation};
use packstone::scene::{Scene, TimeStep};

fn scene(simulation: &str, rest: &str) -> Scene {
    let text = format!(
        "[simulation]\nsteps = 1000\n{simulation}\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 1e5\n\
         restitution = 0.5\nfriction = 0.3\n[[shape]]\nname = \"ball\"\nmaterial = \"m\"\ntype = \"sphere\"\nradius = 0.01\n\
         [[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.008, 0.006]\n{rest}\n"
    );
    Scene::parse(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn start(scene: Scene, threads: usize) -> Simulation {
    Simulation::new(scene, Options { threads: Some(threads) }).unwrap_or_else(|error| panic!("{error}"))
}

const FLOOR: &str =
    "[[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";

#[test]
fn lost_with_big_cells() {
    // A grain that crosses half of itself in a step could pass through another: it is named, not lost.
    let fast = "[[body]]\nshape = \"ball\"\nposition = [0, 0, 1]\n[[body]]\nshape = \"ball\"\nposition = [1, 0, 1]\nvelocity = [-1000, 0, 0]\n";
    let mut run = start(scene("time_step = 1e-5\n", fast), 1);
    match run.step(10) {
        Err(error @ EngineError::TooFast { id: 1, .. }) => {
            let message = error.to_string();
            assert!(message.contains("grain 1") && message.contains("shorter time step"), "{message}");
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn nan_spreads() {
    let pair =
        "[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.5]\n[[body]]\nshape = \"ball\"\nposition = [0.5, 0, 0.5]\n";
    let mut broken = scene("time_step = 1e-5\n", pair);
    // Gravity that is not a number, as no file can give it.
    broken.simulation.gravity = DVec3::new(0.0, 0.0, f64::NAN);
    let mut run = start(broken, 1);
    let error = run.step(10).expect_err("the run goes on with NaN");
    let message = error.to_string();
    assert!(message.contains("grain 0") || message.contains("body 0"), "{message}");
}

#[test]
fn deterministic_drop() {
    // Equal hashes must not be those of grains that fall through each other and the floor.
    let pile = format!(
        "{FLOOR}[[lattice]]\nshape = \"box\"\ncounts = [3, 3, 8]\nspacing = 0.03\norigin = [0, 0, 0.02]\norientation = \"random\"\n"
    );
    let mut hashes = Vec::new();
    for threads in [1, 2] {
        let mut run = start(scene("time_step = 2e-5\nseed = 5\n", &pile), threads);
        let report = run.step(30_000).expect("piles up");
        let lowest = run.snapshot().positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
        assert!(lowest > 0.004, "a box is in the floor: {lowest}");
        assert!(
            report.counts.contacts + report.counts.wall_contacts > 40 && report.counts.largest_overlap < 1e-3,
            "{report:?}"
        );
        hashes.push(run.state_hash());
    }
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn mesh_wall_differs() {
    // A ball bounces off a plane and off the face of a fixed block alike.
    let bounce = |rest: &str| {
        let mut run = start(scene("time_step = 2e-6\ngravity = [0, 0, 0]\n", rest), 1);
        let _ = run.step(2000).expect("bounces");
        let seen = run.snapshot();
        (seen.velocities[0], seen.angular_velocities[0])
    };
    // Not a whole number of steps from touch: rounding would decide in which step the contact begins.
    let ball = "[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.0101007]\nvelocity = [0.3, 0, -1]\nangular_velocity = [0, 9, 4]\n";
    let block = "[[shape]]\nname = \"block\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [1, 1, 0.5]\n";
    let on_plane = bounce(&format!("{FLOOR}{ball}"));
    let on_block =
        bounce(&format!("{block}{ball}[[body]]\nshape = \"block\"\nposition = [0, 0, -0.5]\nfixed = true\n"));
    assert!(
        on_plane.0.distance(on_block.0) < 1e-9 && on_plane.1.distance(on_block.1) < 1e-7,
        "{on_plane:?} {on_block:?}"
    );
    assert!(on_plane.0.z > 0.4, "{on_plane:?}");
}

#[test]
fn silent_overflow() {
    // Hundreds of grains in one place: every pair is in the list, none is dropped, whatever room there was before.
    let mut crowd = scene(
        "time_step = 1e-6\ngravity = [0, 0, 0]\n",
        "[[lattice]]\nshape = \"ball\"\ncounts = [6, 6, 6]\nspacing = 0.0201\norigin = [0, 0, 0]\n",
    );
    crowd.simulation.skin = Some(0.5);
    let mut run = start(crowd, 2);
    let report = run.step(1).expect("a step");
    assert_eq!(report.counts.candidates, 216 * 215 / 2);
}

#[test]
fn wrong_units() {
    // Millimetres for metres: a ball of 10 m under 1e5 N/m sinks through its own floor; the step is legal, but the
    // critical step and the warnings say that something is odd.
    let text = "[simulation]\nsteps = 10\n[[material]]\nname = \"m\"\ndensity = 7.8\nstiffness = 1e5\nrestitution = 0.5\nfriction = 0\n\
        [[shape]]\nname = \"ball\"\nmaterial = \"m\"\ntype = \"sphere\"\nradius = 200\n[[body]]\nshape = \"ball\"\nposition = [0, 0, 0]\n";
    let odd = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let warnings: Vec<String> = odd.warnings().iter().map(|warning| warning.message.clone()).collect();
    assert!(warnings.len() >= 2, "{warnings:?}");
    assert!(matches!(odd.simulation.time_step, TimeStep::Auto { .. }));
}
