//! Tables of the lists of a scene: materials, shapes, walls, grains. Each has setters for its usual keys and `set` for any.

use glam::{DQuat, DVec3};

use super::{Table, Value};

/// A table of one of the lists of a scene, as in `[[material]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub(super) section: &'static str,
    pub(super) table: Table,
}

macro_rules! parts {
    ($($(#[$about:meta])* $name:ident $section:literal { $($(#[$key_about:meta])* $key:ident: $type:ty,)* })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Debug, PartialEq)]
            pub struct $name(Table);

            impl $name {
                /// Sets any key; the reader says which there are.
                pub fn set(self, key: &str, value: impl Into<Value>) -> Self {
                    Self(self.0.with(key, value))
                }

                $($(#[$key_about])*
                pub fn $key(self, value: $type) -> Self {
                    self.set(stringify!($key), value)
                })*
            }

            impl From<$name> for Part {
                fn from(part: $name) -> Self {
                    Self { section: $section, table: part.0 }
                }
            }
        )*
    };
}

parts! {
    /// A `[[material]]`: what grains and walls are made of.
    Material "material" {
        /// Density [kg/m3].
        density: f64,
        /// Stiffness k of the force k d^m at the overlap d [N/m^m].
        stiffness: f64,
        /// Young's modulus, instead of a stiffness [Pa].
        young: f64,
        /// Poisson's ratio, beside Young's modulus.
        poisson: f64,
        /// Whose radius goes with Young's modulus: "volume" or "curvature".
        contact_radius: &str,
        /// Exponent m of the force: 1 is a linear spring, 1.5 is Hertz.
        exponent: f64,
        /// Speed after over speed before a head-on impact.
        restitution: f64,
        /// Coulomb's coefficient.
        friction: f64,
        /// Tangential over normal stiffness.
        tangential_stiffness_ratio: f64,
        /// What the tangential spring keeps while the load changes: "force", "elongation" or "increments".
        tangential_spring: &str,
        /// What dashpots may do beside springs: "bounded", "sticking" or "together".
        dashpots: &str,
        /// Largest moment against rolling, over normal force and R*.
        rolling_friction: f64,
        /// The same against twisting about the normal.
        twisting_friction: f64,
        /// Damping of both, as a share of the critical one.
        rolling_damping: f64,
        /// What pulls grains together, as in `Table::new().with("model", "jkr").with("energy", 0.05)`.
        cohesion: Table,
    }
    /// A `[[material_pair]]`: what holds between two materials instead of the combination of their own values.
    MaterialPair "material_pair" {
        /// Stiffness k of the force k d^m at the overlap d [N/m^m].
        stiffness: f64,
        /// Whose radius goes with Young's modulus: "volume" or "curvature".
        contact_radius: &str,
        /// Exponent m of the force.
        exponent: f64,
        /// Speed after over speed before a head-on impact.
        restitution: f64,
        /// Coulomb's coefficient.
        friction: f64,
        /// Tangential over normal stiffness.
        tangential_stiffness_ratio: f64,
        /// What the tangential spring keeps while the load changes: "force", "elongation" or "increments".
        tangential_spring: &str,
        /// What dashpots may do beside springs: "bounded", "sticking" or "together".
        dashpots: &str,
        /// Largest moment against rolling, over normal force and R*.
        rolling_friction: f64,
        /// The same against twisting about the normal.
        twisting_friction: f64,
        /// Damping of both, as a share of the critical one.
        rolling_damping: f64,
        /// What pulls grains together, as in `Table::new().with("model", "jkr").with("energy", 0.05)`.
        cohesion: Table,
    }
    /// A `[[shape]]`: a kind of grain.
    Shape "shape" {
        /// Factor of all lengths.
        scale: f64,
    }
    /// A `[[wall]]`: what holds the grains.
    Wall "wall" {
        /// Its name in reports.
        name: &str,
        /// Steady velocity [m/s].
        velocity: DVec3,
        /// When its motion starts [s].
        start: f64,
        /// When its motion ends [s].
        stop: f64,
    }
    /// A `[[body]]`: one grain that is there from the start.
    Body "body" {
        /// How many times as large as its shape it is.
        scale: f64,
        /// Velocity [m/s].
        velocity: DVec3,
        /// Angular velocity in the world's frame [rad/s].
        angular_velocity: DVec3,
        /// Its orientation.
        orientation: DQuat,
        /// Whether it never moves.
        fixed: bool,
    }
    /// A `[[lattice]]`: grains in rows, columns and layers.
    Lattice "lattice" {
        /// How many times as large as their shape the grains are.
        scale: f64,
        /// Largest random shift of every coordinate [m].
        jitter: f64,
        /// Velocity [m/s].
        velocity: DVec3,
        /// Angular velocity in the world's frame [rad/s].
        angular_velocity: DVec3,
        /// Whether they never move.
        fixed: bool,
    }
    /// A `[[particles]]`: grains from a CSV or JSON file.
    Particles "particles" {
        /// The name of the shape of all its grains, where the file tells none.
        shape: &str,
    }
    /// An `[[insertion]]`: grains that come in during the run.
    Insertion "insertion" {
        /// When it starts [s].
        from: f64,
        /// When it ends [s].
        until: f64,
        /// Grains in all.
        total: u64,
        /// Grains per second, instead of a total [1/s].
        rate: f64,
        /// The name of the shape.
        shape: &str,
        /// How many times as large as their shape grains are.
        size: impl Into<Value>,
        /// Velocity [m/s].
        velocity: DVec3,
    }
}

impl Material {
    /// A material with a name.
    pub fn new(name: &str) -> Self {
        Self(Table::new().with("name", name))
    }
}

impl MaterialPair {
    /// Two materials, by their names.
    pub fn new(between: [&str; 2]) -> Self {
        Self(Table::new().with("between", between))
    }
}

impl Shape {
    /// A shape of any type; its lengths follow by [`Self::set`].
    pub fn new(name: &str, material: &str, kind: &str) -> Self {
        Self(Table::new().with("name", name).with("material", material).with("type", kind))
    }

    /// A sphere of this radius [m].
    pub fn sphere(name: &str, material: &str, radius: f64) -> Self {
        Self::new(name, material, "sphere").set("radius", radius)
    }

    /// An ellipsoid with these semi-axes [m].
    pub fn ellipsoid(name: &str, material: &str, radii: DVec3) -> Self {
        Self::new(name, material, "ellipsoid").set("radii", radii)
    }

    /// A capsule along z; `half_height` is half the length of the cylindrical part [m].
    pub fn capsule(name: &str, material: &str, radius: f64, half_height: f64) -> Self {
        Self::new(name, material, "capsule").set("radius", radius).set("half_height", half_height)
    }

    /// A cylinder along z [m].
    pub fn cylinder(name: &str, material: &str, radius: f64, half_height: f64) -> Self {
        Self::new(name, material, "cylinder").set("radius", radius).set("half_height", half_height)
    }

    /// A superquadric with semi-axes [m] and exponents.
    pub fn superquadric(name: &str, material: &str, radii: DVec3, [n1, n2]: [f64; 2]) -> Self {
        Self::new(name, material, "superquadric").set("radii", radii).set("n1", n1).set("n2", n2)
    }

    /// The convex hull of points [m].
    pub fn polyhedron(name: &str, material: &str, vertices: &[DVec3]) -> Self {
        Self::new(name, material, "polyhedron").set("vertices", vertices)
    }

    /// A box by half its edges [m].
    pub fn cuboid(name: &str, material: &str, half_extents: DVec3) -> Self {
        Self::new(name, material, "box").set("half_extents", half_extents)
    }

    /// A regular tetrahedron [m].
    pub fn tetrahedron(name: &str, material: &str, edge: f64) -> Self {
        Self::new(name, material, "tetrahedron").set("edge", edge)
    }

    /// A closed convex mesh in a file.
    pub fn file(name: &str, material: &str, file: &str) -> Self {
        Self::new(name, material, "file").set("file", file)
    }
}

impl Wall {
    /// A wall of any type; its lengths follow by [`Self::set`].
    pub fn new(material: &str, kind: &str) -> Self {
        Self(Table::new().with("material", material).with("type", kind))
    }

    /// A plane through a point [m]; its normal points to the grains.
    pub fn plane(material: &str, point: DVec3, normal: DVec3) -> Self {
        Self::new(material, "plane").set("point", point).set("normal", normal)
    }

    /// A container between its lowest and its highest corner [m], grains inside.
    pub fn container(material: &str, min: DVec3, max: DVec3) -> Self {
        Self::new(material, "box").set("min", min).set("max", max)
    }

    /// An endless tube about the line through `base` along `axis` [m], grains inside.
    pub fn tube(material: &str, base: DVec3, axis: DVec3, radius: f64) -> Self {
        Self::new(material, "cylinder").set("base", base).set("axis", axis).set("radius", radius).set("side", "inside")
    }

    /// A part of a cone from `base` along `axis` [m], grains inside; radii at the base and at the top.
    pub fn cone(material: &str, base: DVec3, axis: DVec3, [at_base, at_top]: [f64; 2], height: f64) -> Self {
        let cone = Self::new(material, "cone").set("base", base).set("axis", axis);
        cone.set("radius_base", at_base).set("radius_top", at_top).set("height", height)
    }

    /// Sides of a container that are missing, as in `["top"]`.
    pub fn open<const N: usize>(self, sides: [&str; N]) -> Self {
        self.set("open", sides)
    }

    /// Harmonic motion with an amplitude [m] and a frequency [Hz].
    pub fn oscillation(self, amplitude: DVec3, frequency: f64) -> Self {
        self.set("oscillation", Table::new().with("amplitude", amplitude).with("frequency", frequency))
    }

    /// Steady rotation about the axis through `center` [m] at a rate [rad/s].
    pub fn rotation(self, axis: DVec3, center: DVec3, rate: f64) -> Self {
        self.set("rotation", Table::new().with("axis", axis).with("center", center).with("rate", rate))
    }
}

impl Body {
    /// A grain of a shape at a place [m].
    pub fn new(shape: &str, position: DVec3) -> Self {
        Self(Table::new().with("shape", shape).with("position", position))
    }

    /// Turned about an axis by an angle [rad].
    pub fn turned(self, axis: DVec3, angle: f64) -> Self {
        self.set("orientation", Table::new().with("axis", axis).with("angle", angle))
    }
}

impl Lattice {
    /// So many grains along x, y and z at distances [m], the first at `origin` [m].
    pub fn new(shape: &str, counts: [u64; 3], spacing: DVec3, origin: DVec3) -> Self {
        let grains = Table::new().with("shape", shape).with("counts", counts);
        Self(grains.with("spacing", spacing).with("origin", origin))
    }

    /// Every grain has a random orientation.
    pub fn random_orientation(self) -> Self {
        self.set("orientation", "random")
    }
}

impl Particles {
    /// The grains of a file.
    pub fn new(file: &str) -> Self {
        Self(Table::new().with("file", file))
    }
}

impl Insertion {
    /// Grains that come in within a region.
    pub fn new(region: Region) -> Self {
        Self(Table::new().with("region", region.0))
    }

    /// Several shapes with the weights of their numbers.
    pub fn mix<const N: usize>(self, shapes: [(&str, f64); N]) -> Self {
        self.set("mix", shapes.map(|(shape, weight)| Table::new().with("shape", shape).with("weight", weight)))
    }

    /// Sizes evenly spread between two factors.
    pub fn uniform_size(self, min: f64, max: f64) -> Self {
        self.size(Table::new().with("distribution", "uniform").with("min", min).with("max", max))
    }
}

/// The `region` of an insertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Region(Table);

impl Region {
    /// Between the lowest and the highest corner [m].
    pub fn cuboid(min: DVec3, max: DVec3) -> Self {
        Self(Table::new().with("type", "box").with("min", min).with("max", max))
    }

    /// A cylinder from `base` along `axis` [m].
    pub fn cylinder(base: DVec3, axis: DVec3, radius: f64, height: f64) -> Self {
        let region = Table::new().with("type", "cylinder").with("base", base).with("axis", axis);
        Self(region.with("radius", radius).with("height", height))
    }

    /// A ball [m].
    pub fn sphere(center: DVec3, radius: f64) -> Self {
        Self(Table::new().with("type", "sphere").with("center", center).with("radius", radius))
    }
}
