// A grain in a tube or cone, and the wall in a cut through its axis; twin of src/walls/meridian.rs. Needs math.wgsl and
// shapes.wgsl.
//
// All is seen from the grain's centre: x away from the axis, y sideways, z along the axis. On a wide tube the axis is far
// away, and azimuths next to that of the centre are next to (1, 0): places in a cut are sums of small numbers.

// Differences of overlap below this share of the grain mean nothing.
const OVERLAP_NOISE: f32 = 4e-7;
const FULL_TURN: f32 = 6.28318531;

const NO_RIM: u32 = 0u;
const LOWER: u32 = 1u;
const UPPER: u32 = 2u;

// A grain in a tube or cone; or at a rod, which in a cut looks as a tube does, with the axis behind its side.
struct Inside {
    kind: u32,
    // Bits as in `Surface`.
    ends: u32,
    size: f32,
    rounding: f32,
    // From the grain's own axes to those described above.
    turn: mat3x3<f32>,
    // Unit normal of the side in a cut, into the solid.
    normal: vec2<f32>,
    // The centre: its distance from the axis, what rounding leaves sideways, and how deep it is in the side.
    radius: f32,
    aside: f32,
    depth: f32,
    // Length of the side.
    length: f32,
    // The centre, seen from the corners at the ends.
    from_lower: vec2<f32>,
    from_upper: vec2<f32>,
    // Radius of a rod.
    rod_radius: f32,
}

var<private> inside: Inside;

fn lifted(q: vec2<f32>, azimuth: vec2<f32>) -> vec3<f32> {
    return vec3<f32>(azimuth * q.x, q.y);
}

// How much less far than from the axis the centre is along an azimuth.
fn shift_at(azimuth: vec2<f32>) -> f32 {
    let versine = select(1.0 - azimuth.x, azimuth.y * azimuth.y / (1.0 + azimuth.x), azimuth.x > 0.0);
    return azimuth.y * inside.aside - inside.radius * versine;
}

// A point in the cut at an azimuth, from where the centre is in its own.
fn in_cut(p: vec3<f32>, azimuth: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(shift_at(azimuth) + dot(azimuth, p.xy), p.z);
}

// Where a point lies, seen at an azimuth: (distance from the axis along the azimuth, sideways).
fn place_at(azimuth: vec2<f32>, point: vec3<f32>) -> vec2<f32> {
    let across = vec2<f32>(inside.radius + point.x, inside.aside + point.y);
    return vec2<f32>(dot(across, azimuth), azimuth.x * across.y - azimuth.y * across.x);
}

fn noise() -> f32 {
    return OVERLAP_NOISE * inside.size;
}

fn has_rim(rim: u32) -> bool {
    return (inside.ends & select(UPPER_RIM, LOWER_RIM, rim == LOWER)) != 0u;
}

fn rim_sign(rim: u32) -> f32 {
    return select(-1.0, 1.0, rim == LOWER);
}

// Unit vector from a rim along the side.
fn inward_of(rim: u32) -> vec2<f32> {
    return rim_sign(rim) * vec2<f32>(-inside.normal.y, inside.normal.x);
}

// An end of the wall that the grain may reach.
fn rim_in_reach() -> u32 {
    for (var rim = LOWER; rim <= UPPER; rim++) {
        if has_rim(rim) && dot(from_rim(rim), inward_of(rim)) < inside.size {
            return rim;
        }
    }
    return NO_RIM;
}

// An azimuth, turned.
fn turned_azimuth(azimuth: vec2<f32>, angle: f32) -> vec2<f32> {
    let turn = sine_cosine(angle);
    let sum = vec2<f32>(azimuth.x * turn.y - azimuth.y * turn.x, azimuth.y * turn.y + azimuth.x * turn.x);
    return sum / sqrt(dot(sum, sum));
}
