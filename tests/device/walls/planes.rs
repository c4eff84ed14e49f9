//! Planes: tilted, moving, and much longer than the grain.

use packstone::device::Checks;
use packstone::device::schema::records::GpuWallLink;
use packstone::scene::{Rotation, WallGeometry, WallMotion};
use packstone::walls::WallWarm;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::device::{Device, Options, expected, found};
use super::*;
use crate::common::{FAMILIES, Failures, direction, log_uniform, random_shape, seeded, turn, vector};

/// A grain that reaches `overlap` deep into the plane at `place` of it.
fn grain_at(surface: &Surface, shape: packstone::geometry::Shape, place: DVec3, share: f64, rng: &mut Pcg64) -> Grain {
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

/// A plane out of many: tilted, in motion, and up to 10^4 grains away from its own origin.
fn random_plane(k: usize, reach: f64, rng: &mut Pcg64) -> Surface {
    let moves = WallMotion {
        velocity: vector(rng) * 20.0,
        rotation: Some(Rotation { axis: direction(rng), center: vector(rng), rate: 60.0 }),
        ..WallMotion::NONE
    };
    let motion = if k.is_multiple_of(2) { WallMotion::NONE } else { moves };
    let normal = if k.is_multiple_of(4) { DVec3::X } else { direction(rng) };
    surfaces_of(&[(WallGeometry::Plane { point: vector(rng) * reach, normal }, motion)]).remove(0)
}

/// Overlap, normal, and point of all families, on planes up to 10^4 grains long, checked and trusted.
#[test]
fn contacts_with_planes_are_those_of_the_cpu() {
    let (mut surfaces, mut grains, mut rng) = (Vec::new(), Vec::new(), seeded(9000));
    for k in 0..24 {
        let reach = [1.0, 100.0, 1e4][k % 3];
        let surface = random_plane(k, reach, &mut rng);
        for j in 0..60 {
            let shape = random_shape(FAMILIES[j % 6], &mut rng);
            let share = log_uniform(&mut rng, 1e-6, 0.3) * if rng.random_bool(0.2) { -1.0 } else { 1.0 };
            let place = vector(&mut rng) * reach;
            grains.push(grain_at(&surface, shape, place, share, &mut rng));
        }
        surfaces.push(surface);
    }
    for patch_depth in [0.0, 1.0] {
        let run = |checks| {
            let options = Options { checks, skin: 1.0, room: 24 * grains.len(), patch_depth, ..Options::default() };
            let device = Device::new(&surfaces, &grains, &options);
            device.rebuild();
            device.touch(0)
        };
        let links = run(Checks::Checked);
        assert_eq!(links, run(Checks::Trusted));
        let own: Vec<_> = links.into_iter().filter(|link| link.surface == link.body / 60).collect();
        assert_eq!(own.len(), grains.len());
        compare(&own, &grains, &surfaces, patch_depth);
    }
}

fn compare(links: &[GpuWallLink], grains: &[Grain], surfaces: &[Surface], depth: f64) {
    let (mut failures, mut worst) = (Failures::default(), [0f64; 5]);
    for link in links {
        let (grain, surface) = (&grains[link.body as usize], &surfaces[link.surface as usize]);
        let size = grain.shape.bounding_radius();
        let cpu = expected(surface, 0, grain, depth, &mut WallWarm::default());
        let gpu = found(link, grain);
        let name = format!("{} {} {}", link.body, link.surface, FAMILIES[link.body as usize % 6]);
        if cpu.len() != gpu.len() {
            let deepest = cpu.iter().map(|c| c.overlap).chain(gpu.iter().map(|c| c.overlap)).fold(0.0, f64::max);
            failures.above(deepest, 3e-7 * size, &name, "only one of them touches; overlap");
            continue;
        }
        for (c, g) in cpu.iter().zip(&gpu) {
            let seen = [
                (c.overlap - g.overlap).abs() / size,
                c.normal.distance(g.normal),
                (c.point - g.point).dot(c.normal).abs() / size,
                c.point.distance(g.point) / size,
                c.patch.difference(&g.patch) / size,
            ];
            for k in 0..5 {
                worst[k] = worst[k].max(seen[k]);
                let what = ["overlap", "normal", "height", "point", "patch"][k];
                failures.above(seen[k], [3e-7, 2e-7, 5e-7, 1e-4, 1e-4][k], &name, what);
            }
        }
    }
    let [overlap, normal, height, point, patch] = worst;
    println!("planes, patches {depth}: overlap {overlap:.1e}, normal {normal:.1e}, height {height:.1e}");
    println!("    point {point:.1e}, patch {patch:.1e}");
}
