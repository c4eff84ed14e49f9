//! Places for new grains: which attempts are blocked, and which grains have come in.

use super::{Before, Comparison, Tolerances, overlap_allowance};
use crate::engine::insert::Clearance;
use crate::engine::watched::Trial;
use crate::engine::{Grains, ParticleType, State};
use crate::geometry::Pose;
use crate::narrow::{Body, Detector, Minkowski, WarmStart};

/// Decisions must be equal, but for attempts that overlap a grain or miss it by no more than overlaps may be off. Where all are
/// equal, so are the grains that come in.
pub(super) fn insert(twin: &State, device: &State, before: &Before, allowed: &Tolerances) -> Vec<Comparison> {
    let mut decisions = Vec::new();
    for trial in device.watched.iter().flat_map(|watched| &watched.trials) {
        let present = first_of(&device.grains, trial.present);
        for k in 0..trial.attempts.len() {
            decisions.push(decision(trial, k, &present, allowed));
        }
    }
    let all_equal = decisions.iter().all(|(_, off, _)| *off == 0.0);
    let mut found = vec![Comparison::of("insert", "blocked attempts", decisions)];
    if all_equal {
        found.push(new_grains(twin, device, before.grains));
    }
    found
}

/// The grains that were there when a trial was made.
fn first_of(grains: &Grains, count: usize) -> Grains {
    Grains {
        ids: grains.ids[..count].to_vec(),
        kinds: grains.kinds[..count].to_vec(),
        poses: grains.poses[..count].to_vec(),
        ..Grains::default()
    }
}

fn decision(trial: &Trial, k: usize, present: &Grains, allowed: &Tolerances) -> (String, f64, f64) {
    let (kind, pose) = &trial.attempts[k];
    let me = trial.kinds.get(*kind);
    let blocked = !Clearance::of_grains_from(0).is_clear(me, pose, present, &trial.kinds);
    let name = format!("try {k} at {}", pose.position);
    if blocked == trial.blocked[k] {
        return (name, 0.0, 0.0);
    }
    let (overlap, small, large) = deepest(trial, (me, pose), present);
    (format!("{name}, blocked on the CPU: {blocked}"), overlap.abs(), overlap_allowance(allowed, small, large, 0.0))
}

/// The deepest overlap of a try with any grain, or the narrowest gap, negative [m]; and both radii, the smaller first.
fn deepest(trial: &Trial, (me, pose): (&ParticleType, &Pose), present: &Grains) -> (f64, f64, f64) {
    let body = Body { shape: &me.shape, pose: *pose };
    let mut detector = Minkowski::default();
    let overlaps = present.kinds.iter().zip(&present.poses).filter_map(|(kind, at)| {
        let kind = trial.kinds.get(*kind);
        let other = Body { shape: &kind.shape, pose: *at };
        let contact = detector.detect(&body, &other, &mut WarmStart::default()).ok()?;
        Some((contact.overlap, me.radius.min(kind.radius), me.radius.max(kind.radius)))
    });
    overlaps.fold((f64::NEG_INFINITY, 0.0, 0.0), |most, next| if next.0 > most.0 { next } else { most })
}

fn new_grains(twin: &State, device: &State, first: usize) -> Comparison {
    let (ours, theirs) = (&twin.grains, &device.grains);
    let what = |run: &State, body: usize| {
        let kind = run.kinds.get(*run.grains.kinds.get(body)?);
        Some((kind.species, kind.scale, run.grains.poses[body], run.grains.motions[body]))
    };
    let differences = (first..ours.len().max(theirs.len())).map(|body| {
        let same = what(twin, body) == what(device, body);
        (format!("new grain {body}"), f64::from(u8::from(!same)), 0.0)
    });
    Comparison::of("insert", "new grains", differences)
}
