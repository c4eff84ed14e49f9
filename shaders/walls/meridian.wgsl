// A grain in a tube or cone, and the wall in a cut through its axis; twin of src/walls/meridian.rs. Needs math.wgsl and
// shapes.wgsl.
//
// All is seen from the grain's centre: x away from the axis, y sideways, z along the axis. On a wide tube the axis is far
// away, and azimuths next to that of the centre are next to (1, 0): places in a cut are sums of small numbers.

// Differences of overlap below this share of the grain mean nothing.
const OVERLAP_NOISE: f32 = 4e-7;
// Normals that lean less than this off the axis are those of a flat end [rad].
const FLAT: f32 = 1e-6;

const NO_RIM: u32 = 0u;
const LOWER: u32 = 1u;
const UPPER: u32 = 2u;

// A grain in a tube or cone; or at a rod, which in a cut looks as a tube does, with the axis behind its side.
struct Inside {
    kind: u32,
    is_rod: bool,
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
    // How deep the patch reaches, as a share of the overlap; of rods only.
    patch_share: f32,
    // Radius of a rod.
    rod_radius: f32,
}

var<private> inside: Inside;

// The overlap at one azimuth.
struct Probe {
    // Unit vector from the axis.
    azimuth: vec2<f32>,
    // The normal in the cut, into the wall.
    n: vec2<f32>,
    // Overlap with the wall as it is in this cut; below 0 if they are apart.
    overlap: f32,
    // The end of the wall that the search had to reckon with.
    rim: u32,
    // 1 where it is only bounded.
    unconverged: u32,
    // The point of the grain's core that is in contact, from its centre.
    point: vec3<f32>,
    // Root mean square size of the patch, where that is known.
    patch_size: f32,
    // Of what maxima beside it share: the part that is taken off this one, and how deep it is.
    shared_with: vec2<f32>,
}

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

// Where the point of a probe lies: (distance from the axis along the azimuth, sideways).
fn place_of(at: Probe) -> vec2<f32> {
    let across = vec2<f32>(inside.radius + at.point.x, inside.aside + at.point.y);
    return vec2<f32>(dot(across, at.azimuth), at.azimuth.x * across.y - at.azimuth.y * across.x);
}

fn azimuth_angle(at: Probe) -> f32 {
    return angle_of(at.azimuth.x, at.azimuth.y);
}

// How the overlap changes with the azimuth, per radian.
fn slope_of(at: Probe) -> f32 {
    return at.n.x * place_of(at).y;
}

fn is_on_end(at: Probe) -> bool {
    return at.rim != NO_RIM && at.n.x < FLAT;
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

// The centre, seen from a rim.
fn from_rim(rim: u32) -> vec2<f32> {
    return select(inside.from_upper, inside.from_lower, rim == LOWER);
}

// Unit vector from a rim along the side.
fn inward_of(rim: u32) -> vec2<f32> {
    return rim_sign(rim) * vec2<f32>(-inside.normal.y, inside.normal.x);
}

// The furthest point of the core along n.
fn core_point(n: vec3<f32>) -> vec3<f32> {
    return inside.turn * core_support(inside.kind, n * inside.turn, NO_VERTEX).point;
}

// Whether a contact at a point of the cut, `depth` of it in the side, must reckon with a rim; see src/walls/meridian.rs.
fn is_rim_near(rim: u32, q: vec2<f32>, depth: f32) -> bool {
    let half_turn = (1.0 - rim_sign(rim) * inside.normal.y) / inside.normal.x;
    return has_rim(rim) && dot(from_rim(rim) + q, inward_of(rim)) < max(depth, 0.0) * half_turn;
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
