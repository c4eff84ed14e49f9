//! Functions of WGSL, each with what it costs: about the instructions that compilers of cards make of it.

use naga::{MathFunction as Fun, ScalarKind as Kind, TypeInner};

use super::Trouble;
use super::expression::{Cost, columns_of};
use super::lanes::{by_lane, lane_words, map, map2, map3};
use super::layout::{column_words, kind_of};
use super::packing::packing;

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// A function of the operands, of which the first has a type that tells what kind of numbers they are.
pub fn math(fun: Fun, first: &TypeInner, lanes: usize, operands: &[&[u32]]) -> Result<(Vec<u32>, Cost), Trouble> {
    let kind = kind_of(first)?;
    let words = (operands[0].len() / lanes) as u64;
    let found = match (operands, kind) {
        ([a], Kind::Float) if let Some((value, [arithmetic, transcendental])) = of_one_float(fun) => {
            Some((map(a, |x| value(f(x)).to_bits()), [arithmetic * words, transcendental * words]))
        }
        (_, Kind::Float) if let Some(found) = of_floats(fun, lanes, operands) => Some(found),
        (_, Kind::Float) if let Some(found) = of_vectors(fun, lanes, operands) => Some(found),
        ([a], Kind::Float) if let Some([columns, rows, stride]) = columns_of(first) => match fun {
            Fun::Transpose => Some((transpose(lanes, a, [columns, rows, stride]), [0, 0])),
            Fun::Determinant => Some((determinant(lanes, a, columns, stride), [[2, 9, 40][columns - 2], 0])),
            _ => None,
        },
        (_, Kind::Sint | Kind::Uint) => of_integers(fun, kind, lanes, operands).map(|found| (found, [words, 0])),
        _ => None,
    };
    let found = found.or_else(|| packing(fun, lanes, operands));
    found.ok_or_else(|| Trouble(format!("the function {fun:?} of {kind:?}")))
}

/// A function of one number.
type OfOne = fn(f32) -> f32;

/// Functions of one number, word by word, with their cost.
fn of_one_float(fun: Fun) -> Option<(OfOne, Cost)> {
    let sign = |x: f32| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }
    };
    Some(match fun {
        // Whoever uses it takes the sign away.
        Fun::Abs => (f32::abs, [0, 0]),
        Fun::Saturate => (|x| x.clamp(0.0, 1.0), [1, 0]),
        Fun::Floor => (f32::floor, [1, 0]),
        Fun::Ceil => (f32::ceil, [1, 0]),
        Fun::Trunc => (f32::trunc, [1, 0]),
        Fun::Round => (f32::round_ties_even, [1, 0]),
        Fun::Fract => (|x| x - x.floor(), [1, 0]),
        Fun::Sign => (sign, [2, 0]),
        Fun::Radians => (f32::to_radians, [1, 0]),
        Fun::Degrees => (f32::to_degrees, [1, 0]),
        Fun::Sqrt => (f32::sqrt, [0, 1]),
        Fun::InverseSqrt => (|x| 1.0 / x.sqrt(), [0, 1]),
        Fun::Exp2 => (f32::exp2, [0, 1]),
        Fun::Log2 => (f32::log2, [0, 1]),
        Fun::Exp => (f32::exp, [1, 1]),
        Fun::Log => (f32::ln, [1, 1]),
        Fun::Sin => (f32::sin, [1, 1]),
        Fun::Cos => (f32::cos, [1, 1]),
        Fun::Tan => (f32::tan, [2, 3]),
        Fun::Asin => (f32::asin, [12, 1]),
        Fun::Acos => (f32::acos, [12, 1]),
        Fun::Atan => (f32::atan, [12, 1]),
        Fun::Sinh => (f32::sinh, [4, 2]),
        Fun::Cosh => (f32::cosh, [4, 2]),
        Fun::Tanh => (f32::tanh, [4, 3]),
        Fun::Asinh => (f32::asinh, [5, 2]),
        Fun::Acosh => (f32::acosh, [4, 2]),
        Fun::Atanh => (f32::atanh, [4, 2]),
        _ => return None,
    })
}

