//! Families of quartics, most of them made from known roots.

use super::double_double::Double;
use rand::RngExt;
use rand_pcg::Pcg64;

/// A quartic, with its roots where they are known.
pub struct Quartic {
    /// Lowest power first.
    pub coefficients: [f64; 5],
    /// The coefficient of the highest power.
    pub leading: f64,
    /// All roots, as real and imaginary parts; none if they are not known.
    pub all: Vec<(f64, f64)>,
    /// The real ones among them.
    pub real: Vec<f64>,
}

/// A way to make quartics.
pub struct Family {
    pub name: &'static str,
    pub seed: u64,
    pub make: fn(&mut Pcg64) -> Quartic,
    /// The largest share that may be too close to a multiple root for a count.
    pub undecided: f64,
    /// The largest share that may list a root more often than a count has it.
    pub repeated: f64,
    /// The largest share where the closed form may be far less accurate.
    pub disputed: f64,
}

pub const FAMILIES: [Family; 10] = [
    Family { name: "four real roots", seed: 1, make: four_real, undecided: 1e-4, repeated: 0.0, disputed: 0.0 },
    Family {
        name: "two real roots and a pair",
        seed: 2,
        make: two_real,
        undecided: 1e-4,
        repeated: 0.0,
        disputed: 2e-3,
    },
    Family { name: "two pairs", seed: 3, make: none_real, undecided: 1e-4, repeated: 0.0, disputed: 1e-3 },
    Family { name: "double roots", seed: 4, make: double, undecided: 0.93, repeated: 1e-4, disputed: 1e-3 },
    Family { name: "clusters", seed: 5, make: cluster, undecided: 0.5, repeated: 0.3, disputed: 0.2 },
    Family { name: "roots of all sizes", seed: 6, make: all_sizes, undecided: 5e-3, repeated: 0.0, disputed: 0.0 },
    Family { name: "all lengths", seed: 7, make: all_lengths, undecided: 1e-4, repeated: 0.0, disputed: 2e-4 },
    Family {
        name: "small leading coefficient",
        seed: 8,
        make: small_leading,
        undecided: 5e-4,
        repeated: 0.0,
        disputed: 0.0,
    },
    Family { name: "random coefficients", seed: 9, make: random, undecided: 1e-4, repeated: 0.0, disputed: 2e-3 },
    Family {
        name: "circle and ellipse",
        seed: 10,
        make: circle_ellipse,
        undecided: 1e-4,
        repeated: 0.0,
        disputed: 0.0,
    },
];

/// The polynomial with these roots; complex ones stand for themselves and their conjugates. The coefficients are
/// right to rounding: they are multiplied out in twice the precision.
fn from_roots(leading: f64, real: &[f64], pairs: &[(f64, f64)]) -> Quartic {
    let mut a = [Double::default(); 5];
    a[0] = leading.into();
    let mut times =
        |b: Double, c: Double, square: bool| {
            let old = a;
            let at = |i: usize, back: usize| if i >= back { old[i - back] } else { Double::default() };
            a = std::array::from_fn(|i| {
                if square { at(i, 2) + at(i, 1) * b + at(i, 0) * c } else { at(i, 1) + at(i, 0) * c }
            });
        };
    real.iter().for_each(|&root| times(Double::default(), (-root).into(), false));
    for &(x, y) in pairs {
        let (x, y) = (Double::from(x), Double::from(y));
        times(-(x + x), x * x + y * y, true);
    }
    let conjugates = pairs.iter().flat_map(|&(x, y)| [(x, y), (x, -y)]);
    let all = real.iter().map(|&x| (x, 0.0)).chain(conjugates).collect();
    Quartic { coefficients: a.map(|a| a.high), leading, all, real: real.to_vec() }
}

fn unit(rng: &mut Pcg64) -> f64 {
    rng.random_range(-1.0..1.0)
}

/// A number of any size between two powers of ten, of either sign.
fn of_any_size(rng: &mut Pcg64, powers: std::ops::Range<f64>) -> f64 {
    10.0_f64.powf(rng.random_range(powers)).copysign(unit(rng))
}

fn pair(rng: &mut Pcg64) -> (f64, f64) {
    (unit(rng), of_any_size(rng, -3.0..0.5))
}

fn four_real(rng: &mut Pcg64) -> Quartic {
    from_roots(unit(rng), &[unit(rng), unit(rng), unit(rng), unit(rng)], &[])
}

fn two_real(rng: &mut Pcg64) -> Quartic {
    from_roots(unit(rng), &[unit(rng), unit(rng)], &[pair(rng)])
}

