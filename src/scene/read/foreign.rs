//! Keys of other discrete-element codes and of older versions: what Packstone has in their place.

/// What to write instead of a key that other codes or older versions have; none for words that nobody uses.
pub(super) fn instead_of(key: &str) -> Option<&'static str> {
    let plain: String = key.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
    WORDS.iter().find(|(words, _)| words.contains(&plain.as_str())).map(|(_, advice)| *advice)
}

/// Keys, written small and without lines between words, and the advice for them.
const WORDS: &[(&[&str], &str)] = &[
    (
        &["young", "youngs", "youngsmodulus", "youngmodulus", "e", "emodulus", "elasticmodulus", "bulkyoungsmodulus"],
        "Young's modulus is called young [Pa] and stands in [[material]], with poisson and instead of stiffness",
    ),
    (&["shearmodulus", "g"], "give young = 2 G (1 + nu) [Pa] and poisson in [[material]]"),
    (
        &["poisson", "poissonratio", "poissonsratio", "nu"],
        "Poisson's ratio is called poisson, beside young in [[material]]",
    ),
    (
        &["kn", "normalstiffness", "springconstant", "k", "loadingstiffness"],
        "the normal stiffness is called stiffness [N/m^m]",
    ),
    (
        &["kt", "ks", "shearstiffness", "tangentialspring", "slidingstiffness"],
        "give tangential_stiffness_ratio, the tangential over the normal stiffness, as in 0.5",
    ),
    (
        &["tangentialstiffness"],
        "since 0.2.0 the ratio of tangential to normal stiffness is called tangential_stiffness_ratio",
    ),
    (&["fieldofview", "fov"], "since 0.2.0 the angle is called field_of_view_degrees [degrees]"),
    (&["rho", "mass"], "give density [kg/m3]; masses follow from volumes"),
    (
        &[
            "mu",
            "frictioncoefficient",
            "coefficientfriction",
            "slidingfriction",
            "frict",
            "slidingfrictioncoefficient",
            "staticfriction",
            "dynamicfriction",
        ],
        "the coefficient is called friction",
    ),
    (&["frictionangle", "phi"], "give friction, the tangent of the angle: 30 degrees are 0.577"),
    (
        &[
            "rollingfriction",
            "rollingresistance",
            "murolling",
            "mur",
            "rolling",
            "coefficientrollingfriction",
            "etaroll",
            "muroll",
        ],
        "rolling resistance is rolling_friction of a [[material]] or [[material_pair]], with rolling_damping",
    ),
    (
        &["twistingfriction", "torsionfriction", "mutwist", "twisting", "torsion", "etatwist", "ktwist"],
        "resistance to twisting is twisting_friction of a [[material]] or [[material_pair]]",
    ),
    (
        &["kroll", "rollingstiffness", "ktw", "kr", "coeffrollingstiffness"],
        "the rolling stiffness follows from rolling_friction: k_r = 2.25 k (rolling_friction R*)^2",
    ),
    (
        &["coeffrollviscdamping", "coefficientrollingviscousdamping", "rollviscdamping"],
        "give rolling_damping, a share of the critical damping, beside rolling_friction",
    ),
    (
        &["coefficientrestitution", "coefficientofrestitution", "restitutioncoefficient", "cor", "en", "betan"],
        "the coefficient is called restitution, from 0 to 1",
    ),
    (
        &["damping", "gamman", "gammat", "dampingratio", "cn", "dissipation", "slidingdissipation", "lossfactor"],
        "damping of contacts is given by restitution, from 0 to 1; that of all motion by relaxation_time in [drag]",
    ),
    (
        &["gamma"],
        "a damping is given by restitution, from 0 to 1; a surface energy or tension by cohesion = { model = \"jkr\", \
         energy = 0.05 } or { model = \"bridge\", ... } in [[material]]",
    ),
    (
        &["cohesion", "adhesion", "cohesivemodel", "jkr", "dmt", "sjkr", "cohesionmodel", "adhesionmodel"],
        "cohesion is a table of [[material]] or [[material_pair]], as in cohesion = { model = \"jkr\", energy = 0.05 }",
    ),
    (
        &["surfaceenergy", "cohesionenergydensity", "workofadhesion", "adhesionenergy", "cohesionenergy"],
        "give cohesion = { model = \"jkr\", energy = w } in [[material]], with w the work of adhesion [J/m2], twice the surface \
         energy; a density per volume has no counterpart",
    ),
    (
        &["pulloffforce", "adhesionforce", "cohesiveforce", "normaladhesion", "fadh"],
        "give cohesion = { model = \"dmt\", pull_off = F, range = r } in [[material]] [N, m]",
    ),
    (
        &[
            "liquidbridge",
            "capillary",
            "capillarity",
            "capillarylaw",
            "capillaritylaw",
            "capillarypressure",
            "liquidcontent",
            "surfacetension",
            "vb",
            "bridgevolume",
            "theta",
            "contactangle",
            "surfaceliquidcontentinitial",
        ],
        "give cohesion = { model = \"bridge\", surface_tension = 0.072, volume = 1e-12, angle_degrees = 20 } in [[material]]",
    ),
    (
        &["bond", "bonds", "normalcohesion", "shearcohesion"],
        "bonds that break are not there; see cohesion in [[material]]",
    ),
    (
        &[
            "globaldamping",
            "viscousdamping",
            "massdamping",
            "alphadamping",
            "backgrounddamping",
            "viscous",
            "background",
        ],
        "damping of all motion is relaxation_time [s] in [drag]: the force is -m v / relaxation_time",
    ),
    (
        &["localdamping", "numericaldamping", "nonviscousdamping", "newtondamping"],
        "damping in proportion to forces is not there, since it depends on who looks; give relaxation_time in [drag], or a lower \
         restitution",
    ),
    (
        &["maxvelocity", "maxspeed", "vmax", "velocitylimit", "speedlimit", "nvelimit", "limitvelocity"],
        "the limit of speeds is called speed_limit [m/s] and stands in [drag]",
    ),
    (
        &["viscosity", "fluidviscosity", "dynamicviscosity", "stokes", "eta"],
        "the viscosity of a fluid around the grains is viscosity [Pa s] in [drag]; damping of contacts is given by restitution",
    ),
    (
        &["cd", "dragcoefficient", "fluiddensity", "dragforce", "quadraticdrag"],
        "drag in proportion to the square of the velocity is drag_coefficient with fluid_density [kg/m3] in [drag]",
    ),
    (
        &["wind", "fluidvelocity", "streamvelocity", "windvelocity"],
        "the velocity of a fluid around the grains is fluid_velocity [m/s] in [drag]",
    ),
    (&["buoyancy"], "buoyancy is not there; lower gravity by the ratio of the densities"),
    (
        &["collisiontime", "contacttime", "tc", "characteristicvelocity"],
        "stiffness can be chosen by what it does: stiffness = { overlap = 0.01, speed = 2.0 }, or so young",
    ),
    (
        &["contactmodel", "forcemodel", "normalmodel", "tangentialmodel", "hertz", "hertzmindlin", "hooke"],
        "the law follows from the material: young and poisson for Hertz and Mindlin, stiffness for a linear spring; see docs/forces.md",
    ),
    (
        &["periodic", "boundary", "periodicity", "pbc", "periodicboundary", "cell"],
        "periodic boundaries are not there yet; use walls",
    ),
    (
        &["force", "pressure", "servo", "load", "stress", "targetforce", "weight"],
        "walls that follow a force or pressure are not there yet; give velocity, oscillation or rotation",
    ),
    (
        &["mesh", "stl", "meshfile"],
        "walls made of meshes are not there yet: use plane, box, cylinder and cone; grains take meshes with type = \
         \"file\"",
    ),
    (
        &["clump", "multisphere", "spheres", "subspheres"],
        "clumps of spheres are not there: grains are convex shapes; see type in [[shape]]",
    ),
    (&["dt", "timestep", "deltat"], "the step is called time_step, in [simulation]"),
    (&["tmax", "endtime", "totaltime", "runtime", "tend", "finaltime"], "give duration [s] or steps, in [simulation]"),
    (&["g0", "grav"], "give gravity = [0, 0, -9.81], in [simulation]"),
    (&["diameter", "d"], "give radius [m], half the diameter"),
    (&["color", "colour"], "colours are chosen in [camera] or with packstone render --color; shapes have none"),
    (&["temperature", "heat", "conductivity"], "heat is not computed"),
    (
        &["fluid", "cfd", "drag"],
        "a fluid that flows everywhere alike is a table [drag]; others are not there, see docs/limits.md",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        for key in
            ["young", "youngs_modulus", "Poisson-ratio", "rollingFriction", "periodic", "force", "Cd", "nve/limit"]
        {
            assert!(instead_of(key).is_some(), "{key}");
        }
        assert_eq!(instead_of("densty"), None);
    }

    #[test]
    fn no_word_stands_twice() {
        let mut all: Vec<&str> = WORDS.iter().flat_map(|(words, _)| words.iter().copied()).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }
}