/// Functions of several numbers, word by word.
fn of_floats(fun: Fun, lanes: usize, operands: &[&[u32]]) -> Option<(Vec<u32>, Cost)> {
    let words = (operands[0].len() / lanes) as u64;
    let two = |g: fn(f32, f32) -> f32| match operands {
        [a, b] => Some(map2(lanes, a, b, |x, y| g(f(x), f(y)).to_bits())),
        _ => None,
    };
    let three = |g: fn(f32, f32, f32) -> f32| match operands {
        [a, b, c] => Some(map3(lanes, [a, b, c], |x, y, z| g(f(x), f(y), f(z)).to_bits())),
        _ => None,
    };
    let smooth = |low: f32, high: f32, x: f32| {
        let share = ((x - low) / (high - low)).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    };
    let (found, [arithmetic, transcendental]) = match fun {
        Fun::Min => (two(f32::min)?, [1, 0]),
        Fun::Max => (two(f32::max)?, [1, 0]),
        Fun::Step => (two(|edge, x| if edge <= x { 1.0 } else { 0.0 })?, [1, 0]),
        Fun::Pow => (two(f32::powf)?, [1, 2]),
        Fun::Atan2 => (two(f32::atan2)?, [20, 1]),
        Fun::Clamp => (three(|x, low, high| x.max(low).min(high))?, [1, 0]),
        Fun::Fma => (three(f32::mul_add)?, [1, 0]),
        Fun::Mix => (three(|x, y, share| x * (1.0 - share) + y * share)?, [2, 0]),
        Fun::SmoothStep => (three(smooth)?, [6, 1]),
        Fun::Ldexp => match operands {
            [a, b] => {
                let scaled = |x, exponent: u32| libm::ldexpf(f(x), exponent.cast_signed()).to_bits();
                (map2(lanes, a, b, scaled), [1, 0])
            }
            _ => return None,
        },
        _ => return None,
    };
    Some((found, [arithmetic * words, transcendental * words]))
}

/// Functions of vectors as a whole.
fn of_vectors(fun: Fun, lanes: usize, operands: &[&[u32]]) -> Option<(Vec<u32>, Cost)> {
    let words = operands[0].len() / lanes;
    let of = |operand: usize, lane: usize| lane_words(lanes, operands[operand], lane).map(f);
    let dot = |p: usize, q: usize, lane: usize| of(p, lane).zip(of(q, lane)).map(|(x, y)| x * y).reduce(|s, t| s + t);
    let product = |p: usize, q: usize, lane: usize| dot(p, q, lane).unwrap_or(0.0);
    let scalar = |g: &dyn Fn(usize) -> f32| (0..lanes).map(|lane| g(lane).to_bits()).collect::<Vec<u32>>();
    let vector = |g: &dyn Fn(usize, usize) -> f32| {
        let numbers = |lane: usize, own: &mut [u32]| {
            own.iter_mut().enumerate().for_each(|(word, number)| *number = g(lane, word).to_bits());
        };
        by_lane(lanes, words, numbers)
    };
    let at = |operand: usize, lane: usize, word: usize| f(operands[operand][word * lanes + lane]);
    let n = words as u64;
    Some(match fun {
        Fun::Dot => (scalar(&|lane| product(0, 1, lane)), [n, 0]),
        Fun::Length => (scalar(&|lane| product(0, 0, lane).sqrt()), [n, 1]),
        Fun::Distance => {
            let difference = |lane: usize| of(0, lane).zip(of(1, lane)).map(|(x, y)| (x - y) * (x - y));
            (scalar(&|lane| difference(lane).reduce(|s, t| s + t).unwrap_or(0.0).sqrt()), [2 * n, 1])
        }
        Fun::Normalize => {
            let lengths: Vec<f32> = (0..lanes).map(|lane| product(0, 0, lane).sqrt()).collect();
            (vector(&|lane, word| at(0, lane, word) / lengths[lane]), [2 * n, 1])
        }
        Fun::Cross => {
            let turned = |lane: usize, word: usize| {
                let [next, last] = [(word + 1) % 3, (word + 2) % 3];
                at(0, lane, next) * at(1, lane, last) - at(0, lane, last) * at(1, lane, next)
            };
            (vector(&turned), [6, 0])
        }
        Fun::Reflect => {
            (vector(&|lane, word| at(0, lane, word) - 2.0 * product(1, 0, lane) * at(1, lane, word)), [2 * n + 1, 0])
        }
        Fun::FaceForward => {
            let facing = |lane: usize, word: usize| {
                let own = at(0, lane, word);
                if product(2, 1, lane) < 0.0 { own } else { -own }
            };
            (vector(&facing), [2 * n + 1, 0])
        }
        _ => return None,
    })
}

