//! The nine contact situations, with what the paper found in them.

use glam::DVec3;

use crate::cli::reproduce::ReproduceError;
use crate::narrow::{Detector, Minkowski};
use crate::studies::classical::{Cundall, GjkTd, Nezami};
use crate::studies::pairs::{Lines, Pair};

/// Reconstructions with the published overlaps and normals.
const PAIRS: &str = include_str!("../../../../examples/papers/descantes.jsonl");

/// A row of the paper's tables 1 and 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Published {
    /// The figure that shows the situation.
    pub figure: &'static str,
    /// Unit normal from A to B.
    pub normal: DVec3,
    /// Overlap, which the paper gives as a negative gap [m].
    pub overlap: f64,
    /// Time of one call of GJK-TD, Nezami (revised) and Cundall (revised) [us].
    pub times: [f64; 3],
}

const fn published(figure: &'static str, normal: [f64; 3], overlap: f64, times: [f64; 3]) -> Published {
    Published { figure, normal: DVec3::from_array(normal), overlap, times }
}

#[rustfmt::skip]
const PUBLISHED: [Published; 9] = [
    published("Fig. 2", [0.0, 1.0, 0.0], 0.25, [10.896, 83.920, 540.656]),
    published("Fig. 4", [0.992277876713668, -0.124034734589208, 0.0], 4.02601271993386, [94.688, 121.456, 1225.261]),
    published("Fig. 5f", [0.894427190999916, -0.447213595499958, 0.0], 0.223606797749979, [6.425, 77.768, 870.992]),
    published("Fig. 7", [0.894427190999916, -0.447213595499958, 0.0], 1.1180339887499, [19.095, 91.640, 938.476]),
    published("Fig. 8a", [0.894427190999916, -0.447213595499958, 0.0], 1.1180339887499, [18.975, 77.156, 671.476]),
    published("Fig. 10a", [0.0, 0.0, -1.0], 0.100000024, [10.697, 67.356, 1288.066]),
    published("Fig. 10b", [-0.168309951548722, 0.950616325200044, -0.260768791217108], 0.572082006256242,
        [27.189, 85.672, 2582.582]),
    published("Fig. 10c", [0.832050294337844, -0.554700196225229, 0.0], 0.554700196225229, [22.239, 161.700, 1056.096]),
    published("Fig. 10d", [0.970142500145332, 0.0, -0.242535625036333], 0.485071250072666, [19.208, 85.068, 719.848]),
];

/// One of the nine, ready to be answered.
pub(super) struct Situation {
    /// What the paper found.
    pub published: Published,
    /// The bodies, with the exact answer.
    pub pair: Pair,
}

impl Situation {
    /// Exact overlap [m] and normal.
    pub fn exact(&self) -> (f64, DVec3) {
        let rounded = (self.published.overlap, self.published.normal);
        self.pair.expected.as_ref().map_or(rounded, |exact| (exact.overlap, DVec3::from_array(exact.normal)))
    }
}

/// All nine, in the order of the tables.
pub(super) fn all() -> Result<Vec<Situation>, ReproduceError> {
    let unreadable = |line, reason| ReproduceError::Pair { line, reason };
    let pairs = Lines::new(PAIRS.as_bytes()).zip(PUBLISHED);
    pairs
        .enumerate()
        .map(|(index, (line, published))| {
            let line = line.map_err(|error| unreadable(index + 1, error.to_string()))?;
            Ok(Situation { published, pair: line.pair.map_err(|reason| unreadable(line.line, reason.to_string()))? })
        })
        .collect()
}

/// The detectors that are compared, GJK-TD first.
pub(super) fn detectors() -> [(&'static str, Box<dyn Detector + Send>); 5] {
    [
        ("gjk-td", Box::new(GjkTd::default())),
        ("nezami", Box::new(Nezami::default())),
        ("cundall", Box::new(Cundall::default())),
        ("cundall 1e-7°", Box::new(Cundall::as_published())),
        ("minkowski", Box::new(Minkowski::default())),
    ]
}
