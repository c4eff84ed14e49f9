//! `packstone contacts`: answers pair files.

mod answers;
mod tally;

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::catch_panic::{Guarded, NoAnswer};
use super::files::refuse_overwriting;
use super::{Backend, CommandError, Outcome, Verbosity, cannot_write, create, open, print_text};
use crate::device::NarrowPhase;
use crate::narrow::{Body, Contact};
use crate::studies::classical::Method;
use crate::studies::oracle::Precision;
use crate::studies::pairs::{Lines, Pair};
use answers::AnswerRecord;
use tally::Tallies;

/// Pairs held in memory at a time: some tens of megabytes for polyhedra of many hundred vertices.
const CHUNK: usize = 256;
/// The same for a device, which has many at hand at once.
const GPU_CHUNK: usize = 4096;

/// What `packstone contacts` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone contacts pairs.jsonl                       table of speed and errors per family
  packstone contacts *.jsonl -o answers.jsonl          one answer per pair, in the order of the files
  packstone contacts pairs.jsonl -o - | head           answers to standard output, the table to standard error
  packstone contacts pairs.jsonl --method nezami --repeat 20

A pair is one line of JSON:
  {\"id\": \"x\", \"family\": \"f\", \"a\": {\"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"position\": [0, 0, 0],
   \"orientation\": [1, 0, 0, 0]}, \"b\": {...}, \"size\": 1, \"expected\": {...}}
with the shapes sphere (radius), ellipsoid (radii), capsule and cylinder (radius, half_height), superquadric
(a, b, c, n1, n2), polyhedron (vertices) and halfspace (normal, offset). \"expected\" may be left out.

Errors in the table: of the overlap relative to the larger body and to \"size\", of the normal in rad and of the
point relative to \"size\" where the expected answer is unique and has a point.
The exit code is 1 when a line was refused; all other lines are answered all the same.")]
pub struct ContactsArgs {
    /// Pair files, one JSON object per line
    #[arg(required = true, value_name = "PAIRS.jsonl")]
    pub files: Vec<PathBuf>,
    /// How contacts are found
    #[arg(long, value_enum, default_value_t)]
    pub method: Method,
    /// Where contacts are computed
    #[arg(long, value_enum, default_value_t)]
    pub backend: Backend,
    /// Write one answer per pair to this file; - is standard output
    #[arg(short, long, value_name = "RESULTS.jsonl")]
    pub output: Option<PathBuf>,
    /// Answer every pair this often, for a steadier time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// One row per sub-family (what follows the colon) instead of one per family
    #[arg(long)]
    pub subfamilies: bool,
    /// Print the table as JSON
    #[arg(long)]
    pub json: bool,
}

/// Where answers go.
struct Sink {
    path: PathBuf,
    writer: Option<Box<dyn Write>>,
}

impl Sink {
    fn open(args: &ContactsArgs) -> Result<Self, CommandError> {
        let path = args.output.clone().unwrap_or_default();
        let writer: Option<Box<dyn Write>> = match &args.output {
            None => None,
            Some(path) if path == Path::new("-") => Some(Box::new(BufWriter::new(io::stdout()))),
            Some(path) => {
                refuse_overwriting(path, &args.files)?;
                Some(Box::new(BufWriter::new(create(path)?)))
            }
        };
        Ok(Self { path, writer })
    }

    fn write(&mut self, pair: &Pair, contact: &Contact) -> Result<(), CommandError> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let record = AnswerRecord::new(pair, contact);
        let written = serde_json::to_writer(&mut *writer, &record).map_err(io::Error::from);
        written.and_then(|()| writer.write_all(b"\n")).map_err(cannot_write(&self.path))
    }

    fn finish(&mut self) -> Result<(), CommandError> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.flush()).map_err(cannot_write(&self.path))
    }
}

/// The run's state while it goes through the files.
struct Run<'a> {
    args: &'a ContactsArgs,
    detector: Answerer<'a>,
    sink: Sink,
    tallies: Tallies,
    refused: usize,
    bar: ProgressBar,
}

/// Who answers.
enum Answerer<'g> {
    Cpu(Guarded),
    Gpu(Box<NarrowPhase<'g>>),
}

