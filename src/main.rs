//! The `packstone` command.

fn main() {}
