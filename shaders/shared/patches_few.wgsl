// The patch of a polyhedron with few corners on a plane: as patches.wgsl has it for any shape. Needs around.wgsl and bands.wgsl.

struct PlanePatch {
    // In the shape's own frame.
    point: vec3<f32>,
    // In the axes `tangents(dir)`.
    spread: vec3<f32>,
}

fn plane_patch(kind: u32, dir: vec3<f32>, depth: f32) -> PlanePatch {
    let axes = tangents(dir);
    var side = side_new(kind, 0u, dir, axes[0], axes[1]);
    let size = kinds[kind].radius;
    let band = band_for(size, size, depth);
    let corners = gather_around(side, band.high, NEAR_ROOM);
    if corners.count == 1u {
        return PlanePatch(side.top, vec3<f32>(0.0));
    }
    side.count = corners.count;
    var middle = vec2<f32>(0.0);
    var spread = vec3<f32>(0.0);
    var from_ = band.low;
    for (var layer = 0u; layer <= NEAR_ROOM; layer++) {
        var to = band.high;
        for (var k = 0u; k < side.count; k++) {
            let begins = near_depth(side, k);
            to = select(to, min(to, begins), begins > from_);
        }
        let share = band_faded(band, to) - band_faded(band, from_);
        let feature = feature_within(side, corners.in_order, from_);
        middle += feature.middle * share;
        spread += feature.spread * share;
        if to >= band.high {
            break;
        }
        from_ = to;
    }
    let point = side.top + side.t1 * middle.x + side.t2 * middle.y;
    return PlanePatch(point, select(vec3<f32>(0.0), spread, band.even));
}
