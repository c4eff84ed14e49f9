#!/usr/bin/env bash
# Runs every test. Rust and a C linker are all it needs: where no Vulkan driver answers, it installs a software one, so that
# no GPU test is left out. With --slow as the first argument those with millions of poses and those that take minutes run too.
# Further arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"

# The software driver complains where this is not set.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"

slow=()
if [ "${1:-}" = "--slow" ]; then
    slow=(-- --include-ignored)
    shift
fi

has_adapter() { "${CARGO_TARGET_DIR:-target}/debug/packstone" info --json | grep -q '"name"'; }

install_software_vulkan() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
    if command -v apt-get >/dev/null; then
        "${as_root[@]}" apt-get update -qq
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq mesa-vulkan-drivers
    elif command -v dnf >/dev/null; then
        "${as_root[@]}" dnf install -y -q mesa-vulkan-drivers
    elif command -v pacman >/dev/null; then
        "${as_root[@]}" pacman -S --noconfirm --needed vulkan-swrast
    else
        echo "no GPU and no known way to install software Vulkan: install a Vulkan driver (Mesa's lavapipe), then try again" >&2
        exit 1
    fi
}

cargo test --locked --no-run
if ! has_adapter; then
    echo "no GPU driver answers: installing software Vulkan for the tests"
    install_software_vulkan
    has_adapter || { echo "software Vulkan is installed, but no adapter answers" >&2; exit 1; }
fi

cargo test --locked "$@" "${slow[@]}"
