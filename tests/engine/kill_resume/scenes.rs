//! Small scenes in which contacts begin, slide, rest and end within some hundred steps: all shapes, walls that turn, shake and
//! move, grains that come in, friction at rest.

/// A scene with its name.
pub struct Case {
    pub name: &'static str,
    pub text: String,
}

const BALL: &str = "type = \"sphere\"\nradius = 0.0055";
const CUBE: &str = "type = \"box\"\nhalf_extents = [0.0034, 0.0034, 0.0034]";
const BRICK: &str = "type = \"box\"\nhalf_extents = [0.005, 0.003, 0.0012]";
const ROD: &str = "type = \"cylinder\"\nradius = 0.003\nhalf_height = 0.005";
const CAPSULE: &str = "type = \"capsule\"\nradius = 0.0028\nhalf_height = 0.003";
const EGG: &str = "type = \"ellipsoid\"\nradii = [0.0058, 0.004, 0.003]";
const PILLOW: &str = "type = \"superquadric\"\nradii = [0.004, 0.0036, 0.003]\nn1 = 4\nn2 = 3";
const WEDGE: &str = "type = \"tetrahedron\"\nedge = 0.009";

/// Bridges that reach over a fifth of a grain, and necks.
const WET: &str = "cohesion = { model = \"bridge\", surface_tension = 0.7, volume = 1e-9, angle_degrees = 20 }";
const STICKY: &str = "cohesion = { model = \"jkr\", energy = 3.0 }";
/// Elastic constants instead of a spring.
const SPRING: &str = "stiffness = 6e3";
const SOLID: &str = "young = 1e6\npoisson = 0.3";
const BY_CURVATURE: &str = "contact_radius = \"curvature\"";

/// The walls of most of them.
const BOX: &str = "[[wall]]\nmaterial = \"m\"\ntype = \"box\"\nmin = [-0.0125, -0.0125, 0]\nmax = [0.0125, 0.0125, 0.1]\n\
                   open = [\"top\"]\n";
/// A floor that shakes and a side that closes in.
const SHAKEN: &str = "[[wall]]\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n\
                      oscillation = { amplitude = [0, 0, 0.0008], frequency = 60 }\n[[wall]]\nmaterial = \"m\"\n\
                      type = \"plane\"\npoint = [-0.0125, 0, 0]\nnormal = [1, 0, 0]\nvelocity = [0.1, 0, 0]\n";
const DRUM: &str = "[[wall]]\nmaterial = \"m\"\ntype = \"cylinder\"\nbase = [0, 0, 0.018]\naxis = [0, 1, 0]\nradius = 0.0225\n\
                    side = \"inside\"\nrotation = { axis = [0, 1, 0], center = [0, 0, 0.018], rate = 9.0 }\n[[wall]]\n\
                    material = \"m\"\ntype = \"plane\"\npoint = [0, -0.0125, 0]\nnormal = [0, 1, 0]\n[[wall]]\n\
                    material = \"m\"\ntype = \"plane\"\npoint = [0, 0.0125, 0]\nnormal = [0, -1, 0]\n[[wall]]\n\
                    material = \"m\"\ntype = \"cylinder\"\nbase = [0, -0.0125, 0.044]\naxis = [0, 1, 0]\nradius = 0.002\n\
                    height = 0.025\nside = \"outside\"\nvelocity = [0, 0, -0.05]\n";
const RAIN: &str = "[[insertion]]\nregion = { type = \"box\", min = [-0.0125, -0.0125, 0.0125], max = [0.0125, 0.0125, 0.026] }\n\
                    total = 24\nuntil = 0.003\nmix = [{ shape = \"s0\" }, { shape = \"s1\" }]\n\
                    size = { distribution = \"uniform\", min = 0.6, max = 0.9 }\nvelocity = [0, 0, -3]\n";

