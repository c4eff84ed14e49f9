//! A page as SVG: panels, outlines, lines, arrows, dots, text.

use std::fmt::Write;

use glam::DVec2;

/// Colours of the pages.
pub mod colour {
    /// The first cylinder.
    pub const FIRST: &str = "#c98a3c";
    /// The second cylinder.
    pub const SECOND: &str = "#4f7fa3";
    /// The axisymmetric framework.
    pub const AXIAL: &str = "#b5382a";
    /// The Minkowski overlap.
    pub const MINKOWSKI: &str = "#2e6b3a";
    /// Lines that stand between bodies.
    pub const INK: &str = "#28282c";
    /// Grids.
    pub const PALE: &str = "#d9d3c7";
}

/// How a line or an outline is drawn.
#[derive(Clone, Copy)]
pub struct Style {
    /// Of the line, and of the inside.
    pub colour: &'static str,
    /// Width of the line, in page units.
    pub width: f64,
    /// Opacity of the inside.
    pub fill: f64,
    /// A broken line.
    pub dashed: bool,
}

impl Style {
    /// A plain line.
    pub fn line(colour: &'static str, width: f64) -> Self {
        Self { colour, width, fill: 0.0, dashed: false }
    }

    /// A broken line.
    pub fn dashed(colour: &'static str, width: f64) -> Self {
        Self { dashed: true, ..Self::line(colour, width) }
    }

    /// A thin line around a tinted inside.
    pub fn filled(colour: &'static str, fill: f64) -> Self {
        Self { fill, ..Self::line(colour, 1.2) }
    }
}

/// A rectangle of the page.
#[derive(Clone, Copy)]
pub struct Rect {
    /// Upper left corner.
    pub corner: DVec2,
    /// Width and height.
    pub size: DVec2,
}

impl Rect {
    /// From corner and size.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { corner: DVec2::new(x, y), size: DVec2::new(width, height) }
    }

    /// The rectangle without a rim; `top` is for a heading.
    pub fn inset(&self, rim: f64, top: f64) -> Self {
        let corner = self.corner + DVec2::new(rim, rim + top);
        Self { corner, size: self.size - DVec2::new(2.0 * rim, 2.0 * rim + top) }
    }
}

/// The page under construction.
#[derive(Default)]
pub struct Page {
    body: String,
    clips: u32,
}

impl Page {
    /// A white panel with a heading.
    pub fn panel(&mut self, rect: Rect, heading: &str) {
        let (p, size) = (rect.corner, rect.size);
        let _ = writeln!(
            self.body,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="8" fill="#fff" stroke="#ded8cd"/>"##,
            p.x, p.y, size.x, size.y
        );
        self.text(p + DVec2::new(12.0, 22.0), "head", heading);
    }

    /// A closed outline.
    pub fn outline(&mut self, points: &[DVec2], style: Style) {
        self.path(points, style, "z");
    }

    /// An open line through points.
    pub fn line(&mut self, points: &[DVec2], style: Style) {
        self.path(points, style, "");
    }

    fn path(&mut self, points: &[DVec2], style: Style, end: &str) {
        let mut d = String::new();
        for (k, p) in points.iter().enumerate() {
            let _ = write!(d, "{}{:.1} {:.1}", if k == 0 { "M" } else { "L" }, p.x, p.y);
        }
        let Style { colour, width, fill, dashed } = style;
        let inside = if fill > 0.0 { format!(r#"{colour}" fill-opacity="{fill}"#) } else { "none".to_owned() };
        let dash = if dashed { r#" stroke-dasharray="5 4""# } else { "" };
        let _ = writeln!(
            self.body,
            r#"<path d="{d}{end}" fill="{inside}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"{dash}/>"#
        );
    }

    /// An arrow.
    pub fn arrow(&mut self, tail: DVec2, tip: DVec2, colour: &'static str, width: f64) {
        let along = (tip - tail).normalize_or_zero();
        let head = (0.6 * tail.distance(tip)).min(4.0 * width + 2.0);
        let (base, side) = (tip - along * head, along.perp() * (0.42 * head));
        self.line(&[tail, base], Style::line(colour, width));
        self.outline(&[tip, base + side, base - side], Style { fill: 1.0, ..Style::line(colour, 0.5) });
    }

    /// A dot with a white rim.
    pub fn dot(&mut self, p: DVec2, colour: &str) {
        let _ = writeln!(
            self.body,
            r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="{colour}" stroke="#fff" stroke-width="1.2"/>"##,
            p.x, p.y
        );
    }

    /// A line of text; `class` is one of the styles of [`Page::finish`].
    pub fn text(&mut self, p: DVec2, class: &str, text: &str) {
        let _ = writeln!(self.body, r#"<text x="{:.1}" y="{:.1}" class="{class}">{text}</text>"#, p.x, p.y);
    }

    /// A letter in a drawing, with a white rim that keeps it legible over lines.
    pub fn label(&mut self, p: DVec2, text: &str) {
        let p = p + DVec2::Y * 5.0;
        self.text(p, "mark rim", text);
        self.text(p, "mark", text);
    }

    /// What `draw` draws, cut off at the edges of `rect`.
    pub fn clipped(&mut self, rect: Rect, draw: impl FnOnce(&mut Self)) {
        self.clips += 1;
        let (id, p, size) = (self.clips, rect.corner, rect.size);
        let _ = writeln!(
            self.body,
            r#"<clipPath id="clip{id}"><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/></clipPath><g clip-path="url(#clip{id})">"#,
            p.x, p.y, size.x, size.y
        );
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// The finished file.
    pub fn finish(self, width: f64, height: f64) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">
<style>text{{fill:#28282c}}.head{{font-size:15px;font-weight:600}}.value{{font-size:13px}}.small{{font-size:12px;fill:#4a4a4a}}.end{{font-size:12px;fill:#4a4a4a;text-anchor:end}}.middle{{font-size:12px;fill:#4a4a4a;text-anchor:middle}}.mark{{font-size:14px;font-style:italic;font-weight:600;text-anchor:middle}}.rim{{stroke:#fff;stroke-width:4px;stroke-linejoin:round;stroke-opacity:.85}}</style>
<rect width="{width}" height="{height}" rx="14" fill="#f7f4ee"/>
{}</svg>
"##,
            self.body
        )
    }
}
