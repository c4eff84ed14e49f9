// What pulls two bodies together: a force of the signed overlap alone, with its potential; twin of src/force/cohesion.rs, where the
// formulas are. Needs math.wgsl. None of it is in the kernels of scenes without cohesion.

// The pull at one overlap, and the overlap at which the spring has the rest of the force.
struct Pull {
    force: f32,
    energy: f32,
    overlap: f32,
}

// That of two bodies with R*, whose spring has its stiffness.
fn of_radius(law: Law, radius: f32) -> Law {
    var own = law;
    if (law.bits & LAW_PULL_BY_RADIUS) != 0u {
        own.pull *= radius;
    }
    if (law.bits & LAW_NECKS) != 0u {
        own.range = 3.0 * power(own.pull / (9.0 * law.stiffness), 2.0 / 3.0);
    }
    if (law.bits & LAW_BRIDGES) != 0u {
        own.length /= sqrt(radius);
    }
    return own;
}

// At a round wall a pull acts while bodies overlap, and ends with the overlap.
fn at_round_wall(law: Law) -> Law {
    if (law.bits & (LAW_FADES | LAW_NECKS | LAW_BRIDGES)) == 0u {
        return law;
    }
    var own = law;
    own.bits = (law.bits & ~(LAW_NECKS | LAW_BRIDGES)) | LAW_FADES;
    own.range = NO_RANGE;
    return own;
}

// The gap up to which bodies hold together that have touched before, or not.
fn reach(law: Law, has_touched: bool) -> f32 {
    return select(0.0, law.range, has_touched || (law.bits & LAW_FADES) != 0u);
}

// The angle of a tangent that is not negative: after Cephes, whose error is below 2e-7; that of devices may be a thousand times as
// large.
fn arc_tangent(tangent: f32) -> f32 {
    var from_ = 0.0;
    var x = tangent;
    if tangent > 2.4142136 {
        from_ = 1.5707964;
        x = -1.0 / tangent;
    } else if tangent > 0.41421357 {
        from_ = 0.78539819;
        x = (tangent - 1.0) / (tangent + 1.0);
    }
    let q = x * x;
    return from_ + (((0.080537445 * q - 0.13877686) * q + 0.1997771) * q - 0.3333295) * q * x + x;
}

// DMT.
fn fading(law: Law, inside: f32, gap: f32) -> Pull {
    let x = min(gap / law.range, 1.0);
    let left = 0.5 - x + x * x * x * (1.0 - 0.5 * x);
    return Pull(law.pull * (1.0 - x * x * (3.0 - 2.0 * x)), -law.pull * (law.range * left + inside), inside);
}

// A liquid bridge; its potential is nothing where it breaks.
fn of_bridge(law: Law, inside: f32, gap: f32) -> Pull {
    let x = gap / law.length;
    let end = law.range / law.length;
    let root = sqrt(4.0 * BRIDGE_SQUARE - BRIDGE_LINEAR * BRIDGE_LINEAR);
    let slopes = (BRIDGE_LINEAR + 2.0 * BRIDGE_SQUARE * vec2<f32>(x, end)) / root;
    let tangent = max(2.0 * BRIDGE_SQUARE * (end - x) / root, 0.0) / (1.0 + slopes.x * slopes.y);
    let left = law.length * arc_tangent(tangent) * (2.0 / root);
    return Pull(law.pull / (1.0 + x * (BRIDGE_LINEAR + x * BRIDGE_SQUARE)), -law.pull * (left + inside), inside);
}

// JKR.
fn of_neck(law: Law, overlap: f32) -> Pull {
    let x = max(overlap / law.range, -1.0);
    let u = power(1.0 + sqrt(max(1.0 + x * x * x, 0.0)), 1.0 / 3.0);
    let y = 2.0 / (u * u + x + x * x / (u * u));
    let s = 0.5 * (sqrt(2.0 * y) + sqrt(max(4.0 * sqrt(2.0 / y) - 2.0 * y, 0.0)));
    let cube = s * s * s;
    return Pull(
        law.pull * cube * (2.0 / 3.0),
        law.pull * law.range * (cube * s) * (6.0 - 4.0 * cube) * (1.0 / 27.0),
        law.range * (cube * s) * (1.0 / 3.0),
    );
}

fn pull_at(law: Law, overlap: f32) -> Pull {
    if COHESIVE {
        let inside = max(overlap, 0.0);
        let gap = max(-overlap, 0.0);
        if (law.bits & LAW_NECKS) != 0u {
            return of_neck(law, overlap);
        }
        if (law.bits & LAW_FADES) != 0u {
            return fading(law, inside, gap);
        }
        if (law.bits & LAW_BRIDGES) != 0u {
            return of_bridge(law, inside, gap);
        }
    }
    return Pull(0.0, 0.0, overlap);
}

// Energy of a contact at an overlap, that of its spring included.
fn bond_energy(law: Law, overlap: f32) -> f32 {
    let pull = pull_at(law, overlap);
    return elastic_energy(law, pull.overlap) + pull.energy;
}

// A contact that comes into being by touch begins with the energy that it has then. Returns the heat of it.
fn begin(law: Law, history: ptr<function, History>) -> f32 {
    let forms = (law.bits & (LAW_NECKS | LAW_BRIDGES)) != 0u;
    if !COHESIVE || !forms || ((*history).flags & HISTORY_TOUCHING) != 0u {
        return 0.0;
    }
    let energy = bond_energy(law, 0.0);
    (*history).elastic = energy;
    return -energy;
}

// What is left of a contact when it breaks.
fn broken_energy(law: Law, history: History) -> f32 {
    if !COHESIVE || (history.flags & HISTORY_TOUCHING) == 0u {
        return 0.0;
    }
    return bond_energy(law, -law.range);
}
