//! Memory that will be needed soon.

/// Asks for an item that will be read or written soon, so that it is on its way meanwhile. Contacts lie in arrays far
/// larger than any cache, and most of a step of balls would be spent waiting for them one by one. Where the CPU
/// cannot be asked, nothing happens.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    prefetch_first(item, size_of::<T>());
}

/// Asks for the first bytes of an item.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch_first<T>(item: &T, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = std::ptr::from_ref(item).cast::<i8>();
        for line in 0..bytes.div_ceil(LINE) {
            // SAFETY: a prefetch reads nothing that the program could see, and no address makes it fail.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(LINE * line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (item, bytes);
}

/// Bytes that a processor fetches at once.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;
