//! `[[lattice]]`: grains in rows, columns and layers.

use glam::{DQuat, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::bodies::Grains;
use super::read::{Entry, Fields, Key, key};
use super::{BodySeed, Orientation, SceneError};

/// Keys of `[[lattice]]`.
pub(super) const LATTICE: &[Key] = &[
    key("shape", "the name of a shape"),
    key("scale", "a factor above 0 by which the shape is larger, as in 1.5"),
    key("counts", "three whole numbers [nx, ny, nz] from 1 up, as in [10, 10, 20]"),
    key("spacing", "a length above 0, or three of them [dx, dy, dz] [m]"),
    key("origin", "the position of the first grain [x, y, z] [m]"),
    key("jitter", "the largest random shift of a coordinate, from 0 up [m]"),
    key("orientation", "\"random\", a quaternion [w, x, y, z] or a turn { axis = [0, 0, 1], angle = 0.5 } [rad]"),
    key("velocity", "three numbers [x, y, z] [m/s]"),
    key("angular_velocity", "three numbers [x, y, z] in the world's frame [rad/s]"),
    key("fixed", "true for grains that do not move, or false"),
];

/// Most grains of one lattice: beyond, the list alone would fill the memory of a workstation.
const MOST_GRAINS: u64 = 50_000_000;
/// Odd number that spreads the indices of lattices over all seeds (the golden ratio of 64-bit numbers).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Grains<'_> {
    /// Adds the grains of the `index`-th `[[lattice]]`. Its random numbers depend on nothing but `seed` and `index`.
    pub fn read_lattice(
        &self,
        fields: &Fields,
        seed: u64,
        index: u64,
        bodies: &mut Vec<BodySeed>,
    ) -> Result<(), SceneError> {
        let pattern = self.read_common(fields)?;
        let [nx, ny, nz] = read_counts(&fields.need("counts")?)?;
        let spacing = read_spacing(&fields.need("spacing")?)?;
        let origin = fields.need("origin")?.vector()?;
        let jitter = fields.or("jitter", 0.0, |entry| entry.not_negative())?;
        let orientation = fields.or("orientation", Orientation::Fixed(DQuat::IDENTITY), Orientation::read)?;
        let far = origin + spacing * DVec3::new(nx as f64, ny as f64, nz as f64) + jitter;
        if !far.is_finite() {
            return Err(fields.refuse("reaches further than numbers do; give smaller spacing, origin or jitter [m]"));
        }
        let mut rng = Pcg64::seed_from_u64(seed ^ SPREAD.wrapping_mul(index + 1));
        let shift = |rng: &mut Pcg64| if jitter > 0.0 { jitter * (2.0 * rng.random::<f64>() - 1.0) } else { 0.0 };
        for place in
            (0..nx * ny * nz).map(|k| DVec3::new((k % nx) as f64, (k / nx % ny) as f64, (k / (nx * ny)) as f64))
        {
            let jolt = DVec3::new(shift(&mut rng), shift(&mut rng), shift(&mut rng));
            let position = origin + spacing * place + jolt;
            bodies.push(BodySeed { position, orientation: orientation.sample(&mut rng), ..pattern.clone() });
        }
        Ok(())
    }
}

fn read_counts(entry: &Entry) -> Result<[u64; 3], SceneError> {
    let elements = entry.list()?;
    let [x, y, z] = elements.as_slice() else {
        return Err(entry.refuse(format!("has {} elements; give three whole numbers", elements.len())));
    };
    let counts = [x.whole(1, MOST_GRAINS)?, y.whole(1, MOST_GRAINS)?, z.whole(1, MOST_GRAINS)?];
    // Each is at most 5e7, so that the product of two fits; the third may make it overflow.
    if (counts[0] * counts[1]).saturating_mul(counts[2]) > MOST_GRAINS {
        return Err(entry.refuse(format!("are more than {MOST_GRAINS} grains; give smaller counts")));
    }
    Ok(counts)
}

fn read_spacing(entry: &Entry) -> Result<DVec3, SceneError> {
    if entry.is_list() { entry.positive_vector() } else { entry.positive().map(DVec3::splat) }
}
