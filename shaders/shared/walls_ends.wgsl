// The contact points of grains at ends of tubes and cones, and at rods; one invocation per link on the list. Needs walls/touch.wgsl,
// overlaps.wgsl and discs.wgsl.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read_write> wall_links: array<WallLink>;
@group(0) @binding(4) var<storage, read> wall_worklist: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let number = element(id);
    if atomicLoad(&control[STATUS]) != 0u || number >= atomicLoad(&control[TO_ENDS]) {
        return;
    }
    let item = wall_worklist[arrayLength(&wall_worklist) - 1u - number];
    let link = item.x;
    let slots = wall_links[link].slots;
    if slots == 0u {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    for (var rest = slots; rest != 0u; rest &= rest - 1u) {
        find_point(link, firstTrailingBit(rest), which, bitcast<f32>(item.y));
    }
}

// Most links have one contact: all is looked at anew for each, and need not be kept during the search for a point.
fn find_point(link: u32, slot: u32, which: u32, patch_share: f32) {
    let pose = poses[wall_links[link].body];
    let around = around_axis(place_in_frame(which, pose.high, pose.low));
    let axes = view_axes(which, around.azimuth);
    look_at_wall(which, pose.kind, around);
    look_at_grain(pose, axes);
    let pending = wall_links[link].contacts[slot];
    let azimuth = vec2<f32>(pending.spread, pending.normal.z);
    let rim = (pending.code >> RIM_SHIFT) & (LOWER | UPPER);
    let n = unit_or(axes * lifted(pending.normal.xy, azimuth), axes[0]);
    wall_links[link].contacts[slot].normal = n;
    wall_links[link].contacts[slot].code = pending.code & (TOUCHING | UNCONVERGED);
    let found = rim_point(RimContact(azimuth, pending.normal.xy, pending.overlap, rim, pending.arm), patch_share * pending.overlap);
    wall_links[link].contacts[slot].arm = quat_turn(pose.turn, found.point) - n * (0.5 * pending.overlap);
    let spread = spread_in_world(found.spread, axes * vec3<f32>(-azimuth.y, azimuth.x, 0.0), n);
    wall_links[link].contacts[slot].spread = spread.x;
    wall_links[link].contacts[slot].spread_shear = spread.yz;
}

// With the line along the side, with the flat end of a tube or cone, or with the disc at the end of a rod.
fn middle_with_wall(own: Figure, side: Side, view: RimView, is_side: bool, band: Band) -> SharedWith {
    let radius = inside.rod_radius;
    let is_rod = radius > 0.0;
    if own.form == FORM_POINT {
        return SharedWith(select(corner_of(own, side, 0u), view.met, is_rod), vec3<f32>(0.0));
    }
    if !is_side && !is_rod {
        return SharedWith(middle_on_end(own, side, view), figure_spread(own, side));
    }
    let line = Segment(view.corner, view.corner + vec2<f32>(0.0, view.side));
    let end = disc_figure(view.corner + vec2<f32>(0.0, view.outward * radius), radius);
    var middle = vec2<f32>(0.0);
    var spread = spread_of_disc(radius);
    if is_side {
        middle = middle_on_side(own, side, line, band);
        spread = spread_of_segment(line.q - line.p);
    } else {
        middle = middle_on_disc(own, side, end);
    }
    return SharedWith(middle, lesser_spread(figure_spread(own, side), spread));
}

fn middle_on_side(own: Figure, side: Side, line: Segment, band: Band) -> vec2<f32> {
    if (FAMILIES & (1u << CYLINDER)) != 0u && own.form == FORM_DISC {
        return segment_in_disc(line, own);
    }
    if own.form == FORM_SEGMENT {
        return middle_of_lines(ends_of(own, side), line, band);
    }
    let along = line.q - line.p;
    let part = inside_of(own, side, line.p, along, true, 0.0);
    if part.x <= part.y {
        return line.p + along * (0.5 * (part.x + part.y));
    }
    var best = vec4<f32>(line.p, polygon_clamp(own, side, line.p));
    best = closer(best, line.q, polygon_clamp(own, side, line.q));
    for (var k = 0u; k < own.count; k++) {
        let corner = corner_of(own, side, k);
        best = closer(best, corner, closest_on_segment(line.p, line.q, corner));
    }
    return 0.5 * (best.xy + best.zw);
}

// Where two lines cross, fading into the middle of their common length as they become parallel; where they do not cross, halfway
// between their closest points.
fn middle_of_lines(f: Segment, g: Segment, band: Band) -> vec2<f32> {
    let faded = band_faded(band, spread_of(f, g));
    let crossing_at = proper_crossing(f, g);
    var best = vec4<f32>(f.p, closest_on_segment(g.p, g.q, f.p));
    best = closer(best, f.q, closest_on_segment(g.p, g.q, f.q));
    best = closer(best, g.p, closest_on_segment(f.p, f.q, g.p));
    best = closer(best, g.q, closest_on_segment(f.p, f.q, g.q));
    return mix(common_middle(f, g), select(0.5 * (best.xy + best.zw), crossing_at.point, crossing_at.found), faded);
}

// Two places, or `best` where these are as close.
fn closer(best: vec4<f32>, p: vec2<f32>, q: vec2<f32>) -> vec4<f32> {
    return select(best, vec4<f32>(p, q), length_squared(p - q) < length_squared(best.xy - best.zw));
}

fn middle_on_disc(own: Figure, side: Side, end: Figure) -> vec2<f32> {
    if (FAMILIES & (1u << CYLINDER)) != 0u && own.form == FORM_DISC {
        return lens(own.p, own.radius, end.p, end.radius);
    }
    if own.form == FORM_SEGMENT {
        return segment_in_disc(ends_of(own, side), end);
    }
    let found = polygon_in_disc(own, side, end);
    if found.found {
        return found.point;
    }
    var best = vec4<f32>(end.p, polygon_clamp(own, side, end.p));
    for (var k = 0u; k < own.count; k++) {
        let corner = corner_of(own, side, k);
        best = closer(best, corner, figure_clamp(end, side, corner));
    }
    return 0.5 * (best.xy + best.zw);
}
