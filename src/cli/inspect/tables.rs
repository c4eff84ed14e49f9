//! The numbers of a packing as tables for the terminal and as CSV files.

use std::fmt::Write as _;

use crate::common::records::{RecordWriter, number};
use crate::common::table::Table;
use crate::output::analysis::{Analysis, Packing, Stress};

/// Everything, for the terminal.
pub(super) fn text(found: &Analysis) -> String {
    let [loose, fixed] = found.grains;
    let mut text = format!("step {}, {:.6} s: {loose} grains", found.step, found.time);
    if fixed > 0 {
        // Writing to a text in memory cannot fail.
        let _ = write!(text, " and {fixed} fixed bodies");
    }
    text.push_str("\n\n");
    found.packing.iter().for_each(|packing| text.push_str(&density(packing)));
    text.push_str(&contacts(found));
    found.stress.iter().for_each(|stress| text.push_str(&stresses(stress)));
    for (title, table) in [
        ("contacts by kind", kinds(found)),
        ("forces on walls [N]", walls(found)),
        ("order of axes", order(found)),
        ("sizes [mm]", sizes(found)),
        ("slabs", slabs(found)),
    ] {
        let _ = write!(text, "\n{title}\n{}", table.to_text());
    }
    text
}

fn density(packing: &Packing) -> String {
    let Packing { grain_volume, bed_volume, whole, middle } = packing;
    let mut text = format!("packing fraction {whole:.4}: {grain_volume:.4e} m3 of grains in {bed_volume:.4e} m3\n");
    if let Some(middle) = middle {
        let [low, high] = middle.heights;
        let away = middle.away_from_walls.map_or(String::new(), |away| format!(", away from walls {away:.4}"));
        let _ = writeln!(
            text,
            "in the middle, from {low:.4} to {high:.4} m: {:.4}{away}; {:.3} contacts per grain ({} grains)",
            middle.fraction, middle.coordination, middle.grains
        );
    }
    text
}

fn contacts(found: &Analysis) -> String {
    let (all, forces) = (&found.coordination, &found.contacts);
    format!(
        "coordination {:.3}; without {} rattlers (below {} contacts) {:.3}\n\
         normal force between grains: mean {:.4e} N, standard deviation {:.3} of it, largest {:.4e} N; tangential {:.3} of it\n\
         overlap between grains: mean {:.3e} m; largest with grains or walls {:.3e} m\n",
        all.mean,
        all.rattlers,
        all.rattler_below,
        all.without_rattlers,
        forces.mean_normal_force,
        forces.spread,
        forces.largest_normal_force,
        forces.tangential_share,
        forces.mean_overlap,
        forces.largest_overlap,
    )
}

fn stresses(stress: &Stress) -> String {
    let row = |k: usize| stress.tensor[k].map(|entry| format!("{entry:11.3e}")).join(" ");
    format!(
        "stress in the middle [Pa]: pressure {:.4e}, deviator {:.4e}, along gravity {:.4e}, across {:.4e}\n  {}\n  {}\n  {}\n",
        stress.pressure,
        stress.deviator,
        stress.vertical,
        stress.lateral,
        row(0),
        row(1),
        row(2)
    )
}

fn kinds(found: &Analysis) -> Table {
    let mut table = Table::new(&["kind", "grain-grain", "grain-wall", "mean normal force [N]"]);
    for kind in &found.contacts.kinds {
        let force = format!("{:.3e}", kind.normal_force);
        table.push(vec![kind.kind.into(), kind.grain_grain.to_string(), kind.grain_wall.to_string(), force]);
    }
    let all = [found.contacts.grain_grain, found.contacts.grain_wall].map(|count| count.to_string());
    table.push([vec!["all".into()], all.to_vec(), vec![String::new()]].concat());
    table
}

fn walls(found: &Analysis) -> Table {
    let mut table = Table::new(&["wall", "contacts", "x", "y", "z", "normal", "tangential"]);
    let row = |name: String, contacts: usize, numbers: &[f64]| {
        let cells = numbers.iter().map(|number| format!("{number:.4e}"));
        [name, contacts.to_string()].into_iter().chain(cells).collect::<Vec<String>>()
    };
    for wall in &found.walls {
        let [x, y, z] = wall.force;
        table.push(row(wall.wall.clone(), wall.contacts, &[x, y, z, wall.normal_force, wall.tangential_force]));
        for side in &wall.sides {
            let [x, y, z] = side.force;
            let mut cells = row(format!("  {}", side.side), side.contacts, &[x, y, z, side.normal_force]);
            cells.push(String::new());
            table.push(cells);
        }
    }
    table
}

fn order(found: &Analysis) -> Table {
    let mut table = Table::new(&["species", "grains", "order", "director", "along gravity"]);
    for order in &found.order {
        table.push(vec![
            order.species.clone(),
            order.grains.to_string(),
            format!("{:.4}", order.order),
            order.director.map(|x| format!("{x:.3}")).join(" "),
            order.along_gravity.map_or("-".into(), |value| format!("{value:.4}")),
        ]);
    }
    table
}

