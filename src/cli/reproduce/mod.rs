//! The numerical examples of the literature, run again: each is a study that writes a report with tables, plots and pictures
//! beside the published figures.

mod chung_ooi;
pub mod command;
mod configurations;
mod detectors;
mod error;
mod packings;
mod progress;
mod report;
mod study;
pub mod verification;
mod vyas;

pub use error::ReproduceError;
pub use progress::Progress;
pub use report::{Report, write_index};
pub use study::{Settings, Study};

/// A study: what it repeats, and how.
pub struct Entry {
    /// Its name on the command line, and that of its folder.
    pub name: &'static str,
    /// The paper: authors, year, title.
    pub paper: &'static str,
    /// What of the paper is run again.
    pub title: &'static str,
    /// Does it, and writes it down.
    pub run: fn(&Study, &mut Report) -> Result<(), ReproduceError>,
}

const FENG_TAN_2020: &str = "Feng and Tan (2020), On Minkowski difference-based contact detection in \
     discrete/discontinuous modelling of convex polygons/polyhedra: Algorithms and implementation";

const FENG_TAN_2021: &str = "Feng and Tan (2021), The Minkowski overlap and the energy-conserving contact model for \
     discrete element modeling of convex nonspherical particles";
const DESCANTES: &str = "Descantes, Tricoire and Richard (2019), Classical contact detection algorithms for 3D DEM \
     simulations: drawbacks and solutions";
const FENG_HAN_OWEN_2017: &str = "Feng, Han and Owen (2017), A generic contact detection framework for cylindrical \
     particles in discrete element modelling";

const CHUNG_OOI: &str = "Chung and Ooi (2011), Benchmark tests for verifying discrete element modelling codes at particle impact \
     level";
const VYAS: &str = "Vyas, Ottino, Lueptow and Umbanhowar (2025), Improved velocity-Verlet algorithm for the discrete element \
     method";

/// All studies, in the order in which they run.
pub const STUDIES: &[Entry] = &[
    Entry {
        name: "verification",
        paper: FENG_TAN_2021,
        title: "Verifications 1 and 2: the energy of elastic impacts",
        run: verification::run,
    },
    Entry {
        name: "superquadrics",
        paper: FENG_TAN_2021,
        title: "Simulation 1: 987 superquadrics fall into a box",
        run: packings::boxes::superquadrics,
    },
    Entry {
        name: "mixture",
        paper: FENG_TAN_2021,
        title: "Simulation 2: 3,280 polyhedra and superquadrics fall into a box",
        run: packings::boxes::mixture,
    },
    Entry {
        name: "configurations",
        paper: FENG_TAN_2020,
        title: "Figure 4: a quadrilateral and a triangle in four configurations",
        run: configurations::run,
    },
    Entry {
        name: "polyhedra",
        paper: FENG_TAN_2020,
        title: "Simulation I and table I: iterations of GJK and EPA among 5,000 polyhedra",
        run: packings::iterations::polyhedra,
    },
    Entry {
        name: "spheres",
        paper: FENG_TAN_2020,
        title: "Simulation II and table II: iterations of GJK and EPA among 5,500 polyhedra and spheres",
        run: packings::iterations::spheres,
    },
    Entry {
        name: "cylinders",
        paper: FENG_HAN_OWEN_2017,
        title: "Six packings of 5,000 cylinders, the cost of a contact, and two methods beside each other",
        run: packings::cylinders::run,
    },
    Entry {
        name: "detectors",
        paper: DESCANTES,
        title: "Tables 1 and 2, figure 11, and where unrevised detectors fail: overlapping polyhedra",
        run: detectors::run,
    },
    Entry {
        name: "chung-ooi",
        paper: CHUNG_OOI,
        title: "Tests 1 to 8: impacts of elastic spheres by Hertz and Mindlin",
        run: chung_ooi::run,
    },
    Entry {
        name: "vyas",
        paper: VYAS,
        title: "A small sphere slips through the gap between two large ones",
        run: vyas::run,
    },
];

/// The studies with these names, each once and in the order of the list; all of them without names.
pub fn chosen(names: &[String]) -> Result<Vec<&'static Entry>, ReproduceError> {
    if let Some(unknown) = names.iter().find(|name| STUDIES.iter().all(|entry| entry.name != name.as_str())) {
        let known = STUDIES.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        return Err(ReproduceError::Unknown { name: unknown.clone(), known });
    }
    let wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.name);
    Ok(STUDIES.iter().filter(wanted).collect())
}

/// Carries out a study, writes its report, and brings the list of reports up to date.
pub fn carry_out(entry: &Entry, settings: &Settings) -> Result<std::path::PathBuf, ReproduceError> {
    let study = Study::new(entry, settings)?;
    let mut report = Report::new(&study)?;
    (entry.run)(&study, &mut report)?;
    study.go_on()?;
    let path = report.write(&study)?;
    write_index(&settings.output)?;
    Ok(path)
}
