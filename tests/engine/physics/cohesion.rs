//! Grains that pull at each other: forces over the gap and heat of a collision in closed form, elastic energy, and the account of
//! a bed.

use std::f64::consts::PI;

use packstone::engine::ContactPartner;
use packstone::narrow::{Body, Detector, Minkowski, WarmStart};
use packstone::scene::Scene;
use packstone::sim::{Backend, Options, Simulation};

use crate::common::backends::{either, gpu, on_both};

const RADIUS: f64 = 5e-4;
const SPEED: f64 = 0.03;
const WORK: f64 = 0.06;
const MASS: f64 = 2500.0 * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;
/// E* of two solids with young = 1e7, poisson = 0.25.
const MODULUS: f64 = 0.5e7 / (1.0 - 0.0625);

fn start(text: &str, backend: Backend) -> Simulation {
    let scene = Scene::parse(text, "cohesion.toml").unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(scene, Options { threads: Some(1), backend }).unwrap_or_else(|error| panic!("{error}"))
}

/// A ball that meets another, or a plane; steps of `dt` [s].
fn meeting(law: &str, cohesion: &str, at_plane: bool, dt: f64) -> String {
    let (z, speed) = if at_plane { (1.01 * RADIUS, -SPEED) } else { (5.0 * RADIUS, 0.0) };
    let second =
        format!("[[body]]\nshape = \"ball\"\nposition = [{}, 0, {z}]\nvelocity = [{SPEED}, 0, 0]\n", -2.01 * RADIUS);
    format!(
        "[simulation]\nsteps = 1\ntime_step = {dt}\ngravity = [0, 0, 0]\nenergy_return = false\n[[material]]\nname = \"m\"\n\
         density = 2500\nrestitution = 1\nfriction = 0\n{law}\ncohesion = {cohesion}\n[[shape]]\nname = \"ball\"\n\
         material = \"m\"\ntype = \"sphere\"\nradius = {RADIUS}\n[[body]]\nshape = \"ball\"\nposition = [0, 0, {z}]\n\
         velocity = [0, 0, {speed}]\n[[wall]]\nname = \"floor\"\nmaterial = \"m\"\ntype = \"plane\"\npoint = [0, 0, 0]\n\
         normal = [0, 0, 1]\n{}",
        if at_plane { "" } else { &second }
    )
}

/// The course of a collision: overlap [m] and normal force [N] of every step in contact, the heat [J], and the speed at which the
/// bodies part [m/s].
fn collision(text: &str, backend: Backend) -> (Vec<[f64; 2]>, f64, f64) {
    let mut run = start(text, backend);
    let mut course = Vec::new();
    while run.report().counts.ended == 0 && run.steps_done() < 40_000 {
        let _ = run.step(1).expect("a step");
        if let Some(contact) = run.contact_network().first() {
            course.push([contact.overlap, contact.normal_force()]);
        }
    }
    assert_eq!(run.report().counts.ended, 1, "they do not part");
    let v = run.snapshot().velocities.clone();
    let speed = if v.len() == 1 { v[0].z } else { v[0].x - v[1].x };
    (course, run.energies().flows.dissipated_damping, speed)
}

/// JKR's force at an overlap, by bisection over the contact radius [N].
fn neck(overlap: f64, reduced: f64) -> f64 {
    let last = (PI * WORK * reduced * reduced / (8.0 * MODULUS)).cbrt();
    let at = |a: f64| a * a / reduced - (2.0 * PI * WORK * a / MODULUS).sqrt();
    let (mut low, mut high) = (last, 100.0 * last);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if at(a) < overlap { low = a } else { high = a }
    }
    4.0 * MODULUS * low.powi(3) / (3.0 * reduced) - (8.0 * PI * WORK * MODULUS * low.powi(3)).sqrt()
}

