//! How many real roots a quartic has, by Sturm sequences in double-double arithmetic.

use super::double_double::Double;

/// The numbers of real roots of all quartics p + t S, with S the sum of |a_i x^i| and |t| <= `margin`, as far as the two
/// ends tell: fewest and most. S is a polynomial on either side of zero, so each side is counted for itself. Where a
/// sequence degenerates, anything from none to four is possible.
pub fn real_root_counts(a: &[f64; 5], margin: f64) -> [usize; 2] {
    let mirrored = [a[0], -a[1], a[2], -a[3], a[4]];
    let mut range = [0, 0];
    for side in [a, &mirrored] {
        let at =
            |t: f64| positive_roots(std::array::from_fn(|i| Double::from(side[i]) + Double::from(side[i].abs() * t)));
        let (Some(less), Some(more)) = (at(-margin), at(margin)) else { return [0, 4] };
        range = [range[0] + less.min(more), range[1] + less.max(more)];
    }
    range
}

/// The number of positive roots; `None` if the sequence comes too close to a common divisor to tell.
fn positive_roots(mut a: [Double; 5]) -> Option<usize> {
    let mut degree = (0..5).rev().find(|&i| a[i].high != 0.0)?;
    let mut b: [Double; 5] =
        std::array::from_fn(|i| if i < 4 { a[i + 1] * Double::from((i + 1) as f64) } else { Double::default() });
    let (mut at_zero, mut at_infinity) = (Signs::default(), Signs::default());
    at_zero.push(a[0].high);
    at_infinity.push(a[degree].high);
    while degree > 0 {
        at_zero.push(b[0].high);
        at_infinity.push(b[degree - 1].high);
        if degree == 1 {
            break;
        }
        let next = negated_remainder(&a, &b, degree)?;
        (a, b, degree) = (b, next, degree - 1);
    }
    Some(at_zero.changes - at_infinity.changes)
}

/// Counts the changes of sign along a sequence; zeros do not count.
#[derive(Default)]
struct Signs {
    last: f64,
    changes: usize,
}

impl Signs {
    fn push(&mut self, value: f64) {
        if value != 0.0 {
            self.changes += usize::from(self.last * value.signum() < 0.0);
            self.last = value.signum();
        }
    }
}

/// -(a mod b) times a positive number, for a of the given degree and b of one less. `None` if the remainder's leading
/// term has lost so much to cancellation that its sign is in doubt.
fn negated_remainder(a: &[Double; 5], b: &[Double; 5], degree: usize) -> Option<[Double; 5]> {
    const LOST: f64 = 1e-24;
    let (top, lead) = (a[degree], b[degree - 1]);
    // lead^2 a - (top lead x + lead a' - top b') b, with a' and b' the second coefficients: no division is needed.
    let second = lead * a[degree - 1] - top * b[degree - 2];
    let mut remainder = [Double::default(); 5];
    for i in 0..degree - 1 {
        let below = if i > 0 { b[i - 1] } else { Double::default() };
        let (kept, taken) = (lead * lead * a[i], top * lead * below + second * b[i]);
        remainder[i] = taken - kept;
        let scale = (lead.high * lead.high * a[i].high).abs()
            + (top.high * lead.high * below.high).abs()
            + ((lead.high * a[degree - 1].high).abs() + (top.high * b[degree - 2].high).abs()) * b[i].high.abs();
        if remainder[i].high.abs() < LOST * scale && (i == degree - 2 || i == 0) {
            return None;
        }
    }
    let largest = remainder.iter().fold(0.0, |m: f64, r| m.max(r.high.abs()));
    // One over the power of two below the largest, so that nothing overflows.
    let unit = Double::from(f64::from_bits((0x7fe << 52) - (largest.to_bits() & (0x7ff << 52))));
    Some(remainder.map(|r| r * unit))
}
