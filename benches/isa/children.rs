//! One process for each kernel: a compiler that wants more memory or time than it may have ends alone.

use std::error::Error;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use packstone::device::shader::Source;
use rayon::prelude::*;

use crate::compile::{Figures, compile, limit, translated};

/// Memory that a driver may take for a kernel, its own libraries included [bytes].
pub const MEMORY: u64 = 2 << 30;
/// Time of the processor that a driver may take for a kernel [s]: it does not return.
const SECONDS: u64 = 60;
/// Kernels that are compiled at a time.
const AT_A_TIME: usize = 2;

/// A kernel for shapes of some families.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The kernel.
    pub source: &'static Source,
    /// Name and bits of the families.
    pub shapes: (&'static str, u32),
}

/// What came out of a job, or why nothing did.
pub type Outcome = (Job, Result<Figures, String>);

/// Where RADV is, and what it is to compile for.
#[derive(Debug)]
pub struct Driver {
    /// Family of cards.
    family: String,
    /// Another Debian, with its loader and libraries, and a file that leads Vulkan to its driver.
    root: Option<(PathBuf, PathBuf, tempfile::NamedTempFile)>,
}

impl Driver {
    /// The driver of this system, or that of another root.
    pub fn new(family: &str, root: Option<&Path>) -> Result<Self, Box<dyn Error>> {
        let root = root.map(|root| {
            let machine = std::env::consts::ARCH;
            let libraries = root.join(format!("usr/lib/{machine}-linux-gnu"));
            let library = libraries.join("libvulkan_radeon.so");
            let loader = std::fs::read_dir(root.join("usr/lib64"))
                .and_then(|mut entries| entries.next().ok_or(std::io::ErrorKind::NotFound)?)
                .map_err(|error| format!("{}: no loader of programs: {error}", root.join("usr/lib64").display()))?;
            if !library.exists() {
                return Err(format!("{}: there is no such driver", library.display()).into());
            }
            let file = tempfile::NamedTempFile::with_suffix("_radeon.json")?;
            let leads = serde_json::json!({
                "file_format_version": "1.0.0",
                "ICD": { "library_path": library, "api_version": "1.3.0" },
            });
            std::fs::write(file.path(), leads.to_string())?;
            Ok::<_, Box<dyn Error>>((loader.path(), libraries, file))
        });
        Ok(Self { family: family.into(), root: root.transpose()? })
    }

    /// This program once more, with the driver in its environment.
    fn command(&self) -> std::io::Result<Command> {
        let program = std::env::current_exe()?;
        let mut command = match &self.root {
            None => Command::new(program),
            Some((loader, libraries, leads)) => {
                let mut command = Command::new(loader);
                command.arg("--library-path").arg(libraries).arg(program);
                command.env("VK_DRIVER_FILES", leads.path()).env("VK_ICD_FILENAMES", leads.path());
                command
            }
        };
        // Other drivers need not start. Without its cache RADV compiles every time, and the times of compiling are true.
        command.env("VK_LOADER_DRIVERS_SELECT", "*radeon*");
        command.env("RADV_FORCE_FAMILY", &self.family).env("RADV_DEBUG", "nocache");
        Ok(command)
    }

    /// Compiles kernels, each in a process of its own. Jobs that only their names tell apart are done once.
    pub fn compile(&self, jobs: &[Job]) -> Result<Vec<Outcome>, Box<dyn Error>> {
        let translate = |job: &Job| translated(job.source, job.shapes.1).map(|(words, _)| words);
        let words = jobs.iter().map(translate).collect::<Result<Vec<_>, _>>()?;
        let first = |k: usize| words.iter().position(|known| *known == words[k]).unwrap_or(k);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(AT_A_TIME).build()?;
        let one = |k: usize| (first(k) == k).then(|| self.one(jobs[k]));
        let done: Vec<_> = pool.install(|| (0..jobs.len()).into_par_iter().map(one).collect());
        let of = |k: usize| done[first(k)].clone().unwrap_or_else(|| Err("was not compiled".into()));
        Ok((0..jobs.len()).map(|k| (jobs[k], of(k))).collect())
    }

    fn one(&self, job: Job) -> Result<Figures, String> {
        let families = job.shapes.1.to_string();
        let child = self
            .command()
            .and_then(|mut command| command.args(["--child", job.source.name, "--families", &families]).output());
        figures(&child.map_err(|error| error.to_string())?)
    }
}

/// What a child has told, or how it ended.
fn figures(output: &Output) -> Result<Figures, String> {
    if output.status.success() {
        return serde_json::from_slice(&output.stdout).map_err(|error| error.to_string());
    }
    let last = String::from_utf8_lossy(&output.stderr).trim().lines().last().unwrap_or_default().to_string();
    Err(match output.status.signal() {
        Some(libc::SIGXCPU | libc::SIGKILL) => format!("the driver took more than {SECONDS} s"),
        Some(signal) => {
            format!("the driver died of signal {signal}: more than {} MB, or a defect. {last}", MEMORY >> 20)
        }
        None => last,
    })
}

/// The part of a child: limits itself, compiles, tells.
pub fn child(source: &Source, families: u32) -> Result<(), Box<dyn Error>> {
    limit(MEMORY, SECONDS)?;
    println!("{}", serde_json::to_string(&compile(source, families)?)?);
    Ok(())
}
