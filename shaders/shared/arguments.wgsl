// Numbers of workgroups: x, y, z and a filler for each slot of `arguments`; see src/device/schedule.rs.

// Workgroups in rows, as `element` counts them.
fn put_groups(slot: u32, groups: u32) {
    let rows = max((groups + GROUPS_IN_ROW - 1u) / GROUPS_IN_ROW, 1u);
    arguments[slot] = vec4<u32>(min(groups, GROUPS_IN_ROW), rows, 1u, 0u);
}

fn put_elements(slot: u32, count: u32) {
    // Not by adding first: the count may be close to 2^32.
    put_groups(slot, count / WORKGROUP + select(0u, 1u, count % WORKGROUP != 0u));
}
