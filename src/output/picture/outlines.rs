//! The lines by which walls are known: their ends, and where round ones turn away.

use glam::{DVec2, DVec3};

use super::sheets::Sheet;

/// Lines of all sheets as seen from `eye`, each a list of points [m].
pub(super) fn outlines(sheets: &[Sheet], eye: DVec3) -> Vec<Vec<DVec3>> {
    let mut lines = Vec::new();
    for sheet in sheets {
        for mut edge in sheet.edges() {
            edge.extend(edge.first().copied());
            lines.push(edge);
        }
        lines.extend(turns(sheet, eye));
    }
    lines
}

/// The two straight lines along which a round sheet turns away from the eye, if the eye is outside of it.
fn turns(sheet: &Sheet, eye: DVec3) -> Vec<Vec<DVec3>> {
    let Sheet::Round { frame, radius, slope, ends } = sheet else { return Vec::new() };
    let local = frame.orientation.conjugate() * (eye - frame.position);
    let across = DVec2::new(local.x, local.y);
    // The tangent plane at an azimuth goes through the eye: radius + slope z = distance cos(azimuth - that of the eye).
    let cosine = (radius + slope * local.z) / across.length();
    if cosine.is_nan() || cosine.abs() >= 1.0 {
        return Vec::new();
    }
    let middle = across.y.atan2(across.x);
    let line = |azimuth: f64| {
        let point = |z: f64| frame.apply((DVec2::from_angle(azimuth) * (radius + slope * z)).extend(z));
        ends.map(point).to_vec()
    };
    vec![line(middle + cosine.acos()), line(middle - cosine.acos())]
}
