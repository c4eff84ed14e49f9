//! Shapes with size, mass and material: what grains are of.

use glam::{DQuat, DVec3};

use crate::broad::LocalBox;
use crate::geometry::{Polyhedron, Pose, Shape, ShapeError};
use crate::motion::drift::Inertia;
use crate::scene::Scene;

/// A shape of a certain size, in its principal frame: the origin is the centre of mass, the axes are those of inertia.
#[derive(Clone, Debug)]
pub struct ParticleType {
    /// Index of the scene's shape.
    pub species: usize,
    /// Size, as a factor of the scene's shape.
    pub scale: f64,
    /// The shape, in the principal frame.
    pub shape: Shape,
    /// From the principal frame to the frame in which the scene gives the shape.
    pub to_given: Pose,
    /// Index of the material.
    pub material: usize,
    /// Volume [m3].
    pub volume: f64,
    /// Mass and principal moments.
    pub inertia: Inertia,
    /// 1 / mass [1/kg].
    pub inverse_mass: f64,
    /// 1 / principal moments [1/(kg m2)].
    pub inverse_moments: DVec3,
    /// Radius of the ball about the centre of mass [m].
    pub radius: f64,
    /// Radius of the largest ball about the centre of mass inside it [m]: half the thickness of a disc.
    pub half_thickness: f64,
    /// 1 / [`Shape::contact_radius`], by which contacts of elastic solids go [1/m].
    pub curvature: f64,
    /// The same where its surface is flattest, [`Shape::least_curvature`] [1/m].
    pub least_curvature: f64,
    /// How far turns move its surface: [`Shape::levers`] [m].
    pub levers: DVec3,
    /// Boxes for the broad phase.
    pub local_box: LocalBox,
}

/// All kinds; a grain names its own by index. Equal sizes share a kind.
#[derive(Clone, Debug, Default)]
pub struct ParticleTypes {
    list: Vec<ParticleType>,
}

impl ParticleTypes {
    /// The kind with this index.
    #[inline]
    pub fn get(&self, kind: u32) -> &ParticleType {
        &self.list[kind as usize]
    }

    /// All of them.
    pub fn all(&self) -> &[ParticleType] {
        &self.list
    }

    /// The kind of a species at a size, made on first use.
    pub fn of(&mut self, scene: &Scene, species: usize, scale: f64) -> Result<u32, ShapeError> {
        // Sizes drawn from a distribution are all different: only the newest few are worth a look.
        let recent = self.list.iter().enumerate().rev().take(64);
        let same = |kind: &ParticleType| kind.species == species && kind.scale == scale;
        if let Some((index, _)) = recent.into_iter().find(|(_, kind)| same(kind)) {
            return Ok(index as u32);
        }
        self.push(scene, species, scale)?;
        Ok((self.list.len() - 1) as u32)
    }

    /// Forgets all but the first `count` kinds: no grain may be of the others.
    pub(crate) fn forget(&mut self, count: usize) {
        self.list.truncate(count);
    }

    /// Adds a kind, whether or not there is one like it.
    pub(crate) fn push(&mut self, scene: &Scene, species: usize, scale: f64) -> Result<(), ShapeError> {
        self.list.push(ParticleType::new(scene, species, scale)?);
        Ok(())
    }
}

impl ParticleType {
    fn new(scene: &Scene, species: usize, scale: f64) -> Result<Self, ShapeError> {
        let named = &scene.shapes[species];
        let given = if scale == 1.0 { named.shape.clone() } else { named.shape.scaled(scale)? };
        let (shape, to_given) = principal(given)?;
        let mass = shape.mass_properties().ok_or(ShapeError::NoDirection([0.0; 3]))?;
        let local_box = LocalBox::of(&shape).ok_or(ShapeError::NoDirection([0.0; 3]))?;
        let density = scene.materials[named.material].density;
        let inertia = Inertia { mass: mass.volume * density, moments: mass.principal * density };
        let curvature = shape.contact_radius().recip();
        Ok(Self {
            species,
            scale,
            to_given,
            material: named.material,
            volume: mass.volume,
            inertia,
            inverse_mass: inertia.mass.recip(),
            inverse_moments: inertia.moments.recip(),
            radius: shape.bounding_radius(),
            half_thickness: shape.inscribed_radius(),
            curvature,
            least_curvature: shape.least_curvature(curvature),
            levers: shape.levers(),
            local_box,
            shape,
        })
    }

    /// 1 / R of contacts of a grain with this orientation where its outward normal is the unit vector `normal`,
    /// [`Shape::local_curvature`] [1/m].
    pub fn curvature_at(&self, orientation: DQuat, normal: DVec3) -> f64 {
        self.shape.local_curvature(self.curvature, orientation.inverse() * normal)
    }

    /// The pose of the principal frame of a grain whose given frame is at `pose`.
    pub fn principal_pose(&self, pose: &Pose) -> Pose {
        Pose::new(pose.apply(self.to_given.position), (pose.orientation * self.to_given.orientation).normalize())
    }

    /// The pose of the given frame of a grain whose principal frame is at `pose`.
    pub fn given_pose(&self, pose: &Pose) -> Pose {
        let turn = pose.orientation * self.to_given.orientation.inverse();
        Pose::new(pose.position - turn * self.to_given.position, turn.normalize())
    }
}

/// The shape about its centre of mass along its principal axes. All shapes but polyhedra are so as they are.
fn principal(shape: Shape) -> Result<(Shape, Pose), ShapeError> {
    let Shape::Polyhedron(body) = &shape else { return Ok((shape, Pose::IDENTITY)) };
    let Some(mass) = shape.mass_properties() else { return Ok((shape, Pose::IDENTITY)) };
    let size = shape.bounding_radius();
    if mass.center.length() <= 1e-14 * size && mass.axes.angle_between(DQuat::IDENTITY) <= 1e-14 {
        return Ok((shape, Pose::IDENTITY));
    }
    let back = mass.axes.inverse();
    let moved: Vec<DVec3> = body.vertices().iter().map(|v| back * (*v - mass.center)).collect();
    Ok((Shape::Polyhedron(Polyhedron::from_vertices(&moved)?), Pose::new(mass.center, mass.axes)))
}
