//! The contact types of polygons, and contacts of discs and ellipses.

use glam::DVec2;
use packstone::studies::planar::{Disc, PlanarBody, PlanarPose, PlanarShape, PlanarShapeError, contact};

use crate::marks::{self, ROUND};
use crate::page::{Mark, Page, Plot, Rect, Style, colour};
use crate::scenes::{ellipse, overlap_text, polygon};

const PANEL: DVec2 = DVec2::new(370.0, 320.0);

/// Two shapes, where the second one is, and what the panel says of them.
struct Scene {
    name: &'static str,
    shapes: [PlanarShape; 2],
    pose: PlanarPose,
}

fn scenes() -> Result<[Scene; 6], PlanarShapeError> {
    let quad = || polygon(&[(-1.4, -0.8), (1.3, -0.6), (1.2, 0.7), (-1.1, 0.7)]);
    let block = || polygon(&[(-0.9, 0.0), (0.7, 0.0), (0.9, 1.1), (-0.6, 1.2)]);
    let wedge = || polygon(&[(0.0, 0.0), (1.0, 1.0), (-0.3, 1.5)]);
    let at = |x: f64, y: f64, angle: f64| PlanarPose::new(DVec2::new(x, y), angle);
    Ok([
        Scene { name: "vertex to vertex", shapes: [quad()?, wedge()?], pose: at(1.45, 1.1, -0.7) },
        Scene { name: "vertex on edge", shapes: [quad()?, wedge()?], pose: at(0.2, 0.4, 0.1) },
        Scene { name: "edge on edge", shapes: [quad()?, block()?], pose: at(0.95, 0.45, 0.0) },
        Scene {
            name: "disc on polygon",
            shapes: [quad()?, PlanarShape::Disc(Disc::new(0.75)?)],
            pose: at(1.55, 1.0, 0.0),
        },
        Scene { name: "ellipse on polygon", shapes: [quad()?, ellipse(1.2, 0.55)?], pose: at(0.5, 1.1, 0.6) },
        Scene {
            name: "ellipse on ellipse",
            shapes: [ellipse(1.5, 0.8)?, ellipse(1.1, 0.5)?],
            pose: at(0.95, 0.85, 2.5),
        },
    ])
}

pub fn draw() -> Result<(String, String), PlanarShapeError> {
    let mut page = Page::default();
    page.text(DVec2::new(24.0, 40.0), "title", "Contact types of polygons, and contacts with curved boundaries");
    for (k, scene) in scenes()?.iter().enumerate() {
        let corner = DVec2::new(24.0 + (PANEL.x + 12.0) * (k % 3) as f64, 62.0 + (PANEL.y + 12.0) * (k / 3) as f64);
        panel(&mut page, corner, scene);
    }
    let below = 62.0 + 2.0 * (PANEL.y + 12.0);
    let entries = [
        (Mark::Patch(Style::filled(colour::A, 0.5)), "A"),
        (Mark::Patch(Style::filled(colour::B, 0.5)), "B"),
        (Mark::Line(Style::line(colour::CONTACT, 2.6)), "overlap or gap c₁ − c₂"),
        (Mark::Dot(colour::CONTACT), "contact points c₁ on A, c₂ on B"),
        (Mark::Arrow(colour::INK), "normal n, from A to B"),
    ];
    page.legend(DVec2::new(24.0, below + 16.0), &entries);
    let caption = [
        "Two vertices face each other only when the bodies are apart or just touch; an overlap of polygons is across an edge. Of two",
        "parallel edges the contact points are the middle of the length that both share. Curved boundaries meet where they have a",
        "common normal; a disc is searched as its centre, an ellipse without its least radius of curvature, and the radius is added.",
    ];
    page.lines(DVec2::new(24.0, below + 54.0), "caption", 20.0, &caption);
    Ok(("planar-kinds.svg".to_owned(), page.finish(1182.0, below + 116.0)))
}

fn panel(page: &mut Page, corner: DVec2, scene: &Scene) {
    page.panel(Rect { corner, size: PANEL });
    let a = PlanarBody { shape: &scene.shapes[0], pose: PlanarPose::IDENTITY };
    let b = PlanarBody { shape: &scene.shapes[1], pose: scene.pose };
    let mut seen = a.outline(ROUND);
    seen.extend(b.outline(ROUND));
    let area = Rect { corner: corner + DVec2::Y * 50.0, size: PANEL - DVec2::Y * 50.0 };
    let plot = Plot::fit(&seen, area, 16.0);
    let found = contact(&a, &b);
    marks::bodies(page, &plot, &a, &b, &found);
    marks::contact(page, &plot, &found);
    page.text(corner + DVec2::new(14.0, 24.0), "head", &format!("{} ({})", scene.name, found.kind.name()));
    let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
    let steps = format!("GJK {}, EPA {}", found.gjk_iterations, found.epa_iterations);
    let n = format!("n = ({:.3}, {:.3})", found.normal.x, found.normal.y);
    page.text(corner + DVec2::new(14.0, 46.0), "value", &format!("{}, {n}; {steps}", overlap_text(&found, size)));
}
