//! The three classical polyhedron detectors: nine published situations, rigid motions, random hulls against a brute
//! force search, and poses where the unrevised algorithms go wrong.

use glam::{DQuat, DVec3};
use packstone::geometry::{Polyhedron, Pose, Shape, Sphere};
use packstone::narrow::{Body, Contact, Detector, Kind, Status, WarmStart};
use packstone::studies::classical::{Cundall, GjkTd, Nezami};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::Value;

/// Two placed polyhedra.
struct Case {
    id: String,
    a: Shape,
    b: Shape,
    pose_a: Pose,
    pose_b: Pose,
}

/// The answer a case must give.
#[derive(Clone, Copy)]
struct Expected {
    overlap: f64,
    normal: DVec3,
    point: DVec3,
    kind: &'static str,
}

impl Case {
    fn solve(&self, detector: &mut dyn Detector) -> Contact {
        let (a, b) = (Body { shape: &self.a, pose: self.pose_a }, Body { shape: &self.b, pose: self.pose_b });
        detector.detect(&a, &b, &mut WarmStart::default()).expect("two polyhedra")
    }

    fn swapped(self) -> Self {
        Self { a: self.b, b: self.a, pose_a: self.pose_b, pose_b: self.pose_a, id: self.id }
    }

    fn moved(&self, turn: DQuat, shift: DVec3) -> Self {
        let place = |pose: Pose| Pose::new(turn * pose.position + shift, turn * pose.orientation);
        let (a, b) = (self.a.clone(), self.b.clone());
        Self { a, b, pose_a: place(self.pose_a), pose_b: place(self.pose_b), id: self.id.clone() }
    }

    fn larger_radius(&self) -> f64 {
        self.a.bounding_radius().max(self.b.bounding_radius())
    }
}

fn vector(value: &Value) -> DVec3 {
    let at = |k: usize| value[k].as_f64().expect("a number");
    DVec3::new(at(0), at(1), at(2))
}

fn placed(value: &Value) -> (Shape, Pose) {
    let points: Vec<DVec3> = value["shape"]["vertices"].as_array().expect("vertices").iter().map(vector).collect();
    let q: Vec<f64> = (0..4).map(|k| value["orientation"][k].as_f64().expect("a number")).collect();
    let turn = DQuat::from_xyzw(q[1], q[2], q[3], q[0]);
    let shape = Shape::Polyhedron(Polyhedron::from_vertices(&points).expect("a convex polyhedron"));
    (shape, Pose::new(vector(&value["position"]), turn))
}

fn published() -> Vec<(Case, Expected)> {
    let kinds = [Kind::VertexFace, Kind::EdgeFace, Kind::FaceFace, Kind::EdgeEdge];
    let read = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let ((a, pose_a), (b, pose_b)) = (placed(&record["a"]), placed(&record["b"]));
        let id = record["id"].as_str().expect("an id").to_owned();
        let expected = &record["expected"];
        let kind = expected["kind"].as_str().expect("a kind");
        let kind = kinds.iter().map(|k| k.name()).find(|name| *name == kind).expect("a kind of overlapping polyhedra");
        let overlap = expected["overlap"].as_f64().expect("a number");
        let (normal, point) = (vector(&expected["normal"]), vector(&expected["point"]));
        (Case { id, a, b, pose_a, pose_b }, Expected { overlap, normal, point, kind })
    };
    include_str!("../../examples/papers/descantes.jsonl").lines().map(read).collect()
}

/// The three revised detectors with the tolerance each must meet.
fn detectors() -> [(Box<dyn Detector>, f64); 3] {
    [(Box::new(GjkTd::default()), 1e-14), (Box::new(Nezami::default()), 1e-14), (Box::new(Cundall::default()), 1e-9)]
}

