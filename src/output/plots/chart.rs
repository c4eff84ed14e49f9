//! A chart: what is drawn, and its file.

use std::path::Path;

use plotters::prelude::{BitMapBackend, IntoDrawingArea, SVGBackend};

use super::PlotError;
use super::paint::paint;
use crate::output::picture::{Picture, short};

/// Size of a chart [pixels].
const SIZE: (u32, u32) = (1200, 800);
/// Powers of ten below the largest value that a logarithmic axis shows at most.
const DECADES: i32 = 14;
/// The form of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Pixels, for screens.
    #[default]
    Png,
    /// Lines, for papers.
    Svg,
}

impl Format {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// Joined.
    Line,
    /// Each by itself.
    Points,
    /// Pairs of points at both ends of a step, joined, and filled towards the y axis.
    Steps,
    /// Joined to a closed outline, lightly filled.
    Outline,
    /// A bar up to each: from 0, or from the lower end of a logarithmic axis.
    Bars {
        /// Width of the bars, in units of x.
        width: f64,
    },
}

/// Some points with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What they are; empty where the chart has one curve only.
    pub name: String,
    /// x and y.
    pub points: Vec<(f64, f64)>,
    /// How they are drawn.
    pub style: Style,
}

/// What a chart shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Above it.
    pub title: String,
    /// What x is, with its unit.
    pub x: String,
    /// What y is, with its unit.
    pub y: String,
    /// Whether y goes by powers of ten; values that are not above 0 are then left out.
    pub log_y: bool,
    /// Names of the places 0, 1, 2 and so on along x, instead of numbers.
    pub names: Vec<String>,
    /// Whether a unit of x is as long as one of y, as in drawings of shapes.
    pub same_scale: bool,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

impl Chart {
    /// Writes the chart to a file.
    pub fn write(&self, path: &Path, format: Format) -> Result<(), PlotError> {
        let refused = |reason: String| PlotError::Write { path: path.into(), reason };
        match format {
            Format::Png => {
                let mut bytes = vec![255; (SIZE.0 * SIZE.1 * 3) as usize];
                let area = BitMapBackend::with_buffer(&mut bytes, SIZE).into_drawing_area();
                paint(self, &area).map_err(refused)?;
                drop(area);
                Picture::new(SIZE.0, SIZE.1, bytes).write_png(path).map_err(|error| refused(error.to_string()))
            }
            Format::Svg => {
                let area = SVGBackend::new(path, SIZE).into_drawing_area();
                paint(self, &area).map_err(refused)
            }
        }
    }

    /// Lowest and highest x and y of all that is drawn, with some room.
    pub fn ranges(&self) -> [(f64, f64); 2] {
        let points = || self.curves.iter().flat_map(|curve| self.shown(curve));
        let mut x = points().map(|(x, _)| x).fold((f64::INFINITY, f64::NEG_INFINITY), widened);
        let mut y = points().map(|(_, y)| y).fold((f64::INFINITY, f64::NEG_INFINITY), widened);
        for curve in &self.curves {
            match curve.style {
                Style::Bars { width } => x = (x.0 - 0.5 * width, x.1 + 0.5 * width),
                Style::Steps => x = (x.0.min(0.0), x.1 + 0.05 * (x.1 - x.0)),
                Style::Points => x = (x.0.min(0.0), x.1 + 0.02 * (x.1 - x.0)),
                Style::Outline => x = roomy(x),
                Style::Line => {}
            }
        }
        if self.log_y {
            y = (10f64.powf(y.0.log10().floor()), 10f64.powf(y.1.log10().ceil()));
            y.0 = y.0.max(y.1 * 10f64.powi(-DECADES));
        } else if self.same_scale {
            y = roomy(y);
        } else {
            y = (if y.0 >= 0.0 { 0.0 } else { roomy(y).0 }, roomy(y).1);
        }
        [usable(x, 0.0), usable(y, if self.log_y { 0.1 } else { 0.0 })]
    }

    /// What stands below a place of the x axis.
    pub(super) fn place_name(&self, x: f64) -> String {
        if self.names.is_empty() {
            return short(x);
        }
        let whole = (x - x.round()).abs() < 1e-6 && x.round() >= 0.0;
        whole.then(|| self.names.get(x.round() as usize)).flatten().cloned().unwrap_or_default()
    }

    /// The points of a curve that can be shown.
    pub(super) fn shown<'a>(&'a self, curve: &'a Curve) -> impl Iterator<Item = (f64, f64)> + 'a {
        curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite() && (!self.log_y || *y > 0.0))
    }
}

/// A range with a little more at both ends.
fn roomy((low, high): (f64, f64)) -> (f64, f64) {
    let room = 0.05 * (high - low);
    (low - room, high + room)
}

fn widened((low, high): (f64, f64), value: f64) -> (f64, f64) {
    (low.min(value), high.max(value))
}

/// A range with a width; about `usual` where there is nothing to show.
fn usable((low, high): (f64, f64), usual: f64) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() {
        return (usual, usual + 1.0);
    }
    if high > low { (low, high) } else { (low, low + low.abs().max(1.0)) }
}
