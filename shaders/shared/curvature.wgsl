// How sharply a surface is bent where it is touched: twin of src/geometry/curvature.rs. Needs math.wgsl and shapes.wgsl.

// 1 / R of contacts where the outward normal is `dir`, in the shape's frame.
fn local_curvature(kind: u32, dir: vec3<f32>) -> f32 {
    let of_volume = 1.0 / kinds[kind].contact_radius;
    let size = kinds[kind].size;
    var smooth_ = of_volume;
    switch family_of(kind) {
        case ELLIPSOID: {
            let scaled = size.xyz * dir;
            smooth_ = 0.5 * sqrt(dot(scaled, scaled)) * dot(1.0 - dir * dir, 1.0 / (size.xyz * size.xyz));
        }
        case CAPSULE: {
            smooth_ = beside_side(0.5 / size.w, 1.0 / size.w, dir);
        }
        case CYLINDER: {
            smooth_ = beside_side(0.5 / size.x, of_volume, dir);
        }
        case SUPERQUADRIC: {
            smooth_ = curvature_of_superquadric(kind, of_volume, abs(dir));
        }
        default: {
            return of_volume;
        }
    }
    return clamp(smooth_, of_volume / FLATTEST, of_volume / SHARPEST);
}

// From that of a side along z to that of what is beside it.
fn beside_side(side: f32, beside: f32, n: vec3<f32>) -> f32 {
    let t = min(abs(n.z) / SEAM, 1.0);
    return side + (beside - side) * t * t * (3.0 - 2.0 * t);
}

fn curvature_of_superquadric(kind: u32, of_volume: f32, n: vec3<f32>) -> f32 {
    let exponents = kinds[kind].exponents;
    // An exponent of 1 makes straight lines, which meet in edges.
    if (FAMILIES & (1u << SUPERQUADRIC)) == 0u || exponents.x == 1.0 || exponents.y == 1.0 {
        return of_volume;
    }
    let radii = kinds[kind].size.xyz;
    let scaled = radii * n;
    let ring = norm_support(scaled.x, scaled.y, exponents.y, exponents.w);
    let meridian = norm_support(ring.norm, scaled.z, exponents.x, exponents.z);
    let rho = max(meridian.x, BESIDE_AXIS);
    let leaning = dot(n.xy, n.xy);
    let upright = n.z * n.z;
    let along = ring.norm <= ALONG_AXIS * scaled.z;
    let ring_slope = select(leaning / (ring.norm * ring.norm), 1.0 / (radii.x * radii.x), along);
    let across_ = power(rho, exponents.x - 2.0);
    let f = vec2<f32>(ring.y, ring.x) / radii.xy;
    let lever = n.x * f.y + n.y * f.x;
    let about = upright * dot(f, f) + lever * lever;
    let bend = power(max(ring.x, BESIDE_AXIS) * max(ring.y, BESIDE_AXIS), exponents.y - 2.0);
    let twice = (exponents.x - 1.0) * across_ * ring_slope * upright
        + (exponents.y - 1.0) * across_ * bend * about
        + (exponents.x - 1.0) * power(max(meridian.y, BESIDE_AXIS), exponents.x - 2.0) * leaning / (radii.z * radii.z);
    return 0.5 * meridian.norm * twice;
}
