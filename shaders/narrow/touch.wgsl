// The contact point of two polyhedra that meet with a corner or with two edges that cross: what most pairs do, and what
// needs no figures. The others are left to `patch`, whose twin this is in these cases.

@group(0) @binding(1) var<storage, read> poses: array<Pose>;
// By material of A times the number of materials, plus that of B.
@group(0) @binding(2) var<storage, read> laws: array<Law>;
@group(0) @binding(3) var<storage, read_write> contacts: ContactList;
@group(0) @binding(4) var<storage, read_write> searches: array<Search>;

// What of a polyhedron lies near its support plane.
struct Near {
    // Corners within the band, and within the narrow one that names the kind.
    count: u32,
    named: u32,
    // Another corner than the support point: its place and its depth.
    place: vec2<f32>,
    depth: f32,
}

fn near_of(side: Side, reach: f32, naming: f32) -> Near {
    let first = kinds[side.kind].first_vertex;
    var near = Near(1u, 1u, side.at, 0.0);
    for (var vertex = 0u; vertex < kinds[side.kind].vertices; vertex++) {
        let corner = geometry[first + vertex].xyz;
        // From the difference of places: their heights would round more.
        let depth = dot(side.top - corner, side.dir);
        if vertex != side.vertex && depth <= reach {
            near.count += 1u;
            near.named += select(0u, 1u, depth <= naming);
            near.place = side_project(side, corner);
            near.depth = depth;
        }
    }
    return near;
}

// Where two edges cross, in the third place whether they do and are not too nearly parallel.
fn crossing_of(p: vec2<f32>, to_p: vec2<f32>, q: vec2<f32>, to_q: vec2<f32>, least: f32) -> vec3<f32> {
    let u = to_p - p;
    let v = to_q - q;
    let sine = u.x * v.y - u.y * v.x;
    let between = q - p;
    let along = vec2<f32>(between.x * v.y - between.y * v.x, between.x * u.y - between.y * u.x) / sine;
    let spread = abs(sine) / sqrt(max(max(dot(u, u), dot(v, v)), 1e-37));
    let crosses = sine != 0.0 && all(along >= vec2<f32>(0.0)) && all(along <= vec2<f32>(1.0)) && spread >= least;
    return vec3<f32>(0.5 * (p + u * along.x + q + v * along.y), select(0.0, 1.0, crosses));
}

// Where a contact is and its code, with POINT_KNOWN; without, where it takes figures to tell.
struct Found {
    arm: vec3<f32>,
    code: u32,
}

fn point_of(contact: Contact) -> Found {
    let unknown = Found(vec3<f32>(0.0), contact.code);
    let a = poses[contact.bodies.x];
    let b = poses[contact.bodies.y];
    // Of many corners the neighbours alone are looked at, by `patch`.
    let few = max(kinds[a.kind].vertices, kinds[b.kind].vertices) <= SCAN_LIMIT;
    let straight = kinds[a.kind].family == POLYHEDRON && kinds[b.kind].family == POLYHEDRON;
    if (contact.code & TOUCHING) == 0u || !straight || !few {
        return unknown;
    }
    let law = laws[kinds[a.kind].material * word(MATERIALS) + kinds[b.kind].material];
    let sizes = sizes_of(a.kind, b.kind);
    let band = band_for(sizes.x, sizes.y, law.patch_depth * contact.overlap);
    let naming = band_for(sizes.x, sizes.y, 0.0).low;
    let sight = sight_of(contact.normal, a, b);
    let at_a = near_of(sight.a, band.high, naming);
    let at_b = near_of(sight.b, band.high, naming);
    var place = select(sight.b.at, sight.a.at, at_a.count == 1u);
    var kind = min(max(at_a.named, at_b.named), 3u) - 1u;
    if at_a.count == 1u && at_b.count == 1u {
        place = 0.5 * (sight.a.at + sight.b.at);
    } else if at_a.count == 2u && at_b.count == 2u {
        let crossing = crossing_of(sight.a.at, at_a.place, sight.b.at, at_b.place, band.high);
        if crossing.z == 0.0 || max(at_a.depth, at_b.depth) > band.low {
            return unknown;
        }
        place = crossing.xy;
        kind = EDGE_EDGE;
    } else if at_a.count != 1u && at_b.count != 1u {
        return unknown;
    }
    let arm = arm_to(sight.base, contact.normal, contact.overlap, smaller_body(sight, a, b), place);
    return Found(arm, (contact.code & ~(0xffu << KIND_SHIFT)) | (kind << KIND_SHIFT) | POINT_KNOWN);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let place = element(id);
    if word(STATUS) != 0u || place >= atomicLoad(&contacts.words[LISTED]) {
        return;
    }
    let contact = contacts.items[place];
    // Pairs apart too where their gaps are measured.
    let wanted = (contact.code & TOUCHING) != 0u || word(GAP_WANTED) != 0u;
    if !wanted || (contact.code & POINT_KNOWN) != 0u {
        return;
    }
    let found = point_of(contact);
    if (found.code & POINT_KNOWN) != 0u {
        contacts.items[place].arm = found.arm;
        contacts.items[place].spread = 0.0;
        contacts.items[place].spread_shear = vec2<f32>(0.0);
        contacts.items[place].code = found.code;
    } else {
        searches[atomicAdd(&contacts.words[TO_PATCH], 1u)].left = place;
    }
}
