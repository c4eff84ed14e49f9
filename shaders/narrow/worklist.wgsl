// Lists the pairs that a search has to look at, or that need a contact point: TOUCHES_ONLY says which. The order of the list
// differs from run to run; what is found of a pair does not depend on it.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> contacts: array<Contact>;
// Number of the pair, and its bodies.
@group(0) @binding(3) var<storage, read_write> worklist: array<vec4<u32>>;
@group(0) @binding(4) var<uniform> page: Page;

fn is_listed(code: u32) -> bool {
    if !TOUCHES_ONLY {
        return (code & SEARCH_PENDING) != 0u;
    }
    // Pairs apart too where their gaps are measured.
    return (code & POINT_KNOWN) == 0u && ((code & TOUCHING) != 0u || atomicLoad(&control[GAP_WANTED]) != 0u);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = element(id);
    let pair = page.first + k;
    if k >= page.count || pair >= atomicLoad(&control[PAIRS]) || atomicLoad(&control[STATUS]) != 0u {
        return;
    }
    if !is_listed(contacts[k].code) {
        return;
    }
    let place = atomicAdd(&control[select(TO_SEPARATE, TO_PATCH, TOUCHES_ONLY)], 1u);
    // There is a place for every pair.
    if place < arrayLength(&worklist) {
        worklist[place] = vec4<u32>(pair, pairs[pair], 0u);
    }
}
