//! Good files of each kind, value by value.

use glam::{DQuat, DVec3};
use packstone::geometry::{Polyhedron, Shape, Sphere};
use packstone::scene::{
    Amount, BodySeed, BoxSide, CylinderContact, End, Every, Orientation, Region, Scene, Side, SizeDistribution,
    TangentialSpring, TimeStep, WallGeometry, WallMotion,
};

use super::{SMALL, every_key, extended, parse, repository};

fn load_every_key() -> Scene {
    Scene::load(repository("tests/scenes/every_key.toml")).expect("a good scene")
}

/// The shape called `name`.
fn shape<'a>(scene: &'a Scene, name: &str) -> &'a Shape {
    &scene.shapes.iter().find(|shape| shape.name == name).expect("a shape of this name").shape
}

/// Lines that start with `text`, counted from 1.
fn lines_with(text: &str) -> Vec<u32> {
    (1..).zip(every_key().lines()).filter(|(_, line)| line.starts_with(text)).map(|(number, _)| number).collect()
}

#[test]
fn defaults() {
    let scene = parse(SMALL).expect("a good scene");
    assert_eq!(scene.simulation.end, End::Duration(1.0));
    assert_eq!(scene.simulation.time_step, TimeStep::Auto { safety: 0.1 });
    assert_eq!((scene.simulation.seed, scene.simulation.energy_return, scene.simulation.skin), (0, true, None));
    assert_eq!(scene.contact.cylinders, CylinderContact::Minkowski);
    let steel = &scene.materials[0];
    assert_eq!((steel.exponent, steel.tangential_stiffness_ratio), (1.0, 2.0 / 7.0));
    let line = scene.bodies[0].line;
    assert_eq!(scene.bodies, [BodySeed { line, ..BodySeed::at(0, DVec3::Z) }]);
    assert_eq!(scene.output.report_every, Every::Seconds(0.01));
    assert_eq!(scene.output.snapshot_every, Every::Seconds(0.01));
    assert_eq!(scene.output.checkpoint_every, Every::Seconds(600.0));
    assert!(!scene.output.vtk);
    assert_eq!(scene.warnings(), []);
}

#[test]
fn simulation_and_output() {
    let scene = load_every_key();
    let simulation = &scene.simulation;
    assert_eq!((simulation.end, simulation.time_step), (End::Duration(0.5), TimeStep::Fixed(1e-6)));
    assert_eq!((simulation.gravity, simulation.seed), (DVec3::new(0.0, 0.0, -9.81), 42));
    assert_eq!((simulation.energy_return, simulation.skin), (false, Some(2e-4)));
    assert_eq!(scene.contact.cylinders, CylinderContact::Axisymmetric);
    assert_eq!(scene.output.report_every, Every::Seconds(0.01));
    assert_eq!(scene.output.snapshot_every, Every::Seconds(0.05));
    assert_eq!(scene.output.checkpoint_every, Every::Never);
    assert!(scene.output.vtk);
}

#[test]
fn steps_instead_of_time() {
    let scene = Scene::load(repository("tests/scenes/by_steps.toml")).expect("a good scene");
    assert_eq!(scene.simulation.end, End::Steps(250));
    assert_eq!(scene.simulation.time_step, TimeStep::Auto { safety: 0.2 });
    assert_eq!(scene.output.report_every, Every::Steps(10));
    assert_eq!(scene.output.snapshot_every, Every::Steps(2));
}

#[test]
fn materials_and_pairs() {
    let scene = load_every_key();
    assert_eq!(scene.pair_law(0, 0).exponent, 1.5);
    let steel = scene.pair_law(1, 1);
    assert_eq!((steel.stiffness, steel.exponent, steel.restitution, steel.friction), (1e6, 1.0, 0.7, 0.2));
    let both = scene.pair_law(0, 1);
    assert_eq!(both, scene.pair_law(1, 0));
    assert_eq!((both.stiffness, both.exponent, both.restitution), (1.5e6, 1.0, 0.8));
    assert_eq!((both.friction, both.tangential_ratio), (0.3, 0.4));
}

