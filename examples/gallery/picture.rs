//! A picture as SVG: an orthographic camera, flat shading, and the few marks that a contact needs.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::{DVec2, DVec3};
use packstone::geometry::{Pose, Shape};

/// Shades between the darkest and the lightest tone of a body.
const SHADES: f64 = 64.0;
/// Points around a curved shape.
const SEGMENTS: usize = 48;

/// A colour, each part from 0 to 255.
pub type Colour = [f64; 3];

/// Looks at a point of the scene from a direction.
#[derive(Clone, Copy)]
pub struct Camera {
    right: DVec3,
    up: DVec3,
    /// Unit vector from the scene to the eye.
    eye: DVec3,
    /// The point of the scene in the middle of the view [m].
    target: DVec3,
    /// Where that middle is on the page.
    middle: DVec2,
    /// Page units per metre.
    scale: f64,
}

impl Camera {
    /// Seen from `azimuth` around z and `elevation` above the horizon [degrees].
    pub fn new(azimuth: f64, elevation: f64, target: DVec3, middle: DVec2, scale: f64) -> Self {
        let (sin_a, cos_a) = azimuth.to_radians().sin_cos();
        let (sin_e, cos_e) = elevation.to_radians().sin_cos();
        let eye = DVec3::new(cos_e * cos_a, cos_e * sin_a, sin_e);
        let right = DVec3::new(-sin_a, cos_a, 0.0);
        Self { right, up: eye.cross(right), eye, target, middle, scale }
    }

    /// Where a point of the scene appears on the page.
    pub fn project(&self, p: DVec3) -> DVec2 {
        let p = p - self.target;
        self.middle + DVec2::new(p.dot(self.right), -p.dot(self.up)) * self.scale
    }

    /// Brightness of a surface with this outward normal: a lamp above the left shoulder, some light from the sky, and
    /// a highlight.
    fn brightness(&self, normal: DVec3) -> f64 {
        let lamp = (self.eye * 0.62 + self.up * 0.62 - self.right * 0.48).normalize();
        let between = (lamp + self.eye).normalize();
        let sky = 0.5 + 0.5 * normal.dot(self.up);
        let highlight = normal.dot(between).max(0.0).powi(24);
        0.26 + 0.26 * sky + 0.44 * normal.dot(lamp).max(0.0) + 0.18 * highlight
    }
}

/// The page under construction.
#[derive(Default)]
pub struct Picture {
    body: String,
}

