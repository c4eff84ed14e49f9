//! The analysis of packings against closed forms.

use std::f64::consts::PI;

use glam::DVec3;
use packstone::engine::{ContactPartner, ContactRecord};
use packstone::narrow::Kind;
use packstone::output::analysis::{Analysis, BedState, Packing};
use packstone::output::frames::Frame;
use packstone::scene::Scene;
use packstone::sim::{Options, Simulation};

const HEAD: &str = "
    simulation = { duration = 0.5 }
    material = [{ name = 'stone', density = 2500, stiffness = 1e5, restitution = 0.2, friction = 0.0 }]
";

fn simulation(text: &str, steps: u64) -> Simulation {
    let scene = Scene::parse(format!("{HEAD}{text}"), "packing.toml").expect("a scene");
    let mut run = Simulation::new(scene, Options::default()).expect("a good start");
    let _ = run.step(steps).expect("good steps");
    run
}

fn analysed(text: &str, steps: u64) -> (Frame, Analysis) {
    let mut run = simulation(text, steps);
    let frame = Frame::capture(&mut run).expect("a frame");
    let found = Analysis::of(&frame, run.scene());
    (frame, found)
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1e-300), "{found} is not {expected}");
}

/// Ten by ten by ten balls that touch, in a box that they fill.
const LATTICE: &str = "
    shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.05 }]
    wall = [{ name = 'box', material = 'stone', type = 'box', min = [0, 0, 0], max = [1, 1, 1] }]
    lattice = [{ shape = 'ball', origin = [0.05, 0.05, 0.05], counts = [10, 10, 10], spacing = 0.1 }]
";

#[test]
fn a_simple_cubic_lattice_fills_a_sixth_of_pi() {
    let (_, found) = analysed(LATTICE, 0);
    let packing = found.packing.expect("a packing");
    assert_close(packing.whole, PI / 6.0, 1e-9);
    assert_close(packing.grain_volume, 1000.0 * 4.0 / 3.0 * PI * 0.05f64.powi(3), 1e-12);
    assert_close(packing.bed_volume, 1.0, 1e-9);
    // From the middle of the second layer to the middle of the seventh.
    let middle = packing.middle.expect("enough grains");
    assert_close(middle.fraction, PI / 6.0, 1e-9);
    assert_close(middle.away_from_walls.expect("a core"), PI / 6.0, 0.01);
    // Every slab is half a layer.
    assert_eq!(found.slabs.len(), 20);
    found.slabs.iter().for_each(|slab| assert_close(slab.fraction, PI / 6.0, 1e-6));
    let sum: f64 = found.slabs.iter().map(|slab| slab.grain_volume).sum();
    assert_close(sum, packing.grain_volume, 1e-12);
    assert_eq!(found.slabs.iter().map(|slab| slab.grains).sum::<usize>(), 1000);
}

#[test]
fn slabs_cut_grains_where_they_are() {
    // One ball in a box: the slabs have the volumes of its caps.
    let ball = "
        shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.05 }]
        body = [{ shape = 'ball', position = [0, 0, 0.05] }]
    ";
    let (_, found) = analysed(ball, 0);
    let below = |h: f64| PI * h * h * (0.15 - h) / 3.0;
    let volume = below(0.1);
    for slab in &found.slabs {
        let [low, high] = slab.heights;
        assert!((slab.grain_volume - (below(high) - below(low))).abs() < 2e-3 * volume, "{low}");
    }
    // A tetrahedron on its tip, cut exactly: volumes grow with the cube of the height.
    let tip = "
        shape = [{ name = 'tip', material = 'stone', type = 'polyhedron', origin = 'given',
                   vertices = [[0, 0, 0], [1, 0, 1], [-1, 1, 1], [-1, -1, 1]] }]
        body = [{ shape = 'tip', position = [0, 0, 0], scale = 0.1 }]
    ";
    let (_, found) = analysed(tip, 0);
    let volume = found.packing.expect("a packing").grain_volume;
    for (k, slab) in found.slabs.iter().enumerate() {
        let share = |k: usize| (k as f64 / 20.0).powi(3);
        assert_close(slab.grain_volume, volume * (share(k + 1) - share(k)), 1e-9);
    }
}

