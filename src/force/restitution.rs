//! How strong damping must be for a given coefficient of restitution.

/// Steps of the collision in units of its own time.
const STEP: f64 = 2e-3;
/// A collision takes about 3 units, a heavily damped one some tens: by then it has ended.
const MAX_STEPS: usize = 200_000;
/// Bisections: the damping is then known to 1e-12.
const BISECTIONS: usize = 44;
/// The damping of a collision that gives nothing back to speak of (restitution below 1e-3).
const MOST: f64 = 60.0;

/// The damping b for which a head-on collision returns the share `restitution` of the speed.
///
/// The force of a contact is F = k d^m + b sqrt(k m*) d^((m-1)/2) d', cut off at zero: grains do not pull. With lengths
/// and times in units of the collision itself, k, the mass m* and the impact speed drop out, so that the restitution
/// depends on b and the exponent m alone. (For m = 1 without the cut-off, b would be twice the damping ratio of the
/// textbooks, and collisions would return more than asked for: Schwager and Poeschel (2007), "Coefficient of restitution
/// and linear-dashpot model revisited".) It falls as b grows, and b is found by bisection.
pub fn damping_for(restitution: f64, exponent: f64) -> f64 {
    if restitution >= 1.0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, MOST);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (low + high);
        if returned(middle, exponent) > restitution { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The same where the force is not cut off, so that the dashpot pulls at the end: a closed form (Antypov and Elliott, 2011, On an
/// analytical solution for the damped Hertzian spring), b = sqrt(2 (m + 1)) z with the damping ratio z = -ln e / sqrt(pi^2 + ln^2 e).
pub fn pulling_damping_for(restitution: f64, exponent: f64) -> f64 {
    let log = -restitution.ln();
    (2.0 * (exponent + 1.0)).sqrt() * log / log.hypot(std::f64::consts::PI)
}

/// Share of the speed that a collision with this damping returns: x'' = -max(0, x^m + b x^((m-1)/2) x') from x = 0,
/// x' = 1, by the classical Runge-Kutta method until the bodies part or the force stops.
fn returned(damping: f64, exponent: f64) -> f64 {
    let force = |x: f64, v: f64| {
        let x = x.max(0.0);
        (x.powf(exponent) + damping * x.powf(0.5 * (exponent - 1.0)) * v).max(0.0)
    };
    let (mut x, mut v) = (0.0, 1.0);
    for _ in 0..MAX_STEPS {
        let (k1x, k1v) = (v, -force(x, v));
        let (k2x, k2v) = (v + 0.5 * STEP * k1v, -force(x + 0.5 * STEP * k1x, v + 0.5 * STEP * k1v));
        let (k3x, k3v) = (v + 0.5 * STEP * k2v, -force(x + 0.5 * STEP * k2x, v + 0.5 * STEP * k2v));
        let (k4x, k4v) = (v + STEP * k3v, -force(x + STEP * k3x, v + STEP * k3v));
        x += STEP / 6.0 * (k1x + 2.0 * (k2x + k3x) + k4x);
        v += STEP / 6.0 * (k1v + 2.0 * (k2v + k3v) + k4v);
        // Once the force is cut off on the way out, nothing slows the bodies any more.
        if v < 0.0 && (x <= 0.0 || force(x, v) == 0.0) {
            return -v;
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_damping_returns_all() {
        assert_eq!(damping_for(1.0, 1.0), 0.0);
        assert!((returned(0.0, 1.0) - 1.0).abs() < 1e-6 && (returned(0.0, 1.5) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_linear_dashpot_has_the_closed_form_of_schwager_and_poeschel() {
        // Underdamped, cut off where the force vanishes: e = exp(-(z / s) (pi - atan(2 z s / (2 z^2 - 1)))) with damping
        // ratio z = b / 2 and s = sqrt(1 - z^2); the angle is the one between 0 and pi.
        for z in [0.05f64, 0.2, 0.5, 0.8] {
            let s = (1.0 - z * z).sqrt();
            let angle = (2.0 * z * s).atan2(1.0 - 2.0 * z * z);
            let expected = (-(z / s) * (std::f64::consts::PI - angle)).exp();
            let found = returned(2.0 * z, 1.0);
            assert!((found - expected).abs() < 2e-3 * expected, "damping ratio {z}: {found}, not {expected}");
        }
    }

    #[test]
    fn a_dashpot_that_pulls_returns_what_is_asked() {
        for exponent in [1.0f64, 1.5] {
            for restitution in [0.2, 0.5, 0.9] {
                let (damping, dt) = (pulling_damping_for(restitution, exponent), 1e-4);
                let (mut x, mut v) = (0.0f64, 1.0f64);
                loop {
                    x += dt * v;
                    if x <= 0.0 {
                        break;
                    }
                    v -= dt * (x.powf(exponent) + damping * x.powf(0.5 * (exponent - 1.0)) * v);
                }
                assert!((-v - restitution).abs() < 2e-4, "m = {exponent}: {} for {restitution}", -v);
            }
        }
    }

    #[test]
    fn asked_and_returned_are_the_same() {
        for exponent in [1.0, 1.5, 2.0] {
            for restitution in [0.1, 0.3, 0.5, 0.9, 0.99] {
                let found = returned(damping_for(restitution, exponent), exponent);
                assert!((found - restitution).abs() < 1e-3, "m = {exponent}: {found} for {restitution}");
            }
        }
    }
}
