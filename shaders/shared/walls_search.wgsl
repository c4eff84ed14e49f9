// The contacts of grains with tubes, cones and rods, all but their points; one invocation per link on the list. The kernel says
// which links it treats: of surfaces of FORM, at its ends and rims (AT_ENDS) or clear of them.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read_write> wall_links: array<WallLink>;
@group(0) @binding(4) var<storage, read> wall_worklist: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let number = element(id);
    if atomicLoad(&control[STATUS]) != 0u || number >= atomicLoad(&control[select(TO_TUBES, TO_ENDS, AT_ENDS)]) {
        return;
    }
    let link = wall_worklist[select(number, arrayLength(&wall_worklist) - 1u - number, AT_ENDS)].x;
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    if surfaces[which].form != FORM {
        return;
    }
    let pose = poses[wall_links[link].body];
    let around = around_axis(place_in_frame(which, pose.high, pose.low));
    look_at_wall(which, pose.kind, around);
    keep_ends();
    look_at_grain(pose, view_axes(which, around.azimuth));
    last.link = link;
    last.slots = wall_links[link].slots;
    last.base = angle_of(around.azimuth.x, around.azimuth.y);
    find_peaks();
    assign_slots();
    var used = 0u;
    for (var k = 0u; k < peak_count; k++) {
        let slot = slot_of_peak(k);
        wall_links[link].contacts[slot] = contact_at_peak(load_probe(k), which, around.azimuth);
        used |= 1u << slot;
    }
    wall_links[link].slots = used;
}