/// What must hold for any contact, exact or not: the points agree with the overlap, the bounds enclose it.
fn assert_sound(name: &str, case: &Case, contact: &Contact) {
    let place = case.pose_a.position.length().max(case.pose_b.position.length());
    let slack = 1e-14 * (case.larger_radius() + place);
    assert!((contact.normal.length() - 1.0).abs() < 1e-14, "{name} {}: normal of length one", case.id);
    let apart = contact.c1 - contact.c2 - contact.overlap * contact.normal;
    assert!(apart.length() <= slack, "{name} {}: c1 - c2 is off by {:e}", case.id, apart.length());
    let middle = contact.point - 0.5 * (contact.c1 + contact.c2);
    assert!(middle.length() <= slack, "{name} {}: point is off by {:e}", case.id, middle.length());
    assert!(contact.lower <= contact.overlap && contact.overlap <= contact.upper, "{name} {}: bounds", case.id);
}

fn assert_matches(name: &str, case: &Case, contact: &Contact, expected: Expected, tolerance: f64) {
    assert_sound(name, case, contact);
    let error = (contact.overlap - expected.overlap).abs();
    assert!(error <= tolerance * case.larger_radius(), "{name} {}: overlap off by {error:e}", case.id);
    let error = (contact.normal - expected.normal).abs().max_element();
    assert!(error <= tolerance, "{name} {}: normal off by {error:e}", case.id);
    assert_eq!(contact.kind.name(), expected.kind, "{name} {}", case.id);
}

#[test]
fn nine_published_situations() {
    for (case, expected) in published() {
        for (mut detector, tolerance) in detectors() {
            let contact = case.solve(&mut *detector);
            assert_matches(detector.name(), &case, &contact, expected, tolerance);
            assert!(contact.unique, "{} {}", detector.name(), case.id);
            if detector.name() == "gjk-td" {
                assert_eq!(contact.status, Status::Ok, "{}", case.id);
                assert!(contact.gjk_iterations > 0 && contact.epa_iterations > 0, "{}", case.id);
            }
        }
    }
}

#[test]
fn published_points_where_there_is_only_one() {
    // Edge-face and face-face contacts have a range of points.
    let single = |expected: &Expected| ["vertex-face", "edge-edge"].contains(&expected.kind);
    let cases: Vec<_> = published().into_iter().filter(|(_, expected)| single(expected)).collect();
    assert_eq!(cases.len(), 2);
    for (case, expected) in cases {
        for (mut detector, tolerance) in detectors() {
            let error = case.solve(&mut *detector).point.distance(expected.point);
            assert!(error <= tolerance, "{} {}: point off by {error:e}", detector.name(), case.id);
        }
    }
}

#[test]
fn published_situations_far_from_the_origin() {
    // The positions are dyadic: 1000 more keeps their difference exact.
    for (case, expected) in published() {
        let case = case.moved(DQuat::IDENTITY, DVec3::new(1e3, -1e3, 1e3));
        for (mut detector, tolerance) in detectors() {
            assert_matches(detector.name(), &case, &case.solve(&mut *detector), expected, tolerance);
        }
    }
}

#[test]
fn published_situations_swapped() {
    for (case, expected) in published() {
        let (case, expected) = (case.swapped(), Expected { normal: -expected.normal, ..expected });
        for (mut detector, tolerance) in detectors() {
            assert_matches(detector.name(), &case, &case.solve(&mut *detector), expected, tolerance);
        }
    }
}

#[test]
fn published_situations_turned() {
    let mut rng = Pcg64::seed_from_u64(20);
    for (case, expected) in published() {
        for _ in 0..20 {
            let turn = random_turn(&mut rng);
            let case = case.moved(turn, DVec3::ZERO);
            let expected = Expected { normal: turn * expected.normal, ..expected };
            for (mut detector, tolerance) in detectors() {
                assert_matches(detector.name(), &case, &case.solve(&mut *detector), expected, tolerance);
            }
        }
    }
}

fn uniform(rng: &mut impl Rng, half: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| rng.random_range(-half..half)))
}

fn random_turn(rng: &mut impl Rng) -> DQuat {
    let [x, y, z, w] = [0; 4].map(|_| rng.random_range(-1.0..1.0));
    DQuat::from_xyzw(x, y, z, w).normalize()
}

