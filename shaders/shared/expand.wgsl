// EPA: the face of the difference closest to the origin, with a lower and an upper bound at every step. Needs
// polytope.wgsl and normals.wgsl.

// The overlap of the cores is not below this.
var<private> lower: f32;
var<private> expansions: u32;

// What a round of growth does with the polytope: add a point above a face, nothing, or stop.
struct Growth {
    face: u32,
    vertex: Vertex,
    adds: bool,
    stops: bool,
    // The bounds agree.
    is_closed: bool,
}

// Expands the closest face until the bounds differ by no more than `tolerance`: true then. First, where it `jumps`, the support
// point of the best direction joins the polytope. (One call of `expand`: what is called is copied into its caller, and with two
// copies of it Mesa 22 takes 20 GB to compile this kernel.)
fn grow_polytope(tolerance: f32, limit: u32, jumps: bool) -> bool {
    let rounds = limit + select(0u, 1u, jumps);
    for (var k = 0u; k < rounds; k++) {
        let is_jump = jumps && k == 0u;
        var growth = Growth(0u, best_vertex, false, false, false);
        if is_jump {
            growth = growth_to_best();
        } else {
            growth = growth_of_closest(tolerance);
        }
        if growth.adds {
            let fits = expand(growth.face, growth.vertex);
            expansions += select(0u, 1u, fits);
            growth.stops = !fits && !is_jump;
        }
        if growth.stops {
            return growth.is_closed;
        }
    }
    return false;
}

// The support point of the best direction, where it stands above a face.
fn growth_to_best() -> Growth {
    var chosen = 0u;
    var most = 0.0;
    for (var k = 0u; k < faces; k++) {
        if (face_corners[k] & DEAD) == 0u && face_height[k] < LARGEST {
            let height = dot(face_plane(corners_of(k)).n, best_vertex.w) - face_height[k];
            if height > most {
                most = height;
                chosen = k;
            }
        }
    }
    return Growth(chosen, best_vertex, most > 2.0 * noise && !has_point(best_vertex), false, false);
}

// The support point along the normal of the closest face.
fn growth_of_closest(tolerance: f32) -> Growth {
    let face = closest_face();
    let height = face_height[face];
    var growth = Growth(face, best_vertex, false, false, false);
    if height >= LARGEST {
        growth.stops = true;
        return growth;
    }
    lower = max(lower, height);
    if best_width - height <= tolerance {
        growth.stops = true;
        growth.is_closed = true;
        return growth;
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
    growth.vertex = try_direction(n);
    let gain = dot(growth.vertex.w, n) - max(dot(p.w, n), max(dot(q.w, n), dot(r.w, n)));
    if gain <= tolerance {
        if polyhedral && !is_clear {
            offer_feature_normals(p, q, r, n);
        }
        // A sliver among coplanar points can lie; a face whose own plane is right cannot.
        growth.is_closed = best_width - height <= 4.0 * tolerance || height >= best_width;
        growth.stops = growth.is_closed;
    }
    growth.adds = gain > tolerance && !has_point(growth.vertex);
    if !growth.adds && !growth.stops {
        // Its corners are too nearly in line for its normal to mean anything, or it is done with.
        face_height[face] = LARGEST;
    }
    return growth;
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
