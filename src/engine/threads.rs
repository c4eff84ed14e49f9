//! The threads of a run.

use std::panic::resume_unwind;
use std::sync::Arc;

use super::EngineError;

/// Most threads of a run: more than any machine has, and as many as still begin at once.
pub(crate) const MOST_THREADS: usize = 1024;

/// Threads of its own for a run: as many as it is told.
#[derive(Clone, Debug)]
pub(crate) struct Threads(Arc<rayon::ThreadPool>);

impl Threads {
    /// So many, or one for each core.
    pub fn new(count: Option<usize>) -> Result<Self, EngineError> {
        if let Some(count) = count.filter(|count| *count > MOST_THREADS) {
            return Err(EngineError::Threads(format!("{count} are more than {MOST_THREADS}")));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build();
        Ok(Self(pool.map_err(|error| EngineError::Threads(error.to_string()))?.into()))
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Does some work on them and waits for it.
    ///
    /// A worker of another pool of rayon, which carries out a parallel loop over many runs, must not wait by rayon's means: it
    /// would begin the next run of the loop meanwhile, on top of its stack, and the next on top of that, until the stack is
    /// full. A plain thread waits in its place.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let is_worker_elsewhere = rayon::current_thread_index().is_some() && self.0.current_thread_index().is_none();
        if !is_worker_elsewhere {
            return self.0.install(work);
        }
        let done = std::thread::scope(|scope| scope.spawn(|| self.0.install(work)).join());
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}
