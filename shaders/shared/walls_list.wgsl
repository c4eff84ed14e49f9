// Lists the grains that may touch a tube, cone or rod: from the front those in tubes and cones clear of their ends, from the
// back those at ends and at rods. The order of the list differs from run to run; what is found of a link does not depend on it.

@group(0) @binding(0) var<storage, read_write> control: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(3) var<storage, read> laws: array<Law>;
@group(0) @binding(4) var<storage, read_write> wall_links: array<WallLink>;
// Number of the link, and the bits of how deep its patches reach, as a share of the overlap.
@group(0) @binding(5) var<storage, read_write> wall_worklist: array<vec4<u32>>;
@group(1) @binding(0) var<storage, read> kinds: array<Kind>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let link = element(id);
    if atomicLoad(&control[STATUS]) != 0u || link >= atomicLoad(&control[WALL_LINKS]) {
        return;
    }
    let which = atomicLoad(&control[STEP]) * atomicLoad(&control[SURFACES]) + wall_links[link].surface;
    if surfaces[which].form == PLANE {
        return;
    }
    let body = wall_links[link].body;
    let kind = poses[body].kind;
    let place = place_in_frame(which, poses[body].high, poses[body].low);
    if distance_bound(which, place) > kinds[kind].radius {
        wall_links[link].slots = 0u;
        return;
    }
    look_at_wall(which, kind, around_axis(place));
    let at_end = surfaces[which].form == ROD || rim_in_reach() != NO_RIM;
    var at = atomicAdd(&control[select(TO_TUBES, TO_ENDS, at_end)], 1u);
    // There is a place for every link.
    let places = arrayLength(&wall_worklist);
    if at < places {
        at = select(at, places - 1u - at, at_end);
        let law = kinds[kind].material * atomicLoad(&control[MATERIALS]) + surfaces[which].material;
        wall_worklist[at] = vec4<u32>(link, bitcast<u32>(laws[law].patch_depth), 0u, 0u);
    }
}
