//! The repository about itself: the map of its modules, its pages and the commands in them.

#[path = "../common/mod.rs"]
mod common;

mod architecture;
mod documentation;
