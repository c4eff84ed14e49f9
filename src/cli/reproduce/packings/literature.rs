//! How densely such grains lie in the literature.

/// Zou and Yu (1996).
pub(super) const ZOU_YU: &str = "Zou and Yu (1996), Evaluation of the packing characteristics of mono-sized non-spherical \
     particles";
/// Philipse (1996).
pub(super) const PHILIPSE: &str = "Philipse (1996), The random contact equation and its implications for (colloidal) rods in packings, suspensions, and \
     anisotropic powders";
/// Wouterse, Luding and Philipse (2009).
pub(super) const WOUTERSE: &str = "Wouterse, Luding and Philipse (2009), On contact numbers in random rod packings";
/// Baker and Kudrolli (2010).
pub(super) const BAKER: &str =
    "Baker and Kudrolli (2010), Maximum and minimum stable random packings of Platonic solids";

/// Sphericity of a cylinder: surface of the sphere of the same volume over its own, by H/D.
pub(super) fn sphericity(ratio: f64) -> f64 {
    18f64.cbrt() * ratio.powf(2.0 / 3.0) / (1.0 + 2.0 * ratio)
}

/// Packing fractions of poured cylinders, loose and dense, by their ratio H/D: the fits of Zou and Yu to experiments, one
/// for discs and one for rods.
pub(super) fn cylinders(ratio: f64) -> [f64; 2] {
    let psi = sphericity(ratio);
    let fit = |power: f64, factor: f64, bend: f64, voids: f64| {
        let exponent = psi.powf(power) * (factor * (1.0 - psi).powf(bend)).exp();
        1.0 - voids.powf(exponent)
    };
    if ratio < 1.0 {
        [fit(0.60, 0.23, 0.45, 0.40), fit(0.63, 0.64, 0.45, 0.36)]
    } else {
        [fit(5.58, 5.89, 1.0, 0.40), fit(6.74, 8.00, 1.0, 0.36)]
    }
}

/// Packing fraction of long rods, by their ratio H/D: Philipse's 5.4 D/H.
pub(super) fn long_rods(ratio: f64) -> f64 {
    5.4 / ratio
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_meet_at_equal_height_and_diameter() {
        assert!((sphericity(1.0) - 0.8736).abs() < 1e-4);
        let (below, above) = (cylinders(0.999), cylinders(1.0));
        for (disc, rod) in below.into_iter().zip(above) {
            assert!((disc - rod).abs() < 0.03, "{disc} {rod}");
        }
        let [loose, dense] = cylinders(50.0);
        assert!(loose < dense && loose > 0.05 && dense < 0.2, "{loose} {dense}");
    }
}
