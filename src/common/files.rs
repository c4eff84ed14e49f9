//! Files of others, read and written with care: what is no regular file is not waited for, what is too large is not taken
//! in, and nothing is written through a link to somewhere else.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Longest part of a value that an error repeats [characters].
pub(crate) const LONGEST_QUOTE: usize = 80;

/// A file that is there to be read: anything but a regular one, such as a pipe, may keep a reader waiting for ever.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // Asked by name first: to open a pipe is already to wait for its other end.
    refuse_irregular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    refuse_irregular(&file.metadata()?)?;
    Ok(file)
}

/// The bytes of a regular file of at most so many [B].
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is larger than {} MiB, the most that is read", most >> 20)));
    }
    Ok(bytes)
}

/// The text of a regular file of at most so many bytes [B].
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(io::Error::other)
}

fn refuse_irregular(data: &Metadata) -> io::Result<()> {
    if data.is_file() {
        return Ok(());
    }
    let what = if data.is_dir() { "a folder" } else { special(data) };
    Err(io::Error::other(format!("it is {what}, not a regular file")))
}

#[cfg(unix)]
fn special(data: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = data.file_type();
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: &Metadata) -> &'static str {
    "a device"
}

/// What tells a file from all others, whatever its names are; none if it is not there.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

/// The full name tells a file from others, but for hard links.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// The first of `files` that is the same file as `path`, by whatever name.
pub(crate) fn same_file<P: AsRef<Path>>(path: &Path, files: impl IntoIterator<Item = P>) -> Option<PathBuf> {
    let own = identity(path)?;
    let same = files.into_iter().find(|other| identity(other.as_ref()).as_ref() == Some(&own))?;
    Some(same.as_ref().to_path_buf())
}

/// Removes a file, or a link and not what it leads to; one that is not there is as good.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file at `path` in the place of what was there.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    File::create_new(path)
}

/// Writes a file beside its place and moves it there: it is complete or not there, and a link in its place is replaced.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("partial");
    create(&beside)?.write_all(bytes)?;
    fs::rename(&beside, path)
}

/// A value as errors repeat it: in one line, without its end if it is long.
pub(crate) fn quote(text: &str) -> String {
    // A few times as many characters as are shown are enough to know that there are more.
    let start: String = text.chars().take(4 * LONGEST_QUOTE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST_QUOTE && start.len() == text.len() {
        return line;
    }
    format!("{} ...", line.chars().take(LONGEST_QUOTE).collect::<String>())
}

/// A parser's message with the values that it repeats cut as by [`quote`].
pub(crate) fn quote_values(message: &str) -> String {
    /// Longest message [characters].
    const LONGEST: usize = 5 * LONGEST_QUOTE;
    let mut text = String::new();
    for part in message.split_inclusive(['`', '"']) {
        let (inside, end) = part.split_at(part.trim_end_matches(['`', '"']).len());
        let cut = inside.chars().count() > LONGEST_QUOTE;
        text.push_str(if cut { quote(inside) } else { inside.to_owned() }.as_str());
        text.push_str(end);
        if text.len() > LONGEST {
            return format!("{} ...", text.chars().take(LONGEST).collect::<String>());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_messages_are_cut_and_words_around_them_are_not() {
        let plain = "unknown variant `torus`, expected one of `sphere`, `box`";
        assert_eq!(quote_values(plain), plain);
        let long = quote_values(&format!("unknown variant `{}`, expected `box`", "x".repeat(5_000_000)));
        assert!(long.ends_with("xxx ...`, expected `box`") && long.len() < 150, "{long}");
        assert!(quote_values(&"`\"ab".repeat(1_000_000)).len() < 500);
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(quote("short"), "short");
        assert_eq!(quote("two\nlines"), "two lines");
        assert_eq!(quote(&"x".repeat(80)).len(), 80);
        assert_eq!(quote(&"x".repeat(81)).len(), 84);
        assert_eq!(quote(&"é ".repeat(5_000_000)).chars().count(), 84);
    }
}
