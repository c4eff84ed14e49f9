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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rayon::prelude::*;

    use super::*;

    thread_local!(static RUNS_ON_THE_STACK: Cell<u32> = const { Cell::new(0) });

    /// Begins a run on this thread and tells how many are on its stack then.
    fn run_once(threads: &Threads) -> u32 {
        let begun = RUNS_ON_THE_STACK.get() + 1;
        RUNS_ON_THE_STACK.set(begun);
        let sum: u64 = threads.run(|| (0..100u64).into_par_iter().sum());
        assert_eq!(sum, 4950);
        RUNS_ON_THE_STACK.set(begun - 1);
        begun
    }

    #[test]
    fn no_run_of_a_parallel_loop_begins_on_top_of_another() {
        let [outer, inner] = [2, 1].map(|count| Threads::new(Some(count)).expect("a few threads"));
        let most = outer.run(|| (0..500).into_par_iter().map(|_| run_once(&inner)).max());
        assert_eq!(most, Some(1));
    }

    #[test]
    fn work_within_work_stays_on_its_threads_and_panics_come_through() {
        let [outer, inner] = [2, 1].map(|count| Threads::new(Some(count)).expect("a few threads"));
        assert_eq!(inner.run(|| inner.run(rayon::current_num_threads)), 1);
        let slip = std::panic::AssertUnwindSafe(|| outer.run(|| inner.run(|| panic!("a slip"))));
        let panic = std::panic::catch_unwind(slip).map(|(): ()| 0);
        assert_eq!(panic.expect_err("a panic").downcast_ref(), Some(&"a slip"));
    }
}
