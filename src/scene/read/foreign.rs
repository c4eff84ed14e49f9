//! Keys of other discrete-element codes and of older versions: what Packstone has in their place.

/// What to write instead of a key that other codes or older versions have; none for words that nobody uses.
pub(super) fn instead_of(key: &str) -> Option<&'static str> {
    let plain: String = key.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
    WORDS.iter().find(|(words, _)| words.contains(&plain.as_str())).map(|(_, advice)| *advice)
}

/// Keys, written small and without lines between words, and the advice for them.
const WORDS: &[(&[&str], &str)] = &[
    (
        &["young", "youngs", "youngsmodulus", "youngmodulus", "e", "emodulus", "elasticmodulus"],
        "Young's modulus is called young [Pa] and stands in [[material]], with poisson and instead of stiffness",
    ),
    (&["shearmodulus", "g"], "give young = 2 G (1 + nu) [Pa] and poisson in [[material]]"),
    (
        &["poisson", "poissonratio", "poissonsratio", "nu"],
        "Poisson's ratio is called poisson, beside young in [[material]]",
    ),
    (&["kn", "normalstiffness", "springconstant", "k"], "the normal stiffness is called stiffness [N/m^m]"),
    (
        &["kt", "ks", "shearstiffness", "tangentialspring"],
        "give tangential_stiffness_ratio, the tangential over the normal stiffness, as in 0.5",
    ),
    (
        &["tangentialstiffness"],
        "since 0.2.0 the ratio of tangential to normal stiffness is called tangential_stiffness_ratio",
    ),
    (&["fieldofview", "fov"], "since 0.2.0 the angle is called field_of_view_degrees [degrees]"),
    (&["rho", "mass"], "give density [kg/m3]; masses follow from volumes"),
    (
        &["mu", "frictioncoefficient", "coefficientfriction", "slidingfriction", "frict"],
        "the coefficient is called friction",
    ),
    (&["frictionangle", "phi"], "give friction, the tangent of the angle: 30 degrees are 0.577"),
    (
        &["rollingfriction", "rollingresistance", "murolling", "mur", "twistingfriction", "rolling"],
        "rolling resistance is not there: the shape of the grains resists rolling",
    ),
    (
        &["coefficientrestitution", "coefficientofrestitution", "cor", "en"],
        "the coefficient is called restitution, from 0 to 1",
    ),
    (
        &["damping", "gamma", "viscosity", "gamman", "dampingratio", "cn"],
        "damping is given by restitution, from 0 to 1",
    ),
    (
        &[
            "cohesion",
            "adhesion",
            "surfaceenergy",
            "cohesionenergydensity",
            "bond",
            "bonds",
            "liquidbridge",
            "capillary",
        ],
        "cohesion, bonds and liquid bridges are not there yet",
    ),
    (
        &["globaldamping", "localdamping", "numericaldamping"],
        "there is no damping but that of contacts; lower restitution to come to rest sooner",
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
    (&["fluid", "cfd", "drag"], "there is no fluid and no drag"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_however_they_are_written() {
        for key in ["young", "youngs_modulus", "Poisson-ratio", "rollingFriction", "periodic", "force"] {
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
