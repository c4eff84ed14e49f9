// The corners of a polyhedron near its support plane, as numbers of vertices in an array of the lane: for polyhedra of any number
// of vertices. Twin of near_few.wgsl.

// Corners that a feature may have; of more, a spread of them stands for all. Not below SCAN_LIMIT.
const NEAR_ROOM: u32 = 32u;
const ALL_FIT: bool = true;
// An array of up to 256 bytes would be kept in registers by AMD's compiler (RADV), with a tree of branches for each access.
const NEAR_WORDS: u32 = 2u * NEAR_ROOM + 8u;

// The k-th corner of a side, and above it, in the same word, the k-th corner of its hull: numbers of vertices, 16 bits each.
var<private> near_words: array<u32, NEAR_WORDS>;

struct NearList {
    first: u32,
}

// The corners of the hull of some of them.
struct Hull {
    first: u32,
}

fn empty_list(side: u32) -> NearList {
    return NearList(side * NEAR_ROOM);
}

fn empty_hull(list: NearList) -> Hull {
    return Hull(list.first);
}

fn near_vertex(list: NearList, k: u32) -> u32 {
    return near_words[list.first + k] & 0xffffu;
}

fn with_vertex(list: NearList, k: u32, vertex: u32) -> NearList {
    near_words[list.first + k] = insertBits(near_words[list.first + k], vertex, 0u, 16u);
    return list;
}

fn hull_vertex(hull: Hull, k: u32) -> u32 {
    return near_words[hull.first + k] >> 16u;
}

fn with_hull(hull: Hull, k: u32, vertex: u32) -> Hull {
    near_words[hull.first + k] = insertBits(near_words[hull.first + k], vertex, 16u, 16u);
    return hull;
}
