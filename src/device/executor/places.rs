//! Places for new grains, tried on the device among the grains as it has them.

use super::arrays::Bindings;
use super::{Device, add_kind};
use crate::device::buffer::Array;
use crate::device::kernel::workgroups;
use crate::device::kernels::INSERT;
use crate::device::program::NamedArrays;
use crate::device::schema::records::GpuPose;
use crate::device::shapes::ShapeArrays;
use crate::device::{Gpu, GpuError};
use crate::engine::{EngineError, State};
use crate::geometry::Pose;

/// Tries times bodies in one submission at most: short enough for drivers that reset what takes longer than a second or two.
const MOST_TESTS: usize = 1 << 26;

/// The arrays of the kernel `insert`.
pub struct Places {
    /// Poses that are tried.
    attempts: Array<GpuPose>,
    /// One word for each.
    blocked: Array<u32>,
}

impl Places {
    /// With capacity for so many attempts.
    pub fn new(gpu: &Gpu, room: usize) -> Result<Self, GpuError> {
        Ok(Self {
            attempts: Array::zeros(gpu, "attempts", room)?,
            blocked: Array::zeros(gpu, "blocked attempts", room)?,
        })
    }

    /// Memory held [bytes].
    pub fn bytes(&self) -> u64 {
        self.attempts.bytes() + self.blocked.bytes()
    }
}

impl Device {
    /// Which poses for new grains, each with its kind, are blocked by grains that are there. ParticleTypes that are new are on the
    /// device for this question only: [`Self::add_bodies`] brings those that stay.
    pub async fn blocked(&mut self, run: &State, attempts: &[(u32, Pose)]) -> Result<Vec<bool>, EngineError> {
        let known = self.tables.sizes();
        self.extend_shapes(run)?;
        let limit = self.gpu.limits.max_compute_workgroups_per_dimension as usize;
        let most = (MOST_TESTS / run.grains.len().max(1)).clamp(1, limit);
        let mut found = Vec::with_capacity(attempts.len());
        for some in attempts.chunks(most) {
            let place = |(kind, pose): &(u32, Pose)| {
                GpuPose::new(pose.position / self.units.length, pose.orientation, *kind, 0)
            };
            let places: Vec<GpuPose> = some.iter().map(place).collect();
            found.extend(self.test(&places, run.grains.len()).await?);
        }
        self.tables.truncate(known);
        Ok(found)
    }

    /// Sends attempts, tests them against so many bodies, and reads one word for each.
    async fn test(&mut self, attempts: &[GpuPose], bodies: usize) -> Result<Vec<bool>, EngineError> {
        if self.places.attempts.len() < attempts.len() {
            self.places = Places::new(&self.gpu, attempts.len() + attempts.len() / 4)?;
        }
        let (gpu, arrays, places) = (&self.gpu, &self.arrays, &self.places);
        places.attempts.write(gpu, 0, attempts);
        places.blocked.write(gpu, 0, &vec![0; attempts.len()]);
        let bindings = Bindings { arrays, shapes: &self.shapes };
        let bound = self.kernels.get(&INSERT)?.bind_named(gpu, |name| match name {
            "attempts" => Some(places.attempts.window()),
            "blocked" => Some(places.blocked.window()),
            _ => bindings.window(name, 0),
        })?;
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        let [x, y] = workgroups(bodies, gpu.workgroup);
        bound.run_groups(&mut pass, [x, y, attempts.len() as u32]);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        let words = places.blocked.read_async(gpu, attempts.len()).await?;
        self.tally.dispatches += 1;
        self.tally.host_reads += 1;
        self.tally.bytes_read += size_of_val(words.as_slice()) as u64;
        Ok(words.iter().map(|word| *word != 0).collect())
    }

    /// Brings the kinds that are new to the tables of shapes. Where they exceed the capacity, the tables are made anew, and
    /// all kernels bound to them; true then.
    pub(crate) fn extend_shapes(&mut self, run: &State) -> Result<bool, GpuError> {
        let known = self.tables.sizes();
        for kind in &run.kinds.all()[known[0]..] {
            add_kind(&mut self.tables, kind, &self.units);
        }
        if self.shapes.extend(&self.gpu, &self.tables, known) {
            return Ok(false);
        }
        self.shapes = ShapeArrays::new(&self.gpu, &self.tables)?;
        self.bind_steps()?;
        Ok(true)
    }
}