/// Functions of integers, word by word.
fn of_integers(fun: Fun, kind: Kind, lanes: usize, operands: &[&[u32]]) -> Option<Vec<u32>> {
    let i = u32::cast_signed;
    let is_signed = kind == Kind::Sint;
    Some(match (fun, operands) {
        (Fun::Abs, [a]) if is_signed => map(a, |x| i(x).wrapping_abs().cast_unsigned()),
        (Fun::Abs, [a]) => a.to_vec(),
        (Fun::Sign, [a]) if is_signed => map(a, |x| i(x).signum().cast_unsigned()),
        (Fun::Min, [a, b]) if is_signed => map2(lanes, a, b, |x, y| i(x).min(i(y)).cast_unsigned()),
        (Fun::Max, [a, b]) if is_signed => map2(lanes, a, b, |x, y| i(x).max(i(y)).cast_unsigned()),
        (Fun::Min, [a, b]) => map2(lanes, a, b, u32::min),
        (Fun::Max, [a, b]) => map2(lanes, a, b, u32::max),
        (Fun::Clamp, [a, b, c]) if is_signed => {
            map3(lanes, [a, b, c], |x, low, high| i(x).max(i(low)).min(i(high)).cast_unsigned())
        }
        (Fun::Clamp, [a, b, c]) => map3(lanes, [a, b, c], |x, low, high| x.max(low).min(high)),
        (Fun::CountOneBits, [a]) => map(a, u32::count_ones),
        (Fun::CountLeadingZeros, [a]) => map(a, u32::leading_zeros),
        (Fun::CountTrailingZeros, [a]) => map(a, u32::trailing_zeros),
        (Fun::ReverseBits, [a]) => map(a, u32::reverse_bits),
        (Fun::FirstTrailingBit, [a]) => map(a, |x| if x == 0 { u32::MAX } else { x.trailing_zeros() }),
        (Fun::FirstLeadingBit, [a]) => map(a, |x| {
            // Of a negative number the first bit that differs from its sign.
            let x = if is_signed && i(x) < 0 { !x } else { x };
            31u32.wrapping_sub(x.leading_zeros())
        }),
        (Fun::ExtractBits, [a, b, c]) => map3(lanes, [a, b, c], |x, offset, count| {
            let offset = offset.min(32);
            let count = count.min(32 - offset);
            let raised = x.checked_shl(32 - offset - count).unwrap_or(0);
            match is_signed {
                true if count > 0 => (i(raised) >> (32 - count)).cast_unsigned(),
                _ => raised.checked_shr(32 - count).unwrap_or(0),
            }
        }),
        (Fun::InsertBits, [a, b, c, d]) => {
            let inserted = |k: usize| {
                let lane = k % lanes;
                let offset = c[lane].min(32);
                let count = d[lane].min(32 - offset);
                let field = u32::MAX.checked_shr(32 - count).unwrap_or(0).checked_shl(offset).unwrap_or(0);
                (a[k] & !field) | (b[k].checked_shl(offset).unwrap_or(0) & field)
            };
            (0..a.len()).map(inserted).collect()
        }
        (Fun::Dot, [a, b]) => {
            let sum = |lane: usize| {
                let terms = lane_words(lanes, a, lane).zip(lane_words(lanes, b, lane));
                terms.fold(0u32, |sum, (x, y)| sum.wrapping_add(x.wrapping_mul(y)))
            };
            (0..lanes).map(sum).collect()
        }
        _ => return None,
    })
}

fn transpose(lanes: usize, a: &[u32], [columns, rows, stride]: [usize; 3]) -> Vec<u32> {
    let turned = if columns == 2 { column_words(naga::VectorSize::Bi) } else { column_words(naga::VectorSize::Tri) };
    let mut out = vec![0; rows * turned * lanes];
    for column in 0..columns {
        for row in 0..rows {
            let [from, to] = [(column * stride + row) * lanes, (row * turned + column) * lanes];
            out[to..to + lanes].copy_from_slice(&a[from..from + lanes]);
        }
    }
    out
}

fn determinant(lanes: usize, a: &[u32], size: usize, stride: usize) -> Vec<u32> {
    let of_lane = |lane: usize| {
        let at = |column: usize, row: usize| f(a[(column * stride + row) * lanes + lane]);
        let all: Vec<usize> = (0..size).collect();
        minor(&at, &all, &all).to_bits()
    };
    (0..lanes).map(of_lane).collect()
}

/// The determinant of some columns and rows, by the first of the columns.
fn minor(at: &dyn Fn(usize, usize) -> f32, columns: &[usize], rows: &[usize]) -> f32 {
    let (Some((first, columns)), Some(_)) = (columns.split_first(), rows.first()) else { return 1.0 };
    let mut sum = 0.0;
    for (k, row) in rows.iter().enumerate() {
        let others: Vec<usize> = rows.iter().copied().filter(|other| other != row).collect();
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        sum += sign * at(*first, *row) * minor(at, columns, &others);
    }
    sum
}
