// The cells of a lattice that an oriented box touches, and the place under which a cell is filed. Needs boxes.wgsl.
//
// The edge of a cell is a power of two of the unit of position: its number is a shift of the integer, exact everywhere. All
// else is relative to the cell of the box's middle, in units of the edge. As in src/broad/raster.rs, rows of cells along x are
// cut by every slab that can separate box and cell.

// Slack as a share of the body's radius, and of the edge of a cell: above the rounding of the walk, so that two boxes with a
// common point are both filed under the cell of that point.
const CELL_SLACK: f32 = 2e-6;
const EDGE_SLACK: f32 = 2.5e-7;
// A direction with a smaller component along x is not asked to bound x.
const LEAST_SLOPE: f32 = 1e-5;
// Cells from the middle at most; levels are chosen such that a body of 64 cells is the longest.
const MOST_CELLS: f32 = 66.0;

struct Walk {
    // Cell of the middle, and where in this cell the middle is, from 0 to 1.
    home: vec3<i32>,
    at: vec3<f32>,
    // First and last cell along each axis, from `home`.
    low: vec3<i32>,
    high: vec3<i32>,
    // Half lengths along the axes of the world and of the box, in edges of cells.
    whole: vec3<f32>,
    half: vec3<f32>,
    slack: f32,
    // Whether the ball lies in the box: a sphere, whose box is not asked then.
    is_ball: bool,
    axes: mat3x3<f32>,
}

// The walk of a box on a lattice of cells of 2^shift units of position, with shift from 32 to 62.
fn walk_of(b: Bounds, shift: u32) -> Walk {
    let upper = shift - 32u;
    let inside = bitcast<vec3<u32>>(b.high) & vec3<u32>((1u << upper) - 1u);
    let at = (vec3<f32>(inside) * TWO_32 + vec3<f32>(b.low)) * bitcast<f32>((127u - shift) << 23u);
    // Edges per unit of length, which is 2^40 units of position.
    let scale = bitcast<f32>((167u - shift) << 23u);
    let slack = CELL_SLACK * b.ball * scale + EDGE_SLACK;
    let axes = quat_matrix(b.turn);
    // Where the ball only cuts corners off the box, the whole box is walked: boxes that touch have a common point, which a
    // ball could cut off, and whether a pair is found must not depend on the lattice.
    let is_ball = (b.flags & IS_BALL) != 0u;
    let reach = abs(axes[0]) * b.half.x + abs(axes[1]) * b.half.y + abs(axes[2]) * b.half.z;
    let whole = select(reach, vec3<f32>(b.ball), is_ball) * scale + slack;
    let low = floor(clamp(at - whole, vec3<f32>(-MOST_CELLS), vec3<f32>(MOST_CELLS)));
    let high = floor(clamp(at + whole, vec3<f32>(-MOST_CELLS), vec3<f32>(MOST_CELLS)));
    let home = b.high >> vec3<u32>(upper);
    return Walk(home, at, vec3<i32>(low), vec3<i32>(high), whole, b.half * scale, slack, is_ball, axes);
}

// The x of points p with |dir . p| <= width, of those in `span`, where (y, z) is within `reach` of `middle`.
fn cut(span: vec2<f32>, walk: Walk, dir: vec3<f32>, width: f32, middle: vec2<f32>, reach: vec2<f32>) -> vec2<f32> {
    let rest = dot(dir.yz, middle);
    let w = width + walk.slack + dot(abs(dir.yz), reach);
    if abs(rest) > w + abs(dir.x) * walk.whole.x {
        return vec2<f32>(1.0, -1.0) * MOST_CELLS;
    }
    if abs(dir.x) < LEAST_SLOPE {
        return span;
    }
    let center = -rest / dir.x;
    let half = w / abs(dir.x);
    return vec2<f32>(max(span.x, center - half), min(span.y, center + half));
}

