//! The tables of shapes that kernels read; see `shaders/shared/shapes.wgsl`.

use glam::{DQuat, DVec3};

use super::buffer::Array;
use super::kernel::Window;
use super::schema::constants::{
    CAPSULE, CYLINDER, EDGE_ROWS, ELLIPSOID, FEW_CORNERS, HALFSPACE, POLYHEDRON, SPHERE, SUPERQUADRIC,
};
use super::schema::records::GpuKind;
use super::{Gpu, GpuError};
use crate::broad::LocalBox;
use crate::geometry::polyhedron::Edge;
use crate::geometry::{Polyhedron, Shape};
use crate::motion::is_isotropic;

/// Mass and moments of a kind, in units of the device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GpuInertia {
    /// Mass.
    pub mass: f64,
    /// Principal moments.
    pub moments: DVec3,
    /// Volume.
    pub volume: f64,
}

/// The tables, before they go to the device.
#[derive(Clone, Debug, Default)]
pub struct ShapeTables {
    /// One for each kind.
    pub kinds: Vec<GpuKind>,
    /// Vertices, normals of faces with their heights, and edges.
    pub geometry: Vec<[f32; 4]>,
    /// Lists of numbers.
    pub topology: Vec<u32>,
}

/// The tables on the device: the arrays of group 1.
#[derive(Debug)]
pub struct ShapeArrays {
    kinds: Array<GpuKind>,
    geometry: Array<[f32; 4]>,
    topology: Array<u32>,
}

impl ShapeArrays {
    /// Sends the tables, with capacity for as many kinds more.
    pub fn new(gpu: &Gpu, tables: &ShapeTables) -> Result<Self, GpuError> {
        Ok(Self {
            kinds: Array::with_spare(gpu, "kinds", &tables.kinds)?,
            geometry: Array::with_spare(gpu, "geometry", &tables.geometry)?,
            topology: Array::with_spare(gpu, "topology", &tables.topology)?,
        })
    }

    /// Sends what was added to the tables since they had so many elements, as [`ShapeTables::sizes`] tells; false where there
    /// is no room for it.
    pub fn extend(&self, gpu: &Gpu, tables: &ShapeTables, known: [usize; 3]) -> bool {
        let [kinds, geometry, topology] = tables.sizes();
        if kinds > self.kinds.len() || geometry > self.geometry.len() || topology > self.topology.len() {
            return false;
        }
        self.kinds.write(gpu, known[0], &tables.kinds[known[0]..]);
        self.geometry.write(gpu, known[1], &tables.geometry[known[1]..]);
        self.topology.write(gpu, known[2], &tables.topology[known[2]..]);
        true
    }

    /// By the names under which kernels declare them.
    pub fn window(&self, name: &str) -> Option<Window<'_>> {
        match name {
            "kinds" => Some(self.kinds.window()),
            "geometry" => Some(self.geometry.window()),
            "topology" => Some(self.topology.window()),
            _ => None,
        }
    }

    /// All of them, in the order of group 1.
    pub fn group(&self) -> [Window<'_>; 3] {
        [self.kinds.window(), self.geometry.window(), self.topology.window()]
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> u64 {
        self.kinds.bytes() + self.geometry.bytes() + self.topology.bytes()
    }
}

/// A point of an edge, the unit vector along it, and the normals of the faces to its left and right.
fn edge_rows(body: &Polyhedron, edge: &Edge, per: f64) -> [[f32; 4]; EDGE_ROWS as usize] {
    let [from, to] = edge.vertices.map(|vertex| body.vertices()[vertex as usize]);
    let [left, right] = edge.faces.map(|face| body.faces()[face as usize].normal);
    [from * per, (to - from).normalize_or_zero(), left, right].map(|row| with(row, 0.0))
}

fn with(v: DVec3, w: f64) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, w as f32]
}

/// Which shape it is.
pub fn family_of(shape: &Shape) -> u32 {
    match shape {
        Shape::Sphere(_) => SPHERE,
        Shape::Ellipsoid(_) => ELLIPSOID,
        Shape::Capsule(_) => CAPSULE,
        Shape::Cylinder(_) => CYLINDER,
        Shape::Superquadric(_) => SUPERQUADRIC,
        Shape::Polyhedron(_) => POLYHEDRON,
        Shape::HalfSpace(_) => HALFSPACE,
    }
}

impl ShapeTables {
    /// Numbers of kinds, of vertices and faces, and of words of lists.
    pub fn sizes(&self) -> [usize; 3] {
        [self.kinds.len(), self.geometry.len(), self.topology.len()]
    }