#[test]
fn the_volume_of_a_tube_and_a_hopper_is_what_walls_leave() {
    let tube = "
        shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.05 }]
        wall = [
            { name = 'tube', material = 'stone', type = 'cylinder', side = 'inside', base = [0, 0, 0.2], axis = [0, 0, 1], radius = 0.3, height = 0.8 },
            { name = 'cone', material = 'stone', type = 'cone', base = [0, 0, 0], axis = [0, 0, 1], radius_base = 0.1, radius_top = 0.3, height = 0.2 },
        ]
        body = [{ shape = 'ball', position = [0, 0, 0.05] }, { shape = 'ball', position = [0, 0, 0.95] }]
    ";
    let (_, found) = analysed(tube, 0);
    let expected = PI * 0.09 * 0.8 + PI * 0.2 / 3.0 * (0.01 + 0.03 + 0.09);
    assert_close(found.packing.expect("a packing").bed_volume, expected, 2e-3);
}

/// Ten balls on each other in a box as wide as they are.
const COLUMN: &str = "
    shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.01 }]
    wall = [
        { name = 'floor', material = 'stone', type = 'plane', point = [0, 0, 0], normal = [0, 0, 1] },
        { name = 'left', material = 'stone', type = 'plane', point = [-0.01, 0, 0], normal = [1, 0, 0] },
        { name = 'right', material = 'stone', type = 'plane', point = [0.01, 0, 0], normal = [-1, 0, 0] },
    ]
    lattice = [{ shape = 'ball', origin = [0, 0, 0.01], counts = [1, 1, 10], spacing = 0.02 }]
";

#[test]
fn a_column_carries_its_weight_to_the_floor() {
    let (frame, found) = analysed(COLUMN, 60_000);
    let weight = 2500.0 * 4.0 / 3.0 * PI * 1e-6 * 9.81;
    let floor = &found.walls[0];
    assert_eq!((floor.wall.as_str(), floor.contacts), ("floor", 1));
    assert_close(-floor.force[2], 10.0 * weight, 1e-3);
    assert_close(floor.normal_force, 10.0 * weight, 1e-3);
    assert!(floor.force[0].abs() + floor.force[1].abs() < 1e-6 * weight);
    // At every height the stress is the weight of the balls with their centres above, over the area.
    let area = 0.02 * 0.02;
    let stress = found.stress.expect("a stress");
    let height = |k: usize| frame.grains.centers[k].z;
    let mean_above = |low: f64, high: f64| {
        let part = |k: usize| ((height(k).min(high) - low).max(0.0)) / (high - low);
        (0..10).map(part).sum::<f64>() * weight / area
    };
    let (bottom, top) = (found.slabs[0].heights[0], found.slabs[19].heights[1]);
    let at = |share: f64| bottom + share * (top - bottom);
    assert_close(stress.vertical, mean_above(at(0.15), at(0.65)), 1e-2);
    assert_close(stress.tensor[2][2], stress.vertical, 1e-12);
    assert!(stress.lateral.abs() < 1e-3 * stress.vertical);
    assert_close(stress.pressure, stress.vertical / 3.0, 1e-2);
    assert_close(stress.deviator, stress.vertical, 1e-2);
    for slab in &found.slabs[1..19] {
        assert_close(slab.vertical_stress, mean_above(slab.heights[0], slab.heights[1]), 2e-2);
    }
}

