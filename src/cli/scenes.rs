//! `packstone scenes` and `packstone new`: scenes that come with the program, and a start for one's own.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::{CommandError, Outcome, print_text};

/// The scenes of `examples/scenes`, by the name of their file.
const SCENES: &[(&str, &str)] = &[
    ("quickstart", include_str!("../../examples/scenes/quickstart.toml")),
    ("bouncing-ball", include_str!("../../examples/scenes/bouncing-ball.toml")),
    ("box-packing", include_str!("../../examples/scenes/box-packing.toml")),
    ("cylinder-packing", include_str!("../../examples/scenes/cylinder-packing.toml")),
    ("hopper", include_str!("../../examples/scenes/hopper.toml")),
    ("drum", include_str!("../../examples/scenes/drum.toml")),
    ("wide-sizes", include_str!("../../examples/scenes/wide-sizes.toml")),
    ("vibrated-bed", include_str!("../../examples/scenes/vibrated-bed.toml")),
    ("bed-2000", include_str!("../../examples/scenes/bed-2000.toml")),
    ("settling-polyhedra", include_str!("../../examples/scenes/settling-polyhedra.toml")),
    ("verification-polyhedra", include_str!("../../examples/scenes/verification-polyhedra.toml")),
    ("verification-superquadrics", include_str!("../../examples/scenes/verification-superquadrics.toml")),
    ("heap", include_str!("../../examples/scenes/heap.toml")),
    ("heap-wet", include_str!("../../examples/scenes/heap-wet.toml")),
    ("wet-grains", include_str!("../../examples/scenes/wet-grains.toml")),
];

/// What `packstone new` writes unless another scene is named.
const TEMPLATE: &str = include_str!("template.toml");

/// What `packstone scenes` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone scenes                                 all scenes, and what they show
  packstone new my-bed --from settling-polyhedra   a copy of one of them, in my-bed.toml")]
pub struct ScenesArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `packstone new` takes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  packstone new hopper                        hopper.toml, a small scene with a comment on every line
  packstone new hopper --from quickstart      hopper.toml, a copy of the scene quickstart
  packstone check hopper.toml                 what would run
  packstone run hopper.toml                   results in the folder hopper")]
pub struct NewArgs {
    /// The name of the scene; its file gets the ending .toml
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
    /// The scene to start from; packstone scenes lists them
    #[arg(long, value_name = "SCENE")]
    pub from: Option<String>,
}

/// The text of a scene, by its name.
pub(crate) fn text_of(wanted: &str) -> Option<&'static str> {
    SCENES.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text)
}

/// Columns of the list of scenes.
const WIDTH: usize = 100;

/// What a scene shows: its first paragraph, which is a comment.
fn about(text: &str) -> String {
    let comment = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    comment.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A text in lines, each behind so many spaces but the first.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut column) = (String::new(), indent);
    for word in text.split_whitespace() {
        if column > indent && column + word.len() >= WIDTH {
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            lines.push(' ');
        }
        lines.push_str(word);
        column += word.len() + 1;
    }
    lines
}

/// Lists the scenes.
pub(super) fn list(args: &ScenesArgs) -> Result<Outcome, CommandError> {
    if args.json {
        let all: Vec<_> =
            SCENES.iter().map(|(name, text)| serde_json::json!({ "name": name, "about": about(text) })).collect();
        print_text(&format!("{:#}\n", serde_json::Value::from(all)));
        return Ok(Outcome::Fine);
    }
    let width = SCENES.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in SCENES {
        print_text(&format!("{name:<width$}  {}\n", wrapped(&about(text), width + 2)));
    }
    print_text("\npackstone new NAME --from SCENE writes a copy to NAME.toml; packstone run NAME.toml runs it\n");
    Ok(Outcome::Fine)
}

/// Writes a scene to start from.
pub(super) fn new(args: &NewArgs) -> Result<Outcome, CommandError> {
    let text = match &args.from {
        None => TEMPLATE,
        Some(wanted) => text_of(wanted).ok_or_else(|| {
            let known = SCENES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            CommandError::UnknownScene { name: wanted.clone(), known }
        })?,
    };
    let has_ending = args.name.extension().is_some_and(|ending| ending == "toml");
    let path = if has_ending { args.name.clone() } else { PathBuf::from(format!("{}.toml", args.name.display())) };
    // An existing file may be hours of somebody's work.
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = file.map_err(|reason| CommandError::NewScene { path: path.clone(), reason })?;
    file.write_all(text.as_bytes()).map_err(|reason| CommandError::NewScene { path: path.clone(), reason })?;
    let shown = path.display();
    print_text(&format!(
        "{shown} is written; packstone check {shown} tells what it holds, packstone run {shown} runs it\n"
    ));
    Ok(Outcome::Fine)
}