#[test]
fn stiffness_follows_from_what_is_accepted() {
    let scene = Scene::load(repository("tests/scenes/by_steps.toml")).expect("a good scene");
    // A ball of 20 mm at 2 m/s stops in a linear spring after 0.2 mm: k d^2 = m v^2.
    let mass = 2000.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.02f64.powi(3);
    let expected = mass * 4.0 / (0.01 * 0.02f64).powi(2);
    assert!((scene.materials[0].stiffness / expected - 1.0).abs() < 1e-12, "{}", scene.materials[0].stiffness);
    // A cube of 20 mm at 1 m/s, in Hertz' spring, after 0.2 mm: 4/3 E* sqrt(R) d^2.5 / 2.5 = m v^2 / 2.
    let radius = (0.75 / std::f64::consts::PI * 8e-6f64).cbrt();
    let plane = 0.75 * 2.5 * 0.5 * 0.016 / (radius.sqrt() * (0.02 * 0.01f64).powf(2.5));
    let young = scene.materials[1].elastic.expect("elastic constants").young;
    assert!((young / (2.0 * (1.0 - 0.09) * plane) - 1.0).abs() < 1e-12, "{young:e}");
    let both = scene.pair_law(0, 1);
    assert!(!both.by_radius && both.stiffness == 1e4 && scene.pair_law(1, 1).by_radius);
}

#[test]
fn elastic_constants() {
    let scene = load_every_key();
    let law = scene.pair_law(2, 2);
    assert!(law.by_radius && law.exponent == 1.5);
    assert!((law.stiffness / (4.0 / 3.0 * 0.5 * 7e10 / 0.96) - 1.0).abs() < 1e-14);
    assert!((law.tangential_ratio - 2.0 * 0.8 / 1.8).abs() < 1e-14);
    assert_eq!(law.tangential_spring, TangentialSpring::Elongation);
}

#[test]
fn shapes_of_all_types() {
    let scene = load_every_key();
    assert_eq!(shape(&scene, "ball"), &Shape::Sphere(Sphere::new(0.01).expect("a sphere")));
    let nut = Polyhedron::octagonal_prism(0.005, 0.004).expect("a prism");
    assert_eq!(shape(&scene, "octagon"), &Shape::Polyhedron(nut));
    let families = ["ellipsoid", "capsule", "cylinder", "superquadric"];
    assert_eq!(["egg", "pill", "can", "pillow"].map(|name| shape(&scene, name).family()), families);
    for (name, vertices) in [
        ("pillow_mesh", 40),
        ("wedge", 4),
        ("brick", 8),
        ("tetra", 4),
        ("octa", 6),
        ("pyramid", 5),
        ("nut", 12),
        ("cup", 16),
        ("stone", 4),
    ] {
        let Shape::Polyhedron(grain) = shape(&scene, name) else { panic!("{name} is no polyhedron") };
        assert_eq!(grain.vertices().len(), vertices, "{name}");
    }
    let materials: Vec<usize> = scene.shapes.iter().map(|shape| shape.material).collect();
    assert_eq!(materials, [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0]);
}

#[test]
fn origins_are_centres_of_mass_unless_given() {
    let scene = load_every_key();
    for shape in scene.shapes.iter().filter(|shape| shape.name != "wedge_as_given") {
        let mass = shape.shape.mass_properties().expect("a volume");
        assert!(mass.center.length() < 1e-12 * shape.shape.bounding_radius(), "{}: {}", shape.name, mass.center);
    }
    let given = shape(&scene, "wedge_as_given").mass_properties().expect("a volume");
    assert!(given.center.distance(DVec3::splat(0.0025)) < 1e-12);
    // 12 mm along each axis, read from a file in millimetres.
    let stone = shape(&scene, "stone").mass_properties().expect("a volume");
    assert!((stone.volume / (0.012_f64.powi(3) / 6.0) - 1.0).abs() < 1e-12);
}

#[test]
fn walls_of_all_types() {
    let scene = load_every_key();
    let [floor, container, drum, rod, funnel, tip] = scene.walls.as_slice() else { panic!("six walls") };
    assert_eq!(floor.geometry, WallGeometry::Plane { point: DVec3::ZERO, normal: DVec3::Z });
    let (min, max) = (DVec3::new(-1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, 2.0));
    assert_eq!(container.geometry, WallGeometry::Box { min, max, open: vec![BoxSide::Top, BoxSide::Left] });
    let tube = WallGeometry::Cylinder {
        base: DVec3::ZERO,
        axis: DVec3::Y,
        radius: 0.5,
        height: Some(2.0),
        side: Side::Inside,
    };
    assert_eq!(drum.geometry, tube);
    let WallGeometry::Cylinder { axis, height: None, side: Side::Outside, .. } = rod.geometry else { panic!("a rod") };
    assert!(axis.is_normalized() && axis.z == 0.0);
    assert_eq!(rod.name, "wall 4");
    let WallGeometry::Cone { radius_base, radius_top, height, .. } = funnel.geometry else { panic!("a cone") };
    assert_eq!((radius_base, radius_top, height), (0.05, 0.2, 0.3));
    assert!(matches!(tip.geometry, WallGeometry::Cone { radius_base: 0.0, .. }));
    assert!(BoxSide::ALL.into_iter().map(BoxSide::inward_normal).sum::<DVec3>() == DVec3::ZERO);
}

