//! Insertions and particle lists that cannot be used.

use std::fs;

use packstone::scene::Scene;

use super::{extended, parse, refused};
use crate::common::folder::Folder;

/// The small scene with an insertion of these lines; it starts at line 18, the lines at line 20.
fn with_insertion(lines: &str) -> String {
    extended(&format!("[[insertion]]\nregion = {{ type = \"sphere\", center = [0, 0, 0], radius = 1 }}\n{lines}"))
}

#[test]
fn insertions() {
    refused(
        &with_insertion("shape = \"ball\""),
        "box.toml:18: insertion 1: total is missing, and so is rate; give a whole number of grains from 1 to 50000000, or rate",
    );
    refused(
        &with_insertion("shape = \"ball\"\ntotal = 5\nrate = 5.0"),
        "box.toml:21: insertion 1: total = 5 stands beside rate, which says the same in another way; remove one of them",
    );
    refused(
        &with_insertion("shape = \"ball\"\ntotal = 5\nfrom = 2\nuntil = 1"),
        "box.toml:23: insertion 1: until = 1 is not after from = 2; give a later time [s]",
    );
    refused(
        &with_insertion("mix = [{ shape = \"ball\", weight = 0 }]\ntotal = 5"),
        "box.toml:20: insertion 1: mix = [{ shape = \"ball\", weight = 0 }] has no weight to choose by; give at least one \
         shape a weight like 1",
    );
    refused(
        &with_insertion("mix = [{ shape = \"bal\" }]\ntotal = 5"),
        "box.toml:20: insertion 1: mix[0]: shape = \"bal\" is not the name of a shape; did you mean \"ball\"? defined are: \
         ball",
    );
    refused(
        &with_insertion("shape = \"ball\"\ntotal = 5\norientation = \"any\""),
        "box.toml:22: insertion 1: orientation = \"any\" is not known; known are: random",
    );
    refused(
        &extended("[[insertion]]\nregion = { type = \"ring\" }"),
        "box.toml:19: insertion 1: region: type = \"ring\" is not known; known are: box, cylinder, sphere",
    );
}

#[test]
fn sizes() {
    let size = |table: &str| with_insertion(&format!("shape = \"ball\"\ntotal = 5\nsize = {table}"));
    refused(
        &size("{ distribution = \"uniform\", min = 2, max = 1 }"),
        "box.toml:22: insertion 1: size: max = 1 leaves no range from min = 2 to max = 1; give min below max, or one size \
         without a distribution",
    );
    refused(
        &size("{ distribution = \"normal\", mean = 1, sd = 0.5 }"),
        "box.toml:22: insertion 1: size: sd = 0.5 is so large that mean - 3 sd = -0.5 is no size; give min, above 0, or a \
         smaller sd",
    );
    refused(
        &size("{ distribution = \"normal\", mean = 1, sd = 0.01, min = 2, max = 3 }"),
        "box.toml:22: insertion 1: size: min = 2 leaves nothing of the distribution: it is more than 8 standard deviations \
         from the middle; widen min to max",
    );
    refused(
        &size("{ distribution = \"lognormal\", median = 1, sigma = 1000 }"),
        "box.toml:22: insertion 1: size: sigma = 1000 is too large; 0.2 to 0.6 is usual for grains",
    );
    refused(
        &size("{ distribution = \"table\", sizes = [1, 2], weights = [1] }"),
        "box.toml:22: insertion 1: size: weights = [1] has 1 elements for 2 sizes; give one weight per size",
    );
    refused(
        &size("{ distribution = \"normal\", median = 1, sigma = 1 }"),
        "box.toml:22: insertion 1: size: unknown key \"median\"; with distribution = \"normal\" the keys are: distribution, \
         mean, sd, min, max",
    );
    refused(
        &size("1e120"),
        "box.toml:18: insertion 1: size: a volume of inf m3 is too small or too large to compute with; are the lengths in \
         metres?",
    );
}

/// A folder of its own for a test, with `list.csv` in it.
fn folder_with(test: &str, list: &str) -> Folder {
    let folder = Folder::new(test);
    fs::write(folder.join("list.csv"), list).expect("a file for the test");
    folder
}

