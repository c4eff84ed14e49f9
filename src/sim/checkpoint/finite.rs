//! Whether all numbers of a value are finite, by a walk through it as serde sees it: no field can be left out.

use std::fmt::Display;

use serde::ser::{self, Serialize, Serializer};

/// The name of the first field, from the outside in, that holds a number which is not finite; none where there is none.
pub fn not_finite(value: &impl Serialize) -> Option<String> {
    value.serialize(Walk).err().map(|NotFinite(path)| path)
}

/// Goes through a value and stops at a number that is not finite.
struct Walk;

/// Where such a number is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
struct NotFinite(String);

impl ser::Error for NotFinite {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Inside of a field of that name.
fn within(name: &'static str) -> impl Fn(NotFinite) -> NotFinite {
    move |NotFinite(path)| NotFinite(if path.is_empty() { name.to_string() } else { format!("{name}.{path}") })
}

fn check(is_finite: bool) -> Result<(), NotFinite> {
    if is_finite { Ok(()) } else { Err(NotFinite(String::new())) }
}

/// Values without floats.
macro_rules! plain {
    ($($name:ident: $of:ty),* $(,)?) => {
        $(fn $name(self, _: $of) -> Result<(), NotFinite> {
            Ok(())
        })*
    };
}

impl Serializer for Walk {
    type Ok = ();
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    plain! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str,
    }

    fn serialize_f32(self, value: f32) -> Result<(), NotFinite> {
        check(value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result<(), NotFinite> {
        check(value.is_finite())
    }

    fn serialize_none(self) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotFinite> {
        value.serialize(Walk)
    }

    fn serialize_unit(self) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), NotFinite> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), NotFinite> {
        value.serialize(Walk)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFinite> {
        value.serialize(Walk)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(Self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, NotFinite> {
        Ok(Self)
    }
}

/// Parts in a row, one call for each.
macro_rules! row {
    ($($trait:ident: $call:ident),* $(,)?) => {
        $(impl ser::$trait for Walk {
            type Ok = ();
            type Error = NotFinite;

            fn $call<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotFinite> {
                value.serialize(Walk)
            }

            fn end(self) -> Result<(), NotFinite> {
                Ok(())
            }
        })*
    };
}

row! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

impl ser::SerializeMap for Walk {
    type Ok = ();
    type Error = NotFinite;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotFinite> {
        key.serialize(Walk)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotFinite> {
        value.serialize(Walk)
    }

    fn end(self) -> Result<(), NotFinite> {
        Ok(())
    }
}

/// Fields with names.
macro_rules! named {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Walk {
            type Ok = ();
            type Error = NotFinite;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NotFinite> {
                value.serialize(Walk).map_err(within(name))
            }

            fn end(self) -> Result<(), NotFinite> {
                Ok(())
            }
        })*
    };
}

named!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::ContactHistory;
    use crate::narrow::WarmStart;
    use glam::DVec3;

    #[test]
    fn a_number_that_is_not_finite_is_found_and_named() {
        let mut histories = vec![(ContactHistory::default(), WarmStart::default()); 3];
        assert_eq!(not_finite(&histories), None);
        histories[2].0.arms[1].y = f64::NAN;
        assert_eq!(not_finite(&histories), Some("arms".to_string()));
        histories[1].1.axis = Some(DVec3::new(0.0, f64::INFINITY, 0.0));
        assert_eq!(not_finite(&histories), Some("axis".to_string()));
        assert_eq!(not_finite(&[1.0f32, f32::NAN]), Some(String::new()));
    }
}
