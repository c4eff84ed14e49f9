//! Values that are not possible, part by part.

use super::{changed, extended, refused};

#[test]
fn simulation() {
    refused(
        &changed("duration = 1.0", "duration = -1.0"),
        "box.toml:2: [simulation]: duration = -1.0 is not above zero; give a simulated time above 0 [s], as in 2.0",
    );
    refused(
        &changed("duration = 1.0", "duration = inf"),
        "box.toml:2: [simulation]: duration = inf is not a finite number; give a simulated time above 0 [s], as in 2.0",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\nsteps = 5"),
        "box.toml:2: [simulation]: duration = 1.0 stands beside steps, which says the same in another way; remove one of them",
    );
    refused(
        &changed("duration = 1.0\n", ""),
        "box.toml:1: [simulation]: duration is missing, and so is steps; give a simulated time above 0 [s], as in 2.0, or steps",
    );
    refused(
        &changed("duration = 1.0", "steps = 0"),
        "box.toml:2: [simulation]: steps = 0 is outside 1 to 9223372036854775807; give a whole number of time steps, as in \
         100000",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\ntime_step = 2.5"),
        "box.toml:3: [simulation]: time_step = 2.5 is longer than duration, the whole run; give a shorter one, or \"auto\"",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\ntime_step = 1e-6\nsafety = 0.1"),
        "box.toml:4: [simulation]: safety = 0.1 has no meaning beside a fixed time_step; remove it, or write time_step = \
         \"auto\"",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\nsafety = 1.1"),
        "box.toml:3: [simulation]: safety = 1.1 is outside (0, 1]; at 1 the step is the critical one, use a value from 0.02 \
         to 0.3",
    );
    refused(
        &changed("duration = 1.0", "duration = 1.0\nseed = -4"),
        "box.toml:3: [simulation]: seed = -4 is outside 0 to 9223372036854775807; give a whole number from 0 to \
         9223372036854775807",
    );
}

#[test]
fn drag() {
    refused(
        &extended("[drag]\nviscosity = -1\n"),
        "box.toml:19: [drag]: viscosity = -1 is not above zero; give the viscosity of the fluid around the grains, above 0 [Pa s]; water has 1e-3, \
         air 1.8e-5",
    );
    refused(
        &extended("[drag]\nfluid_density = 1.2\n"),
        "box.toml:19: [drag]: fluid_density = 1.2 has no meaning without drag_coefficient; give both, or viscosity",
    );
    refused(
        &extended("[drag]\nfluid_density = 1e300\ndrag_coefficient = 1e300\n"),
        "box.toml:19: [drag]: fluid_density = 1e300 is outside (0, 1e6]; water has 1000 kg/m3, spheres have a coefficient of about \
         0.44",
    );
    refused(
        &extended("[drag]\ndrag_coefficient = 0.44\n"),
        "box.toml:19: [drag]: drag_coefficient = 0.44 has no meaning without fluid_density; give both, or viscosity",
    );
    refused(
        &extended("[drag]\nspeed_limit = 1.0\nfluid_velocity = [1, 0, 0]\n"),
        "box.toml:20: [drag]: fluid_velocity = [1, 0, 0] has no meaning without a force; give relaxation_time, viscosity, or \
         fluid_density with drag_coefficient",
    );
    refused(
        &extended("[drag]\n"),
        "box.toml:18: [drag]: asks for nothing; give relaxation_time, viscosity, fluid_density with drag_coefficient, or speed_limit, \
         or remove the table",
    );
}

