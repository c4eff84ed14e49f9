//! The scenes of packings, and their small versions.

use crate::cli::reproduce::ReproduceError;

/// A packing to run.
pub(super) struct Recipe {
    /// Its name, and that of the folder of its run.
    pub name: &'static str,
    /// Its scene.
    pub text: &'static str,
    /// Keys of the scene and the values that make it small.
    pub quick: &'static [(&'static str, &'static str)],
    /// What is added at the end of the scene.
    pub also: &'static str,
}

impl Recipe {
    pub const fn new(name: &'static str, text: &'static str, quick: &'static [(&'static str, &'static str)]) -> Self {
        Self { name, text, quick, also: "" }
    }

    /// The scene, or its small version.
    pub fn scene_text(&self, quick: bool) -> Result<String, ReproduceError> {
        let mut text = format!("{}{}", self.text, self.also);
        for (key, value) in self.quick.iter().filter(|_| quick) {
            text = changed(&text, key, value)
                .ok_or_else(|| ReproduceError::NoKey { scene: self.name.to_owned(), key: (*key).to_owned() })?;
        }
        Ok(text)
    }
}

/// The text with another value of the first line that gives `key`; none where there is no such line.
fn changed(text: &str, key: &str, value: &str) -> Option<String> {
    let is_it = |line: &&str| line.split_once('=').is_some_and(|(name, _)| name.trim() == key);
    let old = text.lines().find(is_it)?;
    Some(text.replacen(old, &format!("{key} = {value}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_changed_where_the_key_stands_alone() {
        let text = "a = 1   # first\nab = 2\nregion = { a = 3 }\n";
        assert_eq!(changed(text, "ab", "5").as_deref(), Some("a = 1   # first\nab = 5\nregion = { a = 3 }\n"));
        assert_eq!(changed(text, "a", "7").as_deref(), Some("a = 7\nab = 2\nregion = { a = 3 }\n"));
        assert_eq!(changed(text, "c", "1"), None);
    }
}
