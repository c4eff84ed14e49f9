//! A short round of damaged inputs; `cargo run --release --example fuzz -- --minutes 60` does a long one.

#[path = "../../examples/fuzz/mutate.rs"]
mod mutate;
#[path = "../../examples/fuzz/round.rs"]
mod round;
#[path = "../../examples/fuzz/targets.rs"]
mod targets;

use std::path::Path;

#[test]
fn damaged_inputs_are_accepted_or_refused() {
    // Harmful inputs stay there after the test.
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let watch = round::Watch::start(&keep);
    for target in targets::all() {
        let mut tally = round::Tally::default();
        let count = if ["scene", "csv", "json"].contains(&target.name) { 3000 } else { 12_000 };
        round::run(&target, 1, 0..count, &watch, &mut tally);
        println!("{:10} {tally}", target.name);
        assert_eq!(tally.harmful, 0, "{}: {tally}; inputs are in {}", target.name, keep.display());
        // Both kinds are there: the damage is neither too small nor too large.
        assert!(tally.accepted > count / 100 && tally.refused > count / 10, "{}: {tally}", target.name);
    }
}
