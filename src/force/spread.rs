//! What a contact does beyond its force because it is spread over a patch.

use glam::DVec3;

use super::kinematics::ContactKinematics;
use super::law::Law;
use super::normal::MOST_DAMPED;

/// The dashpot of rocking, in units of the normal one and the mean square size of the patch. A square face of half width L
/// that tilts by a small angle moves the middle of its patch so that its moment is 2 k L^2 times the angle, which is 3 k
/// times the mean square 2 L^2 / 3: with this factor rocking fades as fast as the normal motion.
pub(crate) const ROCKING: f64 = 3.0;

impl Law {
    /// A contact that spreads over a patch resists rocking and spinning on it: the dashpots of the normal and of the
    /// tangential force, spread over the patch, have moments about its middle [N m]. Rocking needs more than that: its middle
    /// runs to an edge as soon as the face tilts by its overlap, which is a stiff spring, and without a dashpot to match the
    /// face rocks on, fed by the force that follows the deepest edge. Neither moment exceeds what the normal force bears:
    /// rocking by the moment that would lift the patch off, spinning by Coulomb's limit.
    #[inline]
    pub(super) fn spread_couple(&self, contact: &ContactKinematics, dashpot: f64, normal_force: f64, dt: f64) -> DVec3 {
        if contact.patch == 0.0 {
            return DVec3::ZERO;
        }
        // A dashpot that pulls bears nothing.
        let normal_force = normal_force.max(0.0);
        let n = contact.normal;
        let about = n * contact.turning.dot(n);
        let square = contact.patch * contact.patch;
        let rock = (ROCKING * square * dashpot).min(MOST_DAMPED * contact.inertia / dt);
        let rocking = (contact.turning - about) * -rock;
        let spinning = about * (-square * dashpot * self.tangential_damping);
        rocking.clamp_length_max(normal_force * contact.patch)
            + spinning.clamp_length_max(self.friction * normal_force * contact.patch)
    }
}
