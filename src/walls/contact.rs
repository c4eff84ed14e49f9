//! The contacts of a grain with a surface.

use glam::DVec3;
use smallvec::SmallVec;

use super::climb::{Inside, Probe, Scratch};
use super::meridian::{Meridian, lifted};
use super::revolved::peaks;
use super::slots::{MAX_CONTACTS, WallWarm, assign};
use super::surface::{Form, Revolved, Surface, SurfacePose};
use super::view::Grain;
use crate::force::Shared;
use crate::geometry::planar::PatchAxes;
use crate::geometry::{Cylinder, HalfSpace, Pose, Shape};
use crate::narrow::{Body, Contact, Detector, Kind, Minkowski, Status, Unsupported, WarmStart};

/// A contact of a grain with a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallContact {
    /// Which of the grain's contacts with this surface it is. A contact keeps its slot from call to call as long as it
    /// lasts, and what is remembered of it (friction) is remembered under it.
    pub slot: u8,
    /// Overlap [m], above 0, or below it the gap across which walls hold grains.
    pub overlap: f64,
    /// Unit normal from the grain into the wall. It is the gradient of the overlap by the grain's position.
    pub normal: DVec3,
    /// The contact point, halfway between `c1` and `c2` [m].
    pub point: DVec3,
    /// The contact point on the grain [m]; `c1 - c2 = overlap * normal`.
    pub c1: DVec3,
    /// The contact point on the wall [m].
    pub c2: DVec3,
    /// Velocity of the wall's matter at `point` [m/s].
    pub velocity: DVec3,
    /// How far the touching feature spreads.
    pub patch: PatchAxes,
    /// Which features meet; a tube or cone is taken as its tangent plane.
    pub kind: Kind,
    /// Whether the answer is settled, or only bounded.
    pub status: Status,
    /// What of the contact is that of others of the grain in the same tube or cone as well.
    pub shared: Shared,
}

/// The contacts of one grain with one surface.
#[derive(Clone, Debug, Default)]
pub struct WallContacts {
    list: SmallVec<[WallContact; MAX_CONTACTS]>,
}

impl WallContacts {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the grain does not touch the surface.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One after the other; those with a tube or cone by their azimuth.
    pub fn iter(&self) -> impl Iterator<Item = &WallContact> {
        self.list.iter()
    }

    /// The first one.
    pub fn first(&self) -> Option<&WallContact> {
        self.list.first()
    }

    fn push(&mut self, contact: WallContact) {
        self.list.push(contact);
    }
}

/// Finds contacts with walls. It owns its scratch memory: one per thread.
#[derive(Clone, Debug)]
pub struct WallDetector {
    minkowski: Minkowski,
    scratch: Scratch,
    peaks: Vec<Probe>,
    /// Gap up to which there are contacts with planes [m].
    reach: f64,
}

impl Default for WallDetector {
    fn default() -> Self {
        // How far a grain is from a rod that it does not touch is not asked.
        Self { minkowski: Minkowski::with_gap_limit(0.0), scratch: Scratch::default(), peaks: Vec::new(), reach: 0.0 }
    }
}

impl WallDetector {
    /// How deep the patch of a contact reaches, as a share of the overlap; see [`Minkowski::patch_depth`].
    pub fn set_patch_depth(&mut self, share: f64) {
        self.minkowski.patch_depth = share;
    }

    /// Contacts with planes are told up to this gap [m]; with other walls where they overlap alone.
    pub fn set_reach(&mut self, reach: f64) {
        self.reach = reach;
    }

