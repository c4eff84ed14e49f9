//! What every room may use: files and their errors, checksums, tables.

pub mod files;
pub mod hash;
pub mod records;
pub mod table;