#[test]
fn materials() {
    refused(
        &changed("restitution = 0.7", "restitution = 1.7"),
        "box.toml:8: material \"steel\": restitution = 1.7 is outside (0, 1]; 1 is a perfectly elastic contact, use a value \
         from 0.05 to 1",
    );
    refused(
        &changed("density = 7800", "density = 0"),
        "box.toml:6: material \"steel\": density = 0 is not above zero; give a number above 0 [kg/m3]; glass is 2500, steel \
         7800",
    );
    refused(
        &changed("friction = 0.2", "friction = -0.2"),
        "box.toml:9: material \"steel\": friction = -0.2 is below zero; give Coulomb's coefficient from 0 up, as in 0.5",
    );
    refused(
        &changed("friction = 0.2", "friction = 0.2\nexponent = 0.5"),
        "box.toml:10: material \"steel\": exponent = 0.5 is outside [1, 3]; use 1 for a linear spring or 1.5 for Hertz",
    );
    refused(
        &changed("friction = 0.2", "friction = 0.2\nyoung = 2e11"),
        "box.toml:7: material \"steel\": stiffness = 1e6 stands beside young, which says the same in another way; remove one of \
         them",
    );
    refused(
        &changed("friction = 0.2", "friction = 0.2\npoisson = 0.3"),
        "box.toml:10: material \"steel\": poisson = 0.3 has no meaning beside stiffness; give young instead of stiffness, or \
         remove it",
    );
    refused(
        &changed("stiffness = 1e6", "young = 2e11\npoisson = 0.6"),
        "box.toml:8: material \"steel\": poisson = 0.6 is outside [0, 0.5]; use 0.2 to 0.3 for minerals and metals, 0.5 for \
         rubber",
    );
    refused(
        &changed("stiffness = 1e6", "young = 2e11\npoisson = 0.3\nexponent = 1.5"),
        "box.toml:9: material \"steel\": exponent = 1.5 stands beside young, with which it is that of Hertz, 1.5; remove it",
    );
    refused(
        &changed("stiffness = 1e6", "stiffness = { overlap = 2, speed = 1 }"),
        "box.toml:7: material \"steel\": stiffness: overlap = 2 is outside (0, 0.5]; it is a share of a grain's half-thickness: use 0.01 for one \
         hundredth",
    );
    refused(
        &changed("friction = 0.2", "friction = 0.2\ntangential_stiffness_ratio = 2e5"),
        "box.toml:10: material \"steel\": tangential_stiffness_ratio = 2e5 is outside (0, 1]; it is a ratio without unit, \
         tangential over normal stiffness: use 0.2857 (2/7), and friction = 0 for contacts without tangential force",
    );
}

#[test]
fn pairs_of_materials() {
    let wood = "[[material]]\nname = \"wood\"\ndensity = 700\nstiffness = 1e8\nexponent = 1.5\nrestitution = 0.5\nfriction = \
                0.5\n[[wall]]\ntype = \"plane\"\nmaterial = \"wood\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
    refused(
        &extended(wood),
        "box.toml:22: material \"wood\": exponent = 1.5 differs from exponent = 1 of material \"steel\", and springs of \
         different exponents cannot be combined; give stiffness and exponent in a [[material_pair]] between = [\"steel\", \
         \"wood\"], or make the exponents equal",
    );
    let pair = "[[material_pair]]\nbetween = [\"wood\", \"steel\"]\nstiffness = 1e6\nexponent = 1\n";
    assert!(super::parse(&extended(&format!("{wood}{pair}"))).is_ok());
    refused(
        &extended(&format!("{wood}{pair}{}", pair.replace("[\"wood\", \"steel\"]", "[\"steel\", \"wood\"]"))),
        "box.toml:35: material_pair 2: between = [\"steel\", \"wood\"] has an entry already, at box.toml:30; merge the two",
    );
    refused(
        &extended("[[material_pair]]\nbetween = [\"steel\"]"),
        "box.toml:19: material_pair 1: between = [\"steel\"] has 1 elements; give the names of two materials",
    );
}

#[test]
fn shapes() {
    refused(
        &changed("radius = 0.01", "radius = -0.01"),
        "box.toml:14: shape \"ball\": radius = -0.01 is not above zero; give a length above 0 [m], as in 0.01",
    );
    refused(
        &changed("radius = 0.01", "radius = 1e-200"),
        "box.toml:10: shape \"ball\": radius is 1e-200: give one from 1e-30 to 1e30; are the lengths in metres?",
    );
    refused(
        &changed("type = \"sphere\"\nradius = 0.01", "type = \"superquadric\"\nradii = [1, 1, 1]\nn1 = 0.5\nn2 = 2"),
        "box.toml:15: shape \"ball\": n1 = 0.5 is outside [1, 100]; below 1 the shape is concave, 2 is round, 10 is blocky, a \
         box is type = \"box\"",
    );
    refused(
        &changed(
            "type = \"sphere\"\nradius = 0.01",
            "type = \"polyhedron\"\nvertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]",
        ),
        "box.toml:14: shape \"ball\": vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] cannot be used: 3 different vertices: a \
         convex polyhedron needs at least 4 that are not in one plane",
    );
    refused(
        &changed("type = \"sphere\"\nradius = 0.01", "type = \"ellipsoid\"\nradii = [1, 0, 1]"),
        "box.toml:14: shape \"ball\": radii[1] = 0 is not above zero; give three lengths above 0 [m], as in [0.01, 0.02, 0.03]",
    );
    refused(
        &changed("type = \"sphere\"\nradius = 0.01", "type = \"halfspace\""),
        "box.toml:13: shape \"ball\": type = \"halfspace\" is not a grain; write a [[wall]] with type = \"plane\"",
    );
    let text = changed("type = \"sphere\"\nradius = 0.01", "type = \"file\"\nfile = \"none.stl\"");
    let message = super::parse(&text).expect_err("no such mesh").to_string();
    assert!(message.starts_with("box.toml:14: shape \"ball\": file = \"none.stl\" cannot be read (No"), "{message}");
}

