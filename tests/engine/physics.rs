//! The engine against closed forms, on both back ends where the claim is the same.

mod bounces;
mod clusters;
mod cohesion;
mod drag;
mod elastic;
mod friction;
mod patches;
mod rolling;
mod starts;

use glam::DVec3;
use packstone::scene::SceneBuilder;
use packstone::scene::builder::{Material, Shape, Wall};

/// Density [kg/m3] and radius [m] of the ball, and its mass [kg].
const DENSITY: f64 = 2500.0;
const RADIUS: f64 = 0.01;
const MASS: f64 = DENSITY * 4.0 / 3.0 * std::f64::consts::PI * RADIUS * RADIUS * RADIUS;

/// A material "m" with a linear spring.
fn material(stiffness: f64, restitution: f64, friction: f64) -> Material {
    Material::new("m").density(DENSITY).stiffness(stiffness).restitution(restitution).friction(friction)
}

fn elastic() -> Material {
    material(1e5, 1.0, 0.0)
}

/// A scene with the shape "ball" of this material.
fn balls(time_step: f64, material: Material) -> SceneBuilder {
    SceneBuilder::new()
        .steps(1000)
        .time_step(time_step)
        .path("test.toml")
        .add(material)
        .add(Shape::sphere("ball", "m", RADIUS))
}

fn floor() -> Wall {
    Wall::plane("m", DVec3::ZERO, DVec3::Z).name("floor")
}

fn brick() -> Shape {
    Shape::cuboid("box", "m", DVec3::new(0.01, 0.008, 0.006))
}

/// A place above the origin [m].
fn above(height: f64) -> DVec3 {
    DVec3::new(0.0, 0.0, height)
}