    /// Writes to `out` all contacts of `body` with `surface`, which is `at` its place. What `out` held before is gone: a
    /// list of one surface never overflows. `warm` belongs to this body and this surface. A half-space is no grain.
    pub fn contacts(
        &mut self,
        surface: &Surface,
        at: &SurfacePose,
        body: &Body,
        warm: &mut WallWarm,
        out: &mut WallContacts,
    ) -> Result<(), Unsupported> {
        out.clear();
        let found = match (surface.form, body.shape) {
            (Form::Plane { normal }, Shape::Sphere(ball)) => {
                Some(ball_on_plane(normal, &at.frame, body.pose.position, ball.radius()))
            }
            (Form::Plane { normal }, _) => self.with_plane(normal, &at.frame, body)?,
            (Form::Rod { radius, height }, _) => self.with_rod(radius, height, at, body, &mut warm.pair)?,
            (Form::Revolved(wall), _) => return self.with_revolved(&wall, at, body, warm, out),
        };
        let reach = if matches!(surface.form, Form::Plane { .. }) { self.reach } else { 0.0 };
        if let Some(contact) = found.filter(|contact| contact.overlap > -reach) {
            out.push(in_slot(0, &contact, at));
        }
        Ok(())
    }

    /// The contact with the plane through the origin of `frame`.
    fn with_plane(&mut self, normal: DVec3, frame: &Pose, body: &Body) -> Result<Option<Contact>, Unsupported> {
        self.with_half_space(normal, 0.0, frame, body)
    }

    fn with_half_space(
        &mut self,
        normal: DVec3,
        offset: f64,
        frame: &Pose,
        body: &Body,
    ) -> Result<Option<Contact>, Unsupported> {
        // Only a normal that is not a number could be refused, of a wall that is nowhere.
        let Ok(solid) = HalfSpace::new(normal, offset) else { return Ok(None) };
        let solid = Shape::HalfSpace(solid);
        let wall = Body { shape: &solid, pose: *frame };
        self.minkowski.detect(body, &wall, &mut WarmStart::default()).map(Some)
    }

    /// The contact with a rod.
    ///
    /// Of an endless one, a piece is taken with the grain at its middle. Half as long as L = 3 (R + r), with the rod's
    /// radius R and the grain's bounding radius r, it gives the exact answer: a direction that leans by t out of the
    /// plane across the axis sees the rod's end L sin t further, the grain at most sqrt(2) (R + 2 r) sin t nearer, the
    /// rod's side at most R sin t nearer, and so is never the best one.
    fn with_rod(
        &mut self,
        radius: f64,
        height: Option<f64>,
        at: &SurfacePose,
        body: &Body,
        warm: &mut WarmStart,
    ) -> Result<Option<Contact>, Unsupported> {
        let (middle, half) = match height {
            Some(height) => (0.5 * height, 0.5 * height),
            None => (at.to_local(body.pose.position).z, 3.0 * (radius + body.shape.bounding_radius())),
        };
        let Ok(rod) = Cylinder::new(radius, half) else { return Ok(None) };
        let rod = Shape::Cylinder(rod);
        let pose = Pose { position: at.frame.apply(DVec3::Z * middle), orientation: at.frame.orientation };
        self.minkowski.detect(body, &Body { shape: &rod, pose }, warm).map(Some)
    }

    fn with_revolved(
        &mut self,
        wall: &Revolved,
        at: &SurfacePose,
        body: &Body,
        warm: &mut WallWarm,
        out: &mut WallContacts,
    ) -> Result<(), Unsupported> {
        if let Shape::HalfSpace(_) = body.shape {
            // The detector's own refusal of two half-spaces.
            return self.with_plane(DVec3::Z, &at.frame, body).map(|_| ());
        }
        let grain = Grain::new(at, body);
        let mut found = std::mem::take(&mut self.peaks);
        found.clear();
        let meridian = Meridian::new(wall);
        if wall.distance_bound(grain.center) <= grain.size {
            peaks(&grain, &meridian, warm, &mut self.scratch, &mut found);
        }
        let slots = assign(&found, grain.size, warm);
        for (peak, slot) in found.iter().zip(slots) {
            if let Some(contact) = self.at_peak(peak, &grain, &meridian, at, body)? {
                out.push(WallContact { slot, ..contact });
            }
        }
        self.peaks = found;
        Ok(())
    }

