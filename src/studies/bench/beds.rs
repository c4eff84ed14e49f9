//! The standard beds: settled tiles, set side by side until there are as many grains as asked for.
//!
//! Everyone measures the same packings that way, of any size, without the hours that settling a million grains takes. The
//! tiles are the last frames of the scenes in `examples/bench`, as `examples/bench_tile.rs` writes them.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::common::records::{Record, records};
use crate::scene::{BodySeed, Scene, SceneError, WallGeometry};

/// A kind of bed.
#[derive(Clone, Copy, Debug)]
pub struct Bed {
    /// Its name on the command line.
    pub name: &'static str,
    scene: &'static str,
    tile: &'static str,
}

macro_rules! bed {
    ($name:literal) => {
        Bed {
            name: $name,
            scene: include_str!(concat!("../../../examples/bench/", $name, ".toml")),
            tile: include_str!(concat!("../../../examples/bench/", $name, ".csv")),
        }
    };
}

/// All of them.
pub const BEDS: [Bed; 11] = [
    bed!("spheres"),       // spheres
    bed!("boxes"),         // cubes
    bed!("prisms"),        // octagonal prisms, 16 vertices
    bed!("ellipsoids"),    // ellipsoids, 1 : 1.4 : 2
    bed!("capsules"),      // capsules, 2.7 times as long as thick
    bed!("discs"),         // cylinders, height / diameter 0.025
    bed!("cylinders"),     // cylinders, height / diameter 1
    bed!("rods"),          // cylinders, height / diameter 50
    bed!("superquadrics"), // superquadrics, exponents 4 and 3
    bed!("meshes"),        // the superquadrics as polyhedra of 400 vertices
    bed!("sizes"),         // octagonal prisms, sizes 1 : 10
];

/// How the grains of a bed are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum State {
    /// Far from each other, flying about
    Loose,
    /// Drawn apart a little and shaken, falling together again
    Settling,
    /// At rest
    Settled,
}

impl State {
    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loose => "loose",
            Self::Settling => "settling",
            Self::Settled => "settled",
        }
    }

    /// Factor by which the places of settled grains are drawn apart, in all directions.
    fn run_steps(self) -> f64 {
        match self {
            Self::Loose => 2.0,
            Self::Settling => 1.03,
            Self::Settled => 1.0,
        }
    }

    /// Speed of the grains, each in a direction of its own [m/s].
    fn speed(self) -> f64 {
        match self {
            // That of a fall through three grains.
            Self::Loose => 0.75,
            Self::Settling => 0.3,
            Self::Settled => 0.0,
        }
    }
}

impl Bed {
    /// The bed of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BEDS.iter().find(|bed| bed.name == name)
    }

    /// The bed with `count` grains: equal tiles in a rectangle as near to a square as can be, each with its lowest grains.
    pub fn scene(&self, state: State, count: usize) -> Result<Scene, SceneError> {
        let mut scene = Scene::parse(self.scene, format!("{}.toml", self.name))?;
        scene.insertions.clear();
        scene.simulation.start_overlap = 0.1;
        let tile = self.tile();
        let tiles = count.div_ceil(tile.len()).max(1);
        let rows = (1..=tiles.isqrt()).rev().find(|rows| tiles.is_multiple_of(*rows)).unwrap_or(1);
        let columns = tiles / rows;
        let stretch = state.run_steps();
        let size = enlarge_box(&mut scene, [columns, rows], stretch);
        for k in 0..count {
            // Tile by tile; the first ones have one more where the count does not divide.
            let (share, rest) = (count / tiles, count % tiles);
            let (place, level) = match k < rest * (share + 1) {
                true => (k / (share + 1), k % (share + 1)),
                false => (rest + (k - rest * (share + 1)) / share, (k - rest * (share + 1)) % share),
            };
            let corner = DVec3::new((place % columns) as f64 * size.x, (place / columns) as f64 * size.y, 0.0);
            let mut body = tile[level].clone();
            body.position = (body.position + corner) * stretch;
            scene.bodies.push(body);
        }
        set_flying(&mut scene.bodies, state.speed());
        Ok(scene)
    }

    /// Grains of one tile, the lowest first.
    fn tile(&self) -> Vec<BodySeed> {
        let mut grains: Vec<BodySeed> = records(self.tile).skip(1).filter_map(|row| tile_grain(&row)).collect();
        grains.sort_by(|p, q| p.position.z.total_cmp(&q.position.z));
        grains
    }
}

/// A row of a tile. The tiles are part of the program, and a test reads every row of them.
fn tile_grain(row: &Record) -> Option<BodySeed> {
    let numbers: Vec<f64> = row.cells.iter().map(str::parse).collect::<Result<_, _>>().ok()?;
    let [scale, x, y, z, qw, qx, qy, qz] = numbers[..] else { return None };
    let orientation = DQuat::from_xyzw(qx, qy, qz, qw).normalize();
    Some(BodySeed { scale, orientation, ..BodySeed::at(0, DVec3::new(x, y, z)) })
}

/// Makes the box of a tile hold many, and tells the size of one [m].
fn enlarge_box(scene: &mut Scene, [columns, rows]: [usize; 2], stretch: f64) -> DVec3 {
    let mut size = DVec3::ZERO;
    for wall in &mut scene.walls {
        if let WallGeometry::Box { min, max, .. } = &mut wall.geometry {
            size = *max - *min;
            *max = *min + size * DVec3::new(columns as f64, rows as f64, 1.0) * stretch;
        }
    }
    size
}

/// Gives every grain the same speed, in a direction of its own.
fn set_flying(bodies: &mut [BodySeed], speed: f64) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for body in bodies {
        let (height, turn) = (random.random_range(-1.0..1.0f64), random.random_range(0.0..std::f64::consts::TAU));
        let around = (1.0 - height * height).sqrt();
        body.velocity = speed * DVec3::new(around * turn.cos(), around * turn.sin(), height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_tile_is_a_grain() {
        for bed in &BEDS {
            assert_eq!(bed.tile.lines().next(), Some("scale,x,y,z,qw,qx,qy,qz"), "{}", bed.name);
            let tile = bed.tile();
            assert_eq!((bed.tile.lines().count(), tile.len()), (1001, 1000), "{}", bed.name);
            assert!(tile.iter().all(|grain| grain.orientation.is_normalized() && grain.scale > 0.0), "{}", bed.name);
        }
    }
}
