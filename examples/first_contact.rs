//! The first contact: a ball that has sunk 5 mm into the top of a box.
//!
//! `cargo run --release --example first_contact`

use std::error::Error;

use glam::DVec3;
use packstone::geometry::{Polyhedron, Pose, Shape, Sphere};
use packstone::narrow::{Body, Detector, Kind, Minkowski, Status, WarmStart};

fn main() -> Result<(), Box<dyn Error>> {
    let table = Shape::Polyhedron(Polyhedron::cuboid(DVec3::new(0.5, 0.5, 0.1))?);
    let ball = Shape::Sphere(Sphere::new(0.05)?);
    let a = Body { shape: &table, pose: Pose::IDENTITY };
    let b = Body { shape: &ball, pose: Pose::at(DVec3::new(0.2, 0.1, 0.145)) };

    let contact = Minkowski::default().detect(&a, &b, &mut WarmStart::default())?;
    println!("overlap {} m along {}, at {}", contact.overlap, contact.normal, contact.point);

    assert!((contact.overlap - 0.005).abs() < 1e-15);
    assert!(contact.normal.distance(DVec3::Z) < 1e-15, "from A, the table, to B, the ball");
    assert!(contact.c1.distance(DVec3::new(0.2, 0.1, 0.1)) < 1e-15, "on the table");
    assert!(contact.c2.distance(DVec3::new(0.2, 0.1, 0.095)) < 1e-15, "on the ball");
    assert_eq!((contact.kind, contact.status), (Kind::Smooth, Status::Ok));
    Ok(())
}
