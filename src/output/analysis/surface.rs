//! The free surface of a bed: a plane or a cone through the highest grains of columns, or none where neither fits.
//!
//! Both are fitted by iteratively reweighted least squares with Tukey's biweight, so that grains that bounce above the bed and
//! grains that lie alone on the floor have no say. The axis of a cone is found with it, not assumed.

use std::collections::BTreeMap;

use glam::DVec3;
use serde::Serialize;

use super::bed::Bed;
use super::packing::diameter;

/// Width of the columns whose highest grains make the surface, in mean diameters of grains.
const COLUMN: f64 = 2.0;
/// Columns that a surface needs to be told from chance.
const FEW: usize = 8;
/// Neighbouring columns belong to one surface where it is no steeper than this from one to the next (66 degrees).
const STEEPEST: f64 = 2.25;
/// Planes are looked at over this share of the bed's width, around its middle: walls hold grains up. Beds that are fewer
/// columns wide than `NARROW` are looked at over all of it.
const INNER: f64 = 0.7;
const NARROW: f64 = 6.0;
/// The flank of a heap, as shares of its height: its foot is strewn with single grains, its tip is round.
const FLANK: [f64; 2] = [0.15, 0.85];
/// A surface fits when the typical distance of the columns from it is below so many diameters, ...
const ROUGH: f64 = 0.7;
/// ... and this share of the columns has a say in it.
const HEARD: f64 = 0.6;
/// A cone must fit better than a plane by this factor: it has more freedom.
const BETTER: f64 = 0.7;
/// Rounds of reweighting.
const ROUNDS: u32 = 40;
/// Tukey's constant, in standard deviations: 95 % efficient for normal errors.
const TUKEY: f64 = 4.685;
/// From the median of absolute values to the standard deviation of normal errors.
const NORMAL: f64 = 1.4826;

/// What the free surface is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SurfaceKind {
    /// Flat, level or inclined.
    Plane,
    /// A heap: it falls from its axis on all sides.
    Cone,
    /// A funnel: it rises from its axis on all sides.
    Crater,
}

impl SurfaceKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Cone => "cone",
            Self::Crater => "crater",
        }
    }
}

/// The free surface of a bed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FreeSurface {
    /// A plane or a cone.
    pub kind: SurfaceKind,
    /// Angle with the horizontal [rad].
    pub slope: f64,
    /// Typical distance of its grains from it [m].
    pub roughness: f64,
}

impl FreeSurface {
    /// The surface of the grains `held` of a bed; none where too few grains lie, or neither plane nor cone fits.
    pub(super) fn of(bed: &Bed, held: &[usize]) -> Option<Self> {
        let volume = held.iter().map(|grain| bed.volume(*grain)).sum::<f64>() / held.len().max(1) as f64;
        let grain = diameter(volume);
        let places: Vec<DVec3> = held.iter().map(|grain| bed.local(bed.grains.centers[*grain])).collect();
        let columns = connected(&highest(&places, COLUMN * grain), COLUMN * grain);
        let limit = ROUGH * grain;
        let plane = Fit::new(&inner(&columns, COLUMN * grain), Model::Plane, limit);
        let cone = Fit::new(&flank(&columns, grain), Model::Cone, limit).filter(|fit| fit.axis_is_inside(&columns));
        match (plane, cone) {
            (Some(plane), Some(cone)) => {
                let better = cone.distance(&columns) < BETTER * plane.distance(&columns);
                Some(if better { cone } else { plane }.surface())
            }
            (plane, cone) => plane.or(cone).map(|fit| fit.surface()),
        }
    }
}

/// The highest place in each column of a grid.
fn highest(places: &[DVec3], width: f64) -> BTreeMap<(i64, i64), DVec3> {
    let mut found = BTreeMap::<(i64, i64), DVec3>::new();
    for place in places {
        let key = ((place.x / width).floor() as i64, (place.y / width).floor() as i64);
        let best = found.entry(key).or_insert(*place);
        if place.z > best.z {
            *best = *place;
        }
    }
    found
}

/// The columns of the largest surface without cliffs: what lies beneath an outlet is another one.
fn connected(columns: &BTreeMap<(i64, i64), DVec3>, width: f64) -> Vec<DVec3> {
    let mut left: BTreeMap<(i64, i64), DVec3> = columns.clone();
    let mut largest = Vec::new();
    while let Some((key, place)) = left.pop_first() {
        let (mut found, mut waiting) = (vec![place], vec![(key, place)]);
        while let Some(((x, y), from)) = waiting.pop() {
            for near in (0..9).map(|k| (x + k % 3 - 1, y + k / 3 - 1)) {
                let joins = |to: &&DVec3| {
                    (to.z - from.z).abs() <= STEEPEST * (to.truncate() - from.truncate()).length().max(width)
                };
                if let Some(to) = left.get(&near).filter(joins).copied() {
                    left.remove(&near);
                    found.push(to);
                    waiting.push((near, to));
                }
            }
        }
        if found.len() > largest.len() {
            largest = found;
        }
    }
    largest
}

