//! The three classical polyhedron detectors: nine published situations, rigid motions, random hulls against a brute
//! force search, and poses where the unrevised algorithms go wrong.

use glam::{DQuat, DVec3};
use packstone::bodies::{Polyhedron, Pose, Shape, Sphere};
use packstone::contact::{Body, Contact, Cundall, Detector, GjkTd, Kind, Nezami, Status, WarmStart};
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
        (Case { id, a, b, pose_a, pose_b }, Expected { overlap, normal: vector(&expected["normal"]), kind })
    };
    include_str!("reference/descantes.jsonl").lines().map(read).collect()
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
    assert!(error <= tolerance * case.larger_radius().max(1.0), "{name} {}: overlap off by {error:e}", case.id);
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
fn published_points_where_one_feature_is_a_vertex_or_edges_cross() {
    // Edge-face and face-face contacts have a range of points; these two kinds have one.
    let points = [
        ("descantes-6", [0.0, 0.0, 0.050_000_012]),
        ("descantes-7", [0.990_172_882_891_983_8, 0.670_114_088_264_354, 2.900_678_573_167_875]),
    ];
    for (case, _) in published() {
        let Some((_, point)) = points.iter().find(|(id, _)| *id == case.id) else { continue };
        for (mut detector, tolerance) in detectors() {
            let error = case.solve(&mut *detector).point.distance(DVec3::from_array(*point));
            assert!(error <= 10.0 * tolerance, "{} {}: point off by {error:e}", detector.name(), case.id);
        }
    }
}

#[test]
fn published_situations_far_from_the_origin() {
    // The positions are dyadic: 1000 more keeps their difference exact.
    for (case, expected) in published() {
        let case = case.moved(DQuat::IDENTITY, DVec3::new(1e3, -1e3, 1e3));
        for (mut detector, tolerance) in detectors() {
            let contact = case.solve(&mut *detector);
            assert_matches(detector.name(), &case, &contact, expected, tolerance);
        }
    }
}

#[test]
fn published_situations_swapped() {
    for (case, expected) in published() {
        let (case, expected) = (case.swapped(), Expected { normal: -expected.normal, ..expected });
        for (mut detector, tolerance) in detectors() {
            let contact = case.solve(&mut *detector);
            assert_matches(detector.name(), &case, &contact, expected, tolerance);
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
                let contact = case.solve(&mut *detector);
                assert_matches(detector.name(), &case, &contact, expected, tolerance);
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
    let (mut right, mut total) = ([0; 2], 0);
    for id in 0..100 {
        let case = random_case(&mut rng, id, [0.5, 1.0, 2.0][id % 3]);
        let truth = case.solve(&mut GjkTd::default());
        let size = case.a.bounding_radius().min(case.b.bounding_radius());
        total += 1;
        let mut pair: [Box<dyn Detector>; 2] = [Box::new(Nezami::default()), Box::new(Cundall::default())];
        for (detector, right) in pair.iter_mut().zip(&mut right) {
            let contact = case.solve(&mut **detector);
            assert_sound(detector.name(), &case, &contact);
            let error = contact.overlap - truth.overlap;
            assert!(error >= -1e-12 * size, "{} {}: below the least width by {error:e}", detector.name(), case.id);
            assert!(contact.lower <= truth.overlap + 1e-12 * size, "{} {}: lower bound", detector.name(), case.id);
            assert!(
                contact.status != Status::Ok || error <= 1e-11 * size,
                "{} {}: {error:e}",
                detector.name(),
                case.id
            );
            *right += usize::from(error <= 1e-9 * size);
        }
    }
    println!("nezami right in {} of {total}, cundall in {}", right[0], right[1]);
}
