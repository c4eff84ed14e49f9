// A grain in a tube or cone, at one of its ends. Needs walls/rim.wgsl and walls/touch.wgsl.

// Of a contact with a flat end only.
fn middle_with_wall(own: Figure, side: Side, view: RimView, is_side: bool, band: Band) -> SharedWith {
    if own.form == FORM_POINT {
        return SharedWith(corner_of(own, side, 0u), vec3<f32>(0.0));
    }
    return SharedWith(middle_on_end(own, side, view), vec3<f32>(0.0));
}

// On a flat end, where the overlap is the same all around, the contact point tells where to go on.
fn probe_at(azimuth: vec2<f32>) -> Probe {
    var found = least_at(azimuth);
    if is_on_end(found) {
        let at = RimContact(found.azimuth, found.n, found.overlap, rim_of(found), found.point);
        found.point = inside.turn * rim_point(at, 0.0).point;
    }
    return found;
}

// The end may be out of the way of the overlap and still cut off a part of the line along which the grain touches.
fn contact_at_peak(peak: Probe, which: u32, center: vec2<f32>) -> WallContact {
    return pending_at_end(peak, select(rim_of(peak), rim_in_reach(), rim_of(peak) == NO_RIM));
}