fn random_hull(rng: &mut impl Rng) -> Shape {
    let count = rng.random_range(8..=30);
    let points: Vec<DVec3> = (0..count).map(|_| uniform(rng, 1.0)).collect();
    Shape::Polyhedron(Polyhedron::from_vertices(&points).expect("random points fill space"))
}

/// Hulls of 8 to 30 points with centres `reach` or less apart.
fn random_case(rng: &mut impl Rng, id: usize, reach: f64) -> Case {
    let (a, b) = (random_hull(rng), random_hull(rng));
    let (pose_a, pose_b) = (Pose::new(uniform(rng, 1.0), random_turn(rng)), random_turn(rng));
    let pose_b = Pose::new(pose_a.position + uniform(rng, reach), pose_b);
    Case { id: format!("random-{id}"), a, b, pose_a, pose_b }
}

/// Vertices, outward face normals and edge vectors of a polyhedron, in the world less `origin`.
struct Placed {
    vertices: Vec<DVec3>,
    normals: Vec<DVec3>,
    edges: Vec<DVec3>,
}

impl Placed {
    fn new(shape: &Shape, pose: Pose, origin: DVec3) -> Self {
        let Shape::Polyhedron(body) = shape else { panic!("polyhedra only") };
        let place = |v: &DVec3| pose.orientation * *v + (pose.position - origin);
        let vertices: Vec<DVec3> = body.vertices().iter().map(place).collect();
        let normals = body.faces().iter().map(|face| pose.orientation * face.normal).collect();
        let edges = body.edges().iter().map(|e| vertices[e.vertices[1] as usize] - vertices[e.vertices[0] as usize]);
        Self { normals, edges: edges.collect(), vertices }
    }

    fn highest(&self, dir: DVec3) -> f64 {
        self.vertices.iter().map(|v| v.dot(dir)).fold(f64::MIN, f64::max)
    }
}

/// Least support width over all face normals and all cross products of edges, with its direction: the overlap of
/// polyhedra that overlap, and below zero exactly when they are apart.
fn brute_force(case: &Case) -> (f64, DVec3) {
    let origin = case.pose_a.position;
    let (a, b) = (Placed::new(&case.a, case.pose_a, origin), Placed::new(&case.b, case.pose_b, origin));
    let crosses = a.edges.iter().flat_map(|e| b.edges.iter().map(move |f| e.cross(*f)));
    let crosses = crosses.filter(|n| n.length() > 1e-9).map(DVec3::normalize).flat_map(|n| [n, -n]);
    let faces = a.normals.iter().copied().chain(b.normals.iter().map(|n| -n));
    faces
        .chain(crosses)
        .map(|n| (a.highest(n) + b.highest(-n), n))
        .min_by(|p, q| p.0.total_cmp(&q.0))
        .expect("a polyhedron has faces")
}

#[test]
fn gjk_td_against_brute_force() {
    let mut rng = Pcg64::seed_from_u64(7);
    let mut detector = GjkTd::default();
    let (mut overlapping, mut separated) = (0, 0);
    for id in 0..200 {
        let case = random_case(&mut rng, id, [0.05, 0.5, 1.0, 2.0, 3.0][id % 5]);
        let contact = case.solve(&mut detector);
        assert_sound("gjk-td", &case, &contact);
        assert_eq!(contact.status, Status::Ok, "{}: {:?}", case.id, contact);
        let (width, normal) = brute_force(&case);
        let size = case.a.bounding_radius().min(case.b.bounding_radius());
        assert_eq!(contact.overlap > 0.0, width > 0.0, "{}: {} for {width}", case.id, contact.overlap);
        if width > 0.0 {
            overlapping += 1;
            assert!((contact.overlap - width).abs() <= 1e-12 * size, "{}: {} for {width}", case.id, contact.overlap);
            assert!(!contact.unique || contact.normal.distance(normal) <= 1e-12, "{}: {}", case.id, contact.normal);
        } else {
            separated += 1;
            // The distance is never below a gap that was found.
            assert!(contact.overlap <= width + 1e-12 * size, "{}: {} for {width}", case.id, contact.overlap);
        }
    }
    assert!(overlapping > 100 && separated > 20, "{overlapping} overlap, {separated} are apart");
}

