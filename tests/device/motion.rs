//! Free motion on the GPU: nothing is too slow to move, and what falls falls right.

use glam::{DQuat, DVec3};
use packstone::device::buffer::Array;
use packstone::device::fixed::MOTION_BITS;
use packstone::device::kernel::{Bound, Kernel};
use packstone::device::kernels;
use packstone::device::schema::control::Word;
use packstone::device::schema::records::{FixedTurn, GpuPose};
use packstone::device::schema::records::{GpuBodyState, GpuLoad, GpuMotion, GpuParams};
use packstone::device::shapes::{GpuInertia, ShapeArrays, ShapeTables};
use packstone::device::units::Units;
use packstone::device::{Checks, Gpu};
use packstone::geometry::{Shape, Sphere};

/// Bodies without forces, on the device.
struct Free {
    gpu: Gpu,
    poses: Array<GpuPose>,
    turns: Array<FixedTurn>,
    motions: Array<GpuMotion>,
    control: Array<u32>,
    passes: [Bound; 2],
    count: usize,
    _held: (ShapeArrays, Array<GpuParams>, Array<GpuLoad>, Array<GpuBodyState>),
}

/// Moments of inertia of the test body, over the largest.
const MOMENTS: DVec3 = DVec3::new(0.4, 0.75, 1.0);

impl Free {
    /// Bodies by velocity (units per step) and angular momentum over the largest moment (rad per step).
    fn new(bodies: &[(DVec3, DVec3)], gravity: DVec3, units: &Units) -> Self {
        let gpu = Gpu::open(Checks::Trusted).expect("an adapter; ./test.sh installs software Vulkan");
        let mut tables = ShapeTables::default();
        let inertia = GpuInertia { mass: 1.0, moments: MOMENTS, volume: 1.0 };
        let ball = Shape::Sphere(Sphere::new(1.0).expect("a good radius"));
        let _ = tables.push(&ball, 0, Some(&inertia), 1.0);
        let shapes = ShapeArrays::new(&gpu, &tables).expect("room");
        let turn = DQuat::from_scaled_axis(DVec3::new(0.3, -0.8, 0.5));
        let place = |k: usize| GpuPose::new(DVec3::new(3.7, -0.75, 100.0 * k as f64), turn, 0, 0);
        let poses: Vec<_> = (0..bodies.len()).map(place).collect();
        let motions: Vec<_> = bodies.iter().map(|(velocity, momentum)| GpuMotion::new(*velocity, *momentum)).collect();
        let mut words = vec![0u32; Word::COUNT];
        words[Word::Bodies as usize] = bodies.len() as u32;
        let control = Array::from_slice(&gpu, "control", &words).expect("room");
        let params = Array::from_slice(&gpu, "params", &[GpuParams::new(gravity, 0.5, MOTION_BITS, false, units)])
            .expect("room");
        let poses = Array::from_slice(&gpu, "poses", &poses).expect("room");
        let turns = Array::from_slice(&gpu, "turns", &vec![FixedTurn::new(turn); bodies.len()]).expect("room");
        let motions = Array::from_slice(&gpu, "motions", &motions).expect("room");
        let loads: Array<GpuLoad> = Array::zeros(&gpu, "loads", bodies.len()).expect("room");
        let states: Array<GpuBodyState> = Array::zeros(&gpu, "states", bodies.len()).expect("room");
        let find = |name: &str| match name {
            "control" => Some(control.window()),
            "params" => Some(params.window()),
            "poses" => Some(poses.window()),
            "turns" => Some(turns.window()),
            "motions" => Some(motions.window()),
            "loads" => Some(loads.window()),
            "states" => Some(states.window()),
            _ => shapes.window(name),
        };
        let passes = [&kernels::DRIFT, &kernels::KICK].map(|source| {
            let kernel = Kernel::new(&gpu, source).expect("a good kernel");
            kernel.bind_named(&gpu, find).expect("its arrays")
        });
        let count = bodies.len();
        Self { gpu, poses, turns, motions, control, passes, count, _held: (shapes, params, loads, states) }
    }

    fn step(&self, steps: usize) {
        let mut left = steps;
        while left > 0 {
            let now = left.min(2000);
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for _ in 0..now {
                self.passes.iter().for_each(|bound| bound.run(&self.gpu, &mut pass, self.count));
            }
            drop(pass);
            self.gpu.queue.submit([encoder.finish()]);
            self.gpu.wait().expect("a working device");
            left -= now;
        }
    }

