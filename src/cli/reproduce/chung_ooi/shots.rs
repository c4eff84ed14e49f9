//! Spheres thrown at a plane or at each other, many at a time, and what they do afterwards.

use glam::DVec3;

use crate::cli::reproduce::{Report, ReproduceError, Study};
use crate::scene::builder::{Body, Material, MaterialPair, Shape, Wall};
use crate::scene::{Elastic, SceneBuilder};
use crate::sim::Simulation;

/// Steps of a contact.
const STEPS: f64 = 1000.0;
/// Steps between two looks.
const BATCH: u64 = 10;
/// Young's modulus of what is called rigid [Pa].
const RIGID: f64 = 1e30;
/// Contacts of this many times the elastic one are waited for: damped ones last longer.
const PATIENCE: f64 = 60.0;

/// What a sphere is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub young: f64,
    pub poisson: f64,
    pub density: f64,
}

/// What spheres are thrown at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    /// A rigid plane.
    Plane,
    /// A sphere like themselves that comes with the same speed and the opposite spin.
    Twin,
    /// A sphere of this radius [m], a thousand times as stiff and dense; which of the two moves.
    Heavy { radius: f64, comes: bool },
}

/// How contacts act across the normal, and what dashpots may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tangential {
    /// What it is called in the report.
    pub name: &'static str,
    /// `tangential_spring`.
    pub spring: &'static str,
    /// `dashpots`.
    pub dashpots: &'static str,
    /// Share of Mindlin's tangential stiffness.
    pub stiffness: f64,
}

/// As a scene has it that says nothing.
pub(super) const OWN: Tangential = Tangential { name: "default", spring: "force", dashpots: "bounded", stiffness: 1.0 };
/// Those of the paper's curves, by the tests that show them.
pub(super) const ELONGATION: Tangential = Tangential { name: "elongation", spring: "elongation", ..OWN };
pub(super) const STICKING: Tangential = Tangential { name: "sticking", dashpots: "sticking", ..ELONGATION };
pub(super) const TOGETHER: Tangential = Tangential { name: "together", dashpots: "together", ..ELONGATION };
pub(super) const INCREMENTS: Tangential =
    Tangential { name: "increments", spring: "increments", stiffness: 0.5, ..OWN };

/// Spheres of one kind, thrown one by one.
#[derive(Clone, Debug)]
pub(super) struct Shots {
    pub name: String,
    pub solid: Solid,
    pub radius: f64,
    pub target: Target,
    pub friction: f64,
    pub restitution: f64,
    /// Whether the error of steps is taken back.
    pub returns_energy: bool,
    pub law: Tangential,
    /// Speed along the normal, velocity across it [m/s] and spin [rad/s] of each.
    pub starts: Vec<[f64; 3]>,
}

/// What a sphere does after its impact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rebound {
    /// Away from the target, relative to it [m/s].
    pub normal: f64,
    /// Of the centre, across the normal [m/s].
    pub tangential: f64,
    /// About the axis across both [rad/s].
    pub spin: f64,
    /// Of the point that touched, across the normal [m/s].
    pub surface: f64,
    /// Largest force along the normal on the way [N].
    pub peak: f64,
}

impl Shots {
    /// How long an elastic contact lasts [s]: 2.868 (m*^2 / (R* E*^2 v))^(1/5).
    fn contact_time(&self) -> f64 {
        let solid = Elastic { young: self.solid.young, poisson: self.solid.poisson };
        let mass = 4.0 / 3.0 * std::f64::consts::PI * self.radius.powi(3) * self.solid.density;
        let fastest = self.starts.iter().map(|start| start[0]).fold(0.0, f64::max);
        let (partner, mass, radius, speed) = match self.target {
            Target::Twin => (solid, 0.5 * mass, 0.5 * self.radius, 2.0 * fastest),
            _ => (Elastic { young: RIGID, ..solid }, mass, self.radius, fastest),
        };
        let modulus = Elastic::plane_modulus(&solid, &partner);
        2.868 * (mass * mass / (radius * modulus * modulus * speed)).powf(0.2)
    }

