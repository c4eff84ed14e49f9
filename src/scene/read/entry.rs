//! One value of the file: its type and its range are checked here.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::DeValue;

use super::fields::Fields;
use super::keys::Key;
use super::suggest::closest;
use crate::scene::{Line, SceneError, Source};

/// Longest text of a value that an error repeats [characters].
const LONGEST_VALUE: usize = 60;

/// A key with its value.
#[derive(Clone)]
pub(in crate::scene) struct Entry<'a> {
    pub(super) source: &'a Source,
    pub(super) what: &'a str,
    name: &'static str,
    /// The key as errors show it: `gravity[2]` for an element.
    shown: Cow<'static, str>,
    expects: &'static str,
    line: Line,
    pub(super) value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Entry<'a> {
    /// The value of `key`, whose name stands at the byte `start`.
    pub(super) fn new(fields: &'a Fields, key: &Key, start: usize, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self {
            source: fields.source,
            what: &fields.what,
            name: key.name,
            shown: key.name.into(),
            expects: key.expects,
            line: fields.source.position(start).0,
            value,
        }
    }

    /// The key.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The key as errors show it.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// Where the key stands.
    pub fn line(&self) -> Line {
        self.line
    }

    /// The scene's text.
    pub fn source(&self) -> &'a Source {
        self.source
    }

    /// The value as it is written, in one line, shortened if it is long.
    fn written(&self) -> Box<str> {
        let text = self.source.text().get(self.value.span()).unwrap_or("");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() <= LONGEST_VALUE {
            return line.into();
        }
        format!("{} ...", line.chars().take(LONGEST_VALUE).collect::<String>()).into()
    }

    /// This value cannot be used: "`key = value` `problem`".
    pub fn refuse(&self, problem: impl std::fmt::Display) -> SceneError {
        SceneError::Value {
            place: self.source.place(self.line),
            what: self.what.into(),
            key: self.shown.as_ref().into(),
            value: self.written(),
            problem: problem.to_string().into(),
        }
    }

    /// The value has the wrong type.
    pub fn wrong_type(&self) -> SceneError {
        SceneError::WrongType {
            place: self.source.place(self.line),
            what: self.what.into(),
            key: self.shown.as_ref().into(),
            value: self.written(),
            found: match self.value.get_ref() {
                DeValue::String(_) => "a text",
                DeValue::Integer(_) => "a whole number",
                DeValue::Float(_) => "a number",
                DeValue::Boolean(_) => "a truth value",
                DeValue::Datetime(_) => "a date",
                DeValue::Array(_) => "a list",
                DeValue::Table(_) => "a table",
            },
            expects: self.expects.into(),
        }
    }

    /// The name stands for nothing; `known` are those that do.
    pub(super) fn unknown_name(&self, kind: &'static str, advice: String) -> SceneError {
        SceneError::UnknownName {
            place: self.source.place(self.line),
            what: self.what.into(),
            key: self.shown.as_ref().into(),
            value: self.written(),
            kind,
            advice: advice.into(),
        }
    }

    /// The table in this value, with the lists of keys that it may have.
    pub fn fields(&self, known: &[&'static [Key]]) -> Result<Fields<'a>, SceneError> {
        self.fields_of(format!("{}: {}", self.what, self.shown), known)
    }

    /// The table in this value, called `what` in errors.
    pub fn fields_of(&self, what: String, known: &[&'static [Key]]) -> Result<Fields<'a>, SceneError> {
        let DeValue::Table(table) = self.value.get_ref() else { return Err(self.wrong_type()) };
        Fields::open(self.source, what, table, self.value.span(), known)
    }

    /// The `name` in the table of this value, if there is one.
    pub fn own_name(&self) -> Option<&'a str> {
        self.value.get_ref().as_table()?.get("name")?.get_ref().as_str().filter(|name| !name.trim().is_empty())
    }

    /// Whether the value is a text.
    pub fn is_text(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// Whether the value is a table.
    pub fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    /// Whether the value is a list.
    pub fn is_list(&self) -> bool {
        self.value.get_ref().is_array()
    }

    /// The elements of a list.
    pub fn list(&self) -> Result<Vec<Entry<'a>>, SceneError> {
        let DeValue::Array(elements) = self.value.get_ref() else { return Err(self.wrong_type()) };
        let element = |(index, value): (usize, &'a Spanned<DeValue<'a>>)| Entry {
            shown: format!("{}[{index}]", self.shown).into(),
            line: self.source.position(value.span().start).0,
            value,
            ..self.clone()
        };
        Ok(elements.iter().enumerate().map(element).collect())
    }

    /// A text.
    pub fn text(&self) -> Result<&'a str, SceneError> {
        self.value.get_ref().as_str().ok_or_else(|| self.wrong_type())
    }

    /// A text with something in it.
    pub fn filled_text(&self) -> Result<&'a str, SceneError> {
        let text = self.text()?;
        if text.trim().is_empty() { Err(self.refuse(format!("is empty; give {}", self.expects))) } else { Ok(text) }
    }

    /// True or false.
    pub fn boolean(&self) -> Result<bool, SceneError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.wrong_type())
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, SceneError> {
        let text = self.text()?;
        let found = choices.iter().find(|(name, _)| *name == text);
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let names = choices.iter().map(|(name, _)| *name);
            let hint =
                closest(text, names.clone()).map_or(String::new(), |meant| format!("did you mean \"{meant}\"? "));
            self.refuse(format!("is not known; {hint}known are: {}", names.collect::<Vec<_>>().join(", ")))
        })
    }

    /// A finite number.
    pub fn number(&self) -> Result<f64, SceneError> {
        let value = match self.value.get_ref() {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(whole) => i128::from_str_radix(whole.as_str(), whole.radix()).ok().map(|n| n as f64),
            DeValue::String(text) if text.trim().parse::<f64>().is_ok() => {
                return Err(self.refuse("is a text; write the number without quotes"));
            }
            _ => return Err(self.wrong_type()),
        };
        let finite = value.filter(|number: &f64| number.is_finite());
        finite.ok_or_else(|| self.refuse(format!("is not a finite number; give {}", self.expects)))
    }

    /// A number that `allows` lets through; `problem` tells what is wrong with others, and what to do.
    pub fn number_if(&self, allows: impl Fn(f64) -> bool, problem: &str) -> Result<f64, SceneError> {
        let number = self.number()?;
        if allows(number) { Ok(number) } else { Err(self.refuse(problem)) }
    }

    /// A number above zero.
    pub fn positive(&self) -> Result<f64, SceneError> {
        self.number_if(|x| x > 0.0, &format!("is not above zero; give {}", self.expects))
    }

    /// A number that is zero or above.
    pub fn not_negative(&self) -> Result<f64, SceneError> {
        self.number_if(|x| x >= 0.0, &format!("is below zero; give {}", self.expects))
    }

    /// A whole number from `least` to `most`.
    pub fn whole(&self, least: u64, most: u64) -> Result<u64, SceneError> {
        let DeValue::Integer(whole) = self.value.get_ref() else { return Err(self.wrong_type()) };
        let number = i128::from_str_radix(whole.as_str(), whole.radix()).ok();
        let fits = number.and_then(|n| u64::try_from(n).ok()).filter(|n| (least..=most).contains(n));
        fits.ok_or_else(|| self.refuse(format!("is outside {least} to {most}; give {}", self.expects)))
    }
}
