//! The folder of a run: whose files are in it, and who may write to it.

use std::fs;

use super::harness::{Place, ball, cube, ended, mesh_scene, wait_until};

#[test]
fn files_of_the_user_are_never_replaced() {
    for file in ["picture.png", "run.json", "plots/energies.png", "summary.json", "vtk/mine.vtp", "scene.toml"] {
        let place = Place::new(&format!("mine-{}", file.replace('/', "-")));
        place.write("s.toml", ball(20, ""));
        place.write(&format!("r/{file}"), "mine");
        let name = file.split('/').next().expect("a name");
        for args in [&["run", "s.toml", "-o", "r"][..], &["run", "s.toml", "-o", "r", "--force"]] {
            place.refused(args, &[name, "is not the folder of a run", "choose another folder"]);
        }
        assert_eq!(place.read(&format!("r/{file}")), "mine");
        assert_eq!(fs::read_dir(place.0.join("r")).expect("there").count(), 1, "{file}: nothing is left behind");
    }
}

#[test]
fn force_replaces_a_run_and_nothing_else() {
    let place = Place::new("force");
    place.write("s.toml", ball(20, "[output]\nsnapshot_every = { steps = 5 }\n"));
    place.write("t.toml", ball(10, "[output]\nsnapshot_every = { steps = 10 }\n"));
    place.fine(&["run", "s.toml", "-o", "r", "--backend", "cpu"]);
    for mine in ["r/notes.txt", "r/snapshots/mine.csv", "r/plots/mine.png", "r/inputs/mine.txt"] {
        place.write(mine, "mine");
    }
    place.refused(&["run", "t.toml", "-o", "r"], &["holds another run", "--force"]);
    place.fine(&["run", "t.toml", "-o", "r", "--force", "--backend", "cpu"]);
    for mine in ["r/notes.txt", "r/snapshots/mine.csv", "r/plots/mine.png", "r/inputs/mine.txt"] {
        assert_eq!(place.read(mine), "mine", "{mine}");
    }
    assert!(!place.has("r/snapshots/0000000005.csv") && place.has("r/snapshots/0000000010.csv"));
    assert_eq!(place.read("r/scene.toml"), place.read("t.toml"));
}

#[cfg(unix)]
#[test]
fn force_does_not_follow_links() {
    use std::os::unix::fs::symlink;
    let place = Place::new("links");
    place.write("s.toml", ball(20, ""));
    place.fine(&["run", "s.toml", "-o", "r", "--backend", "cpu"]);
    place.write("frames/0000000000.csv", "precious");
    fs::remove_dir_all(place.0.join("r/snapshots")).expect("there");
    symlink(place.0.join("frames"), place.0.join("r/snapshots")).expect("a free name");
    let files = ["series.csv", "scene.toml", "run.json", "summary.json", "picture.png", "inputs/scene.toml"];
    for (k, file) in files.iter().enumerate() {
        place.write(&format!("precious-{k}"), "precious");
        fs::remove_file(place.0.join("r").join(file)).expect("there");
        symlink(place.0.join(format!("precious-{k}")), place.0.join("r").join(file)).expect("a free name");
    }
    place.fine(&["run", "s.toml", "-o", "r", "--force", "--backend", "cpu"]);
    for (k, file) in files.iter().enumerate() {
        assert_eq!(place.read(&format!("precious-{k}")), "precious", "{file}");
        assert!(!place.0.join("r").join(file).is_symlink(), "{file}");
    }
    assert_eq!(place.read("frames/0000000000.csv"), "precious");
    assert!(!place.0.join("r/snapshots").is_symlink());
}

#[test]
fn a_run_does_not_remove_what_it_is_made_from() {
    let place = Place::new("own");
    place.write("r/scene.toml", mesh_scene(20));
    place.write("r/cube.obj", cube(1.0));
    place.fine(&["run", "r/scene.toml", "-o", "r", "--backend", "cpu"]);
    place.fine(&["run", "r/scene.toml", "-o", "r", "--force", "--backend", "cpu"]);
    assert_eq!(place.read("r/scene.toml"), mesh_scene(20));
    fs::copy(place.0.join("r/inputs/000-cube.obj"), place.0.join("r/inputs/cube.obj")).expect("there");
    place.refused(&["run", "r/inputs/scene.toml", "-o", "r", "--force"], &["r/inputs/", "is both read and written"]);
    assert_eq!(place.read("r/inputs/scene.toml"), mesh_scene(20));
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let place = Place::new("lock");
    place.write(
        "s.toml",
        ball(50_000_000, "[output]\nreport_every = { steps = 1000 }\nsnapshot_every = { steps = 100000 }\n"),
    );
    place.write("t.toml", ball(10, ""));
    let mut first =
        place.command(&["run", "s.toml", "-o", "r", "--backend", "cpu", "--quiet"]).spawn().expect("starts");
    wait_until("the first checkpoint", || place.has("r/checkpoint.bin"));
    let process = format!("process {} on ", first.id());
    for args in [
        &["run", "t.toml", "-o", "r"][..],
        &["run", "t.toml", "-o", "r", "--force"],
        &["resume", "r", "--steps", "10"],
        &["resume", "r"],
    ] {
        place.refused(args, &["r is in use by packstone, ", &process]);
    }
    place.fine(&["inspect", "r"]);
    place.fine(&["render", "r", "-o", "p.png", "--size", "100x100"]);
    assert_eq!(first.try_wait().expect("it can be asked"), None, "the first run goes on");
    first.kill().expect("it runs");
    let _ = ended(first);
    // The lock of a process that is gone is gone with it.
    place.fine(&["resume", "r", "--steps", "10"]);
}

#[test]
fn files_missing_at_the_end_of_a_run_are_written_again() {
    let place = Place::new("closing");
    place.write("s.toml", ball(200, "[camera]\nwidth = 100\nheight = 100\n"));
    let summary = place.json(&["run", "s.toml", "-o", "r", "--json", "--backend", "cpu"]);
    let all = ["r/summary.json", "r/picture.png", "r/plots/energies.png", "r/plots/kinetic-energy.png"];
    for missing in [&all[..], &all[1..2], &all[2..3], &all[..1]] {
        for file in missing {
            fs::remove_file(place.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        let told = place.fine(&["resume", "r"]);
        assert!(told.contains("all 200 steps are done") && told.contains("state hash"), "{told}");
        all.iter().for_each(|file| assert!(place.has(file), "{file}"));
    }
    let again: serde_json::Value = serde_json::from_str(&place.read("r/summary.json")).expect("JSON");
    assert_eq!(again["state_hash"], summary["state_hash"]);
    assert!(place.fine(&["resume", "r"]).contains("to go on, give a number of steps"));
}

#[cfg(unix)]
#[test]
fn an_output_folder_that_is_no_text_is_refused_before_the_run() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new("bytes");
    place.write("s.toml", ball(20, ""));
    let name = std::ffi::OsStr::from_bytes(b"r\xff");
    let mut command = place.command(&["run", "s.toml", "--backend", "cpu", "-o"]);
    let output = ended(command.arg(name).spawn().expect("starts"));
    let said = super::harness::said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("not a text in UTF-8"), "{said}");
    assert!(!place.0.join(name).exists());
    fs::write(place.0.join(std::ffi::OsStr::from_bytes(b"s\xff.toml")), ball(20, "")).expect("written");
    let mut command = place.command(&["check", "--json"]);
    let output = ended(command.arg(std::ffi::OsStr::from_bytes(b"s\xff.toml")).spawn().expect("starts"));
    assert_eq!(output.status.code(), Some(0), "{}", super::harness::said(&output));
}
