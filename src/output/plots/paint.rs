//! From a chart to lines and letters.

use std::error::Error;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{Chart, Curve, Style};
use crate::output::picture::{font_name, short, species_color};

/// Size of letters [pixels].
const LETTERS: u32 = 24;
/// Height of the title [pixels].
const TITLE: u32 = LETTERS * 6 / 5;
/// Width of lines and radius of points [pixels].
const LINE: u32 = 3;
const POINT: u32 = 6;
/// Least room for the names of curves at the right [pixels].
const NAMES: u32 = 180;
/// Colour of letters and axes.
const INK: RGBColor = RGBColor(45, 50, 60);
/// The colours of the curves, as places in the palette of species: dark ones first, which show well as lines.
const COLORS: [usize; 8] = [5, 6, 2, 4, 1, 0, 7, 3];

/// Why a chart was not drawn, in words.
pub(super) type Failed = String;

type Context<'a, B, Y> = ChartContext<'a, B, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>;

/// Draws a chart on an area of any kind.
pub(super) fn paint<B: DrawingBackend>(chart: &Chart, area: &DrawingArea<B, Shift>) -> Result<(), Failed> {
    area.fill(&WHITE).map_err(failed)?;
    // Names stand beside the axes: no curve runs below them.
    let names = if chart.curves.len() > 1 { room_for_names(chart, area)? } else { 0 };
    let (left, right) = area.split_horizontally(area.dim_in_pixel().0 - names);
    let [x, y] = if chart.same_scale { same_scale(chart.ranges(), left.dim_in_pixel()) } else { chart.ranges() };
    if chart.log_y { on_axes(chart, &left, x, (y.0..y.1).log_scale()) } else { on_axes(chart, &left, x, y.0..y.1) }?;
    if names > 0 {
        name_curves(chart, &right)?;
    }
    area.present().map_err(failed)
}

/// The ranges, one of them widened so that a unit of x is as many pixels as one of y.
fn same_scale([x, y]: [(f64, f64); 2], (width, height): (u32, u32)) -> [(f64, f64); 2] {
    // What is left by margins, labels and title, as below.
    let (wide, high) = (f64::from(width - LETTERS * 7), f64::from(height - LETTERS * 9 / 2) - 1.2 * f64::from(TITLE));
    let unit = ((x.1 - x.0) / wide).max((y.1 - y.0) / high);
    let grown = |(low, high): (f64, f64), pixels: f64| {
        let (middle, half) = (0.5 * (low + high), 0.5 * unit * pixels);
        (middle - half, middle + half)
    };
    [grown(x, wide), grown(y, high)]
}

/// The colour of a curve, by its place in the chart.
fn color(index: usize) -> RGBColor {
    let [red, green, blue] = species_color(COLORS[index % COLORS.len()]);
    RGBColor(red, green, blue)
}

fn font(factor: f64) -> TextStyle<'static> {
    (font_name(), f64::from(LETTERS) * factor).into_font().color(&INK)
}

fn on_axes<B: DrawingBackend, Y: AsRangedCoord<Value = f64>>(
    chart: &Chart,
    area: &DrawingArea<B, Shift>,
    x: (f64, f64),
    y: Y,
) -> Result<(), Failed>
where
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut context = ChartBuilder::on(area)
        .caption(&chart.title, font(f64::from(TITLE) / f64::from(LETTERS)))
        .margin(LETTERS)
        .x_label_area_size(LETTERS * 5 / 2)
        .y_label_area_size(LETTERS * 5)
        .build_cartesian_2d(x.0..x.1, y)
        .map_err(failed)?;
    let labels = if chart.names.is_empty() { 11 } else { chart.names.len() + 1 };
    context
        .configure_mesh()
        .x_desc(&chart.x)
        .y_desc(&chart.y)
        .axis_desc_style(font(1.0))
        .label_style(font(0.85))
        .axis_style(INK)
        .bold_line_style(INK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .x_labels(labels)
        .x_label_formatter(&|value| chart.place_name(*value))
        .y_label_formatter(&|value| short(*value))
        .draw()
        .map_err(failed)?;
    for (index, curve) in chart.curves.iter().enumerate() {
        draw_curve(&mut context, curve, chart.shown(curve).collect(), (color(index), chart.ranges()[1].0))?;
    }
    Ok(())
}

fn draw_curve<B: DrawingBackend, Y: Ranged<ValueType = f64>>(
    context: &mut Context<B, Y>,
    curve: &Curve,
    points: Vec<(f64, f64)>,
    (color, lowest): (RGBColor, f64),
) -> Result<(), Failed> {
    // Piece by piece: the corners of one broad line are drawn out to spikes where it turns back.
    let line = |points: Vec<(f64, f64)>| {
        let pieces: Vec<_> = points.windows(2).map(<[_]>::to_vec).collect();
        pieces.into_iter().map(move |piece| PathElement::new(piece, color.stroke_width(LINE)))
    };
    let bar = |corners: [(f64, f64); 2], share: f64| Rectangle::new(corners, color.mix(share).filled());
    let drawn = match curve.style {
        Style::Line => context.draw_series(line(points)),
        Style::Points => context.draw_series(points.into_iter().map(|point| Circle::new(point, POINT, color.filled()))),
        Style::Steps => {
            let bars = points.chunks_exact(2).map(|ends| bar([(0.0, ends[0].1), ends[1]], 0.25));
            context.draw_series(bars).map_err(failed)?;
            context.draw_series(line(points))
        }
        Style::Outline => {
            let inside = Polygon::new(points.clone(), color.mix(0.25));
            context.draw_series(std::iter::once(inside)).map_err(failed)?;
            let closed = points.iter().chain(points.first()).copied().collect();
            context.draw_series(line(closed))
        }
        Style::Bars { width } => {
            let half = 0.45 * width;
            let floor = lowest.max(0.0);
            context.draw_series(points.into_iter().map(|(x, y)| bar([(x - half, floor), (x + half, y)], 0.85)))
        }
    };
    drawn.map(drop).map_err(failed)
}

/// A piece of line and the name of each curve, one below the other.
/// What the longest name of a curve takes beside the axes, with its mark [pixels]; at most a third of the chart.
fn room_for_names<B: DrawingBackend>(chart: &Chart, area: &DrawingArea<B, Shift>) -> Result<u32, Failed> {
    let mut widest = 0;
    for curve in &chart.curves {
        widest = widest.max(area.estimate_text_size(&curve.name, &font(0.85)).map_err(failed)?.0);
    }
    Ok((widest + LETTERS * 2).max(NAMES).min(area.dim_in_pixel().0 / 3))
}

fn name_curves<B: DrawingBackend>(chart: &Chart, area: &DrawingArea<B, Shift>) -> Result<(), Failed> {
    for (row, curve) in (0..).zip(&chart.curves) {
        let y = (LETTERS * 4) as i32 + row * (LETTERS * 3 / 2) as i32;
        let mark = PathElement::new([(0, y), (LETTERS as i32, y)], color(row as usize).stroke_width(LINE));
        area.draw(&mark).map_err(failed)?;
        let style = font(0.85).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(curve.name.clone(), (LETTERS as i32 * 3 / 2, y), style)).map_err(failed)?;
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn failed<E: Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> Failed {
    error.to_string()
}
