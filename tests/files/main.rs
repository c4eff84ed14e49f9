//! What is read and written: scenes, good ones and wrong ones, and the folder of a run.

#[path = "../common/mod.rs"]
mod common;

mod export;
mod frames;
mod fuzz;
mod run_folder;
mod scene_builder;
mod scene_files;
mod wrong_scenes;