    /// Forgets what was added since the tables had these sizes.
    pub fn truncate(&mut self, [kinds, geometry, topology]: [usize; 3]) {
        self.kinds.truncate(kinds);
        self.geometry.truncate(geometry);
        self.topology.truncate(topology);
    }

    /// Adds a shape whose lengths are in units of `unit` [m]; returns its number.
    pub fn push(&mut self, shape: &Shape, material: usize, inertia: Option<&GpuInertia>, unit: f64) -> u32 {
        let mut kind = GpuKind { material: material as u32, ..GpuKind::default() };
        let per = unit.recip();
        kind.radius = (shape.bounding_radius() * per).min(f64::from(f32::MAX)) as f32;
        kind.levers = (shape.levers() * per).min(DVec3::splat(f64::from(f32::MAX))).as_vec3().to_array();
        kind.family = family_of(shape);
        kind.size = match shape {
            Shape::Sphere(s) => with(DVec3::ZERO, s.radius() * per),
            Shape::Ellipsoid(s) => with(s.radii() * per, 0.0),
            Shape::Capsule(s) => with(DVec3::Z * (s.half_height() * per), s.radius() * per),
            Shape::Cylinder(s) => with(DVec3::new(s.radius(), s.radius(), s.half_height()) * per, 0.0),
            Shape::Superquadric(s) => {
                let (n1, n2) = s.exponents();
                // The inverse of 0 is never asked for: an exponent of 1 has its own way.
                let inverse = |n: f64| if n > 1.0 { (1.0 / (n - 1.0)).min(f64::from(f32::MAX)) } else { 0.0 };
                kind.exponents = [n1, n2, inverse(n1), inverse(n2)].map(|x| x as f32);
                with(s.radii() * per, 0.0)
            }
            Shape::Polyhedron(s) => {
                self.add_polyhedron(s, per, &mut kind);
                [0.0; 4]
            }
            Shape::HalfSpace(s) => with(s.normal(), s.offset() * per),
        };
        if let Some(inertia) = inertia {
            let largest = inertia.moments.max_element();
            kind.inverse_mass = inertia.mass.recip() as f32;
            kind.moments = with(inertia.moments.recip() * largest, largest.recip());
            kind.is_isotropic = u32::from(is_isotropic(inertia.moments));
            kind.box_half[3] = inertia.volume as f32;
        }
        if let Some(local) = LocalBox::of(shape) {
            let turn: DQuat = local.oriented.axes;
            kind.box_center = with(local.oriented.center * per, local.radius * per);
            kind.box_turn = turn.normalize().to_array().map(|x| x as f32);
            kind.box_half[..3].copy_from_slice(&with(local.oriented.half_extents * per, 0.0)[..3]);
        }
        kind.contact_radius = (shape.contact_radius() * per).min(f64::from(f32::MAX)) as f32;
        kind.half_thickness = (shape.inscribed_radius() * per).min(f64::from(f32::MAX)) as f32;
        self.kinds.push(kind);
        (self.kinds.len() - 1) as u32
    }

    fn add_polyhedron(&mut self, body: &Polyhedron, per: f64, kind: &mut GpuKind) {
        (kind.first_vertex, kind.vertices) = (self.geometry.len() as u32, body.vertices().len() as u32);
        self.geometry.extend(body.vertices().iter().map(|v| with(*v * per, 0.0)));
        (kind.first_face, kind.faces) = (self.geometry.len() as u32, body.faces().len() as u32);
        self.geometry.extend(body.faces().iter().map(|face| with(face.normal, face.offset * per)));
        if kind.vertices <= FEW_CORNERS {
            (kind.first_edge, kind.edges) = (self.geometry.len() as u32, body.edges().len() as u32);
            self.geometry.extend(body.edges().iter().flat_map(|edge| edge_rows(body, edge, per)));
        }
        kind.neighbors = self.add_lists((0..kind.vertices).map(|v| body.neighbors(v)));
        kind.vertex_faces = self.add_lists((0..kind.vertices).map(|v| body.vertex_faces(v)));
        kind.face_loops = self.add_lists((0..kind.faces).map(|face| body.face_vertices(face)));
        kind.seeds = self.topology.len() as u32;
        self.topology.extend(body.climbing_seeds());
    }

    /// Adds lists behind a table of where each begins and the last ends; returns where that table is.
    fn add_lists<'l>(&mut self, lists: impl ExactSizeIterator<Item = &'l [u32]> + Clone) -> u32 {
        let index = self.topology.len() as u32;
        let mut end = index + lists.len() as u32 + 1;
        self.topology.push(end);
        for list in lists.clone() {
            end += list.len() as u32;
            self.topology.push(end);
        }
        lists.for_each(|list| self.topology.extend(list));
        index
    }
}
