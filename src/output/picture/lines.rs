//! Lines of the world drawn on the sheet, where no grain is before them.

use glam::{DVec3, Vec3};

use super::view::{Lens, View};

/// Share of a line's nearness by which it may lie behind a grain and still be drawn: grains touch walls.
const TOUCH: f32 = 1e-4;

/// Which samples are inked: those of all lines, `thickness` [samples] wide.
pub(super) fn ink(view: &View, nearness: &[f32], lines: &[Vec<DVec3>], thickness: f32) -> Vec<bool> {
    let mut inked = vec![false; nearness.len()];
    for line in lines {
        for pair in line.windows(2) {
            if let Some([a, b]) = in_front(view, pair[0], pair[1]) {
                segment(view, nearness, &mut inked, a, b, thickness);
            }
        }
    }
    inked
}

/// Which samples are covered by lines of certain widths [samples], whatever is before them.
pub(super) fn over_all(view: &View, lines: impl Iterator<Item = ([DVec3; 2], f32)>) -> Vec<bool> {
    let nothing = vec![0.0; view.width * view.height];
    let mut covered = vec![false; nothing.len()];
    for ([a, b], width) in lines {
        if let Some([a, b]) = in_front(view, a, b) {
            segment(view, &nothing, &mut covered, a, b, width.max(1.0));
        }
    }
    covered
}

/// The part of a segment that is before the camera, as places with nearness.
fn in_front(view: &View, a: DVec3, b: DVec3) -> Option<[Vec3; 2]> {
    let (mut a, mut b) = (view.local(a), view.local(b));
    if let Lens::Perspective { near, .. } = view.lens {
        if -a.z < near && -b.z < near {
            return None;
        }
        let cut = |behind: Vec3, before: Vec3| behind.lerp(before, (-near * 1.001 - behind.z) / (before.z - behind.z));
        if -a.z < near {
            a = cut(a, b);
        } else if -b.z < near {
            b = cut(b, a);
        }
    }
    Some([view.project(a)?, view.project(b)?])
}

/// Steps along the longer of the two directions and inks the other across.
fn segment(view: &View, nearness: &[f32], inked: &mut [bool], a: Vec3, b: Vec3, thickness: f32) {
    let flat = (b.x - a.x).abs() >= (b.y - a.y).abs();
    let turned = |p: Vec3| if flat { p } else { Vec3::new(p.y, p.x, p.z) };
    let (mut a, mut b) = (turned(a), turned(b));
    if a.x > b.x {
        std::mem::swap(&mut a, &mut b);
    }
    let slope = (b.y - a.y) / (b.x - a.x).max(1e-6);
    let half = 0.5 * thickness * slope.hypot(1.0);
    let (along, across) = if flat { (view.width, view.height) } else { (view.height, view.width) };
    let first = (a.x - 0.5).ceil().max(0.0) as usize;
    let last = (b.x + 0.5).min(along as f32) as usize;
    for step in first..last {
        let x = step as f32 + 0.5;
        let share = ((x - a.x) / (b.x - a.x).max(1e-6)).clamp(0.0, 1.0);
        let (y, near) = (a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share);
        let low = (y - half).round().max(0.0) as usize;
        let high = (y + half).round().clamp(0.0, across as f32) as usize;
        for other in low..high {
            let index = if flat { other * view.width + step } else { step * view.width + other };
            inked[index] |= near * (1.0 + TOUCH) >= nearness[index];
        }
    }
}
