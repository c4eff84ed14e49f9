//! Signals that were ignored when the program began stay ignored.

use std::process::{Command, Stdio};

use super::harness::{Place, ball, ended, said, wait_until};

/// A run that begins with `ignored` signals ignored gets the signal, and must go on; then SIGTERM, and must stop.
fn survives(ignored: &str, signal: &str) {
    let place = Place::new(&format!("ignored-{signal}"));
    place.write("s.toml", ball(500_000_000, "[output]\nreport_every = { steps = 1000 }\nsnapshot_every = \"never\"\n"));
    let script = format!("trap '' {ignored}; exec \"$0\" run s.toml -o r --backend cpu");
    let mut shell = Command::new("sh");
    shell.current_dir(&place.0).args(["-c", &script, env!("CARGO_BIN_EXE_packstone")]);
    let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("sh is there");
    let rows = || std::fs::read_to_string(place.0.join("r/series.csv")).map_or(0, |rows| rows.lines().count());
    wait_until("some rows", || rows() > 3);
    let send = |signal: &str| {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill is there");
        assert!(sent.success());
    };
    send(signal);
    send(signal);
    let before = rows();
    wait_until("more rows", || rows() > before + 5);
    send("-TERM");
    assert!(child.try_wait().is_ok());
    let output = ended(child);
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("to go on: packstone resume r"), "{}", said(&output));
}

#[test]
fn a_run_under_nohup_goes_on_when_its_terminal_is_closed() {
    survives("HUP", "-HUP");
}

#[test]
fn an_interrupt_that_was_ignored_stays_so() {
    survives("INT", "-INT");
}
