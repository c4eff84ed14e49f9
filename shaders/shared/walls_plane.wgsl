// A grain at a plane: what contact.wgsl needs to treat it.

const TASK_ROOM: u32 = 1u;

fn is_treated(form: u32) -> bool {
    return form == PLANE;
}

// The task at a plane, in slot 0; returns the slots in use.
fn tasks_at(link: u32, which: u32, pose: Pose, place: Fixed3) -> u32 {
    let depth = -fixed_to_float(place, POSITION_UNIT).z;
    tasks[0] = Task(-axis_in_world(which, 2u), depth, vec3<f32>(0.0), 0.0, 0.0, false, 0.0, TOUCHING, vec2<f32>(0.0));
    return 1u;
}
