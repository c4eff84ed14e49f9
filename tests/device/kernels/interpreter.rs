//! The interpreter of kernels: texts with known results, the same on the device, and a whole step of a bed.

use packstone::device::buffer::Array;
use packstone::device::kernel::{Kernel, Window};
use packstone::device::record::StepRecord;
use packstone::device::schema::records::{GpuMotion, GpuPose};
use packstone::device::shader::Source;
use packstone::device::{Gpu, GpuOptions};
use packstone::studies::bench::{Bed, State};
use packstone::studies::model::interpret;
use packstone::studies::model::interpreter::{Bound, Counts, InterpretError, Kernel as Interpreted};

use super::gpu;

/// Lanes of a workgroup here.
const LANES: u32 = 64;

/// What texts begin with: words in, words out.
const HEAD: &str = "
    @group(0) @binding(0) var<storage, read> input: array<u32>;
    @group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
    fn put(at: u32, value: u32) { atomicStore(&output[at], value); }
    fn put_float(at: u32, value: f32) { atomicStore(&output[at], bitcast<u32>(value)); }
";

fn interpreted(
    source: &Source,
    input: &[u32],
    (count, groups): (usize, u32),
    wave: usize,
) -> Result<(Vec<u32>, Counts), InterpretError> {
    let kernel = Interpreted::new(source.name, &source.text(LANES))?;
    let mut memory = vec![input.to_vec(), vec![0; count]];
    let bound = |place: u32, words: usize| Bound { at: [0, place], buffer: place as usize, words };
    let bound = [bound(0, input.len()), bound(1, count)];
    let counts = kernel.run(&mut memory, &bound, [groups, 1, 1], wave)?;
    Ok((memory.remove(1), counts))
}

fn on_device(gpu: &Gpu, source: &Source, input: &[u32], (count, groups): (usize, u32)) -> Vec<u32> {
    let kernel = Kernel::new(gpu, source).expect("a good kernel");
    let input = Array::from_slice(gpu, "input", input).expect("room");
    let output: Array<u32> = Array::zeros(gpu, "output", count).expect("room");
    let arrays: &[Window] = &[input.window(), output.window()];
    let bound = kernel.bind(gpu, &[arrays]).expect("the arrays it declares");
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bound.run_groups(&mut encoder.begin_compute_pass(&Default::default()), [groups, 1, 1]);
    gpu.queue.submit([encoder.finish()]);
    output.read(gpu, count).expect("a result")
}

/// Runs a text on both, in waves of both widths; they agree word by word.
fn both(source: &Source, input: &[u32], size: (usize, u32)) -> Vec<u32> {
    let [wide, narrow] = [64, 32].map(|wave| interpreted(source, input, size, wave).expect("a kernel that it knows"));
    assert_eq!(wide.0, narrow.0, "{}: waves of 64 and of 32", source.name);
    assert_eq!(wide.1.lane_operations, narrow.1.lane_operations, "{}", source.name);
    let device = on_device(&gpu(), source, input, size);
    for (word, (own, theirs)) in wide.0.iter().zip(&device).enumerate() {
        assert_eq!(own, theirs, "{}: word {word} is {own:x} interpreted, {theirs:x} on the device", source.name);
    }
    wide.0
}

