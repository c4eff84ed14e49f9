//! What stands beside the scene in a picture: title, names of species, or the scale of colours.

use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, DrawingArea, IntoDrawingArea, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle};

use super::PictureError;
use super::colors::{Scale, shape_colors};
use super::text::{font_name, short};
use crate::output::analysis::axis_of;
use crate::scene::{ColorBy, Scene};

/// Colour of letters.
const LETTERS: RGBColor = RGBColor(45, 50, 60);
/// Steps of colour along a scale.
const STEPS: i32 = 256;
/// Marks along a scale, about.
const MARKS: f64 = 5.0;
/// Most names of species that are listed.
const MOST_NAMES: usize = 24;

/// Size of letters for a picture [pixels].
pub(super) fn letter_size(width: u32, height: u32) -> f64 {
    (f64::from(width.min(height)) / 44.0).max(9.0)
}

/// Parts of a picture that are kept free of the scene [pixels]: at the top, and at the right.
pub(super) fn margins(width: u32, height: u32, scene: &Scene, scale: Option<&Scale>) -> [f64; 2] {
    let letters = letter_size(width, height);
    let longest = match scale {
        Some(scale) => scale.label().0.chars().count() / 2 + 5,
        None => scene.shapes.iter().map(|shape| shape.name.chars().count().min(14)).max().unwrap_or(0) + 5,
    };
    [2.4 * letters, (longest as f64 * 0.62 + 1.0) * letters]
}

type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;

/// Writes title and legend on a picture.
pub(super) fn annotate(
    bytes: &mut [u8],
    (width, height): (u32, u32),
    title: &str,
    scene: &Scene,
    scale: Option<&Scale>,
    shapes: &[usize],
) -> Result<(), PictureError> {
    let mut present = vec![false; scene.shapes.len()];
    shapes.iter().for_each(|shape| present[*shape] = true);
    let area = BitMapBackend::with_buffer(bytes, (width, height)).into_drawing_area();
    let letters = letter_size(width, height);
    let legend = Legend { area: &area, letters, left: f64::from(width) - margins(width, height, scene, scale)[1] };
    legend.text(title, 1.2 * letters, 1.4 * letters, 1.15)?;
    match scale {
        Some(scale) => legend.scale(scale, f64::from(height), without_value(scale, scene, &present))?,
        None => legend.species(scene, &present)?,
    }
    area.present().map_err(|error| PictureError::Text(error.to_string()))
}

struct Legend<'a, 'b> {
    area: &'a Area<'b>,
    letters: f64,
    left: f64,
}

impl Legend<'_, '_> {
    /// A text that begins at `x`, with its middle at the height `y` [pixels].
    fn text(&self, text: &str, x: f64, y: f64, factor: f64) -> Result<(), PictureError> {
        let style = (font_name(), self.letters * factor).into_font().color(&LETTERS);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        let drawn = self.area.draw(&Text::new(text.to_owned(), (x as i32, y as i32), style));
        drawn.map_err(|error| PictureError::Text(error.to_string()))
    }

    fn rectangle(&self, [x0, y0, x1, y1]: [f64; 4], style: ShapeStyle) -> Result<(), PictureError> {
        let drawn = self.area.draw(&Rectangle::new([(x0 as i32, y0 as i32), (x1 as i32, y1 as i32)], style));
        drawn.map_err(|error| PictureError::Text(error.to_string()))
    }

    /// A square of its colour and the name of each shape that is there.
    fn species(&self, scene: &Scene, present: &[bool]) -> Result<(), PictureError> {
        let (shown, colors) = ((0..scene.shapes.len()).filter(|shape| present[*shape]), shape_colors(scene));
        for (row, shape) in shown.take(MOST_NAMES).enumerate() {
            let top = (4.0 + 1.9 * row as f64) * self.letters;
            let [red, green, blue] = colors[shape];
            let square = [self.left, top, self.left + self.letters, top + self.letters];
            self.rectangle(square, RGBColor(red, green, blue).filled())?;
            let name: String = scene.shapes[shape].name.chars().take(14).collect();
            self.text(&name, self.left + 1.5 * self.letters, top + 0.5 * self.letters, 1.0)?;
        }
        Ok(())
    }

    /// A bar of all colours with marks, and a note if some grains have no value.
    fn scale(&self, scale: &Scale, height: f64, some_without: bool) -> Result<(), PictureError> {
        let (label, factor) = scale.label();
        let (top, bottom) = (0.2 * height, 0.8 * height);
        self.text(&label, self.left, top - 1.4 * self.letters, 1.0)?;
        let right = self.left + 1.2 * self.letters;
        let at = |share: f64| bottom + (top - bottom) * share;
        for step in 0..STEPS {
            let (from, to) = (f64::from(step) / f64::from(STEPS), f64::from(step + 1) / f64::from(STEPS));
            let value = scale.low + (scale.high - scale.low) * 0.5 * (from + to);
            let [red, green, blue] = scale.color(value);
            self.rectangle([self.left, at(to), right, at(from)], RGBColor(red, green, blue).filled())?;
        }
        self.rectangle([self.left, top, right, bottom], LETTERS.stroke_width(1))?;
        for mark in marks(scale.low * factor, scale.high * factor, scale.by) {
            let y = at(scale.share(mark / factor));
            self.rectangle([right, y, right + 0.35 * self.letters, y], LETTERS.stroke_width(1))?;
            self.text(&short(mark), right + 0.6 * self.letters, y, 0.9)?;
        }
        if some_without {
            self.text("grey: no axis", self.left, bottom + 1.5 * self.letters, 0.9)?;
        }
        Ok(())
    }
}

/// Whether a shape that is there has no value on the scale: a ball has no orientation.
fn without_value(scale: &Scale, scene: &Scene, present: &[bool]) -> bool {
    let mut shapes = scene.shapes.iter().zip(present).filter(|(_, present)| **present);
    scale.by == ColorBy::Orientation && shapes.any(|(named, _)| axis_of(&named.shape).is_none())
}

/// Round values from `low` to `high`; the ends are among them where there is nothing between.
fn marks(low: f64, high: f64, by: ColorBy) -> Vec<f64> {
    let rough = (high - low) / MARKS;
    if rough <= 0.0 || !rough.is_finite() {
        return vec![low];
    }
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= rough).unwrap_or(rough);
    let step = match by {
        ColorBy::Coordination => round.max(1.0),
        // Degrees have round values of their own.
        ColorBy::Orientation => 15.0,
        _ => round,
    };
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|k| k as f64 * step).take_while(|mark| *mark <= high + 1e-9 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_within() {
        assert_eq!(marks(0.0, 1.0, ColorBy::Speed), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(marks(3.0, 3.0, ColorBy::Speed), [3.0]);
        assert_eq!(marks(0.0, 2.0, ColorBy::Coordination), [0.0, 1.0, 2.0]);
        assert_eq!(marks(0.0, 0.0, ColorBy::Coordination), [0.0]);
        let some = marks(8.1, 12.3, ColorBy::Speed);
        assert!(some.iter().all(|mark| (8.1..=12.3).contains(mark)) && some.len() > 2, "{some:?}");
    }
}
