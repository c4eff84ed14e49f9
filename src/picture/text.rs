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
