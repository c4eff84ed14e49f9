//! Shapes to draw from: a pool of varied ones per name, seeded.

use std::fmt;

use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::super::CommandError;
use crate::geometry::polyhedron::spiral::golden_spiral;
use crate::geometry::{Capsule, Cylinder, Ellipsoid, HalfSpace, Polyhedron, Shape, ShapeError, Sphere, Superquadric};

/// Groups of shapes of about the same size, from 1e-3 m to 1e2 m.
const GROUPS: usize = 8;
/// Shapes in a group.
const PER_GROUP: usize = 8;
/// Groups that are at most this far apart have a size ratio of at most 1e3.
const FAR_GROUP: usize = 4;

/// The name of a shape or of a family of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name(&'static str);

/// The families that make up a full hunt, besides the wall.
pub(super) const FAMILIES: [Name; 6] =
    [Name("sphere"), Name("ellipsoid"), Name("capsule"), Name("cylinder"), Name("superquadric"), Name("polyhedron")];
/// The wall.
pub(super) const WALL: Name = Name("halfspace");
/// Solids that can be asked for alone; the first seven also occur among the polyhedra.
const SOLIDS: [&str; 10] = ["p5", "p16", "f16", "cube", "tetrahedron", "octahedron", "box", "v400", "disc", "rod"];

impl Name {
    /// The shape or family called `text`.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let known = || FAMILIES.into_iter().chain([WALL]).chain(SOLIDS.map(Name));
        known().find(|name| name.0 == text).ok_or_else(|| CommandError::UnknownShape {
            name: text.into(),
            known: known().map(|name| name.0).collect::<Vec<_>>().join(", "),
        })
    }

    /// The name itself.
    pub fn text(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Shapes of one name, small ones first.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    shapes: Vec<Shape>,
}

impl Pool {
    /// The pool of `name`, always the same for the same `seed`.
    pub fn new(name: Name, seed: u64) -> Result<Self, ShapeError> {
        let mut rng = Pcg64::seed_from_u64(super::chunk_seed(seed, name, name, u64::MAX));
        let mut shapes = Vec::with_capacity(GROUPS * PER_GROUP);
        for group in 0..GROUPS {
            for _ in 0..PER_GROUP {
                let power = -3.0 + 5.0 * group as f64 / (GROUPS - 1) as f64 + rng.random_range(-0.05..0.05);
                shapes.push(draw(name, &mut rng)?.scaled(10_f64.powf(power))?);
            }
        }
        Ok(Self { shapes })
    }

    /// Any shape, and its group.
    pub fn any(&self, rng: &mut Pcg64) -> (&Shape, usize) {
        let index = rng.random_range(0..self.shapes.len());
        (&self.shapes[index], index / PER_GROUP)
    }

    /// A shape to go with one of `group`: mostly of the same size, sometimes up to a thousand times larger or smaller.
    pub fn near(&self, group: usize, rng: &mut Pcg64) -> &Shape {
        let group = if rng.random_bool(0.8) {
            group
        } else {
            rng.random_range(group.saturating_sub(FAR_GROUP)..(group + FAR_GROUP + 1).min(GROUPS))
        };
        &self.shapes[group * PER_GROUP + rng.random_range(0..PER_GROUP)]
    }
}

/// A shape of size about 1.
fn draw(name: Name, rng: &mut Pcg64) -> Result<Shape, ShapeError> {
    Ok(match name.0 {
        "sphere" => Shape::Sphere(Sphere::new(1.0)?),
        "ellipsoid" => Shape::Ellipsoid(Ellipsoid::new(proportions(rng))?),
        "capsule" => Shape::Capsule(Capsule::new(0.3, log_uniform(rng, 0.03, 1.5))?),
        "cylinder" => cylinder(log_uniform(rng, 0.025, 50.0))?,
        "disc" => cylinder(0.025)?,
        "rod" => cylinder(50.0)?,
        "superquadric" => {
            let (n1, n2) = (exponent(rng), exponent(rng));
            Shape::Superquadric(Superquadric::new(proportions(rng), n1, n2)?)
        }
        "halfspace" => wall(rng)?,
        "polyhedron" => match SOLIDS[..7].get(rng.random_range(0..21)) {
            Some(name) => solid(name, rng)?,
            None => random_hull(rng)?,
        },
        name => solid(name, rng)?,
    })
}

