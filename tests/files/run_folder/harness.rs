//! A folder for each test, the command in it, and small scenes.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::folder::Folder;

/// Longest time that a command of these tests may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// A folder of its own for each test, gone at the end.
pub struct Place(pub Folder);

impl Place {
    pub fn new(test: &str) -> Self {
        Self(Folder::new(test))
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the folder can be written");
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.bytes(name)).into_owned()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The command, run here.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packstone"));
        command.current_dir(&self.0).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What the command says; it must end by itself.
    #[track_caller]
    pub fn packstone(&self, args: &[&str]) -> Output {
        ended(self.command(args).stdin(Stdio::null()).spawn().expect("the command starts"))
    }

    /// The command, which must end well; returns what it says on both outputs.
    #[track_caller]
    pub fn fine(&self, args: &[&str]) -> String {
        let output = self.packstone(args);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        said
    }

    /// The command, which must end well and print JSON.
    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Value {
        let output = self.packstone(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
    }

    /// The command, which must be refused with all of `expected`; returns what it says.
    #[track_caller]
    pub fn refused(&self, args: &[&str], expected: &[&str]) -> String {
        let output = self.packstone(args);
        let said = said(&output);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}: {:?} {said}", output.status);
        assert!(!said.contains("panicked"), "{args:?}: {said}");
        expected.iter().for_each(|part| assert!(said.contains(part), "{args:?}: \"{part}\" is not in: {said}"));
        said
    }
}

/// Both outputs of a command.
pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout))
}

/// What came of a process that must end by itself.
#[track_caller]
pub fn ended(mut child: Child) -> Output {
    let patience = Instant::now() + PATIENCE;
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > patience {
            child.kill().ok();
            panic!("it did not end in {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().expect("it has ended")
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let patience = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < patience, "{what} did not happen in {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A ball that falls on a plane; `more` is put behind.
pub fn ball(steps: u64, more: &str) -> String {
    format!(
        "[simulation]\nsteps = {steps}\n[[material]]\nname = \"glass\"\ndensity = 2500\nstiffness = 1e5\nrestitution = 0.8\n\
         friction = 0.3\n[[shape]]\nname = \"ball\"\nmaterial = \"glass\"\ntype = \"sphere\"\nradius = 0.01\n[[wall]]\n\
         type = \"plane\"\nmaterial = \"glass\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n[[body]]\nshape = \"ball\"\n\
         position = [0, 0, 0.0101]\nvelocity = [0, 0, -0.5]\n{more}"
    )
}

/// The same with a box from a file beside it.
pub fn mesh_scene(steps: u64) -> String {
    ball(
        steps,
        "[[shape]]\nname = \"cube\"\nmaterial = \"glass\"\ntype = \"file\"\nfile = \"cube.obj\"\n[[body]]\nshape = \"cube\"\n\
         position = [0.1, 0, 0.0201]\nvelocity = [0, 0, -0.5]\n[camera]\nwidth = 128\nheight = 128\n[output]\n\
         snapshot_every = { steps = 100 }\n",
    )
}

/// A box with half edges of so many times 1 cm, as OBJ.
pub fn cube(size: f64) -> String {
    let corner = |k: i32| {
        let at = |bit: i32| if k & bit == 0 { -0.01 * size } else { 0.01 * size };
        format!("v {} {} {}\n", at(1), at(2), at(4))
    };
    let corners: String = (0..8).map(corner).collect();
    corners + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}
