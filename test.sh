#!/usr/bin/env bash
# Runs every test. Rust and a C linker are all it needs: where no Vulkan driver answers, it installs a software one, so that
# no GPU test is left out; and on Linux Mesa's driver for AMD's cards, which compiles kernels where there is no card (`benches/isa`). With --slow as the first argument those with millions of poses and those that take minutes run too.
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

# Whether Mesa's driver for AMD's cards is installed.
has_radv() { compgen -G "/usr/share/vulkan/icd.d/radeon_icd*.json" >/dev/null || compgen -G "/etc/vulkan/icd.d/radeon_icd*.json" >/dev/null; }

# Software Vulkan and the driver for AMD's cards are one package but for Arch.
install_mesa() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
    if command -v apt-get >/dev/null; then
        "${as_root[@]}" apt-get update -qq
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq mesa-vulkan-drivers
    elif command -v dnf >/dev/null; then
        "${as_root[@]}" dnf install -y -q mesa-vulkan-drivers
    elif command -v pacman >/dev/null; then
        "${as_root[@]}" pacman -S --noconfirm --needed vulkan-swrast vulkan-radeon
    else
        echo "no known way to install Mesa's Vulkan drivers: install lavapipe (for the tests of the GPU, where there is none) and RADV" >&2
        echo "(for the limits of kernels), then try again" >&2
        exit 1
    fi
}

cargo test --locked --no-run
if ! has_adapter; then
    echo "no GPU driver answers: installing software Vulkan for the tests"
    install_mesa
    has_adapter || { echo "software Vulkan is installed, but no adapter answers" >&2; exit 1; }
fi
if [ "$(uname -s)" = Linux ] && ! has_radv; then
    echo "Mesa's driver for AMD's cards is not installed: installing it, to hold kernels to limits"
    install_mesa
    has_radv || { echo "Mesa is installed, but without its driver for AMD's cards (RADV, radeon_icd.*.json)" >&2; exit 1; }
fi

cargo test --locked "$@" "${slow[@]}"
