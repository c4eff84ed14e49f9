//! Meshes and lists are part of a scene: a run goes on and is looked at with those that it began with.

use super::harness::{Place, ball, cube, mesh_scene};

fn state_hash(summary: &serde_json::Value) -> String {
    summary["state_hash"].as_str().expect("a hash").to_owned()
}

#[test]
fn a_mesh_that_changes_between_stop_and_resume_is_told_and_not_used() {
    let place = Place::new("mesh-resume");
    place.write("s.toml", mesh_scene(400));
    place.write("cube.obj", cube(1.0));
    let whole = place.json(&["run", "s.toml", "-o", "whole", "--json", "--backend", "cpu"]);
    place.fine(&["run", "s.toml", "-o", "part", "--steps", "150", "--backend", "cpu"]);
    place.write("cube.obj", cube(1.7));
    let output = place.packstone(&["resume", "part", "--json"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("cube.obj was changed since the run began"), "{told}");
    let resumed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(state_hash(&resumed), state_hash(&whole));
    assert_eq!(resumed["energies"], whole["energies"]);
}

#[test]
fn a_run_goes_on_without_the_files_that_it_began_with() {
    let place = Place::new("mesh-gone");
    place.write("s.toml", mesh_scene(300));
    place.write("cube.obj", cube(1.0));
    let whole = place.json(&["run", "s.toml", "-o", "whole", "--json", "--backend", "cpu"]);
    place.fine(&["run", "s.toml", "-o", "part", "--steps", "150", "--backend", "cpu"]);
    std::fs::remove_file(place.0.join("cube.obj")).expect("there");
    std::fs::remove_file(place.0.join("s.toml")).expect("there");
    std::fs::rename(place.0.join("part"), place.0.join("moved")).expect("a free name");
    assert_eq!(state_hash(&place.json(&["resume", "moved", "--json"])), state_hash(&whole));
}

#[test]
fn a_mesh_that_changes_after_a_run_changes_no_number_of_it() {
    let place = Place::new("mesh-inspect");
    place.write("s.toml", mesh_scene(200));
    place.write("cube.obj", cube(1.0));
    place.fine(&["run", "s.toml", "-o", "r", "--backend", "cpu"]);
    let before = place.json(&["inspect", "r", "--json"]);
    place.fine(&["render", "r", "-o", "before.png"]);
    place.write("cube.obj", cube(1.7));
    assert_eq!(place.json(&["inspect", "r", "--json"]), before);
    place.fine(&["render", "r", "-o", "after.png"]);
    assert_eq!(place.bytes("after.png"), place.bytes("before.png"));
    // The copy itself is held to what it was.
    place.write("r/inputs/000-cube.obj", cube(1.1));
    place.refused(&["inspect", "r"], &["000-cube.obj", "this copy of cube.obj was changed after the run"]);
}

#[test]
fn the_hash_of_a_scene_covers_the_files_that_it_names() {
    let place = Place::new("hash");
    let list = |name: &str| ball(50, &format!("[[particles]]\nfile = \"{name}\"\nshape = \"ball\"\n"));
    place.write("mesh.toml", mesh_scene(50));
    place.write("list.toml", list("list.csv"));
    let hash = |scene: &str, run: &str| {
        place.fine(&["run", scene, "-o", run, "--backend", "cpu"]);
        let told: serde_json::Value = serde_json::from_str(&place.read(&format!("{run}/run.json"))).expect("JSON");
        (told["scene_hash"].as_str().expect("a hash").to_owned(), told["inputs"].clone())
    };
    place.write("cube.obj", cube(1.0));
    place.write("list.csv", "x,y,z\n0.3,0,0.1\n");
    let (mesh, inputs) = hash("mesh.toml", "a");
    assert_eq!(inputs[0]["name"], "cube.obj");
    assert_eq!(place.read("a/inputs/000-cube.obj"), cube(1.0));
    let (listed, _) = hash("list.toml", "b");
    assert_eq!(hash("mesh.toml", "c").0, mesh);
    place.write("cube.obj", cube(1.2));
    place.write("list.csv", "x,y,z\n0.3,0,0.2\n");
    assert_ne!(hash("mesh.toml", "d").0, mesh);
    assert_ne!(hash("list.toml", "e").0, listed);
}

#[test]
fn an_edited_scene_is_told_and_its_camera_is_used_for_pictures() {
    let place = Place::new("edited");
    place.write("s.toml", mesh_scene(300));
    place.write("cube.obj", cube(1.0));
    let whole = place.json(&["run", "s.toml", "-o", "whole", "--json", "--backend", "cpu"]);
    place.fine(&["run", "s.toml", "-o", "r", "--steps", "150", "--backend", "cpu"]);
    let before = place.json(&["inspect", "r", "--json"]);
    let edited =
        place.read("r/scene.toml").replace("width = 128", "width = 200").replace("radius = 0.01", "radius = 0.02");
    place.write("r/scene.toml", edited);
    assert_eq!(place.json(&["inspect", "r", "--json"]), before);
    assert!(place.fine(&["inspect", "r"]).contains("scene.toml: edited after the run"));
    place.fine(&["render", "r", "-o", "p.png"]);
    // Width and height stand behind the signature and the head of a PNG file.
    assert_eq!(place.bytes("p.png")[16..24], [0, 0, 0, 200, 0, 0, 0, 128]);
    let output = place.packstone(&["resume", "r", "--json"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("scene.toml was edited since the run began") && told.contains("packstone run"), "{told}");
    let resumed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(state_hash(&resumed), state_hash(&whole));
    // One that is no scene any more does no harm either.
    place.write("r/scene.toml", "no scene");
    assert!(place.fine(&["inspect", "r"]).contains("scene.toml:1:4: not valid TOML"));
}