#[test]
fn motions_of_walls() {
    let scene = load_every_key();
    let floor = &scene.walls[0].motion;
    let swing = floor.oscillation.expect("an oscillation");
    assert_eq!((swing.amplitude, swing.frequency, swing.phase), (DVec3::Z * 0.001, 50.0, 1.5));
    assert_eq!((floor.start, floor.stop), (0.1, 0.4));
    assert_eq!(scene.walls[1].motion, WallMotion { velocity: DVec3::Z * 0.1, ..WallMotion::NONE });
    let turn = scene.walls[2].motion.rotation.expect("a rotation");
    assert_eq!((turn.axis, turn.center, turn.rate), (DVec3::Y, DVec3::Z * 0.5, 3.0));
    assert!(scene.walls[3].motion.is_still() && !scene.walls[2].motion.is_still());
}

#[test]
fn bodies_of_all_origins() {
    let scene = load_every_key();
    assert_eq!(scene.bodies.len(), 2 + 60 + 3 + 2);
    let [first, second] = [&scene.bodies[0], &scene.bodies[1]];
    assert_eq!((first.scale, first.velocity, first.angular_velocity), (1.5, DVec3::X, DVec3::Z * 10.0));
    assert_eq!(first.orientation, DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0));
    assert!(second.fixed && (second.orientation * DVec3::X).distance(DVec3::Y) < 1e-15);
    let listed = &scene.bodies[62..];
    assert_eq!(listed[0].velocity, DVec3::NEG_Z);
    assert_eq!((listed[1].scale, listed[1].angular_velocity), (2.5, DVec3::Z * 7.0));
    assert!((listed[1].orientation.x - 0.6).abs() < 1e-15 && listed[1].orientation.w == 0.0);
    assert_eq!(listed[2].position, DVec3::new(0.3, 0.1, 0.1));
    assert_eq!(scene.shapes[listed[3].shape].name, "nut");
    assert_eq!(listed[4].position, DVec3::new(4.0, 5.0, 6.0));
}

#[test]
fn lattices_are_filled_and_seeded() {
    let scene = load_every_key();
    let grains = &scene.bodies[2..62];
    for (k, grain) in grains.iter().enumerate() {
        let place = DVec3::new((k % 3) as f64 * 0.02, (k / 3 % 4) as f64 * 0.03, (k / 12) as f64 * 0.04);
        let shift = grain.position - (DVec3::new(-0.5, -0.5, 0.1) + place);
        assert!(shift.abs().max_element() <= 0.001 && shift != DVec3::ZERO, "{k}: {shift}");
        assert!(grain.orientation.is_normalized());
        assert_eq!((grain.scale, grain.velocity, grain.angular_velocity), (0.5, DVec3::NEG_Z, DVec3::X));
    }
    let again = load_every_key();
    assert_eq!(grains, &again.bodies[2..62]);
    let path = repository("tests/scenes/every_key.toml");
    let other = Scene::parse(every_key().replace("seed = 42", "seed = 43"), path).expect("a good scene");
    assert!(grains.iter().zip(&other.bodies[2..62]).all(|(a, b)| a.position != b.position));
}

