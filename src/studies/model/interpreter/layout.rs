//! Where things are in memory, in words of 32 bits: as WGSL lays them out, and tightly where they have a truth value, which WGSL keeps
//! out of memory that others see.

use naga::proc::TypeResolution;
use naga::{ArraySize, Handle, Module, ScalarKind, Type, TypeInner, VectorSize};

use super::Trouble;

/// Sizes and places of all types of a module.
#[derive(Debug, Default)]
pub struct Layout {
    types: Vec<Laid>,
}

/// A type.
#[derive(Clone, Debug, Default)]
struct Laid {
    words: usize,
    /// Where the members of a record begin.
    members: Vec<usize>,
    /// From one element of an array to the next.
    stride: usize,
    has_bool: bool,
    has_array: bool,
}

impl Layout {
    /// The layout of a module, if all of its types are of 32 bits.
    pub fn new(module: &Module) -> Result<Self, Trouble> {
        let mut layout = Self::default();
        for (_, declared) in module.types.iter() {
            let laid = layout.laid(&declared.inner)?;
            layout.types.push(laid);
        }
        Ok(layout)
    }

    fn laid(&self, inner: &TypeInner) -> Result<Laid, Trouble> {
        let own = |base: &Handle<Type>| &self.types[base.index()];
        Ok(match inner {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => {
                check_width(*scalar)?;
                let has_bool = scalar.kind == ScalarKind::Bool;
                Laid { words: self.inner_words(inner)?, has_bool, ..Laid::default() }
            }
            TypeInner::Array { base, size, stride } => {
                let of_base = own(base);
                let stride = if of_base.has_bool { of_base.words } else { *stride as usize / 4 };
                let count = match size {
                    ArraySize::Constant(count) => count.get() as usize,
                    ArraySize::Dynamic => 0,
                    ArraySize::Pending(_) => return Err(Trouble("an array whose length is set later".into())),
                };
                Laid { words: count * stride, stride, has_bool: of_base.has_bool, has_array: true, ..Laid::default() }
            }
            TypeInner::Struct { members, span } => {
                let has_bool = members.iter().any(|member| own(&member.ty).has_bool);
                let has_array = members.iter().any(|member| own(&member.ty).has_array);
                let mut next = 0;
                let mut packed = |words: usize| {
                    next += words;
                    next - words
                };
                let offsets = members.iter().map(|member| match has_bool {
                    true => packed(own(&member.ty).words),
                    false => member.offset as usize / 4,
                });
                let offsets = offsets.collect();
                let words = if has_bool { next } else { *span as usize / 4 };
                Laid { words, members: offsets, has_bool, has_array, ..Laid::default() }
            }
            other => Laid { words: self.inner_words(other)?, ..Laid::default() },
        })
    }

    fn inner_words(&self, inner: &TypeInner) -> Result<usize, Trouble> {
        Ok(match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                check_width(*scalar)?;
                1
            }
            TypeInner::Vector { size, scalar } => {
                check_width(*scalar)?;
                *size as usize
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                check_width(*scalar)?;
                *columns as usize * column_words(*rows)
            }
            // A place; how large it is does not matter.
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => 1,
            other => return Err(Trouble(format!("the type {other:?}"))),
        })
    }

    /// Words of a type.
    pub fn words(&self, of: Handle<Type>) -> usize {
        self.types[of.index()].words
    }

    /// Words of what an expression gives.
    pub fn resolved_words(&self, of: &TypeResolution) -> Result<usize, Trouble> {
        match of {
            TypeResolution::Handle(handle) => Ok(self.words(*handle)),
            TypeResolution::Value(inner) => self.inner_words(inner),
        }
    }

    /// Whether it is or has an array.
    pub fn has_array(&self, of: Handle<Type>) -> bool {
        self.types[of.index()].has_array
    }

    /// From one element to the next, of what is known by its handle if it is an array or a record.
    pub fn stride(&self, inner: &TypeInner, of: Option<Handle<Type>>) -> Result<usize, Trouble> {
        match (inner, of) {
            (TypeInner::Array { .. }, Some(of)) => Ok(self.types[of.index()].stride),
            (TypeInner::Matrix { rows, .. }, _) => Ok(column_words(*rows)),
            (TypeInner::Vector { .. }, _) => Ok(1),
            (other, _) => Err(Trouble(format!("an index into {other:?}"))),
        }
    }

    /// Where a member or element begins.
    pub fn place(&self, inner: &TypeInner, of: Option<Handle<Type>>, index: usize) -> Result<usize, Trouble> {
        match (inner, of) {
            (TypeInner::Struct { .. }, Some(of)) => Ok(self.types[of.index()].members[index]),
            (inner, of) => Ok(index * self.stride(inner, of)?),
        }
    }

    /// Where each component of what is put together begins; vectors are put together of scalars and vectors, one behind the other.
    pub fn places(
        &self,
        (inner, of): (&TypeInner, Handle<Type>),
        parts: impl Iterator<Item = usize>,
    ) -> Result<Vec<usize>, Trouble> {
        let mut next = 0;
        let mut places = Vec::new();
        for (index, words) in parts.enumerate() {
            let place = match inner {
                TypeInner::Vector { .. } => next,
                other => self.place(other, Some(of), index)?,
            };
            places.push(place);
            next = place + words;
        }
        Ok(places)
    }
}

/// Words from one column of a matrix to the next.
pub fn column_words(rows: VectorSize) -> usize {
    if rows == VectorSize::Bi { 2 } else { 4 }
}

fn check_width(scalar: naga::Scalar) -> Result<(), Trouble> {
    if scalar.kind == ScalarKind::Bool || scalar.width == 4 {
        return Ok(());
    }
    Err(Trouble(format!("numbers of {} bits", 8 * scalar.width)))
}

/// What a value of a type is made of, and its handle where it has one.
pub fn inner_of<'a>(module: &'a Module, of: &'a TypeResolution) -> (&'a TypeInner, Option<Handle<Type>>) {
    match of {
        TypeResolution::Handle(handle) => (&module.types[*handle].inner, Some(*handle)),
        TypeResolution::Value(inner) => (inner, None),
    }
}

/// What a pointer leads to: a type with a handle, or the part of a vector.
pub fn pointed(module: &Module, inner: &TypeInner) -> Option<(TypeInner, Option<Handle<Type>>)> {
    match *inner {
        TypeInner::Pointer { base, .. } => Some((module.types[base].inner.clone(), Some(base))),
        TypeInner::ValuePointer { size: Some(size), scalar, .. } => Some((TypeInner::Vector { size, scalar }, None)),
        TypeInner::ValuePointer { size: None, scalar, .. } => Some((TypeInner::Scalar(scalar), None)),
        _ => None,
    }
}

/// The kind of the numbers of a scalar, vector or matrix.
pub fn kind_of(inner: &TypeInner) -> Result<ScalarKind, Trouble> {
    match inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Atomic(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. } => Ok(scalar.kind),
        other => Err(Trouble(format!("arithmetic on {other:?}"))),
    }
}
