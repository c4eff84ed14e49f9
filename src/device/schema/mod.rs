//! What Rust and WGSL share, declared once.
//!
//! Records (`records/`), constants (`constants.rs`) and words of the control block (`control.rs`) are declared in Rust; the text
//! that kernels begin with is made of these declarations, so that neither side can change without the other. A field or a constant
//! more is one line here. Kernels declare which arrays they use themselves, and arrays are bound by these names (`kernel.rs`).
//!
//! Fields are laid out as Rust lays them out: the text gives every member the size up to the next one, and fields that only fill up
//! (`pad...`) are not in it.

pub mod constants;
pub mod control;
pub mod records;

use std::sync::LazyLock;

pub(crate) use control::capitals;

/// A type of a field as WGSL has it.
pub trait Field {
    /// Its name in WGSL.
    fn wgsl() -> String;
}

/// A record that kernels and host share.
pub trait Record: bytemuck::Pod {
    /// Its name in kernels.
    const NAME: &'static str;

    /// Its fields in the order of memory.
    fn members() -> Vec<Member>;
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its type in WGSL.
    pub wgsl: String,
    /// Where it begins [bytes].
    pub offset: usize,
}

/// A record as kernels, tests and documents see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its name in kernels.
    pub name: &'static str,
    /// Its fields, but for those that only fill up.
    pub members: Vec<Member>,
    /// Its size [bytes].
    pub size: usize,
}

impl Layout {
    /// That of a record.
    pub fn of<T: Record>() -> Self {
        let mut members = T::members();
        members.retain(|member| !member.name.starts_with("pad"));
        Self { name: T::NAME, members, size: size_of::<T>() }
    }

    /// The declaration for kernels.
    fn wgsl(&self) -> String {
        let ends = self.members.iter().skip(1).map(|next| next.offset).chain([self.size]);
        let member = |(member, end): (&Member, usize)| {
            format!("    @size({}) {}: {},\n", end - member.offset, member.name, member.wgsl)
        };
        let members: String = self.members.iter().zip(ends).map(member).collect();
        format!("struct {} {{\n{members}}}\n", self.name)
    }
}

/// What every kernel begins with: constants, words of the control block, slots of the schedule and records.
pub fn prelude() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let records: String = records::layouts().iter().map(Layout::wgsl).collect();
        constants::wgsl() + &control::wgsl() + &super::schedule::wgsl() + &records
    });
    &TEXT
}

/// The records for readers: size and fields of each.
pub fn table() -> String {
    let mut text = String::from("| record | bytes | fields |\n| --- | --- | --- |\n");
    for layout in records::layouts() {
        let fields: Vec<&str> = layout.members.iter().map(|member| member.name).collect();
        text += &format!("| {} | {} | {} |\n", layout.name, layout.size, fields.join(", "));
    }
    text
}

macro_rules! fields {
    ($($ty:ty => $text:literal),* $(,)?) => {
        $(impl Field for $ty {
            fn wgsl() -> String {
                $text.to_string()
            }
        })*
    };
}

fields! {
    f32 => "f32", u32 => "u32", i32 => "i32",
    [f32; 2] => "vec2<f32>", [f32; 3] => "vec3<f32>", [f32; 4] => "vec4<f32>",
    [u32; 2] => "vec2<u32>", [u32; 3] => "vec3<u32>", [u32; 4] => "vec4<u32>",
    [i32; 3] => "vec3<i32>", [i32; 4] => "vec4<i32>",
}

impl<T: Record, const N: usize> Field for [T; N] {
    fn wgsl() -> String {
        format!("array<{}, {N}>", T::NAME)
    }
}

macro_rules! shared_records {
    ($($(#[$about:meta])* struct $record:ident as $name:literal { $($(#[$doc:meta])* $field:ident: $ty:ty,)* })*) => {
        $(
            $(#[$about])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
            pub struct $record {
                $($(#[$doc])* pub $field: $ty,)*
            }

            impl Record for $record {
                const NAME: &'static str = $name;

                fn members() -> Vec<$crate::device::schema::Member> {
                    vec![$($crate::device::schema::Member {
                        name: stringify!($field),
                        wgsl: <$ty as $crate::device::schema::Field>::wgsl(),
                        offset: std::mem::offset_of!($record, $field),
                    }),*]
                }
            }

            impl $crate::device::schema::Field for $record {
                fn wgsl() -> String {
                    $name.to_string()
                }
            }
        )*

        /// The layouts of these records.
        pub fn layouts() -> Vec<$crate::device::schema::Layout> {
            vec![$($crate::device::schema::Layout::of::<$record>()),*]
        }
    };
}
pub(crate) use shared_records;

#[cfg(test)]
mod tests {
    use super::*;

    /// A member that does not begin where Rust has it, or a record of another size, would be read wrong by every kernel.
    #[test]
    fn kernels_lay_records_out_as_rust_does() {
        let module = naga::front::wgsl::parse_str(prelude()).unwrap_or_else(|error| panic!("{error}"));
        let mut layouter = naga::proc::Layouter::default();
        layouter.update(module.to_ctx()).expect("types of known size");
        for layout in records::layouts() {
            let (handle, ty) = module
                .types
                .iter()
                .find(|(_, ty)| ty.name.as_deref() == Some(layout.name))
                .unwrap_or_else(|| panic!("{} is not there", layout.name));
            let naga::TypeInner::Struct { members, .. } = &ty.inner else { panic!("{} is no struct", layout.name) };
            let seen: Vec<_> = members.iter().map(|m| (m.name.as_deref().unwrap_or(""), m.offset as usize)).collect();
            let declared: Vec<_> = layout.members.iter().map(|m| (m.name, m.offset)).collect();
            assert_eq!(seen, declared, "{}", layout.name);
            assert_eq!(layouter[handle].to_stride() as usize, layout.size, "{}", layout.name);
        }
    }

    /// What is declared and used by no kernel is dead, or its use was lost.
    #[test]
    fn every_shared_name_is_used_by_a_kernel() {
        let shared = constants::wgsl() + &control::wgsl() + &super::super::schedule::wgsl();
        let mut names: Vec<&str> =
            shared.lines().filter_map(|line| line.strip_prefix("const ")?.split(':').next()).collect();
        let layouts = records::layouts();
        names.extend(layouts.iter().map(|layout| layout.name));
        assert!(names.len() > 100, "{} names", names.len());
        let texts: String = super::super::kernels::ALL.iter().flat_map(|source| source.parts).copied().collect();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: std::collections::BTreeSet<&str> = texts.split(|c: char| !is_letter(c)).collect();
        let unused: Vec<&str> = names.into_iter().filter(|name| !words.contains(name)).collect();
        assert_eq!(unused, NOT_IN_KERNELS, "declared for kernels, and used by none");
    }

    /// Kinds of contact that kernels number by what meets.
    const NOT_IN_KERNELS: [&str; 3] = ["VERTEX_VERTEX", "VERTEX_EDGE", "VERTEX_FACE"];
}