impl Answerer<'_> {
    /// Pairs that are answered together.
    fn chunk(&self) -> usize {
        match self {
            Self::Cpu(_) => CHUNK,
            Self::Gpu(_) => GPU_CHUNK,
        }
    }

    fn answer(&mut self, jobs: &[Job]) -> Result<Vec<Result<Contact, NoAnswer>>, CommandError> {
        match self {
            Self::Cpu(detector) => Ok(jobs.iter().map(|job| detector.detect(&job.a(), &job.b())).collect()),
            Self::Gpu(narrow) => {
                let bodies: Vec<(Body, Body)> = jobs.iter().map(|job| (job.a(), job.b())).collect();
                Ok(narrow.answer(&bodies)?.into_iter().map(|answer| answer.map_err(NoAnswer::Unsupported)).collect())
            }
        }
    }
}

/// A pair with the line it came from.
struct Job {
    line: usize,
    pair: Pair,
}

impl Job {
    fn a(&self) -> Body<'_> {
        self.pair.a.body()
    }

    fn b(&self) -> Body<'_> {
        self.pair.b.body()
    }
}

/// Answers the files that `args` names.
pub(super) fn run(args: &ContactsArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let gpu = args.backend.device(args.method)?;
    let detector = match &gpu {
        None => Answerer::Cpu(Guarded::new(args.method)),
        Some(gpu) => Answerer::Gpu(Box::new(NarrowPhase::new(gpu)?)),
    };
    // Every file is opened before the results are created: a wrong name must not cost an old result.
    let files = args.files.iter().map(|path| open(path)).collect::<Result<Vec<_>, _>>()?;
    let bytes = files.iter().filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum();
    let mut run = Run {
        args,
        detector,
        sink: Sink::open(args)?,
        tallies: Tallies::new(args.subfamilies, if gpu.is_some() { Precision::Single } else { Precision::Double }),
        refused: 0,
        bar: verbosity.bar(progress(bytes)),
    };
    for (path, file) in args.files.iter().zip(files) {
        run.file(path, Lines::new(BufReader::new(run.bar.wrap_read(file))))?;
    }
    run.finish()
}

fn progress(bytes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {eta}");
    ProgressBar::new(bytes).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Run<'_> {
    fn file<R: io::BufRead>(&mut self, path: &Path, lines: Lines<R>) -> Result<(), CommandError> {
        let mut jobs = Vec::new();
        for line in lines {
            let line = line.map_err(|reason| CommandError::Read { path: path.into(), reason })?;
            match line.pair {
                Ok(pair) => jobs.push(Job { line: line.line, pair }),
                Err(reason) => self.refuse(path, line.line, &reason),
            }
            if jobs.len() == self.detector.chunk() {
                self.answer(path, &jobs)?;
                jobs.clear();
            }
        }
        self.answer(path, &jobs)
    }

    fn refuse(&mut self, path: &Path, line: usize, reason: &dyn std::fmt::Display) {
        self.refused += 1;
        self.bar.suspend(|| eprintln!("{}:{line}: {reason}", path.display()));
    }

    /// Answers `jobs`, timing each run of the same family as a whole.
    fn answer(&mut self, path: &Path, jobs: &[Job]) -> Result<(), CommandError> {
        for family in jobs.chunk_by(|p, q| p.pair.family == q.pair.family) {
            let mut answers = Vec::new();
            let start = Instant::now();
            for _ in 0..self.args.repeat {
                answers = self.detector.answer(family)?;
            }
            let seconds = start.elapsed().as_secs_f64() / f64::from(self.args.repeat);
            self.tallies.add_time(&family[0].pair.family, seconds);
            for (job, answer) in family.iter().zip(answers) {
                match answer {
                    Err(reason) => self.refuse(path, job.line, &reason),
                    Ok(contact) => {
                        self.tallies.add(&job.pair, &contact);
                        self.sink.write(&job.pair, &contact)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Outcome, CommandError> {
        self.bar.finish_and_clear();
        self.sink.finish()?;
        let table = self.tallies.table();
        let table = if self.args.json { format!("{:#}\n", table.to_json()) } else { table.to_text() };
        if self.args.output.as_deref() == Some(Path::new("-")) {
            eprint!("{table}");
        } else {
            print_text(&table);
        }
        if self.refused == 0 {
            return Ok(Outcome::Fine);
        }
        eprintln!("packstone: {} of the lines could not be answered, see above", self.refused);
        Ok(Outcome::Faulty)
    }
}
