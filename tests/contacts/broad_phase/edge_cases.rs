//! Few bodies, bad numbers, and the test of two boxes.

use glam::{DQuat, DVec3};
use packstone::broad::{BroadError, BroadPhase, LocalBox, WorldBox};
use packstone::geometry::{Cylinder, OrientedBox, Polyhedron, Pose, Shape, Sphere};
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::scenes;

#[test]
fn no_body_one_body_two_bodies() {
    let mut rng = Pcg64::seed_from_u64(81);
    let one = scenes::boxed(DVec3::ONE, 1.0, &mut rng);
    let mut broad = BroadPhase::default();
    for (boxes, pairs) in [(vec![], 0), (vec![one], 0), (vec![one; 2], 1), (vec![], 0)] {
        let report = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
        assert_eq!((report.pairs, report.bodies, broad.pairs().len()), (pairs, boxes.len(), pairs));
        assert_eq!((0..3).map(|body| broad.contacts_of(body).len()).sum::<usize>(), 2 * pairs);
    }
}

#[test]
fn a_bad_box_is_named_and_the_list_before_stays() {
    let mut rng = Pcg64::seed_from_u64(82);
    let good: Vec<WorldBox> = (0..3000).map(|_| scenes::boxed(DVec3::ONE, 20.0, &mut rng)).collect();
    let mut broad = BroadPhase::default();
    let report = broad.rebuild(&good, |_, _| false).expect("good boxes");
    let spoilers: [fn(&mut WorldBox); 6] = [
        |b| b.center.y = f64::NAN,
        |b| b.center.z = f64::INFINITY,
        |b| b.axes.y_axis.x = f64::NAN,
        |b| b.half.x = f64::NAN,
        |b| b.half.x = f64::INFINITY,
        |b| b.radius = f64::NAN,
    ];
    for spoil in spoilers {
        let mut boxes = good.clone();
        [1234, 2999].iter().for_each(|body: &usize| spoil(&mut boxes[*body]));
        assert_eq!(broad.rebuild(&boxes, |_, _| false), Err(BroadError::NotFinite { body: 1234 }));
        assert_eq!(broad.pairs().len(), report.pairs);
    }
    let mut boxes = good.clone();
    boxes[7].half.y = -0.1;
    assert_eq!(broad.rebuild(&boxes, |_, _| false), Err(BroadError::Negative { body: 7 }));
    let again = broad.rebuild(&good, |_, _| false).expect("good boxes");
    assert_eq!((again.pairs, again.visits), (report.pairs, report.visits));
}

#[test]
fn a_far_grain_costs_nothing_and_the_largest_numbers_are_survived() {
    let mut rng = Pcg64::seed_from_u64(83);
    let mut boxes: Vec<WorldBox> = (0..2000).map(|_| scenes::boxed(DVec3::splat(1e-3), 1e-2, &mut rng)).collect();
    let near = BroadPhase::default().rebuild(&boxes, |_, _| false).expect("good boxes");
    for distance in [1e4, 1e15, 1e300, f64::MAX] {
        boxes.push(WorldBox { center: DVec3::splat(-distance), ..boxes[0] });
        boxes.push(WorldBox { center: DVec3::new(distance, 0.0, 0.0), ..boxes[0] });
    }
    let far = BroadPhase::default().rebuild(&boxes, |_, _| false).expect("good boxes");
    assert_eq!(far.pairs, near.pairs);
    assert!(far.entries <= near.entries + 8 * 8 && far.bytes < 2 * near.bytes, "{far:?}");
    boxes.push(WorldBox { half: DVec3::splat(1e307), radius: 1e308, ..boxes[0] });
    let huge = BroadPhase::default().rebuild(&boxes, |_, _| false).expect("good boxes");
    assert!(huge.pairs >= near.pairs + 2000);
}

