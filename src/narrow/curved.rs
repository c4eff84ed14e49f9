//! Newton's method on the smooth problem: points of A and B with opposite normals, one above the other.

use glam::{DMat4, DVec3, DVec4};

use super::chart::{Chart, Jet, NEARLY, ROUGHLY, distinct_vertices};
use super::features::Candidate;
use super::inscribed::{Stationary, least_overlap};
use super::pair::{Core, Pair, Vertex};
use crate::geometry::Feature;
use crate::geometry::planar::{Band, Figure, View, overlap_centroid, projected};

/// Newton steps before a start is given up.
const STEP_LIMIT: usize = 40;
/// The same where the start was a solution a moment ago.
const FOLLOW_LIMIT: usize = 8;
/// Plain Newton steps from such a start: each squares what is left, so a chart that needs more is another one's.
const STRAIGHT_LIMIT: usize = 4;
/// A plain step that does not bring the residual down to this share leads nowhere.
const STRAIGHT_GAIN: f64 = 0.25;
/// Halvings of a step that does not come closer.
const HALVINGS: usize = 10;
/// Residual, relative to the smaller body and in radians, at which the equations count as solved.
const SOLVED: f64 = 1e-13;
/// A residual this small is accepted where rounding allows no better.
const ACCEPTED: f64 = 1e-9;
/// From a residual this small, Newton's method may well come to a solution.
const COMING_CLOSE: f64 = 1e-4;
/// The support width at the solution may differ from the height of its points by this share of the bodies.
const ON_SUPPORT: f64 = 1e-12;

/// A determinant from here on is no rounding: all entries are of order one, or smaller.
const REGULAR: f64 = 1e-8;

/// What lies within this share of the smaller body of the support plane belongs to the support feature.
const FEATURE_HEIGHT: f64 = 1e-10;
/// Features that miss each other sideways by more than this share of the smaller body do not meet.
const FEATURE_REACH: f64 = 1e-7;

/// A solution whose normal would still turn by more than this [rad] is none. Points that are h apart turn their
/// direction by r / h when they are off sideways by r, so close to touch a small residual alone says little.
const TURN: f64 = 1e-7;
/// Sideways distance that is rounding, as a share of the smaller body.
const OFF_ROUNDING: f64 = 1e-12;

/// The equations at one place: p_A - p_B along n_A, n_B opposite to n_A.
struct Residual {
    /// Sideways distance of the points over the smaller size, and sideways part of the sum of the normals.
    value: [f64; 4],
    matrix: [[f64; 4]; 4],
    n: DVec3,
    /// Points, normals and their derivatives, each in its body's frame.
    jets: (Jet, Jet),
    points: (DVec3, DVec3),
}

impl Residual {
    /// The angle by which the next step would turn the normal [rad].
    fn turn_ahead(&self) -> f64 {
        let step = solve_linear(self.matrix, self.value.map(|r| -r));
        let [first, second] = self.jets.0.dn;
        (first * step[0] + second * step[1]).length()
    }

    fn norm(&self) -> f64 {
        self.value.iter().fold(0.0, |most, r| r.abs().max(most))
    }
}

/// The best direction that the charts around `guess` lead to. It is stationary, and has a witness, when its points really
/// are the supports along it; otherwise its width is still an upper bound of the overlap.
pub(crate) fn stationary_direction(pair: &Pair<Core, Core>, points: &[Vertex], guess: DVec3) -> Candidate {
    let on_a = distinct_vertices(points.iter().map(|p| p.a));
    let on_b = distinct_vertices(points.iter().map(|p| p.b));
    let charts_b = Chart::around(&pair.b, pair.frame.turn_back * -guess, &on_b, ROUGHLY);
    let mut best = Candidate::NONE;
    for chart_a in Chart::around(&pair.a, guess, &on_a, ROUGHLY) {
        for chart_b in &charts_b {
            let found = accepted(pair, &solve(pair, chart_a, *chart_b, STEP_LIMIT), guess);
            // Of two directions that are equal to rounding, the one that is known to be stationary.
            let rounding = ON_SUPPORT * unit_length(pair);
            let settles = found.witness.is_some() && best.witness.is_none() && found.width <= best.width + rounding;
            if settles || found.width < best.width - if best.witness.is_some() { rounding } else { 0.0 } {
                best = found;
            }
        }
    }
    best
}

