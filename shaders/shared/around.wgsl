// Corners near a support plane in the order of their hull, once for all tolerances. Needs features.wgsl and near_places.wgsl.
//
// Where all corners are corners of their hull, which is the rule, those of them within a tolerance are so in the same order. Else each
// tolerance has a hull of its own.

struct Corners {
    count: u32,
    in_order: bool,
}

// Lists the corners of a side down to `reach`; of more than `capacity`, their number alone is right.
fn gather_around(side: Side, reach: f32, capacity: u32) -> Corners {
    var listed = side;
    listed.count = 0u;
    var middle = vec2<f32>(0.0);
    for (var vertex = 0u; vertex < kinds[side.kind].vertices; vertex++) {
        let depth = vertex_depth(side, vertex);
        if depth <= reach {
            if listed.count < capacity {
                let place = side_project(side, vertex_at(side, vertex));
                put_item(side, listed.count, NearItem(place, depth));
                middle += place;
            }
            listed.count += 1u;
        }
    }
    if listed.count > capacity {
        return Corners(listed.count, false);
    }
    sort_around(listed, middle / f32(listed.count));
    let in_order = turns_left(listed);
    if !in_order {
        sort_near(listed);
    }
    return Corners(listed.count, in_order);
}

// Grows with the angle of a vector, anticlockwise, from -x on.
fn angle_like(v: vec2<f32>) -> f32 {
    let x = v.x / max(abs(v.x) + abs(v.y), 1e-37);
    return select(3.0 - x, 1.0 + x, v.y < 0.0);
}

// Sorts the corners of a side by their angles about a place between them.
fn sort_around(side: Side, center: vec2<f32>) {
    for (var k = 1u; k < side.count; k++) {
        let item = near_item(side, k);
        let angle = angle_like(item.place - center);
        var hole = k;
        for (; hole > 0u; hole--) {
            let before = near_item(side, hole - 1u);
            if angle_like(before.place - center) <= angle {
                break;
            }
            put_item(side, hole, before);
        }
        put_item(side, hole, item);
    }
}

// Whether every corner of a side is a left turn from the one before to the next.
fn turns_left(side: Side) -> bool {
    if side.count < 3u {
        return true;
    }
    var before = near_place(side, side.count - 2u);
    var here = near_place(side, side.count - 1u);
    var holds = true;
    for (var k = 0u; k < side.count; k++) {
        let next = near_place(side, k);
        holds = holds && perp_dot(here - before, next - here) > 0.0;
        before = here;
        here = next;
    }
    return holds;
}

// The feature of a side within a tolerance, with its centroid and how far it spreads.
struct Feature {
    figure: Figure,
    middle: vec2<f32>,
    spread: vec3<f32>,
}

fn feature_within(side: Side, in_order: bool, tolerance: f32) -> Feature {
    var polygon = on_hull(empty_hull(side.near), 0u);
    if !in_order {
        polygon = hull_within(side, tolerance);
    } else {
        for (var k = 0u; k < side.count; k++) {
            if near_depth(side, k) <= tolerance {
                polygon.hull = with_hull(polygon.hull, polygon.count, k);
                polygon.count += 1u;
            }
        }
    }
    // About its first corner: twice the area, and with it sums of places and of second moments.
    let origin = corner_of(polygon, side, 0u);
    var p = vec2<f32>(0.0);
    var area = 0.0;
    var first = vec2<f32>(0.0);
    var second = vec3<f32>(0.0);
    var extent = 0.0;
    for (var k = 1u; k < polygon.count; k++) {
        let q = corner_of(polygon, side, k) - origin;
        let twice = perp_dot(p, q);
        area += twice;
        first += (p + q) * twice;
        second += (square_of(p) + square_of(q) + square_of(p + q)) * twice;
        extent = max(extent, length_squared(q));
        p = q;
    }
    if 0.5 * area > THIN * extent {
        let middle = first / (3.0 * area);
        return Feature(polygon, origin + middle, positive_spread(second / (12.0 * area) - square_of(middle)));
    }
    // A line, or a point.
    let far = furthest_corner(polygon, side, origin);
    let line = spanned(polygon, side, vec2<u32>(far, furthest_corner(polygon, side, corner_of(polygon, side, far))));
    let ends = vec4<f32>(corner_of(line, side, 0u), corner_of(line, side, line.count - 1u));
    return Feature(line, 0.5 * (ends.xy + ends.zw), spread_of_segment(ends.zw - ends.xy));
}
