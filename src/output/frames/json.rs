//! A frame in JSON, for other programs; `[[particles]]` reads its grains too.

use serde::Serialize;

use super::grain_table::{mass_and_volume, shape_volumes};
use super::{Frame, Provenance};
use crate::engine::ContactPartner;
use crate::scene::Scene;

#[derive(Serialize)]
struct FrameRecord<'a> {
    #[serde(flatten)]
    provenance: &'a Provenance,
    step: u64,
    time: f64,
    walls: Vec<&'a str>,
    particles: Vec<GrainRecord<'a>>,
    contacts: Vec<ContactLine>,
}

/// A grain, with the columns of the table as keys.
#[derive(Serialize)]
struct GrainRecord<'a> {
    id: u64,
    shape: &'a str,
    scale: f64,
    x: f64,
    y: f64,
    z: f64,
    qw: f64,
    qx: f64,
    qy: f64,
    qz: f64,
    vx: f64,
    vy: f64,
    vz: f64,
    wx: f64,
    wy: f64,
    wz: f64,
    fx: f64,
    fy: f64,
    fz: f64,
    fixed: bool,
    coordination: u32,
    mass: f64,
    volume: f64,
}

/// A contact, with the columns of the table as keys.
#[derive(Serialize)]
struct ContactLine {
    a: u64,
    b: Option<u64>,
    wall: Option<usize>,
    kind: &'static str,
    x: f64,
    y: f64,
    z: f64,
    nx: f64,
    ny: f64,
    nz: f64,
    fx: f64,
    fy: f64,
    fz: f64,
    normal_force: f64,
    tangential_force: f64,
    overlap: f64,
    sx: f64,
    sy: f64,
    sz: f64,
    sliding: bool,
}

/// A frame of a run of `scene` as a text in JSON.
pub fn frame_json(frame: &Frame, scene: &Scene) -> serde_json::Result<String> {
    let volumes = shape_volumes(scene);
    serde_json::to_string(&FrameRecord {
        provenance: &frame.provenance,
        step: frame.step,
        time: frame.time,
        walls: scene.walls.iter().map(|wall| wall.name.as_str()).collect(),
        particles: (0..frame.grains.len()).map(|grain| grain_record(frame, scene, &volumes, grain)).collect(),
        contacts: contact_lines(frame),
    })
}

fn grain_record<'a>(frame: &Frame, scene: &'a Scene, volumes: &[f64], grain: usize) -> GrainRecord<'a> {
    let all = &frame.grains;
    let [x, y, z] = all.positions[grain].to_array();
    let [qx, qy, qz, qw] = all.orientations[grain].to_array();
    let [vx, vy, vz] = all.velocities_of_origins[grain].to_array();
    let [wx, wy, wz] = all.angular_velocities[grain].to_array();
    let [fx, fy, fz] = all.forces[grain].to_array();
    let (id, scale) = (all.ids[grain], all.scales[grain]);
    let (fixed, coordination) = (all.fixed[grain], all.coordination[grain]);
    let shape = &scene.shapes[all.shapes[grain]].name;
    let [mass, volume] = mass_and_volume(frame, scene, volumes, grain);
    #[rustfmt::skip]
    let record = GrainRecord {
        id, shape, scale, x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz, fx, fy, fz, fixed, coordination, mass, volume,
    };
    record
}

fn contact_lines(frame: &Frame) -> Vec<ContactLine> {
    let line = |contact: &crate::engine::ContactRecord| {
        let ([x, y, z], [nx, ny, nz]) = (contact.point.to_array(), contact.normal.to_array());
        let [fx, fy, fz] = contact.force.to_array();
        let (b, wall) = match contact.partner {
            ContactPartner::Grain(id) => (Some(id), None),
            ContactPartner::Wall(wall) => (None, Some(wall)),
        };
        let (normal_force, tangential_force) = (contact.normal_force(), contact.tangential_force().length());
        let (a, kind, overlap) = (contact.grain, contact.kind.name(), contact.overlap);
        let ([sx, sy, sz], sliding) = (contact.spring.to_array(), contact.sliding);
        #[rustfmt::skip]
        let line = ContactLine {
            a, b, wall, kind, x, y, z, nx, ny, nz, fx, fy, fz, normal_force, tangential_force, overlap, sx, sy, sz, sliding,
        };
        line
    };
    frame.contacts.iter().map(line).collect()
}
