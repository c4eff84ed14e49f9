// The corners of a polyhedron with up to FEW_CORNERS vertices near its support plane: their places in the plane and their depths in a
// list, and the hull of some of them in registers. Where the list is, near_few.wgsl or near_shared.wgsl tells; many corners are the
// matter of near_many.wgsl.

const NEAR_ROOM: u32 = FEW_CORNERS;
const ALL_FIT: bool = false;

struct NearList {
    first: u32,
}

// Numbers of elements of the list, four bits each.
struct Hull {
    elements: vec2<u32>,
}

struct NearItem {
    place: vec2<f32>,
    // Below the support plane.
    depth: f32,
}

fn empty_list(side: u32) -> NearList {
    return NearList(side * NEAR_ROOM);
}

fn empty_hull(list: NearList) -> Hull {
    return Hull(vec2<u32>(0u));
}

fn item_of(side: Side, vertex: u32) -> NearItem {
    return NearItem(side_project(side, vertex_at(side, vertex)), vertex_depth(side, vertex));
}

fn item_place(side: Side, item: NearItem) -> vec2<f32> {
    return item.place;
}

fn item_depth(side: Side, item: NearItem) -> f32 {
    return item.depth;
}

// Not kept: it is asked for only where there are many.
fn item_vertex(item: NearItem) -> u32 {
    return 0u;
}

fn hull_element(hull: Hull, k: u32) -> u32 {
    return extractBits(select(hull.elements.x, hull.elements.y, k >= 8u), 4u * (k & 7u), 4u);
}

fn with_hull(hull: Hull, k: u32, element: u32) -> Hull {
    let changed = insertBits(select(hull.elements.x, hull.elements.y, k >= 8u), element, 4u * (k & 7u), 4u);
    return Hull(select(vec2<u32>(changed, hull.elements.y), vec2<u32>(hull.elements.x, changed), k >= 8u));
}
