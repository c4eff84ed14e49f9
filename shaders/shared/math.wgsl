// Functions with the precision of f32. What WGSL promises of its own sin, cos, pow and atan2 is far coarser (sin and cos
// to 2^-11), and differs from device to device.

const PI: f32 = 3.14159265358979;
const LARGEST: f32 = 3.0e38;

// By the bits: compilers may assume that there is no NaN.
fn is_finite(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u;
}

fn all_finite(v: vec3<f32>) -> bool {
    return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

// Unit vector along v, or `otherwise` where v has no direction.
fn unit_or(v: vec3<f32>, otherwise: vec3<f32>) -> vec3<f32> {
    let size = max(abs(v.x), max(abs(v.y), abs(v.z)));
    if !(size > 1e-37) {
        return otherwise;
    }
    // Scaled first: squares of small numbers would vanish.
    let scaled = v / size;
    return scaled / sqrt(dot(scaled, scaled));
}

// Two unit vectors that make a right-handed frame with the unit vector n: (t1, t2, n).
fn tangents(n: vec3<f32>) -> mat2x3<f32> {
    let s = select(-1.0, 1.0, n.z >= 0.0);
    let a = -1.0 / (s + n.z);
    let b = n.x * n.y * a;
    return mat2x3<f32>(
        vec3<f32>(1.0 + s * n.x * n.x * a, s * b, -s * n.x),
        vec3<f32>(b, s + n.y * n.y * a, -n.y),
    );
}

// (sin x, cos x) for |x| below some thousands.
fn sine_cosine(x: f32) -> vec2<f32> {
    let quarter = round(x * 0.636619772);
    // Pi / 2 in three parts: the first two multiply exactly.
    let r = ((x - quarter * 1.5703125) - quarter * 4.8375129699707031e-4) - quarter * 7.5497899548918821e-8;
    let q = r * r;
    let s = r + r * q * (-0.16666667 + q * (0.0083333333 + q * (-1.9841270e-4 + q * 2.7557319e-6)));
    let c = 1.0 - 0.5 * q + q * q * (0.041666667 + q * (-0.0013888889 + q * (2.4801587e-5 - q * 2.7557319e-7)));
    let turn = i32(quarter) & 3;
    let swapped = select(vec2<f32>(s, c), vec2<f32>(c, s), (turn & 1) == 1);
    let sign_s = select(1.0, -1.0, (turn & 2) == 2);
    let sign_c = select(1.0, -1.0, turn == 1 || turn == 2);
    return swapped * vec2<f32>(sign_s, sign_c);
}

// Angle from the x axis to (x, y), from -pi to pi.
fn angle_of(x: f32, y: f32) -> f32 {
    let large = max(abs(x), abs(y));
    if large == 0.0 {
        return 0.0;
    }
    let ratio = min(abs(x), abs(y)) / large;
    let upper = ratio > 0.41421356;
    let t = select(ratio, (ratio - 1.0) / (ratio + 1.0), upper);
    let q = t * t;
    let series = t * (1.0 + q * (-0.33333333 + q * (0.2 + q * (-0.14285714 + q * (0.11111111 + q * (-0.090909091
        + q * (0.076923077 + q * (-0.066666667 + q * 0.058823529))))))));
    var angle = select(series, series + 0.25 * PI, upper);
    angle = select(angle, 0.5 * PI - angle, abs(y) > abs(x));
    angle = select(angle, PI - angle, x < 0.0);
    return select(angle, -angle, y < 0.0);
}

// x^y for x >= 0.
fn power(x: f32, y: f32) -> f32 {
    if y == 0.0 {
        return 1.0;
    }
    if !(x > 1.2e-38) {
        return select(0.0, LARGEST, y < 0.0);
    }
    let bits = bitcast<u32>(x);
    // Mantissa in [sqrt(1/2), sqrt(2)).
    let shifted = bits - 0x3f3504f3u;
    let exponent = i32(shifted) >> 23u;
    let mantissa = bitcast<f32>(bits - (bitcast<u32>(exponent) << 23u));
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let q = t * t;
    // log2 of the mantissa: 2 / ln 2 times the series of atanh.
    let log_mantissa = 2.885390082 * t * (1.0 + q * (0.33333333 + q * (0.2 + q * (0.14285714 + q * 0.11111111))));
    let whole_exponent = f32(exponent) * y;
    let whole = round(whole_exponent + log_mantissa * y);
    let rest = (whole_exponent - whole) + log_mantissa * y;
    if whole > 126.0 {
        return LARGEST;
    }
    if whole < -125.0 {
        return 0.0;
    }
    let e = rest * 0.693147181;
    let series = 1.0 + e * (1.0 + e * (0.5 + e * (0.16666667 + e * (0.041666667 + e * (0.0083333333
        + e * (0.0013888889 + e * 1.9841270e-4))))));
    return series * bitcast<f32>(u32(i32(whole) + 127) << 23u);
}