/// The stationary direction that `last`, one of a moment ago, has become, if it still is one. Charts are tried from the
/// likeliest on; the first solution is the answer, unless a chart before it might have come to one with more steps.
pub(crate) fn followed_direction(pair: &Pair<Core, Core>, last: DVec3) -> Option<Candidate> {
    let back = pair.frame.turn_back * -last;
    let (on_a, on_b) = (pair.a.vertices_near_support(last, NEARLY), pair.b.vertices_near_support(back, NEARLY));
    let charts_b = Chart::around(&pair.b, back, &on_b, NEARLY);
    for chart_a in Chart::around(&pair.a, last, &on_a, NEARLY) {
        for chart_b in &charts_b {
            if !chart_a.may_face(chart_b, &pair.frame.turn) {
                continue;
            }
            let mut at = solve_straight(pair, chart_a, *chart_b);
            if at.norm() > SOLVED && at.norm() <= COMING_CLOSE {
                at = solve(pair, chart_a, *chart_b, FOLLOW_LIMIT);
            }
            if at.norm() <= SOLVED {
                let found = accepted(pair, &at, last);
                if found.witness.is_some() {
                    return Some(found);
                }
            } else if at.norm() <= COMING_CLOSE {
                return None;
            }
        }
    }
    None
}

/// A length to measure sideways distances by [m].
fn unit_length(pair: &Pair<Core, Core>) -> f64 {
    let (a, b) = (pair.a.radius(), pair.b.radius());
    if a == 0.0 || b == 0.0 { a.max(b) } else { a.min(b) }
}

/// Plain Newton steps, as long as they lead on.
fn solve_straight(pair: &Pair<Core, Core>, mut a: Chart, mut b: Chart) -> Residual {
    let unit = unit_length(pair);
    let mut at = residual(pair, &a, &b, unit);
    for _ in 0..STRAIGHT_LIMIT {
        if at.norm() <= SOLVED {
            break;
        }
        let step = solve_linear(at.matrix, at.value.map(|r| -r));
        a = a.moved(&at.jets.0, [step[0], step[1]]);
        b = b.moved(&at.jets.1, [step[2], step[3]]);
        let next = residual(pair, &a, &b, unit);
        let leads_on = next.norm() <= STRAIGHT_GAIN * at.norm();
        if next.norm() < at.norm() {
            at = next;
        }
        if !leads_on {
            break;
        }
    }
    at
}

/// Newton steps that are shortened where they do not come closer.
fn solve(pair: &Pair<Core, Core>, mut a: Chart, mut b: Chart, step_limit: usize) -> Residual {
    let unit = unit_length(pair);
    let mut at = residual(pair, &a, &b, unit);
    for _ in 0..step_limit {
        if at.norm() <= SOLVED {
            break;
        }
        let step = solve_linear(at.matrix, at.value.map(|r| -r));
        let largest = step.iter().fold(0.0_f64, |most, s| s.abs().max(most));
        if !largest.is_finite() {
            break;
        }
        // A parameter of order one must not jump across the body.
        let mut share = (0.5 / largest).min(1.0);
        let mut improved = false;
        for _ in 0..HALVINGS {
            let next_a = a.moved(&at.jets.0, [step[0] * share, step[1] * share]);
            let next_b = b.moved(&at.jets.1, [step[2] * share, step[3] * share]);
            let next = residual(pair, &next_a, &next_b, unit);
            if next.norm() < at.norm() {
                (a, b, at, improved) = (next_a, next_b, next, true);
                break;
            }
            share *= 0.5;
        }
        if !improved {
            break;
        }
    }
    at
}

/// The solution as a direction, with its points as witness if they are the supports of the whole shapes along it.
fn accepted(pair: &Pair<Core, Core>, at: &Residual, guess: DVec3) -> Candidate {
    if !at.n.is_finite() {
        return Candidate::NONE;
    }
    let found = Candidate::along(pair, at.n);
    let unit = unit_length(pair);
    let height = (at.points.0 - at.points.1).dot(at.n);
    let slack = ON_SUPPORT * (pair.a.radius() + pair.b.radius() + pair.frame.shift.length());
    let solved = at.norm() <= ACCEPTED && at.turn_ahead() <= TURN && at.n.dot(guess) > 0.5;
    if !solved || (found.width - height).abs() > slack {
        return found;
    }
    let reach = FEATURE_REACH.min(TURN * height.abs() / unit).max(OFF_ROUNDING) * unit;
    let (witness, off) = features_meeting(pair, at);
    let apart = -height.hypot(off);
    if off > reach {
        return Candidate { floor: apart, ..found };
    }
    let proven = || least_overlap(pair, &Stationary { n: at.n, points: witness, size: unit });
    Candidate { witness: Some(witness), floor: if height > 0.0 { proven() } else { apart }, ..found }
}

