#!/usr/bin/env bash
# Runs every test. Rust and a C linker are all it needs; further arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"
cargo test --locked "$@"
