//! Values of a scene file as Rust values, and how they are written.

use std::fmt::Write;

use glam::{DQuat, DVec3};
use toml::de::{DeTable, DeValue};

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i128),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list; of tables where a section is written `[[section]]`.
    List(Vec<Value>),
    /// A table.
    Table(Table),
}

/// Keys with their values, in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(Vec<(String, Value)>);

impl Table {
    /// A table without keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with `key = value`; a key that is there gets the new value.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.insert(key, value.into());
        self
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(super) fn insert(&mut self, key: &str, value: Value) {
        match self.get_mut(key) {
            Some(old) => *old = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    pub(super) fn remove(&mut self, key: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|(name, _)| name != key);
        self.0.len() < before
    }

    /// A table of a file, keys in the order in which they are written.
    pub(super) fn of(table: &DeTable) -> Self {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&toml::Spanned<std::borrow::Cow<str>>, &toml::Spanned<DeValue>)| {
            (key.get_ref().to_string(), Value::of(value.get_ref()))
        };
        Self(entries.into_iter().map(entry).collect())
    }
}

impl Value {
    fn of(value: &DeValue) -> Self {
        match value {
            DeValue::Boolean(truth) => Self::Truth(*truth),
            // A whole number beyond 128 bits is refused by the reader, as is what becomes of it here.
            DeValue::Integer(whole) => {
                i128::from_str_radix(whole.as_str(), whole.radix()).map_or(Self::Number(f64::INFINITY), Self::Whole)
            }
            DeValue::Float(number) => number.as_str().parse().map_or(Self::Number(f64::NAN), Self::Number),
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Datetime(date) => Self::Text(date.to_string()),
            DeValue::Array(list) => Self::List(list.iter().map(|element| Self::of(element.get_ref())).collect()),
            DeValue::Table(table) => Self::Table(Table::of(table)),
        }
    }
}

macro_rules! from {
    ($($type:ty => |$value:ident| $made:expr),* $(,)?) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $made
            }
        })*
    };
}

from! {
    bool => |truth| Self::Truth(truth),
    i32 => |whole| Self::Whole(whole.into()),
    i64 => |whole| Self::Whole(whole.into()),
    u32 => |whole| Self::Whole(whole.into()),
    u64 => |whole| Self::Whole(whole.into()),
    usize => |whole| Self::Whole(whole as i128),
    f64 => |number| Self::Number(number),
    &str => |text| Self::Text(text.to_owned()),
    String => |text| Self::Text(text),
    Table => |table| Self::Table(table),
    DVec3 => |vector| vector.to_array().into(),
    // As scene files have them: [w, x, y, z].
    DQuat => |turn| [turn.w, turn.x, turn.y, turn.z].into(),
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(list: [T; N]) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value> + Clone> From<&[T]> for Value {
    fn from(list: &[T]) -> Self {
        list.to_vec().into()
    }
}

/// A document as a scene file writes it: plain values first, then a `[section]` or `[[section]]` for each table.
pub(super) fn document(table: &Table) -> String {
    let mut text = String::new();
    let is_list_of_tables = |list: &[Value]| !list.is_empty() && list.iter().all(|v| matches!(v, Value::Table(_)));
    for (key, value) in &table.0 {
        match value {
            Value::Table(_) => {}
            Value::List(list) if is_list_of_tables(list) => {}
            plain => line(&mut text, key, plain),
        }
    }
    for (key, value) in &table.0 {
        let (tables, open, close) = match value {
            Value::Table(_) => (std::slice::from_ref(value), "[", "]"),
            Value::List(list) if is_list_of_tables(list) => (list.as_slice(), "[[", "]]"),
            _ => continue,
        };
        for table in tables {
            let Value::Table(Table(entries)) = table else { continue };
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{open}{}{close}\n", quoted_key(key));
            entries.iter().for_each(|(key, value)| line(&mut text, key, value));
        }
    }
    text
}

fn line(text: &mut String, key: &str, value: &Value) {
    *text += &quoted_key(key);
    *text += " = ";
    write_value(text, value);
    text.push('\n');
}

fn quoted_key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if bare { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// A value in one line.
fn write_value(text: &mut String, value: &Value) {
    let written = match value {
        Value::Truth(truth) => write!(text, "{truth}"),
        Value::Whole(whole) => write!(text, "{whole}"),
        Value::Number(number) if number.is_nan() => write!(text, "nan"),
        // The shortest digits that are read as the same number, with a point or an exponent.
        Value::Number(number) => write!(text, "{number:?}"),
        Value::Text(words) => write!(text, "{}", quoted(words)),
        Value::List(list) => return write_list(text, ["[", "]"], list, write_value),
        Value::Table(Table(entries)) => {
            return write_list(text, ["{ ", " }"], entries, |text, (key, value)| {
                *text += &quoted_key(key);
                *text += " = ";
                write_value(text, value);
            });
        }
    };
    written.expect("a text takes whatever is written to it");
}

fn write_list<T>(text: &mut String, [open, close]: [&str; 2], list: &[T], write: impl Fn(&mut String, &T)) {
    *text += open;
    for (k, element) in list.iter().enumerate() {
        *text += if k > 0 { ", " } else { "" };
        write(text, element);
    }
    *text += close;
}