// Cuts by the normal of the box along `axis` and by the cross products of this axis with those of the world; p and q are the
// other axes with their half lengths.
fn cut_by_axis(
    span: vec2<f32>, walk: Walk, axis: vec3<f32>, half: f32, p: vec4<f32>, q: vec4<f32>, middle: vec2<f32>, reach: vec2<f32>,
) -> vec2<f32> {
    let widths = p.w * abs(q.xyz) + q.w * abs(p.xyz);
    var out = cut(span, walk, axis, half, middle, reach);
    out = cut(out, walk, vec3<f32>(0.0, -axis.z, axis.y), widths.x, middle, reach);
    out = cut(out, walk, vec3<f32>(axis.z, 0.0, -axis.x), widths.y, middle, reach);
    return cut(out, walk, vec3<f32>(-axis.y, axis.x, 0.0), widths.z, middle, reach);
}

// The x of points of the box, where (y, z) is within `reach` of `middle`.
fn cut_by_box(span: vec2<f32>, walk: Walk, middle: vec2<f32>, reach: vec2<f32>) -> vec2<f32> {
    let x = vec4<f32>(walk.axes[0], walk.half.x);
    let y = vec4<f32>(walk.axes[1], walk.half.y);
    let z = vec4<f32>(walk.axes[2], walk.half.z);
    var out = cut_by_axis(span, walk, x.xyz, x.w, y, z, middle, reach);
    out = cut_by_axis(out, walk, y.xyz, y.w, z, x, middle, reach);
    return cut_by_axis(out, walk, z.xyz, z.w, x, y, middle, reach);
}

// The x of points of the ball, where (y, z) is from `low` to `high`.
fn cut_by_ball(walk: Walk, low: vec2<f32>, high: vec2<f32>) -> vec2<f32> {
    let gap = max(max(low, -high), vec2<f32>(0.0));
    let room = walk.whole.x * walk.whole.x - dot(gap, gap);
    if room < 0.0 {
        return vec2<f32>(1.0, -1.0) * MOST_CELLS;
    }
    let half = sqrt(room) + walk.slack;
    return vec2<f32>(-half, half);
}

// First and last touched cell of the row at (y, z) from the home cell; none if the first is above the last.
fn row_of(walk: Walk, y: i32, z: i32) -> vec2<i32> {
    let near = vec2<f32>(vec2<i32>(y, z)) - walk.at.yz;
    let low = max(near, -walk.whole.yz);
    let high = min(near + 1.0, walk.whole.yz);
    var span = vec2<f32>(-walk.whole.x, walk.whole.x);
    if walk.is_ball {
        span = cut_by_ball(walk, low, high);
    } else {
        span = cut_by_box(span, walk, 0.5 * (low + high), max(0.5 * (high - low), vec2<f32>(0.0)));
    }
    if span.x > span.y {
        return vec2<i32>(1, 0);
    }
    let ends = floor(clamp(walk.at.x + span + vec2<f32>(-walk.slack, walk.slack), vec2<f32>(-MOST_CELLS), vec2<f32>(MOST_CELLS)));
    return vec2<i32>(max(i32(ends.x), walk.low.x), min(i32(ends.y), walk.high.x));
}

// The key of the cell at (x, y, z) from the home cell; `level` keeps lattices apart. Its lower bits are the place under which it is
// filed. Other cells may have the same key, which only causes more tests.
fn key_of(walk: Walk, x: i32, y: i32, z: i32, level: u32) -> u32 {
    let cell = walk.home + vec3<i32>(x, y, z);
    let block = bitcast<vec3<u32>>(cell >> vec3<u32>(BLOCK_BITS));
    let inner = bitcast<vec3<u32>>(cell) & vec3<u32>((1u << BLOCK_BITS) - 1u);
    // Odd factors of even bits, and twice a shift with a product: neighbouring blocks end far apart.
    let product = block * vec3<u32>(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du);
    var hash = product.x ^ product.y ^ product.z ^ (level * 0x27D4EB2Fu);
    hash = (hash ^ (hash >> 15u)) * 0x2C1B3C6Du;
    hash = (hash ^ (hash >> 13u)) * 0x297A2D39u;
    hash = hash ^ (hash >> 16u);
    let inside = (inner.z << (2u * BLOCK_BITS)) | (inner.y << BLOCK_BITS) | inner.x;
    return (hash << (3u * BLOCK_BITS)) | inside;
}
