//! Simulations I and II of Feng and Tan (2020): how many iterations GJK and EPA take in a packing, by kinds of grains.

mod count;
mod published;

use serde_json::json;

use super::rest::{kinetic_chart, table};
use super::{Bed, Recipe, boxes, literature};
use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::common::table::Table;
use crate::output::frames::Frame;
use count::{DEPTHS, Group, Mean, Start, Tally};
use published::{Published, SIMULATION_I, SIMULATION_II};

const QUICK: &[(&str, &str)] =
    &[("duration", "1.4"), ("total", "160"), ("until", "0.6"), ("snapshot_every", "0.1"), ("report_every", "0.05")];
const POLYHEDRA: Recipe =
    Recipe::new("polyhedra", include_str!("../../../../../examples/papers/polyhedra.toml"), QUICK);
const SPHERES: Recipe = Recipe::new("spheres", include_str!("../../../../../examples/papers/spheres.toml"), QUICK);

/// Simulation I.
pub(in crate::cli::reproduce) fn polyhedra(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "Given by the paper: square pyramids (P5), octagonal prisms (P16) and octagonal frustums (F16) of different sizes, \
         injected over 10 s; about 5,000 at the end; linear contacts with damping and friction. Chosen: sizes (about 7 cm, \
         times 0.6 to 1.4), the box, a third of each kind, stiffness, density, friction 0.4, restitution 0.2, the four \
         instants (2.5 s, 5 s, 7.5 s and 10 s).",
    );
    packing(study, report, &POLYHEDRA, &SIMULATION_I)
}

/// Simulation II.
pub(in crate::cli::reproduce) fn spheres(study: &Study, report: &mut Report) -> Result<(), ReproduceError> {
    report.paragraph(
        "As simulation I, with spheres (S) instead of frustums and 5,500 grains, of which four tenths are P5 and three \
         tenths each P16 and S; the paper gives no numbers of each kind. It counts GJK alone for spheres, and so does this.",
    );
    packing(study, report, &SPHERES, &SIMULATION_II)
}

fn packing(
    study: &Study,
    report: &mut Report,
    recipe: &Recipe,
    published: &'static Published,
) -> Result<(), ReproduceError> {
    let bed = Bed::complete(study, recipe, report)?;
    let last_in = bed.end_of_insertion();
    let mut stages = Vec::new();
    for share in [0.25, 0.5, 0.75, 1.0] {
        stages.push(bed.frame_near(share * last_in)?);
    }
    report.heading("Four stages");
    bed.draw(report, &stages.iter().collect::<Vec<_>>())?;
    let mut tallies = Vec::new();
    for frame in &stages {
        study.go_on()?;
        tallies.push(tally(study, &bed, frame, (published.groups, Start::ToA))?);
    }
    report.heading("Iterations");
    cold(report, published, &tallies)?;
    starts(study, report, &bed, (&stages[3], published.groups))?;
    by_depth(report, &tallies)?;
    warm(report, published, &tallies)?;
    report.heading("Coming to rest");
    report.table(
        "Overlaps are in diameters of a sphere of the mean volume of the grains.",
        &table(&[(bed.name.clone(), &bed.rest)]),
    );
    let series = [(bed.name.clone(), &bed.series)];
    report.plot("kinetic", "Kinetic energy", &kinetic_chart("Kinetic energy", &series))?;
    report.table("In the middle half of the bed.", &boxes::density(&[(bed.name.clone(), &bed, "-".into())]));
    report.paragraph(&format!(
        "The paper gives no density. Plastic dice lie at 0.51 to 0.54 when they settle loosely and at 0.59 to 0.67 when \
         shaken ({}).",
        literature::BAKER
    ));
    report.result("packings", [&bed.rest])
}

fn tally(study: &Study, bed: &Bed, frame: &Frame, counted: (&[Group], Start)) -> Result<Tally, ReproduceError> {
    study.pool().install(|| Tally::of(bed.scene(), frame, bed.folder.time_step(), counted))
}

/// How much the first direction matters, which the paper leaves open.
fn starts(
    study: &Study,
    report: &mut Report,
    bed: &Bed,
    (frame, groups): (&Frame, &[Group]),
) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["first direction", "GJK(0)", "GJK(1)", "EPA"]);
    let mut results = Vec::new();
    for (start, name) in [(Start::ToA, "from B to A"), (Start::AlongX, "along x"), (Start::ToB, "from A to B")] {
        let all = tally(study, bed, frame, (groups, start))?.whole();
        let means = [all.apart, all.meeting, all.expansions].map(Mean::value);
        let shown = means.map(|mean| mean.map_or("-".into(), |mean| format!("{mean:.2}")));
        table.push(std::iter::once(name.to_owned()).chain(shown).collect());
        results.push(json!({ "start": name, "means": means }));
    }
    report.table("All groups at stage 4, by the direction of the first support point.", &table);
    report.result("starts", results)
}

