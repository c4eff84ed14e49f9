//! Which pairs a kernel of the GPU has to look at: its work list. (On the processor a pair goes from one search to the next
//! at once.)

/// Numbers of the pairs whose outcome has all `bits` set and none of `done`, in order; on the device the order is free.
pub fn meeting(codes: impl IntoIterator<Item = u32>, bits: u32, done: u32) -> Vec<u32> {
    let listed = |code: u32| code & bits == bits && code & done == 0;
    (0..).zip(codes).filter(|(_, code)| listed(*code)).map(|(pair, _)| pair).collect()
}