fn rods(orientation: &str) -> String {
    format!(
        "shape = [
            {{ name = 'rod', material = 'stone', type = 'capsule', radius = 0.01, half_height = 0.03 }},
            {{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.01 }},
        ]
        lattice = [{{ shape = 'rod', origin = [0, 0, 0], counts = [10, 10, 10], spacing = 0.1, orientation = {orientation} }}]
        body = [{{ shape = 'ball', position = [-1, 0, 0] }}]"
    )
}

#[test]
fn rods_that_are_parallel_have_order_one_and_others_none() {
    let (_, found) = analysed(&rods("{ axis = [0, 1, 0], angle = 0.5 }"), 0);
    // A ball has no axis.
    assert_eq!(found.order.len(), 1);
    let order = &found.order[0];
    assert_eq!((order.species.as_str(), order.grains), ("rod", 1000));
    assert_close(order.order, 1.0, 1e-12);
    let axis = DVec3::new(0.5f64.sin(), 0.0, 0.5f64.cos());
    assert_close(DVec3::from_array(order.director).dot(axis).abs(), 1.0, 1e-9);
    assert_close(order.along_gravity.expect("gravity"), 1.5 * 0.5f64.cos().powi(2) - 0.5, 1e-9);
    assert_close(order.eigenvalues[2], -0.5, 1e-9);
    let (_, found) = analysed(&rods("'random'"), 0);
    let order = &found.order[0];
    assert!(order.order.abs() < 0.1 && order.eigenvalues.iter().sum::<f64>().abs() < 1e-12, "{}", order.order);
}

fn contact(a: u64, partner: ContactPartner, force: f64) -> ContactRecord {
    let (point, normal) = (DVec3::ZERO, DVec3::Z);
    let (kind, spring, sliding) = (Kind::Smooth, DVec3::ZERO, false);
    ContactRecord { grain: a, partner, point, normal, force: normal * force, overlap: 1e-5, kind, spring, sliding }
}

#[test]
fn rattlers_and_forces_of_a_known_network() {
    let five = "
        shape = [{ name = 'ball', material = 'stone', type = 'sphere', radius = 0.01 }]
        material_pair = [{ a = 'stone', b = 'stone', friction = 0.5 }]
        lattice = [{ shape = 'ball', origin = [0, 0, 0], counts = [5, 1, 1], spacing = 0.1 }]
    ";
    let mut run = simulation(&five.replace("material_pair = [{ a = 'stone', b = 'stone', friction = 0.5 }]", ""), 0);
    let mut frame = Frame::capture(&mut run).expect("a frame");
    let grain = ContactPartner::Grain;
    // Three hold each other, the fourth hangs on the third, the fifth on the fourth and nothing else.
    frame.contacts = vec![
        contact(0, grain(1), 1.0),
        contact(1, grain(2), 2.0),
        contact(2, grain(0), 3.0),
        contact(2, grain(3), 2.0),
        contact(3, grain(4), 2.0),
    ];
    frame.grains.coordination = vec![2, 2, 3, 2, 1];
    let mut scene = run.scene().clone();
    scene.materials[0].friction = 0.5;
    let found = Analysis::of(&frame, &scene);
    assert_close(found.coordination.mean, 2.0, 1e-12);
    assert_eq!((found.coordination.rattlers, found.coordination.rattler_below), (2, 2));
    assert_close(found.coordination.without_rattlers, 2.0, 1e-12);
    assert_eq!(found.coordination.histogram, [0, 1, 3, 1]);
    let forces = &found.contacts;
    assert_eq!((forces.grain_grain, forces.grain_wall), (5, 0));
    assert_close(forces.mean_normal_force, 2.0, 1e-12);
    assert_close(forces.spread, (0.4f64).sqrt() / 2.0, 1e-12);
    assert_close(forces.histogram.iter().sum::<f64>() * forces.class_width, 1.0, 1e-12);
    // Of five, one is half the mean, three are the mean, one is one and a half of it.
    let classes: Vec<f64> = [2, 4, 6].map(|k| forces.histogram[k] * forces.class_width).to_vec();
    assert!(classes.iter().zip([0.2, 0.6, 0.2]).all(|(found, expected)| (found - expected).abs() < 1e-12));
    // Without friction four contacts are needed, and none has so many.
    let smooth = Analysis::of(&frame, run.scene());
    assert_eq!((smooth.coordination.rattlers, smooth.coordination.without_rattlers), (5, 0.0));
}

