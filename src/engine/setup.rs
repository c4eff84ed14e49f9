//! From a scene to a state that can run, or to the reason why not.

use super::health::Deepest;
use super::insert::Inserter;
use super::partner::Partners;
use super::sanity::refuse_immense;
use super::state::State;
use super::threads::Threads;
use super::time_step::critical_time_step;
use super::{EnergyFlows, EngineError, Grains, ParticleTypes};
use crate::broad::{BroadPhase, bounds};
use crate::force::Law;
use crate::geometry::Pose;
use crate::health::Health;
use crate::motion::Motion;
use crate::narrow::{Body, Detector, Minkowski, WarmStart};
use crate::scene::{BodySeed, End, Scene, SceneError, TimeStep};
use crate::walls::{WallDetector, WallFault, surfaces};

/// Overlap of the start that counts as touch, as a share of the smaller bounding radius.
const TOUCHING: f64 = 1e-6;
/// The skin, as a share of the smallest bounding radius, where the scene does not say.
const SKIN: f64 = 0.1;
/// A fixed step must not exceed this share of the critical one: beyond it, contacts gain energy.
const STABLE: f64 = 1.0;

impl State {
    /// Largest gap across which bodies pull at each other that have not touched [m].
    pub(crate) fn range_untouched(&self) -> f64 {
        self.laws.iter().map(|law| law.reach(false)).fold(0.0, f64::max)
    }

    /// Makes a scene ready to run, or says why it cannot: overlapping grains, grains in walls, a step that is too long.
    pub fn new(scene: Scene, threads: Option<usize>) -> Result<Self, EngineError> {
        let mut state = Self::unchecked(scene, threads)?;
        state.threads.run(|| state.refuse_bad_start())?;
        state.judge_walls()?;
        if state.scene.simulation.start_overlap > 0.0 {
            state.touch_at_the_start()?;
        }
        Ok(state)
    }

    /// The same without a look at how grains stand at the start.
    pub(crate) fn unchecked(scene: Scene, threads: Option<usize>) -> Result<Self, EngineError> {
        refuse_immense(&scene)?;
        let mut kinds = ParticleTypes::default();
        let mut grains = Grains::default();
        for seed in &scene.bodies {
            add_seed(&scene, seed, &mut grains, &mut kinds)?;
        }
        // The sizes that insertion may draw, so that the time step knows them before they come.
        let (mut expected, mut largest) = (kinds.clone(), Vec::new());
        let mut widest = kinds.all().iter().map(|kind| kind.curvature.recip()).fold(0.0, f64::max);
        for insertion in &scene.insertions {
            let (least, most) = insertion.size.range();
            for (species, _) in insertion.mix.iter().filter(|(_, weight)| *weight > 0.0) {
                let kind = expected.of(&scene, *species, least)?;
                largest.push(expected.get(kind).inertia.mass * (most / least).powi(3));
                widest = widest.max(expected.get(kind).curvature.recip() * (most / least));
            }
        }
        let laws = laws(&scene);
        let materials = scene.materials.len();
        let law = |a: usize, b: usize| laws[a * materials + b];
        let surfaces = surfaces(&scene.walls);
        let wall_materials: Vec<usize> = surfaces.iter().map(|surface| surface.material).collect();
        let critical = critical_time_step(&expected, &wall_materials, law);
        let dt = time_step(&scene, critical)?;
        let smallest = expected.all().iter().map(|kind| kind.radius).fold(f64::INFINITY, f64::min);
        let thinnest = expected.all().iter().map(|kind| kind.half_thickness).fold(f64::INFINITY, f64::min);
        let lightest = expected.all().iter().map(|kind| kind.inertia.mass).fold(f64::INFINITY, f64::min);
        let heaviest = expected.all().iter().map(|kind| kind.inertia.mass).chain(largest).fold(lightest, f64::max);
        let skin = scene.simulation.skin.unwrap_or(if smallest.is_finite() { SKIN * smallest } else { 1.0 });
        let range = largest_range(&laws, widest);
        let inserters = (0..scene.insertions.len()).map(|k| Inserter::new(scene.simulation.seed, k)).collect();
        let steps = match scene.simulation.end {
            End::Steps(steps) => steps,
            End::Duration(duration) => (duration / dt).ceil() as u64,
        };
        let threads = Threads::new(threads)?;
        Ok(Self {
            scene,
            kinds,
            grains,
            laws,
            surfaces,
            inserters,
            dt,
            critical,
            skin,
            range,
            planned_steps: steps,
            step: 0,
            broad: BroadPhase::default(),
            boxes: Vec::new(),
            pairs: Vec::new(),
            in_touch: Vec::new(),
            warm: Vec::new(),
            spare_pairs: Vec::new(),
            spare_warm: Vec::new(),
            pair_sums: Vec::new(),
            partners: Partners::default(),
            walls: Vec::new(),
            wall_outcomes: Vec::new(),
            turn_work: 0.0,
            flows: EnergyFlows::default(),
            rebuild: true,
            wall_anchor_step: 0,
            counts: super::state::Counts::default(),
            threads,
            smallest: (smallest, lightest),
            heaviest,
            on_device: false,
            stale: false,
            latest: None,
            largest_of_batch: 0.0,
            largest_share_of_batch: 0.0,
            health: Health::default(),
            deepest: Deepest::default(),
            overspeed: None,
            thinnest,
            watched: None,
        })
    }