#[test]
fn lanes_part_in_loops_branches_and_functions_and_meet_again() {
    const SOURCE: Source = Source::new(
        "partings",
        &[
            HEAD,
            "fn first_power_above(x: u32) -> u32 {
                 if x == 7u { return 1000u; }
                 for (var power = 1u; ; power *= 2u) {
                     if power > x { return power; }
                 }
                 return 0u;
             }
             fn collatz(start: u32) -> u32 {
                 var x = start;
                 var steps = 0u;
                 while x > 1u {
                     steps++;
                     if x % 2u == 0u { x /= 2u; continue; }
                     x = 3u * x + 1u;
                     if steps == 20u { break; }
                 }
                 return steps;
             }
             fn named(x: u32) -> u32 {
                 var found = 1u;
                 switch x % 5u {
                     case 0u: { found = 10u; }
                     case 1u, 2u: { if x > 20u { break; } found = 20u; }
                     default: { found = 30u; }
                 }
                 return found;
             }
             fn counted(x: u32, sum: ptr<function, u32>) {
                 var k = 0u;
                 loop {
                     if k % 3u == 1u { continue; }
                     *sum += k;
                     continuing { k++; break if k > x; }
                 }
             }
             @compute @workgroup_size(WORKGROUP)
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {
                 let x = input[id.x];
                 if x == 33u { return; }
                 var sum = 0u;
                 counted(x % 9u, &sum);
                 put(4u * id.x, first_power_above(x));
                 put(4u * id.x + 1u, collatz(x));
                 put(4u * id.x + 2u, named(x));
                 put(4u * id.x + 3u, sum);
             }",
        ],
    );
    let expected = |x: u32| {
        if x == 33 {
            return [0; 4];
        }
        let power = if x == 7 { 1000 } else { (x + 1).next_power_of_two() };
        let (mut y, mut steps) = (x, 0);
        while y > 1 {
            steps += 1;
            if y % 2 == 0 {
                y /= 2;
                continue;
            }
            y = 3 * y + 1;
            if steps == 20 {
                break;
            }
        }
        let name = match x % 5 {
            0 => 10,
            1 | 2 if x > 20 => 1,
            1 | 2 => 20,
            _ => 30,
        };
        [power, steps, name, (0..=x % 9).filter(|k| k % 3 != 1).sum()]
    };
    let input: Vec<u32> = (0..128).map(|k| k * 7 % 61).collect();
    let found = both(&SOURCE, &input, (512, 2));
    let expected: Vec<u32> = input.iter().flat_map(|x| expected(*x)).collect();
    assert_eq!(found, expected);
}

#[test]
fn arrays_records_vectors_and_matrices_are_where_they_should_be() {
    const SOURCE: Source = Source::new("layouts", &[
            HEAD,
            "struct Part { place: vec3<f32>, weight: f32, is_good: bool, turn: mat3x3<f32> }
             var<private> sorted: array<u32, 8>;
             fn sort(x: u32) {
                 for (var k = 0u; k < 8u; k++) { sorted[k] = (x * (k + 3u) * 2654435761u) >> 25u; }
                 for (var k = 1u; k < 8u; k++) {
                     let one = sorted[k];
                     var j = k;
                     while j > 0u && sorted[j - 1u] > one { sorted[j] = sorted[j - 1u]; j--; }
                     sorted[j] = one;
                 }
             }
             fn heavier(part: ptr<function, Part>, by: f32) { (*part).weight += by; (*part).turn[1] *= 2.0; }
             @compute @workgroup_size(WORKGROUP)
             fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
                 let x = input[group.x * WORKGROUP + lane];
                 let at = 16u * (group.x * WORKGROUP + lane);
                 sort(x);
                 for (var k = 0u; k < 8u; k++) { put(at + k, sorted[k]); }
                 let f = f32(x);
                 var part = Part(vec3<f32>(f, 2.0, 3.0), 1.5, x > 30u, mat3x3<f32>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, f));
                 heavier(&part, f);
                 part.place.y = part.weight;
                 part.place[x % 3u] += 0.5;
                 let turned = part.turn * part.place;
                 let back = part.place * part.turn;
                 put_float(at + 8u, turned.x);
                 put_float(at + 9u, back.z);
                 put_float(at + 10u, transpose(part.turn)[2][x % 3u]);
                 put_float(at + 11u, (part.turn * part.turn)[0].y);
                 put_float(at + 12u, dot(part.place.zyx, vec3<f32>(1.0, 10.0, 100.0)));
                 put_float(at + 13u, select(-1.0, part.weight, part.is_good));
                 let signs = vec2<i32>(i32(x) - 30) / vec2<i32>(7, -4);
                 put(at + 14u, bitcast<u32>(signs.x * 1000 + signs.y));
                 put(at + 15u, u32(all(part.turn[0] < vec3<f32>(2.5))) + 2u * u32(any(part.place > vec3<f32>(50.0))));
             }",
        ]);
    let expected = |x: u32| {
        let mut sorted: Vec<u32> = (0..8).map(|k| x.wrapping_mul(k + 3).wrapping_mul(2_654_435_761) >> 25).collect();
        sorted.sort_unstable();
        let f = x as f32;
        let turn = [[1.0, 2.0, 3.0], [8.0, 10.0, 12.0], [7.0, 8.0, f]];
        let (weight, mut place) = (1.5 + f, [f, 1.5 + f, 3.0]);
        place[x as usize % 3] += 0.5;
        let along = |row: usize| (0..3).map(|k| turn[k][row] * place[k]).sum::<f32>();
        let floats = [
            along(0),
            (0..3).map(|k| turn[2][k] * place[k]).sum(),
            turn[x as usize % 3][2],
            turn[0][0] * turn[0][1] + turn[0][1] * turn[1][1] + turn[0][2] * turn[2][1],
            place[2] + 10.0 * place[1] + 100.0 * place[0],
            if x > 30 { weight } else { -1.0 },
        ];
        let off = x as i32 - 30;
        let large = u32::from(place.iter().any(|p| *p > 50.0));
        sorted.extend(floats.map(f32::to_bits));
        sorted.extend([(off / 7 * 1000 + off / -4).cast_unsigned(), 2 * large]);
        sorted
    };
    let input: Vec<u32> = (0..64).collect();
    let found = both(&SOURCE, &input, (1024, 1));
    assert_eq!(found, input.iter().flat_map(|x| expected(*x)).collect::<Vec<_>>());
}

