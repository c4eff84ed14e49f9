// The lists of near_places.wgsl in memory that a workgroup shares: two for each of its pairs.

const OWN_PAIRS: u32 = WORKGROUP / PATCH_LANES;

var<workgroup> near_places: array<vec2<f32>, 2u * OWN_PAIRS * NEAR_ROOM>;
var<workgroup> near_depths: array<f32, 2u * OWN_PAIRS * NEAR_ROOM>;

fn near_item(side: Side, k: u32) -> NearItem {
    return NearItem(near_places[side.near.first + k], near_depths[side.near.first + k]);
}

fn put_item(side: Side, k: u32, item: NearItem) {
    near_places[side.near.first + k] = item.place;
    near_depths[side.near.first + k] = item.depth;
}
