//! `packstone render`.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::folder::Folder;

const RAIN: &str = include_str!("../../scenes/rain.toml");

/// A directory of its own for each test, gone at the end.
struct Place(Folder);

impl Place {
    fn new(test: &str) -> Self {
        let path = Folder::new(test);
        fs::write(path.join("rain.toml"), RAIN).expect("the directory can be written");
        Self(path)
    }

    /// With a run of three frames.
    fn with_run(test: &str) -> Self {
        let place = Self::new(test);
        place.good(&["run", "rain.toml", "--backend", "cpu", "--steps", "2000"]);
        place
    }

    fn call(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args);
        command
    }

    fn good(&self, args: &[&str]) -> String {
        let output = self.call(args).output().expect("the command starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn bad(&self, args: &[&str]) -> String {
        told(&self.call(args).output().expect("the command starts"))
    }
}

/// What a command that failed has told.
fn told(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Pixels across and down, and how many differ from white.
fn png_size(path: &Path) -> (u32, u32, usize) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).expect("the picture is there")));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    (info.width, info.height, bytes.chunks(3).filter(|pixel| *pixel != [255; 3]).count())
}

#[test]
fn a_run_gives_a_picture_of_its_last_frame() {
    let place = Place::with_run("last");
    let text = place.good(&["render", "rain", "--size", "320x240"]);
    assert!(text.contains("picture.png"), "{text}");
    let (width, height, drawn) = png_size(&place.0.join("rain/picture.png"));
    assert_eq!((width, height), (320, 240));
    assert!(drawn > 2000, "{drawn}");
}

#[test]
fn all_frames_go_to_a_folder_and_a_film_needs_nothing_else() {
    let place = Place::with_run("all");
    place.good(&["render", "rain", "--frame", "all", "-o", "shots", "--size", "160x120", "--color", "speed"]);
    let names = ["00000.png", "00001.png", "00002.png"];
    assert!(names.iter().all(|name| png_size(&place.0.join("shots").join(name)).0 == 160));
    place.good(&["render", "rain", "--video", "fall.gif", "--size", "160x120"]);
    let file = File::open(place.0.join("fall.gif")).expect("the film is there");
    let mut film = gif::Decoder::new(file).expect("a GIF file");
    assert_eq!((film.width(), film.height()), (160, 120));
    let mut frames = 0;
    while film.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    assert_eq!(frames, 3);
}

#[test]
fn without_ffmpeg_the_pictures_stay_and_the_command_is_told() {
    let place = Place::with_run("film");
    let mut command = place.call(&["render", "rain", "--video", "fall.mp4", "--size", "160x120"]);
    let error = told(&command.env("PATH", "").output().expect("the command starts"));
    assert!(error.contains("Install it") && error.contains("ffmpeg -y -framerate 20 -i "), "{error}");
    assert!(error.contains("--video FILE.gif"), "{error}");
    assert_eq!(png_size(&place.0.join("rain/pictures/00002.png")).0, 160);
}

#[test]
fn a_scene_is_drawn_at_its_start() {
    let place = Place::new("scene");
    place.good(&["render", "rain.toml", "-o", "start.png", "--size", "320x240", "--camera", "0,-1,0.2"]);
    assert_eq!(png_size(&place.0.join("start.png")).0, 320);
    let error = place.bad(&["render", "rain.toml", "--frame", "last"]);
    assert!(error.contains("rain.toml is a scene, which has no frames"), "{error}");
}

#[test]
fn wrong_words_are_told_what_would_be_right() {
    let place = Place::with_run("wrong");
    for (args, advice) in [
        (["--size", "10x10"], "as in 1600x1200"),
        (["--size", "big"], "as in 1600x1200"),
        (["--camera", "0,0,0"], "as in 1,-2,1"),
        (["--zoom", "-1"], "a number above zero"),
        (["--color", "mood"], "species, speed, coordination, orientation, size"),
        (["--frame", "next"], "the number of a step"),
        (["--frame", "17"], "the nearest is that of step 0"),
        (["--video", "film"], "film.gif"),
    ] {
        let error = place.bad(&["render", "rain", args[0], args[1]]);
        assert!(error.contains(advice), "{args:?}: {error}");
    }
    assert!(place.bad(&["render", "nowhere"]).contains("nowhere"));
}
