//! The word that was probably meant.

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
    let best = known.map(|candidate| (distance(&word.to_lowercase(), candidate), candidate)).min_by_key(|(d, _)| *d)?;
    let allowed = (best.1.chars().count() / 3).max(1);
    (best.0 <= allowed).then_some(best.1)
}

/// Letters to change, add, leave out or swap with their neighbour, to come from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let change = last[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
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
    fn distances_count_slips() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("abcd", "abdc"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn far_words_get_the_list() {
        assert_eq!(advice("colour", KEYS.into_iter(), "keys"), "keys: density, stiffness, restitution, friction");
        assert_eq!(advice("frction", KEYS.into_iter(), "keys"), "did you mean \"friction\"?");
    }
}