fn sizes(found: &Analysis) -> Table {
    let mut table =
        Table::new(&["species", "grains", "mass [kg]", "least", "mean", "largest", "aspect ratio", "sphericity"]);
    for kind in &found.sizes.species {
        let size = kind.size.map(|size| format!("{:.4}", 1e3 * size));
        let shape = [kind.aspect_ratio, kind.sphericity].map(|number| format!("{number:.3}"));
        let head = vec![kind.species.clone(), kind.grains.to_string(), format!("{:.4e}", kind.mass)];
        table.push([head, size.to_vec(), shape.to_vec()].concat());
    }
    if let Some(by_mass) = found.sizes.by_mass {
        let size = by_mass.map(|size| format!("{:.4}", 1e3 * size));
        let head = vec!["d10, d50, d90".into(), found.grains[0].to_string(), format!("{:.4e}", found.sizes.mass)];
        table.push([head, size.to_vec(), vec![String::new(); 2]].concat());
    }
    table
}

fn slabs(found: &Analysis) -> Table {
    let mut table =
        Table::new(&["height [m]", "fraction", "grains", "contacts", "stress along gravity [Pa]", "across [Pa]"]);
    for slab in found.slabs.iter().rev() {
        let stress = [slab.vertical_stress, slab.lateral_stress].map(|number| format!("{number:.3e}"));
        let head = vec![
            format!("{:.5} to {:.5}", slab.heights[0], slab.heights[1]),
            format!("{:.4}", slab.fraction),
            slab.grains.to_string(),
            slab.coordination.map_or("-".into(), |mean| format!("{mean:.2}")),
        ];
        table.push([head, stress.to_vec()].concat());
    }
    table
}

/// The CSV files: name and text of each.
pub(super) fn files(found: &Analysis) -> Vec<(&'static str, String)> {
    vec![
        ("slabs", slab_file(found)),
        ("coordination", coordination_file(found)),
        ("forces", force_file(found)),
        ("kinds", kind_file(found)),
        ("walls", wall_file(found)),
        ("wall-sides", side_file(found)),
        ("species", species_file(found)),
    ]
}

fn slab_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new([
        "low [m]",
        "high [m]",
        "volume [m3]",
        "grain_volume [m3]",
        "fraction",
        "grains",
        "coordination",
        "vertical_stress [Pa]",
        "lateral_stress [Pa]",
    ]);
    for slab in &found.slabs {
        table.numbers(&slab.heights).numbers(&[slab.volume, slab.grain_volume, slab.fraction]).cell(slab.grains);
        table.cell(slab.coordination.map_or(String::new(), number));
        table.numbers(&[slab.vertical_stress, slab.lateral_stress]).end();
    }
    table.into_text()
}

fn coordination_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new(["contacts", "grains"]);
    for (contacts, grains) in found.coordination.histogram.iter().enumerate() {
        table.cell(contacts).cell(grains).end();
    }
    table.into_text()
}

/// Normal forces are over their mean.
fn force_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new(["from", "to", "density"]);
    let width = found.contacts.class_width;
    for (k, density) in found.contacts.histogram.iter().enumerate() {
        table.numbers(&[k as f64 * width, (k + 1) as f64 * width, *density]).end();
    }
    table.into_text()
}

fn kind_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new(["kind", "grain_grain", "grain_wall", "mean_normal_force [N]"]);
    for kind in &found.contacts.kinds {
        table.cell(kind.kind).cell(kind.grain_grain).cell(kind.grain_wall).numbers(&[kind.normal_force]).end();
    }
    table.into_text()
}

fn wall_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new([
        "wall",
        "contacts",
        "fx [N]",
        "fy [N]",
        "fz [N]",
        "normal_force [N]",
        "tangential_force [N]",
        "tx [N m]",
        "ty [N m]",
        "tz [N m]",
        "shift_x [m]",
        "shift_y [m]",
        "shift_z [m]",
        "qw",
        "qx",
        "qy",
        "qz",
    ]);
    for wall in &found.walls {
        table.cell(&wall.wall).cell(wall.contacts).numbers(&wall.force);
        table.numbers(&[wall.normal_force, wall.tangential_force]).numbers(&wall.torque);
        table.numbers(&wall.shift).numbers(&wall.turn).end();
    }
    table.into_text()
}

fn side_file(found: &Analysis) -> String {
    let columns = ["wall", "side", "contacts", "fx [N]", "fy [N]", "fz [N]", "normal_force [N]"];
    let mut table = RecordWriter::new(columns);
    for wall in &found.walls {
        for side in &wall.sides {
            table.cell(&wall.wall).cell(side.side).cell(side.contacts);
            table.numbers(&side.force).numbers(&[side.normal_force]).end();
        }
    }
    table.into_text()
}

fn species_file(found: &Analysis) -> String {
    let mut table = RecordWriter::new([
        "species",
        "family",
        "grains",
        "mass [kg]",
        "volume [m3]",
        "least_size [m]",
        "mean_size [m]",
        "largest_size [m]",
        "aspect_ratio",
        "sphericity",
    ]);
    for kind in &found.sizes.species {
        table.cell(&kind.species).cell(kind.family).cell(kind.grains).numbers(&[kind.mass, kind.volume]);
        table.numbers(&kind.size).numbers(&[kind.aspect_ratio, kind.sphericity]).end();
    }
    table.into_text()
}
