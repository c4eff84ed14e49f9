//! A page as SVG with the few marks that plane figures need: outlines, lines, arrows, dots, labels, panels, a legend.

use std::fmt::Write;

use glam::DVec2;

/// Colours of the pages.
pub mod colour {
    /// Body A.
    pub const A: &str = "#d6a060";
    /// Body B.
    pub const B: &str = "#688eaa";
    /// The Minkowski difference.
    pub const DIFFERENCE: &str = "#8aa068";
    /// The contact: overlap, normal, points.
    pub const CONTACT: &str = "#b5382a";
    /// Search: simplices and the growing polygon.
    pub const SEARCH: &str = "#7446b8";
    /// Support points.
    pub const SUPPORT: &str = "#e08a1e";
    /// The origin, and text.
    pub const INK: &str = "#28282c";
    /// Axes.
    pub const PALE: &str = "#cfc8ba";
}

/// A rectangle of the page.
#[derive(Clone, Copy)]
pub struct Rect {
    pub corner: DVec2,
    pub size: DVec2,
}

impl Rect {
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { corner: DVec2::new(x, y), size: DVec2::new(width, height) }
    }
}

/// Where a piece of the plane appears on the page.
#[derive(Clone, Copy)]
pub struct Plot {
    rect: Rect,
    /// The point of the plane in the middle of the rectangle [m].
    middle: DVec2,
    /// Page units per metre.
    scale: f64,
}

impl Plot {
    /// Shows all `points`, with a margin in page units.
    pub fn fit(points: &[DVec2], rect: Rect, margin: f64) -> Self {
        let low = points.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec2::max).unwrap_or_default();
        let free = rect.size - DVec2::splat(2.0 * margin);
        Self { rect, middle: (low + high) * 0.5, scale: (free / (high - low)).min_element() }
    }

    /// The same view in another rectangle of the same size.
    pub fn moved(self, corner: DVec2) -> Self {
        Self { rect: Rect { corner, ..self.rect }, ..self }
    }

    /// Where a point of the plane appears.
    pub fn at(&self, p: DVec2) -> DVec2 {
        self.rect.corner + self.rect.size * 0.5 + flipped((p - self.middle) * self.scale)
    }
}

/// A direction of the plane on the page, where y points down.
pub fn flipped(v: DVec2) -> DVec2 {
    DVec2::new(v.x, -v.y)
}

/// How an outline is drawn.
#[derive(Clone, Copy)]
pub struct Style {
    pub colour: &'static str,
    /// Opacity of the inside.
    pub fill: f64,
    pub width: f64,
    pub dashed: bool,
}

impl Style {
    pub fn filled(colour: &'static str, fill: f64) -> Self {
        Self { colour, fill, width: 1.8, dashed: false }
    }

    pub fn line(colour: &'static str, width: f64) -> Self {
        Self { colour, fill: 0.0, width, dashed: false }
    }

    pub fn dashed(colour: &'static str, width: f64) -> Self {
        Self { dashed: true, ..Self::line(colour, width) }
    }
}

