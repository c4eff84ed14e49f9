// GJK: the point of the difference of two cores that lies nearest to a point `from`. Needs pair.wgsl.

// Support points around the nearest one; the newest is last.
var<private> corner: array<Vertex, 4>;
var<private> corners: u32;
// From `from` to the nearest point found so far.
var<private> nearest: vec3<f32>;
// The unit direction from there, or a better one where rounding leaves more than one.
var<private> facing: vec3<f32>;
// The widest gap that a direction has proven, and that direction.
var<private> proven_gap: f32;
var<private> proven_n: vec3<f32>;
var<private> gjk_updates: u32;

// How a search ended.
const GJK_APART: u32 = 0u;
const GJK_STALLED: u32 = 1u;
const GJK_MEETING: u32 = 2u;

// A tetrahedron whose fourth corner rises from its base with a sine below this is flat to rounding.
const FLAT_SINE: f32 = 4e-6;
// A triangle whose sides have a squared sine below this is a line.
const FLAT_SINE_2: f32 = 1e-11;
// Rounding of a product of two lengths, as a share of the product.
const PRODUCT_ROUNDING: f32 = 5e-7;
// Below this share of the simplex's size the direction to the nearest point is rounding.
const TOUCHING_SHARE: f32 = 1e-6;
// Turns of the direction when nothing nearer is found.
const MOST_TURNS: u32 = 16u;

// A nearest point, and which corners of a triangle (bits 1, 2 and 4, the last being the newest) span its feature.
struct Part {
    v: vec3<f32>,
    bits: u32,
}

// The foot of `from` on the line from the newest corner r along `edge`, with what rounding leaves along the edge taken
// off: it would tilt the support plane off that edge.
fn foot_on_edge(r: vec3<f32>, edge: vec3<f32>, share: f32) -> vec3<f32> {
    let foot = r + edge * share;
    if share >= 1.0 {
        return foot;
    }
    return foot - edge * (dot(foot, edge) / dot(edge, edge));
}

// Nearest point among the parts of a triangle that hold its newest corner r, from which `to_p` and `to_q` lead to the
// others; `normal` is their cross product.
fn nearest_on_triangle(to_p: vec3<f32>, to_q: vec3<f32>, r: vec3<f32>, normal: vec3<f32>) -> Part {
    let area = dot(normal, normal);
    let pp = dot(to_p, to_p);
    let qq = dot(to_q, to_q);
    let is_line = area <= FLAT_SINE_2 * pp * qq;
    let beyond_p = is_line || dot(normal, cross(r, to_p)) <= 0.0;
    let beyond_q = is_line || dot(normal, cross(to_q, r)) <= 0.0;
    if !beyond_p && !beyond_q {
        return Part(normal * (dot(normal, r) / area), 7u);
    }
    var best = Part(r, 4u);
    var least = dot(r, r);
    let along_p = -dot(r, to_p);
    if beyond_p && along_p > 0.0 && pp > 0.0 {
        let v = foot_on_edge(r, to_p, min(along_p / pp, 1.0));
        if dot(v, v) < least {
            least = dot(v, v);
            best = Part(v, 5u);
        }
    }
    let along_q = -dot(r, to_q);
    if beyond_q && along_q > 0.0 && qq > 0.0 {
        let v = foot_on_edge(r, to_q, min(along_q / qq, 1.0));
        if dot(v, v) < least {
            best = Part(v, 6u);
        }
    }
    return best;
}

// A nearest point and the corners that span its feature, as bits; 0 where the tetrahedron holds `from`.
fn nearest_on_simplex(origin: vec3<f32>) -> Part {
    if corners == 1u {
        return Part(corner[0].w - origin, 1u);
    }
    if corners == 2u {
        let q = corner[1].w - origin;
        let edge = corner[0].w - corner[1].w;
        let along = -dot(q, edge);
        let length2 = dot(edge, edge);
        if along <= 0.0 || length2 == 0.0 {
            return Part(q, 2u);
        }
        return Part(foot_on_edge(q, edge, min(along / length2, 1.0)), 3u);
    }
    if corners == 3u {
        let to_p = corner[0].w - corner[2].w;
        let to_q = corner[1].w - corner[2].w;
        return nearest_on_triangle(to_p, to_q, corner[2].w - origin, cross(to_p, to_q));
    }
    return nearest_on_tetrahedron(origin);
}

// The three faces around the newest corner are looked at; the old one cannot be nearest.
fn nearest_on_tetrahedron(origin: vec3<f32>) -> Part {
    let d = corner[3].w - origin;
    let edge = array<vec3<f32>, 3>(
        corner[0].w - corner[3].w, corner[1].w - corner[3].w, corner[2].w - corner[3].w);
    let base = cross(edge[0], edge[1]);
    let volume = dot(base, edge[2]);
    let is_flat = volume * volume <= FLAT_SINE * FLAT_SINE * dot(base, base) * dot(edge[2], edge[2]);
    var best = Part(vec3<f32>(0.0), 0u);
    var least = LARGEST;
    for (var k = 0u; k < 3u; k++) {
        let next = select(k + 1u, 0u, k == 2u);
        let p = edge[k];
        let q = edge[next];
        let normal = cross(p, q);
        if !is_flat && -dot(d, normal) * volume >= 0.0 {
            continue;
        }
        let part = nearest_on_triangle(p, q, d, normal);
        let square = dot(part.v, part.v);
        if square < least {
            least = square;
            let bits = select(0u, 1u << k, (part.bits & 1u) != 0u) | select(0u, 1u << next, (part.bits & 2u) != 0u)
                | select(0u, 8u, (part.bits & 4u) != 0u);
            best = Part(part.v, bits);
        }
    }
    return best;
}

