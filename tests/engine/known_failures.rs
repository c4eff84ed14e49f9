//! Failures that other engines have had, each as a test of the engine on the CPU. Runs that break off and leave their
//! last checkpoint intact are in `engine_command.rs`; walls have no meshes, so that `mesh_wall_differs` compares a plane with
//! the face of a fixed body.

use glam::DVec3;
use packstone::engine::{EngineError, StepReport};
use packstone::scene::{Scene, TimeStep};
use packstone::sim::{Options, Simulation};

use crate::common::folder::Folder;

fn scene(simulation: &str, rest: &str) -> Scene {
    let text = format!(
        "[simulation]\nsteps = 1000\n{simulation}\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 1e5\n\
         restitution = 0.5\nfriction = 0.3\n[[shape]]\nname = \"ball\"\nmaterial = \"m\"\ntype = \"sphere\"\nradius = 0.01\n\
         [[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.008, 0.006]\n{rest}\n"
    );
    Scene::parse(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn start(scene: Scene, threads: usize) -> Simulation {
    Simulation::new(scene, Options::threads(threads)).unwrap_or_else(|error| panic!("{error}"))
}

const FLOOR: &str =
    "[[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";

/// Goes on from a checkpoint and without one for `steps`, and wants the same state, bit by bit; gives the last report.
fn restarted(run: &mut Simulation, name: &str, steps: u64) -> StepReport {
    let folder = Folder::new(name);
    let file = folder.join("checkpoint.bin");
    run.save(&file).expect("is saved");
    let mut resumed = Simulation::load(&file, Options::threads(2)).unwrap_or_else(|error| panic!("{error}"));
    let (there, here) = (resumed.step(steps).expect("runs"), run.step(steps).expect("runs"));
    assert_eq!(here, there);
    assert_eq!(run.state_hash(), resumed.state_hash());
    here
}

/// Boxes that fall on each other and on a floor with friction.
const PILE: &str = "[[lattice]]\nshape = \"box\"\ncounts = [3, 3, 4]\nspacing = 0.03\norigin = [0, 0, 0.02]\norientation = \"random\"\n";

#[test]
fn restart_same() {
    // Stopped while grains rub on each other: springs of friction and velocities of the half step must come back.
    let mut run = start(scene("time_step = 2e-5\nseed = 5\n", &format!("{FLOOR}{PILE}")), 1);
    let stretched = run.step(6000).expect("falls").energies.tangential;
    assert!(stretched > 0.0, "no spring to remember");
    let end = restarted(&mut run, "restart", 3000);
    assert!(end.energies.flows.dissipated_friction > 0.0 && end.counts.contacts > 10, "{end:?}");
}

#[test]
fn insertion_restart() {
    // Stopped in the middle of an insertion: the same grains come in, at the same steps and places.
    let rain = "[[insertion]]\nregion = { type = \"box\", min = [-0.05, -0.05, 0.05], max = [0.05, 0.05, 0.12] }\n\
        from = 0.0\nuntil = 0.1\ntotal = 50\nmix = [{ shape = \"box\" }, { shape = \"ball\" }]\n\
        size = { distribution = \"uniform\", min = 0.7, max = 1.2 }\nvelocity = [0, 0, -1]\n";
    let mut run = start(scene("time_step = 2e-5\nseed = 3\n", &format!("{FLOOR}{rain}")), 1);
    let middle = run.step(2500).expect("rains").grains;
    assert!((10..40).contains(&middle), "{middle} grains: not in the middle of the insertion");
    assert_eq!(restarted(&mut run, "insertion", 3500).grains, 50);
}

#[test]
fn runs_differ() {
    // Polyhedra in contact, twice with one thread and once with two.
    let hash = |threads: usize| {
        let mut run = start(scene("time_step = 2e-5\nseed = 9\n", &format!("{FLOOR}{PILE}")), threads);
        let report = run.step(8000).expect("falls");
        assert!(report.counts.contacts > 10, "{report:?}");
        run.state_hash()
    };
    let first = hash(1);
    assert_eq!(first, hash(1));
    assert_eq!(first, hash(2));
}

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
    let refused = |simulation: &str, rest: &str| match Simulation::new(scene(simulation, rest), Options::default()) {
        Ok(_) => panic!("not refused: {rest}"),
        Err(error) => error.to_string(),
    };
    let body = |z: f64| format!("[[body]]\nshape = \"ball\"\nposition = [0, 0, {z}]\n");
    let overlapping = refused("time_step = 1e-6\n", &format!("{}{}", body(1.0), body(1.015)));
    assert!(overlapping.starts_with("test.toml:") && overlapping.contains("5.000e-3 m"), "{overlapping}");
    let sunk = refused("time_step = 1e-6\n", &format!("{FLOOR}{}", body(0.008)));
    assert!(sunk.starts_with("test.toml:") && sunk.contains("\"floor\""), "{sunk}");
    let slow = refused("time_step = 1e-2\n", &body(1.0));
    assert!(slow.starts_with("test.toml:3:") && slow.contains("critical step"), "{slow}");
}
