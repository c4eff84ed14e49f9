//! Answers of the device: futures that nobody has to block for, and a way to wait for them where blocking is allowed.
//!
//! A browser tells a page of an answer through its event loop and lets nothing block; a program asks the driver. So all that
//! reads from the device is asynchronous, and only [`Waiter`], at the outer edge, blocks.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::GpuError;

/// A value that comes once, and who waits for it.
struct Slot<T> {
    value: Option<T>,
    waker: Option<Waker>,
}

/// Sends the value.
pub(super) struct Told<T>(Arc<Mutex<Slot<T>>>);

/// The value, once it has come.
pub(super) struct Answer<T>(Arc<Mutex<Slot<T>>>);

/// A way to send one value to a future.
pub(super) fn signal<T>() -> (Told<T>, Answer<T>) {
    let slot = Arc::new(Mutex::new(Slot { value: None, waker: None }));
    (Told(Arc::clone(&slot)), Answer(slot))
}

impl<T> Told<T> {
    pub fn send(self, value: T) {
        let waker = {
            let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            slot.value = Some(value);
            slot.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Future for Answer<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context) -> Poll<T> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.waker = Some(context.waker().clone());
        slot.value.take().map_or(Poll::Pending, Poll::Ready)
    }
}

/// Waits for a device.
#[derive(Clone, Debug)]
pub struct Waiter {
    pub(super) device: wgpu::Device,
    pub(super) status: Arc<Mutex<Option<GpuError>>>,
    /// The longest wait [s].
    pub(super) patience: u64,
}

impl Waiter {
    /// The first thing that went wrong, if anything has.
    pub fn check(&self) -> Result<(), GpuError> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).clone().map_or(Ok(()), Err)
    }

    /// Waits until all submitted work is done.
    pub fn wait(&self) -> Result<(), GpuError> {
        let limit = Some(Duration::from_secs(self.patience));
        let done = self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout: limit });
        self.check()?;
        match done {
            Ok(_) => Ok(()),
            Err(wgpu::PollError::Timeout) => Err(GpuError::Hangs(self.patience)),
            Err(other) => Err(GpuError::Internal(other.to_string())),
        }
    }

    /// Runs a future to its end, waiting for the device whenever it does.
    pub fn block_on<T, E: From<GpuError>>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let mut work = pin!(work);
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match work.as_mut().poll(&mut context) {
                Poll::Ready(done) => return done,
                Poll::Pending => self.wait()?,
            }
        }
    }
}
