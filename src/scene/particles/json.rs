//! Particle lists in JSON: `[{...}, ...]` or `{ "particles": [{...}, ...] }`, with the columns of a table as keys.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{ParticleFile, Row};
use crate::common::files::quote_values;
use crate::scene::{Line, SceneError};

/// The list, each particle still as text.
struct List<'a>(Vec<&'a RawValue>);

impl<'de> Deserialize<'de> for List<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor)
    }
}

struct ListVisitor;

impl<'de> Visitor<'de> for ListVisitor {
    type Value = List<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of particles, or an object with a list \"particles\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(particle) = list.next_element()? {
            found.push(particle);
        }
        Ok(List(found))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = object.next_key::<Cow<str>>()? {
            // Files of a run say in other keys what made them, and have the contacts too.
            if key == "particles" {
                found = Some(List(object.next_value()?));
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        found.ok_or_else(|| serde::de::Error::missing_field("particles"))
    }
}

/// A particle: its keys and values in their order.
struct Particle<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Particle<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Particle<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object such as {\"shape\": \"ball\", \"x\": 0, \"y\": 0, \"z\": 0.1}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = object.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Particle(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Hands the keys and the values of every particle to `add`, as rows of a table.
pub(super) fn each_particle(
    file: &ParticleFile,
    number: u32,
    mut add: impl FnMut(&Row, &Row) -> Result<(), SceneError>,
) -> Result<(), SceneError> {
    let text = file.text.trim_start_matches('\u{feff}');
    let row = |line: usize, cells, particle| Row {
        path: &file.path,
        line: Line { file: number, number: line as u32 },
        cells,
        particle,
    };
    let wrong = |line: usize, error: &serde_json::Error| {
        row(line, Vec::new(), None).refuse(format!("column {}: {}", error.column(), not_json(error)))
    };
    let broken = |line: usize, index: usize, error: &serde_json::Error| {
        row(line, Vec::new(), None).refuse(format!("particle {index}: {}", not_json(error)))
    };
    let list: List = serde_json::from_str(text).map_err(|error| wrong(error.line(), &error))?;
    let (mut line, mut seen) = (1, 0);
    for (index, particle) in (1..).zip(list.0) {
        // The particle is a part of the text: where it starts tells its line.
        let start = particle.get().as_ptr() as usize - text.as_ptr() as usize;
        line += text[seen..start].matches('\n').count();
        seen = start;
        let pairs: Particle =
            serde_json::from_str(particle.get()).map_err(|error| broken(line + error.line() - 1, index, &error))?;
        let keys = pairs.0.iter().map(|(key, _)| Cow::Owned(key.clone())).collect();
        let values = pairs.0.iter().map(|(_, value)| plain(value)).collect();
        add(&row(line, keys, Some(index)), &row(line, values, Some(index)))?;
    }
    Ok(())
}

/// A value without the quotes of a text.
fn plain(value: &RawValue) -> Cow<'_, str> {
    serde_json::from_str(value.get()).map_or(Cow::Borrowed(value.get()), |text: String| Cow::Owned(text))
}

fn not_json(error: &serde_json::Error) -> String {
    // The parser's own words end with a place; ours stands before them.
    let message = error.to_string();
    format!("not a list of particles in JSON: {}", quote_values(message.split(" at line ").next().unwrap_or_default()))
}
