//! How long each pass takes on the device: by its own clock where it has one, else by the host's.

use std::time::Instant;

use super::Device;
use crate::device::buffer::Array;
use crate::engine::{EngineError, PassId, State};

/// Nanoseconds in a second.
const NANO: f64 = 1e-9;

impl Device {
    /// Takes one step, pass by pass, and adds the time of each [s] to `times`, in the order of the list. The device must have
    /// room for the step's lists: a list that outgrows its array is made in the next batch.
    pub async fn timed_passes(&mut self, run: &mut State, times: &mut [f64]) -> Result<(), EngineError> {
        self.begin(run, 1);
        run.stale = true;
        if self.gpu.adapter.timestamps {
            self.by_timestamps(run, times).await?
        } else {
            self.by_the_host(run, times).await?
        }
        self.finish(run, 1).await
    }

    async fn by_timestamps(&mut self, run: &State, times: &mut [f64]) -> Result<(), EngineError> {
        let parts = self.steps.parts();
        let count = 2 * parts.len() as u32;
        let device = &self.gpu.device;
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("times"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let resolved = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("times"),
            size: u64::from(count) * 8,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let ticks: Array<u64> = Array::zeros(&self.gpu, "times", count as usize)?;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for (k, (_, name)) in (0..).zip(&parts) {
            let writes = wgpu::ComputePassTimestampWrites {
                query_set: &queries,
                beginning_of_pass_write_index: Some(2 * k),
                end_of_pass_write_index: Some(2 * k + 1),
            };
            let described = wgpu::ComputePassDescriptor { label: Some(name), timestamp_writes: Some(writes) };
            let mut pass = encoder.begin_compute_pass(&described);
            self.steps.record_part(&mut pass, self.recording(run.grains.len()), k as usize);
        }
        encoder.resolve_query_set(&queries, 0..count, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, ticks.raw(), 0, u64::from(count) * 8);
        self.gpu.queue.submit([encoder.finish()]);
        let period = f64::from(self.gpu.queue.get_timestamp_period()) * NANO;
        let ticks = ticks.read_async(&self.gpu, count as usize).await?;
        for ((of_pass, name), pair) in parts.into_iter().zip(ticks.chunks(2)) {
            let taken = pair[1].saturating_sub(pair[0]) as f64 * period;
            times[of_pass as usize] += taken;
            *self.kernel_times.entry(name).or_default() += taken;
        }
        Ok(())
    }

    async fn by_the_host(&mut self, run: &State, times: &mut [f64]) -> Result<(), EngineError> {
        for (time, pass) in times.iter_mut().zip(PassId::ALL) {
            let begun = Instant::now();
            self.run_pass(run, pass).await?;
            *time += begun.elapsed().as_secs_f64();
        }
        Ok(())
    }
}
