//! How far the results of two back ends are apart, pass by pass.

use std::collections::HashMap;

use glam::DVec3;

use super::contacts::PairMemory;
use super::simulation::Simulation;
use crate::broad::WorldBox;

/// What is allowed, in shares of what each number is measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// Of the larger of a displacement or turn, in one step.
    pub motion: f64,
    /// Overlaps: of the smaller bounding radius, of the larger, of the overlap.
    pub overlap: [f64; 3],
    /// Normals [rad], for overlaps deeper than 1e-4 of both radii.
    pub normal: f64,
    /// Contact points, of the smaller bounding radius: the band over which features fade begins higher in f32, which shows
    /// where overlaps are shallow.
    pub point: f64,
    /// Forces, of the force, beside what the overlap's tolerance makes of it.
    pub force: f64,
    /// Sums of forces, of the sum of their sizes.
    pub sum: f64,
    /// Boxes that nearly touch, of their size.
    pub box_slack: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            motion: 2e-6,
            overlap: [2e-6, 5e-7, 1e-3],
            normal: 1e-3,
            point: 5e-3,
            force: 5e-3,
            sum: 2e-6,
            box_slack: 1e-5,
        }
    }
}

/// One quantity of one pass.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The pass.
    pub pass: &'static str,
    /// What was compared.
    pub quantity: &'static str,
    /// Elements compared.
    pub elements: usize,
    /// Largest difference, as a share of what is allowed.
    pub largest: f64,
    /// Median difference, as a share of what is allowed.
    pub median: f64,
    /// Elements beyond what is allowed.
    pub offenders: usize,
    /// The first of them.
    pub first: Option<String>,
}

impl Comparison {
    /// From the differences of all elements: name, difference, what is allowed.
    fn of(
        pass: &'static str,
        quantity: &'static str,
        differences: impl IntoIterator<Item = (String, f64, f64)>,
    ) -> Self {
        let mut shares = Vec::new();
        let (mut offenders, mut first) = (0, None);
        for (name, difference, allowed) in differences {
            // Nothing at all is allowed where the numbers are integers: any difference is then infinitely too much.
            let share = if difference == 0.0 { 0.0 } else { difference / allowed };
            let share = if share.is_nan() { f64::INFINITY } else { share };
            if share > 1.0 {
                offenders += 1;
                first.get_or_insert_with(|| format!("{name}: {difference:.3e}, allowed {allowed:.3e}"));
            }
            shares.push(share);
        }
        shares.sort_by(f64::total_cmp);
        let (largest, median) =
            (shares.last().copied().unwrap_or(0.0), shares.get(shares.len() / 2).copied().unwrap_or(0.0));
        Self { pass, quantity, elements: shares.len(), largest, median, offenders, first }
    }
}

/// Pairs and their memories before a pass.
type Before<'a> = (&'a [[u32; 2]], &'a [PairMemory]);

/// Compares what a pass has made of the twin and of the device.
pub(super) fn compare(
    pass: &'static str,
    twin: &Simulation,
    device: &Simulation,
    before: Before,
    allowed: &Tolerances,
) -> Vec<Comparison> {
    match pass {
        "drift" | "kick" => motions(pass, twin, device, allowed),
        "pairs" => vec![pairs(twin, device, allowed)],
        "carry" => carried(twin, device, before),
        "contacts" => contacts(twin, device, allowed),
        "walls" => walls(twin, device, allowed),
        "gather" => loads(twin, device, allowed),
        _ => Vec::new(),
    }
}

fn radius(run: &Simulation, body: usize) -> f64 {
    run.kinds.get(run.grains.kinds[body]).radius
}

fn motions(pass: &'static str, twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
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
        (format!("grain {}", a.ids[k]), off, unit / dt * 1e-3 + allowed.motion * kick)
    });
    let spins = bodies().map(|k| {
        let largest = twin.kinds.get(a.kinds[k]).inertia.moments.max_element();
        let off = a.motions[k].momentum.distance(b.motions[k].momentum);
        let rounding = largest / dt * 2f64.powi(-54);
        (format!("grain {}", a.ids[k]), off, rounding + allowed.motion * a.loads[k].torque.length() * dt)
    });
    let mut found = vec![Comparison::of(pass, "velocity", velocities), Comparison::of(pass, "angular momentum", spins)];
    if pass == "drift" {
        found.push(Comparison::of(pass, "position", places));
        found.push(Comparison::of(pass, "orientation", turns));
    }
    found
}

