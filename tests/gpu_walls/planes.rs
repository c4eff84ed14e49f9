//! Planes: tilted, moving, and much longer than the grain.

use packstone::gpu::Checks;
use packstone::scene::{WallGeometry, WallMotion, Rotation};
use packstone::walls::WallWarm;
use rand::RngExt;

use super::common::{FAMILIES, Failures, direction, log_uniform, random_shape, seeded, turn, vector};
use super::device::{Device, Options, expected, found};
use super::*;

/// A grain that reaches `overlap` deep into the plane at `place` of it.
fn grain_at(surface: &Surface, shape: packstone::bodies::Shape, place: DVec3, share: f64, rng: &mut rand_pcg::Pcg64) -> Grain {
    let at = surface.at(device::time_of(0));
    let packstone::walls::Form::Plane { normal } = surface.form else { unreachable!("a plane") };
    let n = at.frame.orientation * normal;
    let orientation = turn(rng);
    let back = orientation.conjugate() * -n;
    let height = shape.support(back).dot(back);
    let foot = at.frame.position + place - n * n.dot(place);
    let overlap = share * shape.bounding_radius();
    Grain { pose: Pose::new(foot + n * (height - overlap), orientation), shape, fixed: false }
}

/// Overlap, normal, and point of all families, on planes up to 10^4 grains long, checked and trusted.
#[test]
fn contacts_with_planes_are_those_of_the_processor() {
    let (mut failures, mut worst) = (Failures::default(), [0f64; 3]);
    for k in 0..24u64 {
        let mut rng = seeded(9000 + k);
        let moves = WallMotion {
            velocity: vector(&mut rng) * 20.0,
            rotation: Some(Rotation { axis: direction(&mut rng), center: vector(&mut rng), rate: 60.0 }),
            ..WallMotion::NONE
        };
        let reach = [1.0, 100.0, 1e4][k as usize % 3];
        let motion = if k % 2 == 0 { WallMotion::NONE } else { moves };
        let normal = if k % 4 == 0 { DVec3::X } else { direction(&mut rng) };
        let surface =
            surfaces_of(&[(WallGeometry::Plane { point: vector(&mut rng) * reach, normal }, motion)]).remove(0);
        let grains: Vec<Grain> = (0..60)
            .map(|j| {
                let shape = random_shape(FAMILIES[j % 6], &mut rng);
                let share = log_uniform(&mut rng, 1e-6, 0.3) * if rng.random_bool(0.2) { -1.0 } else { 1.0 };
                let place = vector(&mut rng) * reach;
                grain_at(&surface, shape, place, share, &mut rng)
            })
            .collect();
        let run = |checks| {
            let device = Device::new(std::slice::from_ref(&surface), &grains, &Options { checks, ..Options::default() });
            device.rebuild();
            device.touch(0)
        };
        let links = run(Checks::Checked);
        assert_eq!(links, run(Checks::Trusted));
        assert_eq!(links.len(), grains.len());
        for (link, grain) in links.iter().zip(&grains) {
            let size = grain.shape.bounding_radius();
            let cpu = expected(&surface, 0, grain, 0.0, &mut WallWarm::default());
            let gpu = found(link, grain);
            let name = format!("{k} {} {:?}", reach, grain.shape);
            if cpu.len() != gpu.len() {
                let deepest = cpu.iter().map(|c| c.overlap).chain(gpu.iter().map(|c| c.overlap)).fold(0.0, f64::max);
                failures.above(deepest, 4e-7 * size, &name, "only one of them touches");
                continue;
            }
            for (c, g) in cpu.iter().zip(&gpu) {
                worst[0] = worst[0].max((c.overlap - g.overlap).abs() / size);
                failures.above((c.overlap - g.overlap).abs(), 3e-7 * size, &name, "overlap");
                worst[1] = worst[1].max(c.normal.distance(g.normal));
                failures.above(c.normal.distance(g.normal), 2e-7, &name, "normal");
                let lift = (c.point - g.point).dot(c.normal).abs();
                worst[2] = worst[2].max(lift / size);
                failures.above(lift, 1e-6 * size, &name, "height of the point");
            }
        }
    }
    println!("worst overlap {:e}, normal {:e}, height of point {:e}", worst[0], worst[1], worst[2]);
}