fn none_real(rng: &mut Pcg64) -> Quartic {
    from_roots(unit(rng), &[], &[pair(rng), pair(rng)])
}

/// A double root, exact or of two roots down to a part in 10^12 apart; with two others, a pair, or another double.
fn double(rng: &mut Pcg64) -> Quartic {
    let x = unit(rng);
    let y = if rng.random_bool(0.5) { x } else { x * (1.0 + of_any_size(rng, -12.0..-4.0)) };
    match rng.random_range(0..3) {
        0 => from_roots(unit(rng), &[x, y, unit(rng), unit(rng)], &[]),
        1 => from_roots(unit(rng), &[x, y], &[pair(rng)]),
        _ => {
            let z = unit(rng);
            from_roots(unit(rng), &[x, y, z, z], &[])
        }
    }
}

/// Three or four roots, equal or close together.
fn cluster(rng: &mut Pcg64) -> Quartic {
    let x = unit(rng);
    let width = if rng.random_bool(0.3) { 0.0 } else { of_any_size(rng, -8.0..-1.0) };
    let mut near = || x * (1.0 + width * unit(rng));
    let (a, b, c, d) = (near(), near(), near(), near());
    let last = if rng.random_bool(0.5) { d } else { unit(rng) };
    from_roots(unit(rng), &[a, b, c, last], &[])
}

fn all_sizes(rng: &mut Pcg64) -> Quartic {
    let mut root = || of_any_size(rng, -4.0..4.0);
    let roots = [root(), root(), root(), root()];
    if rng.random_bool(0.3) {
        let imaginary = of_any_size(rng, -4.0..4.0);
        return from_roots(1.0, &roots[..2], &[(roots[2], imaginary)]);
    }
    from_roots(1.0, &roots, &[])
}

/// Roots as lengths in grains of 0.1 mm to boulders of 10 m.
fn all_lengths(rng: &mut Pcg64) -> Quartic {
    let length = of_any_size(rng, -4.0..1.0);
    let mut root = || length * unit(rng);
    let (roots, imaginary) = ([root(), root(), root(), root()], root());
    if rng.random_bool(0.5) {
        return from_roots(1.0, &roots[..2], &[(roots[2], imaginary)]);
    }
    from_roots(1.0, &roots, &[])
}

/// A cubic, quadratic or line, with leading coefficients from nothing to 10^-20 times what they would otherwise be.
fn small_leading(rng: &mut Pcg64) -> Quartic {
    let roots = [unit(rng), unit(rng), unit(rng)];
    let count = rng.random_range(1..=3);
    if rng.random_bool(0.3) {
        return from_roots(unit(rng), &roots[..count], &[]);
    }
    let mut real = roots[..count].to_vec();
    real.push(of_any_size(rng, 1.0..20.0));
    from_roots(of_any_size(rng, -20.0..0.0), &real, &[])
}

fn unknown(coefficients: [f64; 5]) -> Quartic {
    Quartic { coefficients, leading: coefficients[4], all: Vec::new(), real: Vec::new() }
}

fn random(rng: &mut Pcg64) -> Quartic {
    let even = rng.random_bool(0.5);
    unknown(std::array::from_fn(|_| if even { unit(rng) } else { of_any_size(rng, -6.0..6.0) }))
}

/// (r1^2 - r2^2 + d^2 - y^2 + (c y + k)^2)^2 + 4 d^2 (y^2 - r1^2) = 0: where a circle meets an ellipse.
fn circle_ellipse(rng: &mut Pcg64) -> Quartic {
    let size = of_any_size(rng, -4.0..1.0).abs();
    let mut length = |low: f64, high: f64| size * rng.random_range(low..high);
    let (r1, r2, d, k) = (length(0.05, 1.0), length(0.05, 1.0), length(0.0, 1.5), length(-1.0, 1.0));
    let c = match rng.random_range(0..20) {
        0 => 0.0,
        1 => 1.0,
        _ => rng.random_range(0.0..1.0),
    };
    // The square of q0 + q1 y + q2 y^2, and the rest.
    let (q0, q1, q2) = (r1 * r1 - r2 * r2 + d * d + k * k, 2.0 * c * k, c * c - 1.0);
    let a2 = q1 * q1 + 2.0 * q0 * q2 + 4.0 * d * d;
    unknown([q0 * q0 - 4.0 * d * d * r1 * r1, 2.0 * q0 * q1, a2, 2.0 * q1 * q2, q2 * q2])
}
