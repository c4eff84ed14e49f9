//! The Minkowski difference at separation, touch and overlap.

use glam::DVec2;
use packstone::studies::planar::{Difference, PlanarBody, PlanarPose, PlanarShape, PlanarShapeError, contact};

use crate::marks;
use crate::page::{Mark, Page, Plot, Rect, Style, colour};
use crate::scenes::{overlap_text, polygon};

const ROW: f64 = 262.0;
const TOP: f64 = 64.0;

/// A fixed quadrilateral and a triangle at three heights below it.
pub fn draw() -> Result<(String, String), PlanarShapeError> {
    let a_shape = polygon(&[(-1.4, 0.0), (1.3, 0.35), (1.1, 1.7), (-0.9, 1.9)])?;
    let b_shape = polygon(&[(-0.85, -1.25), (0.95, -0.95), (0.1, 0.0)])?;
    let a = PlanarBody { shape: &a_shape, pose: PlanarPose::IDENTITY };
    // The triangle's top corner is under the quadrilateral's lower edge, which runs through (0.1, 0.194...).
    let lower_edge = 0.35 * (0.1 + 1.4) / 2.7;
    let heights = [("separation", -0.45), ("touch", 0.0), ("overlap", 0.42)];
    let placed = heights.map(|(name, rise)| (name, PlanarPose::at(DVec2::new(0.0, lower_edge + rise))));
    let mut page = Page::default();
    page.text(DVec2::new(24.0, 40.0), "title", "The Minkowski difference tells the state of a contact");
    let views = views(&a, &b_shape, &placed.map(|(_, pose)| pose));
    for (k, (name, pose)) in placed.into_iter().enumerate() {
        let b = PlanarBody { shape: &b_shape, pose };
        row(&mut page, TOP + (ROW + 12.0) * k as f64, name, [&a, &b], views);
    }
    let below = TOP + 3.0 * (ROW + 12.0);
    legend(&mut page, below + 14.0);
    let caption = [
        "B moves straight up under the fixed A. The difference keeps its shape and moves the opposite way. The origin outside it,",
        "on its boundary, inside it: separation, touch, overlap. The shortest way from the origin to the boundary is the gap or the",
        "overlap; it is c₁ − c₂, and moving B by it brings the two into touch.",
    ];
    page.lines(DVec2::new(24.0, below + 50.0), "caption", 20.0, &caption);
    Ok(("planar-difference.svg".to_owned(), page.finish(1000.0, below + 110.0)))
}

/// One view for the bodies and one for the differences, at the same scale in all rows.
fn views(a: &PlanarBody, b_shape: &PlanarShape, poses: &[PlanarPose]) -> [Plot; 2] {
    let placed: Vec<PlanarBody> = poses.iter().map(|pose| PlanarBody { shape: b_shape, pose: *pose }).collect();
    let mut seen = a.outline(0);
    seen.extend(placed.iter().flat_map(|b| b.outline(0)));
    let mut differences = vec![DVec2::NEG_Y * 0.45];
    differences.extend(placed.iter().flat_map(|b| Difference::new(a, b, 0).outline().to_vec()));
    let panel = Rect::new(0.0, 0.0, 360.0, ROW);
    [Plot::fit(&seen, panel, 14.0), Plot::fit(&differences, panel, 14.0)]
}

fn row(page: &mut Page, top: f64, name: &str, [a, b]: [&PlanarBody; 2], [left, right]: [Plot; 2]) {
    let corners = [DVec2::new(24.0, top), DVec2::new(396.0, top)];
    let (left, right) = (left.moved(corners[0]), right.moved(corners[1]));
    for corner in corners {
        page.panel(Rect { corner, size: DVec2::new(360.0, ROW) });
    }
    let found = contact(a, b);
    marks::bodies(page, &left, a, b, &found);
    marks::contact(page, &left, &found);
    let difference = Difference::new(a, b, 0);
    marks::difference(page, &right, &difference, 0.45);
    page.label(right.at(a.centroid() - b.centroid()), "mark", "A ⊖ B");
    marks::shortest_way(page, &right, &found);
    page.label(right.at(DVec2::ZERO) + DVec2::new(15.0, -10.0), "mark", "o");
    page.text(DVec2::new(776.0, top + 60.0), "head", name);
    let size = a.shape.bounding_radius().min(b.shape.bounding_radius());
    let lines = [
        overlap_text(&found, size),
        format!("n = ({:.3}, {:.3})", found.normal.x, found.normal.y),
        format!("type {}", found.kind.name()),
        format!("GJK {} updates, EPA {} looks", found.gjk_iterations, found.epa_iterations),
    ];
    page.lines(DVec2::new(776.0, top + 88.0), "value", 24.0, &lines);
}

fn legend(page: &mut Page, y: f64) {
    let entries = [
        (Mark::Patch(Style::filled(colour::A, 0.5)), "A"),
        (Mark::Patch(Style::filled(colour::B, 0.5)), "B"),
        (Mark::Patch(Style::filled(colour::DIFFERENCE, 0.28)), "A ⊖ B"),
        (Mark::Cross, "origin o"),
        (Mark::Arrow(colour::CONTACT), "shortest way to the boundary"),
        (Mark::Dot(colour::CONTACT), "contact points"),
        (Mark::Arrow(colour::INK), "normal n"),
    ];
    page.legend(DVec2::new(24.0, y + 6.0), &entries);
}
