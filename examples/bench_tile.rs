//! The last frame of a run as a tile of a standard bed: sizes, places and turns, rounded to what f32 can hold.
//!
//! ```text
//! packstone run examples/bench/boxes.toml
//! cargo run --release --example bench_tile -- boxes > examples/bench/boxes.csv
//! ```

use std::error::Error;

use packstone::output::frames::RunFolder;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give the folder of a run")?;
    let frame = RunFolder::open(folder)?.last()?;
    let all = &frame.grains;
    println!("scale,x,y,z,qw,qx,qy,qz");
    for k in 0..all.len() {
        let (place, turn) = (all.positions[k], all.orientations[k]);
        println!(
            "{},{:.8},{:.8},{:.8},{:.7},{:.7},{:.7},{:.7}",
            all.scales[k] as f32, place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z
        );
    }
    Ok(())
}
