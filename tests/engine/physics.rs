//! The engine against closed forms.

use glam::DVec3;
use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

fn start(text: &str) -> Simulation {
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    let outcome = Scene::parse(text, "test.toml")
        .map_err(|error| error.to_string())
        .and_then(|scene| Simulation::new(scene, Options::threads(1)).map(|_| ()).map_err(|error| error.to_string()));
    outcome.expect_err("this scene must be refused")
}

/// A material, the shape "ball" of radius 1 cm, and what else is asked for.
fn scene(simulation: &str, material: &str, rest: &str) -> String {
    format!(
        "[simulation]\nsteps = 1000\n{simulation}\n[[material]]\nname = \"m\"\ndensity = 2500\n{material}\n\
         [[shape]]\nname = \"ball\"\nmaterial = \"m\"\ntype = \"sphere\"\nradius = 0.01\n{rest}\n"
    )
}

const FLOOR: &str =
    "[[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
const ELASTIC: &str = "stiffness = 1e5\nrestitution = 1\nfriction = 0\n";

#[test]
fn free_fall() {
    let mut run = start(&scene(
        "time_step = 1e-5\n",
        ELASTIC,
        "[[body]]\nshape = \"ball\"\nposition = [0, 0, 10]\nvelocity = [1, 2, 3]\n",
    ));
    let _ = run.step(1000).expect("falls");
    let (t, seen) = (run.time(), run.snapshot());
    let expected = DVec3::new(t, 2.0 * t, 10.0 + 3.0 * t - 0.5 * 9.81 * t * t);
    assert!(seen.positions[0].distance(expected) < 1e-12, "{} is not {expected}", seen.positions[0]);
    assert!(seen.velocities[0].distance(DVec3::new(1.0, 2.0, 3.0 - 9.81 * t)) < 1e-12);
}

#[test]
fn an_elastic_ball_comes_back_to_its_height() {
    let text =
        scene("time_step = 2e-6\n", ELASTIC, &format!("{FLOOR}[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.06]\n"));
    let mut run = start(&text);
    let (mut highest, mut bounced) = (0.0f64, false);
    for _ in 0..120_000 {
        let _ = run.step(1).expect("bounces");
        let grain = run.grains().poses[0].position.z;
        bounced |= grain < 0.0101;
        if bounced && run.grains().motions[0].velocity.z > 0.0 {
            highest = grain;
        } else if bounced && highest > 0.02 {
            break;
        }
    }
    assert!((highest - 0.06).abs() < 1e-5, "{highest}");
}

#[test]
fn a_collision_lasts_half_a_period_of_its_spring() {
    let text = scene(
        "time_step = 1e-7\ngravity = [0, 0, 0]\n",
        ELASTIC,
        &format!("{FLOOR}[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.0100001]\nvelocity = [0, 0, -1]\n"),
    );
    let mut run = start(&text);
    let mut steps = 0;
    for _ in 0..20_000 {
        steps += run.step(1).expect("a step").counts.wall_contacts;
    }
    let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    let expected = std::f64::consts::PI * (mass / 1e5f64).sqrt();
    let seen = steps as f64 * 1e-7;
    assert!((seen - expected).abs() < 5e-3 * expected, "{seen} s, not {expected} s");
}

#[test]
fn restitution_is_what_was_asked_for() {
    for exponent in [1.0, 1.5] {
        for restitution in [0.1, 0.3, 0.5, 0.7, 0.9, 1.0] {
            let stiffness = if exponent == 1.0 { 1e5 } else { 1e7 };
            let material =
                format!("stiffness = {stiffness}\nexponent = {exponent}\nrestitution = {restitution}\nfriction = 0\n");
            let text = scene(
                "time_step = 1e-6\ngravity = [0, 0, 0]\n",
                &material,
                &format!(
                    "{FLOOR}[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.010001]\nvelocity = [0, 0, -1]\n\
                 [[body]]\nshape = \"ball\"\nposition = [1, 0, 0.5]\nvelocity = [1, 0, 0]\n\
                 [[body]]\nshape = \"ball\"\nposition = [1.020001, 0, 0.5]\n"
                ),
            );
            let mut run = start(&text);
            let _ = run.step(20_000).expect("collides");
            let v = &run.snapshot().velocities;
            let (wall, pair) = (v[0].z, v[2].x - v[1].x);
            for seen in [wall, pair] {
                assert!((seen - restitution).abs() < 0.01, "m = {exponent}, e = {restitution}: {seen}");
            }
        }
    }
}

