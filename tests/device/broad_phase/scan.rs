//! The scan, bit by bit.

use packstone::device::Checks;
use packstone::device::buffer::Array;
use packstone::device::kernels::{SCAN_BLOCKS, SCAN_SUMS, SCAN_WRITE};
use packstone::device::program::Kernels;
use packstone::device::scan::{ScanArrays, bind_scan};
use packstone::device::schema::constants::SCAN_ITEMS as ITEMS;
use packstone::device::twins::{scan_blocks, scan_sums, scan_write};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::harness::{gpu, run};

/// Lengths around every border of the blocks, up to several rounds of `scan_sums` for small workgroups.
fn lengths(block: usize) -> [usize; 12] {
    [0, 1, 2, 15, 17, block - 1, block, block + 1, 3 * block + 5, block * 33, 100_003, 1_200_007]
}

#[test]
fn scans_are_exact_for_any_length_workgroup_and_checks() {
    let mut rng = Pcg64::seed_from_u64(81);
    for (workgroup, checks) in
        [(32, Checks::Checked), (64, Checks::Checked), (64, Checks::Trusted), (256, Checks::Trusted)]
    {
        let mut gpu = gpu(checks);
        gpu.workgroup = workgroup;
        let mut kernels = Kernels::default();
        for source in [&SCAN_BLOCKS, &SCAN_SUMS, &SCAN_WRITE] {
            kernels.add(&gpu, source).expect("a good kernel");
        }
        for length in lengths((workgroup * ITEMS) as usize) {
            // Sums wrap, in the kernel as here; what is behind the length is left alone.
            let values: Vec<u32> = (0..length + 3).map(|_| rng.random_range(0..10_000)).collect();
            let array = Array::from_slice(&gpu, "values", &values).expect("room");
            let beside = ScanArrays::new(&gpu, length).expect("room");
            let windows = ["sums", "scan"].map(|part| beside.window(part));
            let bound = bind_scan(&gpu, &kernels, Some(array.window()), windows).expect("good arrays");
            let [x, y] = beside.groups();
            let groups = [[x, y, 1], [1, 1, 1], [x, y, 1]];
            let record = |pass: &mut wgpu::ComputePass| {
                bound.iter().zip(groups).for_each(|(bound, groups)| bound.run_groups(pass, groups));
            };
            run(&gpu, record).expect("it runs");
            let mut expected = values;
            let _ = scan_sums(&mut expected[..length]);
            let found = array.read(&gpu, length + 3).expect("a result");
            assert!(found == expected, "{length} elements in workgroups of {workgroup}");
        }
    }
}

#[test]
fn the_three_passes_make_one_scan() {
    let values: Vec<u32> = (0..10_000).map(|k| k * 7 % 31).collect();
    for block in [1, 16, 1024, 20_000] {
        let mut sums = scan_blocks(&values, block);
        let total = scan_sums(&mut sums);
        let mut scanned = values.clone();
        scan_write(&mut scanned, &sums, block);
        let mut expected = values.clone();
        assert_eq!(scan_sums(&mut expected), total);
        assert_eq!(scanned, expected);
    }
}
