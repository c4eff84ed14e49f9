//! Several small numbers in one word, and back.

use naga::MathFunction as Fun;

use super::expression::Cost;
use super::lanes::{by_lane, lane_words, map};

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

/// How small numbers are written.
#[derive(Clone, Copy)]
enum Form {
    /// From -1 to 1.
    Signed,
    /// From 0 to 1.
    Unsigned,
    /// Floats of half the length.
    Half,
    /// Integers, of which the lowest bits are taken.
    Integer,
    /// Integers with a sign, held to what the bits allow.
    ClampedSigned,
    /// Integers without a sign, the same.
    ClampedUnsigned,
}

/// Functions that put numbers into a word or take them out.
pub fn packing(fun: Fun, lanes: usize, operands: &[&[u32]]) -> Option<(Vec<u32>, Cost)> {
    let [a] = operands else { return None };
    let (form, parts, packs) = match fun {
        Fun::Pack4x8snorm => (Form::Signed, 4, true),
        Fun::Pack4x8unorm => (Form::Unsigned, 4, true),
        Fun::Pack2x16snorm => (Form::Signed, 2, true),
        Fun::Pack2x16unorm => (Form::Unsigned, 2, true),
        Fun::Pack2x16float => (Form::Half, 2, true),
        Fun::Pack4xI8 | Fun::Pack4xU8 => (Form::Integer, 4, true),
        Fun::Pack4xI8Clamp => (Form::ClampedSigned, 4, true),
        Fun::Pack4xU8Clamp => (Form::ClampedUnsigned, 4, true),
        Fun::Unpack4x8snorm => (Form::Signed, 4, false),
        Fun::Unpack4x8unorm => (Form::Unsigned, 4, false),
        Fun::Unpack2x16snorm => (Form::Signed, 2, false),
        Fun::Unpack2x16unorm => (Form::Unsigned, 2, false),
        Fun::Unpack2x16float => (Form::Half, 2, false),
        Fun::Unpack4xI8 => (Form::ClampedSigned, 4, false),
        Fun::Unpack4xU8 => (Form::ClampedUnsigned, 4, false),
        Fun::QuantizeToF16 => {
            return Some((map(a, |x| from_half(to_half(f(x))).to_bits()), [(a.len() / lanes) as u64, 0]));
        }
        _ => return None,
    };
    let bits = 32 / parts as u32;
    let value = if packs {
        let packed = |lane: usize| {
            let parts = lane_words(lanes, a, lane).enumerate();
            parts.fold(0, |word, (k, number)| word | small(form, bits, number) << (k as u32 * bits))
        };
        (0..lanes).map(packed).collect()
    } else {
        let mask = u32::MAX >> (32 - bits);
        let unpacked = |lane: usize, own: &mut [u32]| {
            let part = |k: usize| a[lane] >> (k as u32 * bits) & mask;
            own.iter_mut().enumerate().for_each(|(k, number)| *number = large(form, bits, part(k)));
        };
        by_lane(lanes, parts, unpacked)
    };
    Some((value, [2 * parts as u64, 0]))
}

/// A number as some bits.
fn small(form: Form, bits: u32, number: u32) -> u32 {
    let mask = u32::MAX >> (32 - bits);
    let (most, most_signed) = (mask as f32, (mask >> 1) as f32);
    match form {
        Form::Signed => {
            let scaled = (0.5 + most_signed * f(number).clamp(-1.0, 1.0)).floor();
            (scaled as i32).cast_unsigned() & mask
        }
        Form::Unsigned => (0.5 + most * f(number).clamp(0.0, 1.0)).floor() as u32,
        Form::Half => to_half(f(number)).into(),
        Form::Integer => number & mask,
        Form::ClampedSigned => {
            let most = (mask >> 1).cast_signed();
            number.cast_signed().clamp(-most - 1, most).cast_unsigned() & mask
        }
        Form::ClampedUnsigned => number.min(mask),
    }
}

/// The number of some bits.
fn large(form: Form, bits: u32, part: u32) -> u32 {
    let mask = u32::MAX >> (32 - bits);
    let signed = (part << (32 - bits)).cast_signed() >> (32 - bits);
    match form {
        Form::Signed => (signed as f32 / (mask >> 1) as f32).max(-1.0).to_bits(),
        Form::Unsigned => (part as f32 / mask as f32).to_bits(),
        Form::Half => from_half(part as u16).to_bits(),
        Form::ClampedSigned => signed.cast_unsigned(),
        Form::Integer | Form::ClampedUnsigned => part,
    }
}

/// Bits behind the point of a float and of one of half its length.
const FRACTION: [u32; 2] = [23, 10];

/// The float of half the length that is nearest, of two that are as near the even one.
fn to_half(number: f32) -> u16 {
    let (sign, size) = ((number.to_bits() >> 16 & 0x8000) as u16, number.abs());
    if size.is_nan() {
        return sign | 0x7e00;
    }
    // From here on the largest half is further away than the next that there would be.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    let smallest_normal = 2f32.powi(-14);
    if size < smallest_normal {
        return sign | (size * 2f32.powi(24)).round_ties_even() as u16;
    }
    let (bits, cut) = (size.to_bits(), FRACTION[0] - FRACTION[1]);
    let exponent = (bits >> FRACTION[0]) as i32 - 127 + 15;
    let fraction = bits & ((1 << FRACTION[0]) - 1);
    let half = (1 << (cut - 1)) - 1 + (fraction >> cut & 1);
    let rounded = ((exponent as u32) << FRACTION[1]) + ((fraction + half) >> cut);
    sign | rounded as u16
}

fn from_half(half: u16) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_and_floats_go_to_the_nearest() {
        for half in 0..=u16::MAX {
            let number = from_half(half);
            assert!(number.is_nan() || to_half(number) == half, "{half:04x} is {number} is {:04x}", to_half(number));
        }
        let cases = [
            (1.0 + 2f32.powi(-11), 0x3c00),
            (1.0 + 3.0 * 2f32.powi(-11), 0x3c02),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
        ];
        for (number, half) in cases {
            assert_eq!(to_half(number), half, "{number}");
        }
        assert_eq!((to_half(2f32.powi(-25)), to_half(-3.0 * 2f32.powi(-26))), (0, 0x8001));
    }
}