#[test]
fn insertions_of_all_kinds() {
    let scene = load_every_key();
    let [rain, column, ball, sieve, plain] = scene.insertions.as_slice() else { panic!("five insertions") };
    assert!(matches!(rain.region, Region::Box { .. }));
    assert_eq!((rain.from, rain.until, rain.amount), (0.05, 0.3, Amount::Rate(500.0)));
    let names: Vec<_> = rain.mix.iter().map(|(shape, weight)| (scene.shapes[*shape].name.as_str(), *weight)).collect();
    assert_eq!(names, [("ball", 3.0), ("brick", 1.0)]);
    assert_eq!(rain.size, SizeDistribution::Normal { mean: 1.0, sd: 0.1, min: 0.8, max: 1.2 });
    assert_eq!((rain.velocity, rain.velocity_spread), (DVec3::NEG_Z, DVec3::new(0.1, 0.1, 0.0)));
    assert_eq!(rain.orientation, Orientation::Random);
    assert!(matches!(column.region, Region::Cylinder { radius: 0.1, height: 0.2, .. }));
    assert_eq!((column.from, column.until, column.amount), (0.0, f64::INFINITY, Amount::Total(1000)));
    assert_eq!(column.velocity_spread, DVec3::splat(0.2));
    assert_eq!(column.orientation, Orientation::Fixed(DQuat::IDENTITY));
    assert!(matches!(ball.region, Region::Sphere { radius: 0.1, .. }));
    let SizeDistribution::LogNormal { min, max, .. } = ball.size else { panic!("a log-normal distribution") };
    assert!((min * max - 1.0).abs() < 1e-14 && (max.ln() - 0.9).abs() < 1e-14);
    // Eight times the mass in grains of eight times the mass: as many.
    assert_eq!(sieve.size, SizeDistribution::Table(vec![(1.0, 1.0), (2.0, 1.0)]));
    assert_eq!(plain.size, SizeDistribution::Fixed(1.25));
}

#[test]
fn shapes_are_drawn_by_weight() {
    use rand::SeedableRng;
    let scene = load_every_key();
    let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
    let balls = (0..10_000).filter(|_| scene.insertions[0].sample_shape(&mut rng) == 0).count();
    // 0.75 with a standard error of 0.0043.
    assert!((7300..7700).contains(&balls), "{balls}");
    for _ in 0..1000 {
        let off = scene.insertions[0].sample_velocity(&mut rng) - DVec3::NEG_Z;
        assert!(off.x.abs() <= 0.1 && off.y.abs() <= 0.1 && off.z == 0.0, "{off}");
    }
}

#[test]
fn everything_knows_its_line() {
    let scene = load_every_key();
    let numbers = |lines: Vec<packstone::scene::Line>| lines.iter().map(|line| line.number).collect::<Vec<u32>>();
    assert_eq!(numbers(scene.materials.iter().map(|part| part.line).collect()), lines_with("[[material]]"));
    assert_eq!(numbers(scene.shapes.iter().map(|part| part.line).collect()), lines_with("[[shape]]"));
    assert_eq!(numbers(scene.walls.iter().map(|part| part.line).collect()), lines_with("[[wall]]"));
    assert_eq!(numbers(scene.insertions.iter().map(|part| part.line).collect()), lines_with("[[insertion]]"));
    assert_eq!(numbers(scene.bodies[..2].iter().map(|part| part.line).collect()), lines_with("[[body]]"));
    assert_eq!(numbers(vec![scene.bodies[2].line, scene.bodies[61].line]), lines_with("[[lattice]]").repeat(2));
    assert_eq!([scene.simulation.time_step_line().number], *lines_with("time_step"));
    assert_eq!([scene.walls[0].key_lines.of("oscillation").number], *lines_with("oscillation"));
    let message = scene.source.error_at(scene.bodies[64].line, "body 65 is inside a wall").to_string();
    assert!(message.ends_with("tests/scenes/grains.csv:6: body 65 is inside a wall"), "{message}");
    let message = scene.source.error_at(scene.bodies[66].line, "it overlaps").to_string();
    assert!(message.ends_with("tests/scenes/places.csv:3: it overlaps"), "{message}");
}

#[test]
fn a_time_step_that_is_not_written_is_where_the_simulation_is() {
    let scene = parse(&extended("")).expect("a good scene");
    assert_eq!(scene.simulation.time_step_line().number, 1);
}

#[test]
fn bodies_in_one_line_each() {
    let list =
        "body = [\n  { shape = \"ball\", position = [0, 0, 1] },\n  { shape = \"ball\", position = [0, 0, 2] },\n]\n";
    let text = format!("{list}{}", SMALL.replace("[[body]]\nshape = \"ball\"\nposition = [0, 0, 1]\n", ""));
    let scene = parse(&text).expect("a good scene");
    assert_eq!(scene.bodies.iter().map(|body| body.line.number).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn materials_that_never_meet_may_differ() {
    let wood = "[[material]]\nname = \"wood\"\ndensity = 700\nstiffness = 1e8\nexponent = 1.5\nrestitution = 0.5\nfriction = 0.5\n";
    assert!(parse(&extended(wood)).is_ok(), "no grain and no wall is of wood");
}
