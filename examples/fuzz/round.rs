//! One damaged input after the other, and a watch over the time and the memory that each takes.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::mutate::damaged;
use super::targets::Target;

/// Longest time that an input may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time beyond which an input is kept to be looked at.
const SLOW: Duration = Duration::from_secs(3);
/// Most memory that the program may have [B].
const MOST_MEMORY: u64 = 3 << 30;
/// Longest error [B].
const LONGEST_ERROR: usize = 2000;

/// What came of the inputs of a target.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Accepted inputs.
    pub accepted: u64,
    /// Inputs refused with an error.
    pub refused: u64,
    /// Inputs that brought the program to panic, or made it say far too much.
    pub harmful: u64,
    /// Longest time [s].
    pub slowest: f64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { accepted, refused, harmful, slowest } = self;
        write!(f, "{accepted} accepted, {refused} refused, {harmful} harmful, slowest {slowest:.3} s")
    }
}

/// The input that is tried now, since when.
type Present = Arc<Mutex<Option<(Instant, &'static str, Vec<u8>)>>>;

/// Ends the program, with the input kept, when one takes too long or too much.
pub struct Watch {
    present: Present,
    keep: PathBuf,
}

impl Watch {
    /// Begins to watch; harmful inputs go to the folder `keep`.
    pub fn start(keep: &Path) -> Self {
        let present = Present::default();
        let (seen, folder) = (Arc::clone(&present), keep.to_path_buf());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(20));
                let now = seen.lock().unwrap_or_else(PoisonError::into_inner);
                let Some((since, name, input)) = &*now else { continue };
                if since.elapsed() > PATIENCE || memory() > MOST_MEMORY {
                    let (time, memory) = (since.elapsed().as_secs_f64(), memory() >> 20);
                    let path = kept(&folder, name, input);
                    eprintln!("{name}: {time:.1} s and {memory} MiB for one input, kept as {}", path.display());
                    std::process::exit(3);
                }
            }
        });
        Self { present, keep: keep.to_path_buf() }
    }

    fn note(&self, input: Option<(&'static str, &[u8])>) {
        let now = input.map(|(name, bytes)| (Instant::now(), name, bytes.to_vec()));
        *self.present.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

/// Tries the inputs with these numbers.
pub fn run(target: &Target, seed: u64, numbers: Range<u64>, watch: &Watch, tally: &mut Tally) {
    for number in numbers {
        let own = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let input = damaged(&target.seeds, &mut Pcg64::seed_from_u64(own));
        watch.note(Some((target.name, &input)));
        let start = Instant::now();
        let came = panic::catch_unwind(AssertUnwindSafe(|| (target.try_it)(&input)));
        let time = start.elapsed();
        tally.slowest = tally.slowest.max(time.as_secs_f64());
        if time > SLOW {
            let path = kept(&watch.keep, target.name, &input);
            eprintln!("{}: {:.1} s, kept as {}", target.name, time.as_secs_f64(), path.display());
        }
        watch.note(None);
        let harm = match came {
            Ok(Ok(())) => {
                tally.accepted += 1;
                continue;
            }
            Ok(Err(message)) if message.len() <= LONGEST_ERROR => {
                tally.refused += 1;
                continue;
            }
            Ok(Err(message)) => format!("an error of {} bytes", message.len()),
            Err(_) => "a panic".into(),
        };
        tally.harmful += 1;
        let path = kept(&watch.keep, target.name, &input);
        eprintln!("{}: {harm}, kept as {}", target.name, path.display());
    }
}

/// Keeps an input; the name tells its content.
fn kept(folder: &Path, name: &str, input: &[u8]) -> PathBuf {
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3));
    let path = folder.join(format!("{name}-{hash:016x}"));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(&path, input)) {
        eprintln!("cannot keep an input: {error}");
    }
    path
}

/// Memory in use [B]; zero where the system does not tell.
fn memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    4096 * pages
}
