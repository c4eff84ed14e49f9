//! What stands still must stay still.

use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

fn start(text: &str) -> Simulation {
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"))
}

const GROUND: &str = "[simulation]\nsteps = 10\ntime_step = 2e-5\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 1e5\n\
    restitution = 0.3\nfriction = 0.5\n[[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";

/// Kinetic energies [J] at the end of every `block` steps.
fn kinetic(run: &mut Simulation, blocks: usize, block: u64) -> Vec<f64> {
    (0..blocks).map(|_| run.step(block).expect("a step").energies.kinetic()).collect()
}

#[test]
fn a_stack_of_ten_boxes_stands() {
    let mut text = format!(
        "{GROUND}[[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.02, 0.02, 0.01]\n"
    );
    for k in 0..10 {
        // Each a little off the one below, and turned a little about the vertical.
        let (x, z) = (1e-3 * f64::from(k % 2), 0.01 + 0.0201 * f64::from(k));
        text += &format!(
            "[[body]]\nshape = \"box\"\nposition = [{x}, 0, {z}]\norientation = {{ axis = [0, 0, 1], angle = {} }}\n",
            0.05 * f64::from(k)
        );
    }
    let mut run = start(&text);
    let mass = run.kinds().get(0).inertia.mass;
    // The energy of one box falling by a thousandth of its height.
    let scale = mass * 9.81 * 0.02 * 1e-3;
    let seen = kinetic(&mut run, 80, 2500);
    let most = |blocks: std::ops::Range<usize>| seen[blocks].iter().copied().fold(0.0, f64::max);
    let (landed, settling, late) = (most(0..10), most(10..20), most(70..80));
    println!("landing {landed:e} J, settling {settling:e} J, at last {late:e} J, scale {scale:e} J");
    // The tower sways a while; it must fade, not live on hopping contact points.
    assert!(late < 1e-3 * scale && late < 0.1 * settling, "the stack does not come to rest: {seen:?}");
    let top = run.snapshot().positions[9];
    assert!((top.z - 0.19).abs() < 1e-3 && top.truncate().length() < 2e-3, "{top}");
}

#[test]
fn a_cylinder_stands_on_its_end() {
    let text = format!(
        "{GROUND}[[shape]]\nname = \"can\"\nmaterial = \"m\"\ntype = \"cylinder\"\nradius = 0.01\nhalf_height = 0.02\n\
        [[body]]\nshape = \"can\"\nposition = [0, 0, 0.0205]\norientation = {{ axis = [1, 2, 0], angle = 0.02 }}\n"
    );
    let mut run = start(&text);
    let mass = run.kinds().get(0).inertia.mass;
    let scale = mass * 9.81 * 0.04 * 1e-3;
    let seen = kinetic(&mut run, 60, 2500);
    let floor = seen[50..].iter().copied().fold(0.0, f64::max);
    println!("floor {floor:e} J, scale {scale:e} J");
    assert!(floor < 1e-8 * scale, "it rocks on: {seen:?}");
    assert!((run.snapshot().positions[0].z - 0.02).abs() < 1e-5);
}

#[test]
fn a_lying_cylinder_and_a_leaning_box_come_to_rest() {
    let text = format!(
        "{GROUND}[[shape]]\nname = \"can\"\nmaterial = \"m\"\ntype = \"cylinder\"\nradius = 0.01\nhalf_height = 0.02\n\
        [[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.02, 0.015, 0.01]\n\
        [[body]]\nshape = \"can\"\nposition = [0, 0, 0.0125]\norientation = {{ axis = [1, 0, 0], angle = 1.5 }}\n\
        [[body]]\nshape = \"box\"\nposition = [0.2, 0, 0.03]\norientation = {{ axis = [1, 0.3, 0], angle = 0.5 }}\n"
    );
    let mut run = start(&text);
    let scale = run.kinds().get(0).inertia.mass * 9.81 * 0.02 * 1e-3;
    let seen = kinetic(&mut run, 80, 2500);
    // A rolling cylinder is damped by nothing; it may roll on, but slowly.
    let floor = seen[70..].iter().copied().fold(0.0, f64::max);
    println!("floor {floor:e} J, scale {scale:e} J");
    assert!(floor < 1e-3 * scale, "{seen:?}");
}

#[test]
fn a_bed_of_polyhedra_comes_to_rest_and_its_account_closes() {
    // The scene of 5,000 grains with 300 of them in a narrower box.
    let mut text = include_str!("../../examples/scenes/settling-polyhedra.toml").to_string();
    for (whole, small) in [
        ("total = 5000", "total = 300"),
        ("until = 0.9", "until = 0.15"),
        ("min = [-0.07, -0.07, 0.0]", "min = [-0.03, -0.03, 0.0]"),
        ("max = [0.07, 0.07, 0.6]", "max = [0.03, 0.03, 0.6]"),
        ("min = [-0.068, -0.068, 0.25]", "min = [-0.028, -0.028, 0.10]"),
        ("max = [0.068, 0.068, 0.5]", "max = [0.028, 0.028, 0.4]"),
    ] {
        assert!(text.contains(whole), "the scene has no {whole}");
        text = text.replace(whole, small);
    }
    let mut run = start(&text);
    let before = run.energies().balance();
    let seen = kinetic(&mut run, 80, 250);
    let energies = run.energies();
    let mut speeds: Vec<f64> = run.snapshot().velocities.iter().map(|v| v.length()).collect();
    speeds.sort_by(f64::total_cmp);
    let (peak, last, median) = (seen.iter().copied().fold(0.0, f64::max), seen[79], speeds[150]);
    let (error, patch) = (energies.balance() - before, energies.flows.patch_work);
    let inserted = energies.flows.inserted;
    println!("kinetic: peak {peak:e} J, at last {last:e} J; median speed {median:e} m/s");
    println!("inserted {inserted:e} J, patch work {patch:e} J, balance off by {error:e} J");
    assert!(last < 1e-6 * peak, "it does not come to rest: {last:e} J after {peak:e} J");
    // Grains on top may still tip over; most must be still. Shaken by dashpots that are too strong for the step, or rocked
    // on by undamped patches, they creep at 1e-4 m/s.
    assert!(median < 3e-5, "the bed creeps at {median:e} m/s");
    assert!(error.abs() < 1e-7 * inserted, "the account does not close: {error:e} J of {inserted:e} J");
    assert!(patch != 0.0 && patch.abs() < 0.01 * inserted, "patches bring in {patch:e} J of {inserted:e} J");
}