#[test]
fn functions_of_bits_and_packing_give_what_they_should() {
    const SOURCE: Source = Source::new(
        "bits",
        &[
            HEAD,
            "@compute @workgroup_size(WORKGROUP)
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {
                 let x = input[id.x];
                 let at = 16u * id.x;
                 let f = f32(bitcast<i32>(x) >> 16u) / 4096.0;
                 put(at, countOneBits(x));
                 put(at + 1u, firstLeadingBit(x));
                 put(at + 2u, bitcast<u32>(firstLeadingBit(bitcast<i32>(x))));
                 put(at + 3u, firstTrailingBit(x));
                 put(at + 4u, reverseBits(x));
                 put(at + 5u, extractBits(x, 5u, 7u));
                 put(at + 6u, bitcast<u32>(extractBits(bitcast<i32>(x), 28u, 9u)));
                 put(at + 7u, insertBits(x, 0x15u, 3u, 4u));
                 put(at + 8u, pack2x16float(vec2<f32>(f, 1.0)));
                 put(at + 9u, pack4x8unorm(vec4<f32>(f, 0.25, 2.0, -1.0)));
                 put(at + 10u, pack2x16snorm(vec2<f32>(f, -0.3)));
                 put_float(at + 11u, unpack2x16float(x & 0x7bff7bffu).y);
                 put_float(at + 12u, unpack2x16unorm(x).x);
                 put_float(at + 13u, clamp(fract(f) + floor(f) + sign(f), -3.0, 3.0));
                 put(at + 14u, u32(max(f, 0.0)) + countLeadingZeros(x));
                 put_float(at + 15u, ldexp(f, 3));
             }",
        ],
    );
    let input: Vec<u32> = (0..64u32).map(|k| k.wrapping_mul(0x9e37_79b9) ^ (k << 27)).collect();
    let found = both(&SOURCE, &input, (1024, 1));
    for (x, words) in input.iter().zip(found.chunks(16)) {
        let leading = |x: u32| 31u32.wrapping_sub(x.leading_zeros());
        assert_eq!(words[0], x.count_ones());
        assert_eq!([words[1], words[2]], [leading(*x), leading(if x >> 31 == 1 { !x } else { *x })], "{x:x}");
        assert_eq!(words[3], if *x == 0 { u32::MAX } else { x.trailing_zeros() });
        assert_eq!([words[4], words[5]], [x.reverse_bits(), x >> 5 & 127]);
        assert_eq!(words[6], (x.cast_signed() >> 28).cast_unsigned());
        assert_eq!(words[7], x & !0x78 | 0x28, "{x:x}");
        assert_eq!(words[8] >> 16, 0x3c00);
        assert_eq!([words[9] >> 8 & 255, words[9] >> 16 & 255, words[9] >> 24], [64, 255, 0]);
    }
}

