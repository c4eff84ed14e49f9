//! Checkpoints that were changed: whatever their bytes, they are refused with a reason or give a run that can take steps. None may
//! panic, hang, or bring numbers that are not finite.

use super::*;
use crate::device::GpuOptions;
use crate::engine::attempts::mixed;
use crate::engine::kill_scenes;
use crate::narrow::WarmStart;
use crate::sim::Backend;

/// Changed files of each kind, on the CPU and on the GPU.
const ROUNDS: [u64; 2] = [3000, 600];

/// A scene of the kill tests in which grains of two shapes come in above walls that move, once they lie on these and on each
/// other.
fn rain(options: Options) -> Simulation {
    let case = kill_scenes::cases().into_iter().find(|case| case.name == "insertion").expect("a case");
    let scene = Scene::parse(&case.text, "insertion.toml").unwrap_or_else(|error| panic!("{error}"));
    let mut run = Simulation::new(scene, options).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..100 {
        let counts = run.step(10).expect("steps").counts;
        if counts.contacts > 1 && counts.wall_contacts > 1 && counts.candidates > 3 {
            return run;
        }
    }
    panic!("no contacts: {:?}", run.report());
}

fn on_gpu() -> Options {
    Options { threads: Some(1), backend: Backend::Gpu(GpuOptions::default()) }
}

/// Bytes with a change that depends on the round: bits, numbers, lengths, cuts.
fn changed(bytes: &[u8], round: u64) -> Vec<u8> {
    const NUMBERS: [f64; 6] = [f64::NAN, f64::INFINITY, -1e300, 1e-308, -0.0, 7.5];
    let mut changed = bytes.to_vec();
    let dice = |k: u64, limit: usize| (mixed(round, k) % limit.max(1) as u64) as usize;
    let at = dice(1, changed.len());
    match round % 6 {
        0 | 1 => (0..1 + dice(2, 3) as u64).for_each(|k| changed[dice(10 + k, bytes.len())] ^= 1 << dice(20 + k, 8)),
        2 => changed[at] = [0, 0x7f, 0x80, 0xff][dice(3, 4)],
        3 => {
            let number = NUMBERS[dice(3, NUMBERS.len())].to_le_bytes();
            changed.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
        }
        4 => changed.truncate(at),
        _ => drop(changed.splice(at..(at + dice(3, 9)).min(bytes.len()), vec![dice(4, 256) as u8; dice(5, 9)])),
    }
    changed
}

/// Where the state begins in the bytes of a file.
const HEAD: usize = MAGIC.len() + 4 + 8 + 8;

fn is_finite(run: &Simulation) -> bool {
    let grains = &run.grains;
    grains.poses.iter().all(|pose| pose.position.is_finite())
        && grains.motions.iter().all(|motion| motion.velocity.is_finite())
}

#[test]
fn a_damaged_file_is_refused_by_its_check_sum() {
    let good = rain(Options::threads(1)).checkpoint().expect("a checkpoint");
    assert!(opened(&good).is_ok());
    for round in 0..ROUNDS[0] {
        let bad = changed(&good, round);
        let Err(reason) = opened(&bad) else {
            assert_eq!(bad, good, "round {round}");
            continue;
        };
        let told = ["is damaged: ", "is not a checkpoint", "has version"].iter().any(|how| reason.contains(how));
        assert!(told, "round {round}: {reason}");
    }
}

#[test]
fn a_file_of_an_older_version_is_told_by_its_number() {
    // Up to version 9 the number took one byte.
    let old = [&MAGIC[..], &[9, 200, 1, 2, 3, 4, 5]].concat();
    let reason = opened(&old).err().unwrap_or_default();
    assert!(reason.contains(&format!("has version 9, this program reads {VERSION}")), "{reason}");
}

