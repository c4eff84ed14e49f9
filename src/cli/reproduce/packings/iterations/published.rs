//! Tables I and II of Feng and Tan (2020).

use super::count::Group;

/// A published table: for each stage the rows GJK(0), GJK(1) and EPA, by group.
pub(super) struct Published {
    pub groups: &'static [Group],
    pub stages: [[&'static [Option<f64>]; 3]; 4],
}

macro_rules! row {
    ($($value:literal),*) => { &[$(Some($value)),*] };
    ($($value:literal),*; $($none:ident),*) => { &[$(Some($value)),*, $($none),*] };
}

/// Table I.
pub(super) const SIMULATION_I: Published = Published {
    groups: &[
        Group("P5", "P5"),
        Group("P5", "P16"),
        Group("P5", "F16"),
        Group("P16", "P16"),
        Group("P16", "F16"),
        Group("F16", "F16"),
    ],
    stages: [
        [
            row!(3.65, 4.02, 4.00, 3.98, 4.14, 4.08),
            row!(5.30, 6.18, 6.30, 6.86, 6.72, 6.70),
            row!(1.29, 1.69, 1.61, 1.94, 2.18, 1.91),
        ],
        [
            row!(3.69, 3.86, 3.89, 4.10, 3.81, 3.78),
            row!(5.29, 6.26, 6.17, 6.69, 6.51, 6.45),
            row!(1.54, 1.84, 1.84, 2.34, 2.32, 2.33),
        ],
        [
            row!(3.67, 3.86, 3.85, 3.81, 3.93, 3.82),
            row!(5.25, 6.26, 6.21, 6.46, 6.56, 6.42),
            row!(1.56, 1.90, 1.90, 2.41, 2.28, 2.23),
        ],
        [
            row!(3.67, 3.88, 3.82, 3.95, 3.81, 3.78),
            row!(5.22, 6.23, 6.13, 6.48, 6.49, 6.45),
            row!(1.62, 1.97, 1.97, 2.48, 2.45, 2.41),
        ],
    ],
};

/// Table II; EPA is not counted with spheres.
pub(super) const SIMULATION_II: Published = Published {
    groups: &[Group("P5", "P5"), Group("P5", "P16"), Group("P16", "P16"), Group("P5", "S"), Group("P16", "S")],
    stages: [
        [row!(3.51, 3.84, 3.81, 4.05, 4.26), row!(5.40, 6.43, 6.79, 11.2, 10.6), row!(1.20, 1.30, 1.82; None, None)],
        [row!(3.85, 3.81, 3.93, 4.38, 4.47), row!(5.23, 6.13, 6.55, 9.90, 9.89), row!(1.52, 1.91, 2.38; None, None)],
        [row!(3.65, 3.85, 3.93, 4.56, 4.65), row!(5.27, 6.25, 6.67, 9.70, 9.65), row!(1.51, 1.84, 2.14; None, None)],
        [row!(3.65, 3.80, 3.89, 4.46, 4.59), row!(5.27, 6.25, 6.59, 9.62, 9.53), row!(1.55, 1.85, 2.15; None, None)],
    ],
};
