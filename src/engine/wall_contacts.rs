//! The pass `walls`: grains against surfaces, from candidates to forces.

use glam::DVec3;

use super::partner::{Partner, Partners, touch};
use super::{Grains, Kinds};
use crate::contact::{Body, Status, Unsupported};
use crate::force::gather::Load;
use crate::force::{ContactMemory, Law, Touch, owe_together};
use crate::gpu::shader::{CONTACT, FIXED, LAW, LEVERS, MATH, POSE, STATE, Source, WALLS, WIDE};
use crate::walls::{Form, MAX_CONTACTS, Surface, SurfacePose, WallContact, WallContacts, WallDetector, WallWarm};

/// The law for contacts with walls on the GPU; `src/walls/contact.rs` has the kernel that finds them.
pub const KERNEL: Source = Source {
    name: "wall_contacts",
    parts: &[
        MATH,
        FIXED,
        POSE,
        STATE,
        CONTACT,
        WIDE,
        WALLS,
        LAW,
        include_str!("../../shaders/engine/wall_contacts.wgsl"),
        LEVERS,
    ],
};

/// A grain near a surface, with what is remembered of their contacts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct WallLink {
    /// Grain and surface, by index; links are in ascending order of both.
    pub key: [u32; 2],
    pub warm: WallWarm,
    pub contacts: [ContactMemory; MAX_CONTACTS],
}

/// What came of a grain near a surface in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WallOutcome {
    /// The grain, by index; as in the links.
    pub body: u32,
    /// On the grain.
    pub load: Load,
    /// Work of the wall on the grain in this step, by its motion [J].
    pub work: f64,
    pub damped: f64,
    pub rubbed: f64,
    pub unreturned: f64,
    pub patch_work: f64,
    pub touching: u32,
    /// Contacts that ended in this step.
    pub ended: u32,
    pub unsure: u32,
    /// Largest overlap [m], and as a share of the grain's half-thickness.
    pub overlap: f64,
    pub share: f64,
}

/// The wall as a partner: a body that moves as it is told.
fn wall_partner(at: &SurfacePose) -> Partner {
    let displacement = &at.displacement;
    let center = displacement.center;
    Partner::driven(center, displacement.velocity_at(center), displacement.angular_velocity)
}

/// A contact that begins as a part of another has the spring of that one, as far as both are one: when a contact becomes two
/// its friction stays.
fn begin_beside(contact: &WallContact, memories: &mut [ContactMemory; MAX_CONTACTS]) {
    let slot = usize::from(contact.slot);
    if memories[slot].touching || contact.shared.part == 0.0 {
        return;
    }
    let along = |memory: &&ContactMemory| memory.normal.dot(contact.normal);
    let beside = memories.iter().filter(|memory| memory.touching).max_by(|p, q| along(p).total_cmp(&along(q)));
    if let Some(beside) = beside.copied() {
        memories[slot].normal = beside.normal;
        memories[slot].spring = beside.spring * contact.shared.likeness(contact.overlap);
    }
}

/// The contacts of one grain with one surface, and what they do.
pub(super) fn wall_forces<'l>(
    detector: &mut WallDetector,
    (grains, kinds, partners): (&Grains, &Kinds, &Partners),
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
    let apart = |center: DVec3| surface.distance_bound(at, center) > kind.radius;
    if matches!(surface.form, Form::Plane { .. }) && !link.contacts[0].touching && apart(grains.poses[body].position) {
        return Ok(outcome);
    }
    let mut found = WallContacts::default();
    let grain = Body { shape: &kind.shape, pose: grains.poses[body] };
    let law = law(kind.material, surface.material);
    detector.set_patch_depth(law.patch_depth());
    detector.contacts(surface, at, &grain, &mut link.warm, &mut found)?;
    if found.is_empty() && !link.contacts[..slots].iter().any(|contact| contact.touching) {
        return Ok(outcome);
    }
    let (partner, wall) = (partners.get(body), wall_partner(at));
    for slot in 0..slots {
        let touched = found.iter().find(|contact| usize::from(contact.slot) == slot);
        if let Some(contact) = touched {
            begin_beside(contact, &mut link.contacts);
        } else if !link.contacts[slot].touching {
            continue;
        }
        let memory = &mut link.contacts[slot];
        let (arms, force) = (memory.arms, memory.force);
        let before = wall.mover.velocity_at(arms[1]);
        let relative = before - partner.mover.velocity_at(arms[0]);
        // Half a step's work of the forces of the last step, done by the wall's motion.
        let old_work = -0.5 * dt * force.dot(before);
        let done = match touched {
            Some(contact) => {
                let size = (contact.overlap, contact.patch);
                let touch = touch(size, contact.normal, contact.point, [&partner, &wall], memory);
                let touch = Touch { shared: contact.shared, ..touch };
                let done = law.apply(&touch, dt, memory);
                outcome.work -= 0.5 * dt * done.force.dot(contact.velocity);
                outcome.load.add(&done, 0);
                outcome.touching += 1;
                outcome.unsure += u32::from(contact.status != Status::Ok);
                outcome.overlap = outcome.overlap.max(contact.overlap);
                done
            }
            None => law.release(relative, wall.mover.spin - partner.mover.spin, dt, memory),
        };
        outcome.work += old_work;
        outcome.damped += done.damped;
        outcome.rubbed += done.rubbed;
        outcome.unreturned += done.unreturned;
        outcome.patch_work += done.patch_work;
        outcome.ended += u32::from(done.ended);
    }
    outcome.share = outcome.overlap / kind.half_thickness;
    outcome.unreturned = owe_together(&mut link.contacts[..slots], outcome.unreturned);
    Ok(outcome)
}