/// How much the depth of the overlaps matters, which follows from the stiffness that the paper does not give.
fn by_depth(report: &mut Report, tallies: &[Tally]) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["overlap [smaller radius]", "pairs", "GJK(1)", "EPA", "GJK(1) with spheres"]);
    let limits = DEPTHS.map(|limit| format!("{limit:.0e}"));
    let names = [
        format!("below {}", limits[0]),
        format!("{} to {}", limits[0], limits[1]),
        format!("{} to {}", limits[1], limits[2]),
        format!("above {}", limits[2]),
    ];
    let mut results = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let all = tallies.iter().map(|tally| tally.depths[k]).reduce(count::AtDepth::joined).unwrap_or_default();
        let means = [all.meeting, all.expansions, all.with_spheres].map(Mean::value);
        let shown = means.map(|mean| mean.map_or("-".into(), |mean| format!("{mean:.2}")));
        let pairs = (all.meeting.count() + all.with_spheres.count()).to_string();
        table.push([name.clone(), pairs].into_iter().chain(shown).collect());
        results.push(json!({ "overlap": name, "means": means }));
    }
    report.table("All pairs in contact of the four stages, by the depth of their overlap.", &table);
    report.result("by_depth", results)
}

/// The paper's table beside ours.
fn cold(report: &mut Report, published: &Published, tallies: &[Tally]) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["stage, count"]);
    table.extend_header(published.groups.iter().map(|group| group.name()));
    let mut off = Vec::new();
    for (stage, tally) in tallies.iter().enumerate() {
        for (row, name) in ["GJK(0)", "GJK(1)", "EPA"].into_iter().enumerate() {
            let mut cells = vec![format!("{}, {name}", stage + 1)];
            for (group, counted) in tally.groups.iter().enumerate() {
                let ours = [counted.apart, counted.meeting, counted.expansions][row].value();
                let theirs = published.stages[stage][row][group];
                cells.push(beside(ours, theirs));
                if let (Some(ours), Some(theirs)) = (ours, theirs) {
                    off.push(json!({ "stage": stage + 1, "count": name, "group": published.groups[group].name(),
                        "ours": ours, "published": theirs, "off": ours / theirs - 1.0 }));
                }
            }
            table.push(cells);
        }
    }
    report.table(
        "Ours, and the published value in brackets. GJK(0): support points until a gap is shown; GJK(1): until the origin is \
         enclosed; EPA: faces looked across, the last one included. Cold start; the first direction, arbitrary in the paper, goes \
         from the centre of B to that of A. All pairs whose axis-aligned boxes overlap.",
        &table,
    );
    let share: Vec<f64> = off.iter().filter_map(|entry| entry["off"].as_f64()).collect();
    let (within, largest) = (
        share.iter().filter(|off| off.abs() <= 0.15).count(),
        share.iter().fold(0.0_f64, |most, off| most.max(off.abs())),
    );
    report.paragraph(&format!(
        "{within} of {} averages are within 15 % of the published ones; the largest difference is {:.0} %.",
        share.len(),
        100.0 * largest
    ));
    report.result("iterations", off)
}

fn beside(ours: Option<f64>, theirs: Option<f64>) -> String {
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.2}"));
    format!("{} ({})", shown(ours), shown(theirs))
}

/// What a run spends: our detector without and with what it remembers of the step before.
fn warm(report: &mut Report, published: &Published, tallies: &[Tally]) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["stage, pairs"]);
    table.extend_header(published.groups.iter().map(|group| group.name()));
    let mut both = Vec::new();
    for (stage, tally) in tallies.iter().enumerate() {
        type Pick = fn(&count::Counted) -> [Mean; 2];
        let rows: [(&str, Pick); 2] =
            [("apart", |counted| counted.own_apart), ("in contact", |counted| counted.own_meeting)];
        for (name, pick) in rows {
            let mut cells = vec![format!("{}, {name}", stage + 1)];
            for (group, counted) in published.groups.iter().zip(&tally.groups) {
                let [cold, warm] = pick(counted).map(Mean::value);
                cells.push(match (cold, warm) {
                    (Some(cold), Some(warm)) => format!("{cold:.2} -> {warm:.2}"),
                    _ => "-".into(),
                });
                both.push(
                    json!({ "stage": stage + 1, "pairs": name, "group": group.name(), "cold": cold, "warm": warm }),
                );
            }
            table.push(cells);
        }
    }
    report.table(
        "Support points that our own detector asks for, GJK and EPA together: cold, and one time step later with what it \
         remembers. A sphere is a point with a radius to it.",
        &table,
    );
    let sum = |key: &str| both.iter().filter_map(|entry| entry[key].as_f64()).sum::<f64>();
    report.paragraph(&format!("Over all rows, the warm start takes {:.2} of the cold one.", sum("warm") / sum("cold")));
    report.result("warm_start", both)
}

/// Names of the kinds that a group joins.
impl Group {
    fn name(&self) -> String {
        format!("{}-{}", self.0, self.1)
    }
}
