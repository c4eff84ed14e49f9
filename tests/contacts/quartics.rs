//! Real roots of seeded quartics, a million of them in the slow tier: each found root is one, and none is missed.
//!
//! What is found is judged in double-double arithmetic: residuals directly, counts by Sturm sequences.

mod double_double;
mod families;
mod sturm;

use double_double::{magnitude, residual};
use families::{FAMILIES, Family, Quartic};
use packstone::narrow::axisymmetric::quartic::{TANGENT, real_roots, real_roots_closed_form};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

const CHUNK: u64 = 1_000;
/// Residuals allowed, in units of epsilon times the sum of |a_i x^i|: the tangent rule's 8, and the 4 that the
/// solver's evaluation of p may be off.
const RESIDUAL: f64 = 12.0;
/// Relative change of the quartic, of either sign, that must leave the number of roots as it is for the number to be
/// judged: twice what the tangent rule may take for zero.
const MARGIN: f64 = 2.0 * TANGENT;

/// What was seen in one family.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    quartics: u64,
    roots: u64,
    /// Largest residual, in epsilons.
    residual: f64,
    /// Quartics so close to a multiple root that the number of roots depends on rounding.
    undecided: u64,
    /// Known roots more than their own perturbation bound away from all found ones.
    lost: u64,
    /// Quartics with too many or too few roots.
    miscounted: u64,
    /// Quartics with more roots than their count, some of which are equal to rounding.
    repeated: u64,
    /// Quartics where the closed form disagrees: in the number of roots, or in one of them by far more than rounding.
    disputed: u64,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Self {
            quartics: self.quartics + other.quartics,
            roots: self.roots + other.roots,
            residual: self.residual.max(other.residual),
            undecided: self.undecided + other.undecided,
            lost: self.lost + other.lost,
            miscounted: self.miscounted + other.miscounted,
            repeated: self.repeated + other.repeated,
            disputed: self.disputed + other.disputed,
        }
    }

    /// Judges the roots that a solver found.
    fn of(quartic: &Quartic, found: &[f64]) -> Self {
        let a = &quartic.coefficients;
        let residuals = found.iter().map(|&x| residual(a, x).abs() / (f64::EPSILON * magnitude(a, x)));
        let [fewest, most] = sturm::real_root_counts(a, MARGIN);
        let count = found.len();
        let decided = fewest == most;
        let repeated = decided && count > fewest && has_equal_neighbours(a, found);
        Self {
            quartics: 1,
            roots: count as u64,
            residual: residuals.fold(0.0, f64::max),
            undecided: u64::from(!decided),
            lost: quartic.real.iter().filter(|&&root| !is_near_one(quartic, root, found)).count() as u64,
            miscounted: u64::from(decided && count != fewest && !repeated),
            repeated: u64::from(repeated),
            disputed: u64::from(decided && !repeated && !agree(a, found, real_roots_closed_form(*a).as_slice())),
        }
    }
}

/// Whether two neighbouring roots are one to rounding: p is zero to rounding in the middle between them.
fn has_equal_neighbours(a: &[f64; 5], found: &[f64]) -> bool {
    let middles = found.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    middles.into_iter().any(|x| residual(a, x).abs() <= MARGIN * magnitude(a, x))
}

/// Whether two solvers agree, to a thousand times the condition of each root.
fn agree(a: &[f64; 5], found: &[f64], other: &[f64]) -> bool {
    let close = |(x, y): (f64, f64)| {
        let slope = a[1] + x * (2.0 * a[2] + x * (3.0 * a[3] + x * 4.0 * a[4]));
        (x - y).abs() <= 1e3 * f64::EPSILON * (magnitude(a, x) / slope.abs() + x.abs())
    };
    found.len() == other.len() && found.iter().copied().zip(other.iter().copied()).all(close)
}