fn solid(name: &str, rng: &mut Pcg64) -> Result<Shape, ShapeError> {
    Ok(Shape::Polyhedron(match name {
        "p5" => Polyhedron::square_pyramid(1.0, 1.0)?,
        "p16" => Polyhedron::octagonal_prism(0.7, 1.0)?,
        "f16" => Polyhedron::octagonal_frustum(0.8, 0.5, 1.0)?,
        "cube" => Polyhedron::cuboid(DVec3::ONE)?,
        "tetrahedron" => Polyhedron::regular_tetrahedron(1.0)?,
        "octahedron" => Polyhedron::regular_octahedron(1.0)?,
        "v400" => {
            let (n1, n2) = (rng.random_range(2.0..10.0), rng.random_range(2.0..10.0));
            golden_spiral(&Superquadric::new(proportions(rng), n1, n2)?, 400)?
        }
        _ => Polyhedron::cuboid(proportions(rng))?,
    }))
}

fn cylinder(height_to_diameter: f64) -> Result<Shape, ShapeError> {
    let half_height = height_to_diameter.min(1.0);
    Ok(Shape::Cylinder(Cylinder::new(half_height / height_to_diameter, half_height)?))
}

fn wall(rng: &mut Pcg64) -> Result<Shape, ShapeError> {
    let normal = if rng.random_bool(0.5) { DVec3::Z } else { direction(rng) };
    let offset = if rng.random_bool(0.5) { 0.0 } else { rng.random_range(-3.0..3.0) };
    Ok(Shape::HalfSpace(HalfSpace::new(normal, offset)?))
}

/// The hull of 4 to 40 random points near an ellipsoid, about the mean of its vertices.
fn random_hull(rng: &mut Pcg64) -> Result<Shape, ShapeError> {
    let count = rng.random_range(4..=40);
    let radii = proportions(rng);
    let points: Vec<DVec3> = (0..count).map(|_| direction(rng) * radii * rng.random_range(0.8..1.0)).collect();
    let hull = Polyhedron::from_vertices(&points)?;
    let mean = hull.vertices().iter().sum::<DVec3>() / hull.vertices().len() as f64;
    let centred: Vec<DVec3> = hull.vertices().iter().map(|v| *v - mean).collect();
    Ok(Shape::Polyhedron(Polyhedron::from_vertices(&centred)?))
}

/// Semi-axes with ratios up to 5, the largest 1.
fn proportions(rng: &mut Pcg64) -> DVec3 {
    let radii = DVec3::new(log_uniform(rng, 0.2, 1.0), log_uniform(rng, 0.2, 1.0), log_uniform(rng, 0.2, 1.0));
    radii / radii.max_element()
}

/// An exponent from 1 (octahedral) to 20 (blocky), now and then a round number.
fn exponent(rng: &mut Pcg64) -> f64 {
    let round = [1.0, 2.0, 4.0, 20.0];
    round.get(rng.random_range(0..16)).copied().unwrap_or_else(|| log_uniform(rng, 1.0, 20.0))
}

/// A number between `low` and `high` whose logarithm is uniform.
pub(super) fn log_uniform(rng: &mut Pcg64, low: f64, high: f64) -> f64 {
    rng.random_range(low.ln()..=high.ln()).exp().clamp(low, high)
}

/// A direction, uniform on the sphere.
pub(super) fn direction(rng: &mut Pcg64) -> DVec3 {
    loop {
        let mut entry = || rng.random_range(-1.0..=1.0);
        let v = DVec3::new(entry(), entry(), entry());
        if (1e-4..=1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}
