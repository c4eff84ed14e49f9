// Probes of a grain in a tube or cone, clear of its ends: along one azimuth, the overlap with the tangent plane. Needs
// walls/meridian.wgsl and walls_grain.wgsl.

const SEES_RIMS: bool = false;

// The overlap at one azimuth.
struct Probe {
    // Unit vector from the axis.
    azimuth: vec2<f32>,
    // Below 0 if they are apart.
    overlap: f32,
    // The point of the grain's core that is in contact, from its centre.
    point: vec3<f32>,
    // Of what maxima beside it share: the part that is taken off this one, and how deep it is.
    shared_with: vec2<f32>,
}

// Vectors of a probe. Plain ones: compilers take records apart, and keep what is left in registers.
const PROBE_VECTORS: u32 = 2u;
var<private> probes: array<vec4<f32>, PROBE_VECTORS * PROBE_ROOM + ASIDE_ROOM>;

// A climb has not arrived: no contact of the grain is more than bounded.
var<private> is_unsure: bool;

fn load_probe(k: u32) -> Probe {
    let first = probes[2u * k];
    let second = probes[2u * k + 1u];
    return Probe(first.xy, first.z, second.xyz, vec2<f32>(first.w, second.w));
}

fn store_probe(k: u32, at: Probe) {
    probes[2u * k] = vec4<f32>(at.azimuth, at.overlap, at.shared_with.x);
    probes[2u * k + 1u] = vec4<f32>(at.point, at.shared_with.y);
}

// Nothing asks for the ends.
fn keep_ends() {
}

fn from_rim(rim: u32) -> vec2<f32> {
    return vec2<f32>(0.0);
}

fn normal_of(at: Probe) -> vec2<f32> {
    return inside.normal;
}

// All normals are the side's.
fn with_normal(at: Probe, n: vec2<f32>) -> Probe {
    return at;
}

fn rim_of(at: Probe) -> u32 {
    return NO_RIM;
}

fn is_on_end(at: Probe) -> bool {
    return false;
}

fn made_unsure(at: Probe) -> Probe {
    is_unsure = true;
    return at;
}

fn probe_at(azimuth: vec2<f32>) -> Probe {
    let point = core_point(lifted(inside.normal, azimuth));
    let depth = inside.depth + dot(in_cut(point, azimuth), inside.normal);
    return Probe(azimuth, depth + inside.rounding, point, vec2<f32>(0.0));
}

// With the tangent plane, into which n points; instead of the overlap, how deep the grain's centre is in it.
fn contact_at_peak(peak: Probe, which: u32, center: vec2<f32>) -> WallContact {
    let axes = view_axes(which, center);
    let n = unit_or(axes * lifted(inside.normal, peak.azimuth), axes[0]);
    let depth = inside.depth + inside.normal.x * shift_at(peak.azimuth);
    let code = TOUCHING | POINT_PENDING | select(0u, UNCONVERGED, is_unsure);
    return WallContact(n, depth, vec3<f32>(0.0), 0.0, vec2<f32>(0.0), frame_angle(peak), code, peak.shared_with.x, peak.shared_with.y, 0.0);
}
