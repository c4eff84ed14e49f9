//! From points of the world to places on a sheet of samples: for the camera and for the light.

use glam::{DMat3, DVec2, DVec3, Mat3, Vec2, Vec3};

/// Nothing nearer to the camera than this share of the distance to the scene is drawn.
pub(super) const NEAREST: f32 = 1e-3;

/// How rays run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lens {
    /// Through a point. Nearness is one over the depth [1/m], which is linear on the sheet.
    Perspective {
        /// Samples per tangent of the angle to the axis.
        focal: f32,
        /// Nearest depth that is drawn [m].
        near: f32,
    },
    /// Side by side. Nearness is the way left to the far end [m].
    Parallel {
        /// Samples per metre.
        scale: f32,
        /// Depth of the far end [m].
        far: f32,
    },
}

/// A sheet of samples in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Where the rays come together, or the middle of the first plane [m].
    pub eye: DVec3,
    /// Unit vectors to the right, upwards and towards the viewer, as rows.
    pub basis: DMat3,
    /// How rays run.
    pub lens: Lens,
    /// Where the axis meets the sheet [samples].
    pub center: Vec2,
    /// Samples across.
    pub width: usize,
    /// Samples down.
    pub height: usize,
}

/// Right, up and back (towards the viewer) as the rows of a matrix; `up` may lean but not be along `back`.
pub(super) fn basis(back: DVec3, up: DVec3) -> DMat3 {
    let back = back.normalize_or(DVec3::Y);
    let right = up.cross(back).normalize_or(back.any_orthonormal_vector());
    DMat3::from_cols(right, back.cross(right), back).transpose()
}

impl View {
    /// A point of the world, seen from the eye: right, up, towards the viewer [m].
    pub fn local(&self, point: DVec3) -> Vec3 {
        (self.basis * (point - self.eye)).as_vec3()
    }

    /// The turn from the world to right, up and back.
    pub fn turn(&self) -> Mat3 {
        self.basis.as_mat3()
    }

    /// Place on the sheet [samples] and nearness, above 0; none for a point that is not in front.
    pub fn project(&self, local: Vec3) -> Option<Vec3> {
        let depth = -local.z;
        match self.lens {
            Lens::Perspective { focal, near } => (depth >= near).then(|| {
                let nearness = 1.0 / depth;
                let scale = focal * nearness;
                Vec3::new(self.center.x + local.x * scale, self.center.y - local.y * scale, nearness)
            }),
            Lens::Parallel { scale, far } => (depth < far)
                .then(|| Vec3::new(self.center.x + local.x * scale, self.center.y - local.y * scale, far - depth)),
        }
    }

    /// The point seen from the eye that projects to a place with a nearness [m].
    pub fn unproject(&self, place: Vec2, nearness: f32) -> Vec3 {
        let offset = place - self.center;
        match self.lens {
            Lens::Perspective { focal, .. } => {
                let depth = 1.0 / nearness;
                Vec3::new(offset.x * depth / focal, -offset.y * depth / focal, -depth)
            }
            Lens::Parallel { scale, far } => Vec3::new(offset.x / scale, -offset.y / scale, nearness - far),
        }
    }

    /// Samples per metre at a point seen from the eye.
    pub fn magnification(&self, local: Vec3) -> f32 {
        match self.lens {
            Lens::Perspective { focal, near } => focal / (-local.z).max(near),
            Lens::Parallel { scale, .. } => scale,
        }
    }

    /// Nearness of a depth [m].
    pub fn nearness(&self, depth: f32) -> f32 {
        match self.lens {
            Lens::Perspective { near, .. } => 1.0 / depth.max(near),
            Lens::Parallel { far, .. } => (far - depth).max(0.0),
        }
    }

    /// Unit direction in the world of the ray of a perspective view through a place [samples].
    pub fn ray(&self, place: DVec2) -> DVec3 {
        let offset = place - self.center.as_dvec2();
        let local = match self.lens {
            Lens::Perspective { focal, .. } => DVec3::new(offset.x, -offset.y, -f64::from(focal)),
            Lens::Parallel { .. } => DVec3::NEG_Z,
        };
        (self.basis.transpose() * local).normalize()
    }
}