/// Whether a found root lies within the perturbation bound of a known one. A change of p(r) by T moves a root r to
/// where |a_n| times the product of distances to all roots is T; with the distances in ascending order, that is no
/// further than the least of (T / (|a_n| d_(m+1) ... d_n))^(1/m).
fn is_near_one(quartic: &Quartic, root: f64, found: &[f64]) -> bool {
    let change = 2.0 * RESIDUAL * f64::EPSILON * magnitude(&quartic.coefficients, root);
    let mut distances: Vec<f64> = quartic.all.iter().map(|z| (z.0 - root).hypot(z.1)).collect();
    distances.sort_by(|a, b| b.total_cmp(a));
    let mut product = quartic.leading.abs();
    let mut bound = f64::INFINITY;
    for (taken, distance) in distances.iter().enumerate() {
        bound = bound.min((change / product).powf(1.0 / (distances.len() - taken) as f64));
        product *= distance;
    }
    let reach = 2.0 * bound + 2.0 * f64::EPSILON * root.abs();
    found.iter().any(|x| (x - root).abs() <= reach)
}

/// Judges a solver on one family.
fn survey(family: &Family, number: u64, solver: fn([f64; 5]) -> Vec<f64>) -> Seen {
    let chunk = |chunk: u64| {
        let mut rng = Pcg64::seed_from_u64(family.seed * 1_000_003 + chunk);
        let one = |_| {
            let quartic = (family.make)(&mut rng);
            Seen::of(&quartic, &solver(quartic.coefficients))
        };
        (0..CHUNK).map(one).fold(Seen::default(), Seen::and)
    };
    (0..number / CHUNK).into_par_iter().map(chunk).reduce(Seen::default, Seen::and)
}

/// So many of each family.
fn roots_are_found(per_family: u64) {
    for family in &FAMILIES {
        let seen = survey(family, per_family, |a| real_roots(a).as_slice().to_vec());
        println!("{}: {seen:?}", family.name);
        assert!(seen.residual <= RESIDUAL, "{}: a root that is none: {seen:?}", family.name);
        assert_eq!(seen.lost, 0, "{}: known roots missed: {seen:?}", family.name);
        assert_eq!(seen.miscounted, 0, "{}: {seen:?}", family.name);
        let share = |number: u64| number as f64 / seen.quartics as f64;
        assert!(share(seen.undecided) <= family.undecided, "{}: too many undecided: {seen:?}", family.name);
        assert!(share(seen.repeated) <= family.repeated, "{}: too many repeated: {seen:?}", family.name);
        assert!(share(seen.disputed) <= family.disputed, "{}: the closed form differs: {seen:?}", family.name);
    }
}

/// All families, with the first 5,000 of the hundred thousand of each.
#[test]
fn roots_of_quartics_are_found() {
    roots_are_found(5_000);
}

#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn roots_of_a_million_quartics_are_found() {
    assert!(100_000 * FAMILIES.len() as u64 >= 1_000_000);
    roots_are_found(100_000);
}

/// The judgement itself can fail: solvers with small faults are found out.
#[test]
fn faulty_solvers_are_noticed() {
    let without_largest = |a: [f64; 5]| {
        let found = real_roots(a);
        found.as_slice().split_last().map_or(Vec::new(), |(_, kept)| kept.to_vec())
    };
    let slightly_off = |a: [f64; 5]| {
        let moved = |x: f64| x * (1.0 + 1e-13);
        real_roots(a).iter().map(moved).collect()
    };
    let seen = survey(&FAMILIES[0], CHUNK, without_largest);
    assert!(seen.lost > CHUNK / 2 && seen.miscounted == CHUNK, "{seen:?}");
    let seen = survey(&FAMILIES[9], CHUNK, without_largest);
    assert!(seen.miscounted > CHUNK / 10, "{seen:?}");
    let seen = survey(&FAMILIES[0], CHUNK, slightly_off);
    assert!(seen.residual > 10.0 * RESIDUAL, "{seen:?}");
}