/// The small scene with a wall of these lines; it starts at line 18, the lines at line 20.
fn with_wall(lines: &str) -> String {
    extended(&format!("[[wall]]\nmaterial = \"steel\"\n{lines}"))
}

#[test]
fn walls() {
    refused(
        &with_wall("type = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 0]"),
        "box.toml:22: wall 1: normal = [0, 0, 0] has no length; give a direction that is not zero, as in [0, 0, 1]",
    );
    refused(
        &with_wall("type = \"box\"\nname = \"bin\"\nmin = [0, 0, 0]\nmax = [1, -1, 1]"),
        "box.toml:23: wall \"bin\": max = [1, -1, 1] is not beyond min = [0, 0, 0] in y; give the lowest corner as min, the \
         highest as max",
    );
    refused(
        &with_wall("type = \"box\"\nmin = [0, 0, 0]\nmax = [1, 1, 1]\nopen = [\"lid\"]"),
        "box.toml:23: wall 1: open[0] = \"lid\" is not known; known are: left, right, front, back, bottom, top",
    );
    refused(
        &with_wall(
            "type = \"hopper\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\nradius_base = 0\nradius_top = 0\nheight = 1",
        ),
        "box.toml:24: wall 1: radius_top = 0 is zero like radius_base; give at least one radius above 0 [m]",
    );
    refused(
        &with_wall("type = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nstart = 2\nstop = 1"),
        "box.toml:24: wall 1: stop = 1 is not after start = 2; give a later time [s]",
    );
    refused(
        &with_wall(
            "type = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nrotation = { axis = [0, 0, 1], centre = [0, 0, 0], rate = 1 }",
        ),
        "box.toml:23: wall 1: rotation: unknown key \"centre\"; did you mean \"center\"?",
    );
    refused(
        &with_wall("type = \"cylinder\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\nradius = 1"),
        "box.toml:18: wall 1: side is missing; give \"inside\" or \"outside\": where the grains are",
    );
}

#[test]
fn bodies() {
    refused(
        &extended("orientation = [0, 0, 0, 0]"),
        "box.toml:18: body 1: orientation = [0, 0, 0, 0] has no length; write orientation as a quaternion [w, x, y, z], not \
         turned is [1, 0, 0, 0]",
    );
    refused(
        &extended("fixed = true\nvelocity = [1, 0, 0]"),
        "box.toml:18: body 1: fixed = true contradicts its velocity; remove one of them, or make a [[wall]] that moves",
    );
    refused(
        &extended("scale = 0"),
        "box.toml:18: body 1: scale = 0 is not above zero; give a factor above 0 by which the \
         shape is larger, as in 1.5",
    );
    refused(
        &extended("scale = 1e150"),
        "box.toml:18: body 1: scale = 1e150 cannot be used: a volume of inf m3 is too small or too large to compute with; are \
         the lengths in metres?",
    );
}

#[test]
fn lattices() {
    let lattice = |counts: &str| {
        extended(&format!("[[lattice]]\nshape = \"ball\"\ncounts = {counts}\nspacing = 1\norigin = [0, 0, 0]"))
    };
    refused(
        &lattice("[0, 1, 1]"),
        "box.toml:20: lattice 1: counts[0] = 0 is outside 1 to 50000000; give three whole numbers [nx, ny, nz] from 1 up, as \
         in [10, 10, 20]",
    );
    refused(
        &lattice("[5000, 5000, 5000]"),
        "box.toml:20: lattice 1: counts = [5000, 5000, 5000] are more than 50000000 grains; give smaller counts",
    );
    refused(&lattice("[1, 1]"), "box.toml:20: lattice 1: counts = [1, 1] has 2 elements; give three whole numbers");
}
