// Records of pairs come in pages, and a kernel sees one of them: pair k is record k - page.first of its arrays. Kernels declare
// `page`. See src/gpu/pages.rs.

struct Page {
    first: u32,
    count: u32,
    // 1 for the last page.
    is_last: u32,
    pad: u32,
}

fn is_here(pair: u32) -> bool {
    return pair >= page.first && pair - page.first < page.count;
}
