//! Paths such as `material.glass.friction` to a value of a document.

use super::{Table, Value};

/// Where a value is or would be.
pub(super) enum Place<'a> {
    /// A key of a table.
    Key(&'a mut Table, &'a str),
    /// An element of a list.
    Element(&'a mut Vec<Value>, usize),
}

impl Place<'_> {
    pub fn set(self, value: Value) {
        match self {
            Self::Key(table, key) => table.insert(key, value),
            Self::Element(list, index) => list[index] = value,
        }
    }

    /// Whether there was something.
    pub fn remove(self) -> bool {
        match self {
            Self::Key(table, key) => table.remove(key),
            Self::Element(list, index) => index < list.len() && drop_element(list, index),
        }
    }
}

fn drop_element(list: &mut Vec<Value>, index: usize) -> bool {
    list.remove(index);
    true
}

/// The place at the end of a path; tables on the way are made where there are none.
pub(super) fn place<'a>(document: &'a mut Table, path: &'a str) -> Result<Place<'a>, String> {
    let (head, rest) = path.split_once('.').map_or((path, None), |(head, rest)| (head, Some(rest)));
    match rest {
        None => Ok(Place::Key(document, head)),
        Some(rest) => {
            if document.get(head).is_none() {
                document.insert(head, Value::Table(Table::new()));
            }
            let value = document.get_mut(head).ok_or_else(|| format!("there is no \"{head}\""))?;
            place_in(value, head, rest)
        }
    }
}

fn place_in<'a>(value: &'a mut Value, name: &str, path: &'a str) -> Result<Place<'a>, String> {
    match value {
        Value::Table(table) => place(table, path),
        Value::List(list) => {
            let (head, rest) = path.split_once('.').map_or((path, None), |(head, rest)| (head, Some(rest)));
            let index = position(list, head).ok_or_else(|| {
                let count = list.len();
                format!("\"{name}.{path}\" is not there: \"{name}\" has {count} elements and none is called \"{head}\"")
            })?;
            match rest {
                None => Ok(Place::Element(list, index)),
                Some(rest) => place_in(&mut list[index], head, rest),
            }
        }
        _ => Err(format!("\"{name}.{path}\" is not there: \"{name}\" is neither a table nor a list")),
    }
}

/// The element of a list with this name, or with this number, counted from 0.
fn position(list: &[Value], name: &str) -> Option<usize> {
    let has_name = |value: &Value| match value {
        Value::Table(table) => matches!(table.get("name"), Some(Value::Text(text)) if text == name),
        _ => false,
    };
    list.iter().position(has_name).or_else(|| name.parse().ok().filter(|index| *index < list.len()))
}

/// The value at a path.
pub(super) fn find<'a>(document: &'a Table, path: &str) -> Option<&'a Value> {
    let mut names = path.split('.');
    let first = document.get(names.next()?)?;
    names.try_fold(first, |value, name| match value {
        Value::Table(table) => table.get(name),
        Value::List(list) => list.get(position(list, name)?),
        _ => None,
    })
}
