//! A plane across the leading cylinder, and whether the two cylinders meet in it.

use super::Arrangement;

/// Newton steps with bisection behind them; eight or so do.
const MAX_STEPS: usize = 80;

/// The plane z = const of the leading frame. In it the leading cylinder is the disc x^2 + y^2 <= r1^2, and the other one
/// is where (x - d)^2 + (cos y + shift)^2 <= r2^2 and lo <= y <= hi: an ellipse between the lines of its two bases. (No
/// axis of the ellipse is divided by: at a right angle it is a strip, and nothing special.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    pub r1: f64,
    pub r2: f64,
    pub d: f64,
    /// Cosine of the angle between the axes.
    pub cos: f64,
    /// The other cylinder's own y2 is cos y + shift [m].
    pub shift: f64,
    /// Range of y in which both have points at all [m]; empty when `lo > hi`.
    pub lo: f64,
    /// The range's other end [m].
    pub hi: f64,
}

impl Cut {
    /// The plane at height `z` [m], which is taken to be within the leading cylinder.
    pub fn new(pair: &Arrangement, z: f64) -> Self {
        let Arrangement { r1, r2, h2, d, sin, cos, .. } = *pair;
        let up = z - pair.z;
        let shift = -cos * pair.y - sin * up;
        let (mut lo, mut hi) = (-r1, r1);
        let mut limit = |slope: f64, offset: f64, most: f64| {
            // |slope y + offset| <= most
            if slope > 0.0 {
                lo = lo.max((-most - offset) / slope);
                hi = hi.min((most - offset) / slope);
            } else if offset.abs() > most {
                (lo, hi) = (r1, -r1);
            }
        };
        limit(cos, shift, r2);
        limit(sin, cos * up - sin * pair.y, h2);
        Self { r1, r2, d, cos, shift, lo, hi }
    }

    /// No y has points of both.
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi || self.lo.is_nan() || self.hi.is_nan()
    }

    /// Half the chord of the disc at `y` [m].
    pub fn half_chord(&self, y: f64) -> f64 {
        (self.r1 * self.r1 - y * y).max(0.0).sqrt()
    }

    /// The other cylinder's y2 at `y` [m].
    pub fn other_y(&self, y: f64) -> f64 {
        self.cos * y + self.shift
    }

    /// Half the chord of the other cylinder at `y` [m].
    pub fn other_half_chord(&self, y: f64) -> f64 {
        let y2 = self.other_y(y);
        (self.r2 * self.r2 - y2 * y2).max(0.0).sqrt()
    }

    /// The two meet in this plane. At a given y they do if their half chords together span the distance d of the
    /// axes. Their sum is a concave function of y: every value proves reach, every tangent bounds what is out of reach.
    pub fn meets(&self) -> bool {
        let need = self.d.abs();
        if self.is_empty() || need > self.r1 + self.r2 {
            return false;
        }
        let (mut lo, mut hi) = (self.lo, self.hi);
        // The first guess balances the two: y = 0 is best for the disc, y2 = 0 for the other.
        let mut y = if self.cos > 0.0 { -self.shift * self.cos / (1.0 + self.cos * self.cos) } else { 0.0 };
        for _ in 0..MAX_STEPS {
            y = if y > lo && y < hi { y } else { 0.5 * (lo + hi) };
            let (w1, w2, y2) = (self.half_chord(y), self.other_half_chord(y), self.other_y(y));
            let sum = w1 + w2;
            if sum >= need {
                return true;
            }
            let slope = -y / w1 - self.cos * y2 / w2;
            let best = if slope > 0.0 { sum + slope * (hi - y) } else { sum + slope * (lo - y) };
            if best < need || hi - lo <= f64::EPSILON * self.r1 {
                return false;
            }
            if slope > 0.0 {
                lo = y
            } else {
                hi = y
            }
            let bend = self.r1 * self.r1 / (w1 * w1 * w1) + self.cos * self.cos * self.r2 * self.r2 / (w2 * w2 * w2);
            y += slope / bend;
        }
        false
    }
}

/// The least height z that the two infinite cylinders share, and its point (x, y, y2), all measured from the foot of
/// the shortest line; none for parallel axes.
///
/// Where the lens of two sides ends, the half chords span the distance exactly: x on the first cylinder's side, the rest
/// of it on the second's. Of all such splits the end is where c w1'(x) balances w2'(x); the balance falls from one end
/// of the range of x to the other.
pub(crate) fn lens_end(pair: &Arrangement) -> Option<[f64; 3]> {
    let Arrangement { r1, r2, cos, sin, .. } = *pair;
    if sin == 0.0 {
        return None;
    }
    let span = pair.d.abs();
    let y_at = |x: f64| (r1 * r1 - x * x).max(0.0).sqrt();
    let y2_at = |x: f64| (r2 * r2 - (span - x) * (span - x)).max(0.0).sqrt();
    let (mut lo, mut hi) = ((span - r2).max(0.0), span.min(r1));
    let mut x = span * r1 / (r1 + r2);
    for _ in 0..MAX_STEPS {
        x = if x > lo && x < hi { x } else { 0.5 * (lo + hi) };
        let (y, y2, rest) = (y_at(x), y2_at(x), span - x);
        let balance = rest * y - cos * x * y2;
        if balance > 0.0 {
            lo = x
        } else {
            hi = x
        }
        let slope = -y - rest * x / y - cos * y2 - cos * x * rest / y2;
        let next = x - balance / slope;
        if (next - x).abs() <= 4.0 * f64::EPSILON * r1.max(r2) || hi - lo <= f64::EPSILON * hi {
            break;
        }
        x = next;
    }
    Some([x.copysign(pair.d), -y_at(x), y2_at(x)])
}
