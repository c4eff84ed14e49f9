//! Both back ends in lock-step on the example scenes; and that the comparison notices what is wrong.

use packstone::device::GpuOptions;
use packstone::device::compare::Comparison;
use packstone::device::inject_fault::InjectedFault;
use packstone::device::lockstep::Lockstep;

use packstone::scene::{DragSettings, Scene};

use super::{ball, loaded, parsed, rain};

fn lockstep(scene: &Scene) -> Lockstep {
    Lockstep::new(scene, GpuOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Most steps that are compared before a scene counts as one without contacts.
const MOST: usize = 400;

/// Compares steps, each after `every` unwatched ones, until so many contacts have been compared.
fn compared(scene: &Scene, every: u64, wanted: usize) {
    compared_with(scene, GpuOptions::default(), every, wanted);
}

/// The same with other options.
pub fn compared_with(scene: &Scene, options: GpuOptions, every: u64, wanted: usize) {
    let mut both = Lockstep::new(scene, options).unwrap_or_else(|error| panic!("{error}"));
    let path = scene.source.path().display();
    let (mut contacts, mut steps) = (0, 0);
    while contacts < wanted {
        assert!(steps < MOST, "{path}: {contacts} contacts only in {steps} steps");
        both.skip(every).expect("steps");
        for found in both.step(|_, _| false).expect("a step") {
            assert_eq!(found.offenders, 0, "{path}, step {:?}: {found:?}", both.progress());
            // Normals are compared where both sides touch; forces of grains are summed in any case.
            contacts += if found.quantity == "normal" { found.elements } else { 0 };
        }
        steps += 1;
    }
    println!("{path}: {contacts} contacts compared in {steps} steps, up to {:?}", both.progress());
}

/// Impacts of polyhedra, and grains of three shapes that come in; the other scenes of examples are in the slow tier.
#[test]
fn impacts_and_insertion_agree_in_every_pass() {
    compared(&loaded("examples/scenes/verification-polyhedra.toml"), 30, 5);
    compared(&rain(), 60, 100);
}

/// Wet grains and sticky ones of all shapes, thrown together: contacts form, hold across gaps and break.
#[test]
fn cohesive_grains_agree_in_every_pass() {
    let wet = loaded("examples/scenes/wet-grains.toml");
    compared(&wet, 40, 60);
    // In a tube, at which cohesion ends with the overlap.
    let text = include_str!("../../../examples/scenes/wet-grains.toml");
    let tube = "[[wall]]\nname = \"tube\"\nmaterial = \"glass\"\ntype = \"cylinder\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\n\
                radius = 0.0115\nside = \"inside\"\n[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\ntype = \"plane\"\n\
                point = [0, 0, 0]\nnormal = [0, 0, 1]\n\n[[insertion]]";
    let (before, rest) = text.split_once("[[wall]]").expect("a wall");
    let (_, behind) = rest.split_once("[[insertion]]").expect("an insertion");
    compared(
        &parsed(&format!("{before}{tube}{behind}").replace("velocity = [0, 0, -0.3]", "velocity = [1, 0.3, -0.3]")),
        60,
        60,
    );
    for model in ["{ model = \"jkr\", energy = 0.3 }", "{ model = \"dmt\", energy = 0.3, range = 2e-4 }"] {
        let text = include_str!("../../../examples/scenes/wet-grains.toml");
        let line = text.lines().find(|line| line.starts_with("cohesion")).expect("its cohesion");
        let text = text.replace(line, &format!("cohesion = {model}"));
        compared(&parsed(&text.replace("stiffness = 2e3", "young = 2e6\npoisson = 0.3")), 40, 60);
    }
}

#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn example_scenes_agree_in_every_pass() {
    // The ball's fall takes 60,000 steps: it is watched from just before the floor, at the speed that it has there.
    let mut ball = loaded("examples/scenes/bouncing-ball.toml");
    (ball.bodies[0].position.z, ball.bodies[0].velocity.z) = (0.0502, -3.13);
    compared(&ball, 5, 5);
    compared(&loaded("examples/scenes/verification-superquadrics.toml"), 30, 5);
    compared(&loaded("examples/scenes/quickstart.toml"), 300, 100);
    compared(&loaded("examples/scenes/settling-polyhedra.toml"), 150, 5);
}

/// A wall that turns, and cylinders; the other scenes of the gallery are in the slow tier.
#[test]
fn a_drum_agrees_in_every_pass() {
    compared(&loaded("examples/scenes/drum.toml"), 300, 5);
}

/// What users do: packings, flows, walls that shake.
#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn scenes_of_the_gallery_agree_in_every_pass() {
    for name in ["box-packing", "cylinder-packing", "hopper", "wide-sizes", "vibrated-bed", "heap", "heap-wet"] {
        compared(&loaded(&format!("examples/scenes/{name}.toml")), 300, 5);
    }
    compared(&loaded("examples/scenes/bed-2000.toml"), 60, 5);
}

