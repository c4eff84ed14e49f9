//! The table of contacts of a frame.

use std::path::Path;

use glam::DVec3;

use super::table::{Row, Table, begin};
use super::{Frame, FrameError};
use crate::engine::{ContactPartner, ContactRecord};
use crate::narrow::Kind;

/// Columns of the table of contacts. `b` is empty for a contact with a wall, `wall` for one of two grains.
pub const CONTACT_COLUMNS: &[&str] = &[
    "a",
    "b",
    "wall",
    "kind",
    "x [m]",
    "y [m]",
    "z [m]",
    "nx",
    "ny",
    "nz",
    "fx [N]",
    "fy [N]",
    "fz [N]",
    "normal_force [N]",
    "tangential_force [N]",
    "overlap [m]",
    "sx [m]",
    "sy [m]",
    "sz [m]",
    "sliding",
];

/// Columns that frames of version 0.1.0 do not have: spring and sliding.
const NEWER: usize = 4;

/// The contacts of a frame as a table.
pub fn contact_table(frame: &Frame) -> String {
    let what = "contacts: points, normals from a to b, forces on b, tangential springs s";
    let mut table = begin(frame, what, CONTACT_COLUMNS);
    for contact in &frame.contacts {
        table.cell(contact.grain);
        match contact.partner {
            ContactPartner::Grain(id) => table.cell(id).cell(""),
            ContactPartner::Wall(wall) => table.cell("").cell(wall),
        };
        table.cell(contact.kind.name());
        for vector in [contact.point, contact.normal, contact.force] {
            table.numbers(&vector.to_array());
        }
        let parts = [contact.normal_force(), contact.tangential_force().length(), contact.overlap];
        table.numbers(&parts).numbers(&contact.spring.to_array()).cell(u8::from(contact.sliding)).end();
    }
    table.into_text()
}

/// Reads a table of contacts that must be of the step of `frame`, and adds them to it.
pub(super) fn read_contacts(path: &Path, walls: usize, frame: &mut Frame) -> Result<(), FrameError> {
    let table = Table::open(path)?;
    let step: u64 = table.entry("step")?;
    if step != frame.step {
        return Err(table.problem(1, format!("contacts of step {step} beside grains of step {}", frame.step)));
    }
    let rows = table.rows(CONTACT_COLUMNS, NEWER)?;
    let contacts: Result<Vec<ContactRecord>, FrameError> = rows.map(|row| read_contact(&row?, walls, frame)).collect();
    frame.contacts = contacts?;
    Ok(())
}

fn read_contact(row: &Row, walls: usize, frame: &Frame) -> Result<ContactRecord, FrameError> {
    let known = |column: usize| -> Result<u64, FrameError> {
        let id = row.value(column)?;
        frame.grains.index_of(id).map(|_| id).ok_or_else(|| row.refuse(column, "is no grain of this frame"))
    };
    let partner = match (row.cell(1).trim(), row.cell(2).trim()) {
        ("", _) => {
            let wall = row.value(2)?;
            if wall >= walls {
                return Err(row.refuse(2, format!("is no wall of the scene, which has {walls}")));
            }
            ContactPartner::Wall(wall)
        }
        (_, "") => ContactPartner::Grain(known(1)?),
        _ => return Err(row.refuse(2, "stands beside a grain in column 2; one of them must be empty")),
    };
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == row.cell(3).trim());
    Ok(ContactRecord {
        grain: known(0)?,
        partner,
        kind: kind.ok_or_else(|| row.refuse(3, "is no kind of contact"))?,
        point: row.vector(4)?,
        normal: row.vector(7)?,
        force: row.vector(10)?,
        overlap: row.number(15)?,
        spring: if row.has(16) { row.vector(16)? } else { DVec3::ZERO },
        sliding: row.has(19) && row.value::<u8>(19)? != 0,
    })
}
