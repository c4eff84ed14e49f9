//! Frames written by a thread of their own, so that the steps need not wait for the disk.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use super::{Frame, FrameError};

/// Frames that may wait while one is written. One more is in hand on each side: memory stays bounded.
const WAITING: usize = 1;

/// What the thread is told.
enum Job {
    Write(Box<Frame>),
    /// All before this is to be written; then the answer comes.
    Flush(Sender<()>),
}

/// Hands frames to a thread that writes them, in order. What goes wrong there is told at the next call.
pub struct FrameWriter {
    jobs: Option<SyncSender<Job>>,
    failures: Receiver<FrameError>,
    thread: Option<JoinHandle<()>>,
}

impl FrameWriter {
    /// A thread that writes each frame by `write`.
    pub fn new(mut write: impl FnMut(&Frame) -> Result<(), FrameError> + Send + 'static) -> Self {
        let (jobs, waiting) = sync_channel(WAITING);
        let (failed, failures) = channel();
        let thread = std::thread::spawn(move || {
            for job in waiting {
                // Nobody listens any more when the run has ended with another error.
                let _ = match job {
                    Job::Write(frame) => write(&frame).or_else(|error| failed.send(error)).ok(),
                    Job::Flush(done) => done.send(()).ok(),
                };
            }
        });
        Self { jobs: Some(jobs), failures, thread: Some(thread) }
    }

    /// Hands over a frame; waits only if two are still to be written.
    pub fn write(&mut self, frame: Frame) -> Result<(), FrameError> {
        self.send(Job::Write(Box::new(frame)))
    }

    /// Waits until all frames are written.
    pub fn flush(&mut self) -> Result<(), FrameError> {
        let (done, answer) = channel();
        self.send(Job::Flush(done))?;
        answer.recv().map_err(|_| FrameError::WriterGone)?;
        self.failure()
    }

    fn send(&mut self, job: Job) -> Result<(), FrameError> {
        self.failure()?;
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        sent.and_then(Result::ok).ok_or(FrameError::WriterGone)
    }

    fn failure(&mut self) -> Result<(), FrameError> {
        self.failures.try_recv().map_or(Ok(()), Err)
    }
}

impl Drop for FrameWriter {
    /// What was handed over is written, also when the run breaks off.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so on standard error.
            let _ = thread.join();
        }
    }
}
