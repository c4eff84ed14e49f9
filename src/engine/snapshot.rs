//! The grains at one instant, as plain arrays.

use glam::{DQuat, DVec3};

use super::State;
use crate::motion::angular_velocity;

/// The grains at one instant, as arrays in the order of their ids. Positions and turns are those of the frames in which
/// the scene gives the shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Numbers for life.
    pub ids: Vec<u64>,
    /// Indices of the scene's shapes.
    pub shapes: Vec<usize>,
    /// Sizes, as factors of the scene's shapes.
    pub scales: Vec<f64>,
    /// Positions [m].
    pub positions: Vec<DVec3>,
    /// Centres of mass [m].
    pub centers: Vec<DVec3>,
    /// Turns from the shapes' frames to the world.
    pub orientations: Vec<DQuat>,
    /// Velocities of the centres of mass [m/s].
    pub velocities: Vec<DVec3>,
    /// Velocities of the points at `positions` [m/s]: what scenes and files have. Kept beside those of the centres, as
    /// either from the other is off by a rounding.
    pub velocities_of_origins: Vec<DVec3>,
    /// Angular velocities in the world [rad/s].
    pub angular_velocities: Vec<DVec3>,
    /// Sums of all contact forces on each grain [N]; gravity is not in them.
    pub forces: Vec<DVec3>,
    /// Contacts of each grain, with grains and walls.
    pub coordination: Vec<u32>,
    /// True for a body that stays where it is.
    pub fixed: Vec<bool>,
}

impl Snapshot {
    /// How many grains there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The place of a grain in the arrays, by its number for life; none if there is no such grain.
    pub fn index_of(&self, id: u64) -> Option<usize> {
        // Ids ascend, and are mostly the places themselves.
        let guess = usize::try_from(id).ok().filter(|place| self.ids.get(*place) == Some(&id));
        guess.or_else(|| self.ids.binary_search(&id).ok())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}

impl State {
    /// The grains as arrays. Those of a run on a GPU are as they were at the last [`Self::fetch`].
    pub fn snapshot(&self) -> Snapshot {
        let grains = &self.grains;
        let mut snapshot = Snapshot {
            ids: grains.ids.clone(),
            forces: grains.loads.iter().map(|load| load.force).collect(),
            coordination: self.coordination(),
            fixed: grains.fixed.clone(),
            ..Snapshot::default()
        };
        for body in 0..grains.len() {
            let kind = self.kinds.get(grains.kinds[body]);
            let (pose, motion) = (grains.poses[body], grains.motions[body]);
            let given = kind.given_pose(&pose);
            snapshot.shapes.push(kind.species);
            snapshot.scales.push(kind.scale);
            snapshot.positions.push(given.position);
            snapshot.centers.push(pose.position);
            snapshot.orientations.push(given.orientation);
            snapshot.velocities.push(motion.velocity);
            let spin = angular_velocity(pose.orientation, motion.momentum, kind.inertia.moments);
            snapshot.velocities_of_origins.push(motion.velocity + spin.cross(given.position - pose.position));
            snapshot.angular_velocities.push(spin);
        }
        snapshot
    }

    /// Contacts of each grain.
    fn coordination(&self) -> Vec<u32> {
        let mut counts = vec![0; self.grains.len()];
        for (pair, history) in self.broad.pairs().iter().zip(&self.pairs) {
            if history.touching {
                pair.iter().for_each(|body| counts[*body as usize] += 1);
            }
        }
        for link in &self.walls {
            let touching = link.contacts.iter().filter(|contact| contact.touching).count();
            counts[link.key[0] as usize] += touching as u32;
        }
        counts
    }
}