/// The forces of a course against a closed form, where the gap ends, and the speed that is left.
fn holds(text: &str, backend: Backend, force: impl Fn(f64) -> f64, (pull, end): (f64, f64), heat: f64, mass: f64) {
    let (course, lost, speed) = collision(text, backend);
    let (slack, of_gap, of_pull) = either(backend, (2e-6, 0.01, 0.01), (2e-3, 0.2, 0.05));
    assert!(course.len() > 20, "{} steps", course.len());
    // Single precision of the overlap counts where the force falls steeply, at the end.
    for [overlap, found] in course.iter().filter(|[overlap, _]| *overlap > -0.98 * end) {
        let expected = force(*overlap);
        assert!(
            (found - expected).abs() < slack * (pull + expected.abs()),
            "{overlap:e} m: {found:e} is not {expected:e} N"
        );
    }
    let least = course.iter().map(|[_, force]| *force).fold(0.0, f64::min);
    assert!((least / -pull - 1.0).abs() < of_pull, "{least:e} is not {pull:e} N");
    let last = course.last().map_or(0.0, |[overlap, _]| -overlap);
    assert!((last / end - 1.0).abs() < of_gap && last <= end * (1.0 + 1e-6), "ends at {last:e}, not {end:e} m");
    let expected = (SPEED * SPEED - 2.0 * heat / mass).sqrt();
    println!("heat {lost:e} of {heat:e} J, parts at {speed} of {expected} m/s");
    assert!((lost - heat).abs() < 1e-5 * heat + 1e-6 * 0.5 * mass * SPEED * SPEED, "{lost:e} is not {heat:e} J");
    assert!((speed / expected - 1.0).abs() < either(backend, 2e-3, 0.02), "{speed} is not {expected} m/s");
}

fn with_each_partner(claim: impl Fn(Backend, bool, f64, f64)) {
    on_both(|backend| {
        claim(backend, false, 0.5 * RADIUS, 0.5 * MASS);
        claim(backend, true, RADIUS, MASS);
    });
}

#[test]
fn necks_pull_off_as_johnson_kendall_and_roberts_have_it() {
    let (law, cohesion) = ("young = 1e7\npoisson = 0.25", format!("{{ model = \"jkr\", energy = {WORK} }}"));
    with_each_partner(|backend, at_plane, reduced, mass| {
        let pull = 1.5 * PI * WORK * reduced;
        let end = 0.75 * (PI * PI * WORK * WORK * reduced / (MODULUS * MODULUS)).cbrt();
        let text = meeting(law, &cohesion, at_plane, either(backend, 5e-8, 4e-7));
        // Heat of a cycle: from 0 to -0.9 4^(4/3) 4/27 of pull times elongation at touch, 0.6 4/27 where the neck breaks.
        let heat = 4.0 / 27.0 * (0.6 + 0.9 * 4f64.powf(4.0 / 3.0)) * pull * end;
        holds(&text, backend, |d| neck(d, reduced), (pull, end), heat, mass);
    });
}

#[test]
fn the_pull_of_hard_solids_gives_back_what_it_took() {
    let range = 2e-6;
    let cohesion = format!("{{ model = \"dmt\", energy = {WORK}, range = {range} }}");
    with_each_partner(|backend, at_plane, reduced, mass| {
        let pull = 2.0 * PI * WORK * reduced;
        let stiffness = 4.0 / 3.0 * MODULUS * reduced.sqrt();
        let force = |d: f64| {
            let x = (-d / range).clamp(0.0, 1.0);
            stiffness * d.max(0.0).powf(1.5) - pull * (1.0 - 3.0 * x * x + 2.0 * x * x * x)
        };
        let text = meeting("young = 1e7\npoisson = 0.25", &cohesion, at_plane, either(backend, 5e-8, 4e-7));
        holds(&text, backend, force, (pull, range), 0.0, mass);
    });
}

