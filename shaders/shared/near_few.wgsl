// The list of near_places.wgsl in an array of the lane. (Places worked out anew wherever they are asked for took no array, but twice the
// instructions.)

// x, y, and the depth.
var<private> near_places: array<vec3<f32>, 2u * NEAR_ROOM>;

fn near_item(side: Side, k: u32) -> NearItem {
    let item = near_places[side.near.first + k];
    return NearItem(item.xy, item.z);
}

fn put_item(side: Side, k: u32, item: NearItem) {
    near_places[side.near.first + k] = vec3<f32>(item.place, item.depth);
}
