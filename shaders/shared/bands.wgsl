// Features near a support plane fade in and out over a band of heights.

// Heights between which a feature fades out, as a share of the smaller body, and at least this share of the larger: above
// the rounding of heights. A face along which all heights are equal has them to about 2e-7 of its extent.
const BAND_LOW: f32 = 1.5e-6;
const BAND_LOW_OF_LARGER: f32 = 1e-6;
const BAND_HIGH: f32 = 2e-5;
// Where features fade evenly over a depth, rounding moves the point but little: the band may start lower.
const EVEN_SHARE: f32 = 0.3;
// The band is not narrower than this, from end to end.
const BAND_RATIO: f32 = 8.0;

// Places in the plane across the normal round by less than this share of the larger body.
const PLACE_ROUNDING: f32 = 5e-7;

struct Band {
    low: f32,
    high: f32,
    // Fades evenly with the height, instead of with its logarithm.
    even: bool,
    // Rounding of places in the plane.
    places: f32,
}

// Features fade out over `depth` where that is above 0, else over a narrow band.
fn band_for(small: f32, large: f32, depth: f32) -> Band {
    let low = max(BAND_LOW * small, BAND_LOW_OF_LARGER * large);
    if depth > 0.0 {
        return Band(EVEN_SHARE * low, max(BAND_RATIO * EVEN_SHARE * low, depth), true, PLACE_ROUNDING * large);
    }
    return Band(low, max(BAND_HIGH * small, BAND_RATIO * low), false, PLACE_ROUNDING * large);
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