#[test]
fn bridges_follow_willett_and_break_where_lian_has_it() {
    let (tension, volume, angle) = (0.01, 1e-15f64, 20f64.to_radians());
    let cohesion =
        format!("{{ model = \"bridge\", surface_tension = {tension}, volume = {volume}, angle_degrees = 20 }}");
    with_each_partner(|backend, at_plane, reduced, mass| {
        let (radius, end) = (2.0 * reduced, (1.0 + 0.5 * angle) * volume.cbrt());
        let pull = 2.0 * PI * radius * tension * angle.cos();
        let length = (volume / radius).sqrt();
        let at = |gap: f64| pull / (1.0 + 1.05 * gap / length + 2.5 * (gap / length).powi(2));
        let force = |d: f64| 500.0 * d.max(0.0) - at((-d).max(0.0));
        // Simpson's rule for the work of the bridge.
        let h = end / 2000.0;
        let sum: f64 = (0..=2000)
            .map(|k| at(h * f64::from(k)) * if k % 2000 == 0 { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) })
            .sum();
        let text = meeting("stiffness = 500", &cohesion, at_plane, either(backend, 2e-7, 2e-6));
        holds(&text, backend, force, (pull, end), sum * h / 3.0, mass);
    });
}

/// The verification run of elastic polyhedra, whose surfaces pull at each other: nothing is lost.
#[test]
fn elastic_polyhedra_that_pull_keep_their_energy() {
    let plain = include_str!("../../../examples/scenes/verification-polyhedra.toml");
    let text = plain.replace("energy_return = false", "energy_return = true").replacen(
        "friction = 0.0",
        "friction = 0.0\ncohesion = { model = \"dmt\", pull_off = 60, range = 0.002 }",
        1,
    );
    let mut run = start(&text, Backend::Cpu);
    let before = run.energies().balance();
    let (mut worst, mut apart) = (0.0f64, 0.0f64);
    while run.report().counts.ended < 80 && run.steps_done() < 160_000 {
        let report = run.step(20).expect("steps");
        let change = (report.energies.balance() / before - 1.0).abs();
        worst = worst.max(change);
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            apart = apart.max(change);
        }
    }
    println!(
        "{} ended, {} steps: worst {worst:e}, between contacts {apart:e}",
        run.report().counts.ended,
        run.steps_done()
    );
    assert!(run.report().counts.ended >= 80, "{:?}", run.report().counts);
    assert!(apart > 0.0 && apart < 1e-4, "{apart:e}");
}

/// Gaps across which grains are held, against those of a search without memory. Returns how many there are.
fn gaps_are_exact(run: &Simulation, allowed: f64) -> usize {
    let (grains, kinds) = (run.grains(), run.kinds());
    let place = |id: u64| grains.ids.iter().position(|other| *other == id).expect("a grain");
    let mut count = 0;
    for contact in run.contact_network().iter().filter(|contact| contact.overlap < 0.0) {
        let ContactPartner::Grain(other) = contact.partner else { continue };
        let [a, b] = [place(contact.grain), place(other)]
            .map(|k| Body { shape: &kinds.get(grains.kinds[k]).shape, pose: grains.poses[k] });
        let exact = Minkowski::default().detect(&a, &b, &mut WarmStart::default()).expect("a pair");
        let off = (exact.overlap - contact.overlap).abs();
        let slack = allowed * a.shape.bounding_radius() + 1e-6 * contact.overlap.abs();
        assert!(off < slack, "{} with {other}: {} is not {}", contact.grain, contact.overlap, exact.overlap);
        assert!(exact.normal.distance(contact.normal) < 1e3 * allowed.max(1e-9), "{} {}", exact.normal, contact.normal);
        count += 1;
    }
    count
}