/// A scene of `count` grains of these shapes in turn; `material` has restitution and friction.
fn scene(shapes: &[&str], count: usize, material: &str, rest: &str) -> String {
    let mut text = format!(
        "[simulation]\nsteps = 400\nseed = 3\nsafety = 0.2\ngravity = [0, 0, -9.81]\n[[material]]\nname = \"m\"\n\
         density = 2500\nstiffness = 6e3\n{material}\n{rest}"
    );
    for (k, shape) in shapes.iter().enumerate() {
        text += &format!("[[shape]]\nname = \"s{k}\"\nmaterial = \"m\"\n{shape}\n");
    }
    for k in 0..count {
        let side = |bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let (x, y, z) = (0.0062 * side(0), 0.0062 * side(1), 0.0064 + 0.0124 * (k / 4) as f64);
        let (t, s) = (k as f64, k % shapes.len());
        text += &format!(
            "[[body]]\nshape = \"s{s}\"\nposition = [{x}, {y}, {z}]\nvelocity = [{}, {}, {}]\n\
             orientation = {{ axis = [{}, {}, 1], angle = {} }}\nangular_velocity = [{}, {}, {}]\n",
            -0.4 * side(0) + 0.1 * t.sin(),
            -0.3 * side(1) + 0.1 * (2.0 * t).sin(),
            -0.7 + 0.2 * (3.0 * t).cos(),
            (1.7 * t).sin(),
            (2.3 * t).cos(),
            0.5 + 0.7 * t,
            9.0 * (0.9 * t).sin(),
            9.0 * (1.1 * t).cos(),
            5.0 * (1.3 * t).sin(),
        );
    }
    text
}

/// A stack of bricks that rests on a slope by friction.
fn at_rest() -> String {
    let slope = "[[wall]]\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
    let mut text = format!(
        "[simulation]\nsteps = 400\nsafety = 0.2\ngravity = [1.5, 0.7, -9.5]\nstart_overlap = 0.01\n[[material]]\n\
         name = \"m\"\ndensity = 2500\nstiffness = 6e3\nrestitution = 0.3\nfriction = 0.6\n{slope}[[shape]]\nname = \"s0\"\n\
         material = \"m\"\n{BRICK}\n[[shape]]\nname = \"s1\"\nmaterial = \"m\"\n{BALL}\n"
    );
    for k in 0..4 {
        let (x, z) = (0.0005 * f64::from(k), 0.00119 + 0.00239 * f64::from(k));
        text += &format!("[[body]]\nshape = \"s0\"\nposition = [{x}, 0, {z}]\n");
    }
    text + "[[body]]\nshape = \"s1\"\nposition = [0.03, 0, 0.0055]\n"
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let rough = "restitution = 0.4\nfriction = 0.5";
    let elastic = "restitution = 1\nfriction = 0";
    let rolling = "rolling_friction = 0.3\ntwisting_friction = 0.1";
    let all = [BALL, CUBE, ROD, CAPSULE, EGG, PILLOW, WEDGE];
    let case = |name, text| Case { name, text };
    vec![
        case("balls", scene(&[BALL], 12, rough, BOX)),
        case("cubes", scene(&[CUBE, WEDGE], 12, rough, BOX)),
        case("cylinders", scene(&[ROD], 8, rough, BOX)),
        case("capsules", scene(&[CAPSULE], 12, rough, SHAKEN)),
        case("ellipsoids", scene(&[EGG], 8, elastic, BOX)),
        case("superquadrics", scene(&[PILLOW], 8, rough, BOX)),
        case("mixture", scene(&all, 12, "restitution = 0.6\nfriction = 0.3\nexponent = 1.2", BOX)),
        case("solids", scene(&all, 12, rough, BOX).replace(SPRING, SOLID)),
        case("curvature", scene(&all, 12, rough, BOX).replace(SPRING, &format!("{SOLID}\n{BY_CURVATURE}"))),
        case("rolling", scene(&all, 12, &format!("{rough}\n{rolling}"), BOX)),
        case(
            "rolling solids",
            scene(&[BALL, CUBE, ROD], 8, &format!("{rough}\n{rolling}"), DRUM).replace(SPRING, SOLID),
        ),
        case(
            "every law",
            scene(&all, 12, &format!("{rough}\n{rolling}\n{STICKY}\n[drag]\nviscosity = 0.01"), BOX)
                .replace(SPRING, SOLID),
        ),
        case("drum", scene(&[CUBE, BALL, ROD], 8, rough, DRUM)),
        case("wet", scene(&all, 12, &format!("{rough}\n{WET}"), BOX)),
        case("sticky", scene(&all, 12, &format!("{rough}\n{STICKY}"), BOX).replace(SPRING, SOLID)),
        case("insertion", scene(&[BALL, WEDGE], 4, rough, &format!("{SHAKEN}{RAIN}"))),
        case("at rest", at_rest()),
    ]
}
