//! Contacts: those of pairs, and those with walls.

use glam::DVec3;

use super::{Comparison, Tolerances, overlap_allowance, radius};
use crate::engine::Simulation;
use crate::force::ContactMemory;
use crate::walls::{Form, Surface};

fn angle(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

/// The support width of two grains along a direction from the first to the second [m]: two directions of equal widths are
/// equally good normals.
fn width(run: &Simulation, [i, j]: [usize; 2], normal: DVec3) -> f64 {
    let (grains, kinds) = (&run.grains, &run.kinds);
    let reach = |body: usize, direction: DVec3| {
        let own = grains.poses[body].orientation.inverse() * direction;
        kinds.get(grains.kinds[body]).shape.support(own).dot(own)
    };
    let apart = grains.poses[j].position - grains.poses[i].position;
    reach(i, normal) + reach(j, -normal) - apart.dot(normal)
}

/// The length by whose digits a contact with a surface is rounded: the grain's, or the radius of a round wall [m].
fn larger(surface: &Surface, size: f64) -> f64 {
    match surface.form {
        Form::Plane { .. } => size,
        Form::Revolved(wall) => size.max(wall.radius + wall.slope.abs() * wall.height.unwrap_or(0.0)),
        Form::Rod { radius, .. } => size.max(radius),
    }
}

pub(super) fn contacts(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 4] = Default::default();
    for (k, pair) in twin.broad.pairs().iter().enumerate() {
        let [i, j] = pair.map(|body| body as usize);
        let name = || format!("pair {} {}", twin.grains.ids[i], twin.grains.ids[j]);
        let (small, large) = (radius(twin, i).min(radius(twin, j)), radius(twin, i).max(radius(twin, j)));
        let [a, b] = [&twin.pairs[k], &device.pairs[k]];
        let law = twin.laws[twin.kinds.get(twin.grains.kinds[i]).material * twin.scene.materials.len()
            + twin.kinds.get(twin.grains.kinds[j]).material];
        let [ours, theirs] = [a, b].map(|contact| law.overlap_with(contact.elastic));
        let overlap = ours.max(theirs);
        let slack = overlap_allowance(allowed, small, large, overlap);
        differences[0].push((name(), (ours - theirs).abs(), slack));
        if !(a.touching && b.touching) {
            continue;
        }
        let deep = overlap > 1e-4 * (small + large);
        let tied = || width(twin, [i, j], b.normal) - width(twin, [i, j], a.normal) <= allowed.tie * (small + large);
        if deep && !a.unsure && (angle(a.normal, b.normal) <= allowed.normal || !tied()) {
            differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
            // Of two faces that are nearly parallel, either gives a normal as good as the other's: the patch is then seen
            // tilted by the angle between them.
            let tilt = if tied() { small * angle(a.normal, b.normal) } else { 0.0 };
            let of_heights = small * (overlap_allowance(allowed, small, large, 0.0) + tilt) / overlap;
            differences[2].push((name(), a.arms[0].distance(b.arms[0]), allowed.point * small + of_heights));
        }
        let force = a.force.length();
        let of_overlap = 2.0 * law.tangent_stiffness(overlap) * slack;
        let off = (a.force - b.force).length();
        differences[3].push((name(), off, of_overlap + allowed.force * force));
    }
    let names = ["overlap", "normal", "contact point", "force"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("contacts", name, list)).collect()
}

pub(super) fn walls(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 4] = Default::default();
    for (ours, theirs) in twin.walls.iter().zip(&device.walls) {
        let body = ours.key[0] as usize;
        let name = || format!("grain {} at surface {}", twin.grains.ids[body], ours.key[1]);
        let size = radius(twin, body);
        let surface = &twin.surfaces[ours.key[1] as usize];
        let law =
            twin.laws[twin.kinds.get(twin.grains.kinds[body]).material * twin.scene.materials.len() + surface.material];
        let slack = overlap_allowance(allowed, size, larger(surface, size), 0.0);
        let of_overlap = 4.0 * law.tangent_stiffness(slack).max(law.tangent_stiffness(0.01 * size)) * slack;
        // Contacts that just begin are there or not by rounding, and their dashpots with them: they are not compared.
        let begins = |contact: &ContactMemory| contact.pushes[0].abs() <= of_overlap;
        let lone = |(a, b): &(&ContactMemory, &ContactMemory)| {
            a.touching != b.touching && begins(if a.touching { a } else { b })
        };
        let slots = || ours.contacts.iter().zip(&theirs.contacts).filter(|slot| !lone(slot));
        let sizes: f64 = slots().map(|(a, _)| load(a)[0].length()).sum();
        let off = |k: usize| slots().map(|(a, b)| load(a)[k] - load(b)[k]).sum::<DVec3>().length();
        let of_force = of_overlap + allowed.force * sizes;
        differences[0].push((name(), off(0), of_force));
        differences[3].push((name(), off(1), size * (of_force + allowed.point * sizes)));
        // Close maxima are one contact or two by rounding: one by one they are compared where both have the same.
        if slots().any(|(a, b)| a.touching != b.touching) {
            continue;
        }
        for (a, b) in slots().filter(|(a, _)| a.touching) {
            if a.pushes[0].abs() > 1e-4 * size * law.tangent_stiffness(1e-4 * size) {
                differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
                differences[2].push((name(), a.arms[0].distance(b.arms[0]), allowed.point * size));
            }
        }
    }
    let names = ["force", "normal", "contact point", "torque"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("walls", name, list)).collect()
}

/// Force and torque of a contact on the wall, about the grain's centre [N, N m].
fn load(contact: &ContactMemory) -> [DVec3; 2] {
    if !contact.touching {
        return [DVec3::ZERO; 2];
    }
    [contact.force, contact.arms[0].cross(contact.force) + contact.couple()]
}
