//! The pass `walls`: grains against surfaces, from candidates to forces.

use glam::DVec3;

use super::partner::{BodyMotion, Partner, Partners, act, kinematics, parting};
use super::{Grains, ParticleTypes};
use crate::force::gather::{ContactSums, Load};
use crate::force::{ContactForces, ContactHistory, ContactKinematics, Law, share_error};
use crate::narrow::{Body, Status, Unsupported};
use crate::walls::{Form, MAX_CONTACTS, Surface, SurfacePose, WallContact, WallContacts, WallDetector, WallWarm};

/// A grain near a surface, with what is remembered of their contacts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct WallLink {
    /// Grain and surface, by index; links are in ascending order of both.
    pub key: [u32; 2],
    pub warm: WallWarm,
    pub contacts: [ContactHistory; MAX_CONTACTS],
}

/// What came of a grain near a surface in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct WallOutcome {
    /// The grain, by index; as in the links.
    pub body: u32,
    /// On the grain.
    pub load: Load,
    /// Work of the wall on the grain in this step, by its motion [J].
    pub work: f64,
    /// What its contacts have come to.
    pub contacts: ContactSums,
    /// By how much the energy error of the grain changes [J].
    pub error: f64,
    /// Largest overlap as a share of the grain's half-thickness.
    pub share: f64,
}

/// The wall as a partner: a body that moves as it is told.
fn wall_partner(at: &SurfacePose) -> Partner {
    let displacement = &at.displacement;
    let center = displacement.center;
    Partner::driven(center, displacement.velocity_at(center), displacement.angular_velocity)
}

/// A contact that begins as a part of another has the springs of that one, as far as both are one: when a contact becomes two
/// its friction stays.
fn begin_beside(contact: &WallContact, histories: &mut [ContactHistory; MAX_CONTACTS]) {
    let slot = usize::from(contact.slot);
    if histories[slot].touching || contact.shared.part == 0.0 {
        return;
    }
    let along = |history: &&ContactHistory| history.normal.dot(contact.normal);
    let beside = histories.iter().filter(|history| history.touching).max_by(|p, q| along(p).total_cmp(&along(q)));
    if let Some(beside) = beside.copied() {
        histories[slot].normal = beside.normal;
        let likeness = contact.shared.likeness(contact.overlap);
        histories[slot].spring = beside.spring * likeness;
        histories[slot].rolling.spring = beside.rolling.spring * likeness;
    }
}

/// The contacts of one grain with one surface, and what they do.
pub(crate) fn wall_forces<'l>(
    detector: &mut WallDetector,
    (grains, kinds, partners): (&Grains, &ParticleTypes, &Partners),
    (surface, at): (&Surface, &SurfacePose),
    law: impl Fn(usize, usize) -> &'l Law,
    dt: f64,
    link: &mut WallLink,
) -> Result<WallOutcome, Unsupported> {
    let body = link.key[0] as usize;
    let kind = kinds.get(grains.kinds[body]);
    // Only round walls can be touched in several places.
    let slots = if matches!(surface.form, Form::Revolved(_)) { MAX_CONTACTS } else { 1 };
    let mut outcome = WallOutcome { body: link.key[0], ..WallOutcome::default() };
    // Of a wall, R* is that of the grain: it is taken as flat.
    let law = law(kind.material, surface.material);
    let law = surface.law(law.of_bodies([kind.curvature, 0.0]));
    let reach = law.reach(link.contacts[0].touching);
    let apart = |center: DVec3| surface.distance_bound(at, center) > kind.radius + reach;
    if matches!(surface.form, Form::Plane { .. }) && !link.contacts[0].is_active() && apart(grains.poses[body].position)
    {
        return Ok(outcome);
    }
    let mut found = WallContacts::default();
    let grain = Body { shape: &kind.shape, pose: grains.poses[body] };
    detector.set_patch_depth(law.patch_depth());
    detector.set_reach(reach);
    detector.contacts(surface, at, &grain, &mut link.warm, &mut found)?;
    if found.is_empty() && !link.contacts[..slots].iter().any(ContactHistory::is_active) {
        return Ok(outcome);
    }
    let (partner, wall) = (partners.get(body), wall_partner(at));
    // What ends beside others leaves its energy error to them; of several that end together, the strongest has all of it.
    let mut error = 0.0;
    let last = last_to_part(&link.contacts[..slots], found.is_empty());
    for slot in (0..slots).filter(|slot| Some(*slot) != last) {
        let touched = found.iter().find(|contact| usize::from(contact.slot) == slot);
        if let Some(contact) = touched {
            begin_beside(contact, &mut link.contacts);
        } else if !link.contacts[slot].is_active() {
            continue;
        }
        let history = &mut link.contacts[slot];
        // Half a step's work of the forces of the last step, done by the wall's motion.
        outcome.work -= 0.5 * dt * wall_power(&wall.mover, history);
        let done = match touched {
            Some(contact) => {
                let size = (contact.overlap, contact.patch);
                let point = kinematics(size, contact.normal, contact.point, [&partner, &wall], history);
                let point = ContactKinematics { shared: contact.shared, ..point };
                let curvatures = [kind.curvature, 0.0];
                let law = law.at_place(curvatures, || [kind.curvature_at(grain.pose.orientation, contact.normal), 0.0]);
                let done = act(&law, &point, ([&partner, &wall], curvatures), dt, history);
                history.overlap = contact.overlap as f32;
                outcome.add_found(contact, &done);
                outcome.work -= 0.5 * dt * wall_power(&wall.mover, history);
                done
            }
            None => {
                let (done, left) = law.close(&parting([&partner, &wall], 0.0, history), dt, history);
                error += left;
                done
            }
        };
        outcome.contacts.add_forces(&done);
    }
    outcome.share = outcome.contacts.largest_overlap / kind.half_thickness;
    if law.corrects() {
        error = share_error(&mut link.contacts[..slots], error);
    }
    if let Some(slot) = last {
        let history = &mut link.contacts[slot];
        outcome.work -= 0.5 * dt * wall_power(&wall.mover, history);
        let own = grains.energy_errors[body];
        let done = law.release(&parting([&partner, &wall], own + error, history), dt, history);
        outcome.work -= 0.5 * dt * done.force.dot(wall.mover.velocity_at(done.arm_b));
        outcome.load.add(&done, 0);
        outcome.contacts.add_forces(&done);
        error = if done.errors.taken { -own } else { error + done.errors.left };
    }
    outcome.error = error;
    Ok(outcome)
}

/// Power of a contact's force and couple on its wall, which moves as it is told [W].
fn wall_power(wall: &BodyMotion, history: &ContactHistory) -> f64 {
    history.force.dot(wall.velocity_at(history.arms[1])) + history.couple().dot(wall.spin)
}

/// Of the contacts of a grain that is clear of a wall, the one that touched and had the most energy; none where there is none, or
/// where the grain still touches.
fn last_to_part(contacts: &[ContactHistory], is_clear: bool) -> Option<usize> {
    let ended = contacts.iter().enumerate().filter(|(_, contact)| is_clear && contact.touching);
    ended.max_by(|(_, p), (_, q)| p.elastic.total_cmp(&q.elastic)).map(|(slot, _)| slot)
}

impl WallOutcome {
    /// Adds a contact that was found.
    fn add_found(&mut self, contact: &WallContact, done: &ContactForces) {
        self.load.add(done, 0);
        self.contacts.add_found(contact.overlap, contact.status != Status::Ok);
    }
}