/// What materials have beside elastic constants and friction; and drag, which is no key of theirs.
const EVERY_LAW: &str = "rolling_friction = 0.2\ntwisting_friction = 0.1\ncohesion = { model = \"jkr\", energy = 1.0 }\n\
                         [drag]\nrelaxation_time = 0.5\nviscosity = 0.01\n";

/// All kinds of tangential springs and dashpots, cohesion and drag, and resistance to rolling and twisting.
#[test]
fn elastic_constants_agree_in_every_pass() {
    for keys in [
        EVERY_LAW,
        "contact_radius = \"curvature\"\n",
        "contact_radius = \"curvature\"\nrolling_friction = 0.2\ncohesion = { model = \"dmt\", energy = 0.3, range = 2e-4 }\n",
        "tangential_spring = \"elongation\"\n",
        "tangential_spring = \"increments\"\n",
        "tangential_spring = \"elongation\"\ndashpots = \"sticking\"\n",
        "dashpots = \"together\"\n",
    ] {
        compared(&of_elastic_constants(keys), 150, 150);
    }
}

/// Grains of all shapes by their elastic constants, of two materials and many sizes.
fn of_elastic_constants(keys: &str) -> Scene {
    let (of_material, drag) = keys.split_at(keys.find("[drag]").unwrap_or(keys.len()));
    let mut text = String::from(
        "[simulation]\nsteps = 4000\nseed = 5\n[[wall]]\nmaterial = \"hard\"\ntype = \"box\"\nmin = [-0.015, -0.015, 0]\n\
         max = [0.015, 0.015, 0.2]\nopen = [\"top\"]\n",
    );
    for (name, young, poisson) in [("soft", 2e6, 0.4), ("hard", 5e6, 0.2)] {
        text += &format!(
            "[[material]]\nname = \"{name}\"\ndensity = 2500\nyoung = {young}\npoisson = {poisson}\nrestitution = 0.6\n\
             friction = 0.4\n{of_material}"
        );
    }
    text += drag;
    let shapes = [
        "type = \"sphere\"\nradius = 0.004",
        "type = \"box\"\nhalf_extents = [0.003, 0.0035, 0.0025]",
        "type = \"cylinder\"\nradius = 0.003\nhalf_height = 0.003",
        "type = \"ellipsoid\"\nradii = [0.004, 0.003, 0.0035]",
        "type = \"capsule\"\nradius = 0.002\nhalf_height = 0.002",
        "type = \"superquadric\"\nradii = [0.004, 0.003, 0.0035]\nn1 = 3\nn2 = 4",
    ];
    for (k, shape) in shapes.iter().enumerate() {
        let material = ["soft", "hard"][k % 2];
        text += &format!("[[shape]]\nname = \"s{k}\"\nmaterial = \"{material}\"\n{shape}\n");
        text += &format!(
            "[[lattice]]\nshape = \"s{k}\"\ncounts = [3, 3, 1]\nspacing = [0.0095, 0.0095, 0.01]\norigin = [-0.0095, -0.0095, {}]\n\
             velocity = [0.1, -0.2, -1]\nangular_velocity = [4, -3, 2]\nscale = {}\norientation = \"random\"\n",
            0.006 + 0.011 * k as f64,
            0.7 + 0.05 * k as f64,
        );
    }
    parsed(&text)
}

