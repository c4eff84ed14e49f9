// The lists of near_places.wgsl in memory that a workgroup shares: two for each of its pairs, with the capacity that faces need.
// Those of a pair that needs more take the place of all.

const OWN_PAIRS: u32 = WORKGROUP / PATCH_LANES;
const USUAL_CAPACITY: u32 = 8u;

var<workgroup> near_places: array<vec2<f32>, 2u * OWN_PAIRS * USUAL_CAPACITY>;
var<workgroup> near_depths: array<f32, 2u * OWN_PAIRS * USUAL_CAPACITY>;

fn near_item(side: Side, k: u32) -> NearItem {
    return NearItem(near_places[side.near.first + k], near_depths[side.near.first + k]);
}

fn put_item(side: Side, k: u32, item: NearItem) {
    near_places[side.near.first + k] = item.place;
    near_depths[side.near.first + k] = item.depth;
}
