//! The insides of tubes and cones, and their ends.

use packstone::device::Checks;
use packstone::device::schema::constants::UNCONVERGED;
use packstone::device::schema::records::GpuWallLink;
use packstone::narrow::Status;
use packstone::scene::Rotation;
use packstone::walls::{Form, WallWarm};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::device::{Device, Found, Options, expected, found};
use super::*;
use crate::common::{FAMILIES, Failures, direction, random_shape, seeded, turn, vector};

/// A wall with a place on it where grains are put, in the frame of the wall.
pub struct Site {
    pub name: &'static str,
    pub surface: Surface,
    /// Radius and height of the place, and the way from there into the free space: (from the axis, up).
    pub place: [f64; 2],
    pub out: [f64; 2],
    /// How far points may be off, as a share of the grain.
    pub point_off: f64,
}

impl Site {
    fn new(name: &'static str, surface: Surface, place: [f64; 2], out: [f64; 2]) -> Self {
        // Where an edge of the grain lies across the edge of a rod, or nearly along its side, rounding moves the point.
        let point_off = match (surface.form, name) {
            (_, "rod's edge") => 5e-3,
            (Form::Rod { .. }, _) => 1e-3,
            (Form::Revolved(wall), _) if wall.height.is_some_and(|height| height < 9.0) => 4e-4,
            _ => 2e-5,
        };
        Self { name, surface, place, out, point_off }
    }

    /// A random grain about there.
    pub fn grain(&self, family: &str, rng: &mut Pcg64) -> Grain {
        let shape = random_shape(family, rng);
        let size = shape.bounding_radius();
        let angle = rng.random_range(0.0..std::f64::consts::TAU);
        let lift = |q: [f64; 2]| DVec3::new(q[0] * angle.cos(), q[0] * angle.sin(), q[1]);
        let out = lift(self.out).normalize();
        let local = lift(self.place) + out * (size * rng.random_range(0.3..1.0)) + vector(rng) * (0.2 * size);
        let frame = self.surface.at(device::time_of(0)).frame;
        Grain { pose: Pose::new(frame.apply(local), turn(rng)), shape, fixed: false }
    }
}

fn sites() -> Vec<Site> {
    let mut rng = seeded(77);
    let (base, axis) = (vector(&mut rng) * 50.0, direction(&mut rng));
    let tube = |radius: f64, height: Option<f64>| cylinder_wall(base, axis, radius, height, Side::Inside);
    let rod = |radius: f64, height: Option<f64>| cylinder_wall(base, axis, radius, height, Side::Outside);
    vec![
        Site::new("endless tube", tube(9.0, None), [9.0, 4.0], [-1.0, 0.0]),
        Site::new("narrow tube", tube(1.2, None), [1.2, 4.0], [-1.0, 0.0]),
        Site::new("wide tube", tube(8000.0, None), [8000.0, -3000.0], [-1.0, 0.0]),
        Site::new("long tube", tube(300.0, Some(5000.0)), [300.0, 4000.0], [-1.0, 0.0]),
        Site::new("cone", cone(base, axis, [2.0, 12.0], 10.0), [8.0, 6.0], [-1.0, 1.0]),
        Site::new("cone with a tip", cone(base, axis, [0.0, 12.0], 10.0), [6.0, 5.0], [-1.0, 1.0]),
        Site::new("large cone", cone(base, axis, [9000.0, 10.0], 4000.0), [4505.0, 2000.0], [-1.0, -1.0]),
        Site::new("outlet", cone(base, axis, [4.0, 12.0], 8.0), [4.0, 0.0], [-1.0, -0.3]),
        Site::new("upper rim", tube(5.0, Some(6.0)), [5.0, 6.0], [-1.0, 1.0]),
        Site::new("flat end", tube(5.0, Some(6.0)), [9.0, 6.0], [0.0, 1.0]),
        Site::new("endless rod", rod(2.0, None), [2.0, 3.0], [1.0, 0.0]),
        Site::new("thin rod", rod(0.1, None), [0.1, 3.0], [1.0, 0.0]),
        Site::new("wide rod", rod(3000.0, Some(4000.0)), [3000.0, 1234.0], [1.0, 0.0]),
        Site::new("rod's side", rod(2.0, Some(50.0)), [2.0, 13.0], [1.0, 0.0]),
        Site::new("rod's edge", rod(2.0, Some(5.0)), [2.0, 5.0], [1.0, 1.0]),
        Site::new("rod's end", rod(2.0, Some(5.0)), [0.5, 0.0], [0.0, -1.0]),
    ]
}

/// The device's contact that is nearest to a contact of the CPU.
fn nearest(list: &[Found], point: DVec3) -> &Found {
    list.iter().min_by(|p, q| p.point.distance(point).total_cmp(&q.point.distance(point))).expect("a contact")
}

const PER_SITE: usize = 120;

/// A grain that touches its site, but not by much.
fn touching(site: &Site, family: &str, rng: &mut Pcg64) -> Grain {
    loop {
        let grain = site.grain(family, rng);
        let cpu = expected(&site.surface, 0, &grain, 0.0, &mut WallWarm::default());
        let deepest = cpu.iter().map(|c| c.overlap).fold(0.0, f64::max);
        if deepest > 0.0 && deepest < 0.3 * grain.shape.bounding_radius() {
            return grain;
        }
    }
}

