// The corners of a polyhedron near its support plane, as numbers of vertices in registers, four bits each: for polyhedra of up to
// FEW_CORNERS vertices. An array would go to memory of each lane. Twin of near_many.wgsl.

const NEAR_ROOM: u32 = FEW_CORNERS;
const ALL_FIT: bool = false;

struct NearList {
    vertices: vec2<u32>,
}

// The corners of the hull of some of them.
struct Hull {
    vertices: vec2<u32>,
}

fn empty_list(side: u32) -> NearList {
    return NearList(vec2<u32>(0u));
}

fn empty_hull(list: NearList) -> Hull {
    return Hull(vec2<u32>(0u));
}

fn near_vertex(list: NearList, k: u32) -> u32 {
    return element_of(list.vertices, k);
}

fn with_vertex(list: NearList, k: u32, vertex: u32) -> NearList {
    return NearList(with_element(list.vertices, k, vertex));
}

fn hull_vertex(hull: Hull, k: u32) -> u32 {
    return element_of(hull.vertices, k);
}

fn with_hull(hull: Hull, k: u32, vertex: u32) -> Hull {
    return Hull(with_element(hull.vertices, k, vertex));
}

fn element_of(words: vec2<u32>, k: u32) -> u32 {
    return extractBits(select(words.x, words.y, k >= 8u), 4u * (k & 7u), 4u);
}

fn with_element(words: vec2<u32>, k: u32, value: u32) -> vec2<u32> {
    let changed = insertBits(select(words.x, words.y, k >= 8u), value, 4u * (k & 7u), 4u);
    return select(vec2<u32>(changed, words.y), vec2<u32>(words.x, changed), k >= 8u);
}
