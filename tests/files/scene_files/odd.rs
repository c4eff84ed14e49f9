//! Values that are possible but look like a slip.

use super::{changed, extended, parse};

/// The warnings of `text`, one per line.
fn warnings(text: &str) -> String {
    let scene = parse(text).expect("a good scene");
    scene.warnings().iter().map(|warning| format!("{warning}\n")).collect()
}

#[test]
fn densities() {
    let light = warnings(&changed("density = 7800", "density = 7.8"));
    assert_eq!(light, "box.toml:6: material \"steel\": a density of 7.8 kg/m3 is that of no solid: g/cm3 for kg/m3?\n");
    assert!(
        warnings(&changed("density = 7800", "density = 7.8e6"))
            .starts_with("box.toml:6: material \"steel\": a density")
    );
}

#[test]
fn gravity() {
    let strong = warnings(&changed("-9.81", "-9810"));
    assert!(
        strong.starts_with("box.toml:3: gravity of 9810 m/s2 is 1000 times the Earth's: mm/s2 for m/s2?\n"),
        "{strong}"
    );
}

#[test]
fn sizes_of_grains() {
    let huge = warnings(&changed("radius = 0.01", "radius = 60"));
    assert!(huge.starts_with("box.toml:10: shape \"ball\": a grain 1.200e2 m across looks odd: mm for m?\n"), "{huge}");
    let tiny = warnings(&changed("radius = 0.01", "radius = 1e-7"));
    assert_eq!(tiny, "box.toml:10: shape \"ball\": a grain 2.000e-7 m across looks odd: m for mm?\n");
    let scaled = warnings(&extended("scale = 1e4"));
    assert_eq!(scaled, "box.toml:15: a body with scale = 10000: a grain 2.000e2 m across looks odd: mm for m?\n");
    let inserted = extended(
        "[[insertion]]\nregion = { type = \"sphere\", center = [0, 0, 0], radius = 1 }\ntotal = 1\nshape = \"ball\"\nsize = \
         { distribution = \"uniform\", min = 1e-5, max = 1 }\nfrom = 1.5\n",
    );
    assert_eq!(
        warnings(&inserted),
        "box.toml:22: insertion 1: shape \"ball\" at size 0.00001: a grain 2.000e-7 m across looks odd: m for mm?\n\
         box.toml:23: insertion 1: it starts at 1.5 s, when the run is over\n"
    );
}

#[test]
fn contacts() {
    let degrees = warnings(&changed("friction = 0.2", "friction = 30"));
    assert_eq!(
        degrees,
        "box.toml:9: material \"steel\": friction = 30 is very rough: an angle? 30 degrees are 0.577\n"
    );
    assert!(
        warnings(&changed("restitution = 0.7", "restitution = 0.01"))
            .starts_with("box.toml:8: material \"steel\": resti")
    );
    // The ball weighs 0.3205 N, which presses a spring of 1000 N/m by 3.2 % of 10 mm.
    let soft = warnings(&changed("stiffness = 1e6", "stiffness = 1000"));
    let expected = "box.toml:7: material \"steel\": a grain of shape \"ball\" sinks in by 3.2 % of its radius under its own \
                    weight; a stiffness of 3.2e4 N/m^m would make that 0.1 %\n";
    assert_eq!(soft, expected);
}

#[test]
fn speeds_and_nothing_to_do() {
    let fast = warnings(&extended("velocity = [0, 2000, 0]"));
    assert_eq!(fast, "box.toml:15: a body with a speed of 2000 m/s: mm/s for m/s?\n");
    let wall = "[[wall]]\ntype = \"plane\"\nmaterial = \"steel\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nvelocity = [0, 0, 5e3]\n";
    assert_eq!(warnings(&extended(wall)), "box.toml:23: wall \"wall 1\": a speed of 5000 m/s: mm/s for m/s?\n");
    let empty = warnings("\nsimulation = { steps = 1 }");
    assert_eq!(empty, "box.toml:2: no grains: add a [[body]], [[lattice]], [[particles]] or [[insertion]]\n");
}
