//! A search for the least support width that no detector takes part in: a fixed set of directions, then a compass
//! search from the best of them and from the reported normal.
//!
//! Every width it finds is an upper bound of the overlap, so a smaller one than reported proves the report wrong.

use glam::DVec3;

use super::support::Width;

/// Evenly spread directions tried before any search.
const SPREAD: usize = 128;
/// Searches besides the one from the reported normal.
const STARTS: usize = 4;
/// First step of a search from a spread direction [rad], about half the distance between two of them.
const WIDE_STEP: f64 = 0.2;
/// First step of the search from the reported normal [rad].
const NEAR_STEP: f64 = 0.1;
/// No search takes smaller steps than this [rad]: the width no longer changes.
const SMALLEST_STEP: f64 = 1e-12;
/// Rounds a search may take.
const MOST_ROUNDS: usize = 300;
/// Turn of the compass from round to round [rad]: the golden angle never repeats a heading.
const TURN: f64 = 2.399963229728653;

/// `count` directions spread evenly on a golden spiral.
pub fn spread_directions(count: usize) -> Vec<DVec3> {
    let place = |k: usize| {
        let z = 1.0 - (2 * k + 1) as f64 / count as f64;
        let (sin, cos) = (k as f64 * TURN).sin_cos();
        let across = (1.0 - z * z).sqrt();
        DVec3::new(across * cos, across * sin, z)
    };
    (0..count).map(place).collect()
}

/// A support width and where it is attained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// f(n) [m].
    pub width: f64,
    /// The unit direction n.
    pub normal: DVec3,
}

/// The search, with its scratch memory.
#[derive(Clone, Debug)]
pub struct Search {
    spread: Vec<DVec3>,
    special: Vec<DVec3>,
    lines: Vec<DVec3>,
    tried: Vec<Found>,
}

impl Default for Search {
    fn default() -> Self {
        Self { spread: spread_directions(SPREAD), special: Vec::new(), lines: Vec::new(), tried: Vec::new() }
    }
}

impl Search {
    /// The least width found, starting from the reported `normal`. Paths that cannot lead more than `tolerance` [m]
    /// below the width there are given up: `steepest` [m/rad] bounds how fast the width can change.
    pub fn least(&mut self, width: &Width, normal: DVec3, tolerance: f64, steepest: f64) -> Found {
        let reported = Found { width: width.at(normal), normal };
        let compass = Compass { width, goal: reported.width - tolerance, steepest };
        let mut best = compass.descend(reported, NEAR_STEP);
        let mut take = |found: Found| {
            if found.width < best.width {
                best = found;
            }
        };
        self.try_directions(width);
        self.tried.iter().for_each(|found| take(*found));
        self.starts(normal).into_iter().for_each(|start| take(compass.descend(start, WIDE_STEP)));
        self.follow_valleys(&compass, normal, &mut take);
        best
    }

    /// Follows the sharp valleys near `normal`, and tries where two of them cross: a compass with a few headings gets
    /// stuck on their steep walls.
    fn follow_valleys(&mut self, compass: &Compass, normal: DVec3, take: &mut impl FnMut(Found)) {
        self.lines.clear();
        compass.width.valley_lines(normal, &mut self.lines);
        for (k, line) in self.lines.iter().enumerate() {
            take(compass.follow(*line, normal));
            for other in &self.lines[k + 1..] {
                if let Some(crossing) = line.cross(*other).try_normalize() {
                    let crossing = crossing * crossing.dot(normal).signum();
                    take(Found { width: compass.width.at(crossing), normal: crossing });
                }
            }
        }
    }

    fn try_directions(&mut self, width: &Width) {
        self.special.clear();
        width.special_directions(&mut self.special);
        self.tried.clear();
        let all = self.spread.iter().chain(&self.special);
        self.tried.extend(all.map(|normal| Found { width: width.at(*normal), normal: *normal }));
    }

