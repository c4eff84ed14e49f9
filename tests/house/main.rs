//! The repository about itself: the map of its modules, its pages and the commands in them.

mod architecture;
mod documentation;