/// What stands for a line of the legend.
#[derive(Clone, Copy)]
pub enum Mark {
    Patch(Style),
    Line(Style),
    Dot(&'static str),
    Cross,
    Arrow(&'static str),
}

/// The page under construction.
#[derive(Default)]
pub struct Page {
    body: String,
    /// Clip paths so far.
    clips: u32,
}

impl Page {
    /// A white panel.
    pub fn panel(&mut self, rect: Rect) {
        let (corner, size) = (rect.corner, rect.size);
        let _ = writeln!(
            self.body,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="10" fill="#fff" stroke="#ded8cd"/>"##,
            corner.x, corner.y, size.x, size.y
        );
    }

    /// A closed outline through points of the page.
    pub fn outline(&mut self, points: impl IntoIterator<Item = DVec2>, style: Style) {
        self.path(points, style, "z");
    }

    /// A straight line.
    pub fn line(&mut self, p: DVec2, q: DVec2, style: Style) {
        self.path([p, q], style, "");
    }

    fn path(&mut self, points: impl IntoIterator<Item = DVec2>, style: Style, end: &str) {
        let mut d = String::new();
        for (k, p) in points.into_iter().enumerate() {
            let _ = write!(d, "{}{:.1} {:.1}", if k == 0 { "M" } else { "L" }, p.x, p.y);
        }
        let Style { colour, fill, width, dashed } = style;
        let inside = if fill > 0.0 { format!(r#"{colour}" fill-opacity="{fill}"#) } else { "none".to_owned() };
        let dash = if dashed { r#" stroke-dasharray="6 4""# } else { "" };
        let _ = writeln!(
            self.body,
            r#"<path d="{d}{end}" fill="{inside}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"{dash}/>"#
        );
    }

    /// An arrow; its head shrinks with a short shaft.
    pub fn arrow(&mut self, tail: DVec2, tip: DVec2, colour: &'static str) {
        let length = tail.distance(tip);
        let along = (tip - tail).normalize_or_zero();
        let head = (0.6 * length).min(11.0);
        let (base, side) = (tip - along * head, along.perp() * (0.42 * head));
        self.line(tail, base, Style::line(colour, 2.4));
        let solid = Style { colour, fill: 1.0, width: 0.5, dashed: false };
        self.outline([tip, base + side, base - side], solid);
    }

    /// A dot with a white rim.
    pub fn dot(&mut self, p: DVec2, colour: &str) {
        let _ = writeln!(
            self.body,
            r##"<circle cx="{:.1}" cy="{:.1}" r="4.4" fill="{colour}" stroke="#fff" stroke-width="1.2"/>"##,
            p.x, p.y
        );
    }

    /// The origin: a ring with a cross.
    pub fn cross(&mut self, p: DVec2) {
        let (x, y, ink) = (p.x, p.y, colour::INK);
        let _ = writeln!(
            self.body,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="#fff" stroke="{ink}" stroke-width="1.4"/><path d="M{:.1} {y:.1}h10M{x:.1} {:.1}v10" stroke="{ink}" stroke-width="1.4"/>"##,
            x - 5.0,
            y - 5.0
        );
    }

    /// A line of text; `class` is one of the styles of [`Page::finish`].
    pub fn text(&mut self, p: DVec2, class: &str, text: &str) {
        let _ = writeln!(self.body, r#"<text x="{:.1}" y="{:.1}" class="{class}">{text}</text>"#, p.x, p.y);
    }

    /// A letter or number in a drawing, its middle at `p`, with a white rim that keeps it legible over lines.
    pub fn label(&mut self, p: DVec2, class: &str, text: &str) {
        let p = p + DVec2::Y * 5.0;
        self.text(p, &format!("{class} rim"), text);
        self.text(p, class, text);
    }

    /// What `draw` draws, cut off at the edges of `rect`.
    pub fn clipped(&mut self, rect: Rect, draw: impl FnOnce(&mut Self)) {
        self.clips += 1;
        let (id, corner, size) = (self.clips, rect.corner, rect.size);
        let _ = writeln!(
            self.body,
            r#"<clipPath id="clip{id}"><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/></clipPath><g clip-path="url(#clip{id})">"#,
            corner.x, corner.y, size.x, size.y
        );
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// Lines of text under each other.
    pub fn lines(&mut self, p: DVec2, class: &str, spacing: f64, lines: &[impl AsRef<str>]) {
        for (k, line) in lines.iter().enumerate() {
            self.text(p + DVec2::Y * (spacing * k as f64), class, line.as_ref());
        }
    }

    /// Marks with their meaning, in a row from `p` on.
    pub fn legend(&mut self, mut p: DVec2, entries: &[(Mark, &str)]) {
        for (mark, text) in entries {
            let (left, right) = (p, p + DVec2::X * 24.0);
            match *mark {
                Mark::Patch(style) => {
                    let corner = |x: f64, y: f64| p + DVec2::new(x, y);
                    self.outline([corner(2.0, -7.0), corner(24.0, -7.0), corner(24.0, 7.0), corner(2.0, 7.0)], style);
                }
                Mark::Line(style) => self.line(left, right, style),
                Mark::Dot(colour) => self.dot(p + DVec2::X * 16.0, colour),
                Mark::Cross => self.cross(p + DVec2::X * 16.0),
                Mark::Arrow(colour) => self.arrow(left, right, colour),
            }
            self.text(right + DVec2::new(8.0, 5.0), "legend", text);
            p.x += 32.0 + 7.4 * text.chars().count() as f64 + 22.0;
        }
    }

    /// The finished file.
    pub fn finish(self, width: f64, height: f64) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">
<style>text{{fill:#28282c}}.title{{font-size:21px;font-weight:600}}.head{{font-size:16px;font-weight:600}}.value,.caption,.legend{{font-size:14px}}.caption{{fill:#4a4a4a}}.mark{{font-size:15px;font-style:italic;font-weight:600;text-anchor:middle}}.number{{font-size:13px;font-weight:600;text-anchor:middle}}.rim{{stroke:#fff;stroke-width:3px;stroke-linejoin:round;stroke-opacity:.85}}</style>
<rect width="{width}" height="{height}" rx="16" fill="#f7f4ee"/>
{}</svg>
"##,
            self.body
        )
    }
}
