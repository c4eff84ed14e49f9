// Features near a support plane fade in and out: bands of heights, and the patch of a shape on a plane. Needs math.wgsl,
// shapes.wgsl, figures.wgsl and features.wgsl; the kernel says how many SIDES it looks at (1 for planes).

// Heights between which a feature fades out, as a share of the smaller body, and at least this share of the larger: above
// the rounding of heights. A face along which all heights are equal has them to about 2e-7 of its extent.
const BAND_LOW: f32 = 1.5e-6;
const BAND_LOW_OF_LARGER: f32 = 1e-6;
const BAND_HIGH: f32 = 2e-5;
// Where features fade evenly over a depth, rounding moves the point but little: the band may start lower.
const EVEN_SHARE: f32 = 0.3;
// The band is not narrower than this, from end to end.
const BAND_RATIO: f32 = 8.0;

struct Band {
    low: f32,
    high: f32,
    // Fades evenly with the height, instead of with its logarithm.
    even: bool,
}

// Features fade out over `depth` where that is above 0, else over a narrow band.
fn band_for(small: f32, large: f32, depth: f32) -> Band {
    let low = max(BAND_LOW * small, BAND_LOW_OF_LARGER * large);
    if depth > 0.0 {
        return Band(EVEN_SHARE * low, max(BAND_RATIO * EVEN_SHARE * low, depth), true);
    }
    return Band(low, max(BAND_HIGH * small, BAND_RATIO * low), false);
}

// How far `height` has faded: 0 below the band, 1 above it, between them even or smooth in the logarithm.
fn band_faded(band: Band, height: f32) -> f32 {
    if height <= band.low {
        return 0.0;
    }
    if height >= band.high {
        return 1.0;
    }
    if band.even {
        return (height - band.low) / (band.high - band.low);
    }
    let x = clamp(log2(height / band.low) / log2(band.high / band.low), 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

// The middle of what lies near the support plane along the unit vector `dir`, in the shape's own frame, and its mean
// squared size: how a grain meets a plane. Features fade out over `depth` where that is above 0, else over a narrow band.
fn plane_patch(kind: u32, dir: vec3<f32>, depth: f32) -> vec4<f32> {
    let axes = tangents(dir);
    var side = side_new(kind, 0u, dir, axes[0], axes[1]);
    let size = kinds[kind].radius;
    let band = band_for(size, size, depth);
    side.count = gather(side, band.high, band_for(size, size, 0.0).low);
    if is_point(side, band.high) {
        return vec4<f32>(side.top, 0.0);
    }
    var middle = vec2<f32>(0.0);
    var mean_square = 0.0;
    var from_ = band.low;
    for (var k = 0u; k < NEAR_ROOM + 3u; k++) {
        let to = min(next_step(side, from_), band.high);
        let share = band_faded(band, to) - band_faded(band, from_);
        let figure = side_figure(side, from_);
        middle += figure_centroid(figure) * share;
        mean_square += figure_mean_square(figure) * share;
        if to >= band.high {
            break;
        }
        from_ = to;
    }
    let point = side.top + side.t1 * middle.x + side.t2 * middle.y;
    return vec4<f32>(point, select(0.0, mean_square, band.even));
}
