//! Writes the text of every GPU kernel, as it is put together from its parts, to a folder: for other compilers to check.
//!
//!     cargo run --release --example kernel_texts -- kernels

use std::path::PathBuf;

use packstone::device::adapter::WORKGROUP;
use packstone::device::kernels::ALL;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "kernels".into()));
    std::fs::create_dir_all(&folder)?;
    for source in ALL {
        std::fs::write(folder.join(format!("{}.wgsl", source.name)), source.text(WORKGROUP))?;
    }
    println!("{} kernels in {}", ALL.len(), folder.display());
    Ok(())
}
