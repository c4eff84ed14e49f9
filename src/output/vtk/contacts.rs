//! The contact network: its points, and the lines along which forces go from grain to grain.

use glam::DVec3;

use super::poly_data::{Array, Cells, PolyData};
use crate::engine::{ContactPartner, ContactRecord};
use crate::narrow::Kind;
use crate::output::frames::Frame;

/// Every contact as a point.
pub fn contacts(frame: &Frame) -> PolyData {
    let all = &frame.contacts;
    let mut point_data = vec![
        Array::vectors("normal", all.iter().map(|contact| contact.normal)),
        Array::vectors("force", all.iter().map(|contact| contact.force)),
    ];
    point_data.extend(fields(all));
    PolyData {
        points: all.iter().map(|contact| contact.point.as_vec3().to_array()).collect(),
        vertices: Cells::of((0..all.len() as u32).map(|point| [point])),
        point_data,
        tables: tables(),
        ..PolyData::default()
    }
}

/// Every contact as a line: from centre to centre, or from a centre to the point on a wall.
pub fn chains(frame: &Frame) -> PolyData {
    let mut points: Vec<DVec3> = frame.grains.centers.clone();
    let place = |id: u64| frame.grains.index_of(id).map(|place| place as u32);
    let mut lines = Vec::with_capacity(frame.contacts.len());
    for contact in &frame.contacts {
        // A frame has no contact of a grain that is not in it; its line would have no length.
        let start = place(contact.grain).unwrap_or(0);
        let end = match contact.partner {
            ContactPartner::Grain(other) => place(other).unwrap_or(start),
            ContactPartner::Wall(_) => {
                points.push(contact.point);
                points.len() as u32 - 1
            }
        };
        lines.push([start, end]);
    }
    PolyData {
        points: points.iter().map(|point| point.as_vec3().to_array()).collect(),
        lines: Cells::of(lines),
        cell_data: fields(&frame.contacts),
        tables: tables(),
        ..PolyData::default()
    }
}

fn fields(all: &[ContactRecord]) -> Vec<Array> {
    let partner = |contact: &ContactRecord| match contact.partner {
        ContactPartner::Grain(other) => (Some(other), None),
        ContactPartner::Wall(wall) => (None, Some(wall as u64)),
    };
    vec![
        Array::numbers("normal_force", all.iter().map(ContactRecord::normal_force)),
        Array::numbers("tangential_force", all.iter().map(|contact| contact.tangential_force().length())),
        Array::numbers("overlap", all.iter().map(|contact| contact.overlap)),
        Array::whole("kind", all.iter().map(|contact| contact.kind as usize)),
        Array::whole("type", all.iter().map(|contact| usize::from(partner(contact).1.is_some()))),
        Array::ids("a", all.iter().map(|contact| Some(contact.grain))),
        Array::ids("b", all.iter().map(|contact| partner(contact).0)),
        Array::ids("wall", all.iter().map(|contact| partner(contact).1)),
    ]
}

fn tables() -> Vec<(&'static str, Vec<String>)> {
    let kinds = Kind::ALL.map(|kind| kind.name().to_owned()).to_vec();
    vec![("kind_names", kinds), ("type_names", vec!["grain-grain".into(), "grain-wall".into()])]
}
