// Words of the control block, for kernels that change none: bound as a uniform array, they are read once for all invocations,
// and no kernel before has to be waited for that changes none either.

@group(0) @binding(0) var<uniform> control: array<vec4<u32>, CONTROL_ROWS>;

fn word(number: u32) -> u32 {
    return control[number / 4u][number % 4u];
}

// The largest gap at which a pair may have a contact, by the flags of its history: 0 where no bodies pull at each other.
fn range_of(flags: u32) -> f32 {
    if !COHESIVE {
        return 0.0;
    }
    let touched = (flags & HISTORY_TOUCHING) != 0u;
    return bitcast<f32>(select(word(RANGE_UNTOUCHED), word(RANGE), touched));
}