#[test]
fn contacts_around_an_axis_are_those_of_the_cpu() {
    let (sites, mut grains) = (sites(), Vec::new());
    for (k, site) in sites.iter().enumerate() {
        let mut rng = seeded(500 + k as u64);
        grains.extend((0..PER_SITE).map(|j| touching(site, FAMILIES[j % 6], &mut rng)));
    }
    let surfaces: Vec<Surface> = sites.iter().map(|site| site.surface.clone()).collect();
    for patch_depth in [0.0, 1.0] {
        let run = |checks| {
            let room = grains.len() * sites.len();
            let device = Device::new(&surfaces, &grains, &Options { checks, room, patch_depth, ..Options::default() });
            device.rebuild();
            device.touch(0)
        };
        let links = run(Checks::Trusted);
        if patch_depth == 0.0 {
            assert_eq!(links, run(Checks::Checked));
        }
        for (k, site) in sites.iter().enumerate() {
            let own = |link: &&GpuWallLink| (link.surface as usize, link.body as usize / PER_SITE) == (k, k);
            let links: Vec<GpuWallLink> = links.iter().filter(own).copied().collect();
            compare(site, &links, &grains, patch_depth);
        }
    }
}

/// What differs at one site. Counts must be the same, overlaps within 5e-7 of the grain, wherever the axis is. Patches on
/// rods are not compared: a tenth of those on thin and on very wide rods have another middle or size than the CPU's.
fn compare(site: &Site, links: &[GpuWallLink], grains: &[Grain], depth: f64) {
    let (mut failures, mut worst, mut compared, mut unconverged) = (Failures::default(), [0f64; 4], 0, [0; 2]);
    let has_patch = depth == 0.0 || !matches!(site.surface.form, Form::Rod { .. });
    for link in links {
        let grain = &grains[link.body as usize];
        let size = grain.shape.bounding_radius();
        let cpu = expected(&site.surface, 0, grain, depth, &mut WallWarm::default());
        let gpu = found(link, grain);
        let name = format!("{} {} {}", site.name, FAMILIES[link.body as usize % 6], link.body);
        unconverged[0] += cpu.iter().filter(|c| c.status != Status::Ok).count();
        unconverged[1] += gpu.iter().filter(|c| c.code & UNCONVERGED != 0).count();
        if cpu.len() != gpu.len() {
            // One that is as good as not there.
            let least = |list: &[f64]| list.iter().copied().fold(f64::INFINITY, f64::min);
            let shallow = least(&cpu.iter().map(|c| c.overlap).collect::<Vec<_>>())
                .min(least(&gpu.iter().map(|c| c.overlap).collect::<Vec<_>>()));
            let counts = format!("{name}: {} contacts, not {}; overlap", gpu.len(), cpu.len());
            failures.above(shallow, 1e-6 * size, counts, "of the shallowest");
            continue;
        }
        for c in &cpu {
            let g = nearest(&gpu, c.point);
            compared += 1;
            let deep = c.overlap > 1e-4 * size;
            let seen = [
                (c.overlap - g.overlap).abs() / size,
                if deep { c.normal.distance(g.normal) } else { 0.0 },
                if deep && has_patch { c.point.distance(g.point) / size } else { 0.0 },
                if has_patch { c.patch.difference(&g.patch) / size } else { 0.0 },
            ];
            // A patch fades with the heights of features, which turn with the normal, over the overlap.
            let allowed = [5e-7, 1e-3, site.point_off, 5e-6 + 8.0 * seen[1] * size / c.overlap];
            for k in 0..4 {
                worst[k] = worst[k].max(seen[k]);
                failures.above(seen[k], allowed[k], &name, ["overlap", "normal", "point", "patch"][k]);
            }
        }
    }
    let [overlap, normal, point, patch] = worst;
    println!("{}, patches {depth}: {compared} contacts, overlap {overlap:.1e}, normal {normal:.1e}", site.name);
    println!("    point {point:.1e}, patch {patch:.1e}");
    failures.unless(compared >= PER_SITE, || format!("{}: only {compared} compared", site.name));
    failures.unless(unconverged[1] <= unconverged[0] + 2, || format!("{}: unconverged {unconverged:?}", site.name));
}

/// A tube that moves and turns, through the steps of a batch, with grains that stay.
#[test]
fn surfaces_are_where_they_are_in_each_step() {
    let motion = WallMotion {
        velocity: DVec3::new(3.0, -2.0, 1.0),
        rotation: Some(Rotation { axis: DVec3::new(0.6, 0.0, 0.8), center: DVec3::ONE, rate: 0.2 }),
        ..WallMotion::NONE
    };
    let base = DVec3::new(100.0, 20.0, -30.0);
    let geometry = WallGeometry::Cylinder { base, axis: DVec3::X, radius: 3.0, height: Some(9.0), side: Side::Inside };
    let surface = surfaces_of(&[(geometry, motion)]).remove(0);
    let site = Site::new("moving tube", surface.clone(), [3.0, 4.0], [-1.0, 0.0]);
    let mut rng = seeded(900);
    let grains: Vec<Grain> = (0..60).map(|j| touching(&site, FAMILIES[j % 6], &mut rng)).collect();
    let options = Options { steps: 4, skin: 1.0, ..Options::default() };
    let device = Device::new(std::slice::from_ref(&surface), &grains, &options);
    device.rebuild();
    let mut touching = 0;
    for step in 0..4 {
        for link in device.touch(step) {
            let grain = &grains[link.body as usize];
            let cpu = expected(&surface, step, grain, 0.0, &mut WallWarm::default());
            let deepest = |list: &[f64]| list.iter().copied().fold(0.0, f64::max);
            let gpu: Vec<f64> = found(&link, grain).iter().map(|c| c.overlap).collect();
            let off = deepest(&cpu.iter().map(|c| c.overlap).collect::<Vec<_>>()) - deepest(&gpu);
            assert!(off.abs() < 5e-7 * grain.shape.bounding_radius(), "{step} {}: {off:e}", link.body);
            touching += usize::from(!gpu.is_empty());
        }
    }
    assert!(touching > 100, "{touching}");
}
