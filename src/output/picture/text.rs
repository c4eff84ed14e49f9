//! Letters: one font, carried in the program, so that pictures look the same everywhere.

use std::sync::Once;

use plotters::style::{FontStyle, register_font};

/// The name of the font of all pictures and plots. The drawing library knows it from the first call on.
pub(crate) fn font_name() -> &'static str {
    // In an SVG file it is the name that viewers know too.
    const NAME: &str = "sans-serif";
    static REGISTER: Once = Once::new();
    // A font that was refused would show as an error of the first text; this one is good.
    REGISTER.call_once(|| drop(register_font(NAME, FontStyle::Normal, dejavu::sans::regular())));
    NAME
}

/// A number with as few digits as it takes.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    if (1e-3..1e5).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 0.6000000000000001, 2e-7, 120.0].map(short), ["0", "0.6", "2e-7", "120"]);
    }
}
