// Partners of bodies, sorted by a counting sort with about as many buckets for each body as it has partners: a body with many of
// them, such as a boulder in sand, takes no longer per partner than others. Kernels declare `control` and `link_starts`.

// The bucket in which `body` files `partner`: those of a body lie where its links do, and ascend with the partner.
fn bucket_of(body: u32, partner: u32) -> u32 {
    let first = link_starts[body];
    let count = link_starts[body + 1u] - first;
    // Bits of the largest number of a body, and of the number of buckets.
    let wide = 32u - countLeadingZeros(atomicLoad(&control[BODIES]) - 1u);
    let narrow = 31u - countLeadingZeros(max(count, 1u));
    return first + (partner >> (max(wide, narrow) - narrow));
}
