//! All contacts at one instant: where, how deep, with which force. They are read from the histories, so that what is shown is what
//! made the force; only the kind is named anew, by the features that meet at the normal and overlap of then.

use glam::DVec3;
use rayon::prelude::*;

use super::State;
use super::wall_contacts::WallLink;
use crate::force::{ContactHistory, Law};
use crate::narrow::{Body, Kind, kind_by_eye};

/// A contact slides when its friction is within this share of the limit: single precision knows it no better.
const AT_THE_LIMIT: f64 = 1e-5;

/// Whom a grain touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactPartner {
    /// Another grain, by its number for life.
    Grain(u64),
    /// A wall, by its index in the scene. All sides of a box are one wall.
    Wall(usize),
}

/// One contact: of a grain A with its partner B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRecord {
    /// The grain A, by its number for life.
    pub grain: u64,
    /// The partner B.
    pub partner: ContactPartner,
    /// Where [m].
    pub point: DVec3,
    /// Unit normal from A to B.
    pub normal: DVec3,
    /// Force on B: overlap, damping and friction together [N]. A has the opposite one.
    pub force: DVec3,
    /// How deep [m].
    pub overlap: f64,
    /// Which features meet, those included that are parallel within the overlap or a hundredth of the bodies. A tube or cone
    /// is taken as its tangent plane here.
    pub kind: Kind,
    /// Elongation of the tangential spring, from A to B [m].
    pub spring: DVec3,
    /// Whether friction is at its limit: the contact slides.
    pub sliding: bool,
}

impl ContactRecord {
    /// How hard A and B push each other [N]; below 0 where damping pulls.
    pub fn normal_force(&self) -> f64 {
        self.force.dot(self.normal)
    }

    /// The part of the force across the normal: friction [N].
    pub fn tangential_force(&self) -> DVec3 {
        self.force - self.normal * self.normal_force()
    }
}

impl State {
    /// All contacts of the last step, as they made its forces: those of grains in the order of the pairs, then those with walls. Of
    /// a run on a GPU, all is as it was when the grains were last brought to the host.
    pub fn contact_network(&self) -> Vec<ContactRecord> {
        self.threads.run(|| {
            let touching = self.broad.pairs().par_iter().zip(&self.pairs).filter(|(_, history)| history.touching);
            let mut all: Vec<ContactRecord> =
                touching.map(|(pair, history)| self.grain_contact(*pair, history)).collect();
            all.extend(self.walls.iter().flat_map(|link| self.contacts_of_link(link)));
            all
        })
    }

    fn grain_contact(&self, pair: [u32; 2], history: &ContactHistory) -> ContactRecord {
        let [a, b] = pair.map(|body| self.body(body));
        let [material_a, material_b] = pair.map(|body| self.kinds.get(self.grains.kinds[body as usize]).material);
        let partner = ContactPartner::Grain(self.grains.ids[pair[1] as usize]);
        let law = self.law_of_contact(pair, history);
        let overlap = overlap_of(history, &law);
        let kind = kind_by_eye(&a, Some(&b), history.normal, overlap);
        let friction = self.scene.pair_law(material_a, material_b).friction;
        self.record(pair[0], partner, (history, law), (overlap, kind, friction))
    }

    /// The law of two grains, by index.
    pub(crate) fn law_of_pair(&self, pair: [u32; 2]) -> Law {
        let [a, b] = pair.map(|body| self.kinds.get(self.grains.kinds[body as usize]));
        self.laws[a.material * self.scene.materials.len() + b.material].of_radii([a.curvature, b.curvature])
    }

    /// The law of two grains where they touch.
    pub(crate) fn law_of_contact(&self, pair: [u32; 2], history: &ContactHistory) -> Law {
        let curvatures = pair.map(|body| self.kinds.get(self.grains.kinds[body as usize]).curvature);
        self.law_of_pair(pair).at_place(curvatures, || pair.map(|body| self.curvature_at(body, history))).into_owned()
    }

    fn curvature_at(&self, body: u32, history: &ContactHistory) -> f64 {
        let pose = self.grains.poses[body as usize];
        self.kinds.get(self.grains.kinds[body as usize]).curvature_at(pose.orientation, history.normal)
    }

    /// The law of a grain and a surface, by index.
    pub(crate) fn law_at_wall(&self, body: u32, surface: u32) -> Law {
        let kind = self.kinds.get(self.grains.kinds[body as usize]);
        let surface = &self.surfaces[surface as usize];
        let law = &self.laws[kind.material * self.scene.materials.len() + surface.material];
        surface.law(law.of_bodies([kind.curvature, 0.0])).into_owned()
    }

    fn contacts_of_link<'l>(&'l self, link: &'l WallLink) -> impl Iterator<Item = ContactRecord> + 'l {
        let [grain, surface] = link.key;
        let (surface, body) = (&self.surfaces[surface as usize], self.body(grain));
        let material = self.kinds.get(self.grains.kinds[grain as usize]).material;
        let friction = self.scene.pair_law(material, surface.material).friction;
        let law = self.law_at_wall(link.key[0], link.key[1]);
        let partner = ContactPartner::Wall(surface.wall);
        let of_volume = self.kinds.get(self.grains.kinds[grain as usize]).curvature;
        link.contacts.iter().filter(|history| history.touching).map(move |history| {
            let law = law.at_place([of_volume, 0.0], || [self.curvature_at(grain, history), 0.0]);
            let overlap = overlap_of(history, &law);
            let kind = kind_by_eye(&body, None, history.normal, overlap);
            self.record(grain, partner, (history, *law), (overlap, kind, friction))
        })
    }

    fn body(&self, body: u32) -> Body<'_> {
        let body = body as usize;
        Body { shape: &self.kinds.get(self.grains.kinds[body]).shape, pose: self.grains.poses[body] }
    }

    fn record(
        &self,
        grain: u32,
        partner: ContactPartner,
        (history, law): (&ContactHistory, Law),
        (overlap, kind, friction): (f64, Kind, f64),
    ) -> ContactRecord {
        let push = history.force.dot(history.normal);
        let across = (history.force - history.normal * push).length();
        let load = push + law.pull_at(overlap);
        ContactRecord {
            grain: self.grains.ids[grain as usize],
            partner,
            point: self.grains.poses[grain as usize].position + history.arms[0],
            normal: history.normal,
            force: history.force,
            overlap,
            kind,
            spring: history.spring / law.spring_per_elongation(overlap),
            sliding: load > 0.0 && across >= (1.0 - AT_THE_LIMIT) * friction * load,
        }
    }
}

/// The overlap that made the force [m]. The energy of a contact tells it in double precision, unless neighbours have a part in that
/// energy, or something pulls as well; then single precision is what the history has.
fn overlap_of(history: &ContactHistory, law: &Law) -> f64 {
    let (kept, exact) = (f64::from(history.overlap), law.overlap_with(history.elastic));
    if !law.is_cohesive() && (exact - kept).abs() <= f64::from(f32::EPSILON) * kept { exact } else { kept }
}