    /// Grains that overlap, and grains in walls, by more than the scene allows.
    fn refuse_bad_start(&self) -> Result<(), EngineError> {
        let share = TOUCHING.max(self.scene.simulation.start_overlap);
        self.refuse_overlaps(share)?;
        self.refuse_grains_in_walls(share)
    }

    fn refuse_overlaps(&self, share: f64) -> Result<(), EngineError> {
        let mut boxes = Vec::new();
        let kind = |body: usize| self.kinds.get(self.grains.kinds[body]);
        bounds(&self.grains.poses, |body| kind(body).local_box, 0.0, &mut boxes);
        let mut broad = BroadPhase::default();
        let _ = broad.rebuild(&boxes, |_, _| false)?;
        let mut detector = Minkowski::with_gap_limit(0.0);
        for &[i, j] in broad.pairs() {
            let [a, b] = [i, j].map(|body| body as usize);
            let body = |k: usize| Body { shape: &kind(k).shape, pose: self.grains.poses[k] };
            let overlap = detector.detect(&body(a), &body(b), &mut WarmStart::default())?.overlap;
            let allowed = share * kind(a).radius.min(kind(b).radius);
            if overlap > allowed && !(self.grains.fixed[a] && self.grains.fixed[b]) {
                return Err(self.overlapping_start([a, b], overlap).into());
            }
        }
        Ok(())
    }

    fn refuse_grains_in_walls(&self, share: f64) -> Result<(), EngineError> {
        let mut walls = WallDetector::default();
        for (body, seed) in self.scene.bodies.iter().enumerate() {
            let kind = self.kinds.get(self.grains.kinds[body]);
            let grain = Body { shape: &kind.shape, pose: self.grains.poses[body] };
            for surface in self.surfaces.iter().filter(|_| !self.grains.fixed[body]) {
                if let Some(fault) = walls.fault(surface, &surface.at(0.0), &grain, share * kind.radius)? {
                    return Err(self.in_a_wall(seed, surface.wall, &fault).into());
                }
            }
        }
        Ok(())
    }

