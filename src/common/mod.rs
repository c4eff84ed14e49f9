//! What every room may use: files and their errors, checksums, text tables.

pub mod files;
pub mod hash;
pub mod table;
