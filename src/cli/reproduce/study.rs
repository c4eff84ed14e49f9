//! What every study is given: how much to do, where, and with what.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::{Entry, Progress, ReproduceError};
use crate::cli::{Backend, scenes, stop};
use crate::engine::StepReport;
use crate::scene::Scene;
use crate::sim::{Options, Simulation};

/// How studies are carried out.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Small versions, in seconds.
    pub quick: bool,
    /// Where the folders of the studies are.
    pub output: PathBuf,
    /// Threads; none for one per core.
    pub threads: Option<NonZeroUsize>,
    /// Where runs are computed.
    pub backend: Backend,
    /// Tells nothing on the way.
    pub quiet: bool,
}

/// A study on its way.
pub struct Study {
    entry: &'static str,
    title: &'static str,
    paper: &'static str,
    settings: Settings,
    folder: PathBuf,
    begin: Instant,
    pool: rayon::ThreadPool,
}

impl Study {
    pub(super) fn new(entry: &Entry, settings: &Settings) -> Result<Self, ReproduceError> {
        let threads = settings.threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|reason| ReproduceError::Threads { threads, reason })?;
        let (folder, settings) = (settings.output.join(entry.name), settings.clone());
        let (entry, title, paper) = (entry.name, entry.title, entry.paper);
        Ok(Self { entry, title, paper, settings, folder, begin: Instant::now(), pool })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.entry
    }

    /// What is run again.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The paper.
    pub fn paper(&self) -> &'static str {
        self.paper
    }

    /// Whether the small version is asked for.
    pub fn quick(&self) -> bool {
        self.settings.quick
    }

    /// The small version's value, or that of the whole study.
    pub fn either<T>(&self, quick: T, full: T) -> T {
        if self.settings.quick { quick } else { full }
    }

    /// Whether nothing is told on the way.
    pub fn is_quiet(&self) -> bool {
        self.settings.quiet
    }

    /// Tells people what is done now.
    pub fn tell(&self, text: &str) {
        if !self.settings.quiet {
            eprintln!("{}: {text}", self.entry);
        }
    }

    /// Where its files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Threads that it uses.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Where runs are computed.
    pub fn backend(&self) -> Backend {
        self.settings.backend
    }

    /// Threads for work that rayon divides.
    pub fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Does pieces of work side by side, as many at a time as there are threads; results are in the order of the pieces.
    /// For whole runs, which rayon does not suit: a thread of it that waits for one would begin another meanwhile.
    pub fn side_by_side<T: Sync, R: Send>(
        &self,
        pieces: &[T],
        work: impl Fn(&T) -> Result<R, ReproduceError> + Sync,
    ) -> Result<Vec<R>, ReproduceError> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(at) else { return Ok::<_, ReproduceError>(done) };
                done.push((at, work(piece)?));
            }
        };
        let mut all = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads().min(pieces.len())).map(|_| scope.spawn(worker)).collect();
            let mut all = Vec::new();
            for handle in workers {
                // A piece that panics is a fault of the program, and goes on as one.
                all.extend(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok::<_, ReproduceError>(all)
        })?;
        all.sort_by_key(|(at, _)| *at);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }

    /// Wall time since its start [s].
    pub fn elapsed(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// An error once Ctrl-C was pressed: to be asked now and then in long work.
    pub fn go_on(&self) -> Result<(), ReproduceError> {
        if stop::asked() { Err(ReproduceError::Stopped(self.entry)) } else { Ok(()) }
    }

    /// Shows how far `what` is, out of `total` of any unit.
    pub fn progress(&self, what: &str, total: u64) -> Progress {
        Progress::new(&format!("{}: {what}", self.entry), total, self.settings.quiet)
    }

    /// A scene that is embedded in the program, as `packstone scenes` lists them.
    pub fn scene(&self, name: &str) -> Result<Scene, ReproduceError> {
        let text = scenes::text_of(name).ok_or_else(|| ReproduceError::NoScene(name.to_owned()))?;
        Ok(Scene::parse(text, format!("{name}.toml"))?)
    }

    /// A scene at its start, on the back end and with the threads of the study.
    pub fn simulation(&self, scene: Scene) -> Result<Simulation, ReproduceError> {
        let backend = self.settings.backend.of_a_run(&scene);
        Ok(Simulation::new(scene, Options { threads: Some(self.threads()), backend })?)
    }

    /// Takes a run to step `end` in batches, shows how far it is, and calls `watch` after each batch.
    pub fn drive(
        &self,
        what: &str,
        run: &mut Simulation,
        end: u64,
        batch: u64,
        mut watch: impl FnMut(&Simulation, &StepReport) -> Result<(), ReproduceError>,
    ) -> Result<StepReport, ReproduceError> {
        let progress = self.progress(what, end.saturating_sub(run.steps_done()));
        let mut trouble = None;
        let mut before = run.steps_done();
        let report = run.drive(end, batch, |run, report| {
            progress.advance(report.step - before);
            before = report.step;
            match self.go_on().and_then(|()| watch(run, report)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        progress.finish();
        trouble.map_or(Ok(report), Err)
    }

    /// The command that repeats it.
    pub fn command(&self) -> String {
        let Settings { quick, output, threads, backend, .. } = &self.settings;
        let quick = if *quick { " --quick" } else { "" };
        let threads = threads.map_or(String::new(), |threads| format!(" --threads {threads}"));
        let output = output.display().to_string();
        let output = if output.contains(' ') { format!("\"{output}\"") } else { output };
        format!("packstone reproduce {}{quick} -o {output}{threads} --backend {}", self.entry, backend.name())
    }
}