/// A bed of all shapes, wet or sticky, falls and comes to rest; with the heat of bridges that form the account closes.
#[test]
fn the_account_of_a_cohesive_bed_closes() {
    let wet = include_str!("../../../examples/scenes/wet-grains.toml");
    let sticky = wet
        .replace("stiffness = 2e3", "young = 2e6\npoisson = 0.3")
        .lines()
        .map(|line| {
            if line.starts_with("cohesion") {
                "cohesion = { model = \"jkr\", energy = 0.3 }\n".into()
            } else {
                format!("{line}\n")
            }
        })
        .collect::<String>();
    let cases = [
        ("wet", wet, Backend::Cpu, 6000, 1e-7, 1e-9),
        ("sticky", &sticky, Backend::Cpu, 3000, 1e-7, 1e-9),
        ("wet, GPU", wet, gpu(), 3000, 1e-6, 1e-6),
        ("sticky, GPU", &sticky, gpu(), 3000, 1e-6, 1e-6),
    ];
    for (name, text, backend, steps, allowed, of_gap) in cases {
        let mut run = start(text, backend);
        let before = run.energies().balance();
        let most = run.step(steps).expect("steps");
        let flows = most.energies.flows;
        let (error, flowed) = (most.energies.balance() - before, flows.dissipated_damping + flows.dissipated_friction);
        println!("{name}: {:?}, flowed {flowed:e} J, off by {error:e} J; {flows:?}", most.counts);
        assert!(most.counts.contacts > 20 && flowed > 0.0);
        assert!(error.abs() < allowed * flowed, "{name}: the account is off by {error:e} of {flowed:e} J");
        let across = gaps_are_exact(&run, of_gap);
        println!("{name}: {across} contacts across gaps");
        assert!(across > 0, "{name}: nothing is held across a gap");
    }
}

/// Grains thrown about in a tube, where several contacts of a grain may be one: what pulls gives back what it took.
#[test]
fn elastic_grains_that_cling_to_a_tube_keep_their_energy() {
    let mut text = "[simulation]\nsteps = 1\ngravity = [0, 0, 0]\n[[material]]\nname = \"m\"\ndensity = 2500\nstiffness = 1e4\n\
                    restitution = 1\nfriction = 0\ncohesion = { model = \"dmt\", pull_off = 0.05, range = 2e-4 }\n[[shape]]\n\
                    name = \"cube\"\nmaterial = \"m\"\ntype = \"box\"\nhalf_extents = [0.004, 0.003, 0.005]\n[[shape]]\n\
                    name = \"egg\"\nmaterial = \"m\"\ntype = \"ellipsoid\"\nradii = [0.005, 0.004, 0.003]\n[[wall]]\n\
                    name = \"tube\"\nmaterial = \"m\"\ntype = \"cylinder\"\nbase = [0, 0, 0]\naxis = [0, 0, 1]\n\
                    radius = 0.025\nside = \"inside\"\n[[wall]]\nname = \"ends\"\nmaterial = \"m\"\ntype = \"box\"\n\
                    min = [-0.1, -0.1, 0]\nmax = [0.1, 0.1, 0.06]\n"
        .to_string();
    for k in 0..8 {
        let (x, z, t) = (0.008 * f64::from(k % 2 * 2 - 1), 0.008 + 0.0145 * f64::from(k / 2), f64::from(k));
        let shape = if k % 3 == 0 { "egg" } else { "cube" };
        text += &format!(
            "[[body]]\nshape = \"{shape}\"\nposition = [{x}, 0, {z}]\nvelocity = [{}, {}, {}]\nangular_velocity = [20, {t}, 9]\n",
            t.sin(),
            t.cos(),
            0.3 * (2.0 * t).sin()
        );
    }
    let mut run = start(&text, Backend::Cpu);
    let before = run.energies().balance();
    let (mut worst, mut apart) = (0.0f64, 0.0f64);
    while run.steps_done() < 30_000 {
        let report = run.step(20).expect("steps");
        let change = (report.energies.balance() / before - 1.0).abs();
        worst = worst.max(change);
        if report.counts.contacts + report.counts.wall_contacts == 0 {
            apart = apart.max(change);
        }
    }
    println!("{} ended: worst {worst:e}, between contacts {apart:e}", run.report().counts.ended);
    assert!(run.report().counts.ended > 80, "{:?}", run.report().counts);
    assert!(apart < 1e-4 && worst < 1e-2, "{worst:e}, {apart:e}");
}
