// The contacts of a page of pairs, each at a place that `cached_normal` gives it once. The order differs from run to run; what
// is found of a pair does not depend on it.

struct ContactList {
    words: array<atomic<u32>, LIST_WORDS>,
    // There is a place for every pair.
    items: array<Contact>,
}