#[test]
fn sliding_stops_and_rolling_begins_as_in_the_books() {
    // A ball set down sliding: after t = 2 v / (7 mu g) it rolls, at 5/7 of its speed.
    let material = "stiffness = 1e5\nrestitution = 0.5\nfriction = 0.2\n";
    let text = scene(
        "time_step = 5e-6\n",
        material,
        &format!("{FLOOR}[[body]]\nshape = \"ball\"\nposition = [0, 0, {}]\nvelocity = [0.5, 0, 0]\n", 0.01 - 0.9e-8),
    );
    let mut run = start(&text);
    let before = run.energies().balance();
    let _ = run.step(40_000).expect("slides");
    let seen = run.snapshot();
    let speed = seen.velocities[0].x;
    assert!((speed - 5.0 / 7.0 * 0.5).abs() < 2e-3, "{speed}");
    assert!((seen.angular_velocities[0].y * 0.01 - speed).abs() < 1e-3, "{:?}", seen.angular_velocities[0]);
    // What friction took is the kinetic energy that is gone.
    let (after, lost) = (run.energies().balance(), run.energies().flows.dissipated_friction);
    assert!((after - before).abs() < 0.02 * lost, "balance {before} to {after}, dissipated_friction {lost}");
}

#[test]
fn a_box_slides_to_a_stop() {
    let text = "[simulation]\nsteps = 10\ntime_step = 1e-5\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 1e6\nrestitution = 0.3\nfriction = 0.3\n\
        [[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.02, 0.02, 0.005]\n\
        [[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n\
        [[body]]\nshape = \"box\"\nposition = [0, 0, 0.005]\nvelocity = [0.4, 0, 0]\n";
    let mut run = start(text);
    let before = run.energies().balance();
    let _ = run.step(40_000).expect("slides");
    let seen = run.snapshot();
    let expected = 0.4 * 0.4 / (2.0 * 0.3 * 9.81);
    assert!((seen.positions[0].x - expected).abs() < 0.02 * expected, "{} m, not {expected} m", seen.positions[0].x);
    assert!(seen.velocities[0].length() < 1e-4, "{}", seen.velocities[0]);
    let (after, lost) = (run.energies().balance(), run.energies().flows.dissipated_friction);
    assert!((after - before).abs() < 0.02 * lost, "balance {before} to {after}, dissipated_friction {lost}");
}

#[test]
fn a_free_cluster_keeps_its_momenta() {
    let mut bodies = String::new();
    for (k, shape) in ["ball", "box", "can", "egg", "pill"].iter().cycle().take(20).enumerate() {
        let (x, y, z) = ((k % 3) as f64 * 0.03, (k / 3 % 3) as f64 * 0.03, (k / 9) as f64 * 0.03);
        let (vx, vy) = (0.5 - x * 20.0, 0.4 - y * 17.0);
        bodies += &format!(
            "[[body]]\nshape = \"{shape}\"\nposition = [{x}, {y}, {z}]\nvelocity = [{vx}, {vy}, {}]\nangular_velocity = [{}, 3, 20]\n",
            0.5 - z * 25.0,
            k as f64
        );
    }
    let shapes = "[[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.008, 0.006]\n\
        [[shape]]\nname = \"can\"\nmaterial = \"m\"\ntype = \"cylinder\"\nradius = 0.008\nhalf_height = 0.009\n\
        [[shape]]\nname = \"egg\"\nmaterial = \"m\"\ntype = \"ellipsoid\"\nradii = [0.012, 0.008, 0.007]\n\
        [[shape]]\nname = \"pill\"\nmaterial = \"m\"\ntype = \"capsule\"\nradius = 0.006\nhalf_height = 0.006\n";
    let text = scene(
        "time_step = 5e-6\ngravity = [0, 0, 0]\n",
        "stiffness = 1e5\nrestitution = 0.6\nfriction = 0.5\n",
        &format!("{shapes}{bodies}"),
    );
    let mut run = start(&text);
    let momenta = |run: &Simulation| {
        let grains = run.grains();
        (0..grains.len()).fold((DVec3::ZERO, DVec3::ZERO), |(p, l), k| {
            let mass = run.kinds().get(grains.kinds[k]).inertia.mass;
            let linear = grains.motions[k].velocity * mass;
            (p + linear, l + grains.poses[k].position.cross(linear) + grains.motions[k].momentum)
        })
    };
    let (p, l) = momenta(&run);
    let scale = run.energies().kinetic().sqrt();
    let mut contacts = 0;
    for _ in 0..200 {
        contacts += run.step(100).expect("collides").counts.contacts;
    }
    assert!(contacts > 20, "they do not meet: {contacts}");
    let (p2, l2) = momenta(&run);
    assert!(p.distance(p2) < 1e-13 * scale, "{p} became {p2}");
    assert!(l.distance(l2) < 1e-13 * scale, "{l} became {l2}");
}

