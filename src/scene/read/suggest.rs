//! The word that was probably meant: the one with the fewest letters to change, add, leave out or swap.

use strsim::osa_distance;

/// `did you mean "density"?`, or the whole list where no word is close.
pub(in crate::scene) fn advice<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone, kind: &str) -> String {
    match closest(word, known.clone()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("{kind}: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// Longest word that is compared with known ones [B].
const LONGEST_WORD: usize = 100;

/// The known word that differs least from `word`, if it differs by at most a third of its letters.
pub(super) fn closest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody means a known word by so long a one, and to compare it letter by letter would take its time.
    if word.len() > LONGEST_WORD {
        return None;
    }
    let best =
        known.map(|candidate| (osa_distance(&word.to_lowercase(), candidate), candidate)).min_by_key(|(d, _)| *d)?;
    let allowed = (best.1.chars().count() / 3).max(1);
    (best.0 <= allowed).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 4] = ["density", "stiffness", "restitution", "friction"];

    #[test]
    fn slips_find_their_word() {
        let found = |word| closest(word, KEYS.into_iter());
        assert_eq!(found("densty"), Some("density"));
        assert_eq!(found("Density"), Some("density"));
        assert_eq!(found("dnesity"), Some("density"));
        assert_eq!(found("restituton"), Some("restitution"));
        assert_eq!(found("colour"), None);
        assert_eq!(found(""), None);
        assert_eq!(closest("a", std::iter::empty()), None);
    }

    #[test]
    fn far_words_get_the_list() {
        assert_eq!(advice("colour", KEYS.into_iter(), "keys"), "keys: density, stiffness, restitution, friction");
        assert_eq!(advice("frction", KEYS.into_iter(), "keys"), "did you mean \"friction\"?");
    }
}
