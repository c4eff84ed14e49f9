//! Scenes from Rust values: what is built is what a scene file would say, and is refused with the same words.

use glam::DVec3;
use packstone::scene::builder::{Body, Insertion, Lattice, Material, MaterialPair, Region, Shape, Table, Value, Wall};
use packstone::scene::{Amount, End, Scene, SceneBuilder, TimeStep};

fn small() -> SceneBuilder {
    SceneBuilder::new()
        .steps(100)
        .add(Material::new("m").density(2500.0).stiffness(1e5).restitution(0.5).friction(0.3))
        .add(Shape::sphere("ball", "m", 0.01))
        .add(Body::new("ball", DVec3::new(0.0, 0.0, 0.1)))
}

#[track_caller]
fn refused(builder: &SceneBuilder) -> String {
    builder.build().expect_err("this scene must be refused").to_string()
}

#[test]
fn every_part_is_read_back_as_it_was_given() {
    let region = Region::cuboid(DVec3::splat(0.2), DVec3::splat(0.4));
    let builder = small()
        .time_step(1e-6)
        .gravity(DVec3::new(0.0, 0.1, -1e-7))
        .seed(u64::MAX >> 1)
        .add(Material::new("steel").density(7800.0).stiffness(3e5).restitution(1.0).friction(0.0).exponent(1.0))
        .add(MaterialPair::new(["m", "steel"]).friction(0.15))
        .add(Shape::cuboid("brick", "steel", DVec3::new(0.01, 0.02, 0.03)))
        .add(Wall::plane("m", DVec3::ZERO, DVec3::Z).name("floor").oscillation(DVec3::X * 1e-3, 40.0))
        .add(Wall::container("m", DVec3::NEG_ONE, DVec3::ONE).open(["top"]))
        .add(Lattice::new("brick", [2, 3, 4], DVec3::splat(0.1), DVec3::splat(0.5)).random_orientation())
        .add(Insertion::new(region).total(7).mix([("ball", 3.0), ("brick", 1.0)]).uniform_size(0.5, 1.5));
    let scene = builder.build().expect("a good scene");
    assert_eq!(scene.simulation.end, End::Steps(100));
    assert_eq!(scene.simulation.time_step, TimeStep::Fixed(1e-6));
    assert_eq!(scene.simulation.gravity, DVec3::new(0.0, 0.1, -1e-7));
    assert_eq!(scene.simulation.seed, u64::MAX >> 1);
    assert_eq!((scene.materials.len(), scene.shapes.len(), scene.walls.len(), scene.bodies.len()), (2, 2, 2, 25));
    assert_eq!(scene.walls[0].name, "floor");
    assert_eq!(scene.insertions[0].amount, Amount::Total(7));
}

#[test]
fn errors_name_the_part_the_key_and_the_line() {
    let dense = small().set("material.m.densty", 2500.0);
    let message = refused(&dense);
    assert!(message.contains("material \"m\": unknown key \"densty\"; did you mean \"density\"?"), "{message}");
    let line = dense.to_toml().lines().position(|line| line.starts_with("densty")).expect("the key") + 1;
    assert!(message.starts_with(&format!("scene.toml:{line}: ")), "{message}");
    let message = refused(&small().set("body.0.shape", "bal").path("beads.toml"));
    assert!(message.starts_with("beads.toml:") && message.contains("did you mean \"ball\"?"), "{message}");
    let message = refused(&small().set("simulation.gravity", f64::NAN));
    assert!(message.contains("gravity = nan"), "{message}");
    assert!(refused(&SceneBuilder::new()).contains("simulation"));
}

#[test]
fn paths_that_lead_nowhere_are_refused() {
    assert!(refused(&small().set("material.glass.friction", 0.1)).contains("none is called \"glass\""));
    assert!(refused(&small().set("body.1.fixed", true)).contains("\"body\" has 1 elements"));
    assert!(refused(&small().set("simulation.steps.more", 1)).contains("\"steps\" is neither a table nor a list"));
    assert!(refused(&small().remove("output.vtk")).contains("\"output.vtk\" is not there"));
    assert!(refused(&small().set("body", 3).add(Body::new("ball", DVec3::ZERO))).contains("\"body\" is not a list"));
}

#[test]
fn what_is_set_can_be_found_replaced_and_removed() {
    let builder = small().set("output.report_every.steps", 5).set("simulation.steps", 7);
    assert_eq!(builder.get("output.report_every.steps"), Some(&Value::Whole(5)));
    assert_eq!(builder.get("material.m.density"), Some(&Value::Number(2500.0)));
    assert_eq!(builder.get("shape.0.name"), Some(&Value::Text("ball".to_owned())));
    assert_eq!(builder.get("shape.1.name"), None);
    assert_eq!(builder.build().expect("a scene").simulation.end, End::Steps(7));
    assert!(builder.clone().remove("body").build().expect("a scene").bodies.is_empty());
    assert!(builder.remove("body.0").build().expect("a scene").bodies.is_empty());
}

#[test]
fn texts_and_numbers_survive_being_written() {
    for name in ["a \"quoted\" name", "back\\slash", "tab\tand line\nbreak", "bell\u{7}", "größe", "[x] = #"] {
        let scene =
            small().add(Shape::sphere(name, "m", 0.1)).build().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(scene.shapes[1].name, name);
    }
    for radius in [1e-5, 0.1 + 0.2, 1.0 / 3.0, 12.0] {
        let scene = small().set("wall", Vec::<Table>::new()).add(Wall::tube("m", DVec3::ZERO, DVec3::X, radius));
        let expected = format!("radius = {radius:?}\n");
        assert!(scene.to_toml().contains(&expected), "{}", scene.to_toml());
        assert!(scene.build().is_ok());
    }
}

#[test]
fn a_scene_file_and_its_builder_are_the_same_scene() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/scenes");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let built = SceneBuilder::load(&path).and_then(|builder| builder.build()).expect("a good scene");
            let read = Scene::load(&path).expect("a good scene");
            let plain = |scene: &Scene| {
                let places: Vec<DVec3> = scene.bodies.iter().map(|body| body.position).collect();
                let geometries: Vec<_> = scene.walls.iter().map(|wall| wall.geometry.clone()).collect();
                let shapes: Vec<_> = scene.shapes.iter().map(|shape| shape.shape.clone()).collect();
                (scene.simulation.end, scene.simulation.time_step, scene.simulation.gravity, places, geometries, shapes)
            };
            assert_eq!(plain(&built), plain(&read), "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 5, "{files} scenes");
}

#[test]
fn a_text_that_is_not_toml_is_refused_where_it_is_wrong() {
    let error = SceneBuilder::from_toml("simulation = { steps = 1 }\nbody = [", "odd.toml").expect_err("an open list");
    assert!(error.to_string().starts_with("odd.toml:2:"), "{error}");
}