fn ends(points: &[DVec3]) -> (DVec3, DVec3) {
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    (low, points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max))
}

/// Points around the middle of a bed of columns of some width [m].
fn inner(points: &[DVec3], column: f64) -> Vec<DVec3> {
    let (low, high) = ends(points);
    let width = |size: f64| 0.5 * if size < NARROW * column { 1.001 * size } else { INNER * size };
    let (middle, half) = (0.5 * (low + high), DVec3::from_array((high - low).to_array().map(width)));
    points.iter().copied().filter(|p| (*p - middle).abs().truncate().cmple(half.truncate()).all()).collect()
}

/// Points of the flank of a heap or crater of grains of this diameter [m]; all of what is no higher than a few of them.
fn flank(points: &[DVec3], grain: f64) -> Vec<DVec3> {
    let (low, high) = ends(points);
    let height = high.z - low.z;
    let [from, to] = if height > 4.0 * grain { FLANK } else { [0.0, 1.0] };
    points.iter().copied().filter(|p| (from * height..=to * height).contains(&(p.z - low.z))).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Model {
    /// z = p0 + p1 x + p2 y.
    Plane,
    /// z = p0 + p1 times the distance from the axis at (p2, p3).
    Cone,
}

/// A surface fitted to points; coordinates are from `origin`.
#[derive(Clone, Copy, Debug)]
struct Fit {
    model: Model,
    origin: DVec3,
    parameters: [f64; 4],
    /// Standard deviation of the points, by their median [m].
    spread: f64,
}

impl Fit {
    /// The surface nearest to points; none where they are few, are further from it than `limit` [m], or many have no say.
    fn new(points: &[DVec3], model: Model, limit: f64) -> Option<Self> {
        if points.len() < FEW {
            return None;
        }
        let origin = points.iter().sum::<DVec3>() / points.len() as f64;
        let mut fit = Self { model, origin, parameters: [0.0; 4], spread: f64::INFINITY };
        for _ in 0..ROUNDS {
            fit.improve(points)?;
        }
        fit.spread = NORMAL * fit.distance(points);
        let heard = points.iter().filter(|point| fit.residual(**point).abs() <= 2.5 * limit).count();
        (fit.spread <= limit && heard as f64 >= HEARD * points.len() as f64).then_some(fit)
    }

    /// Height above the surface [m], and how it changes with the parameters (with the sign turned).
    fn linear(&self, point: DVec3) -> (f64, [f64; 4]) {
        let (d, p) = (point - self.origin, self.parameters);
        match self.model {
            Model::Plane => (d.z - p[0] - p[1] * d.x - p[2] * d.y, [1.0, d.x, d.y, 0.0]),
            Model::Cone => {
                let (x, y) = (d.x - p[2], d.y - p[3]);
                let r = x.hypot(y).max(1e-300);
                (d.z - p[0] - p[1] * r, [1.0, r, -p[1] * x / r, -p[1] * y / r])
            }
        }
    }

    fn residual(&self, point: DVec3) -> f64 {
        self.linear(point).0
    }

    /// The median distance of points from the surface along the vertical [m].
    fn distance(&self, points: &[DVec3]) -> f64 {
        let mut all: Vec<f64> = points.iter().map(|point| self.residual(*point).abs()).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    }

    /// A step of Gauss and Newton with the weights of the moment; none where the points tell nothing.
    fn improve(&mut self, points: &[DVec3]) -> Option<()> {
        let scale = TUKEY * NORMAL * self.distance(points);
        let (mut matrix, mut right) = ([[0.0; 4]; 4], [0.0; 4]);
        for point in points {
            let (residual, slopes) = self.linear(*point);
            let share = if self.spread.is_infinite() || scale <= 0.0 { 0.0 } else { (residual / scale).abs().min(1.0) };
            let weight = (1.0 - share * share).powi(2);
            for i in 0..4 {
                right[i] += weight * slopes[i] * residual;
                (0..4).for_each(|j| matrix[i][j] += weight * slopes[i] * slopes[j]);
            }
        }
        // Where points say nothing of a parameter (a bed one column wide, the axis of a level surface), it stays.
        let trace = matrix[1][1] + matrix[2][2] + matrix[3][3];
        let still = [matrix[0][0], trace, trace, trace].map(|size| 1e-9 * size.max(1e-300));
        (0..4).for_each(|k| matrix[k][k] += still[k]);
        let step = solved(matrix, right)?;
        (0..4).for_each(|k| self.parameters[k] += step[k]);
        // The first round has no weights.
        self.spread = 0.0;
        self.parameters.iter().all(|p| p.is_finite()).then_some(())
    }

    /// Whether the axis of a cone is where the surface is, not far off it, where a cone is as good as a plane.
    fn axis_is_inside(&self, columns: &[DVec3]) -> bool {
        let (low, high) = ends(columns);
        let axis = self.origin.truncate() + glam::DVec2::new(self.parameters[2], self.parameters[3]);
        axis.cmpge(low.truncate()).all() && axis.cmple(high.truncate()).all()
    }

    fn surface(self) -> FreeSurface {
        let p = self.parameters;
        let (kind, slope) = match self.model {
            Model::Plane => (SurfaceKind::Plane, p[1].hypot(p[2])),
            Model::Cone if p[1] > 0.0 => (SurfaceKind::Crater, p[1]),
            Model::Cone => (SurfaceKind::Cone, -p[1]),
        };
        FreeSurface { kind, slope: slope.atan(), roughness: self.spread }
    }
}

/// The solution of four linear equations, by Gauss's elimination with pivots; none for a singular matrix.
fn solved(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    for k in 0..4 {
        let pivot = (k..4).max_by(|i, j| matrix[*i][k].abs().total_cmp(&matrix[*j][k].abs()))?;
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        if matrix[k][k] == 0.0 {
            return None;
        }
        for row in (0..4).filter(|row| *row != k) {
            let factor = matrix[row][k] / matrix[k][k];
            let above = matrix[k];
            (0..4).for_each(|column| matrix[row][column] -= factor * above[column]);
            right[row] -= factor * right[k];
        }
    }
    Some([0, 1, 2, 3].map(|k| right[k] / matrix[k][k]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns over a square of side 40, a unit apart, at the heights that `height` gives.
    fn columns(height: impl Fn(f64, f64) -> f64) -> Vec<DVec3> {
        let at = |k: i32| f64::from(k) - 20.0;
        (0..1600).map(|k| DVec3::new(at(k % 40), at(k / 40), height(at(k % 40), at(k / 40)))).collect()
    }

    fn angle(fit: Option<Fit>) -> f64 {
        fit.expect("a surface").surface().slope.to_degrees()
    }

    #[test]
    fn planes_and_cones_are_found_with_their_axes() {
        let plane = Fit::new(&columns(|x, y| 0.3 * x - 0.2 * y + 5.0), Model::Plane, 0.1);
        assert!((angle(plane) - 0.13f64.sqrt().atan().to_degrees()).abs() < 1e-6);
        let cone = Fit::new(&columns(|x, y| 9.0 - 0.4 * (x - 3.0).hypot(y + 2.0)), Model::Cone, 0.1);
        assert!((angle(cone) - 0.4f64.atan().to_degrees()).abs() < 1e-6);
        let fit = cone.expect("a cone");
        let axis = fit.origin.truncate() + glam::DVec2::new(fit.parameters[2], fit.parameters[3]);
        assert!((axis - glam::DVec2::new(3.0, -2.0)).length() < 1e-6, "{axis}");
        assert!(Fit::new(&columns(|x, y| 9.0 - 0.4 * x.hypot(y)), Model::Plane, 0.5).is_none());
        // One column wide.
        let line: Vec<DVec3> = (0..30).map(|k| DVec3::new(f64::from(k), 0.0, 0.3 * f64::from(k))).collect();
        assert!((angle(Fit::new(&line, Model::Plane, 0.1)) - 0.3f64.atan().to_degrees()).abs() < 1e-3);
    }

    #[test]
    fn grains_in_the_air_have_no_say() {
        let flat = |x: f64, y: f64| if (7.0 * x + 3.0 * y) % 10.0 == 0.0 { 15.0 + x } else { 0.1 * x };
        assert!((angle(Fit::new(&columns(flat), Model::Plane, 0.5)) - 0.1f64.atan().to_degrees()).abs() < 0.05);
    }

    #[test]
    fn a_floor_beneath_an_outlet_is_another_surface() {
        let mut grid = BTreeMap::new();
        for p in columns(|x, y| if x.hypot(y) < 12.0 { 50.0 } else { 0.0 }) {
            grid.insert((p.x as i64, p.y as i64), p);
        }
        let found = connected(&grid, 1.0);
        let (low, high) = ends(&found);
        assert!(low.z == high.z, "{low} {high}");
    }
}
