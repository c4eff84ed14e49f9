//! Operators and conversions. Integers wrap, as in WGSL; a division by zero gives the dividend, its rest is zero.

use naga::{BinaryOperator as Op, ScalarKind as Kind, TypeInner, UnaryOperator};

use super::Trouble;
use super::expression::{Cost, columns_of};
use super::lanes::{map, map2};
use super::layout::kind_of;

/// Instructions of a division of integers.
const INTEGER_DIVISION: u64 = 20;

/// Words of all lanes with their type.
pub struct Typed<'a> {
    /// The type.
    pub inner: &'a TypeInner,
    /// The words.
    pub words: &'a [u32],
}

/// A number from its bits.
fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// An operator with one operand.
pub fn unary(op: UnaryOperator, kind: Kind, lanes: usize, a: &[u32]) -> Result<(Vec<u32>, Cost), Trouble> {
    let each = (a.len() / lanes) as u64;
    Ok(match (op, kind) {
        // Whoever uses it takes the sign along.
        (UnaryOperator::Negate, Kind::Float) => (map(a, |x| (-f(x)).to_bits()), [0, 0]),
        (UnaryOperator::Negate, Kind::Sint) => (map(a, u32::wrapping_neg), [each, 0]),
        (UnaryOperator::LogicalNot, Kind::Bool) => (map(a, |x| (x == 0).into()), [each, 0]),
        (UnaryOperator::BitwiseNot, Kind::Sint | Kind::Uint) => (map(a, |x| !x), [each, 0]),
        other => return Err(Trouble(format!("the operator {other:?}"))),
    })
}

/// An operator with two operands.
pub fn binary(op: Op, lanes: usize, a: &Typed, b: &Typed) -> Result<(Vec<u32>, Cost), Trouble> {
    if op == Op::Multiply
        && let Some(product) = matrix_product(lanes, a, b)
    {
        return product;
    }
    let kind = kind_of(a.inner)?;
    let words = match kind {
        Kind::Float => floats(op, lanes, a.words, b.words),
        Kind::Sint => signed(op, lanes, a.words, b.words),
        Kind::Uint | Kind::Bool => unsigned(op, lanes, a.words, b.words),
        _ => None,
    };
    let words = words.ok_or_else(|| Trouble(format!("the operator {op:?} of {kind:?}")))?;
    let each = (words.len() / lanes) as u64;
    let cost = match (op, kind) {
        // A reciprocal for each divisor.
        (Op::Divide, Kind::Float) => [each, (b.words.len() / lanes) as u64],
        (Op::Divide | Op::Modulo, Kind::Sint | Kind::Uint) if !is_shift(b.words) => [INTEGER_DIVISION * each, 0],
        (Op::Modulo, Kind::Float) => [3 * each, each],
        _ => [each, 0],
    };
    Ok((words, cost))
}

/// Whether a divisor is the same power of two in all lanes: compilers shift by it.
fn is_shift(divisor: &[u32]) -> bool {
    divisor.iter().all(|word| *word == divisor[0] && word.is_power_of_two())
}

fn floats(op: Op, lanes: usize, a: &[u32], b: &[u32]) -> Option<Vec<u32>> {
    let number = |g: fn(f32, f32) -> f32| Some(map2(lanes, a, b, |x, y| g(f(x), f(y)).to_bits()));
    let truth = |g: fn(&f32, &f32) -> bool| Some(map2(lanes, a, b, |x, y| g(&f(x), &f(y)).into()));
    match op {
        Op::Add => number(|x, y| x + y),
        Op::Subtract => number(|x, y| x - y),
        Op::Multiply => number(|x, y| x * y),
        Op::Divide => number(|x, y| x / y),
        Op::Modulo => number(|x, y| x % y),
        Op::Equal => truth(f32::eq),
        Op::NotEqual => truth(f32::ne),
        Op::Less => truth(f32::lt),
        Op::LessEqual => truth(f32::le),
        Op::Greater => truth(f32::gt),
        Op::GreaterEqual => truth(f32::ge),
        _ => None,
    }
}

fn signed(op: Op, lanes: usize, a: &[u32], b: &[u32]) -> Option<Vec<u32>> {
    let i = u32::cast_signed;
    let truth = |g: fn(&i32, &i32) -> bool| Some(map2(lanes, a, b, |x, y| g(&i(x), &i(y)).into()));
    let divided = |x: u32, y: u32| if y == 0 { x } else { i(x).wrapping_div(i(y)).cast_unsigned() };
    let rest = |x: u32, y: u32| if y == 0 { 0 } else { i(x).wrapping_rem(i(y)).cast_unsigned() };
    match op {
        Op::Divide => Some(map2(lanes, a, b, divided)),
        Op::Modulo => Some(map2(lanes, a, b, rest)),
        Op::Less => truth(i32::lt),
        Op::LessEqual => truth(i32::le),
        Op::Greater => truth(i32::gt),
        Op::GreaterEqual => truth(i32::ge),
        Op::ShiftRight => Some(map2(lanes, a, b, |x, y| i(x).wrapping_shr(y).cast_unsigned())),
        // The same bits as without a sign.
        other => unsigned(other, lanes, a, b),
    }
}

