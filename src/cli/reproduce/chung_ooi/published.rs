//! The curves of the paper, digitised from its figures.

/// A curve: its name and its points.
pub(super) type Published = (&'static str, Vec<(f64, f64)>);

/// The curves of a figure. A line that begins with # names a curve; points follow, x and y with a comma.
pub(super) fn curves(text: &'static str) -> Vec<Published> {
    let mut curves: Vec<Published> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix('#') {
            curves.push((name.trim(), Vec::new()));
            continue;
        }
        let numbers = line.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
        if let (Some(point), Some((_, points))) = (numbers, curves.last_mut()) {
            points.push(point);
        }
    }
    curves
}

pub(super) const TEST_4: [&str; 3] = [
    include_str!("published/test4_graph1.dat"),
    include_str!("published/test4_graph2.dat"),
    include_str!("published/test4_graph3.dat"),
];
pub(super) const TEST_5: [&str; 2] =
    [include_str!("published/test5_graph1.dat"), include_str!("published/test5_graph2.dat")];
pub(super) const TEST_6: [&str; 2] =
    [include_str!("published/test6_graph1.dat"), include_str!("published/test6_graph2.dat")];
/// Of the alloy, then of nylon.
pub(super) const TEST_8: [[&str; 2]; 2] = [
    [include_str!("published/test8_graph1.dat"), include_str!("published/test8_graph2.dat")],
    [include_str!("published/test8_graph3.dat"), include_str!("published/test8_graph4.dat")],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_its_curves() {
        let all = TEST_4.iter().chain(&TEST_5).chain(&TEST_6).chain(TEST_8.iter().flatten());
        for text in all {
            let found = curves(text);
            assert!(found.len() >= 2 && found.iter().all(|(name, points)| !name.is_empty() && points.len() >= 10));
        }
    }
}
