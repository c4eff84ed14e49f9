//! What a packing is like: density, contacts, forces, order, stress, sizes.
//!
//! Everything is computed from a frame and its scene, so that a run on its way and one on disk are measured alike. The
//! page `docs/analysis.md` defines every quantity.
//!
//! ```no_run
//! use packstone::output::analysis::Analysis;
//! use packstone::output::frames::RunFolder;
//!
//! let folder = RunFolder::open("quickstart")?;
//! let found = Analysis::of(&folder.last()?, folder.scene());
//! println!("{} contacts per grain", found.coordination.mean);
//! # Ok::<(), packstone::output::frames::FrameError>(())
//! ```

mod bed;
mod contacts;
mod coordination;
mod fraction;
mod motion;
mod order;
mod packing;
mod profile;
mod sizes;
mod species;
mod stress;
mod surface;
mod walls;

pub use contacts::{ContactStatistics, KindCount};
pub use coordination::Coordination;
pub use motion::BedState;
pub use order::Order;
pub use packing::Packing;
pub use profile::Slab;
pub use sizes::{SizeStatistics, SpeciesSizes};
pub use species::axis_of;
pub use stress::Stress;
pub use surface::{FreeSurface, SurfaceKind};
pub use walls::{SideForce, WallForce};

use serde::Serialize;

use crate::output::frames::{Frame, Provenance};
use crate::scene::Scene;
use bed::Bed;

/// All that is told of a frame. Lengths are in m, volumes in m3, forces in N, stresses in Pa.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// What made the frame.
    pub provenance: Provenance,
    /// Steps since the start of the run.
    pub step: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Grains that move, and bodies that do not.
    pub grains: [usize; 2],
    /// Density; none without grains that move.
    pub packing: Option<Packing>,
    /// From the lowest to the highest grain.
    pub slabs: Vec<Slab>,
    /// Contacts of grains.
    pub coordination: Coordination,
    /// Contacts by kind, and their forces.
    pub contacts: ContactStatistics,
    /// Stress in the middle of the bed; none without one.
    pub stress: Option<Stress>,
    /// Alignment of the grains of each species that has an axis.
    pub order: Vec<Order>,
    /// Forces on each wall of the scene.
    pub walls: Vec<WallForce>,
    /// Sizes and shapes.
    pub sizes: SizeStatistics,
}

/// Grains that move with their centre of mass behind a wall.
pub fn grains_outside(frame: &Frame, scene: &Scene) -> usize {
    let Some(bed) = Bed::new(scene, &frame.grains, frame.time) else { return 0 };
    let outside = |grain: &&usize| bed.clearance(frame.grains.centers[**grain]) < 0.0;
    bed.loose.iter().filter(outside).count()
}

impl Analysis {
    /// Measures a frame of a run of `scene`.
    pub fn of(frame: &Frame, scene: &Scene) -> Self {
        let bed = Bed::new(scene, &frame.grains, frame.time);
        let loose = frame.grains.fixed.iter().filter(|fixed| !**fixed).count();
        Self {
            provenance: frame.provenance.clone(),
            step: frame.step,
            time: frame.time,
            grains: [loose, frame.grains.len() - loose],
            packing: bed.as_ref().and_then(Bed::packing),
            slabs: bed.as_ref().map_or_else(Vec::new, |bed| bed.slabs(&frame.contacts)),
            coordination: Coordination::of(frame, scene),
            contacts: ContactStatistics::of(&frame.contacts),
            stress: bed.as_ref().and_then(|bed| bed.stress_of_the_middle(&frame.contacts)),
            order: order::of_species(scene, &frame.grains),
            walls: walls::forces(scene, &frame.contacts, frame.time),
            sizes: SizeStatistics::of(scene, &frame.grains),
        }
    }
}