/// The points where the support features along the solution's normal meet, and by how much they miss each other
/// sideways [m]: an edge or a face ends somewhere, the chart that follows it does not.
fn features_meeting(pair: &Pair<Core, Core>, at: &Residual) -> ((DVec3, DVec3), f64) {
    let unit = unit_length(pair);
    let between = at.points.0 - at.points.1;
    let height = between.dot(at.n);
    let on_a = pair.a.support_feature(at.n, FEATURE_HEIGHT * unit);
    let on_b = pair.b.support_feature(pair.frame.turn_back * -at.n, FEATURE_HEIGHT * unit);
    if let (Feature::Point(_), Feature::Point(_)) = (&on_a, &on_b) {
        return (at.points, between.reject_from_normalized(at.n).length());
    }
    let view = View::new(at.points.0, at.n);
    let figure = |feature: Feature, known: DVec3, place: &dyn Fn(DVec3) -> DVec3| match feature {
        Feature::Point(_) => Figure::Point(view.project(known)),
        other => projected(other, &view, place).through(view.project(known)),
    };
    let f = figure(on_a, at.points.0, &|p| p);
    let g = figure(on_b, at.points.1, &|p| pair.frame.turn * p + pair.frame.shift);
    let band = Band { low: FEATURE_HEIGHT * unit, high: 2.0 * FEATURE_HEIGHT * unit, even: false };
    let middle = overlap_centroid(&f, &g, band);
    let off = f.clamp(middle).distance(g.clamp(middle));
    let on_a = at.points.0 + view.lift(middle);
    ((on_a, on_a - at.n * height), off)
}

fn residual(pair: &Pair<Core, Core>, a: &Chart, b: &Chart, unit: f64) -> Residual {
    let (jet_a, jet_b) = (a.jet(), b.jet());
    let n = jet_a.n;
    let (t1, t2) = n.any_orthonormal_pair();
    let (p_b, n_b) = (pair.frame.turn * jet_b.p + pair.frame.shift, pair.frame.turn * jet_b.n);
    let between = jet_a.p - p_b;
    let height = between.dot(n);
    let mut matrix = [[0.0; 4]; 4];
    for k in 0..2 {
        let sideways = (jet_a.dp[k] - jet_a.dn[k] * height) / unit;
        let (dp_b, dn_b) = (pair.frame.turn * jet_b.dp[k] / unit, pair.frame.turn * jet_b.dn[k]);
        for (row, t) in [t1, t2].into_iter().enumerate() {
            matrix[row][k] = t.dot(sideways);
            matrix[row][k + 2] = -t.dot(dp_b);
            matrix[row + 2][k] = t.dot(jet_a.dn[k]);
            matrix[row + 2][k + 2] = t.dot(dn_b);
        }
    }
    // Normals on the same side would solve the tangential equations too: that is no contact.
    let opposed = if n_b.dot(n) < 0.0 { 0.0 } else { 1.0 };
    let value = [between.dot(t1) / unit, between.dot(t2) / unit, n_b.dot(t1) + opposed, n_b.dot(t2)];
    Residual { value, matrix, n, points: (jet_a.p, p_b), jets: (jet_a, jet_b) }
}

/// Solves `matrix * x = right`; directions in which the system is singular are left at zero, as along two parallel
/// lines, where every place is as good.
fn solve_linear(matrix: [[f64; 4]; 4], right: [f64; 4]) -> [f64; 4] {
    solve_regular(&matrix, right).unwrap_or_else(|| solve_singular(matrix, right))
}

/// By the inverse; none where it is too close to singular.
fn solve_regular(matrix: &[[f64; 4]; 4], right: [f64; 4]) -> Option<[f64; 4]> {
    // The columns of the transposed matrix are the rows of the matrix.
    let transposed = DMat4::from_cols_array_2d(matrix);
    if transposed.determinant().abs() < REGULAR {
        return None;
    }
    Some((transposed.inverse().transpose() * DVec4::from_array(right)).to_array())
}

/// By elimination with full pivoting.
fn solve_singular(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> [f64; 4] {
    let mut column_of = [0, 1, 2, 3];
    let largest = matrix.iter().flatten().fold(0.0_f64, |most, m| m.abs().max(most));
    let mut rank = 0;
    for k in 0..4 {
        let (mut row, mut column) = (k, k);
        for i in k..4 {
            for j in k..4 {
                if matrix[i][j].abs() > matrix[row][column].abs() {
                    (row, column) = (i, j);
                }
            }
        }
        if matrix[row][column].abs() <= 1e-14 * largest {
            break;
        }
        matrix.swap(k, row);
        right.swap(k, row);
        column_of.swap(k, column);
        matrix.iter_mut().for_each(|line| line.swap(k, column));
        let (pivot_line, pivot_right) = (matrix[k], right[k]);
        for (line, value) in matrix.iter_mut().zip(&mut right).skip(k + 1) {
            let factor = line[k] / pivot_line[k];
            line.iter_mut().zip(pivot_line).for_each(|(entry, pivot)| *entry -= factor * pivot);
            *value -= factor * pivot_right;
        }
        rank = k + 1;
    }
    let mut x = [0.0; 4];
    for k in (0..rank).rev() {
        let known: f64 = (k + 1..rank).map(|j| matrix[k][j] * x[column_of[j]]).sum();
        x[column_of[k]] = (right[k] - known) / matrix[k][k];
    }
    x
}