#[test]
fn sizes_and_shapes() {
    let grains = "
        shape = [
            { name = 'ball', material = 'stone', type = 'sphere', radius = 0.01 },
            { name = 'brick', material = 'stone', type = 'box', half_extents = [0.02, 0.01, 0.01] },
            { name = 'cube', material = 'stone', type = 'box', half_extents = [0.01, 0.01, 0.01] },
        ]
        lattice = [
            { shape = 'ball', origin = [0, 0, 0], counts = [4, 1, 1], spacing = 0.1 },
            { shape = 'ball', origin = [0, 0, 1], counts = [4, 1, 1], spacing = 0.1, scale = 2 },
            { shape = 'brick', origin = [0, 0, 2], counts = [3, 1, 1], spacing = 0.1 },
            { shape = 'cube', origin = [0, 0, 3], counts = [1, 1, 1], spacing = 0.1 },
        ]
    ";
    let (_, found) = analysed(grains, 0);
    let [ball, brick, cube] = &found.sizes.species[..] else { panic!("three species") };
    assert_eq!((ball.grains, brick.grains, cube.grains), (8, 3, 1));
    ball.size.iter().zip([0.02, 0.03, 0.04]).for_each(|(found, expected)| assert_close(*found, expected, 1e-12));
    assert_close(ball.sphericity, 1.0, 5e-4);
    assert_close(ball.aspect_ratio, 1.0, 1e-12);
    assert_close(brick.aspect_ratio, 2.0, 1e-12);
    assert_close(cube.sphericity, (PI / 6.0).cbrt(), 1e-12);
    assert_close(brick.mass, 3.0 * 0.04 * 0.02 * 0.02 * 2500.0, 1e-12);
    // The large balls have most of the mass.
    assert_close(found.sizes.by_mass.expect("grains")[1], 0.04, 1e-12);
    assert_close(found.sizes.mass, found.sizes.species.iter().map(|kind| kind.mass).sum(), 1e-12);
}

#[test]
fn a_packing_without_grains_has_no_figures() {
    let run = simulation("simulation = 1".replace("simulation = 1", LATTICE).as_str(), 0);
    let scene = run.scene().clone();
    assert_eq!(Packing::of(&scene, &Default::default(), 0.0), None);
}

/// The slope of a bed that was cut along a plane, and what of it lies below a height.
#[test]
fn a_cut_bed_has_the_slope_of_its_cut() {
    let run = simulation(LATTICE, 0);
    for (x, y) in [(0.0, 0.0), (0.5, 0.0), (0.3, -0.4)] {
        let mut grains = run.snapshot();
        // What is above the plane is taken for flying: it touches nothing.
        let above = |p: &DVec3| p.z > 0.5 + x * (p.x - 0.5) + y * (p.y - 0.5);
        grains.coordination = grains.positions.iter().map(|p| u32::from(!above(p))).collect();
        let state = BedState::of(run.scene(), &grains, (0, 0.0), Some(0.3)).expect("grains");
        let (slope, expected) = (state.slope_degrees.expect("a surface").to_radians(), f64::hypot(x, y).atan());
        // The surface has steps of a grain, and columns are two of them wide.
        assert!((slope - expected).abs() < 0.05, "{slope} is not {expected}");
        let ball = 4.0 / 3.0 * PI * 0.05f64.powi(3) * 2500.0;
        assert_close(state.mass_below.expect("asked for"), 300.0 * ball, 1e-12);
        assert_close(state.center, 0.5, 1e-12);
    }
}
