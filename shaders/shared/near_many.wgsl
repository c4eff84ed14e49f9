// The corners of a polyhedron near its support plane, as numbers of vertices in an array of the lane: for polyhedra of any number
// of vertices. Twin of near_few.wgsl.

// Corners that a feature may have; of more, a spread of them stands for all. Not below SCAN_LIMIT.
const NEAR_ROOM: u32 = 32u;
const ALL_FIT: bool = true;
// An array of up to 256 bytes would be kept in registers by AMD's compiler (RADV), with a tree of branches for each access.
const NEAR_WORDS: u32 = 2u * NEAR_ROOM + 8u;

// The k-th corner of a side, and above it, in the same word, the k-th corner of its hull: the number of a vertex, and of an element
// of this list, 16 bits each. Places are worked out where they are asked for: a list of them would be three times as long.
var<private> near_words: array<u32, NEAR_WORDS>;

struct NearList {
    first: u32,
}

struct Hull {
    first: u32,
}

struct NearItem {
    vertex: u32,
}

fn empty_list(side: u32) -> NearList {
    return NearList(side * NEAR_ROOM);
}

fn empty_hull(list: NearList) -> Hull {
    return Hull(list.first);
}

fn item_of(side: Side, vertex: u32) -> NearItem {
    return NearItem(vertex);
}

fn near_item(side: Side, k: u32) -> NearItem {
    return NearItem(near_words[side.near.first + k] & 0xffffu);
}

fn put_item(side: Side, k: u32, item: NearItem) {
    near_words[side.near.first + k] = insertBits(near_words[side.near.first + k], item.vertex, 0u, 16u);
}

fn item_place(side: Side, item: NearItem) -> vec2<f32> {
    return side_project(side, vertex_at(side, item.vertex));
}

fn item_depth(side: Side, item: NearItem) -> f32 {
    return vertex_depth(side, item.vertex);
}

fn item_vertex(item: NearItem) -> u32 {
    return item.vertex;
}

fn hull_element(hull: Hull, k: u32) -> u32 {
    return near_words[hull.first + k] >> 16u;
}

fn with_hull(hull: Hull, k: u32, element: u32) -> Hull {
    near_words[hull.first + k] = insertBits(near_words[hull.first + k], element, 16u, 16u);
    return hull;
}
