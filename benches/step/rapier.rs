//! A bed as rapier3d simulates it.

use glam::DVec3;
use packstone::geometry::Shape;
use packstone::scene::{Scene, WallGeometry};
use rapier3d::prelude::*;

/// rapier3d works best with bodies of about one unit: lengths are given in units of this [m].
const UNIT: f64 = 0.01;
/// Half the thickness of walls, in units.
const THICK: f32 = 5.0;

/// The grains of a scene in its box.
pub struct World(PhysicsWorld);

impl World {
    /// Convex hulls at the places and turns of the scene's polyhedra.
    pub fn new(scene: &Scene) -> Self {
        let mut world = PhysicsWorld { gravity: Vector::new(0.0, 0.0, -9.81), ..PhysicsWorld::default() };
        for wall in &scene.walls {
            if let WallGeometry::Box { min, max, .. } = wall.geometry {
                add_box(&mut world, min / UNIT, max / UNIT);
            }
        }
        let shapes: Vec<SharedShape> = scene.shapes.iter().filter_map(|named| hull(&named.shape)).collect();
        for seed in &scene.bodies {
            let (axis, angle) = seed.orientation.to_axis_angle();
            let builder = RigidBodyBuilder::dynamic()
                .translation(vector(seed.position / UNIT))
                .rotation(vector(axis * angle))
                .can_sleep(false);
            let body = world.bodies.insert(builder);
            let collider = ColliderBuilder::new(shapes[seed.shape].clone()).friction(0.5).density(1.0);
            world.colliders.insert_with_parent(collider, body, &mut world.bodies);
        }
        Self(world)
    }

    /// One step of a sixtieth of a second.
    pub fn step(&mut self) {
        self.0.step();
    }

    /// Pairs that touch.
    pub fn active_pairs(&self) -> usize {
        self.0.narrow_phase.contact_pairs().filter(|pair| pair.has_any_active_contact()).count()
    }
}

/// Four sides and a floor.
fn add_box(world: &mut PhysicsWorld, min: DVec3, max: DVec3) {
    let (middle, half) = (vector((min + max) * 0.5), vector((max - min) * 0.5));
    let floor = (Vector::new(middle.x, middle.y, min.z as f32 - THICK), Vector::new(half.x, half.y, THICK));
    let mut sides = vec![floor];
    for sign in [-1.0, 1.0] {
        let x = middle.x + sign * (half.x + THICK);
        let y = middle.y + sign * (half.y + THICK);
        sides.push((Vector::new(x, middle.y, middle.z), Vector::new(THICK, half.y, half.z)));
        sides.push((Vector::new(middle.x, y, middle.z), Vector::new(half.x, THICK, half.z)));
    }
    for (center, half) in sides {
        let wall = ColliderBuilder::cuboid(half.x, half.y, half.z).translation(center).friction(0.5);
        world.colliders.insert(wall);
    }
}

fn hull(shape: &Shape) -> Option<SharedShape> {
    let Shape::Polyhedron(shape) = shape else { return None };
    let points: Vec<Vector> = shape.vertices().iter().map(|p| vector(*p / UNIT)).collect();
    SharedShape::convex_hull(&points)
}

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x as f32, p.y as f32, p.z as f32)
}