#[test]
fn local_searches_are_bounded_by_the_truth() {
    let mut rng = Pcg64::seed_from_u64(8);
    let mut right = [0; 2];
    for id in 0..100 {
        let case = random_case(&mut rng, id, [0.5, 1.0, 2.0][id % 3]);
        let truth = case.solve(&mut GjkTd::default()).overlap;
        let slack = 1e-12 * case.larger_radius();
        let mut pair: [Box<dyn Detector>; 2] = [Box::new(Nezami::default()), Box::new(Cundall::default())];
        for (detector, right) in pair.iter_mut().zip(&mut right) {
            let contact = case.solve(&mut **detector);
            let name = detector.name();
            assert_sound(name, &case, &contact);
            let error = contact.overlap - truth;
            assert!(error >= -slack, "{name} {}: below the least width by {error:e}", case.id);
            assert!(contact.lower <= truth + slack, "{name} {}: lower bound {} of {truth}", case.id, contact.lower);
            assert!(contact.status != Status::Ok || error <= 10.0 * slack, "{name} {}: {error:e}, yet ok", case.id);
            *right += usize::from(error <= 1e-9 * case.larger_radius());
        }
    }
    // Seen: 96 and 66. They are local searches; far fewer would mean a broken one.
    assert!(right[0] >= 90 && right[1] >= 60, "nezami {} and cundall {} of 100", right[0], right[1]);
}

fn cuboid(half: DVec3) -> Shape {
    Shape::Polyhedron(Polyhedron::cuboid(half).expect("a box"))
}

/// Overlapping boxes of random sides, both turned.
fn random_boxes(rng: &mut impl Rng, id: usize) -> Case {
    let mut side = || DVec3::from_array([0; 3].map(|_| rng.random_range(0.2..1.0)));
    let (a, b) = (cuboid(side()), cuboid(side()));
    let (pose_a, pose_b) = (Pose::new(DVec3::ZERO, random_turn(rng)), Pose::new(uniform(rng, 0.7), random_turn(rng)));
    Case { id: format!("boxes-{id}"), a, b, pose_a, pose_b }
}

/// The first seeded pair of boxes that `classical` gets wrong by more than 1 % of the overlap and `revised` right.
fn first_failure(classical: &mut dyn Detector, revised: &mut dyn Detector) -> Option<Case> {
    let mut rng = Pcg64::seed_from_u64(1988);
    (0..200).map(|id| random_boxes(&mut rng, id)).find(|case| {
        let (truth, _) = brute_force(case);
        let wrong = (case.solve(classical).overlap - truth).abs();
        let right = (case.solve(revised).overlap - truth).abs();
        truth > 0.01 && wrong > 0.01 * truth && right <= 1e-9
    })
}

#[test]
fn unrevised_common_planes_are_misled() {
    let pairs: [[Box<dyn Detector>; 2]; 2] = [
        [Box::new(Cundall::unrevised()), Box::new(Cundall::default())],
        [Box::new(Nezami::unrevised()), Box::new(Nezami::default())],
    ];
    for [mut classical, mut revised] in pairs {
        let case = first_failure(&mut *classical, &mut *revised).expect("one of 200 misleads it");
        let contact = case.solve(&mut *classical);
        // Wrong, but not unsound: its plane only parts the bodies by a longer way, and the status says so.
        assert!(contact.overlap > brute_force(&case).0 && contact.status != Status::Ok, "{}: {contact:?}", case.id);
    }
}

#[test]
fn unrevised_gjk_stops_inside_the_difference() {
    let case = first_failure(&mut GjkTd::unrevised(), &mut GjkTd::default()).expect("one of 200 misleads it");
    let contact = case.solve(&mut GjkTd::unrevised());
    let (truth, _) = brute_force(&case);
    assert!(contact.overlap < truth && contact.upper >= truth, "{}: {contact:?}", case.id);
    // As in the paper's figure 8a, the origin may lie on a face of the last tetrahedron: no overlap is found at all.
    let missed = published().iter().filter(|(case, _)| case.solve(&mut GjkTd::unrevised()).overlap < 1e-12).count();
    assert!(missed > 0, "none of the nine situations has the origin on a face");
}

