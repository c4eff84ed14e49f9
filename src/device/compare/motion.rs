//! Motion and its causes: what `drift` and `kick` make of grains, and the loads that `gather` sums.

use super::{Before, Comparison, Tolerances, radius};
use crate::engine::State;
use crate::force::ContactHistory;
use crate::motion::Motion;
use crate::motion::drift::Inertia;

pub(super) fn motions(
    pass: &'static str,
    twin: &State,
    device: &State,
    before: &Before,
    allowed: &Tolerances,
) -> Vec<Comparison> {
    // What drag changes is rounded by itself.
    let drags = pass == "drift" && twin.scene.drag.is_some();
    let changed = |k: usize| {
        let (old, new) = (&before.motions[k], &twin.grains.motions[k]);
        let both = [new.velocity.distance(old.velocity), new.momentum.distance(old.momentum)];
        if drags { both } else { [0.0; 2] }
    };
    // A speed that is cut is known to the digits of f32.
    let most =
        twin.scene.drag.and_then(|drag| drag.speed_limit).map_or(0.0, |limit| 4.0 * limit * f64::from(f32::EPSILON));
    let speed_digits = if drags { most } else { 0.0 };
    let (dt, gravity) = (twin.dt, twin.scene.simulation.gravity.length());
    let bodies = || 0..twin.grains.len();
    let (a, b) = (&twin.grains, &device.grains);
    // What rounding of the fixed point itself makes of a place, and of a velocity.
    let unit = twin.smallest.0 * 2f64.powi(-39);
    let places = bodies().map(|k| {
        let moved = a.motions[k].velocity.length() * dt;
        let off = a.poses[k].position.distance(b.poses[k].position);
        let size = a.poses[k].position.abs().max_element();
        (format!("grain {}", a.ids[k]), off, unit + allowed.motion * moved + size * 4.0 * f64::EPSILON)
    });
    let turns = bodies().map(|k| {
        let kind = twin.kinds.get(a.kinds[k]);
        let spin = a.motions[k].momentum.length() / kind.inertia.moments.min_element();
        let off = a.poses[k].orientation.angle_between(b.poses[k].orientation);
        // Angles between quaternions round at 2e-8.
        (format!("grain {}", a.ids[k]), off, 1e-7 + allowed.motion * spin * dt)
    });
    let velocities = bodies().map(|k| {
        let kind = twin.kinds.get(a.kinds[k]);
        let kick = (a.loads[k].force.length() / kind.inertia.mass + gravity) * dt;
        let off = a.motions[k].velocity.distance(b.motions[k].velocity);
        (format!("grain {}", a.ids[k]), off, speed_digits + unit / dt * 1e-3 + allowed.motion * (kick + changed(k)[0]))
    });
    let spins = bodies().map(|k| {
        let largest = twin.kinds.get(a.kinds[k]).inertia.moments.max_element();
        let off = a.motions[k].momentum.distance(b.motions[k].momentum);
        let rounding = largest / dt * 2f64.powi(-54);
        (
            format!("grain {}", a.ids[k]),
            off,
            rounding + allowed.motion * (a.loads[k].torque.length() * dt + changed(k)[1]),
        )
    });
    let mut found = vec![Comparison::of(pass, "velocity", velocities), Comparison::of(pass, "angular momentum", spins)];
    if pass == "drift" {
        found.push(Comparison::of(pass, "position", places));
        found.push(Comparison::of(pass, "orientation", turns));
        if drags {
            found.push(slowed(twin, device, before, allowed));
        }
    }
    found
}

/// What drag has taken. Where a fluid moves grains, terms of both signs may cancel: their sizes are the energies of motion.
fn slowed(twin: &State, device: &State, before: &Before, allowed: &Tolerances) -> Comparison {
    let there = device.watched.as_ref().map_or_else(Default::default, |watched| watched.slowed);
    let ours = twin.flows.dissipated_drag - device.flows.dissipated_drag;
    let cuts = (twin.counts.speed_cuts - device.counts.speed_cuts).abs_diff(there.cuts);
    let sizes = (0..twin.grains.len()).map(|k| {
        let Inertia { mass, moments } = &twin.kinds.get(twin.grains.kinds[k]).inertia;
        let (old, new) = (&before.motions[k], &twin.grains.motions[k]);
        let of = |motion: &Motion| {
            mass * motion.velocity.length_squared() + motion.momentum.length_squared() / moments.min_element()
        };
        of(old) + of(new)
    });
    let rounding = f64::EPSILON * twin.flows.dissipated_drag.abs();
    Comparison::of(
        "drift",
        "drag",
        [
            ("energy taken".to_string(), (ours - there.taken).abs(), rounding + allowed.motion * sizes.sum::<f64>()),
            ("speeds cut".to_string(), cuts as f64, 0.0),
        ],
    )
}

pub(super) fn loads(twin: &State, device: &State, allowed: &Tolerances) -> Vec<Comparison> {
    // Sizes of the forces that were summed, at each grain.
    let mut sizes = vec![0.0; twin.grains.len()];
    // Elastic force and damping may all but cancel; each is rounded by itself.
    let size = |contact: &ContactHistory| {
        contact.pushes.iter().map(|push| push.abs()).sum::<f64>() + contact.friction().length()
    };
    for (pair, contact) in twin.broad.pairs().iter().zip(&twin.pairs) {
        pair.iter().for_each(|body| sizes[*body as usize] += size(contact));
    }
    for link in &twin.walls {
        sizes[link.key[0] as usize] += link.contacts.iter().map(size).sum::<f64>();
    }
    let ids = &twin.grains.ids;
    let bodies = 0..twin.grains.len();
    let forces = bodies.clone().map(|k| {
        let off = twin.grains.loads[k].force.distance(device.grains.loads[k].force);
        (format!("grain {}", ids[k]), off, allowed.sum * sizes[k])
    });
    let torques = bodies.map(|k| {
        let off = twin.grains.loads[k].torque.distance(device.grains.loads[k].torque);
        (format!("grain {}", ids[k]), off, 2.0 * allowed.sum * sizes[k] * radius(twin, k))
    });
    vec![Comparison::of("gather", "force", forces), Comparison::of("gather", "torque", torques)]
}
