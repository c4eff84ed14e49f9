//! One pair of polyhedra, four detectors: what each of them says, and how well it can prove it.
//!
//! `cargo run --release --example compare_detectors`

use std::error::Error;

use clap::ValueEnum;
use glam::{DQuat, DVec3};
use packstone::bodies::{Polyhedron, Pose, Shape};
use packstone::contact::{Body, Contact, Method, WarmStart, detector};

fn main() -> Result<(), Box<dyn Error>> {
    let prism = Shape::Polyhedron(Polyhedron::octagonal_prism(0.5, 1.0)?);
    let pyramid = Shape::Polyhedron(Polyhedron::square_pyramid(1.0, 1.2)?);
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.4, 0.3, 0.2);
    let a = Body { shape: &prism, pose: Pose::IDENTITY };
    let b = Body { shape: &pyramid, pose: Pose::new(DVec3::new(0.7, 0.35, 0.2), turn) };

    println!(
        "{:<10} {:>20} {:>29}  {:<12} {:<13} proven within",
        "detector", "overlap [m]", "normal", "kind", "status"
    );
    let mut answers = Vec::new();
    for method in Method::value_variants() {
        let mut detector = detector(*method);
        let contact = detector.detect(&a, &b, &mut WarmStart::default())?;
        print_row(detector.name(), &contact);
        answers.push(contact);
    }

    // All four look for the least support width, so all four must find the same one.
    let truth = answers[0].overlap;
    assert!(answers.iter().all(|contact| (contact.overlap - truth).abs() < 1e-9));
    Ok(())
}

fn print_row(name: &str, contact: &Contact) {
    let DVec3 { x, y, z } = contact.normal;
    let normal = format!("({x:.5}, {y:.5}, {z:.5})");
    let (kind, status) = (contact.kind.name(), contact.status.name());
    let proven = contact.upper - contact.lower;
    println!("{name:<10} {:>20.16} {normal:>29}  {kind:<12} {status:<13} {proven:.1e} m", contact.overlap);
}
