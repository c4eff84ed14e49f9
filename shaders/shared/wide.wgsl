// Products of fixed-point numbers: where bodies are in the frames of walls, however far those reach. Needs fixed.wgsl.
//
// A wall may be 10^4 grains long. A float keeps a place on it to 10^-3 of a grain, and a distance from it that is the
// difference of two such places would be worth nothing. So places are turned into the wall's frame as integers; only
// what is left, of the grain's own size where it matters, becomes a float.

// Upper words of products.
fn multiply_high(a: vec3<u32>, b: vec3<u32>) -> vec3<u32> {
    let half = vec3<u32>(16u);
    let mask = vec3<u32>(0xffffu);
    let a_low = a & mask;
    let a_high = a >> half;
    let b_low = b & mask;
    let b_high = b >> half;
    let first = a_high * b_low + ((a_low * b_low) >> half);
    let second = a_low * b_high + (first & mask);
    return a_high * b_high + (first >> half) + (second >> half);
}

fn fixed_negated(a: Fixed3) -> Fixed3 {
    return fixed_sub(Fixed3(vec3<i32>(0), vec3<u32>(0u)), a);
}

fn fixed_select(a: Fixed3, b: Fixed3, take_b: vec3<bool>) -> Fixed3 {
    return Fixed3(select(a.high, b.high, take_b), select(a.low, b.low, take_b));
}

// Component by component, a times b, where b is in the scale of turns and the product in that of a. It is too small by
// up to 12 units of its last place: the lower parts of the product, which are left out, and a shift by 2.
fn fixed_times(a: Fixed3, b: Fixed3) -> Fixed3 {
    let negative = (a.high ^ b.high) < vec3<i32>(0);
    let p = fixed_select(a, fixed_negated(a), a.high < vec3<i32>(0));
    let q = fixed_select(b, fixed_negated(b), b.high < vec3<i32>(0));
    let p_high = bitcast<vec3<u32>>(p.high);
    let q_high = bitcast<vec3<u32>>(q.high);
    let zero = vec3<i32>(0);
    var sum = Fixed3(bitcast<vec3<i32>>(multiply_high(p_high, q_high)), p_high * q_high);
    sum = fixed_add(sum, Fixed3(zero, multiply_high(p_high, q.low)));
    sum = fixed_add(sum, Fixed3(zero, multiply_high(p.low, q_high)));
    // From 2^-64 of the product to 2^-62.
    let two = vec3<u32>(2u);
    let high = (sum.high << two) | bitcast<vec3<i32>>(sum.low >> vec3<u32>(30u));
    let product = Fixed3(high, sum.low << two);
    return fixed_select(product, fixed_negated(product), negative);
}

// Sum of the first two components, in the first.
fn fixed_first_two(a: Fixed3) -> Fixed3 {
    return fixed_add(a, Fixed3(a.high.yxz, a.low.yxz));
}
