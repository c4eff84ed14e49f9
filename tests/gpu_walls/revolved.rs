//! The insides of tubes and cones, and their ends.

use packstone::gpu::Checks;
use packstone::gpu::walls::GpuWallLink;
use packstone::walls::WallWarm;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::common::{FAMILIES, Failures, direction, random_shape, seeded, turn, vector};
use super::device::{Device, Found, Options, expected, found};
use super::*;

/// A wall with a place on it where grains are put, in the frame of the wall.
pub struct Site {
    pub name: &'static str,
    pub surface: Surface,
    /// Radius and height of the place, and the way from there into the free space: (from the axis, up).
    pub place: [f64; 2],
    pub out: [f64; 2],
}

impl Site {
    fn new(name: &'static str, surface: Surface, place: [f64; 2], out: [f64; 2]) -> Self {
        Self { name, surface, place, out }
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

/// The device's contact that is nearest to a contact of the processor.
fn nearest<'f>(list: &'f [Found], point: DVec3) -> &'f Found {
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
fn contacts_around_an_axis_are_those_of_the_processor() {
    let (sites, mut grains) = (sites(), Vec::new());
    for (k, site) in sites.iter().enumerate() {
        let mut rng = seeded(500 + k as u64);
        grains.extend((0..PER_SITE).map(|j| touching(site, FAMILIES[j % 6], &mut rng)));
    }
    let surfaces: Vec<Surface> = sites.iter().map(|site| site.surface.clone()).collect();
    let run = |checks| {
        let options = Options { checks, skin: 0.1, room: grains.len() * sites.len(), ..Options::default() };
        let device = Device::new(&surfaces, &grains, &options);
        device.rebuild();
        device.touch(0)
    };
    let links = run(Checks::Checked);
    assert_eq!(links, run(Checks::Trusted));
    for (k, site) in sites.iter().enumerate() {
        let own = |link: &&GpuWallLink| (link.surface as usize, link.body as usize / PER_SITE) == (k, k);
        let links: Vec<GpuWallLink> = links.iter().filter(own).copied().collect();
        compare(site, &links, &grains);
    }
}

fn compare(site: &Site, links: &[GpuWallLink], grains: &[Grain]) {
    let (mut worst, mut unsure, mut other_count, mut compared) = ([0f64; 3], [0; 2], 0, 0);
    let mut failures = Failures::default();
    for link in links {
        let grain = &grains[link.body as usize];
        let size = grain.shape.bounding_radius();
        let cpu = expected(&site.surface, 0, grain, 0.0, &mut WallWarm::default());
        let gpu = found(link, grain);
        let family = FAMILIES[link.body as usize % 6];
        let name = format!("{} {family} {} of {} {}", site.name, link.body, gpu.len(), cpu.len());
        unsure[0] += cpu.iter().filter(|c| c.status != packstone::contact::Status::Ok).count();
        unsure[1] += gpu.iter().filter(|c| c.code & 2 != 0).count();
        if cpu.len() != gpu.len() {
            other_count += 1;
            let list =
                |all: Vec<(f64, DVec3)>| format!("{:?}", all.iter().map(|c| (c.0 / size, c.1)).collect::<Vec<_>>());
            println!(
                "{name}: cpu {} gpu {}",
                list(cpu.iter().map(|c| (c.overlap, c.normal)).collect()),
                list(gpu.iter().map(|c| (c.overlap, c.normal)).collect())
            );
            continue;
        }
        for c in &cpu {
            compared += 1;
            let g = nearest(&gpu, c.point);
            let off = (c.overlap - g.overlap).abs() / size;
            worst[0] = worst[0].max(off);
            let name = format!(
                "{name} overlap {:e} (gpu {:+e}) normal off {:e} point off {:e} {} {}",
                c.overlap / size,
                (g.overlap - c.overlap) / size,
                c.normal.distance(g.normal),
                c.point.distance(g.point) / size,
                (c.point - g.point) / size,
                c.normal,
            );
            failures.above(off, 2e-6, &name, "overlap");
            if c.overlap > 1e-4 * size {
                let lean = c.normal.distance(g.normal);
                worst[1] = worst[1].max(lean);
                failures.above(lean, 1e-3, &name, "normal");
                let away = c.point.distance(g.point) / size;
                worst[2] = worst[2].max(away);
                failures.above(away, 1e-3, &name, "point");
            }
        }
    }
    println!(
        "{}: {compared} contacts, {other_count} with another count, overlap {:.1e}, normal {:.1e}, point {:.1e}, unsure {unsure:?}",
        site.name, worst[0], worst[1], worst[2]
    );
    failures.print();
}