    fn bodies(&self) -> Vec<(GpuPose, DQuat, GpuMotion)> {
        let status = self.control.read(&self.gpu, Word::COUNT).expect("numbers")[Word::Status as usize];
        assert_eq!(status, 0, "status on the device");
        let poses = self.poses.read(&self.gpu, self.count).expect("poses");
        let turns = self.turns.read(&self.gpu, self.count).expect("turns");
        let motions = self.motions.read(&self.gpu, self.count).expect("motions");
        let joined = poses.into_iter().zip(turns).zip(motions);
        joined.map(|((pose, turn), motion)| (pose, turn.to_quaternion(), motion)).collect()
    }
}

fn spin_energy(turn: DQuat, momentum: DVec3) -> f64 {
    let m = turn.inverse() * momentum;
    0.5 * (m * m / MOMENTS).element_sum()
}

/// Motion far below the precision of an f32 per step, over so many steps.
fn slow_motion_does_not_freeze(steps: u32) {
    // A billionth of the radius per step; a turn of 1e-9 rad per step (1e-3 rad/s at steps of 1e-6 s); a tumbling top.
    let slow = DVec3::new(1e-9, -0.6e-9, 0.3e-9);
    let spin = DVec3::new(0.0, 0.0, 1e-9);
    let tumble = DVec3::new(0.0004, 0.02, 0.0002);
    let turn = DQuat::from_scaled_axis(DVec3::new(0.3, -0.8, 0.5));
    // The momentum about the body's own z axis turns it about that axis, which stays.
    let bodies = [(slow, DVec3::ZERO), (DVec3::ZERO, turn * spin), (DVec3::ZERO, turn * tumble)];
    let free = Free::new(&bodies, DVec3::ZERO, &Units { length: 1.0, mass: 1.0, time: 1.0 });
    let before = free.bodies();
    free.step(steps as usize);
    let after = free.bodies();
    let moved = after[0].0.position() - before[0].0.position();
    let expected = slow * f64::from(steps);
    // A displacement of 1099.5 units of position per step is rounded to 1100.
    assert!(moved.distance(expected) < 1e-3 * expected.length(), "{moved} instead of {expected}");
    let turned = after[1].1 * before[1].1.inverse();
    let angle = turned.to_scaled_axis().dot(turn * DVec3::Z);
    let expected = 1e-9 * f64::from(steps);
    assert!((angle - expected).abs() < 1e-7, "turned by {angle} instead of {expected} rad");
    let (start, end) = (before[2].1, after[2].1);
    let momentum = turn * tumble;
    let change = spin_energy(end, momentum) / spin_energy(start, momentum) - 1.0;
    assert!(change.abs() < 1e-4, "the top's energy changed by {change:e}");
    let norm = after[2].0.turn.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
    assert!((norm - 1.0).abs() < 1e-6, "a quaternion of length {norm}");
}

/// A displacement, a turn and a tumbling top, over a twentieth of the million steps.
#[test]
fn slow_motion_does_not_freeze_in_many_steps() {
    slow_motion_does_not_freeze(50_000);
}

#[test]
#[ignore = "slow: run with ./test.sh --slow"]
fn slow_motion_does_not_freeze_in_a_million_steps() {
    slow_motion_does_not_freeze(1_000_000);
}

#[test]
fn a_fall_of_many_short_steps_is_a_fall() {
    // A grain of 1 mm, steps of 1e-6 s: at 1 m/s a step adds 1e-5 of the speed.
    let units = Units::new(1e-3, 1e-6, 1e-6);
    let free = Free::new(&[(DVec3::ZERO, DVec3::ZERO)], DVec3::new(0.0, 0.0, -9.81), &units);
    let before = free.bodies()[0].0.position();
    let steps = 200_000;
    free.step(steps);
    let (pose, _, motion) = free.bodies()[0];
    let time = steps as f64 * units.time;
    let speed = motion.velocity().z * units.velocity();
    assert!((speed / (-9.81 * time) - 1.0).abs() < 1e-9, "{speed} m/s");
    let depth = (pose.position() - before).z * units.length;
    assert!((depth / (-0.5 * 9.81 * time * time) - 1.0).abs() < 1e-9, "{depth} m");
}

#[test]
fn turns_follow_the_cpu() {
    // At a healthy spin, beside the f64 splitting.
    let momentum = DVec3::new(0.01, 0.02, -0.015);
    let free = Free::new(&[(DVec3::ZERO, momentum)], DVec3::ZERO, &Units { length: 1.0, mass: 1.0, time: 1.0 });
    let mut turn = free.bodies()[0].1;
    for _ in 0..1000 {
        turn = packstone::motion::turned(turn, momentum, MOMENTS, 1.0);
    }
    free.step(1000);
    let off = free.bodies()[0].1.angle_between(turn);
    assert!(off < 1e-5, "off by {off:e} rad after about 20 rad");
}
