// Two features that meet, and what their contact is called. Needs features.wgsl, bands.wgsl and overlaps.wgsl.

// The sides of a contact, in a plane across the normal through the support point of the smaller body.
struct Meeting {
    a: Side,
    b: Side,
    band: Band,
    // Features closer to the support plane than this name the kind of contact.
    naming: f32,
}

fn has_few_corners(kind: u32) -> bool {
    return kinds[kind].family == POLYHEDRON && kinds[kind].vertices <= FEW_CORNERS;
}

// Corners of a polyhedron near the plane, three for a half-space, none for what is curved.
fn corner_count(side: Side, tolerance: f32) -> u32 {
    let family = family_of(side.kind);
    if family == POLYHEDRON {
        return near_within(side, tolerance);
    }
    return select(0u, 3u, family == HALFSPACE);
}

// The name of a contact in which one side at least is a point.
fn point_kind(meeting: Meeting) -> u32 {
    let on_a = corner_count(meeting.a, meeting.naming);
    let on_b = corner_count(meeting.b, meeting.naming);
    if on_a == 0u || on_b == 0u {
        return SMOOTH;
    }
    return min(max(on_a, on_b), 3u) - 1u;
}

fn figure_kind(meeting: Meeting, f: Figure, g: Figure) -> u32 {
    if f.form == FORM_POINT || g.form == FORM_POINT {
        return point_kind(meeting);
    }
    if f.form != FORM_SEGMENT && g.form != FORM_SEGMENT {
        return FACE_FACE;
    }
    if f.form != g.form {
        return EDGE_FACE;
    }
    if spread_of(ends_of(f, meeting.a), ends_of(g, meeting.b)) <= meeting.naming {
        return PARALLEL_EDGES;
    }
    let straight = family_of(meeting.a.kind) == POLYHEDRON && family_of(meeting.b.kind) == POLYHEDRON;
    return select(SMOOTH, EDGE_EDGE, straight);
}
