//! What the compiler of a real card makes of our kernels: registers, spills, scratch, waves, code. No card is needed: Mesa's RADV
//! compiles for families of AMD's cards on its null device.
//!
//!     cargo bench --bench isa -- [PART OF A KERNEL'S NAME]... [--family navi21] [--shapes polyhedra] [--root DIR]
//!
//! prints a table. Under `cargo test` the same program holds kernels to the limits of `limits.rs`; `cargo test --bench isa --
//! --table` prints the table without the long build of a bench.
//!
//! `--root` takes another Mesa, from the root of any Debian: `debootstrap trixie DIR`, then `chroot DIR apt-get install
//! mesa-vulkan-drivers`. Families have the names that RADV gives them: navi21, navi31 (gfx1100 in Mesa 22), vega10.

#[cfg(target_os = "linux")]
mod children;
#[cfg(target_os = "linux")]
mod compile;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod program;

#[cfg(target_os = "linux")]
use program::main_of_linux as run;

#[cfg(not(target_os = "linux"))]
fn run() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "kernels are not held to limits here: RADV, which compiles them for cards that are not there, is a driver of Linux"
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run()
}
