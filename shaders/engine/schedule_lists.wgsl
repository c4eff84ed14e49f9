// How many workgroups the kernels over lists of contacts need, from the counts of a page that are known by now.

@group(0) @binding(1) var<storage, read_write> contacts: ContactList;
@group(0) @binding(2) var<storage, read_write> arguments: array<vec4<u32>>;
@group(0) @binding(3) var<uniform> page: Page;

fn put(slot: u32, list: u32, lanes: u32) {
    let going = select(0u, lanes, word(STATUS) == 0u);
    put_elements(SLOT_PAGES + SLOTS_OF_A_PAGE * page.number + slot, going * atomicLoad(&contacts.words[list]));
}

@compute @workgroup_size(1)
fn main() {
    put(PAGE_TO_SEPARATE, TO_SEPARATE, 1u);
    put(PAGE_TO_SEPARATE_IN_LANES, TO_SEPARATE, LANES);
    put(PAGE_TO_PENETRATE, TO_PENETRATE, 1u);
    put(PAGE_TO_PATCH, TO_PATCH, 1u);
    put(PAGE_TO_PATCH_IN_LANES, TO_PATCH, PATCH_LANES);
}
