//! `packstone hunt`: looks for poses that a detector answers wrongly.

mod examine;
mod place;
mod pool;
mod report;
mod tally;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

use super::files::refuse_overwriting;
use super::verbosity::threads;
use super::{Backend, CommandError, Outcome, Verbosity, cannot_write, create, print_text};
use crate::device::NarrowPhase;
use crate::narrow::Body;
use crate::studies::classical::Method;
use examine::Examiner;
use pool::{FAMILIES, Name, Pool, WALL};
use tally::Tally;

/// Poses per unit of work; each unit has its own random numbers, so that the number of threads changes nothing.
const CHUNK: u64 = 500;
/// Units of work that a device answers at a time.
const BATCH: u64 = 16;

/// What `packstone hunt` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone hunt --poses 10000                                   all pairs of shapes, ten thousand poses each
  packstone hunt --shape-a cylinder --shape-b polyhedron --poses 1000000 -o failures.jsonl
  packstone hunt --shape-a disc --seed 7                         discs against everything
  packstone hunt --markdown hunt.md                              the table, with the command that made it
  packstone contacts failures.jsonl                              answers the failing poses again

Shapes: sphere, ellipsoid, capsule, cylinder, superquadric, polyhedron (hulls of 4 to 40 vertices and the ready solids)
and halfspace; also the solids p5 (square pyramid), p16 (octagonal prism), f16 (octagonal frustum), cube, tetrahedron,
octahedron, box, v400 (superquadric mesh), and the cylinders disc (height / diameter 0.025) and rod (50).

Poses go from far apart through touch to deep overlap, sizes from 1e-3 to 1e2 m with ratios up to 1e3; some are aligned,
nearly parallel, concentric, or 1e4 sizes away from the origin. Every answer is judged by code that shares nothing with
the detector. The exit code is 1 when an answer is wrong.")]
pub struct HuntArgs {
    /// First shape; all of them when left out
    #[arg(long, value_name = "NAME")]
    pub shape_a: Option<String>,
    /// Second shape; all of them when left out
    #[arg(long, value_name = "NAME")]
    pub shape_b: Option<String>,
    /// Poses per pair of shapes
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub poses: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; all cores when left out
    #[arg(long, value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Save failing poses (at most 100 per pair of shapes) as a pair file
    #[arg(short, long, value_name = "FAILURES.jsonl")]
    pub output: Option<PathBuf>,
    /// Write the table in markdown
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How contacts are found
    #[arg(long, value_enum, default_value_t)]
    pub method: Method,
    /// Where contacts are computed; answers of the GPU are judged by what single precision can do
    #[arg(long, value_enum, default_value_t)]
    pub backend: Backend,
}

/// Hunts as `args` ask for.
pub(super) fn run(args: &HuntArgs, verbosity: Verbosity) -> Result<Outcome, CommandError> {
    let pairs = shape_pairs(args)?;
    let mut output = args.output.as_deref().map(buffered).transpose()?;
    if let (Some(path), Some(other)) = (&args.markdown, &args.output) {
        refuse_overwriting(path, [other])?;
    }
    let mut markdown = args.markdown.as_deref().map(buffered).transpose()?;
    let threads = args.threads.map_or(0, NonZeroUsize::get);
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|reason| CommandError::Threads { threads, reason })?;
    let gpu = args.backend.device(args.method)?;
    let narrow = gpu.as_ref().map(NarrowPhase::new).transpose()?;
    let start = Instant::now();
    let mut report = report::Report::default();
    for (a, b) in pairs {
        let bar = verbosity.bar(progress(args.poses, format!("{a} {b}")));
        let tally = workers.install(|| match &narrow {
            None => hunt_pair(args, a, b, &bar),
            Some(narrow) => hunt_pair_on(narrow, args, a, b, &bar),
        })?;
        if let Some((file, path)) = &mut output {
            save(path, file, &tally)?;
        }
        report.add(a, b, &tally);
    }
    if args.json {
        print_text(&format!("{:#}\n", report.json(start.elapsed())));
    } else {
        print_text(&report.text(start.elapsed()));
    }
    match &args.output {
        _ if args.json => {}
        Some(path) if report.failed() => print_text(&format!("failing poses are in {}\n", path.display())),
        None if report.failed() => print_text("give -o FAILURES.jsonl to save the failing poses\n"),
        _ => {}
    }
    if let Some((file, path)) = &mut markdown {
        let text = report.markdown(start.elapsed());
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(cannot_write(path))?;
    }
    Ok(if report.failed() { Outcome::Faulty } else { Outcome::Fine })
}

fn buffered(path: &Path) -> Result<(BufWriter<File>, &Path), CommandError> {
    Ok((BufWriter::new(create(path)?), path))
}

