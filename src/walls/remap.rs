//! From an old list of grains near surfaces to a new one.

/// For each link of the new list its number in the old one, if it was there. Both are in ascending order.
pub fn remapped(old: &[[u32; 2]], new: &[[u32; 2]]) -> Vec<Option<usize>> {
    let mut next = 0;
    let number_of = |key: &[u32; 2]| {
        while old.get(next).is_some_and(|other| other < key) {
            next += 1;
        }
        (old.get(next) == Some(key)).then_some(next)
    };
    new.iter().map(number_of).collect()
}
