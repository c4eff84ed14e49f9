//! Walls: contacts in closed form, by brute force, and what must hold for any of them.

mod closed_forms;
mod containers;
mod energy;
mod gradient;
mod invariance;
mod motion;
mod rims;
mod slots;

use glam::{DQuat, DVec3};
use packstone::geometry::{Pose, Shape};
use packstone::narrow::Body;
use packstone::scene::{KeyLines, Line, Side, Wall, WallGeometry, WallMotion};
use packstone::walls::{Surface, WallContact, WallContacts, WallDetector, WallWarm, surfaces};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::common;

/// A wall at rest.
fn wall(geometry: WallGeometry) -> Wall {
    Wall {
        name: "wall".to_owned(),
        geometry,
        material: 3,
        motion: WallMotion::NONE,
        line: Line { file: 0, number: 7 },
        key_lines: KeyLines::default(),
    }
}

/// The only surface of a wall at rest.
fn surface(geometry: WallGeometry) -> Surface {
    let mut all = surfaces(&[wall(geometry)]);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// A cylinder along z from the origin.
fn cylinder_wall(radius: f64, height: Option<f64>, side: Side) -> Surface {
    surface(WallGeometry::Cylinder { base: DVec3::ZERO, axis: DVec3::Z, radius, height, side })
}

fn tube(radius: f64, height: Option<f64>) -> Surface {
    cylinder_wall(radius, height, Side::Inside)
}

fn rod(radius: f64, height: Option<f64>) -> Surface {
    cylinder_wall(radius, height, Side::Outside)
}

/// A cone along z from the origin.
fn cone(radius_base: f64, radius_top: f64, height: f64) -> Surface {
    surface(WallGeometry::Cone { base: DVec3::ZERO, axis: DVec3::Z, radius_base, radius_top, height })
}

fn floor() -> Surface {
    surface(WallGeometry::Plane { point: DVec3::ZERO, normal: DVec3::Z })
}

/// All contacts, with memory.
fn touches_with(surface: &Surface, shape: &Shape, pose: Pose, warm: &mut WallWarm) -> Vec<WallContact> {
    let mut found = WallContacts::default();
    let body = Body { shape, pose };
    WallDetector::default().contacts(surface, &surface.at(0.0), &body, warm, &mut found).expect("a finite grain");
    assert_eq!(found.iter().count(), found.len());
    found.iter().copied().collect()
}

/// All contacts from a cold start.
fn touches(surface: &Surface, shape: &Shape, pose: Pose) -> Vec<WallContact> {
    touches_with(surface, shape, pose, &mut WallWarm::default())
}

/// The only contact.
fn touch(surface: &Surface, shape: &Shape, pose: Pose) -> WallContact {
    let found = touches(surface, shape, pose);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0]
}

/// The turn that brings z to `axis`.
fn turned(axis: DVec3) -> DQuat {
    DQuat::from_rotation_arc(DVec3::Z, axis)
}

fn close(a: DVec3, b: DVec3, tolerance: f64) {
    assert!(a.distance(b) <= tolerance, "{a} is not {b}: {:e}", a.distance(b));
}

fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b}: {:e}", (a - b).abs());
}

/// Where random grains are put: a wall, and a place at its surface.
struct Site {
    name: &'static str,
    surface: Surface,
    /// A point of the surface or its edge, and the direction from there into the free space.
    place: fn(&mut Pcg64) -> (DVec3, DVec3),
}

fn around(rng: &mut Pcg64, radius: f64, z: f64) -> DVec3 {
    let angle = rng.random_range(0.0..std::f64::consts::TAU);
    DVec3::new(radius * angle.cos(), radius * angle.sin(), z)
}

/// Unit vector from the z axis to `p`.
fn outward(p: DVec3) -> DVec3 {
    DVec3::new(p.x, p.y, 0.0).normalize()
}

/// Every kind of surface, and every kind of place on it. Grains are up to 2 in size.
fn sites() -> Vec<Site> {
    vec![
        Site { name: "plane", surface: floor(), place: |rng| (around(rng, 1.0, 0.0), DVec3::Z) },
        Site {
            name: "endless tube",
            surface: tube(9.0, None),
            place: |rng| {
                let p = around(rng, 9.0, 4.0);
                (p, -outward(p))
            },
        },
        Site {
            name: "narrow tube",
            surface: tube(1.2, None),
            place: |rng| {
                let p = around(rng, 1.2, 4.0);
                (p, -outward(p))
            },
        },
        Site {
            name: "cone side",
            surface: cone(2.0, 12.0, 10.0),
            place: |rng| {
                let p = around(rng, 8.0, 6.0);
                (p, (DVec3::Z - outward(p)).normalize())
            },
        },
        Site {
            name: "outlet",
            surface: cone(4.0, 12.0, 8.0),
            place: |rng| {
                let p = around(rng, 4.0, 0.0);
                (p, (-DVec3::Z * 0.3 - outward(p)).normalize())
            },
        },
        Site {
            name: "tube's upper rim",
            surface: tube(5.0, Some(6.0)),
            place: |rng| {
                let p = around(rng, 5.0, 6.0);
                (p, (DVec3::Z - outward(p)).normalize())
            },
        },
        Site { name: "flat end", surface: tube(5.0, Some(6.0)), place: |rng| (around(rng, 9.0, 6.0), DVec3::Z) },
        Site {
            name: "rod",
            surface: rod(2.0, None),
            place: |rng| {
                let p = around(rng, 2.0, 3.0);
                (p, outward(p))
            },
        },
        Site {
            name: "rod's end",
            surface: rod(2.0, Some(5.0)),
            place: |rng| {
                let p = around(rng, 2.0, 5.0);
                (p, (DVec3::Z + outward(p)).normalize())
            },
        },
    ]
}

/// A random grain that touches the wall of a site lightly, if the draw gives one.
fn random_touch(site: &Site, family: &str, rng: &mut Pcg64) -> Option<(Shape, Pose)> {
    let shape = common::random_shape(family, rng);
    let size = shape.bounding_radius();
    let (edge, out) = (site.place)(rng);
    let position = edge + out * (size * rng.random_range(0.3..1.0)) + common::vector(rng) * (0.2 * size);
    let pose = Pose::new(position, common::turn(rng));
    let deepest = touches(&site.surface, &shape, pose).iter().map(|c| c.overlap).fold(0.0, f64::max);
    (deepest > 2e-3 * size && deepest < 0.3 * size).then_some((shape, pose))
}
