//! Several pictures as a GIF.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use super::{Picture, PictureError};

/// How carefully the 256 colours of a frame are chosen, from 1 (best) to 30 (fastest).
const SPEED: i32 = 10;

/// A GIF that is written frame by frame.
pub struct Film {
    path: PathBuf,
    encoder: gif::Encoder<BufWriter<File>>,
    /// Time that each frame is shown [s / 100].
    delay: u16,
}

impl Film {
    /// A film of pictures of one size, at so many frames a second; it begins anew when it has ended.
    pub fn create(path: &Path, width: u32, height: u32, rate: f64) -> Result<Self, PictureError> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| PictureError::Size { width, height });
        let (across, down) = (side(width)?, side(height)?);
        let refused = |reason: String| PictureError::Write { path: path.into(), reason };
        let file = File::create(path).map_err(|error| refused(error.to_string()))?;
        let mut encoder =
            gif::Encoder::new(BufWriter::new(file), across, down, &[]).map_err(|error| refused(error.to_string()))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|error| refused(error.to_string()))?;
        // Viewers show frames of less than 2/100 s slowly.
        let delay = (100.0 / rate).round().clamp(2.0, f64::from(u16::MAX)) as u16;
        Ok(Self { path: path.into(), encoder, delay })
    }

    /// Adds a frame.
    pub fn add(&mut self, picture: &Picture) -> Result<(), PictureError> {
        // Sides fit: they are those that the film was made with.
        let (width, height) = (picture.width() as u16, picture.height() as u16);
        let mut frame = gif::Frame::from_rgb_speed(width, height, picture.bytes(), SPEED);
        frame.delay = self.delay;
        let refused =
            |error: gif::EncodingError| PictureError::Write { path: self.path.clone(), reason: error.to_string() };
        self.encoder.write_frame(&frame).map_err(refused)
    }
}
