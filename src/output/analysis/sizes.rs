//! Sizes and shapes of grains.

use serde::Serialize;

use super::packing::diameter;
use super::species::Species;
use crate::engine::Snapshot;
use crate::geometry::SurfaceMesh;
use crate::scene::{NamedShape, Scene};

/// Points around the mesh by which surfaces are measured.
const SEGMENTS: usize = 128;

/// Sizes of all grains that move. The size of a grain is the diameter of the ball of its volume.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeStatistics {
    /// Their mass together [kg].
    pub mass: f64,
    /// Sizes below which 10, 50 and 90 % of the mass are [m]; none without grains.
    pub by_mass: Option<[f64; 3]>,
    /// Every species with grains.
    pub species: Vec<SpeciesSizes>,
}

/// The grains of a species.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeciesSizes {
    /// Its name.
    pub species: String,
    /// Its family of shapes.
    pub family: &'static str,
    /// Grains that move.
    pub grains: usize,
    /// Their mass together [kg].
    pub mass: f64,
    /// Their volume together [m3].
    pub volume: f64,
    /// Least, mean and largest size [m].
    pub size: [f64; 3],
    /// Longest over shortest side of the box about the shape.
    pub aspect_ratio: f64,
    /// Surface of the ball of the same volume over the own surface: 1 for a ball.
    pub sphericity: f64,
}

impl SizeStatistics {
    /// Of the grains of a scene.
    pub(super) fn of(scene: &Scene, grains: &Snapshot) -> Self {
        let mut all: Vec<(f64, f64)> = Vec::new();
        let mut species = Vec::new();
        for (index, named) in scene.shapes.iter().enumerate() {
            let Some(kind) = Species::new(named) else { continue };
            let mine = (0..grains.len()).filter(|grain| grains.shapes[*grain] == index && !grains.fixed[*grain]);
            let volumes: Vec<f64> = mine.map(|grain| kind.volume * grains.scales[grain].powi(3)).collect();
            let density = scene.materials[named.material].density;
            all.extend(volumes.iter().map(|volume| (diameter(*volume), volume * density)));
            species.extend(of_species(named, &volumes, density));
        }
        all.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mass = all.iter().map(|(_, mass)| mass).sum();
        let by_mass = (!all.is_empty()).then(|| [0.1, 0.5, 0.9].map(|share| quantile(&all, share * mass)));
        Self { mass, by_mass, species }
    }
}

/// The size up to which grains, in the order of their sizes, have this mass [kg].
fn quantile(all: &[(f64, f64)], mass: f64) -> f64 {
    let mut sum = 0.0;
    let reached = all.iter().find(|(_, own)| {
        sum += own;
        sum >= mass
    });
    reached.or(all.last()).map_or(0.0, |(size, _)| *size)
}

fn of_species(named: &NamedShape, volumes: &[f64], density: f64) -> Option<SpeciesSizes> {
    let sizes = || volumes.iter().map(|volume| diameter(*volume));
    let volume: f64 = volumes.iter().sum();
    let sides = named.shape.oriented_box()?.half_extents;
    let mesh = named.shape.surface_mesh(SEGMENTS)?;
    (!volumes.is_empty()).then(|| SpeciesSizes {
        species: named.name.clone(),
        family: named.shape.family(),
        grains: volumes.len(),
        mass: volume * density,
        volume,
        size: [
            sizes().fold(f64::INFINITY, f64::min),
            sizes().sum::<f64>() / volumes.len() as f64,
            sizes().fold(0.0, f64::max),
        ],
        aspect_ratio: sides.max_element() / sides.min_element(),
        // Of volume and surface of the same mesh: no body has a smaller surface than the ball of its volume.
        sphericity: std::f64::consts::PI * diameter(mesh.volume()).powi(2) / area(&mesh),
    })
}

fn area(mesh: &SurfaceMesh) -> f64 {
    let corner = |k: u32| mesh.vertices[k as usize];
    mesh.triangles.iter().map(|&[a, b, c]| 0.5 * (corner(b) - corner(a)).cross(corner(c) - corner(a)).length()).sum()
}
