//! Contacts: those of pairs, and those with walls.

use glam::DVec3;

use super::{Before, Comparison, Tolerances, overlap_allowance, radius};
use crate::engine::State;
use crate::engine::partner::{Partner, kinematics};
use crate::force::{ContactHistory, Law};
use crate::geometry::planar::PatchAxes;
use crate::walls::{Form, Surface};

fn angle(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

/// The support width of two grains along a direction from the first to the second [m]: two directions of equal widths are
/// equally good normals.
fn width(run: &State, [i, j]: [usize; 2], normal: DVec3) -> f64 {
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

/// The force on the second body by the law, in f64, of a contact as the device has found it, from what was remembered before [N].
fn force_as_found(
    twin: &State,
    [i, j]: [usize; 2],
    law: &Law,
    (overlap, found): (f64, &ContactHistory),
    mut history: ContactHistory,
) -> DVec3 {
    let [a, b] = [i, j].map(|body| Partner::of(&twin.grains, &twin.kinds, body));
    let point = twin.grains.poses[i].position + found.arms[0];
    // The size of the patch has a part in the couple only.
    let contact = kinematics((overlap, PatchAxes::POINT), found.normal, point, [&a, &b], &history);
    law.apply(&contact, twin.dt, &mut history).force
}

pub(super) fn contacts(twin: &State, device: &State, before: &Before, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 4] = Default::default();
    for (k, pair) in twin.broad.pairs().iter().enumerate() {
        let [i, j] = pair.map(|body| body as usize);
        let name = || format!("pair {} {}", twin.grains.ids[i], twin.grains.ids[j]);
        let (small, large) = (radius(twin, i).min(radius(twin, j)), radius(twin, i).max(radius(twin, j)));
        let [a, b] = [&twin.pairs[k], &device.pairs[k]];
        // Where the stiffness goes by curvature it is that of the normal of each side.
        let [law, law_of_device] = [a, b].map(|contact| twin.law_of_contact(*pair, contact));
        let [ours, theirs] = overlaps([&law, &law_of_device], [a, b]);
        let overlap = ours.max(theirs);
        let slack = overlap_allowance(allowed, small, large, overlap);
        differences[0].push((name(), (ours - theirs).abs(), slack));
        if !(a.touching && b.touching) {
            continue;
        }
        let deep = overlap > 1e-4 * (small + large);
        let tied = || width(twin, [i, j], b.normal) - width(twin, [i, j], a.normal) <= allowed.tie * (small + large);
        if deep && !a.unconverged && (angle(a.normal, b.normal) <= allowed.normal || !tied()) {
            differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
            // Of two faces that are nearly parallel, either gives a normal as good as the other's: the patch is then seen
            // tilted by the angle between them.
            let tilt = if tied() { small * angle(a.normal, b.normal) } else { 0.0 };
            let of_heights = small * (overlap_allowance(allowed, small, large, 0.0) + tilt) / overlap;
            differences[2].push((name(), a.arms[0].distance(b.arms[0]), allowed.point * small + of_heights));
        }
        // Of two features that are equally deep to rounding, either back end may take the other: the overlap is the same, but
        // the normal and the middle of the patch jump, and with them what the dashpots see; of faces that are parallel to less
        // than a thousandth, the middle alone. The force is then held against that of the law for the feature which the
        // device has taken, as closely as any other.
        let elsewhere =
            angle(a.normal, b.normal) > allowed.normal || a.arms[0].distance(b.arms[0]) > allowed.point * small;
        let other = elsewhere && tied();
        let force = match before.histories.get(k).filter(|_| other) {
            Some(history) => force_as_found(twin, [i, j], &law_of_device, (theirs, b), *history),
            None => a.force,
        };
        let of_overlap = 2.0 * law.steepest(overlap) * slack;
        differences[3].push((name(), (force - b.force).length(), of_overlap + allowed.force * force.length()));
    }
    let names = ["overlap", "normal", "contact point", "force"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("contacts", name, list)).collect()
}

/// The overlaps of a contact on both sides [m]: by its energy, which tells nothing where bodies pull. Then a contact that is there on
/// one side alone is compared with the one that just begins, or breaks.
fn overlaps(laws: [&Law; 2], contacts: [&ContactHistory; 2]) -> [f64; 2] {
    let law = laws[0];
    if !law.is_cohesive() {
        return [0, 1].map(|side| laws[side].overlap_with(contacts[side].elastic));
    }
    let [a, b] = contacts.map(|contact| f64::from(contact.overlap));
    let nearest = |overlap: f64| if overlap < -0.5 * law.range() { -law.range() } else { 0.0 };
    match contacts.map(|contact| contact.touching) {
        [true, true] => [a, b],
        [true, false] => [a, nearest(a)],
        [false, true] => [nearest(b), b],
        [false, false] => [0.0; 2],
    }
}

pub(super) fn walls(twin: &State, device: &State, allowed: &Tolerances) -> Vec<Comparison> {
    let mut differences: [Vec<(String, f64, f64)>; 4] = Default::default();
    for (ours, theirs) in twin.walls.iter().zip(&device.walls) {
        let body = ours.key[0] as usize;
        let name = || format!("grain {} at surface {}", twin.grains.ids[body], ours.key[1]);
        let size = radius(twin, body);
        let surface = &twin.surfaces[ours.key[1] as usize];
        let law = twin.law_at_wall(ours.key[0], ours.key[1]);
        let slack = overlap_allowance(allowed, size, larger(surface, size), 0.0);
        let of_overlap = 4.0 * law.tangent_stiffness(slack).max(law.steepest(0.01 * size)) * slack;
        // Contacts that just begin are there or not by rounding, and their dashpots with them: they are not compared.
        let begins = |contact: &ContactHistory| contact.pushes[0].abs() <= of_overlap;
        let lone = |(a, b): &(&ContactHistory, &ContactHistory)| {
            a.touching != b.touching && begins(if a.touching { a } else { b })
        };
        let slots = || ours.contacts.iter().zip(&theirs.contacts).filter(|slot| !lone(slot));
        let sizes: f64 = slots().map(|(a, _)| load(a)[0].length()).sum();
        let off = |k: usize| slots().map(|(a, b)| load(a)[k] - load(b)[k]).sum::<DVec3>().length();
        let of_force = of_overlap + allowed.force * sizes;
        differences[0].push((name(), off(0), of_force));
        // What rounded heights make of a patch as deep as the overlap.
        let of_point = |contact: &ContactHistory| {
            size * (allowed.point + slack / f64::from(contact.overlap).max(f64::MIN_POSITIVE))
        };
        let of_points: f64 = slots().filter(|(a, _)| a.touching).map(|(a, _)| load(a)[0].length() * of_point(a)).sum();
        differences[3].push((name(), off(1), size * of_force + of_points));
        // Close maxima are one contact or two by rounding: one by one they are compared where both have the same.
        if slots().any(|(a, b)| a.touching != b.touching) {
            continue;
        }
        for (a, b) in slots().filter(|(a, _)| a.touching) {
            if a.pushes[0].abs() > 1e-4 * size * law.tangent_stiffness(1e-4 * size) {
                differences[1].push((name(), angle(a.normal, b.normal), allowed.normal));
                differences[2].push((name(), a.arms[0].distance(b.arms[0]), of_point(a)));
            }
        }
    }
    let names = ["force", "normal", "contact point", "torque"];
    names.into_iter().zip(differences).map(|(name, list)| Comparison::of("walls", name, list)).collect()
}

/// Force and torque of a contact on the wall, about the grain's centre [N, N m].
fn load(contact: &ContactHistory) -> [DVec3; 2] {
    if !contact.touching {
        return [DVec3::ZERO; 2];
    }
    [contact.force, contact.arms[0].cross(contact.force) + contact.couple()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PassId;
    use crate::scene::Scene;

    /// Two cubes that meet near an edge of each in their first step, as deep along x as along y.
    fn tied() -> State {
        let text = "[simulation]\nsteps = 10\ngravity = [0, 0, 0]\n[[material]]\nname = \"m\"\n\
                    density = 2500\nstiffness = 1e4\nrestitution = 0.5\nfriction = 0.3\n[[shape]]\nname = \"cube\"\n\
                    material = \"m\"\ntype = \"box\"\nhalf_extents = [0.01, 0.01, 0.01]\n[[body]]\nshape = \"cube\"\n\
                    position = [0, 0, 0]\n[[body]]\nshape = \"cube\"\nposition = [0.02001, 0.02001, 0.001]\n\
                    velocity = [-0.5, -0.5, 0.1]\n";
        let scene = Scene::parse(text, "tie.toml").unwrap_or_else(|error| panic!("{error}"));
        State::new(scene, Some(1)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// How many forces are told to be wrong where the device has taken the other of both faces, with so much of its force.
    fn wrong_forces(share: f64) -> usize {
        let [mut twin, mut device] = [tied(), tied()];
        let before = Before { histories: vec![ContactHistory::default()], ..Before::default() };
        for run in [&mut twin, &mut device] {
            for pass in PassId::ALL.into_iter().take_while(|pass| *pass < PassId::Walls) {
                pass.run(run).expect("a pass");
            }
        }
        let swapped = |v: DVec3| DVec3::new(v.y, v.x, v.z);
        let contact = &mut device.pairs[0];
        assert!(contact.touching && contact.friction().length() > 0.0, "{contact:?}");
        contact.normal = swapped(contact.normal);
        contact.arms = contact.arms.map(swapped);
        contact.force = swapped(contact.force) * share;
        let found = contacts(&twin, &device, &before, &Tolerances::default());
        found.iter().map(|compared| compared.offenders).sum()
    }

    #[test]
    fn of_two_faces_that_are_equally_deep_either_is_right_with_its_own_force() {
        assert_eq!(wrong_forces(1.0), 0);
        assert_eq!(wrong_forces(1.05), 1, "a wrong force is told");
    }
}
