//! What a contact does beyond its force because it is spread over a patch.
//!
//! The dashpots of the normal and of the tangential force, spread over the patch, have moments about its middle. With r the place of
//! a point of the patch and n the normal, a turning w across the normal moves it by w . (r x n) along the normal: the moment against
//! rocking is that of the second moments T = mean of (r x n)(r x n)^T, not of one number for the size. A face resists in both
//! directions, each by its own length; a lying cylinder, whose patch is a line, rolls freely about the line and is stiff across it.
//!
//! Rocking needs more than the dashpots of the normal force: the middle of the patch runs to an edge as soon as the face tilts by
//! its overlap, which is a stiff spring, and without a dashpot to match the face rocks on, fed by the force that follows the deepest
//! edge. Neither moment exceeds what the normal force bears: rocking by the moment that would lift the patch off, spinning by
//! Coulomb's limit.

use glam::DVec3;

use super::kinematics::ContactKinematics;
use super::law::Law;
use super::normal::MOST_DAMPED;
use crate::geometry::planar::PatchAxes;

/// The dashpot of rocking, in units of the normal one and the second moment of the patch. A face or an edge of half width L
/// that tilts by a small angle moves the middle of its patch so that its moment is 2 k L^2 times the angle, which is 6 k
/// times its second moment L^2 / 3: with this factor rocking fades as fast as the normal motion.
pub(crate) const ROCKING: f64 = 6.0;
/// The arm of the normal force at which a face or an edge lifts off, over its root mean square length: L over L / sqrt(3).
pub(crate) const LIFT_OFF: f64 = 1.7320508075688772;

/// The axes about which the two principal parts of a patch are levers, as long as they: r x n.
#[inline]
fn levers(patch: &PatchAxes, normal: DVec3) -> [DVec3; 2] {
    patch.0.map(|axis| axis.cross(normal))
}

/// T w for a patch and the turning w of its bodies: along the moment against rocking [m2/s].
#[inline]
pub(crate) fn rocking_of(patch: &PatchAxes, normal: DVec3, turning: DVec3) -> DVec3 {
    levers(patch, normal).map(|lever| lever * lever.dot(turning)).iter().sum()
}

impl Law {
    /// The moment on B of a contact that spreads over a patch, against rocking and spinning on it [N m].
    #[inline]
    pub(super) fn spread_couple(&self, contact: &ContactKinematics, dashpot: f64, normal_force: f64, dt: f64) -> DVec3 {
        if contact.patch.is_point() {
            return DVec3::ZERO;
        }
        // A dashpot that pulls bears nothing.
        let normal_force = normal_force.max(0.0);
        let about = contact.normal * contact.turning.dot(contact.normal);
        let square = contact.patch.mean_square();
        let spinning = about * (-square * dashpot * self.tangential_damping);
        self.rocking_couple(contact, dashpot, normal_force, dt)
            + spinning.clamp_length_max(self.friction * normal_force * square.sqrt())
    }

    /// The part of it across the normal.
    fn rocking_couple(&self, contact: &ContactKinematics, dashpot: f64, normal_force: f64, dt: f64) -> DVec3 {
        let [p, q] = levers(&contact.patch, contact.normal);
        // How fast the ends of both levers move, and the moment of dashpots of strength 1 against it.
        let (on_p, on_q) = (p.dot(contact.turning), q.dot(contact.turning));
        let speed = (on_p * on_p + on_q * on_q).sqrt();
        if speed == 0.0 {
            return DVec3::ZERO;
        }
        let direction = (p * on_p + q * on_q) / speed;
        // At most a set share of the turning about the axis of the moment in one step.
        let most = MOST_DAMPED * contact.inertia / (dt * direction.length_squared());
        let force = (ROCKING * dashpot).min(most) * speed;
        direction * -force.min(LIFT_OFF * normal_force)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::Shared;
    use crate::scene::PairLaw;

    /// A contact of damped bodies that spreads along x and y, and turns.
    fn contact(along: [f64; 2], turning: DVec3) -> ContactKinematics {
        ContactKinematics {
            overlap: 1e-5,
            normal: DVec3::Z,
            arms: [DVec3::Z * 5e-3, DVec3::Z * -5e-3],
            velocity: DVec3::ZERO,
            velocity_before: DVec3::ZERO,
            spin: 0.0,
            mass: 1e-3,
            mass_across: 1e-3,
            turning,
            patch: PatchAxes([DVec3::X * along[0], DVec3::Y * along[1]]),
            inertia: 1e-7,
            shared: Shared::default(),
        }
    }

    fn law() -> Law {
        let pair = PairLaw {
            stiffness: 1e4,
            by_radius: false,
            contact_radius: Default::default(),
            exponent: 1.0,
            restitution: 0.5,
            friction: 0.3,
            tangential_ratio: 0.5,
            tangential_spring: Default::default(),
            dashpots: Default::default(),
            rolling: Default::default(),
            cohesion: Default::default(),
        };
        Law::new(&pair, true)
    }

    const DT: f64 = 1e-5;

    fn couple(along: [f64; 2], turning: DVec3, force: f64) -> DVec3 {
        law().spread_couple(&contact(along, turning), 0.2, force, DT)
    }

    #[test]
    fn a_line_rolls_freely_about_itself_and_is_stiff_across() {
        let line = [2e-3, 0.0];
        assert_eq!(couple(line, DVec3::X * 3.0, 1.0), DVec3::ZERO);
        let across = couple(line, DVec3::Y * 0.1, 1.0);
        assert!(across.distance(DVec3::Y * (-0.1 * ROCKING * 0.2 * 4e-6)) < 1e-18, "{across}");
        // Turning about an axis between: only the part across the line.
        assert!(couple(line, DVec3::new(3.0, 0.1, 0.0), 1.0).distance(across) < 1e-18);
    }

    #[test]
    fn a_brick_rocks_by_its_own_length_in_each_direction() {
        let brick = [2e-3, 1e-3];
        let [about_x, about_y] = [DVec3::X, DVec3::Y].map(|axis| couple(brick, axis * 0.1, 1.0));
        assert!((about_y.y / about_x.x - 4.0).abs() < 1e-12 && about_x.x < 0.0);
        assert!(about_x.with_x(0.0).length() < 1e-20 && about_y.with_y(0.0).length() < 1e-20);
        // However fast: no more than what lifts it off, from the edge of either direction.
        let [about_x, about_y] = [DVec3::X, DVec3::Y].map(|axis| couple(brick, axis * 1e6, 1.0));
        assert!((about_x.x / (-LIFT_OFF * 1e-3) - 1.0).abs() < 1e-12, "{about_x}");
        assert!((about_y.y / (-LIFT_OFF * 2e-3) - 1.0).abs() < 1e-12, "{about_y}");
    }

    #[test]
    fn a_step_takes_no_more_than_a_share_of_the_turning() {
        let fast = contact([2e-3, 1e-3], DVec3::new(0.3, 0.2, 0.0));
        let moment = law().spread_couple(&fast, 1e9, 1e9, DT);
        let axis = moment.normalize();
        let taken = -moment.dot(axis) * DT / fast.inertia;
        assert!((taken / (MOST_DAMPED * fast.turning.dot(axis)) - 1.0).abs() < 1e-12, "{taken}");
        assert!(moment.dot(fast.turning) < 0.0);
    }

    #[test]
    fn spinning_has_coulombs_limit() {
        let spin = couple([3e-3, 4e-3], DVec3::Z * 1e6, 2.0);
        assert!(spin.distance(DVec3::Z * (-0.3 * 2.0 * 5e-3)) < 1e-15, "{spin}");
    }
}
