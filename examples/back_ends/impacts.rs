//! The verification runs of Feng and Tan (2021), "The Minkowski overlap and the energy-conserving contact model for
//! discrete element modeling of convex nonspherical particles": does single precision cost energy?

use packstone::cli::reproduce::verification::impacts::{Impacts, ROWS, STARTS, STEPS, follow};
use packstone::engine::EngineError;

use crate::{BACK_ENDS, start};

pub fn run(steps: Option<u64>) -> Result<(), Box<dyn std::error::Error>> {
    let steps = steps.unwrap_or(STEPS);
    println!("| bodies | scheme | back end | energy error of each start | worst | contacts that ended |");
    println!("| --- | --- | --- | --- | ---: | --- |");
    for row in ROWS.iter().filter(|row| !row.formula) {
        for back_end in BACK_ENDS {
            let one = |number: u64| -> Result<Impacts, Box<dyn std::error::Error>> {
                Ok(follow(start(row.start(number)?, back_end)?, steps, || Ok::<(), EngineError>(()))?)
            };
            let found = (0..STARTS as u64).map(one).collect::<Result<Vec<_>, _>>()?;
            let listed: Vec<String> = found.iter().map(|one| format!("{:.1e}", one.error)).collect();
            let ended: Vec<String> = found.iter().map(|one| one.collisions.to_string()).collect();
            let worst = found.iter().map(|one| one.error).fold(0.0, f64::max);
            let (listed, ended) = (listed.join(", "), ended.join(", "));
            println!("| {} | {} | {back_end} | {listed} | {worst:.2e} | {ended} |", row.bodies, row.scheme());
        }
    }
    Ok(())
}
