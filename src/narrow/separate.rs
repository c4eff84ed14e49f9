//! GJK: is there a gap, and between which points?

use glam::DVec3;

use super::pair::{Pair, Support, Vertex};
use super::simplex::{Closest, Simplex};

/// GJK always ends well before this on convex bodies; the bound is there so that it ends at all.
const ITERATION_LIMIT: u32 = 256;
/// Rounding of a product of two lengths, as a share of the product.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Below this share of the simplex's size, the closest point's direction is rounding: the shapes touch.
const TOUCHING: f64 = 1e-14;

/// A running search for the point of the Minkowski difference closest to the origin.
#[derive(Clone, Debug)]
pub(crate) struct Separation {
    pub simplex: Simplex,
    /// From the origin to the closest point found so far [m].
    pub v: DVec3,
    /// Support pairs tried.
    pub iterations: u32,
    /// Largest distance of a point seen from the origin, squared [m2]: the scale of rounding.
    scale_squared: f64,
}

/// What a support point does to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Approach {
    Nearer,
    NoNearer,
    Enclosed,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// A gap: its length lies between `gap` and `|v|` [m].
    Apart {
        /// The proven lower bound of the distance.
        gap: f64,
    },
    /// Rounding ended the search before it could prove a gap or find the origin enclosed.
    Stalled,
    /// The origin is enclosed, or so close that only the polytope can tell.
    Meeting,
}

impl Separation {
    /// Starts from the support point along `dir`, the guess of the direction from A to B.
    pub fn start<A: Support, B: Support>(pair: &Pair<A, B>, dir: DVec3) -> Self {
        Self::from_point(pair.support(dir))
    }

    /// Starts from a support point.
    pub fn from_point(first: Vertex) -> Self {
        Self { simplex: Simplex::new(first), v: first.w, iterations: 1, scale_squared: first.w.length_squared() }
    }

    /// Runs until the gap is known to the share `tolerance` of itself, or is proven to exceed `gap_limit` [m].
    pub fn run<A: Support, B: Support>(&mut self, pair: &Pair<A, B>, tolerance: f64, gap_limit: f64) -> Outcome {
        let mut gap = 0.0_f64;
        while self.iterations < ITERATION_LIMIT {
            let length_squared = self.v.length_squared();
            if self.touching() {
                return Outcome::Meeting;
            }
            let vertex = pair.support(-self.v);
            self.iterations += 1;
            let reach_squared = vertex.w.length_squared();
            if reach_squared > self.scale_squared {
                self.scale_squared = reach_squared;
            }
            let along = self.v.dot(vertex.w);
            if along > 0.0 {
                let length = length_squared.sqrt();
                gap = gap.max(along / length);
                let slack = length_squared - along;
                let rounding = ROUNDING * length * self.scale_squared.sqrt();
                if slack <= tolerance * length_squared || slack <= rounding || gap > gap_limit {
                    return self.ended(gap);
                }
            }
            if self.simplex.contains(&vertex) {
                return self.ended(gap);
            }
            match self.approach(vertex) {
                Approach::Nearer => {}
                Approach::NoNearer => return self.ended(gap),
                Approach::Enclosed => return Outcome::Meeting,
            }
        }
        self.ended(gap)
    }

    /// The closest point is the origin to rounding, enclosed or not.
    pub fn touching(&self) -> bool {
        self.v.length_squared() <= TOUCHING * TOUCHING * self.scale_squared
    }

    /// Takes `vertex` into the simplex, if that brings the closest point nearer to the origin.
    #[inline(always)]
    pub fn approach(&mut self, vertex: Vertex) -> Approach {
        self.simplex.push(vertex);
        match self.simplex.closest() {
            Closest::Enclosed => Approach::Enclosed,
            Closest::At(v, kept) if v.length_squared() < self.v.length_squared() => {
                self.simplex.keep(kept);
                self.v = v;
                Approach::Nearer
            }
            Closest::At(..) => {
                // Rounding has the last word. The simplex before is the better one.
                self.simplex.pop();
                Approach::NoNearer
            }
        }
    }

    /// True when `v` is the closest point to the rounding of its coordinates, although its direction, which carries that
    /// rounding over the length of `v`, proves no more than `gap`.
    pub fn is_settled(&self, gap: f64) -> bool {
        let length = self.v.length();
        length - gap <= 8.0 * ROUNDING * self.scale_squared / length
    }

    fn ended(&self, gap: f64) -> Outcome {
        if gap > 0.0 { Outcome::Apart { gap } } else { Outcome::Stalled }
    }
}