    fn scene(&self, dt: f64) -> SceneBuilder {
        let Solid { young, poisson, density } = self.solid;
        let material = |name: &str, young: f64, density: f64| {
            let plain = Material::new(name).density(density).young(young).poisson(poisson);
            let rubbing = plain.restitution(self.restitution).friction(self.friction);
            rubbing.tangential_spring(self.law.spring).dashpots(self.law.dashpots)
        };
        let stiff = match self.target {
            Target::Heavy { .. } => material("other", 1e3 * young, 1e3 * density),
            _ => material("other", RIGID, density),
        };
        let mut scene = SceneBuilder::new()
            .path(format!("{}.toml", self.name))
            .steps(1_000_000_000)
            .time_step(dt)
            .gravity(DVec3::ZERO)
            .energy_return(self.returns_energy)
            .add(material("own", young, density))
            .add(stiff)
            .add(Shape::sphere("ball", "own", self.radius));
        if let Target::Heavy { radius, .. } = self.target {
            scene = scene.add(Shape::sphere("heavy", "other", radius));
        }
        if self.target == Target::Plane {
            scene = scene.add(Wall::plane("other", DVec3::ZERO, DVec3::Z));
        }
        if self.law.stiffness != 1.0 {
            let own = Elastic { young, poisson };
            let mindlin = Elastic::tangential_ratio(&own, &Elastic { young: RIGID, ..own });
            let pair = MaterialPair::new(["own", "other"]).tangential_stiffness_ratio(self.law.stiffness * mindlin);
            scene = scene.add(pair);
        }
        let apart = match self.target {
            Target::Heavy { radius, .. } => 3.0 * radius,
            _ => 4.0 * self.radius,
        };
        for (k, [normal, tangential, spin]) in self.starts.iter().enumerate() {
            let x = apart * k as f64;
            let gap = 2.0 * dt * normal;
            let ball = Body::new("ball", DVec3::new(x, 0.0, self.radius + gap)).angular_velocity(DVec3::Y * *spin);
            let own = DVec3::new(*tangential, 0.0, -normal);
            scene = match self.target {
                Target::Plane => scene.add(ball.velocity(own)),
                Target::Twin => {
                    let twin = Body::new("ball", DVec3::new(x, 0.0, -self.radius));
                    scene.add(ball.velocity(own)).add(twin.velocity(-own).angular_velocity(DVec3::Y * -*spin))
                }
                Target::Heavy { radius, comes } => {
                    let heavy = Body::new("heavy", DVec3::new(x, 0.0, -radius));
                    let [own, its] = if comes { [DVec3::ZERO, -own] } else { [own, DVec3::ZERO] };
                    scene.add(ball.velocity(own)).add(heavy.velocity(its))
                }
            };
        }
        scene
    }

    /// Throws all of them.
    pub fn run(&self, study: &Study, report: &mut Report) -> Result<Vec<Rebound>, ReproduceError> {
        let dt = self.contact_time() / study.either(0.2 * STEPS, STEPS);
        let mut run = study.simulation(self.scene(dt).build()?)?;
        report.ran_on(&run);
        let most = (PATIENCE * self.contact_time() / dt) as u64;
        let per_shot = if self.target == Target::Plane { 1 } else { 2 };
        let mut peaks = vec![0.0f64; self.starts.len()];
        while run.steps_done() < most {
            study.go_on()?;
            let _ = run.step(BATCH)?;
            let contacts = run.contact_network();
            for contact in &contacts {
                let peak = &mut peaks[contact.grain as usize / per_shot];
                *peak = peak.max(contact.normal_force());
            }
            if contacts.is_empty() && peaks.iter().all(|peak| *peak > 0.0) {
                break;
            }
        }
        // An elastic contact that has ended still has its last force.
        let _ = run.step(BATCH)?;
        Ok((0..self.starts.len()).map(|k| self.rebound(&run, k, per_shot, peaks[k])).collect())
    }

    fn rebound(&self, run: &Simulation, shot: usize, per_shot: usize, peak: f64) -> Rebound {
        let (grains, kinds) = (run.grains(), run.kinds());
        let own = shot * per_shot;
        let motion = &grains.motions[own];
        let inertia = &kinds.get(grains.kinds[own]).inertia;
        let other = if per_shot == 2 { grains.motions[own + 1].velocity } else { DVec3::ZERO };
        let spin = motion.momentum.y / inertia.moments.y;
        let velocity = motion.velocity - other;
        let tangential = match self.target {
            Target::Twin => motion.velocity.x,
            _ => velocity.x,
        };
        Rebound { normal: velocity.z, tangential, spin, surface: tangential - spin * self.radius, peak }
    }
}
