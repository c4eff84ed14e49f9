//! The kernels of the broad phase, compiled once and bound to arrays of any size.

use super::broad::{Arrays, Passes};
use super::buffer::Array;
use super::kernel::{Kernel, Window};
use super::kernels;
use super::scan::Scan;
use super::schema::records::GpuPose;
use super::{Gpu, GpuError};

/// The kernels of the broad phase.
#[derive(Debug)]
pub struct BroadKernels {
    scan: Scan,
    displacement: Kernel,
    arguments: Kernel,
    prepare: Kernel,
    bounds: Kernel,
    cell_count: Kernel,
    cell_write: Kernel,
    pair_count: Kernel,
    pair_bucket: Kernel,
    pair_file: Kernel,
    pair_write: Kernel,
    pair_remap: Kernel,
}

impl BroadKernels {
    /// Compiles all of them.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            scan: Scan::new(gpu)?,
            displacement: Kernel::new(gpu, &kernels::DISPLACEMENT)?,
            arguments: Kernel::new(gpu, &kernels::ARGUMENTS)?,
            prepare: Kernel::new(gpu, &kernels::PREPARE)?,
            bounds: Kernel::new(gpu, &kernels::BOUNDS)?,
            cell_count: Kernel::new(gpu, &kernels::CELL_COUNT)?,
            cell_write: Kernel::new(gpu, &kernels::CELL_WRITE)?,
            pair_count: Kernel::new(gpu, &kernels::PAIR_COUNT)?,
            pair_bucket: Kernel::new(gpu, &kernels::PAIR_BUCKET)?,
            pair_file: Kernel::new(gpu, &kernels::PAIR_FILE)?,
            pair_write: Kernel::new(gpu, &kernels::PAIR_WRITE)?,
            pair_remap: Kernel::new(gpu, &kernels::PAIR_REMAP)?,
        })
    }

    /// The scan, for others.
    pub fn scan(&self) -> &Scan {
        &self.scan
    }

    pub(super) fn bind(
        &self,
        gpu: &Gpu,
        control: &Array<u32>,
        poses: &Array<GpuPose>,
        arrays: &Arrays,
    ) -> Result<Passes, GpuError> {
        let all = arrays;
        let (control, poses, outlines) = (control.window(), poses.window(), all.outlines.window());
        let (boxes, places, poses_at_rebuild) =
            (all.boxes.window(), all.places.window(), all.poses_at_rebuild.window());
        let (near, buckets, before) = (all.near.window(), all.buckets.window(), all.before.window());
        let (found, starts, links) = (all.found.window(), all.link_starts.window(), all.links.window());
        let (pairs, old_pairs, from_old) = (all.pairs.window(), all.old_pairs.window(), all.from_old.window());
        let (filed, entries) = (all.filed.window(), all.entries.window());
        let bind = |kernel: &Kernel, own: &[Window]| kernel.bind(gpu, &[own]);
        let phase = |k: usize| bind(&self.arguments, &[control, all.arguments.window(), all.plans[k].window()]);
        Ok(Passes {
            displacement: bind(&self.displacement, &[control, poses, outlines, poses_at_rebuild])?,
            arguments: [phase(0)?, phase(1)?, phase(2)?],
            prepare: bind(&self.prepare, &[control, places, buckets, starts, pairs, old_pairs])?,
            bounds: bind(&self.bounds, &[control, poses, outlines, boxes, poses_at_rebuild])?,
            cell_count: bind(&self.cell_count, &[control, boxes, places, filed])?,
            cell_scan: self.scan.bind(gpu, &all.places, all.places.len())?,
            cell_write: bind(&self.cell_write, &[control, filed, places, entries])?,
            pair_count: bind(&self.pair_count, &[control, boxes, places, entries, found, before, starts])?,
            pair_scan: self.scan.bind(gpu, &all.link_starts, all.link_starts.len())?,
            pair_bucket: bind(&self.pair_bucket, &[control, found, starts, buckets])?,
            bucket_scan: self.scan.bind(gpu, &all.buckets, all.buckets.len())?,
            pair_file: bind(&self.pair_file, &[control, found, starts, buckets, near])?,
            pair_write: bind(&self.pair_write, &[control, near, starts, buckets, pairs, links])?,
            pair_remap: bind(&self.pair_remap, &[control, pairs, old_pairs, from_old])?,
        })
    }
}
