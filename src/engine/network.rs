//! All contacts at one instant: where, how deep, with which force.

use glam::DVec3;
use rayon::prelude::*;

use super::contacts::PairDetector;
use super::wall_contacts::WallLink;
use super::{EngineError, State};
use crate::force::ContactHistory;
use crate::narrow::{Body, Kind, Unsupported, WarmStart, kind_by_eye};
use crate::walls::{SurfacePose, WallContacts, WallDetector};

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
    /// All contacts of the last step: those of grains in the order of the pairs, then those with walls. Overlap and kind are
    /// found again from where the grains are, in f64 whatever the back end; the forces are those that moved the grains. Of a
    /// run on a GPU, all is as it was at the last [`Self::fetch`].
    pub fn contact_network(&self) -> Result<Vec<ContactRecord>, EngineError> {
        self.pool.install(|| {
            let mut all = self.grain_contacts()?;
            all.extend(self.wall_contacts()?);
            Ok(all)
        })
    }

    fn grain_contacts(&self) -> Result<Vec<ContactRecord>, Unsupported> {
        let cylinders = self.scene.contact.cylinders;
        let touching = self.broad.pairs().par_iter().zip(&self.pairs).filter(|(_, history)| history.touching);
        touching
            .map_init(
                || PairDetector::new(cylinders),
                |detector, (pair, history)| self.grain_contact(detector, *pair, history),
            )
            .collect()
    }

    fn grain_contact(
        &self,
        detector: &mut PairDetector,
        pair: [u32; 2],
        history: &ContactHistory,
    ) -> Result<ContactRecord, Unsupported> {
        let [a, b] = pair.map(|body| self.body(body));
        let [material_a, material_b] = pair.map(|body| self.kinds.get(self.grains.kinds[body as usize]).material);
        let law = self.laws[material_a * self.scene.materials.len() + material_b];
        detector.set_patch_depth(law.patch_depth());
        let found = detector.detect(&a, &b, &mut WarmStart::default())?;
        let partner = ContactPartner::Grain(self.grains.ids[pair[1] as usize]);
        let overlap = found.overlap.max(0.0);
        let kind = kind_by_eye(&a, Some(&b), history.normal, overlap);
        let friction = self.scene.pair_law(material_a, material_b).friction;
        Ok(self.record(pair[0], partner, history, (overlap, kind, friction)))
    }

    fn wall_contacts(&self) -> Result<Vec<ContactRecord>, Unsupported> {
        let time = self.time();
        let at: Vec<SurfacePose> = self.surfaces.iter().map(|surface| surface.at(time)).collect();
        let near = self.walls.par_iter().filter(|link| link.contacts.iter().any(|contact| contact.touching));
        let lists: Result<Vec<Vec<ContactRecord>>, Unsupported> =
            near.map_init(WallDetector::default, |detector, link| self.contacts_of_link(detector, link, &at)).collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
    }

    fn contacts_of_link(
        &self,
        detector: &mut WallDetector,
        link: &WallLink,
        at: &[SurfacePose],
    ) -> Result<Vec<ContactRecord>, Unsupported> {
        let [grain, surface] = link.key;
        let (surface, at) = (&self.surfaces[surface as usize], &at[surface as usize]);
        let body = self.body(grain);
        let mut found = WallContacts::default();
        detector.contacts(surface, at, &body, &mut link.warm.clone(), &mut found)?;
        let touching = link.contacts.iter().filter(|contact| contact.touching);
        touching
            .map(|history| {
                let nearest =
                    found.iter().max_by(|p, q| p.normal.dot(history.normal).total_cmp(&q.normal.dot(history.normal)));
                let overlap = nearest.map_or_else(|| grazing(&body, history), |contact| contact.overlap);
                let kind = kind_by_eye(&body, None, history.normal, overlap);
                let material = self.kinds.get(self.grains.kinds[grain as usize]).material;
                let friction = self.scene.pair_law(material, surface.material).friction;
                Ok(self.record(grain, ContactPartner::Wall(surface.wall), history, (overlap, kind, friction)))
            })
            .collect()
    }

    fn body(&self, body: u32) -> Body<'_> {
        let body = body as usize;
        Body { shape: &self.kinds.get(self.grains.kinds[body]).shape, pose: self.grains.poses[body] }
    }

    fn record(
        &self,
        grain: u32,
        partner: ContactPartner,
        history: &ContactHistory,
        (overlap, kind, friction): (f64, Kind, f64),
    ) -> ContactRecord {
        let push = history.force.dot(history.normal);
        let across = (history.force - history.normal * push).length();

        ContactRecord {
            grain: self.grains.ids[grain as usize],
            partner,
            point: self.grains.poses[grain as usize].position + history.arms[0],
            normal: history.normal,
            force: history.force,
            overlap,
            kind,
            spring: history.spring,
            sliding: push > 0.0 && across >= (1.0 - AT_THE_LIMIT) * friction * push,
        }
    }
}

/// Overlap of a contact with a wall that only the rounding of f32 sees [m]: from its own normal and point, which is half the
/// overlap inside the grain.
fn grazing(body: &Body, history: &ContactHistory) -> f64 {
    let own = body.pose.orientation.inverse() * history.normal;
    let height = body.shape.support(own).dot(own);
    (2.0 * (height - history.arms[0].dot(history.normal))).max(0.0)
}
