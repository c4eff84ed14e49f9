//! Nezami's fast common plane: only planes that belong to features of the closest vertices are tried.
//!
//! E. G. Nezami, Y. M. A. Hashash, D. Zhao, J. Ghaboussi (2004), as revised by Y. Descantes, F. Tricoire, P. Richard
//! (2019), algorithm 2, which treats overlapping bodies where they are.

use glam::DVec3;

use super::classic::{Finding, Pair};
use super::descent::Corner;
use crate::narrow::{Body, Detector, Unsupported, WarmStart};
use crate::narrow::{Cause, Contact};

/// Rounds of candidate planes. Each round makes the gap larger; the vertices of large bodies are crossed in these.
const ROUNDS: u32 = 1000;
/// The classical version moves overlapping bodies apart to a gap of this share of the smaller one.
const CLEARANCE: f64 = 1e-3;

/// The common plane among a finite set of candidates. A local search: it proves its answer only where the bodies
/// themselves do.
#[derive(Clone, Debug)]
pub struct Nezami {
    /// Overlapping bodies are treated where they are, not moved apart along the first plane's normal.
    pub revised: bool,
}

impl Default for Nezami {
    fn default() -> Self {
        Self { revised: true }
    }
}

impl Nezami {
    /// The classical search, which moves overlapping bodies apart first and so may settle on another plane.
    pub fn unrevised() -> Self {
        Self { revised: false }
    }
}

impl Detector for Nezami {
    fn name(&self) -> &'static str {
        "nezami"
    }

    fn detect(&mut self, a: &Body, b: &Body, warm: &mut WarmStart) -> Result<Contact, Unsupported> {
        let pair = Pair::new(self.name(), a, b)?;
        let start = pair.centre_line();
        let width = pair.width(start);
        let search = if self.revised || width < 0.0 {
            Search::run(&pair, start)
        } else {
            // Solved apart; the contact below is that of the bodies where they are, so nothing need be moved back.
            Search::run(&pair.shifted(start * (width + CLEARANCE * pair.size())), start)
        };
        let finding = Finding {
            normal: search.normal,
            lower: f64::NEG_INFINITY,
            unique: search.rival.is_none(),
            cause: Cause::Local,
            gjk_iterations: 0,
            epa_iterations: search.rounds,
        };
        Ok(pair.contact(finding, warm))
    }
}

/// The best plane so far: where it is, how wide, and the vertices closest to it.
struct Search {
    normal: DVec3,
    width: f64,
    closest: Corner,
    /// Another plane that is as good.
    rival: Option<DVec3>,
    rounds: u32,
}

impl Search {
    fn run(pair: &Pair, start: DVec3) -> Self {
        let closest = pair.support(start);
        let mut search = Self { normal: start, width: closest.at.dot(start), closest, rival: None, rounds: 0 };
        while search.rounds < ROUNDS {
            let before = search.normal;
            let closest = search.closest;
            search.rounds += 1;
            bisecting_planes(pair, closest, |normal| search.consider(pair, normal));
            pair.feature_normals(closest, |normal| search.consider(pair, normal));
            if search.normal == before {
                break;
            }
        }
        search
    }

    /// Takes the plane when its gap is larger, that is its support width smaller: also right for bodies that overlap,
    /// where the closest vertices are the most deeply buried ones.
    fn consider(&mut self, pair: &Pair, normal: DVec3) {
        let corner = pair.support(normal);
        let width = corner.at.dot(normal);
        if width < self.width {
            let last = self.normal;
            let stays = self.rival.filter(|rival| pair.is_rival(*rival, pair.width(*rival), normal, width));
            self.rival = stays.or_else(|| pair.is_rival(last, self.width, normal, width).then_some(last));
            (self.normal, self.width, self.closest) = (normal, width, corner);
        } else if pair.is_rival(normal, width, self.normal, self.width) {
            self.rival = Some(normal);
        }
    }
}

/// The plane that bisects the closest vertices, and those parallel to an edge and as square to that line as the edge
/// allows, either way round: from A to B is against the line of vertices where the bodies overlap.
fn bisecting_planes(pair: &Pair, closest: Corner, mut visit: impl FnMut(DVec3)) {
    let line = -closest.at;
    let length = line.length();
    if length <= 4.0 * f64::EPSILON * pair.reach() {
        return;
    }
    let mut both = |normal: DVec3| {
        visit(normal);
        visit(-normal);
    };
    both(line / length);
    for edge in pair.edges_a(closest.a).chain(pair.edges_b(closest.b)) {
        let across = line - edge * (line.dot(edge) / edge.length_squared());
        if across.length() > 1e-9 * length {
            both(across.normalize());
        }
    }
}
