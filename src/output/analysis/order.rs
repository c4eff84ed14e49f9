//! Alignment of grains: the nematic tensor.

use glam::{DMat3, DVec3};
use serde::Serialize;

use super::species::Species;
use crate::engine::Snapshot;
use crate::geometry::symmetric_eigen;
use crate::scene::Scene;

/// How the grains of a species are aligned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// The species' name.
    pub species: String,
    /// Grains that move.
    pub grains: usize,
    /// The nematic tensor, the mean of 3/2 u u - 1/2 over the axes u, row by row.
    pub tensor: [[f64; 3]; 3],
    /// Its eigenvalues, largest first.
    pub eigenvalues: [f64; 3],
    /// The largest one: 1 for axes that are all parallel, 0 for axes of all directions.
    pub order: f64,
    /// Its direction.
    pub director: [f64; 3],
    /// Mean of 3/2 cos^2 - 1/2 of the angle between axes and gravity: 1 upright, -1/2 lying; none without gravity.
    pub along_gravity: Option<f64>,
}

/// The order of every species that has an axis and grains.
pub(super) fn of_species(scene: &Scene, grains: &Snapshot) -> Vec<Order> {
    let all = scene.shapes.iter().enumerate();
    all.filter_map(|(index, named)| {
        let axis = Species::new(named)?.axis?;
        let mine = (0..grains.len()).filter(|grain| grains.shapes[*grain] == index && !grains.fixed[*grain]);
        let axes: Vec<DVec3> = mine.map(|grain| grains.orientations[grain] * axis).collect();
        let found = (!axes.is_empty()).then(|| of_axes(&axes, scene.simulation.gravity))?;
        Some(Order { species: named.name.clone(), ..found })
    })
    .collect()
}

fn of_axes(axes: &[DVec3], gravity: DVec3) -> Order {
    let mut sum = DMat3::ZERO;
    for u in axes {
        sum += DMat3::from_cols(*u * u.x, *u * u.y, *u * u.z);
    }
    let tensor = sum * (1.5 / axes.len() as f64) - DMat3::from_diagonal(DVec3::splat(0.5));
    let (values, turn) = symmetric_eigen(tensor);
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| values[*j].total_cmp(&values[*i]));
    let eigenvalues = order.map(|k| values[k]);
    let up = gravity.try_normalize();
    Order {
        species: String::new(),
        grains: axes.len(),
        tensor: tensor.to_cols_array_2d(),
        eigenvalues,
        order: eigenvalues[0],
        director: (turn * DVec3::AXES[order[0]]).to_array(),
        along_gravity: up.map(|up| up.dot(tensor * up)),
    }
}