/// The end of the message, after the folder, that a particle list gets.
fn list_message(test: &str, list: &str) -> String {
    let folder = folder_with(test, list);
    let text = extended("[[particles]]\nfile = \"list.csv\"");
    let message = Scene::parse(text, folder.join("box.toml")).expect_err("a bad list").to_string();
    message.strip_prefix(&format!("{}/", folder.display())).expect("the folder first").to_owned()
}

#[test]
fn lists_that_are_no_lists() {
    let text = extended("[[particles]]\nfile = \"none.csv\"");
    let message = parse(&text).expect_err("no file").to_string();
    assert!(
        message.starts_with("box.toml:19: particles 1: file = \"none.csv\" cannot be read (No such file"),
        "{message}"
    );
    assert!(message.ends_with("give the path from where the scene file is"), "{message}");
    let empty = list_message("empty", "\n# nothing\n");
    assert_eq!(empty, "list.csv:1: no header row; start with a line like shape,x,y,z");
}

#[test]
fn headers() {
    let unknown = list_message("unknown", "shape,x,y,z,vz_\n");
    assert_eq!(unknown, "list.csv:1: unknown column \"vz_\"; did you mean \"vz\"?");
    let semicolons = list_message("semicolons", "shape;x;y;z\n");
    assert!(
        semicolons.starts_with("list.csv:1: unknown column \"shape;x;y;z\"; separate columns by commas; "),
        "{semicolons}"
    );
    let unit = list_message("unit", "shape,x [mm],y [m],z [m]\n");
    assert_eq!(unit, "list.csv:1: column \"x\" is given in \"mm\"; its unit is m: convert it");
    let unitless = list_message("unitless", "shape,x,y,z,scale [m]\n");
    assert_eq!(unitless, "list.csv:1: column \"scale\" is given in \"m\"; it has no unit");
    let twice = list_message("twice", "shape,x,y,z,x\n");
    assert_eq!(twice, "list.csv:1: column \"x\" is there twice; remove one");
    let part = list_message("part", "# speeds\nshape,x,y,z,vz\n");
    assert_eq!(part, "list.csv:2: no column vx,vy; a header has all of vx,vy,vz");
    let nowhere = list_message("nowhere", "shape\n");
    assert_eq!(nowhere, "list.csv:1: no column x,y,z; a header has all of x,y,z");
    let shapeless = list_message("shapeless", "x,y,z\n");
    assert!(shapeless.starts_with("list.csv:1: no column shape; add one"), "{shapeless}");
}

#[test]
fn rows() {
    let word = list_message("word", "shape,x,y,z\nball,0,0,0\nball,0,nan,0\n");
    assert_eq!(word, "list.csv:3: column 3: y = nan is not a finite number; write it as in 0.25 or 1e-3");
    let short = list_message("short", "shape,x,y,z\n\nball,0,0\n");
    assert_eq!(short, "list.csv:3: 3 cells in a table of 4 columns; fill every column");
    let quote = list_message("quote", "shape,x,y,z\nball,0,0,0\n\"ball,0,0,1\nball,0,0,2\n");
    assert_eq!(quote, "list.csv:3: a quote is opened here and not closed on this line; add \" at its end");
    let name = list_message("name", "x,y,z,shape\n0,0,0,bal\n");
    let expected =
        "list.csv:2: column 4: shape = \"bal\" is not the name of a shape; did you mean \"ball\"? defined are: ball";
    assert_eq!(name, expected);
    let scale = list_message("scale", "shape,x,y,z,scale\nball,0,0,0,-1\n");
    assert_eq!(scale, "list.csv:2: column 5: scale = -1 cannot be used: is not above zero; 1 is the shape's own size");
    let turn = list_message("turn", "shape,x,y,z,qw,qx,qy,qz\nball,0,0,0,0,0,0,0\n");
    let expected =
        "list.csv:2: column 5: qw = 0 and qx, qy, qz are zero; give a unit quaternion, not turned is 1,0,0,0";
    assert_eq!(turn, expected);
}
