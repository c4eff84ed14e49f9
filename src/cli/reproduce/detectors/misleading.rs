//! Pairs that mislead the unrevised algorithms.

use glam::{DVec2, DVec3};

use super::situations::Situation;
use crate::cli::reproduce::ReproduceError;
use crate::geometry::{Polyhedron, Pose, Shape};
use crate::narrow::Detector;
use crate::studies::classical::{Cundall, GjkTd, Nezami};
use crate::studies::pairs::Placed;

/// An algorithm that was revised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// Cundall's common plane.
    Cundall,
    /// Nezami's fast common plane.
    Nezami,
    /// Gilbert, Johnson and Keerthi's descent, ended by Johnson's algorithm.
    Gjk,
}

impl Algorithm {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cundall => "Cundall",
            Self::Nezami => "Nezami",
            Self::Gjk => "GJK",
        }
    }
}

/// A pair with its exact answer, and the algorithm that it misleads.
pub(super) struct Misleading {
    /// The figure of the paper.
    pub figure: &'static str,
    /// What fails.
    pub algorithm: Algorithm,
    /// The first body.
    pub a: Placed,
    /// The second body.
    pub b: Placed,
    /// Exact overlap [m].
    pub overlap: f64,
    /// Exact normal.
    pub normal: DVec3,
    /// The axes that a drawing shows: 0 for x, 1 for y, 2 for z.
    pub axes: [usize; 2],
}

impl Misleading {
    /// The unrevised detector and the revised one.
    pub fn detectors(&self) -> (Box<dyn Detector>, Box<dyn Detector>) {
        match self.algorithm {
            Algorithm::Cundall => (Box::new(Cundall::unrevised()), Box::new(Cundall::default())),
            Algorithm::Nezami => (Box::new(Nezami::unrevised()), Box::new(Nezami::default())),
            Algorithm::Gjk => (Box::new(GjkTd::unrevised()), Box::new(GjkTd::default())),
        }
    }

    /// A point in a drawing [m].
    pub fn flat(&self, p: DVec3) -> DVec2 {
        DVec2::new(p[self.axes[0]], p[self.axes[1]])
    }

    /// Where a drawn way out of the overlap begins: at the deepest point of B [m].
    pub fn start(&self) -> DVec3 {
        let against = self.b.pose.orientation.inverse() * -self.normal;
        self.b.pose.apply(self.b.shape.support(against))
    }
}

/// The four, in the order of the paper; those that are not made here are of the nine situations.
pub(super) fn all(situations: &[Situation]) -> Result<Vec<Misleading>, ReproduceError> {
    let mut found = Vec::new();
    for situation in situations {
        let (overlap, normal) = situation.exact();
        let (a, b) = (situation.pair.a.clone(), situation.pair.b.clone());
        let figure = situation.published.figure;
        let (algorithm, [a, b], axes) = match figure {
            "Fig. 2" => (Algorithm::Cundall, end_to_end(overlap)?, [2, 1]),
            "Fig. 4" => (Algorithm::Nezami, at_the_lower_corner(a, overlap, normal)?, [0, 1]),
            "Fig. 7" | "Fig. 8a" => (Algorithm::Gjk, [a, b], [0, 1]),
            _ => continue,
        };
        found.push(Misleading { figure, algorithm, a, b, overlap, normal, axes });
    }
    Ok(found)
}

/// All nine situations for GJK, and figure 5f with B moved along -x, as the paper moves it for its figure 8.
pub(super) fn for_gjk(situations: &[Situation]) -> Vec<Misleading> {
    let case = |situation: &Situation| {
        let (overlap, normal) = situation.exact();
        let (a, b) = (situation.pair.a.clone(), situation.pair.b.clone());
        let figure = situation.published.figure;
        Misleading { figure, algorithm: Algorithm::Gjk, a, b, overlap, normal, axes: [0, 1] }
    };
    let shifted = situations.iter().filter(|situation| situation.published.figure == "Fig. 5f").map(|situation| {
        let mut case = case(situation);
        case.figure = "Fig. 5f, B moved by -0.5 m";
        case.b.pose.position.x -= 0.5;
        // The same face and edge stay the deepest.
        case.overlap += 0.5 * case.normal.x;
        case
    });
    situations.iter().map(case).chain(shifted).collect()
}

fn block(half: DVec3, position: DVec3) -> Result<Placed, ReproduceError> {
    Ok(Placed { shape: Shape::Polyhedron(Polyhedron::cuboid(half)?), pose: Pose::at(position) })
}

/// Two long parallelepipeds beside each other, their ends overlapping by twice as much along z as along y: the centre line
/// lies nearer to z than the ridge between the two ways out, so that a local search ends at z.
fn end_to_end(overlap: f64) -> Result<[Placed; 2], ReproduceError> {
    let half = DVec3::new(0.5, 0.5, 2.0);
    let apart = DVec3::new(0.0, 2.0 * half.y - overlap, 2.0 * half.z - 2.0 * overlap);
    Ok([block(half, DVec3::ZERO)?, block(half, apart)?])
}

/// A tall box at the lower right corner of the sheared block. Its upper left edge is the deepest one, but its centroid lies
/// so low that the bodies are moved apart downwards, where another plane parts them better.
fn at_the_lower_corner(block_a: Placed, overlap: f64, normal: DVec3) -> Result<[Placed; 2], ReproduceError> {
    let half = DVec3::new(3.0, 12.0, 5.0);
    // Above the lower face of A by a little more than the overlap: the way out across that face is the longer one.
    let top = 4.5;
    let reach = normal.dot(block_a.pose.apply(block_a.shape.support(block_a.pose.orientation.inverse() * normal)));
    let left = (reach - overlap - normal.y * top) / normal.x;
    let position = DVec3::new(left + half.x, top - half.y, block_a.pose.position.z);
    Ok([block_a, block(half, position)?])
}