/// The lists must be equal but for pairs whose boxes touch or not by rounding alone.
fn pairs(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Comparison {
    let known = |run: &Simulation| run.broad.pairs().iter().copied().collect::<std::collections::HashSet<_>>();
    let (ours, theirs) = (known(twin), known(device));
    let mut all: Vec<[u32; 2]> = ours.union(&theirs).copied().collect();
    all.sort_unstable();
    let differences = all.into_iter().map(|pair| {
        let [i, j] = pair.map(|body| body as usize);
        let name = format!("pair {} {}", twin.grains.ids[i], twin.grains.ids[j]);
        if ours.contains(&pair) == theirs.contains(&pair) {
            return (name, 0.0, 0.0);
        }
        let slack = allowed.box_slack * (radius(twin, i) + radius(twin, j));
        let resized = |body: usize, by: f64| -> WorldBox { twin.boxes[body].grown(by) };
        let touches = |by: f64| resized(i, by).touches(&resized(j, by));
        let marginal = touches(slack) && !touches(-slack);
        (name, if marginal { 0.0 } else { 1.0 }, 0.0)
    });
    Comparison::of("pairs", "list of pairs", differences)
}

/// Memories must follow their pairs and links bit by bit.
fn carried(twin: &Simulation, device: &Simulation, (keys, memories): Before) -> Vec<Comparison> {
    let old: HashMap<[u32; 2], &PairMemory> = keys.iter().copied().zip(memories).collect();
    let of_pairs = device.broad.pairs().iter().zip(&device.pairs).map(|(pair, memory)| {
        let expected = old.get(pair).map(|memory| memory.contact).unwrap_or_default();
        (format!("pair {pair:?}"), f64::from(u8::from(memory.contact != expected)), 0.0)
    });
    let lost = old
        .iter()
        .filter(|(pair, memory)| memory.contact.touching && device.broad.pairs().binary_search(pair).is_err());
    let lost = lost.map(|(pair, _)| (format!("pair {pair:?} lost"), 1.0, 0.0));
    let links: HashMap<[u32; 2], _> = twin.walls.iter().map(|link| (link.key, link.contacts)).collect();
    let of_walls = device.walls.iter().map(|link| {
        let same = links.get(&link.key).is_none_or(|contacts| *contacts == link.contacts);
        (format!("grain {} at surface {}", link.key[0], link.key[1]), f64::from(u8::from(!same)), 0.0)
    });
    let mut both: Vec<_> = of_pairs.chain(lost).collect();
    both.sort_by(|a, b| a.0.cmp(&b.0));
    vec![Comparison::of("carry", "memories of pairs", both), Comparison::of("carry", "memories of walls", of_walls)]
}

fn overlap_allowance(allowed: &Tolerances, small: f64, large: f64, overlap: f64) -> f64 {
    allowed.overlap[0] * small + allowed.overlap[1] * large + allowed.overlap[2] * overlap
}

fn angle(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

fn contacts(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
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

fn walls(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
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

fn loads(twin: &Simulation, device: &Simulation, allowed: &Tolerances) -> Vec<Comparison> {
    // Sizes of the forces that were summed, at each grain.
    let mut sizes = vec![0.0; twin.grains.len()];
    for (pair, outcome) in twin.broad.pairs().iter().zip(&twin.outcomes) {
        pair.iter().for_each(|body| sizes[*body as usize] += outcome.forces.force.length());
    }
    for link in &twin.walls {
        let of_slots = link.contacts.iter().map(|contact| contact.forces.iter().map(|f| f.length()).sum::<f64>());
        sizes[link.key[0] as usize] += of_slots.sum::<f64>();
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