fn unsigned(op: Op, lanes: usize, a: &[u32], b: &[u32]) -> Option<Vec<u32>> {
    let number = |g: fn(u32, u32) -> u32| Some(map2(lanes, a, b, g));
    let truth = |g: fn(&u32, &u32) -> bool| Some(map2(lanes, a, b, |x, y| g(&x, &y).into()));
    match op {
        Op::Add => number(u32::wrapping_add),
        Op::Subtract => number(u32::wrapping_sub),
        Op::Multiply => number(u32::wrapping_mul),
        Op::Divide => number(|x, y| x.checked_div(y).unwrap_or(x)),
        Op::Modulo => number(|x, y| x.checked_rem(y).unwrap_or(0)),
        Op::Equal => truth(u32::eq),
        Op::NotEqual => truth(u32::ne),
        Op::Less => truth(u32::lt),
        Op::LessEqual => truth(u32::le),
        Op::Greater => truth(u32::gt),
        Op::GreaterEqual => truth(u32::ge),
        Op::And | Op::LogicalAnd => number(|x, y| x & y),
        Op::InclusiveOr | Op::LogicalOr => number(|x, y| x | y),
        Op::ExclusiveOr => number(|x, y| x ^ y),
        Op::ShiftLeft => number(u32::wrapping_shl),
        Op::ShiftRight => number(u32::wrapping_shr),
    }
}

/// Products with a matrix; none where there is none, or where a number scales it.
fn matrix_product(lanes: usize, a: &Typed, b: &Typed) -> Option<Result<(Vec<u32>, Cost), Trouble>> {
    let at = |words: &[u32], word: usize, lane: usize| f(words[word * lanes + lane]);
    let is_vector = |typed: &Typed| matches!(typed.inner, TypeInner::Vector { .. });
    let (p, q) = (columns_of(a.inner), columns_of(b.inner));
    // Columns of the result, its rows, words from column to column, and the terms of each sum.
    let (columns, rows, stride, terms) = match (p, q) {
        (Some([columns, rows, _]), None) if is_vector(b) => (1, rows, rows, columns),
        (None, Some([columns, rows, _])) if is_vector(a) => (1, columns, columns, rows),
        (Some([columns, rows, stride]), Some([right, _, _])) => (right, rows, stride, columns),
        _ => return None,
    };
    let mut out = vec![0; columns * stride * lanes];
    for column in 0..columns {
        for row in 0..rows {
            for lane in 0..lanes {
                let term = |k: usize| match (p, q) {
                    (Some([_, _, left]), None) => at(a.words, k * left + row, lane) * at(b.words, k, lane),
                    (None, Some([_, _, right])) => at(a.words, k, lane) * at(b.words, row * right + k, lane),
                    (Some([_, _, left]), Some([_, _, right])) => {
                        at(a.words, k * left + row, lane) * at(b.words, column * right + k, lane)
                    }
                    (None, None) => 0.0,
                };
                let sum = (1..terms).fold(term(0), |sum, k| sum + term(k));
                out[(column * stride + row) * lanes + lane] = sum.to_bits();
            }
        }
    }
    Some(Ok((out, [(columns * rows * terms) as u64, 0])))
}

/// A conversion from one kind of number to another.
pub fn convert(from: Kind, to: Kind, a: &[u32]) -> Result<Vec<u32>, Trouble> {
    Ok(match (from, to) {
        (Kind::Float, Kind::Uint) => map(a, |x| f(x) as u32),
        (Kind::Float, Kind::Sint) => map(a, |x| (f(x) as i32).cast_unsigned()),
        (Kind::Uint, Kind::Float) => map(a, |x| (x as f32).to_bits()),
        (Kind::Sint, Kind::Float) => map(a, |x| (x.cast_signed() as f32).to_bits()),
        (Kind::Bool, Kind::Float) => map(a, |x| (x as f32).to_bits()),
        (Kind::Float, Kind::Bool) => map(a, |x| (f(x) != 0.0).into()),
        (Kind::Uint | Kind::Sint, Kind::Bool) => map(a, |x| (x != 0).into()),
        (Kind::Uint | Kind::Sint | Kind::Bool, Kind::Uint | Kind::Sint) => a.to_vec(),
        other => return Err(Trouble(format!("the conversion {other:?}"))),
    })
}