#[test]
fn a_workgroup_shares_memory_and_waits_for_all_its_lanes() {
    const SOURCE: Source = Source::new(
        "sharing",
        &[
            HEAD,
            "var<workgroup> sums: array<u32, WORKGROUP>;
             var<workgroup> largest: atomic<u32>;
             var<workgroup> chosen: u32;
             @compute @workgroup_size(WORKGROUP)
             fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
                 let x = input[group.x * WORKGROUP + lane];
                 if lane == 0u { atomicStore(&largest, 0u); chosen = x; }
                 sums[lane] = x;
                 workgroupBarrier();
                 atomicMax(&largest, x);
                 for (var step = 1u; step < WORKGROUP; step *= 2u) {
                     let before = select(0u, sums[max(lane, step) - step], lane >= step);
                     workgroupBarrier();
                     sums[lane] += before;
                     workgroupBarrier();
                 }
                 let first = workgroupUniformLoad(&chosen);
                 let at = 4u * (group.x * WORKGROUP + lane);
                 put(at, sums[lane]);
                 put(at + 1u, atomicLoad(&largest));
                 put(at + 2u, first);
                 let taken = atomicCompareExchangeWeak(&output[at + 3u], 0u, x);
                 atomicAdd(&output[4u * WORKGROUP * 2u], select(0u, 1u, taken.exchanged));
                 atomicMin(&output[4u * WORKGROUP * 2u + 1u], x);
                 atomicOr(&output[4u * WORKGROUP * 2u + 2u], 1u << (lane % 32u));
             }",
        ],
    );
    let input: Vec<u32> = (0..128).map(|k| k * 37 % 101 + 1).collect();
    let found = both(&SOURCE, &input, (516, 2));
    for (group, words) in input.chunks(64).zip(found.chunks(256)) {
        let largest = *group.iter().max().expect("64 lanes");
        let mut sum = 0;
        for (x, words) in group.iter().zip(words.chunks(4)) {
            sum += x;
            assert_eq!(words, [sum, largest, group[0], *x]);
        }
    }
    // Lanes that found what was expected, the least of zero and all, the bits of all lanes.
    assert_eq!(found[512..515], [128, 0, u32::MAX]);
    let (_, counts) = interpreted(&SOURCE, &input, (516, 2), 64).expect("a kernel that it knows");
    assert_eq!((counts.shared_bytes, counts.workgroups), (4 * 64 + 8, 2));
    assert_eq!(counts.barriers, 2 * (1 + 2 * 6 + 2));
}

#[test]
fn counts_are_those_of_a_text_that_can_be_counted_by_hand() {
    const SOURCE: Source = Source::new(
        "counting",
        &["
            struct Record { used: u32, unused: array<u32, 31> }
            @group(0) @binding(0) var<storage, read> input: array<Record>;
            @group(0) @binding(1) var<storage, read_write> output: array<u32>;
            fn used_of(record: Record) -> u32 { return record.used; }
            @compute @workgroup_size(WORKGROUP)
            fn main(@builtin(global_invocation_id) id: vec3<u32>) {
                let record = input[id.x];
                var x = used_of(record);
                if id.x < 16u { x = x * 3u; }
                output[id.x] = x;
            }"],
    );
    let input = vec![5; 64 * 32];
    let (found, counts) = interpreted(&SOURCE, &input, (64, 1), 64).expect("a kernel that it knows");
    assert_eq!((found[15], found[16]), (15, 5));
    // Two addresses, a comparison and a product; the first three by all lanes.
    assert_eq!((counts.wave_operations(), counts.lane_operations, counts.control()), (4, 3 * 64 + 16, 2));
    // Of 128 bytes each lane uses one word: a sector; of the output, all lanes have two lines.
    assert_eq!((counts.loads, counts.stores, counts.lines), (1, 1, 64 + 2));
    assert_eq!(counts.bytes(), [64 * 64, 64 * 4]);
    assert_eq!(counts.waves[0].waits, [0, 1, 0, 0]);
    let (_, narrow) = interpreted(&SOURCE, &input, (64, 1), 32).expect("a kernel that it knows");
    // The second wave has no lane for the product.
    assert_eq!((narrow.waves.len(), narrow.wave_operations(), narrow.loads), (2, 7, 2));
}

/// What it does not know and what kernels must not do ends with a message that names the kernel.
#[test]
fn what_cannot_be_interpreted_is_refused() {
    let refused = |body: &'static str| {
        let text = format!(
            "{HEAD} @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ {body} }}"
        );
        let parts: &'static [&'static str] = Box::leak(Box::new([&*Box::leak(text.into_boxed_str())]));
        let error = interpreted(&Source::new("refused", parts), &[0; 64], (64, 1), 64).expect_err(body).to_string();
        assert!(error.contains("refused"), "{error}");
        error
    };
    assert!(refused("put(id.x + 1u, 1u);").contains("\"output\""));
    assert!(refused("var x: array<u32, 4>; x[id.x] = 1u; put(0u, x[0]);").contains("a variable of its own"));
    assert!(refused("loop { if input[0] == 1u { break; } }").contains("no end"));
    assert!(refused("if input[id.x] == id.x { workgroupBarrier(); }").len() > 10);
    assert!(refused("put(0u, dot4U8Packed(input[0], 3u));").contains("Dot4U8Packed"));
    assert!(refused("nonsense").contains("nonsense"));
}

