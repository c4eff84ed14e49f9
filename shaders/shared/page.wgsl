// Records of pairs come in pages, and a kernel sees one of them: pair k is record k - page.first of its arrays. Kernels declare
// `page`. See src/device/pages.rs.

fn is_here(pair: u32) -> bool {
    return pair >= page.first && pair - page.first < page.count;
}
