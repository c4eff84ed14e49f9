//! A finished picture and its file.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::PictureError;

/// A picture in red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

impl Picture {
    /// From bytes, three for each pixel, row by row from the top.
    pub(crate) fn new(width: u32, height: u32, bytes: Vec<u8>) -> Self {
        Self { width, height, bytes }
    }

    /// Pixels across.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of a pixel, counted from the left and the top; none beside the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = 3 * (y as usize * self.width as usize + x as usize);
        self.bytes.get(start..start + 3)?.try_into().ok()
    }

    /// All bytes, three for each pixel, row by row from the top.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes a PNG file.
    pub fn write_png(&self, path: &Path) -> Result<(), PictureError> {
        let refused = |reason: String| PictureError::Write { path: path.into(), reason };
        let file = File::create(path).map_err(|error| refused(error.to_string()))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let failed = |error: png::EncodingError| refused(error.to_string());
        encoder
            .add_text_chunk("Software".into(), format!("packstone {}", env!("CARGO_PKG_VERSION")))
            .map_err(failed)?;
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.bytes).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}
