// The patch of a shape on a plane. Needs features.wgsl and bands.wgsl.

struct PlanePatch {
    // In the shape's own frame.
    point: vec3<f32>,
    // In the axes `tangents(dir)`.
    spread: vec3<f32>,
}

// The middle of what lies near the support plane along the unit vector `dir`, in the shape's own frame, and how far it
// spreads: how a grain meets a plane. Features fade out over `depth` where that is above 0, else over a narrow band.
fn plane_patch(kind: u32, dir: vec3<f32>, depth: f32) -> PlanePatch {
    let axes = tangents(dir);
    var side = side_new(kind, 0u, dir, axes[0], axes[1]);
    let size = kinds[kind].radius;
    let band = band_for(size, size, depth);
    side = gathered(side, band.high, band_for(size, size, 0.0).low);
    if is_point(side, band.high) {
        return PlanePatch(side.top, vec3<f32>(0.0));
    }
    var middle = vec2<f32>(0.0);
    var spread = vec3<f32>(0.0);
    var from_ = band.low;
    for (var k = 0u; k < NEAR_ROOM + 3u; k++) {
        let to = min(next_step(side, from_), band.high);
        let share = band_faded(band, to) - band_faded(band, from_);
        let figure = side_figure(side, from_);
        middle += figure_centroid(figure, side) * share;
        spread += figure_spread(figure, side) * share;
        if to >= band.high {
            break;
        }
        from_ = to;
    }
    let point = side.top + side.t1 * middle.x + side.t2 * middle.y;
    return PlanePatch(point, select(vec3<f32>(0.0), spread, band.even));
}
