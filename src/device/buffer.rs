//! Arrays on the device.

use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};

use super::kernel::Window;
use super::waiting::signal;
use super::{Gpu, GpuError};

/// An array of `T` on the device.
#[derive(Debug)]
pub struct Array<T> {
    raw: wgpu::Buffer,
    name: &'static str,
    len: usize,
    /// It uses the memory of another array.
    shares: bool,
    of: PhantomData<T>,
}

impl<T: Pod + Zeroable> Array<T> {
    /// An array of `len` zeros, at least one; refused where it exceeds what a pass of this device can use.
    pub fn zeros(gpu: &Gpu, name: &'static str, len: usize) -> Result<Self, GpuError> {
        // A binding must not be empty.
        let bytes = (len.max(1) * size_of::<T>()) as u64;
        let limit = gpu.largest_array();
        if bytes > limit {
            let (what, adapter) = (format!("the array of {len} {name}"), gpu.adapter.name.clone());
            return Err(GpuError::Limit { what, needed: bytes, unit: "bytes", limit, adapter });
        }
        use wgpu::BufferUsages as Use;
        let raw = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(name),
            size: bytes.next_multiple_of(16),
            usage: Use::STORAGE | Use::UNIFORM | Use::INDIRECT | Use::COPY_SRC | Use::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.check()?;
        Ok(Self { raw, name, len, shares: false, of: PhantomData })
    }

    /// An array of `len` elements in the memory of `block`, for which all it holds is of no use any more.
    pub fn within(block: &Array<u32>, name: &'static str, len: usize) -> Result<Self, GpuError> {
        if (len * size_of::<T>()) as u64 > block.raw.size() {
            return Err(GpuError::Internal(format!("no room for {len} {name} in {}", block.name)));
        }
        Ok(Self { raw: block.raw.clone(), name, len, shares: true, of: PhantomData })
    }

    /// The elements of `data`.
    pub fn from_slice(gpu: &Gpu, name: &'static str, data: &[T]) -> Result<Self, GpuError> {
        let array = Self::zeros(gpu, name, data.len())?;
        array.write(gpu, 0, data);
        Ok(array)
    }

    /// The elements of `data`, with capacity for as many more.
    pub fn with_spare(gpu: &Gpu, name: &'static str, data: &[T]) -> Result<Self, GpuError> {
        let array = Self::zeros(gpu, name, 2 * data.len())?;
        array.write(gpu, 0, data);
        Ok(array)
    }

    /// Writes `data` from element `first` on, before all work that is submitted later.
    pub fn write(&self, gpu: &Gpu, first: usize, data: &[T]) {
        if !data.is_empty() {
            gpu.queue.write_buffer(&self.raw, (first * size_of::<T>()) as u64, bytemuck::cast_slice(data));
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it was made without elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Memory held [bytes]: none where it uses that of another array.
    pub fn bytes(&self) -> u64 {
        if self.shares { 0 } else { self.raw.size() }
    }

    /// The array as kernels see it.
    pub fn window(&self) -> Window<'_> {
        Window { buffer: &self.raw, bytes: (self.len.max(1) * size_of::<T>()) as u64 }
    }

    /// The buffer, for copies.
    pub fn raw(&self) -> &wgpu::Buffer {
        &self.raw
    }

    /// The first `len` elements, after all submitted work.
    pub async fn read_async(&self, gpu: &Gpu, len: usize) -> Result<Vec<T>, GpuError> {
        read_buffer(gpu, (self.name, &self.raw), len.min(self.len)).await
    }

    /// The same for those who can wait.
    pub fn read(&self, gpu: &Gpu, len: usize) -> Result<Vec<T>, GpuError> {
        gpu.waiter().block_on(self.read_async(gpu, len))
    }
}

/// The first `len` elements of a buffer with a name, after all submitted work.
pub async fn read_buffer<T: Pod + Zeroable>(
    gpu: &Gpu,
    (name, buffer): (&str, &wgpu::Buffer),
    len: usize,
) -> Result<Vec<T>, GpuError> {
    let bytes = (len * size_of::<T>()) as u64;
    let staging = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(name),
        size: bytes.next_multiple_of(4).max(4),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.check()?;
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, staging.size());
    gpu.queue.submit([encoder.finish()]);
    let (told, mapped) = signal();
    staging.map_async(wgpu::MapMode::Read, .., move |result| told.send(result));
    let mapped = mapped.await;
    gpu.check()?;
    let internal = |text: String| GpuError::Internal(text);
    mapped.map_err(|error| internal(error.to_string()))?;
    let mapped = staging.get_mapped_range(..).map_err(|error| internal(error.to_string()))?;
    let mut data = vec![T::zeroed(); len];
    bytemuck::cast_slice_mut::<T, u8>(&mut data).copy_from_slice(&mapped[..bytes as usize]);
    Ok(data)
}
