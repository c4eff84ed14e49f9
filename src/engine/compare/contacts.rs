//! Contacts: those of pairs, and those with walls.

use glam::DVec3;

use super::{Comparison, Tolerances, overlap_allowance, radius};
use crate::engine::Simulation;

fn angle(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

pub(super) fn contacts(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 4] = Default::default();
    for (k, pair) in twin.broad.pairs().iter().enumerate() {
        let [i, j] = pair.map(|body| body as usize);
        let name = || format!("pair {} {}", twin.grains.ids[i], twin.grains.ids[j]);
        let (ours, theirs) = (&twin.outcomes[k], &device.outcomes[k]);
        let (small, large) = (radius(twin, i).min(radius(twin, j)), radius(twin, i).max(radius(twin, j)));
        let overlap = ours.overlap.max(theirs.overlap);
        let slack = overlap_allowance(allowed, small, large, overlap);
        differences[0].push((name(), (ours.overlap - theirs.overlap).abs(), slack));
        if ours.overlap <= 0.0 || theirs.overlap <= 0.0 {
            continue;
        }
        let [a, b] = [&twin.pairs[k].contact, &device.pairs[k].contact];
        let law = twin.laws[twin.kinds.get(twin.grains.kinds[i]).material * twin.scene.materials.len()
            + twin.kinds.get(twin.grains.kinds[j]).material];
        let deep = overlap > 1e-4 * (small + large);
        if deep && !ours.unsure {
            differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
            differences[2].push((name(), a.arms[0].distance(b.arms[0]), allowed.point * small));
        }
        let force = ours.forces.force.length();
        let of_overlap = 2.0 * law.tangent_stiffness(overlap) * slack;
        let off = (ours.forces.force - theirs.forces.force).length();
        differences[3].push((name(), off, of_overlap + allowed.force * force));
    }
    let names = ["overlap", "normal", "contact point", "force"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("contacts", name, list)).collect()
}

pub(super) fn walls(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 3] = Default::default();
    for (ours, theirs) in twin.walls.iter().zip(&device.walls) {
        let body = ours.key[0] as usize;
        let name = || format!("grain {} at surface {}", twin.grains.ids[body], ours.key[1]);
        let size = radius(twin, body);
        let surface = &twin.surfaces[ours.key[1] as usize];
        let law =
            twin.laws[twin.kinds.get(twin.grains.kinds[body]).material * twin.scene.materials.len() + surface.material];
        let total = |contacts: &[crate::force::ContactMemory]| -> (DVec3, f64, usize) {
            let touching = contacts.iter().filter(|contact| contact.touching);
            let force = |contact: &crate::force::ContactMemory| contact.forces.iter().sum::<DVec3>();
            let sum = touching.clone().map(force).sum();
            (sum, touching.clone().map(|c| force(c).length()).sum(), touching.count())
        };
        let (force, size_of_forces, count) = total(&ours.contacts);
        let (other, _, other_count) = total(&theirs.contacts);
        // Overlaps that just begin are there or not by rounding: their force is then as small as the tolerance says.
        let slack = overlap_allowance(allowed, size, size, 0.0);
        let of_overlap = 4.0 * law.tangent_stiffness(slack).max(law.tangent_stiffness(0.01 * size)) * slack;
        differences[0].push((name(), (force - other).length(), of_overlap + allowed.force * size_of_forces));
        if count != other_count {
            continue;
        }
        for (a, b) in ours.contacts.iter().zip(&theirs.contacts).filter(|(a, b)| a.touching && b.touching) {
            if a.forces[0].length() > 1e-4 * size * law.tangent_stiffness(1e-4 * size) {
                differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
                differences[2].push((name(), a.arms[0].distance(b.arms[0]), allowed.point * size));
            }
        }
    }
    let names = ["force", "normal", "contact point"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("walls", name, list)).collect()
}
