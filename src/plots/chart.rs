//! A chart: what is drawn, and its file.

use std::error::Error;
use std::path::Path;

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

use super::PlotError;
use crate::picture::{Picture, font_name, species_color};

/// Size of a chart [pixels].
const SIZE: (u32, u32) = (1200, 800);
/// Size of letters [pixels].
const LETTERS: u32 = 24;
/// Colour of letters and axes.
const INK: RGBColor = RGBColor(45, 50, 60);
/// Powers of ten below the largest value that a logarithmic axis shows at most.
const DECADES: i32 = 14;
/// The colours of the curves, as places in the palette of species: dark ones first, which show well as lines.
const COLORS: [usize; 8] = [5, 6, 2, 4, 1, 0, 7, 3];

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
    /// Joined, and filled towards the y axis.
    Outline,
    /// A bar from 0 up to each.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Above it.
    pub title: String,
    /// What x is, with its unit.
    pub x: String,
    /// What y is, with its unit.
    pub y: String,
    /// Whether y goes by powers of ten; values that are not above 0 are then left out.
    pub log_y: bool,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

type Failed = Box<dyn Error + Send + Sync>;

impl Chart {
    /// Writes the chart to a file.
    pub fn write(&self, path: &Path, format: Format) -> Result<(), PlotError> {
        let refused = |reason: String| PlotError::Write { path: path.into(), reason };
        match format {
            Format::Png => {
                let mut bytes = vec![255; (SIZE.0 * SIZE.1 * 3) as usize];
                let area = BitMapBackend::with_buffer(&mut bytes, SIZE).into_drawing_area();
                self.draw(&area).map_err(|error| refused(error.to_string()))?;
                drop(area);
                Picture::new(SIZE.0, SIZE.1, bytes).write_png(path).map_err(|error| refused(error.to_string()))
            }
            Format::Svg => {
                let area = SVGBackend::new(path, SIZE).into_drawing_area();
                self.draw(&area).map_err(|error| refused(error.to_string()))
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
                Style::Outline => x = (x.0.min(0.0), x.1 + 0.05 * (x.1 - x.0)),
                Style::Points => x = (x.0.min(0.0), x.1 + 0.02 * (x.1 - x.0)),
                Style::Line => {}
            }
        }
        if self.log_y {
            y = (10f64.powf(y.0.log10().floor()), 10f64.powf(y.1.log10().ceil()));
            y.0 = y.0.max(y.1 * 10f64.powi(-DECADES));
        } else {
            let room = 0.05 * (y.1 - y.0);
            y = (if y.0 >= 0.0 { 0.0 } else { y.0 - room }, y.1 + room);
        }
        [usable(x, 0.0), usable(y, if self.log_y { 0.1 } else { 0.0 })]
    }

    /// The points of a curve that can be shown.
    fn shown<'a>(&'a self, curve: &'a Curve) -> impl Iterator<Item = (f64, f64)> + 'a {
        curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite() && (!self.log_y || *y > 0.0))
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, plotters::coord::Shift>) -> Result<(), Failed>
    where
        B::ErrorType: 'static,
    {
        area.fill(&WHITE).map_err(failed)?;
        let [x, y] = self.ranges();
        if self.log_y {
            self.draw_on(area, x, (y.0..y.1).log_scale(), y.0)
        } else {
            self.draw_on(area, x, y.0..y.1, 0.0)
        }
    }

    fn draw_on<B, Y>(
        &self,
        area: &DrawingArea<B, plotters::coord::Shift>,
        x: (f64, f64),
        y: Y,
        floor: f64,
    ) -> Result<(), Failed>
    where
        B: DrawingBackend,
        B::ErrorType: 'static,
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let font = |factor: f64| (font_name(), f64::from(LETTERS) * factor).into_font().color(&INK);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, font(1.2))
            .margin(LETTERS)
            .x_label_area_size(LETTERS * 5 / 2)
            .y_label_area_size(LETTERS * 5)
            .build_cartesian_2d(x.0..x.1, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .axis_desc_style(font(1.0))
            .label_style(font(0.85))
            .axis_style(INK)
            .bold_line_style(INK.mix(0.15))
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .draw()
            .map_err(failed)?;
        for (index, curve) in self.curves.iter().enumerate() {
            let [red, green, blue] = species_color(COLORS[index % COLORS.len()]);
            let color = RGBColor(red, green, blue);
            let points: Vec<(f64, f64)> = self.shown(curve).collect();
            let drawn = match curve.style {
                Style::Line => chart.draw_series(std::iter::once(PathElement::new(points, color.stroke_width(3)))),
                Style::Points => {
                    chart.draw_series(points.into_iter().map(|point| Circle::new(point, 6, color.filled()))).map(|a| a)
                }
                Style::Outline => chart
                    .draw_series(
                        points
                            .chunks_exact(2)
                            .map(|ends| Rectangle::new([(0.0, ends[0].1), ends[1]], color.mix(0.25).filled())),
                    )
                    .and(Ok(()))
                    .and_then(|()| {
                        chart.draw_series(std::iter::once(PathElement::new(points.clone(), color.stroke_width(3))))
                    }),
                Style::Bars { width } => chart.draw_series(points.into_iter().map(|(x, y)| {
                    Rectangle::new([(x - 0.45 * width, floor), (x + 0.45 * width, y)], color.mix(0.85).filled())
                })),
            }
            .map_err(failed)?;
            if !curve.name.is_empty() {
                let mark = move |(x, y): (i32, i32)| PathElement::new([(x, y), (x + 30, y)], color.stroke_width(3));
                drawn.label(&curve.name).legend(mark);
            }
        }
        if self.curves.len() > 1 {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .legend_area_size(40)
                .label_font(font(0.85))
                .background_style(WHITE.mix(0.85))
                .border_style(INK.mix(0.3))
                .draw()
                .map_err(failed)?;
        }
        area.present().map_err(failed)
    }
}

fn failed<E: Error + Send + Sync + 'static>(error: DrawingAreaErrorKind<E>) -> Failed {
    error.to_string().into()
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

/// A number with as few digits as it takes.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    if (1e-2..1e5).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}
