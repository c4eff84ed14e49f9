//! Inputs without bound: refused at once, with words of bounded length.

use super::harness::{Place, ball};

/// The scene must be refused with all of `expected`, in few words.
#[track_caller]
fn refused(test: &str, scene: &str, expected: &[&str]) {
    let place = Place::new(test);
    place.write("s.toml", scene);
    let said = place.refused(&["check", "s.toml"], expected);
    assert!(said.len() < 1500, "{} characters: {}", said.len(), &said[..1500]);
}

#[test]
fn a_picture_that_would_fill_the_memory_is_refused_when_the_scene_is_read() {
    refused(
        "camera",
        &ball(10, "[camera]\nwidth = 16384\nheight = 16384\n"),
        &["s.toml:24", "16384 x 16384", "36 million"],
    );
    let place = Place::new("size");
    place.write("s.toml", ball(10, ""));
    place.refused(&["render", "s.toml", "--size", "16384x16384"], &["36 million"]);
}

#[test]
fn insertions_without_bound_are_refused() {
    let insertion = |amount: &str| {
        let region = "region = { type = \"box\", min = [0, 0, 1], max = [9, 9, 9] }";
        ball(10, &format!("[[insertion]]\n{region}\nshape = \"ball\"\n{amount}\n"))
    };
    refused("rate", &insertion("rate = 1e300"), &["s.toml:26", "rate = 1e300", "at most 1e9"]);
    refused("total", &insertion("total = 9223372036854775807"), &["s.toml:26", "total", "50000000"]);
}

#[test]
fn long_values_are_cut_in_errors() {
    let long = "x".repeat(5_000_000);
    let with = |text: &str| ball(10, text);
    refused("value", &with(&format!("[output]\nreport_every = \"{long}\"\n")), &["s.toml:24", "xxx ..."]);
    refused("key", &with(&format!("[output]\n{long} = 1\n")), &["s.toml:24", "unknown key", "xxx ..."]);
    refused("name", &with(&format!("[[material]]\nname = \"{long}\"\n")), &["s.toml:24", "longer than 100 characters"]);
    refused("own-name", &with(&format!("[[material]]\nname = \"{long}\"\nx = 1\n")), &["s.toml:25", "unknown key"]);
    refused(
        "unknown-name",
        &with(&format!("[[body]]\nshape = \"{long}\"\nposition = [0, 0, 1]\n")),
        &["s.toml:24", "defined are: ball"],
    );
    refused("table", &with(&format!("[[{long}]]\n")), &["s.toml:23", "unknown key"]);
}

#[test]
fn names_of_any_length_fit_into_tables() {
    let place = Place::new("family");
    let body = r#"{"shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 0], "orientation": [1, 0, 0, 0]}"#;
    let pair = |family: &str, id: &str| {
        format!(r#"{{"id": "{id}", "family": "{family}", "a": {body}, "b": {body}, "size": 1}}"#)
    };
    place.write("p.jsonl", pair(&"f".repeat(70_000), "i"));
    let told = place.fine(&["contacts", "p.jsonl"]);
    assert!(told.len() < 2000, "{} characters", told.len());
    let torus = pair("f", "i").replacen("sphere", &"t".repeat(5_000_000), 1);
    place.write("q.jsonl", format!("{torus}\n{}\n", pair("f", &"x".repeat(40 << 20))));
    let said = place.refused(&["contacts", "q.jsonl"], &["q.jsonl:1: not a pair", "q.jsonl:2: longer than 32 MiB"]);
    assert!(said.len() < 3000, "{} characters", said.len());
}

#[test]
fn lists_repeat_little_of_what_they_hold() {
    let place = Place::new("secret");
    let scene = |file: &str| ball(10, &format!("[[particles]]\nfile = \"{file}\"\nshape = \"ball\"\n"));
    place.write("secret", "root:x:0:0:my secret,another\n1,2\n");
    place.write("a.toml", scene("secret"));
    let said = place.refused(&["check", "a.toml"], &["secret:1", "start with a line like shape,x,y,z"]);
    assert!(!said.contains("root"), "{said}");
    place.write("s.json", "[{\"my secret\": 1}]");
    place.write("b.toml", scene("s.json"));
    let said = place.refused(&["check", "b.toml"], &["s.json:1"]);
    assert!(!said.contains("my secret"), "{said}");
    place.write("long.csv", format!("x,y,z\n{},0,0\n", "9".repeat(5_000_000)));
    place.write("c.toml", scene("long.csv"));
    let said = place.refused(&["check", "c.toml"], &["long.csv:2"]);
    assert!(said.len() < 500, "{} characters", said.len());
}

#[test]
fn numbers_on_the_command_line_have_bounds() {
    let place = Place::new("numbers");
    place.write("s.toml", ball(10, ""));
    place.refused(&["bench", "--n", "99999999999"], &["from 1 to 10000000"]);
    for command in [&["run", "s.toml"][..], &["hunt", "--poses", "1"], &["bench", "--scene", "s.toml"]] {
        place.refused(&[command, &["--threads", "5000"]].concat(), &["from 1 to 1024"]);
    }
}

/// Pipes, devices and folders where a file should be: to open one may be to wait for ever.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused() {
    let place = Place::new("pipes");
    for name in ["pipe.toml", "pipe.obj", "pipe.csv", "pipe.jsonl"] {
        let made = std::process::Command::new("mkfifo").arg(place.0.join(name)).status().expect("mkfifo is there");
        assert!(made.success());
    }
    std::fs::create_dir(place.0.join("folder.obj")).expect("a free name");
    for command in ["check", "run", "validate", "render"] {
        place.refused(&[command, "pipe.toml"], &["pipe.toml: it is a pipe, not a regular file"]);
    }
    place.refused(&["check", "."], &["it is a folder"]);
    place.refused(&["check", "/dev/zero"], &["it is a device"]);
    place.refused(&["contacts", "pipe.jsonl"], &["pipe.jsonl: it is a pipe"]);
    let shape = |file: &str| {
        ball(10, &format!("[[shape]]\nname = \"m\"\nmaterial = \"glass\"\ntype = \"file\"\nfile = \"{file}\"\n"))
    };
    place.write("a.toml", shape("pipe.obj"));
    place.refused(&["check", "a.toml"], &["a.toml:27", "it is a pipe"]);
    place.write("b.toml", shape("folder.obj"));
    place.refused(&["check", "b.toml"], &["b.toml:27", "it is a folder"]);
    place.write("c.toml", ball(10, "[[particles]]\nfile = \"pipe.csv\"\nshape = \"ball\"\n"));
    place.refused(&["check", "c.toml"], &["c.toml:24", "it is a pipe"]);
}
