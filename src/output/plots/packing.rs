//! The packing in one frame.

use super::chart::{Chart, Curve, Style};

/// Classes of a histogram.
const CLASSES: usize = 30;

fn chart(title: &str, at: &str, x: &str, y: &str, style: Style, points: Vec<(f64, f64)>) -> Chart {
    let curves = vec![Curve { name: String::new(), points, style }];
    Chart { title: format!("{title}, {at}"), x: x.into(), y: y.into(), curves, ..Chart::default() }
}

/// Packing fraction of slabs, each given with its heights [m]: height upwards, as it stands.
pub fn packing_by_height(slabs: &[([f64; 2], f64)], at: &str) -> Chart {
    let steps = slabs.iter().flat_map(|([low, high], fraction)| [(*fraction, *low), (*fraction, *high)]);
    chart("Packing fraction by height", at, "packing fraction", "height [m]", Style::Steps, steps.collect())
}

/// How many grains have 0, 1, 2 and so on contacts.
pub fn coordination(grains: &[usize], at: &str) -> Chart {
    let total = grains.iter().sum::<usize>().max(1) as f64;
    let shares = grains.iter().enumerate().map(|(contacts, count)| (contacts as f64, *count as f64 / total));
    let style = Style::Bars { width: 0.8 };
    chart("Coordination", at, "contacts of a grain", "share of the grains", style, shares.collect())
}

/// Probability density of the normal forces [N] over their mean, by powers of ten. Contacts that do not push, as some in
/// a collision, are left out.
pub fn force_distribution(forces: &[f64], at: &str) -> Chart {
    let pushing: Vec<f64> = forces.iter().copied().filter(|force| *force > 0.0).collect();
    let mean = pushing.iter().sum::<f64>() / pushing.len().max(1) as f64;
    let shares: Vec<f64> = pushing.iter().map(|force| force / mean).collect();
    let density = histogram(&shares, CLASSES).into_iter().filter(|(_, density)| *density > 0.0).collect();
    let x = "normal force over its mean";
    Chart { log_y: true, ..chart("Contact forces", at, x, "probability density", Style::Points, density) }
}

/// Share of the contacts by overlap [m].
pub fn overlaps(depths: &[f64], at: &str) -> Chart {
    let micrometres: Vec<f64> = depths.iter().map(|depth| depth * 1e6).collect();
    let classes = histogram(&micrometres, CLASSES);
    let width = classes.get(1).map_or(1.0, |second| second.0 - classes[0].0);
    let shares = classes.into_iter().map(|(middle, density)| (middle, density * width)).collect();
    chart("Overlaps", at, "overlap [µm]", "share of the contacts", Style::Bars { width }, shares)
}

/// Middle and probability density of equal classes from 0 to the largest of some values; values below 0 are left out.
pub fn histogram(values: &[f64], classes: usize) -> Vec<(f64, f64)> {
    let kept: Vec<f64> = values.iter().copied().filter(|value| *value >= 0.0 && value.is_finite()).collect();
    let largest = kept.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 || classes == 0 {
        return Vec::new();
    }
    let width = largest / classes as f64;
    let mut counts = vec![0usize; classes];
    for value in &kept {
        // The largest value is the upper end of the last class.
        counts[((value / width) as usize).min(classes - 1)] += 1;
    }
    let density = |count: usize| count as f64 / (kept.len() as f64 * width);
    counts.into_iter().enumerate().map(|(k, count)| ((k as f64 + 0.5) * width, density(count))).collect()
}