fn keep_corners(bits: u32) {
    // Written out: loops are dear where few invocations run in step.
    var kept = bits & 1u;
    if (bits & 2u) != 0u {
        corner[kept] = corner[1];
        kept += 1u;
    }
    if (bits & 4u) != 0u {
        corner[kept] = corner[2];
        kept += 1u;
    }
    if (bits & 8u) != 0u {
        corner[kept] = corner[3];
        kept += 1u;
    }
    corners = kept;
}

fn has_corner(vertex: Vertex) -> bool {
    return same_vertex(corner[0], vertex) || (corners > 1u && same_vertex(corner[1], vertex))
        || (corners > 2u && same_vertex(corner[2], vertex));
}

// A step towards a support point on the straight line from the nearest point, where slivers among the corners spoil the
// step over their faces. Returns whether it comes nearer.
fn straight_step(origin: vec3<f32>, vertex: Vertex) -> bool {
    let edge = vertex.w - origin - nearest;
    let share = clamp(-dot(nearest, edge) / max(dot(edge, edge), 1e-37), 0.0, 1.0);
    let v = foot_on_edge(nearest, edge, share);
    if !(dot(v, v) < dot(nearest, nearest) * (1.0 - 1e-6)) {
        return false;
    }
    corner[0] = Vertex(nearest + origin, NO_VERTEX, NO_VERTEX);
    corner[1] = vertex;
    corners = 2u;
    nearest = v;
    return true;
}

// Turns a direction so that the point `beyond`, which it leads too far from the nearest one, is level with it. The distance
// cannot tell directions apart that differ by less than the root of its rounding; where a face or edge is long, its far
// points can.
fn levelled(seek: vec3<f32>, beyond: vec3<f32>) -> vec3<f32> {
    let edge = beyond - nearest;
    return seek - edge * (min(dot(seek, edge), 0.0) / max(dot(edge, edge), 1e-37));
}

// Searches from the support point along the unit vector `dir` on, until the distance is known to rounding, or is proven
// to exceed `enough`.
fn search(origin: vec3<f32>, dir: vec3<f32>, enough: f32, limit: u32) -> u32 {
    var scale2 = 0.0;
    corners = 0u;
    nearest = -dir;
    proven_gap = 0.0;
    proven_n = dir;
    // Against the direction that is looked along: that to the nearest point, until nothing nearer is found.
    var seek = nearest;
    var turns = 0u;
    var is_meeting = false;
    for (var k = 0u; k <= limit && turns < MOST_TURNS; k++) {
        let length2 = dot(nearest, nearest);
        let vertex = support(-seek);
        let reach = vertex.w - origin;
        if k == 0u {
            corner[0] = vertex;
            corners = 1u;
            nearest = reach;
            seek = reach;
            scale2 = dot(reach, reach);
            proven_gap = max(-dot(reach, dir), 0.0);
            if proven_gap > enough {
                break;
            }
            continue;
        }
        if length2 <= TOUCHING_SHARE * TOUCHING_SHARE * scale2 || length2 < 1e-36 {
            is_meeting = true;
            break;
        }
        scale2 = max(scale2, dot(reach, reach));
        let length = length(seek);
        let along = dot(seek, reach);
        if along > 0.0 {
            if along > proven_gap * length {
                proven_gap = along / length;
                proven_n = -seek / length;
            }
            if length * sqrt(length2) - along <= PRODUCT_ROUNDING * length * sqrt(scale2) || proven_gap > enough {
                break;
            }
        }
        if turns > 0u || has_corner(vertex) {
            seek = levelled(seek, reach);
            turns += 1u;
            continue;
        }
        gjk_updates += 1u;
        let old = corners;
        corner[old] = vertex;
        corners = old + 1u;
        let part = nearest_on_simplex(origin);
        if part.bits == 0u {
            is_meeting = true;
            break;
        }
        if dot(part.v, part.v) >= length2 {
            // Rounding has the last word: the simplex before is the better one.
            corners = old;
            if !straight_step(origin, vertex) {
                seek = levelled(seek, reach);
                turns = 1u;
                continue;
            }
        } else {
            keep_corners(part.bits);
            nearest = part.v;
        }
        seek = nearest;
    }
    facing = unit_or(-seek, dir);
    return select(select(GJK_STALLED, GJK_APART, proven_gap > 0.0), GJK_MEETING, is_meeting);
}