#[test]
fn a_floor_among_grains_has_few_entries_and_all_its_pairs() {
    let mut rng = Pcg64::seed_from_u64(84);
    let flat = DVec3::new(100.0, 100.0, 0.05);
    let oriented = OrientedBox { center: DVec3::ZERO, half_extents: flat, axes: DQuat::IDENTITY };
    let mut boxes: Vec<WorldBox> = (0..3000)
        .map(|_| scenes::boxed(DVec3::splat(1e-3), 1.0, &mut rng))
        .map(|b| WorldBox { center: b.center * DVec3::new(1.0, 1.0, 1e-3) + DVec3::Z * 0.05, ..b })
        .collect();
    boxes.push(WorldBox::new(&oriented, &Pose::IDENTITY));
    let mut broad = BroadPhase::default();
    let report = broad.rebuild(&boxes, |_, _| false).expect("good boxes");
    assert_eq!(broad.contacts_of(3000).len(), 3000);
    assert!(report.entries < 3000 * 9 && report.visits < 3000 * 30, "{report:?}");
}

/// Boxes of polyhedra touch exactly when the polyhedra of these boxes do: the detector is the judge.
#[test]
fn boxes_touch_when_the_detector_says_so() {
    let mut rng = Pcg64::seed_from_u64(85);
    let mut detector = Minkowski::default();
    let mut counts = [0, 0];
    for case in 0..20_000 {
        let lengths: [DVec3; 2] = std::array::from_fn(|_| {
            DVec3::from_array(std::array::from_fn(|_| rng.random_range(0.01f64.ln()..1f64.ln()).exp()))
        });
        let size = lengths[0].length() + lengths[1].length();
        let shapes = lengths.map(|half| Shape::Polyhedron(Polyhedron::cuboid(half).expect("a box")));
        let first = Pose::new(scenes::vector(&mut rng), scenes::turn(&mut rng));
        // Every third pair has parallel axes, every third nearly parallel ones.
        let tilt = [0.0, 1e-9, 3.0][case % 3];
        let turn = DQuat::from_scaled_axis(scenes::vector(&mut rng) * tilt) * first.orientation;
        let second = Pose::new(first.position + scenes::vector(&mut rng) * 0.6 * size, turn);
        let [a, b] = [(0, first), (1, second)].map(|(k, pose)| Body { shape: &shapes[k], pose });
        let contact = detector.detect(&a, &b, &mut WarmStart::default()).expect("finite shapes");
        let [a, b] = [a, b].map(|body| WorldBox::placed(&LocalBox::of(body.shape).expect("finite"), &body.pose));
        if contact.overlap.abs() > 1e-9 * size {
            assert_eq!(a.touches(&b), contact.overlap > 0.0, "case {case}: overlap {:e}", contact.overlap);
            assert_eq!(b.touches(&a), a.touches(&b), "case {case}");
            counts[usize::from(a.touches(&b))] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 3000), "{counts:?}");
}

#[test]
fn bounds_hold_their_bodies_and_are_tight() {
    let mut rng = Pcg64::seed_from_u64(86);
    let cylinder = Shape::Cylinder(Cylinder::new(0.5, 2.0).expect("a cylinder"));
    let pyramid = Shape::Polyhedron(Polyhedron::square_pyramid(1.0, 3.0).expect("a pyramid"));
    let sphere = Shape::Sphere(Sphere::new(0.7).expect("a sphere"));
    for shape in [cylinder, pyramid, sphere] {
        let local = LocalBox::of(&shape).expect("a finite shape");
        for _ in 0..100 {
            let pose = Pose::new(scenes::vector(&mut rng), scenes::turn(&mut rng));
            let bounds = WorldBox::placed(&local, &pose).grown(0.1);
            for _ in 0..50 {
                let dir = scenes::vector(&mut rng).normalize();
                let support = pose.apply(shape.support(pose.orientation.inverse() * dir)) + dir * 0.1;
                let offset = support - bounds.center;
                let own = bounds.axes.transpose() * offset;
                assert!((own.abs() - bounds.half).max_element() < 1e-14 && offset.length() < bounds.radius + 1e-14);
                assert!((offset.abs() - bounds.aligned_half()).max_element() < 1e-14);
            }
        }
        assert!(local.radius <= shape.bounding_radius() * 1.5 && local.radius <= local.oriented.half_extents.length());
    }
}
