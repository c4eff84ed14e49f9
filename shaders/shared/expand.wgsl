// EPA: the face of the difference closest to the origin, with a lower and an upper bound at every step. Needs
// polytope.wgsl and normals.wgsl.

// The overlap of the cores is not below this.
var<private> lower: f32;
var<private> expansions: u32;

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
        var n = unit_or(face_plane(at).n, unit_or(p.w - inside, best_n));
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
                offer_feature_normals(p, q, r, n);
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

// Distance of w from what the points so far span.
fn seed_measure(w: vec3<f32>) -> f32 {
    let off = w - point_at(0u);
    if points == 1u {
        return length(off);
    }
    let along = unit_or(point_at(1u) - point_at(0u), vec3<f32>(1.0, 0.0, 0.0));
    if points == 2u {
        return length(off - along * dot(off, along));
    }
    return abs(dot(off, unit_or(cross(along, point_at(2u) - point_at(0u)), along)));
}

// Directions in which a point is looked for that is not on the first point, on the line of the first two, or in the
// plane of the first three.
fn seed_direction(number: u32) -> vec3<f32> {
    var dir = vec3<f32>(0.0);
    if points == 1u {
        dir[number >> 1u] = 1.0;
    } else {
        let across = tangents(unit_or(point_at(1u) - point_at(0u), vec3<f32>(0.0, 0.0, 1.0)));
        dir = across[number >> 1u];
        if points == 3u {
            dir = unit_or(cross(point_at(1u) - point_at(0u), point_at(2u) - point_at(0u)), dir);
        }
    }
    return select(dir, -dir, (number & 1u) == 1u);
}

// Makes the first tetrahedron from the points that are remembered, completed by support points where they are too few
// or lie in a plane.
fn seed_from(last: Search) {
    let known = min(last.code & WARM_COUNT, 4u);
    let by_direction = (last.code & BY_DIRECTION) != 0u;
    let most = max(vec2<u32>(vertex_count(kind_a), vertex_count(kind_b)), vec2<u32>(1u)) - 1u;
    points = 0u;
    for (var stage = 0u; stage < 4u; stage++) {
        var best = Vertex(vec3<f32>(0.0), NO_VERTEX, NO_VERTEX);
        var furthest = -1.0;
        for (var k = 0u; k < known + 4u; k++) {
            // Support points are looked for only where the known points are of no use.
            if k >= known && furthest > 1e-3 * (sizes.x + sizes.y) {
                break;
            }
            var vertex = best;
            let word = last.points[min(k, 3u)];
            if k < known && !by_direction {
                let ids = min(unpack_ids(word), most);
                vertex = numbered(ids.x, ids.y);
            } else {
                vertex = support(select(seed_direction(k - min(known, k)), unpack_direction(word), k < known));
            }
            let off = select(seed_measure(vertex.w), 1.0, points == 0u);
            if off > furthest {
                furthest = off;
                best = vertex;
            }
            if points == 0u {
                break;
            }
        }
        add_point(best);
    }
    seed_polytope();
}