/// The pairs of shapes to try: those named, or every one once.
fn shape_pairs(args: &HuntArgs) -> Result<Vec<(Name, Name)>, CommandError> {
    let parse = |name: &Option<String>| name.as_deref().map(Name::parse).transpose();
    let all = || FAMILIES.into_iter().chain([WALL]);
    match (parse(&args.shape_a)?, parse(&args.shape_b)?) {
        (Some(WALL), Some(WALL)) => Err(CommandError::TwoHalfSpaces),
        (Some(a), Some(b)) => Ok(vec![(a, b)]),
        (Some(a), None) => Ok(all().filter(|b| (a, *b) != (WALL, WALL)).map(|b| (a, b)).collect()),
        (None, Some(b)) => Ok(all().filter(|a| (*a, b) != (WALL, WALL)).map(|a| (a, b)).collect()),
        (None, None) => {
            let mut pairs = Vec::new();
            for (k, a) in FAMILIES.into_iter().enumerate() {
                pairs.extend(FAMILIES[k..].iter().map(|b| (a, *b)));
                pairs.push((a, WALL));
            }
            Ok(pairs)
        }
    }
}

/// Judges `args.poses` poses of shapes called `a` and `b`.
fn hunt_pair(args: &HuntArgs, a: Name, b: Name, bar: &ProgressBar) -> Result<Tally, CommandError> {
    let pools = (Pool::new(a, args.seed)?, Pool::new(b, args.seed)?);
    let chunks = args.poses.div_ceil(CHUNK);
    let examine = |chunk: u64| {
        let first = chunk * CHUNK;
        let count = CHUNK.min(args.poses - first);
        let mut rng = Pcg64::seed_from_u64(chunk_seed(args.seed, a, b, chunk));
        let mut examiner = Examiner::new(args.method);
        let mut tally = Tally::default();
        for index in first..first + count {
            let [body_a, body_b] = place::pair(&pools.0, &pools.1, &mut rng);
            let examined = examiner.examine(&body_a, &body_b);
            tally.add(&examined, &body_a, &body_b, || {
                (format!("hunt-{a}-{b}-{}-{index}", args.seed), format!("{a}_{b}"))
            });
        }
        bar.inc(count);
        tally
    };
    // Rayon keeps the order of the chunks in a reduction, so the first failures are the same ones each time.
    let tally = (0..chunks).into_par_iter().map(examine).reduce(Tally::default, Tally::merged);
    bar.finish_and_clear();
    Ok(tally)
}

/// Two placed bodies.
type Posed<'a> = (Body<'a>, Body<'a>);

/// The same poses, answered by a device in batches and judged here.
fn hunt_pair_on(
    narrow: &NarrowPhase,
    args: &HuntArgs,
    a: Name,
    b: Name,
    bar: &ProgressBar,
) -> Result<Tally, CommandError> {
    let pools = (Pool::new(a, args.seed)?, Pool::new(b, args.seed)?);
    let mut tally = Tally::default();
    let chunks = args.poses.div_ceil(CHUNK);
    for batch in (0..chunks).step_by(BATCH as usize) {
        let units: Vec<u64> = (batch..chunks.min(batch + BATCH)).collect();
        let place = |chunk: &u64| {
            let count = CHUNK.min(args.poses - chunk * CHUNK);
            let mut rng = Pcg64::seed_from_u64(chunk_seed(args.seed, a, b, *chunk));
            (0..count).map(|_| place::pair(&pools.0, &pools.1, &mut rng).into()).collect::<Vec<Posed>>()
        };
        let poses: Vec<Posed> = units.par_iter().flat_map_iter(place).collect();
        let answers = narrow.answer(&poses)?;
        let judge = |(unit, (poses, answers)): (usize, (&[Posed], &[_]))| {
            let mut examiner = Examiner::new(args.method);
            let mut tally = Tally::default();
            for (index, ((body_a, body_b), answer)) in poses.iter().zip(answers).enumerate() {
                let number = (batch + unit as u64) * CHUNK + index as u64;
                let examined = examiner.examine_single(body_a, body_b, answer);
                tally.add(&examined, body_a, body_b, || {
                    (format!("hunt-{a}-{b}-{}-{number}", args.seed), format!("{a}_{b}"))
                });
            }
            tally
        };
        let work = poses.par_chunks(CHUNK as usize).zip(answers.par_chunks(CHUNK as usize)).enumerate();
        tally = tally.merged(work.map(judge).reduce(Tally::default, Tally::merged));
        bar.inc(poses.len() as u64);
    }
    bar.finish_and_clear();
    Ok(tally)
}

/// A seed for one unit of work, from everything it depends on (FNV-1a over the bytes).
fn chunk_seed(seed: u64, a: Name, b: Name, chunk: u64) -> u64 {
    let names = a.text().bytes().chain([b'/']).chain(b.text().bytes());
    let bytes = names.chain(seed.to_le_bytes()).chain(chunk.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn progress(poses: u64, message: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:28} {wide_bar} {pos}/{len} {per_sec} {eta}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(poses).with_style(style).with_message(message)
}

fn save(path: &Path, file: &mut impl Write, tally: &Tally) -> Result<(), CommandError> {
    for failure in &tally.failures {
        let line = serde_json::to_string(failure).map_err(io::Error::from);
        line.and_then(|line| writeln!(file, "{line}")).map_err(cannot_write(path))?;
    }
    file.flush().map_err(cannot_write(path))
}
