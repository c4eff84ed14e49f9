//! Figures 2, 4, 7 and 8: where the unrevised algorithms fail.

use glam::DVec3;
use serde_json::json;

use super::situations::Situation;
use crate::command::table::{Table, scientific};
use crate::contact::{Body, Cundall, Detector, GjkTd, Nezami, WarmStart};
use crate::reproduce::{Report, ReproduceError};

/// Shows them failing.
pub(super) fn write(situations: &[Situation], report: &mut Report) -> Result<(), ReproduceError> {
    let mut table = Table::new(&["x", "algorithm", "overlap", "exact", "angle", "revised error"]);
    for s in situations {
        let (a, b) = (s.pair.a.body(), s.pair.b.body());
        let (exact, normal) = s.exact();
        let all: [(&str, Box<dyn Detector>, Box<dyn Detector>); 3] = [
            ("cundall", Box::new(Cundall::unrevised()), Box::new(Cundall::default())),
            ("nezami", Box::new(Nezami::unrevised()), Box::new(Nezami::default())),
            ("gjk", Box::new(GjkTd::unrevised()), Box::new(GjkTd::default())),
        ];
        for (name, mut old, mut new) in all {
            let o = old.detect(&a, &b, &mut WarmStart::default())?;
            let n = new.detect(&a, &b, &mut WarmStart::default())?;
            table.push(vec![
                s.published.figure.into(),
                name.into(),
                format!("{:.6}", o.overlap),
                format!("{exact:.6}"),
                format!("{:.3}", o.normal.angle_between(normal).to_degrees()),
                scientific(Some((n.overlap - exact).abs())),
            ]);
        }
    }
    report.table("probe", &table);
    Ok(())
}
