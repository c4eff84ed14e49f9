//! The end of a contact: what its last forces still do, and the force that takes its energy error back; see `law.rs`.

use glam::DVec3;

use super::{ContactFlows, ContactForces, ContactHistory, Law};

/// The force that takes the energy error of a contact back changes the normal velocity at which its bodies part by at most
/// this share of it: they still part, and a contact that opens slowly, as between grains at rest, is hardly disturbed.
pub(crate) const MOST_CORRECTED: f64 = 0.25;

/// What a contact does to the accounts of energy errors of its bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyErrors {
    /// It has taken over what stood there.
    pub taken: bool,
    /// What it leaves to each body that can move [J].
    pub left: f64,
}

/// A contact whose bodies have come apart, at the end of the step. Velocities are those of the middle of the step.
#[derive(Clone, Copy, Debug)]
pub struct Parting {
    /// Velocity of B's matter less that of A's where the contact was in the last step [m/s].
    pub velocity_before: DVec3,
    /// Angular velocity of B less that of A [rad/s].
    pub turning: DVec3,
    /// From the centres of A and B to the middle between the two places where the contact was on them [m].
    pub arms: [DVec3; 2],
    /// Velocity of B's matter less that of A's there [m/s].
    pub velocity: DVec3,
    /// Effective mass there, along the last normal [kg].
    pub mass: f64,
    /// The same along the velocity [kg]; any number where there is none.
    pub mass_of_motion: f64,
    /// Energy errors of both bodies [J].
    pub body_errors: f64,
    /// How many of the two can move.
    pub movable: u32,
}

impl Law {
    /// Ends a contact. Where energy errors are taken back, one step follows in which the contact has the force that does so,
    /// and at its end another call.
    pub fn release(&self, parting: &Parting, dt: f64, history: &mut ContactHistory) -> ContactForces {
        let normal = history.normal;
        let (mut done, error) = self.close(parting, dt, history);
        if done.ended && self.corrects() {
            done.errors.taken = true;
            self.part(parting, (normal, error + parting.body_errors), dt, history);
            (done.force, done.arm_a, done.arm_b) = (history.force, parting.arms[0], parting.arms[1]);
        } else {
            done.errors.left = error / f64::from(parting.movable.max(1));
        }
        done
    }

    /// Ends a contact without a last force: the forces of the last step act for half a step more; the spring's energy is lost as
    /// heat, and that of a neck that breaks. Returns its energy error too [J].
    pub fn close(&self, parting: &Parting, dt: f64, history: &mut ContactHistory) -> (ContactForces, f64) {
        let was = std::mem::take(history);
        if !was.is_active() {
            return (ContactForces::default(), 0.0);
        }
        let before = parting.velocity_before;
        let apart = was.normal.dot(before);
        let [elastic, damping] = was.pushes.map(|push| 0.5 * dt * push * apart);
        let friction = 0.5 * dt * was.friction().dot(before);
        // What is left of a neck when it breaks.
        let broken = if was.touching && !self.attraction.is_none() {
            self.normal_spring(-self.range()).elastic_energy()
        } else {
            0.0
        };
        let made = elastic - was.elastic + broken;
        // The last force is there for the sake of the error alone.
        let [correction, patch] = if was.parting { [1.0, 0.0] } else { [self.correction, self.patch_depth()] };
        let done = ContactForces {
            flows: ContactFlows {
                dissipated_damping: broken - damping - 0.5 * dt * was.spread_couple().dot(parting.turning),
                dissipated_friction: was.tangential - friction,
                dissipated_rolling: was.rolling.energy - 0.5 * dt * was.rolling.moment.dot(parting.turning),
                patch_work: made * patch,
            },
            ended: was.touching,
            ..ContactForces::default()
        };
        (done, was.energy_error + made * correction)
    }

    /// The force that takes an energy error back, along the last normal if it can. Where corners slide off each other, the bodies
    /// may not move along that normal any more, or too slowly; then it acts along their motion, in which the normal that was
    /// missed has to lie. What it does in truth, with all that acts on the bodies beside it, is booked at the end of the next
    /// step.
    fn part(&self, parting: &Parting, (normal, error): (DVec3, f64), dt: f64, history: &mut ContactHistory) {
        let motion = parting.velocity.normalize_or_zero();
        let along =
            |direction: DVec3, mass: f64| (direction, impulse_for(error, direction.dot(parting.velocity), mass));
        let (direction, impulse) = match along(normal, parting.mass) {
            (_, None) => along(motion, parting.mass_of_motion),
            enough => enough,
        };
        let speed = direction.dot(parting.velocity);
        let most = MOST_CORRECTED * parting.mass_of_motion * speed;
        let impulse = impulse.unwrap_or(if error > 0.0 { -most } else { most });
        let push = if dt > 0.0 { impulse / dt } else { 0.0 };
        (history.parting, history.normal, history.arms) = (true, direction, parting.arms);
        history.keep_forces([push, 0.0], DVec3::ZERO, DVec3::ZERO);
        history.energy_error = error + 0.5 * dt * push * speed;
    }
}

/// The impulse J that takes an energy error back [N s]. Acting for half a step now and half a step in the next, it changes the
/// velocity v at which two bodies part by J / m and their energy by J v + J^2 / (2 m): one quadratic equation. None where they do
/// not part, or where it would change v by more than a set share.
fn impulse_for(error: f64, speed: f64, mass: f64) -> Option<f64> {
    let square = speed * speed - 2.0 * error / mass;
    if speed <= 0.0 || square < 0.0 {
        return None;
    }
    let impulse = -2.0 * error / (speed + square.sqrt());
    (impulse.abs() <= MOST_CORRECTED * mass * speed).then_some(impulse)
}
