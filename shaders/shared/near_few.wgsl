// The corners of a polyhedron near its support plane, for polyhedra of up to FEW_CORNERS vertices: their places in the plane and
// their depths, in an array of the lane, and the hull of some of them in registers. (Places worked out anew wherever they are
// asked for took no array, but twice the instructions.) Twin of near_many.wgsl.

const NEAR_ROOM: u32 = FEW_CORNERS;
const ALL_FIT: bool = false;

// x, y, and the depth below the support plane.
var<private> near_places: array<vec3<f32>, 2u * NEAR_ROOM>;

struct NearList {
    first: u32,
}

// Numbers of elements of the list, four bits each.
struct Hull {
    elements: vec2<u32>,
}

struct NearItem {
    place: vec2<f32>,
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

fn near_item(side: Side, k: u32) -> NearItem {
    let item = near_places[side.near.first + k];
    return NearItem(item.xy, item.z);
}

fn put_item(side: Side, k: u32, item: NearItem) {
    near_places[side.near.first + k] = vec3<f32>(item.place, item.depth);
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
