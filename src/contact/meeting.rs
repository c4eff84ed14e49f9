//! Which pairs have to be looked at by the search for the overlap: the work list between `separate` and `penetrate` on
//! the GPU. (On the processor a pair goes from one to the other at once.)

/// Numbers of the pairs whose outcome has all `bits` set, in order; on the device the order is free.
pub fn meeting(codes: impl IntoIterator<Item = u32>, bits: u32) -> Vec<u32> {
    (0..).zip(codes).filter(|(_, code)| code & bits == bits).map(|(pair, _)| pair).collect()
}
