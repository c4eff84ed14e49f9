//! Texts that are no scenes: syntax, unknown keys, missing keys, wrong types, unknown names.

use packstone::scene::{Scene, SceneError};

use super::{changed, extended, parse, refused};

#[test]
fn a_file_that_is_not_there() {
    let message = Scene::load("no/such.toml").expect_err("no file").to_string();
    assert!(message.starts_with("no/such.toml: No such file"), "{message}");
    assert!(message.ends_with("give the path of a readable text file"), "{message}");
}

#[test]
fn syntax_has_line_and_column() {
    let error = parse(&changed("density = 7800", "density = 78OO")).expect_err("an O is no digit");
    assert!(matches!(error, SceneError::Syntax { column: 11.., .. }), "{error}");
    assert!(error.to_string().starts_with("box.toml:6:1"), "{error}");
    let error = parse(&changed("radius = 0.01", "radius 0.01")).expect_err("no equals sign").to_string();
    assert!(error.starts_with("box.toml:14:"), "{error}");
}

#[test]
fn a_key_twice() {
    let message = parse(&changed("friction = 0.2", "friction = 0.2\nfriction = 0.3")).expect_err("twice").to_string();
    assert!(message.starts_with("box.toml:10:1: not valid TOML: duplicate key"), "{message}");
    assert!(message.contains("its own [[...]]"), "{message}");
}

#[test]
fn unknown_keys_have_their_line_and_the_closest_key() {
    refused(
        &changed("density = 7800", "densty = 7800"),
        "box.toml:6: material \"steel\": unknown key \"densty\"; did you mean \"density\"?",
    );
    refused(
        &changed("[simulation]", "[simulaton]"),
        "box.toml:1: scene: unknown key \"simulaton\"; did you mean \"simulation\"?",
    );
    refused(
        &changed("friction = 0.2", "friction = 0.2\ncolour = 3"),
        "box.toml:10: material \"steel\": unknown key \"colour\"; colours are chosen in [camera] or with packstone \
         render --color; shapes have none; known keys: name, density, stiffness, young, poisson, contact_radius, exponent, \
         restitution, friction, tangential_stiffness_ratio, tangential_spring, dashpots, rolling_friction, \
         twisting_friction, rolling_damping, cohesion",
    );
}

#[test]
fn keys_of_version_0_1_0_name_their_successors() {
    refused(
        &changed("friction = 0.2", "friction = 0.2\ntangential_stiffness = 0.5"),
        "box.toml:10: material \"steel\": unknown key \"tangential_stiffness\"; since 0.2.0 the ratio of tangential to normal \
         stiffness is called tangential_stiffness_ratio; did you mean \"tangential_stiffness_ratio\"?",
    );
    refused(
        &extended("[camera]\nfield_of_view = 25"),
        "box.toml:19: [camera]: unknown key \"field_of_view\"; since 0.2.0 the angle is called field_of_view_degrees \
         [degrees]; known keys: direction, from, target, up, field_of_view_degrees, zoom, width, height, color",
    );
}

#[test]
fn keys_of_another_type_of_shape() {
    refused(
        &changed("radius = 0.01", "radius = 0.01\nhalf_height = 0.1"),
        "box.toml:15: shape \"ball\": unknown key \"half_height\"; with type = \"sphere\" the keys are: name, material, \
         type, scale, radius",
    );
}

#[test]
fn missing_keys_say_what_to_write() {
    refused(
        &changed("density = 7800\n", ""),
        "box.toml:4: material \"steel\": density is missing; give a number above 0 [kg/m3]; glass is 2500, steel 7800",
    );
    refused(
        &changed("position = [0, 0, 1]\n", ""),
        "box.toml:15: body 1: position is missing; give three numbers [x, y, z] [m]",
    );
    refused("", "box.toml:1: scene: simulation is missing; give a table [simulation] with at least duration or steps");
}

#[test]
fn wrong_types_say_what_to_write() {
    refused(
        &changed("gravity = [0, 0, -9.81]", "gravity = true"),
        "box.toml:3: [simulation]: gravity = true is a truth value; give three numbers [x, y, z] [m/s2], as in [0, 0, -9.81]",
    );
    refused(
        &changed("gravity = [0, 0, -9.81]", "gravity = [0, 0, \"g\"]"),
        "box.toml:3: [simulation]: gravity[2] = \"g\" is a text; give three numbers [x, y, z] [m/s2], as in [0, 0, -9.81]",
    );
    refused(
        &changed("density = 7800", "density = \"7800\""),
        "box.toml:6: material \"steel\": density = \"7800\" is a text; write the number without quotes",
    );
    refused(
        &changed("gravity = [0, 0, -9.81]", "gravity = [0, -9.81]"),
        "box.toml:3: [simulation]: gravity = [0, -9.81] has 2 elements; give 3 numbers",
    );
    refused(
        &changed("[[material]]", "[material]"),
        "box.toml:4: scene: material = [material] is a table; give tables [[material]], one per material",
    );
    refused(
        &changed("[simulation]", "[[simulation]]"),
        "box.toml:1: scene: simulation = [[simulation]] is a list; give a table [simulation] with at least duration or steps",
    );
    refused(
        &extended("[output]\nreport_every = true"),
        "box.toml:19: [output]: report_every = true is a truth value; give a \
         simulated time above 0 [s], { steps = 1000 } or \"never\"",
    );
}

#[test]
fn unknown_names_list_the_known_ones() {
    refused(
        &changed("material = \"steel\"", "material = \"stel\""),
        "box.toml:12: shape \"ball\": material = \"stel\" is not the name of a material; did you mean \"steel\"? defined \
         are: steel",
    );
    refused(
        &changed("shape = \"ball\"", "shape = \"rock\""),
        "box.toml:16: body 1: shape = \"rock\" is not the name of a shape; defined are: ball",
    );
    refused(
        "simulation = { steps = 1 }\n[[body]]\nshape = \"rock\"\nposition = [0, 0, 0]",
        "box.toml:3: body 1: shape = \"rock\" is not the name of a shape; there is no shape, add a [[shape]] with this name",
    );
}

#[test]
fn unknown_words_list_the_known_ones() {
    refused(
        &changed("type = \"sphere\"", "type = \"spere\""),
        "box.toml:13: shape \"ball\": type = \"spere\" is not known; did you mean \"sphere\"? known are: sphere, ellipsoid, \
         capsule, cylinder, superquadric, spiral, polyhedron, box, tetrahedron, octahedron, pyramid, prism, frustum, file",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\ntime_step = \"fast\""),
        "box.toml:3: [simulation]: time_step = \"fast\" is not known; known are: auto",
    );
}

#[test]
fn names_are_given_once() {
    refused(
        &extended("[[shape]]\nname = \"ball\"\nmaterial = \"steel\"\ntype = \"sphere\"\nradius = 1"),
        "box.toml:19: shape \"ball\": name = \"ball\" was already given to the shape at box.toml:11; choose another name",
    );
    refused(
        &changed("name = \"ball\"", "name = \" \""),
        "box.toml:11: shape 1: name = \" \" is empty; give a text of your choice, as in \"pebble\"",
    );
}
