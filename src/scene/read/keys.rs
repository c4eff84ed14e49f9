//! What a table may hold.

/// A key of a scene file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What its value must be, in words that follow "give".
    pub expects: &'static str,
}

/// A key with what its value must be.
pub(in crate::scene) const fn key(name: &'static str, expects: &'static str) -> Key {
    Key { name, expects }
}

/// The kinds of a table, each with its own keys.
pub(in crate::scene) type TableTypes = &'static [(&'static str, &'static [Key])];

/// The keys of all kinds of a table.
pub(in crate::scene) fn with_kinds(common: &'static [Key], kinds: TableTypes) -> Vec<&'static [Key]> {
    std::iter::once(common).chain(kinds.iter().map(|(_, keys)| *keys)).collect()
}
