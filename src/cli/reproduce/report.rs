//! The report of a study: Markdown for people, JSON for programs, plots and pictures beside them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{ReproduceError, STUDIES, Study};
use crate::common::table::Table;
use crate::output::frames::Provenance;
use crate::output::picture::Picture;
use crate::output::plots::{Chart, Format};
use crate::sim::Simulation;

/// Its file for people, and that for programs.
const REPORT: &str = "report.md";
const RESULTS: &str = "results.json";

/// A report that grows with its study.
pub struct Report {
    folder: PathBuf,
    text: String,
    results: Map<String, Value>,
    backends: Vec<String>,
}

impl Report {
    /// An empty one. An older report of the study is removed: it would stand beside files that it does not describe.
    pub(super) fn new(study: &Study) -> Result<Self, ReproduceError> {
        let folder = study.folder().to_path_buf();
        fs::create_dir_all(&folder).map_err(|reason| cannot_write(&folder, &reason))?;
        for file in [REPORT, RESULTS].map(|name| folder.join(name)).iter().filter(|file| file.exists()) {
            fs::remove_file(file).map_err(|reason| cannot_write(file, &reason))?;
        }
        Ok(Self { folder, text: String::new(), results: Map::new(), backends: Vec::new() })
    }

    /// A heading below that of the report.
    pub fn heading(&mut self, text: &str) {
        self.block(&format!("## {text}"));
    }

    /// Some sentences. Markdown is kept.
    pub fn paragraph(&mut self, text: &str) {
        self.block(text);
    }

    /// A table with its caption.
    pub fn table(&mut self, caption: &str, table: &Table) {
        self.block(caption);
        self.block(table.to_markdown().trim_end());
    }

    /// A plot, written to a file of this name, with its caption.
    pub fn plot(&mut self, name: &str, caption: &str, chart: &Chart) -> Result<(), ReproduceError> {
        let file = format!("{name}.png");
        chart.write(&self.folder.join(&file), Format::Png)?;
        self.image(&file, caption);
        Ok(())
    }

    /// A picture, written to a file of this name, with its caption.
    pub fn picture(&mut self, name: &str, caption: &str, picture: &Picture) -> Result<(), ReproduceError> {
        let file = format!("{name}.png");
        picture.write_png(&self.folder.join(&file))?;
        self.image(&file, caption);
        Ok(())
    }

    /// A file that is in the folder of the study, as an image with its caption.
    pub fn image(&mut self, file: &str, caption: &str) {
        self.block(&format!("![{caption}]({file})"));
        self.block(&format!("*{caption}*"));
    }

    /// A result for programs.
    pub fn result(&mut self, key: &str, value: impl Serialize) -> Result<(), ReproduceError> {
        let value = serde_json::to_value(value);
        let value = value.map_err(|reason| ReproduceError::Result { key: key.to_owned(), reason })?;
        self.results.insert(key.to_owned(), value);
        Ok(())
    }

    /// Notes where this run is computed.
    pub fn ran_on(&mut self, run: &Simulation) {
        self.made_by(&Provenance::of(run));
    }

    /// Notes where a run was computed.
    pub fn made_by(&mut self, told: &Provenance) {
        let adapter = told.adapter.as_ref();
        let place = adapter.map_or(told.backend.clone(), |adapter| format!("{}, {adapter}", told.backend));
        if !self.backends.contains(&place) {
            self.backends.push(place);
        }
    }

    fn block(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str("\n\n");
    }

    /// Writes both files; gives that for people.
    pub(super) fn write(mut self, study: &Study) -> Result<PathBuf, ReproduceError> {
        if self.backends.is_empty() {
            // What has no run is computed by detectors of the CPU.
            self.backends.push("cpu".into());
        }
        let about = self.about(study);
        let mut text = format!("# {}\n\n{}.\n\n", study.title(), study.paper());
        for (key, value) in &about {
            // Writing to a string does not fail.
            let _ = writeln!(text, "- {}: {}", key.replace('_', " "), plain(value));
        }
        if study.quick() {
            text.push_str(
                "\nThis is the quick version, a small one: its figures are no match for the published ones.\n",
            );
        }
        let text = format!("{text}\n{}\n", self.text.trim_end());
        self.results.extend(about.into_iter().map(|(key, value)| (key.to_owned(), value)));
        let results = format!("{:#}\n", Value::from(self.results));
        let report = self.folder.join(REPORT);
        for (path, text) in [(&report, text), (&self.folder.join(RESULTS), results)] {
            fs::write(path, text).map_err(|reason| cannot_write(path, &reason))?;
        }
        Ok(report)
    }

    /// What made it.
    fn about(&self, study: &Study) -> Vec<(&'static str, Value)> {
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        vec![
            ("date", date.into()),
            ("packstone", env!("CARGO_PKG_VERSION").into()),
            ("command", study.command().into()),
            ("quick", study.quick().into()),
            ("back_end", self.backends.join("; ").into()),
            ("threads", study.threads().into()),
            ("wall_time_in_s", ((study.elapsed() * 10.0).round() / 10.0).into()),
        ]
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) if text.starts_with("packstone ") => format!("`{text}`"),
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        other => other.to_string(),
    }
}

fn cannot_write(path: &Path, reason: &std::io::Error) -> ReproduceError {
    ReproduceError::Write { path: path.into(), reason: reason.to_string() }
}

/// Writes the list of all reports that are in a folder.
pub fn write_index(folder: &Path) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["study", "what is run again", "paper"]);
    for entry in STUDIES.iter().filter(|entry| folder.join(entry.name).join(REPORT).exists()) {
        let link = format!("[{}]({}/{REPORT})", entry.name, entry.name);
        table.push(vec![link, entry.title.into(), entry.paper.into()]);
    }
    let text = format!(
        "# The literature, reproduced\n\nReports of `packstone reproduce`. Beside each of them, `{RESULTS}` has its \
         figures for programs.\n\n{}",
        table.to_markdown()
    );
    let path = folder.join("README.md");
    fs::write(&path, text).map_err(|reason| cannot_write(&path, &reason))
}