#[test]
fn a_forged_file_is_refused_or_runs() {
    let good = rain(Options::threads(1)).checkpoint().expect("a checkpoint");
    let (mut refused, mut taken) = (0, 0);
    for round in 0..ROUNDS[0] {
        let forged = sealed(&changed(&good[HEAD..], round));
        let Ok(read) = Simulation::from_checkpoint(&forged, |_| Options::threads(1), None) else {
            // A scene that is none any more tells so itself.
            continue;
        };
        match read {
            Err(reason) => {
                assert!(reason.contains("is damaged: ") && reason.contains(TODO), "round {round}: {reason}");
                refused += 1;
            }
            Ok(mut run) => {
                assert!(is_finite(&run), "round {round}");
                let stepped = run.step(2);
                assert!(stepped.is_err() || is_finite(&run), "round {round}: {stepped:?}");
                taken += 1;
            }
        }
    }
    assert!(refused > 100 && taken > 100, "{refused} refused, {taken} taken");
}

/// A checkpoint in which one thing was changed is refused for the reason that is named.
fn refused(reason: &str, change: impl FnOnce(&mut Saved)) {
    let good = rain(Options::threads(1)).checkpoint().expect("a checkpoint");
    let mut saved = opened(&good).expect("it is whole");
    change(&mut saved);
    let forged = sealed(&postcard::to_stdvec(&saved).expect("bytes"));
    let read = Simulation::from_checkpoint(&forged, |_| Options::threads(1), None).expect("the scene is good");
    let told = read.err().unwrap_or_default();
    assert!(told.contains("is damaged: ") && told.contains(reason), "{reason}: {told:?}");
}

#[test]
fn what_points_outside_of_its_list_is_refused() {
    const MOST: u32 = u32::MAX;
    refused("sizes of grains", |saved| saved.kinds[0].0 = 99);
    refused("sizes of grains", |saved| saved.kinds[0].1 = 1e30);
    refused("grains", |saved| saved.grains.kinds[1] = MOST);
    refused("grains", |saved| saved.grains.loads.truncate(1));
    refused("grains", |saved| saved.grains.poses[0].orientation = glam::DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    refused("pairs", |saved| saved.pair_keys.last_mut().expect("pairs")[1] = MOST);
    refused("pairs", |saved| saved.pair_keys.swap(0, 1));
    refused("pairs", |saved| saved.warm.truncate(1));
    refused("pairs", |saved| saved.warm[0] = WarmStart { simplex: [Some((MOST, 0)); 4], ..WarmStart::default() });
    refused("grains near walls", |saved| saved.walls[0].key[1] = 1000);
    refused("grains near walls", |saved| saved.walls.last_mut().expect("links").key[0] = MOST);
    refused("insertions", |saved| saved.inserters.clear());
    refused("insertions", |saved| saved.inserters[0].done = u64::MAX);
    refused("time step", |saved| saved.step = u64::MAX);
    refused("time step", |saved| saved.wall_anchor_step = saved.step + 1);
    refused("time step", |saved| saved.dt *= 2.0);
    refused("a number in flows.dissipated_damping is not finite", |saved| saved.flows.dissipated_damping = f64::NAN);
    refused("a number in warm.axis is not finite", |saved| saved.warm[0].axis = Some(glam::DVec3::NAN));
}

#[test]
fn a_forged_state_of_a_gpu_is_refused_or_runs() {
    let mut run = rain(on_gpu());
    let good = run.checkpoint().expect("a checkpoint");
    let raw = opened(&good).expect("it is whole").device.expect("it was on a GPU").raw;
    let bytes = postcard::to_stdvec(&raw).expect("bytes");
    let [mut refused, mut taken] = [0; 2];
    for round in 0..ROUNDS[1] {
        let Ok(forged) = postcard::from_bytes::<RawState>(&changed(&bytes, round)) else { continue };
        let device = run.device.as_mut().expect("a GPU");
        let restored = device.waiter().block_on(device.restore(&mut run.state, &forged)).expect("a GPU that works");
        if restored.is_err() {
            refused += 1;
            continue;
        }
        taken += 1;
        if taken % 8 == 0 {
            let stepped = run.step(2);
            assert!(stepped.is_err() || is_finite(&run), "round {round}: {stepped:?}");
            let used = run.device.take();
            let again = Simulation::from_checkpoint(&good, |_| on_gpu(), used).expect("a GPU that works");
            run = again.unwrap_or_else(|reason| panic!("{reason}"));
        }
    }
    assert!(refused > 50 && taken > 50, "{refused} refused, {taken} taken");
}