/// Grains that come in, of three shapes, with all kinds of drag in a fluid that flows, and a limit that acts.
#[test]
fn drag_agrees_in_every_pass() {
    let scene = rain();
    for (fluid, limit) in [(DragSettings { viscosity: 0.05, ..DragSettings::default() }, None), (thick(), Some(0.2))] {
        let drag = Some(DragSettings { speed_limit: limit, ..fluid });
        compared(&Scene { drag, ..scene.clone() }, 60, 60);
    }
}

fn thick() -> DragSettings {
    DragSettings {
        relaxation_time: Some(0.3),
        spin_relaxation_time: Some(1e-4),
        viscosity: 2.0,
        fluid_density: 800.0,
        drag_coefficient: 0.44,
        fluid_velocity: glam::DVec3::new(0.3, -0.2, -0.4),
        speed_limit: None,
    }
}

#[test]
fn moving_walls_agree_in_every_pass() {
    // A floor that rises and turns under a ball that rolls on it.
    let material = "stiffness = 1e5\nrestitution = 0.5\nfriction = 0.3";
    let text = ball("time_step = 1e-5", material, "position = [0.02, 0, 0.01]").replace(
        "normal = [0, 0, 1]\n",
        "normal = [0, 0, 1]\nvelocity = [0, 0, 0.2]\nrotation = { axis = [0, 0, 1], rate = 3, center = [0, 0, 0] }\n",
    );
    compared(&parsed(&text), 10, 30);
}

/// Cubes that lie in a tube with an edge along it, slanted so little that its two ends are one contact for floats and two for
/// doubles, and up to so much that they are two for both.
fn slanted_cubes() -> Scene {
    let mut text =
        "[simulation]\nsteps = 1000\ntime_step = 2e-6\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 4e3\n\
        restitution = 0.3\nfriction = 0.5\n[[shape]]\nname = \"cube\"\nmaterial = \"m\"\ntype = \"box\"\n\
        half_extents = [0.0035, 0.0035, 0.0035]\n[[wall]]\nname = \"tube\"\nmaterial = \"m\"\ntype = \"cylinder\"\n\
        base = [0, 0, 0]\naxis = [0, 1, 0]\nradius = 0.07\nside = \"inside\"\n"
            .to_owned();
    for (k, slant) in [1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2].into_iter().enumerate() {
        let height = -0.07 + 0.0035 * 2f64.sqrt() + 2e-5;
        let turn = glam::DQuat::from_rotation_z(slant) * glam::DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4);
        text += &format!(
            "[[body]]\nshape = \"cube\"\nposition = [0, {}, {height}]\norientation = [{}, {}, {}, {}]\n\
             velocity = [0.02, 0, -0.5]\n",
            0.02 * k as f64,
            turn.w,
            turn.x,
            turn.y,
            turn.z
        );
    }
    parsed(&text)
}

#[test]
fn close_maxima_in_a_tube_are_one_force() {
    let mut both = lockstep(&slanted_cubes());
    both.skip(40).expect("steps");
    let mut forces = 0;
    for _ in 0..12 {
        both.skip(9).expect("steps");
        for found in both.step(|_, _| false).expect("a step") {
            assert_eq!(found.offenders, 0, "step {:?}: {found:?}", both.progress());
            forces += if (found.pass, found.quantity) == ("walls", "normal") { found.elements } else { 0 };
        }
    }
    assert!(forces > 20, "{forces} contacts compared");
    // Whichever contacts each side has, a wrong force or a wrong lever shows.
    let mut both = Meddled(both);
    for (how, quantity) in [(InjectedFault::WallForces(1.03), "force"), (InjectedFault::WallPoints(0.05), "torque")] {
        let wrong = both.reported("walls", how);
        assert!(wrong.iter().any(|found| found.quantity == quantity), "{how:?}: {wrong:?}");
    }
}

/// A run that is meddled with: what is seen of it, never what it does.
struct Meddled(Lockstep);

impl Meddled {
    /// The run after so many steps.
    fn after(steps: u64) -> Self {
        let mut both = lockstep(&rain());
        both.skip(steps).expect("steps");
        Self(both)
    }

