//! Between two maxima of the overlap of a grain in a tube or cone: how deep the valley is, and whether it hides another one.
//!
//! A point of the grain that is deepest at one azimuth is as deep, or less, at all others, by a cosine: so from both sides
//! there are lower bounds. Where they cross the overlap is probed. If it is no more than the bounds are, this is the valley,
//! and there is nothing else between; if it is more, another point of the grain is deeper there.

use glam::DVec2;

use super::climb::{Inside, Probe};
use super::meridian::cut_of;

/// Probes in a valley: of two corners it takes one.
const STEPS: usize = 8;
/// The same near the end of a wall, where bounds do not hold, and stretches are halved.
const RIM_STEPS: usize = 4;
/// Two climbs have arrived at the same place if they are this share of the grain apart.
const SAME_PLACE: f64 = 1e-7;
/// Points of the grain are one if they are this share of it apart.
const SAME_POINT: f64 = 1e-12;

/// What lies between two maxima.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valley {
    /// Overlap at its lowest place [m].
    pub depth: f64,
    /// Where this is, as a share of the way from the first maximum to the second.
    pub at: f64,
    /// A maximum between the two.
    pub hidden: Option<Probe>,
}

impl Inside<'_> {
    /// The valley between two maxima, the second `width` [rad] further round; it need not be known better than that it is
    /// deeper than `until` [m], but where it `seeks` for what hides there.
    pub fn valley(&mut self, [first, second]: [&Probe; 2], width: f64, until: f64, seeks: bool) -> Valley {
        let (mut a, mut b, mut from, mut to) = (*first, *second, 0.0, width);
        let lower = f64::from(u8::from(first.overlap > second.overlap));
        let mut valley = Valley { depth: first.overlap.min(second.overlap), at: lower, hidden: None };
        for step in 0..STEPS {
            let at_rim = a.rim.is_some() || b.rim.is_some();
            let cut = if at_rim { Some(0.5 * (to - from)) } else { self.crossing(&a, &b, to - from) };
            let Some(cut) = cut.filter(|_| !at_rim || step < RIM_STEPS) else { break };
            let middle = self.probe(DVec2::from_angle(cut).rotate(a.azimuth).normalize());
            if middle.overlap < valley.depth {
                (valley.depth, valley.at) = (middle.overlap, (from + cut) / width);
            }
            if !at_rim && middle.overlap <= a.at_least(cut) + self.noise() {
                break;
            }
            if seeks {
                let peak = self.climb(middle.azimuth);
                if !self.at_one_place(&peak, first) && !self.at_one_place(&peak, second) {
                    return Valley { hidden: Some(peak), ..valley };
                }
            } else if valley.depth < until {
                break;
            }
            if middle.slope() > 0.0 {
                (b, to) = (middle, from + cut);
            } else {
                (a, from) = (middle, from + cut);
            }
        }
        valley
    }

    /// Whether two climbs have arrived at the same place, or at the same corner of the grain.
    pub fn at_one_place(&self, p: &Probe, q: &Probe) -> bool {
        let far = p.azimuth.angle_to(q.azimuth).abs() * p.place().length().max(q.place().length());
        let size = self.grain.size;
        far <= SAME_PLACE * size || (self.has_corners() && p.point.distance(q.point) <= SAME_POINT * size)
    }

    /// How far round from the first of two probes their points are equally deep [rad], if it is between them.
    fn crossing(&self, a: &Probe, b: &Probe, width: f64) -> Option<f64> {
        let (in_cut, aside) = cut_of(a.point - b.point, a.azimuth);
        let across = DVec2::new(in_cut.x, aside);
        let cosine = -a.n.y * in_cut.y / (a.n.x * across.length());
        if across.length() <= SAME_POINT * self.grain.size || cosine.abs() > 1.0 {
            return None;
        }
        let angle = DVec2::from_angle(across.to_angle() + cosine.acos()).to_angle();
        (angle > 0.0 && angle < width).then_some(angle)
    }
}

impl Probe {
    /// The overlap that the probe's point alone has, `angle` [rad] further round.
    fn at_least(&self, angle: f64) -> f64 {
        let (place, half) = (self.place(), (0.5 * angle).sin());
        self.overlap + self.n.x * (place.y * angle.sin() - 2.0 * half * half * place.x)
    }
}
