// EPA: the face of the difference closest to the origin, with a lower and an upper bound at every step. Needs
// polytope.wgsl and normals.wgsl.

// The overlap of the cores is not below this.
var<private> lower: f32;
var<private> expansions: u32;
// Numbered vertices: faces of the polytope have exact normals, and points can be told apart.
var<private> polyhedral: bool;

// Expands the closest face until the bounds differ by no more than `tolerance`: true then.
fn grow_polytope(tolerance: f32, limit: u32) -> bool {
    for (var k = 0u; k < limit; k++) {
        let face = closest_face();
        let height = face_height[face];
        if height >= LARGEST {
            return false;
        }
        lower = max(lower, height);
        if best_width - height <= tolerance {
            return true;
        }
        let at = corners_of(face);
        let p = polytope_vertex(at.x);
        let q = polytope_vertex(at.y);
        let r = polytope_vertex(at.z);
        var n = unit_or(face_cross(at), best_n);
        var is_clear = false;
        if polyhedral {
            let exact = clear_normal(p, q, r, n);
            is_clear = dot(exact, exact) > 0.25;
            n = select(n, exact, is_clear);
        }
        let vertex = try_direction(n);
        let gain = dot(vertex.w, n) - max(dot(p.w, n), max(dot(q.w, n), dot(r.w, n)));
        if gain <= tolerance {
            if polyhedral && !is_clear {
                try_feature_normals(p, q, r, n);
            }
            // A sliver among coplanar points can lie; a face whose own plane is right cannot.
            if best_width - height <= 4.0 * tolerance || height >= best_width {
                return true;
            }
            face_height[face] = LARGEST;
            continue;
        }
        if has_point(vertex) {
            // Its corners are too nearly in line for its normal to mean anything.
            face_height[face] = LARGEST;
            continue;
        }
        if !expand(face, vertex) {
            return false;
        }
        expansions += 1u;
    }
    return false;
}

// Looks whether another direction, not like the best, gives the same overlap within `band`.
fn is_unique(band: f32, tolerance: f32, same_cosine: f32) -> bool {
    for (var k = 0u; k < 24u; k++) {
        let face = closest_face();
        let height = face_height[face];
        if height > best_width + band {
            return true;
        }
        let n = unit_or(face_cross(corners_of(face)), best_n);
        if dot(n, best_n) > same_cosine {
            face_height[face] = LARGEST;
            continue;
        }
        let vertex = support(n);
        let gain = dot(vertex.w - point_w[corners_of(face).x], n);
        if gain <= tolerance {
            return false;
        }
        if has_point(vertex) || !expand(face, vertex) {
            face_height[face] = LARGEST;
        }
    }
    return true;
}

// The known point or the support along one of two directions and their opposites that lies furthest from the first
// point, the line of the first two or the plane of the first three, as there are that many.
fn furthest_point(known: u32, first: vec3<f32>, second: vec3<f32>) -> Vertex {
    var best = corner[0];
    var most = -1.0;
    for (var k = 0u; k < known + 4u; k++) {
        var vertex = corner[min(k, 3u)];
        if k >= known {
            let dir = select(second, first, ((k - known) & 2u) == 0u);
            vertex = support(select(dir, -dir, ((k - known) & 1u) == 1u));
        }
        let off = seed_measure(vertex.w);
        // A support point is asked for only where the known points are of no use.
        if off > most * select(1.0, 1000.0, k >= known && most > 0.0) {
            most = off;
            best = vertex;
        }
    }
    return best;
}

// Distance of w from what the points so far span.
fn seed_measure(w: vec3<f32>) -> f32 {
    let off = w - point_w[0];
    if points == 1u {
        return length(off);
    }
    let along = unit_or(point_w[1] - point_w[0], vec3<f32>(1.0, 0.0, 0.0));
    if points == 2u {
        return length(off - along * dot(off, along));
    }
    return abs(dot(off, unit_or(cross(along, point_w[2] - point_w[0]), along)));
}

// Makes the first tetrahedron from the `known` points in `corner`, completed by support points where they are too few or
// lie in a plane. False where the difference itself is flat.
fn seed_from_corners(known: u32) -> bool {
    points = 0u;
    faces = 0u;
    add_point(corner[0]);
    add_point(furthest_point(known, vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0)));
    let size = length(point_w[1] - point_w[0]);
    let along = unit_or(point_w[1] - point_w[0], vec3<f32>(0.0, 0.0, 1.0));
    let across = tangents(along);
    add_point(furthest_point(known, across[0], across[1]));
    let normal = unit_or(cross(along, point_w[2] - point_w[0]), across[0]);
    add_point(furthest_point(known, normal, normal));
    let volume = dot(cross(point_w[1] - point_w[0], point_w[2] - point_w[0]), point_w[3] - point_w[0]);
    seed_polytope();
    return abs(volume) > 1e-15 * size * size * size;
}