#[test]
fn cubes_in_exact_positions() {
    // (shift of B, overlap, is the normal unique)
    let poses = [
        (DVec3::new(0.0, 0.0, 1.75), 0.25, true),
        (DVec3::new(0.0, 0.0, 2.0), 0.0, true),
        (DVec3::new(0.5, 0.25, -2.5), -0.5, true),
        (DVec3::new(1.5, 1.5, 0.0), 0.5, false),
        (DVec3::ZERO, 2.0, false),
    ];
    for (shift, overlap, unique) in poses {
        let (a, b) = (cuboid(DVec3::ONE), cuboid(DVec3::ONE));
        let case = Case { id: format!("{shift}"), a, b, pose_a: Pose::IDENTITY, pose_b: Pose::at(shift) };
        for (mut detector, tolerance) in detectors() {
            let contact = case.solve(&mut *detector);
            assert_sound(detector.name(), &case, &contact);
            let name = detector.name();
            assert!((contact.overlap - overlap).abs() <= tolerance, "{name} {shift}: {}", contact.overlap);
            assert_eq!(contact.kind, Kind::FaceFace, "{name} {shift}");
            assert!(unique == contact.unique || name == "cundall", "{name} {shift}: unique {}", contact.unique);
        }
    }
}

#[test]
fn separated_corners_and_edges() {
    // Corner to corner along the diagonal, and edge to parallel edge.
    let gap = 1e-5;
    for (dir, kind) in [(DVec3::ONE, Kind::VertexVertex), (DVec3::new(1.0, 1.0, 0.0), Kind::ParallelEdges)] {
        let (a, b) = (cuboid(DVec3::ONE), cuboid(DVec3::ONE));
        let pose_b = Pose::at(dir * 2.0 + dir.normalize() * gap);
        let case = Case { id: format!("{dir}"), a, b, pose_a: Pose::IDENTITY, pose_b };
        for mut detector in [Box::new(GjkTd::default()) as Box<dyn Detector>, Box::new(Nezami::default())] {
            let contact = case.solve(&mut *detector);
            assert_sound(detector.name(), &case, &contact);
            let error = contact.overlap + gap;
            assert!(error.abs() <= 1e-14, "{} {dir}: {error:e}", detector.name());
            assert_eq!((contact.kind, contact.status), (kind, Status::Ok), "{} {dir}", detector.name());
        }
    }
}

#[test]
fn a_warm_start_gives_the_same_answer() {
    let mut rng = Pcg64::seed_from_u64(9);
    let mut detector = GjkTd::default();
    for id in 0..50 {
        let case = random_case(&mut rng, id, 2.0);
        let (a, b) = (Body { shape: &case.a, pose: case.pose_a }, Body { shape: &case.b, pose: case.pose_b });
        let mut warm = WarmStart::default();
        let cold = detector.detect(&a, &b, &mut warm).expect("polyhedra");
        assert!(warm.axis.is_some() && warm.simplex[0].is_some());
        let again = detector.detect(&a, &b, &mut warm).expect("polyhedra");
        assert!((cold.overlap - again.overlap).abs() <= 1e-14 * case.larger_radius() * 4.0, "{}", case.id);
        assert!(again.normal.distance(cold.normal) <= 1e-12, "{}", case.id);
    }
}

#[test]
fn curved_shapes_are_refused_with_a_reason() {
    let ball = Shape::Sphere(Sphere::new(1.0).expect("a sphere"));
    let cube = cuboid(DVec3::ONE);
    let place = |shape| Body { shape, pose: Pose::IDENTITY };
    for (mut detector, _) in detectors() {
        for (a, b) in [(&ball, &cube), (&cube, &ball)] {
            let error = detector.detect(&place(a), &place(b), &mut WarmStart::default()).expect_err("a curved shape");
            assert!(error.to_string().contains("minkowski"), "{error}");
            assert_eq!(error.detector, detector.name());
        }
    }
}