    fn overlapping_start(&self, [a, b]: [usize; 2], overlap: f64) -> SceneError {
        let [seed, other] = [&self.scene.bodies[a], &self.scene.bodies[b]];
        let place = self.scene.source.place(other.line);
        let name = |seed: &BodySeed| self.scene.shapes[seed.shape].name.clone();
        self.scene.source.error_at(
            seed.line,
            format!(
                "the \"{}\" at {} overlaps the \"{}\" at {} ({}:{}) by {overlap:.3e} m at the start; move one of them by \
                 at least that much, or make them smaller; a settled packing starts with start_overlap in [simulation]",
                name(seed),
                seed.position,
                name(other),
                other.position,
                place.path.display(),
                place.line,
            ),
        )
    }

    fn in_a_wall(&self, seed: &BodySeed, wall: usize, fault: &WallFault) -> SceneError {
        let wall = &self.scene.walls[wall];
        let how = match fault {
            WallFault::Inside { depth, share } => format!("{depth:.3e} m deep, {:.0} % of its radius", 100.0 * share),
            WallFault::Beyond { depth } => format!("its centre is {depth:.3e} m behind the surface"),
        };
        let place = self.scene.source.place(wall.line);
        self.scene.source.error_at(
            seed.line,
            format!(
                "the \"{}\" at {} is in the wall \"{}\" ({}:{}): {how}; move it to the free side of the wall (lengths \
                 are in metres)",
                self.scene.shapes[seed.shape].name,
                seed.position,
                wall.name,
                place.path.display(),
                place.line,
            ),
        )
    }
}

/// Adds a grain of the scene.
fn add_seed(scene: &Scene, seed: &BodySeed, grains: &mut Grains, kinds: &mut ParticleTypes) -> Result<(), EngineError> {
    let index = kinds.of(scene, seed.shape, seed.scale)?;
    let kind = kinds.get(index);
    let given = Pose::new(seed.position, seed.orientation);
    let pose = kind.principal_pose(&given);
    // The scene gives the velocity of its own origin; the centre of mass turns about it.
    let from_origin = pose.position - given.position;
    let velocity = seed.velocity + seed.angular_velocity.cross(from_origin);
    let in_body = pose.orientation.inverse() * seed.angular_velocity;
    let momentum = pose.orientation * (in_body * kind.inertia.moments);
    let motion = if seed.fixed { Motion::default() } else { Motion { velocity, momentum } };
    grains.add(index, seed.fixed, pose, motion);
    Ok(())
}

/// The law of every pair of materials, by first material times their number plus second.
fn laws(scene: &Scene) -> Vec<Law> {
    let count = scene.materials.len();
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    pairs.map(|(a, b)| Law::new(&scene.pair_law(a, b), scene.simulation.energy_return)).collect()
}

/// The largest gap across which any contact acts [m]; R* is at most `radius` [m], that of the largest grain at a wall.
fn largest_range(laws: &[Law], radius: f64) -> f64 {
    let cohesive = laws.iter().filter(|law| law.is_cohesive() && radius > 0.0);
    cohesive.map(|law| law.of_radii([radius.recip(), 0.0]).range()).fold(0.0, f64::max)
}

/// The step to take, refused where it is above the critical one.
fn time_step(scene: &Scene, critical: Option<f64>) -> Result<f64, EngineError> {
    match (scene.simulation.time_step, critical) {
        (TimeStep::Auto { safety }, Some(critical)) => Ok(safety * critical),
        (TimeStep::Auto { .. }, None) => Err(scene
            .source
            .error_at(
                scene.simulation.time_step_line(),
                "time_step = \"auto\" needs at least one grain to be measured by; add a body or an insertion, or give \
                 the step in seconds"
                    .to_string(),
            )
            .into()),
        (TimeStep::Fixed(dt), Some(critical)) if dt > STABLE * critical => Err(scene
            .source
            .error_at(
                scene.simulation.time_step_line(),
                format!(
                    "time_step = {dt:e} s is above the critical step of {critical:.3e} s of the stiffest contact with \
                     the lightest grain; use at most {:.1e} s, a softer material, or time_step = \"auto\"",
                    0.2 * critical
                ),
            )
            .into()),
        (TimeStep::Fixed(dt), _) => Ok(dt),
    }
}