#[test]
fn threads_and_repeats_change_no_bit() {
    let text = scene(
        "time_step = 1e-5\nseed = 7\n",
        "stiffness = 1e5\nrestitution = 0.4\nfriction = 0.4\n",
        &format!(
            "[[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.008, 0.006]\n{FLOOR}\
             [[lattice]]\nshape = \"box\"\ncounts = [6, 6, 6]\nspacing = [0.03, 0.03, 0.03]\norigin = [0, 0, 0.02]\nvelocity = [0, 0, -2]\norientation = \"random\"\n"
        ),
    );
    let hash = |threads: usize| {
        let scene = Scene::parse(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut run = Simulation::new(scene, Options::threads(threads)).unwrap_or_else(|error| panic!("{error}"));
        let report = run.step(6000).expect("falls");
        assert!(report.counts.contacts + report.counts.wall_contacts > 30, "{report:?}");
        run.state_hash()
    };
    let one = hash(1);
    assert_eq!((hash(1), hash(2), hash(3)), (one, one, one));
}

#[test]
fn going_on_equals_not_stopping() {
    let text = scene(
        "time_step = 1e-5\nseed = 3\n",
        "stiffness = 1e5\nrestitution = 0.4\nfriction = 0.4\n",
        &format!(
            "[[shape]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.008, 0.006]\n{FLOOR}\
             [[insertion]]\nregion = {{ type = \"box\", min = [-0.05, -0.05, 0.05], max = [0.05, 0.05, 0.12] }}\n\
             from = 0.0\nuntil = 0.05\ntotal = 60\nmix = [{{ shape = \"box\", weight = 1 }}, {{ shape = \"ball\", weight = 1 }}]\n\
             size = {{ distribution = \"uniform\", min = 0.7, max = 1.2 }}\nvelocity = [0, 0, -1]\n"
        ),
    );
    let mut whole = start(&text);
    let _ = whole.step(4000).expect("runs");
    let file = std::env::temp_dir().join(format!("packstone-checkpoint-{}.bin", std::process::id()));
    whole.save(&file).expect("is saved");
    let mut resumed = Simulation::load(&file, Options::threads(2)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(resumed.state_hash(), whole.state_hash());
    let (a, b) = (whole.step(8000).expect("runs"), resumed.step(8000).expect("runs"));
    // Grains have come in, collided often and dissipated_friction on each other since.
    assert!(a.grains == 50 && a.counts.ended > 200 && a.energies.flows.dissipated_friction > 1e-3, "{a:?}");
    assert_eq!(a, b);
    assert_eq!(resumed.state_hash(), whole.state_hash());
    std::fs::remove_file(&file).expect("is removed");
}

#[test]
fn bad_starts_are_refused_with_what_to_do() {
    let two =
        "[[body]]\nshape = \"ball\"\nposition = [0, 0, 1]\n[[body]]\nshape = \"ball\"\nposition = [0, 0, 1.015]\n";
    let message = refused(&scene("time_step = 1e-6\n", ELASTIC, two));
    assert!(message.starts_with("test.toml:17:") && message.contains("5.000e-3 m"), "{message}");
    let sunk = format!("{FLOOR}[[body]]\nshape = \"ball\"\nposition = [0, 0, 0.008]\n");
    let message = refused(&scene("time_step = 1e-6\n", ELASTIC, &sunk));
    assert!(message.contains("test.toml:23:") && message.contains("\"floor\""), "{message}");
    let alone = "[[body]]\nshape = \"ball\"\nposition = [0, 0, 1]\n";
    let message = refused(&scene("time_step = 1e-2\n", ELASTIC, alone));
    assert!(message.contains("test.toml:3:") && message.contains("critical step"), "{message}");
}

#[test]
fn a_wall_that_lifts_does_the_work() {
    let material = "stiffness = 1e5\nrestitution = 0.2\nfriction = 0.3\n";
    let lift = "[[wall]]\nname = \"lift\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nvelocity = [0, 0, 0.2]\n\
        [[body]]\nshape = \"ball\"\nposition = [0, 0, 0.01]\n";
    let mut run = start(&scene("time_step = 5e-6\n", material, lift));
    let before = run.energies().balance();
    let _ = run.step(40_000).expect("rises");
    let energies = run.energies();
    let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    assert!((run.snapshot().positions[0].z - 0.05).abs() < 1e-4);
    let expected = mass * 9.81 * 0.04 + 0.5 * mass * 0.04;
    assert!(energies.flows.wall_work > expected, "{energies:?} {expected}");
    assert!((energies.balance() - before).abs() < 1e-3 * expected, "{before} to {}", energies.balance());
}

#[test]
fn cylinders_settle_by_either_measure_of_their_overlap() {
    let run = |method: &str| {
        let text = format!(
            "[simulation]\nsteps = 10\ntime_step = 4e-5\nseed = 2\n[contact]\ncylinders = \"{method}\"\n\
             [[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 2e4\nrestitution = 0.2\nfriction = 0.4\n\
             [[shape]]\nname = \"can\"\nmaterial = \"m\"\ntype = \"cylinder\"\nradius = 0.01\nhalf_height = 0.01\n\
             [[wall]]\nname = \"box\"\nmaterial = \"m\"\ntype = \"box\"\nmin = [-0.04, -0.04, 0]\nmax = [0.04, 0.04, 0.4]\n\
             [[lattice]]\nshape = \"can\"\ncounts = [2, 2, 3]\nspacing = 0.036\norigin = [-0.018, -0.018, 0.02]\norientation = \"random\"\n"
        );
        let mut run = start(&text);
        // Long enough for a can that leans on others for half a second before it falls.
        let report = run.step(20_000).expect("settles");
        let top = run.snapshot().positions.iter().map(|p| p.z).fold(0.0, f64::max);
        (report, top, run.state_hash())
    };
    let (minkowski, axisymmetric) = (run("minkowski"), run("axisymmetric"));
    // The framework's force is no gradient, and its contacts are points: a packing by it stays a little restless.
    for ((report, top, _), restless) in [(&minkowski, 1e-3), (&axisymmetric, 0.1)] {
        assert!(report.grains == 12 && report.counts.contacts + report.counts.wall_contacts > 15, "{report:?}");
        assert!((0.02..0.08).contains(top), "{top}");
        assert!(report.counts.largest_overlap < 2e-3, "{report:?}");
        let fallen = report.energies.flows.dissipated_damping + report.energies.flows.dissipated_friction;
        assert!(report.energies.kinetic() < restless * fallen, "{report:?}");
    }
    assert_ne!(minkowski.2, axisymmetric.2, "the measure makes no difference");
}

#[test]
fn overlaps_of_the_start_need_leave_and_their_energy_is_in_the_account() {
    // Two balls 0.1 mm in each other, a third as deep in the floor: each overlap holds k d^2 / 2.
    let bodies = [[0.0, 0.0, 0.1], [0.0199, 0.0, 0.1], [0.1, 0.0, 0.0099]];
    let bodies = bodies.map(|place| format!("[[body]]\nshape = \"ball\"\nposition = {place:?}\n")).concat();
    let text = |key: &str| {
        let simulation = format!("time_step = 1e-6\ngravity = [0, 0, 0]\n{key}");
        scene(&simulation, ELASTIC, &format!("{FLOOR}{bodies}"))
    };
    let reason = refused(&text(""));
    assert!(reason.contains("overlaps the \"ball\"") && reason.contains("start_overlap"), "{reason}");
    assert!(refused(&text("start_overlap = 0.009\n")).contains("overlaps the \"ball\""));
    assert!(refused(&text("start_overlap = 0.5\n")).contains("is outside 0 to 0.1"));
    let mut run = start(&text("start_overlap = 0.011\n"));
    let before = run.report().energies.balance();
    let energies = run.step(1000).expect("they part").energies;
    assert!((energies.kinetic() - 1e-3).abs() < 1e-6, "{}", energies.kinetic());
    assert!((energies.balance() - before).abs() < 1e-6, "{} J came from nowhere", energies.balance() - before);
}