impl Picture {
    /// The true surface of a shape, shaded. It is convex: the triangles that face the eye cover all others.
    pub fn shape(&mut self, camera: &Camera, shape: &Shape, pose: Pose, colour: Colour, opacity: f64) {
        let Some(mesh) = shape.surface_mesh(SEGMENTS) else { return };
        let points: Vec<DVec3> = mesh.vertices.iter().map(|p| pose.apply(*p)).collect();
        let mut shades: BTreeMap<i64, String> = BTreeMap::new();
        for triangle in &mesh.triangles {
            let [p, q, r] = triangle.map(|k| points[k as usize]);
            let Some(normal) = (q - p).cross(r - p).try_normalize() else { continue };
            if normal.dot(camera.eye) > 0.0 {
                let shade = (camera.brightness(normal) * SHADES) as i64;
                push_triangle(shades.entry(shade).or_default(), [p, q, r].map(|p| camera.project(p)));
            }
        }
        let _ = writeln!(self.body, r#"<g opacity="{opacity}" stroke-width="6" transform="scale(.1)">"#);
        for (shade, path) in shades {
            let fill = hex(lit(colour, shade as f64 / SHADES));
            let _ = writeln!(self.body, r#"<path d="{path}" fill="{fill}" stroke="{fill}"/>"#);
        }
        self.body.push_str("</g>\n");
        self.edges(camera, shape, pose, colour);
    }

    /// The edges of a polyhedron that the eye can see.
    fn edges(&mut self, camera: &Camera, shape: &Shape, pose: Pose, colour: Colour) {
        let Shape::Polyhedron(solid) = shape else { return };
        let faces_eye = |face: u32| (pose.orientation * solid.faces()[face as usize].normal).dot(camera.eye) > 0.0;
        let mut path = String::new();
        for edge in solid.edges().iter().filter(|edge| edge.faces.iter().any(|face| faces_eye(*face))) {
            let [p, q] = edge.vertices.map(|v| camera.project(pose.apply(solid.vertices()[v as usize])));
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", p.x, p.y, q.x, q.y);
        }
        let (stroke, width) = (hex(lit(colour, 0.3)), if solid.edges().len() > 100 { 0.3 } else { 0.9 });
        let _ = writeln!(
            self.body,
            r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>"#
        );
    }

    /// A soft shadow on the ground.
    pub fn shadow(&mut self, middle: DVec2, width: f64) {
        let (x, y, height) = (middle.x, middle.y, 0.16 * width);
        let _ = writeln!(
            self.body,
            r#"<ellipse cx="{x:.1}" cy="{y:.1}" rx="{width:.1}" ry="{height:.1}" fill="url(#shadow)"/>"#
        );
    }

    /// A dot with a white rim.
    pub fn dot(&mut self, p: DVec2, colour: Colour) {
        let (x, y, fill) = (p.x, p.y, hex(colour));
        let _ = writeln!(
            self.body,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="4.2" fill="{fill}" stroke="#fff" stroke-width="1.4"/>"##
        );
    }

    /// A thin line.
    pub fn line(&mut self, p: DVec2, q: DVec2, colour: Colour) {
        let (stroke, d) = (hex(colour), format!("M{:.1} {:.1}L{:.1} {:.1}", p.x, p.y, q.x, q.y));
        let _ = writeln!(self.body, r#"<path d="{d}" stroke="{stroke}" stroke-width="1"/>"#);
    }

    /// An arrow with its head at `tip`.
    pub fn arrow(&mut self, tail: DVec2, tip: DVec2, colour: Colour) {
        let along = (tip - tail).normalize();
        let (base, side) = (tip - along * 13.0, along.perp() * 5.5);
        let (left, right, end) = (base + side, base - side, base + along);
        let fill = hex(colour);
        let shaft = format!("M{:.1} {:.1}L{:.1} {:.1}", tail.x, tail.y, end.x, end.y);
        let head = format!("M{:.1} {:.1}L{:.1} {:.1} {:.1} {:.1}z", tip.x, tip.y, left.x, left.y, right.x, right.y);
        for (width, colour) in [(6.0, "#ffffff"), (3.0, fill.as_str())] {
            let _ = writeln!(
                self.body,
                r#"<path d="{shaft}" stroke="{colour}" stroke-width="{width}"/><path d="{head}" fill="{colour}" stroke="{colour}" stroke-width="{:.1}"/>"#,
                width - 3.0
            );
        }
    }

    /// A line of text; `class` is one of the styles below.
    pub fn text(&mut self, p: DVec2, class: &str, text: &str) {
        let _ = writeln!(self.body, r#"<text x="{:.1}" y="{:.1}" class="{class}">{text}</text>"#, p.x, p.y);
    }

    /// A panel to draw a contact in.
    pub fn panel(&mut self, corner: DVec2, size: DVec2) {
        let (x, y, w, h) = (corner.x, corner.y, size.x, size.y);
        let _ = writeln!(
            self.body,
            r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="14" fill="#fff" stroke="#ded8cd"/>"##
        );
    }

    /// The finished file.
    pub fn finish(self, width: u32, height: u32) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">
<style>.name{{font-size:15px;fill:#3a3a3a;text-anchor:middle}}.kind{{font-size:18px;font-weight:600;fill:#2b2b2b}}.value{{font-size:14px;fill:#4a4a4a}}.mark{{font-size:15px;font-style:italic;font-weight:600;fill:#2b2b2b}}</style>
<defs><radialGradient id="shadow"><stop offset="0" stop-color="#5b5346" stop-opacity=".42"/><stop offset="1" stop-color="#5b5346" stop-opacity="0"/></radialGradient></defs>
<rect width="{width}" height="{height}" rx="18" fill="#f7f4ee"/>
{}</svg>
"##,
            self.body
        )
    }
}

/// A triangle in tenths of a page unit: whole numbers are short.
fn push_triangle(path: &mut String, corners: [DVec2; 3]) {
    let [p, q, r] = corners.map(|c| (c * 10.0).round());
    let (u, v) = (q - p, r - q);
    let _ = write!(path, "M{} {}l{} {} {} {}z", p.x, p.y, u.x, u.y, v.x, v.y);
}

/// `colour` under light of this brightness: darker below four fifths, whiter above.
fn lit(colour: Colour, brightness: f64) -> Colour {
    let dark = (brightness / 0.8).min(1.0);
    let white = ((brightness - 0.8) / 0.6).clamp(0.0, 0.6);
    colour.map(|part| part * dark * (1.0 - white) + 255.0 * white)
}

fn hex(colour: Colour) -> String {
    let [r, g, b] = colour.map(|part| part.round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}
