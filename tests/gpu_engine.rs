//! The engine on the GPU beside the engine on the processor. Needs an adapter; software Vulkan will do.

use packstone::engine::{Backend, GpuOptions, Options, Simulation};
use packstone::gpu::Checks;
use packstone::scene::Scene;

/// A run of a scene file's text on the GPU.
fn on_gpu(text: &str, options: GpuOptions) -> Simulation {
    let scene = Scene::parse(text, "test.toml").expect("a good scene");
    let options = Options { backend: Backend::Gpu(options), ..Options::default() };
    Simulation::new(scene, options).unwrap_or_else(|error| panic!("{error}"))
}

fn on_cpu(text: &str) -> Simulation {
    let scene = Scene::parse(text, "test.toml").expect("a good scene");
    Simulation::new(scene, Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

const BALL: &str = r#"
[simulation]
duration = 1.0
time_step = 5e-5
gravity = [0, 0, -9.81]
[[material]]
name = "steel"
density = 7800
stiffness = 1e6
restitution = 1.0
friction = 0.0
[[shape]]
name = "ball"
material = "steel"
type = "sphere"
radius = 0.01
[[wall]]
name = "floor"
material = "steel"
type = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
[[body]]
shape = "ball"
position = [0.3, -0.2, 0.012]
"#;

#[test]
fn a_ball_falls_and_bounces_as_on_the_processor() {
    let (mut gpu, mut cpu) =
        (on_gpu(BALL, GpuOptions { checks: Checks::Trusted, ..GpuOptions::default() }), on_cpu(BALL));
    for _ in 0..10 {
        let (told, expected) = (gpu.step(100).expect("steps"), cpu.step(100).expect("steps"));
        let (here, there) = (gpu.snapshot().positions[0], cpu.snapshot().positions[0]);
        println!("{here} {there} {} {}", told.energies.total(), expected.energies.total());
        assert!(here.distance(there) < 1e-5 * 0.01, "{here} is not {there}");
    }
}

#[test]
fn quickstart_begins_alike() {
    let text = include_str!("../examples/scenes/quickstart.toml");
    let (mut gpu, mut cpu) = (on_gpu(text, GpuOptions::default()), on_cpu(text));
    for _ in 0..6 {
        let begun = std::time::Instant::now();
        let told = gpu.step(500).expect("steps");
        let gpu_time = begun.elapsed();
        let begun = std::time::Instant::now();
        let expected = cpu.step(500).expect("steps");
        println!("{gpu_time:?} {:?}", begun.elapsed());
        println!("{:?}\n{:?}", told.counts, expected.counts);
        println!("{:?}\n{:?}", told.energies, expected.energies);
        assert_eq!(told.grains, expected.grains);
        let (here, there) = (gpu.snapshot(), cpu.snapshot());
        let off = here.positions.iter().zip(&there.positions).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max);
        println!("off by {off:e}; {:?}", gpu.device_tally());
    }
}

#[test]
fn lockstep_of_quickstart() {
    let scene = Scene::load("examples/scenes/quickstart.toml").expect("a scene");
    let mut both = packstone::engine::lockstep::Lockstep::new(&scene, GpuOptions::default()).expect("both");
    both.skip(800).expect("steps");
    let mut shown = 0;
    for _ in 0..200 {
        for c in both.step(|_, _| {}).expect("a step") {
            if c.offenders > 0 && shown < 12 {
                shown += 1;
                println!("{:?} {c:?}", both.progress());
            }
        }
    }
}