    /// The contact at a peak: near an end of the wall with what is left of its side there, else with the tangent plane.
    fn at_peak(
        &mut self,
        peak: &Probe,
        grain: &Grain,
        meridian: &Meridian,
        at: &SurfacePose,
        body: &Body,
    ) -> Result<Option<WallContact>, Unsupported> {
        let status = peak.cause.map_or(Status::Ok, Status::Unsure);
        let local = lifted(peak.n, peak.azimuth);
        let mut inside = Inside { grain, meridian, scratch: &mut self.scratch };
        if let Some(patch) = inside.rim_patch(peak, self.minkowski.patch_depth * peak.overlap) {
            let (c1, normal) = (at.frame.apply(patch.point), at.frame.orientation * local);
            let c2 = c1 - normal * peak.overlap;
            let point = (c1 + c2) * 0.5;
            let velocity = at.displacement.velocity_at(point);
            return Ok(Some(WallContact {
                slot: 0,
                overlap: peak.overlap,
                normal,
                point,
                c1,
                c2,
                velocity,
                patch: patch.axes.turned(at.frame.orientation),
                // A round edge: its normals fan out, and it meets the grain at a point.
                kind: Kind::Smooth,
                status,
                shared: peak.shared,
            }));
        }
        let offset = -meridian.base.dot(meridian.normal);
        let contact = self.with_half_space(-local, offset, &at.frame, body)?;
        Ok(contact.map(|contact| WallContact { status, shared: peak.shared, ..in_slot(0, &contact, at) }))
    }
}

/// The contact of a ball with the plane through the origin of `frame`, which needs no search.
fn ball_on_plane(normal: DVec3, frame: &Pose, center: DVec3, radius: f64) -> Contact {
    let inward = frame.orientation * normal;
    let overlap = radius - inward.dot(center - frame.position);
    let (c1, c2) = (center - inward * radius, center - inward * (radius - overlap));
    Contact {
        overlap,
        lower: overlap,
        upper: overlap,
        normal: -inward,
        point: (c1 + c2) * 0.5,
        c1,
        c2,
        kind: Kind::Smooth,
        unique: true,
        status: Status::Ok,
        patch: PatchAxes::POINT,
        gjk_iterations: 0,
        epa_iterations: 0,
    }
}

/// A contact of grain and wall, in a slot.
fn in_slot(slot: u8, contact: &Contact, at: &SurfacePose) -> WallContact {
    WallContact {
        slot,
        overlap: contact.overlap,
        normal: contact.normal,
        point: contact.point,
        c1: contact.c1,
        c2: contact.c2,
        velocity: at.displacement.velocity_at(contact.point),
        patch: contact.patch,
        kind: contact.kind,
        status: contact.status,
        shared: Shared::default(),
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::geometry::Sphere;

    #[test]
    fn a_ball_on_a_plane_is_what_a_search_finds() {
        let frame = Pose::new(DVec3::new(1.0, -2.0, 0.5), DQuat::from_xyzw(0.1, 0.4, -0.3, 0.8).normalize());
        let (normal, radius) = (DVec3::new(0.6, 0.0, 0.8), 0.3);
        let shape = Shape::Sphere(Sphere::new(radius).expect("a radius"));
        for height in [-0.1, 0.2, 0.29999, 0.31] {
            let center = frame.apply(normal * height + DVec3::new(-0.8, 1.0, 0.6));
            let body = Body { shape: &shape, pose: Pose::new(center, DQuat::from_rotation_x(1.0)) };
            let mut detector = WallDetector::default();
            let searched = detector.with_plane(normal, &frame, &body).expect("supported").expect("a plane");
            let direct = ball_on_plane(normal, &frame, center, radius);
            assert!((direct.overlap - searched.overlap).abs() < 1e-15, "{} {}", direct.overlap, searched.overlap);
            assert!((direct.overlap - (radius - height)).abs() < 1e-15);
            for (p, q) in [
                (direct.normal, searched.normal),
                (direct.point, searched.point),
                (direct.c1, searched.c1),
                (direct.c2, searched.c2),
            ] {
                assert!(p.distance(q) < 2e-15, "{p} is not {q}");
            }
            assert_eq!((direct.kind, direct.patch, direct.status), (searched.kind, searched.patch, searched.status));
        }
    }
}