    /// All that is reported when the next result of a pass that can be meddled with is: of that pass alone.
    fn reported(&mut self, pass: &'static str, how: InjectedFault) -> Vec<Comparison> {
        for _ in 0..MOST {
            let mut meddled = false;
            let found = self.0.step(|at, run| {
                let now = at == pass && run.inject_fault(how);
                meddled |= now;
                now
            });
            let wrong: Vec<_> = found.expect("a step").into_iter().filter(|found| found.offenders > 0).collect();
            if meddled {
                assert!(wrong.iter().all(|found| found.pass == pass), "{how:?} shows elsewhere: {wrong:?}");
                return wrong;
            }
            assert!(wrong.is_empty(), "{wrong:?}");
        }
        panic!("nothing to do {how:?} to in {MOST} steps");
    }

    /// Asks for a change to be reported as a wrong `quantity`, in so many elements.
    fn is_reported(&mut self, pass: &'static str, how: InjectedFault, quantity: &str, elements: usize) -> String {
        let wrong = self.reported(pass, how);
        let found = wrong.iter().find(|found| found.quantity == quantity);
        let found = found.unwrap_or_else(|| panic!("{how:?} is not reported as {quantity}: {wrong:?}"));
        assert_eq!(found.offenders, elements, "{how:?}: {found:?}");
        found.first.clone().unwrap_or_default()
    }
}

#[test]
fn changes_of_motion_and_contacts_are_reported_where_they_are() {
    let mut both = Meddled::after(900);
    let moved = both.is_reported("drift", InjectedFault::Body(3, 1e-6), "position", 1);
    assert!(moved.starts_with("grain 3:"), "{moved}");
    both.is_reported("kick", InjectedFault::Body(2, 1e-6), "velocity", 1);
    both.is_reported("gather", InjectedFault::Body(1, 1e-6), "force", 1);
    for (pass, how) in [("contacts", InjectedFault::Forces(1.02)), ("walls", InjectedFault::WallForces(1.02))] {
        let wrong = both.reported(pass, how);
        assert!(wrong.iter().any(|found| found.quantity == "force"), "{how:?}: {wrong:?}");
    }
}

#[test]
fn changes_of_lists_are_reported_where_they_are() {
    let mut both = Meddled::after(900);
    both.is_reported("displacement", InjectedFault::Rebuild, "rebuild", 1);
    let shifted = both.is_reported("bounds", InjectedFault::Box(4, 1e-5), "corners of boxes", 1);
    assert!(shifted.contains("grain 4:"), "{shifted}");
    both.is_reported("bounds", InjectedFault::BoxTurn(2, 1e-4), "corners of boxes", 1);
    both.is_reported("pairs", InjectedFault::MissingPair, "list of pairs", 1);
    both.is_reported("pairs", InjectedFault::ExtraPair, "list of pairs", 1);
    both.is_reported("remap", InjectedFault::SwappedHistories, "histories of pairs", 2);
    both.is_reported("remap", InjectedFault::LostHistory, "histories of pairs", 1);
    both.is_reported("remap", InjectedFault::LostPair, "histories of pairs", 1);
    both.is_reported("remap", InjectedFault::LostWallHistory, "histories of walls", 1);
}

#[test]
fn changes_of_the_account_and_of_new_grains_are_reported_where_they_are() {
    let mut both = Meddled::after(250);
    both.is_reported("insert", InjectedFault::Attempt { blocked: false }, "blocked attempts", 1);
    both.is_reported("insert", InjectedFault::Attempt { blocked: true }, "blocked attempts", 1);
    both.is_reported("insert", InjectedFault::NewGrain(1e-9), "new grains", 1);
    both.is_reported("observe", InjectedFault::Energy(1.0 + 2e-5), "energies", 1);
    both.is_reported("observe", InjectedFault::Heat(1.0 + 1e-9), "flows", 1);
    both.is_reported("observe", InjectedFault::Count, "counts", 1);
    both.is_reported("observe", InjectedFault::LargestOverlap(1.0 + 1e-6), "largest overlap", 1);
    both.is_reported("observe", InjectedFault::WallsGone(1e-6), "way of walls", 1);
}
