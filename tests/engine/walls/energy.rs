//! Energy of grains that bounce in a tube without friction or damping, and without end.

use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

const SHAPES: [(&str, &str); 5] = [
    ("box", "type = \"box\"\nhalf_extents = [0.004, 0.0035, 0.006]"),
    ("prism", "type = \"prism\"\nsides = 6\nradius = 0.0045\nheight = 0.007"),
    ("ellipsoid", "type = \"ellipsoid\"\nradii = [0.003, 0.004, 0.006]"),
    ("cylinder", "type = \"cylinder\"\nradius = 0.005\nhalf_height = 0.003"),
    ("capsule", "type = \"capsule\"\nradius = 0.002\nhalf_height = 0.006"),
];

/// Velocities [m/s] and angular velocities [rad/s]; the slow turns bring edges that lie nearly along the tube to its wall.
const STARTS: [([f64; 2], [f64; 3]); 6] = [
    ([0.8, 0.3], [3.0, 1.0, 10.0]),
    ([-0.7, 0.5], [40.0, 0.0, 5.0]),
    ([0.5, -0.6], [0.0, 60.0, -8.0]),
    ([0.9, 0.0], [0.5, 0.2, 20.0]),
    ([1.0, 0.02], [0.0, 0.0, 0.1]),
    ([-0.3, 0.9], [0.05, 0.0, 100.0]),
];

/// One grain for each start, each at its own place along a tube: its wall never pushes them along.
fn bouncing(shape: &str, energy_return: bool) -> Simulation {
    let mut text = format!(
        "[simulation]\nsteps = 150000\ntime_step = 2e-6\ngravity = [0, 0, 0]\nenergy_return = {energy_return}\n\
         [[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 4e3\nrestitution = 1\nfriction = 0\n\
         [[shape]]\nname = \"grain\"\nmaterial = \"m\"\n{shape}\n\
         [[wall]]\nname = \"tube\"\nmaterial = \"m\"\ntype = \"cylinder\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\n\
         radius = 0.02\nside = \"inside\"\n"
    );
    for (k, ([x, y], turning)) in STARTS.iter().enumerate() {
        text += &format!(
            "[[body]]\nshape = \"grain\"\nposition = [0.001, 0.002, {}]\nvelocity = [{x}, {y}, 0]\n\
             angular_velocity = {turning:?}\n",
            0.02 * k as f64
        );
    }
    let scene = Scene::parse(&text, "tube.toml").unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(scene, Options::threads(1)).unwrap_or_else(|error| panic!("{error}"))
}

/// The largest change of the energy as a share of it, and how often grains were seen at the wall.
fn error(shape: &str, energy_return: bool) -> (f64, usize) {
    let mut run = bouncing(shape, energy_return);
    let start = run.energies().total();
    let (mut worst, mut seen) = (0.0f64, 0);
    for _ in 0..1500 {
        let _ = run.step(100).expect("bounces");
        worst = worst.max((run.energies().total() / start - 1.0).abs());
        seen += usize::from(run.energies().elastic > 0.0);
    }
    (worst, seen)
}

#[test]
fn grains_in_a_tube_keep_their_energy() {
    for (name, shape) in SHAPES {
        // Without the return of energy, it is the error of the steps: the force is the gradient of an energy all the same.
        for (energy_return, most) in [(true, 2e-4), (false, 1e-2)] {
            let (worst, seen) = error(shape, energy_return);
            println!("{name}, energy returned: {energy_return}: error {worst:.2e}, at the wall {seen} times of 1500");
            assert!(seen > 100, "{name}: seen at the wall {seen} times only");
            assert!(worst < most, "{name}, energy returned: {energy_return}: {worst:e}");
        }
    }
}
