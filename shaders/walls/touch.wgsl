// The contact point near the end of a wall; twin of src/walls/touch.rs. Needs meridian.wgsl and overlaps.wgsl.

// The wall near its end, seen along the normal, from the grain's support point: what of it lies within a tolerance grows from
// the corner to the side, or to the flat end.
struct RimView {
    corner: vec2<f32>,
    // From the corner along the side, and along the flat end away from the axis.
    inward: vec2<f32>,
    outward: vec2<f32>,
    // How far these are drawn.
    width: f32,
    side_length: f32,
    // Tolerances at which they take part.
    to_side: f32,
    to_end: f32,
    // The point of the grain that is known to meet a rod, where the support point alone is too blunt.
    met: vec2<f32>,
}

struct RimTouch {
    // On the grain's support plane, from its centre.
    point: vec3<f32>,
    patch_size: f32,
}

// The contact point of a probe.
fn rim_point(at: Probe, rim: u32) -> RimTouch {
    let n = lifted(at.n, at.azimuth);
    // Axes of the support plane: sideways, and in the cut.
    let t1 = vec3<f32>(-at.azimuth.y, at.azimuth.x, 0.0);
    let in_cut_axis = vec2<f32>(-at.n.y, at.n.x);
    let t2 = lifted(in_cut_axis, at.azimuth);
    let turn = inside.turn;
    var side = side_new(inside.kind, 0u, n * turn, t1 * turn, t2 * turn);
    let top = turn * side.top;
    let band = band_for(inside.size, inside.size, inside.patch_share * at.overlap);
    var view = rim_view(at, rim, top, in_cut_axis);
    view.met = vec2<f32>(dot(at.point - top, t1), dot(at.point - top, t2));
    var middle = vec3<f32>(view.corner, 0.0);
    if min(view.to_side, view.to_end) < band.high {
        side = gathered(side, band.high, band_for(inside.size, inside.size, 0.0).low);
        middle = faded_middle(side, view, band);
    }
    let size = select(0.0, sqrt(middle.z), band.even);
    return RimTouch(top + t1 * middle.x + t2 * middle.y, size);
}

fn rim_view(at: Probe, rim: u32, top: vec3<f32>, in_cut_axis: vec2<f32>) -> RimView {
    // The support point, seen from the corner in the cut, and sideways.
    let seen = from_rim(rim) + in_cut(top, at.azimuth);
    let across = vec2<f32>(inside.radius + top.x, inside.aside + top.y);
    let sideways = at.azimuth.x * across.y - at.azimuth.y * across.x;
    let corner = -vec2<f32>(sideways, dot(seen, in_cut_axis));
    let width = END_WIDTH * inside.size + length(vec2<f32>(seen.x, sideways)) + abs(seen.y);
    let side_length = min(inside.length, width);
    let inward = inward_of(rim);
    return RimView(
        corner,
        vec2<f32>(0.0, dot(inward, in_cut_axis)),
        vec2<f32>(0.0, in_cut_axis.x),
        width,
        side_length,
        side_length * max(dot(inward, at.n), 0.0),
        select(width, min(width, 2.0 * inside.rod_radius), inside.is_rod) * max(at.n.x, 0.0),
        vec2<f32>(0.0),
    );
}

// The average, over the band of tolerances, of the middle of what grain and wall share, and of its mean squared size.
fn faded_middle(side: Side, view: RimView, band: Band) -> vec3<f32> {
    var middle = vec3<f32>(0.0);
    var low = band.low;
    for (var k = 0u; k < NEAR_ROOM + 5u; k++) {
        var high = min(next_step(side, low), band.high);
        high = select(high, min(high, view.to_side), view.to_side > low);
        high = select(high, min(high, view.to_end), view.to_end > low);
        let share = band_faded(band, high) - band_faded(band, low);
        middle += shared_middle(side, view, band, low) * share;
        if high >= band.high {
            break;
        }
        low = high;
    }
    return middle;
}

// The middle of what the features within a tolerance share, and the mean squared size of the smaller one. A corner is
// known exactly, whatever the grain's is.
fn shared_middle(side: Side, view: RimView, band: Band, tolerance: f32) -> vec3<f32> {
    if min(view.to_side, view.to_end) > tolerance {
        return vec3<f32>(view.corner, 0.0);
    }
    var wall = segment_figure(view.corner, view.corner + view.inward * view.side_length);
    if view.to_side > tolerance {
        wall = flat_end(side, view);
    }
    var own = side_figure(side, tolerance);
    if inside.is_rod && own.form == FORM_POINT {
        own = point_figure(view.met);
    }
    let middle = overlap_centroid(Features(own, wall, side, side), band);
    return vec3<f32>(middle, min(figure_mean_square(own, side), figure_mean_square(wall, side)));
}

fn flat_end(side: Side, view: RimView) -> Figure {
    if inside.is_rod {
        return disc_figure(view.corner + view.outward * inside.rod_radius, inside.rod_radius);
    }
    let out = view.outward * view.width;
    // Anticlockwise, whichever way it goes.
    let aside = vec2<f32>(select(view.width, -view.width, out.y < 0.0), 0.0);
    return shrunk(Figure(FORM_POLYGON, OF_RECTANGLE, 4u, Hull(), view.corner - aside, view.corner + aside + out, 0.0), side);
}
