// 64-bit fixed point as a signed upper and an unsigned lower word; see src/device/fixed.rs for the scales.

const TWO_32: f32 = 4294967296.0;

// Number of the element that an invocation of a pass of one invocation per element works on.
// (The row is fixed: wgpu documents that `num_workgroups` is zero in indirect dispatches on DX12 unless it checks their arguments.)
fn element(id: vec3<u32>) -> u32 {
    return id.y * (GROUPS_IN_ROW * WORKGROUP) + id.x;
}

fn fixed_add(a: Fixed3, b: Fixed3) -> Fixed3 {
    let low = a.low + b.low;
    let carry = select(vec3<i32>(0), vec3<i32>(1), low < a.low);
    return Fixed3(a.high + b.high + carry, low);
}

fn fixed_sub(a: Fixed3, b: Fixed3) -> Fixed3 {
    let low = a.low - b.low;
    let borrow = select(vec3<i32>(0), vec3<i32>(1), a.low < b.low);
    return Fixed3(a.high - b.high - borrow, low);
}

// Divided by 2^16, to the nearest: from the scale of motion to that of positions.
fn fixed_motion_to_position(a: Fixed3) -> Fixed3 {
    let half = fixed_add(a, Fixed3(vec3<i32>(0), vec3<u32>(32768u)));
    let low = (half.low >> vec3<u32>(16u)) | (bitcast<vec3<u32>>(half.high) << vec3<u32>(16u));
    return Fixed3(half.high >> vec3<u32>(16u), low);
}

// As floats, times `unit`. The sign is taken off first: what is close to zero from below keeps its digits.
fn fixed_to_float(a: Fixed3, unit: f32) -> vec3<f32> {
    let negative = a.high < vec3<i32>(0);
    let flipped = fixed_sub(Fixed3(vec3<i32>(0), vec3<u32>(0u)), a);
    let high = select(a.high, flipped.high, negative);
    let low = select(a.low, flipped.low, negative);
    // The most negative number has no positive twin: its upper word reads as unsigned.
    let size = (vec3<f32>(bitcast<vec3<u32>>(high)) * TWO_32 + vec3<f32>(low)) * unit;
    return select(size, -size, negative);
}

// From floats that are already in units of the scale, below 2^62 in size; to the nearest.
fn fixed_from_float(x: vec3<f32>) -> Fixed3 {
    let size = abs(x);
    let high = floor(size / TWO_32);
    let low = round(size - high * TWO_32);
    let positive = Fixed3(vec3<i32>(high), vec3<u32>(low));
    let flipped = fixed_sub(Fixed3(vec3<i32>(0), vec3<u32>(0u)), positive);
    let negative = x < vec3<f32>(0.0);
    return Fixed3(select(positive.high, flipped.high, negative), select(positive.low, flipped.low, negative));
}
