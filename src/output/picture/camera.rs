//! Where the camera stands: the whole scene in view, or as the scene file says.

use glam::{DMat3, DVec2, DVec3, Vec2};

use super::PictureError;
use super::extent::Extent;
use super::view::{Lens, NEAREST, View, basis};
use crate::scene::{CameraSettings, Viewpoint};

/// How far the usual camera is turned from the front to the right, and how far it looks down [degrees].
const USUAL_TURN: f64 = 30.0;
const USUAL_TILT: f64 = 22.0;
/// Share of the frame that the scene fills in full view.
const FILLED: f64 = 0.96;

/// The part of a sheet that the scene shall be in [samples].
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Size of the whole sheet.
    pub sheet: [usize; 2],
    /// Left and upper end.
    pub start: DVec2,
    /// Right and lower end.
    pub end: DVec2,
}

/// The camera of `settings` for a scene within the hull of `content` [m]. `gravity` tells what is down [m/s2].
pub(super) fn camera(
    settings: &CameraSettings,
    gravity: DVec3,
    content: &[DVec3],
    frame: &Frame,
) -> Result<View, PictureError> {
    let extent = Extent::of(content.iter().copied());
    let up = settings.up.unwrap_or_else(|| upwards(gravity));
    let middle = settings.target.unwrap_or_else(|| extent.center());
    let back = match settings.viewpoint {
        Viewpoint::Usual => usual_direction(up),
        Viewpoint::Direction(direction) => direction,
        Viewpoint::From(eye) => (eye - middle).try_normalize().ok_or(PictureError::Camera)?,
    };
    let basis = basis(back, not_along(up, back));
    let room = frame.end - frame.start;
    // At zoom 1 the shorter side of the sheet covers the field of view; in tangents per sample.
    let shorter = frame.sheet[0].min(frame.sheet[1]) as f64;
    let slope = 2.0 * (0.5 * settings.field_of_view).tan() / shorter;
    let half = room * 0.5 * slope * FILLED;
    let eye = match settings.viewpoint {
        Viewpoint::From(eye) => eye,
        _ => fitting_eye(content, basis, half, middle, settings.target.is_some()),
    };
    let depth = (eye - middle).length().max(extent.size().length());
    Ok(View {
        eye,
        basis,
        lens: Lens::Perspective { focal: (settings.zoom / slope) as f32, near: NEAREST * depth as f32 },
        center: ((frame.start + frame.end) * 0.5).as_vec2(),
        width: frame.sheet[0],
        height: frame.sheet[1],
    })
}

/// Upwards: against gravity, or along z where there is none.
pub(super) fn upwards(gravity: DVec3) -> DVec3 {
    (-gravity).try_normalize().unwrap_or(DVec3::Z)
}

/// From the scene to the usual camera: slightly from above, between front and side.
fn usual_direction(up: DVec3) -> DVec3 {
    // The front is where y is least; where y is upwards, where z is greatest.
    let front = if up.y.abs() < 0.9 { DVec3::NEG_Y } else { DVec3::Z };
    let front = front.reject_from_normalized(up).normalize();
    let side = up.cross(front);
    let (turn, tilt) = (USUAL_TURN.to_radians(), USUAL_TILT.to_radians());
    (front * turn.cos() + side * turn.sin()) * tilt.cos() + up * tilt.sin()
}

/// Upwards, or another direction where the camera looks straight up or down.
fn not_along(up: DVec3, back: DVec3) -> DVec3 {
    if up.cross(back).length() > 1e-6 {
        return up;
    }
    if back.y.abs() < 0.9 { DVec3::Y } else { DVec3::Z }
}

/// The nearest eye from which all of `content` is within the tangents `half` to both sides, and up and down. One that is
/// `centered` stays on the axis through `middle`.
fn fitting_eye(content: &[DVec3], basis: DMat3, half: DVec2, middle: DVec3, centered: bool) -> DVec3 {
    let points: Vec<DVec3> = content.iter().map(|point| basis * (*point - middle)).collect();
    // A point (x, z) is in view from (ex, ez) if |x - ex| <= half (ez - z): two straight bounds for each side.
    let bounds = |coordinate: fn(&DVec3) -> f64, half: f64| {
        let reach =
            |sign: f64| points.iter().map(|p| sign * coordinate(p) + half * p.z).fold(f64::NEG_INFINITY, f64::max);
        let (right, left) = (reach(1.0), reach(-1.0));
        if centered { (0.0, right.max(left) / half) } else { (0.5 * (right - left), 0.5 * (right + left) / half) }
    };
    let (across, first) = bounds(|p| p.x, half.x);
    let (upward, second) = bounds(|p| p.y, half.y);
    middle + basis.transpose() * DVec3::new(across, upward, first.max(second))
}

/// The view of a light that shines along `-towards` on a ball [m].
pub(super) fn light(towards: DVec3, center: DVec3, radius: f64, side: usize) -> View {
    let basis = basis(towards, not_along(DVec3::Z, towards));
    View {
        eye: center + basis.row(2) * (2.0 * radius),
        basis,
        lens: Lens::Parallel { scale: (0.5 * side as f64 / radius) as f32, far: (4.0 * radius) as f32 },
        center: Vec2::splat(0.5 * side as f32),
        width: side,
        height: side,
    }
}