    /// The best directions tried that are apart from each other and from `normal`.
    fn starts(&mut self, normal: DVec3) -> Vec<Found> {
        self.tried.sort_by(|p, q| p.width.total_cmp(&q.width));
        let near = |p: DVec3, q: DVec3, angle: f64| p.dot(q) > angle.cos();
        let mut chosen: Vec<Found> = Vec::with_capacity(STARTS);
        for found in &self.tried {
            let known = chosen.iter().any(|other| near(found.normal, other.normal, WIDE_STEP));
            if !known && !near(found.normal, normal, 0.5 * NEAR_STEP) {
                chosen.push(*found);
            }
            if chosen.len() == STARTS {
                break;
            }
        }
        chosen
    }
}

/// A compass search: three headings 120 degrees apart, turned from round to round, steps halved when none is better.
struct Compass<'a> {
    width: &'a Width<'a>,
    goal: f64,
    steepest: f64,
}

impl Compass<'_> {
    fn descend(&self, start: Found, first_step: f64) -> Found {
        let mut best = start;
        let mut step = first_step;
        let mut heading: f64 = 0.0;
        for _ in 0..MOST_ROUNDS {
            if step < SMALLEST_STEP || self.out_of_reach(best.width, step) {
                break;
            }
            match self.round(best, step, heading) {
                Some(better) => best = better,
                None => step *= 0.5,
            }
            heading += TURN;
        }
        best
    }

    /// The same along the great circle square to `line` only, from the direction on it next to `normal`.
    fn follow(&self, line: DVec3, normal: DVec3) -> Found {
        let first = (normal - line * normal.dot(line)).normalize();
        let second = line.cross(first);
        let at = |angle: f64| {
            let normal = first * angle.cos() + second * angle.sin();
            Found { width: self.width.at(normal), normal }
        };
        let (mut best, mut angle, mut step) = (at(0.0), 0.0, NEAR_STEP);
        for _ in 0..MOST_ROUNDS {
            if step < SMALLEST_STEP || self.out_of_reach(best.width, step) {
                break;
            }
            let better = [angle + step, angle - step].into_iter().find(|next| at(*next).width < best.width);
            match better {
                Some(next) => (best, angle) = (at(next), next),
                None => step *= 0.5,
            }
        }
        best
    }

    /// Steps of this size and all later, smaller ones together do not lead below the goal.
    fn out_of_reach(&self, width: f64, step: f64) -> bool {
        width - 4.0 * step * self.steepest > self.goal
    }

    fn round(&self, from: Found, step: f64, heading: f64) -> Option<Found> {
        let (t1, t2) = from.normal.any_orthonormal_pair();
        (0..3).find_map(|k| {
            let (sin, cos) = (heading + k as f64 * std::f64::consts::TAU / 3.0).sin_cos();
            let normal = (from.normal + (t1 * cos + t2 * sin) * step).normalize();
            let width = self.width.at(normal);
            (width < from.width).then_some(Found { width, normal })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cylinder, Ellipsoid, Pose, Shape};
    use crate::narrow::Body;

    #[test]
    fn a_wrong_local_minimum_is_left() {
        // Concentric: the least width is the sum of the shortest semi-axes, along x.
        let shape = Shape::Ellipsoid(Ellipsoid::new(DVec3::new(0.5, 0.6, 0.7)).expect("valid"));
        let body = Body { shape: &shape, pose: Pose::IDENTITY };
        for wrong in [DVec3::Y, DVec3::Z, -DVec3::Z] {
            let found = Search::default().least(&Width::new(&body, &body), wrong, 1e-10, 2.0);
            assert!((found.width - 1.0).abs() < 1e-9, "{found:?}");
            assert!(found.normal.x.abs() > 1.0 - 1e-6);
        }
    }

    #[test]
    fn a_normal_a_hair_off_is_improved() {
        let shape = Shape::Cylinder(Cylinder::new(1.0, 0.025).expect("valid"));
        let (a, b) = (Pose::IDENTITY, Pose::at(DVec3::new(0.3, 0.1, 0.04)));
        let width = Width::new(&Body { shape: &shape, pose: a }, &Body { shape: &shape, pose: b });
        let off = DVec3::new(1e-6, 0.0, 1.0).normalize();
        let found = Search::default().least(&width, off, 1e-9, 4.0);
        assert!(width.at(off) - 0.01 > 1e-6);
        assert!((found.width - 0.01).abs() < 2e-9, "{:e}", found.width - 0.01);
    }
}