/// The words of an array at the end of a step, on the device and interpreted, and before it.
fn of_array<T: bytemuck::Pod>(record: &StepRecord, memory: &[Vec<u32>], name: &str) -> [Vec<T>; 3] {
    let array = record.dispatches.iter().flat_map(|dispatch| &dispatch.arrays).find(|array| array.name == name);
    let array = array.unwrap_or_else(|| panic!("no {name}"));
    let buffer = &record.buffers[array.buffer];
    [&buffer.after, &memory[array.buffer], &buffer.before]
        .map(|words| bytemuck::cast_slice::<u32, T>(&words[..array.words])[..record.bodies].to_vec())
}

/// The interpreter is a second device: a step of a bed moves every grain as the first does, but for rounding.
#[test]
fn a_step_of_a_bed_is_that_of_the_device() {
    for (bed, grains) in [("boxes", 150), ("spheres", 100), ("cylinders", 40)] {
        let scene = Bed::named(bed).expect("a bed").scene(State::Settled, grains).expect("a scene");
        let record = StepRecord::of(&scene, &GpuOptions::default(), 12).expect("a step without rebuild");
        let step = interpret(&record, 64).expect("kernels that it knows");
        assert!(step.lanes_at_work() > 0.05 && step.bytes()[0] > 0, "{bed}");
        let told = step.agreement.iter().find(|own| own.array == "poses").expect("poses");
        assert!(told.changed > grains && told.different * 20 < told.changed, "{bed}: {told:?}");
        let [device, own, before] = of_array::<GpuPose>(&record, &step.memory, "poses");
        let farthest = before.iter().zip(&device).map(|(p, q)| p.position().distance(q.position())).fold(0.0, f64::max);
        for (p, q) in device.iter().zip(&own) {
            let apart = p.position().distance(q.position());
            assert!(apart <= 1e-5 * farthest, "{bed}: {apart:e} of {farthest:e}");
            assert!(p.turn.iter().zip(q.turn).all(|(p, q)| (p - q).abs() < 1e-6), "{bed}: {p:?}, {q:?}");
        }
        let [device, own, before] = of_array::<GpuMotion>(&record, &step.memory, "motions");
        let velocity = |motion: &GpuMotion| motion.velocity().to_array();
        let apart = |p: &GpuMotion, q: &GpuMotion| {
            velocity(p).iter().zip(velocity(q)).map(|(p, q)| (p - q).abs()).fold(0.0, f64::max)
        };
        let fastest = before.iter().zip(&device).map(|(p, q)| apart(p, q)).fold(0.0, f64::max);
        for (p, q) in device.iter().zip(&own) {
            assert!(apart(p, q) <= 1e-3 * fastest, "{bed}: {:e} of {fastest:e}", apart(p, q));
        }
    }
}
