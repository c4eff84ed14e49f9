//! The `size` of an insertion.

use super::SizeDistribution;
use crate::scene::SceneError;
use crate::scene::read::{Entry, Fields, Key, TableTypes, key, with_kinds};

/// The key of every `size` table.
pub(in crate::scene) const SIZE: &[Key] = &[key("distribution", "\"uniform\", \"normal\", \"lognormal\" or \"table\"")];

const MIN: Key = key("min", "the smallest factor, above 0");
const MAX: Key = key("max", "the largest factor, above min");

/// The keys of each distribution.
pub(in crate::scene) const SIZE_TYPES: TableTypes = &[
    ("uniform", &[MIN, MAX]),
    ("normal", &[key("mean", "the mean factor, above 0"), key("sd", "the standard deviation, above 0"), MIN, MAX]),
    (
        "lognormal",
        &[
            key("median", "the median factor, above 0"),
            key("sigma", "the standard deviation of the natural logarithm, above 0"),
            MIN,
            MAX,
        ],
    ),
    (
        "table",
        &[
            key("sizes", "a list of factors above 0, as in [0.5, 1, 2]"),
            key("weights", "a list of numbers from 0 up, one per size, as in [1, 2, 1]"),
            key("by", "\"number\" if weights count grains, \"mass\" if they weigh them"),
        ],
    ),
];

/// A bell curve without `min` and `max` is cut off at this many standard deviations.
const CUT: f64 = 3.0;
/// Ends further than this many standard deviations on one side of the middle leave nothing of a bell curve.
const FAR: f64 = 8.0;

impl SizeDistribution {
    /// Reads a `size`.
    pub(in crate::scene) fn read(entry: &Entry) -> Result<Self, SceneError> {
        if !entry.is_table() {
            return entry.positive().map(Self::Fixed);
        }
        let mut fields = entry.fields(&with_kinds(SIZE, SIZE_TYPES))?;
        match fields.kind("distribution", SIZE, SIZE_TYPES)? {
            "uniform" => read_uniform(&fields),
            "normal" => read_normal(&fields),
            "lognormal" => read_log_normal(&fields),
            _ => read_table(&fields),
        }
    }
}

fn read_uniform(fields: &Fields) -> Result<SizeDistribution, SceneError> {
    let (min, max) = (fields.need("min")?.positive()?, fields.need("max")?.positive()?);
    check_order(fields, min, max)?;
    Ok(SizeDistribution::Uniform { min, max })
}

fn check_order(fields: &Fields, min: f64, max: f64) -> Result<(), SceneError> {
    match fields.find("max").or_else(|| fields.find("min")) {
        Some(entry) if max <= min => Err(entry.refuse(format!(
            "leaves no range from min = {min} to max = {max}; give min below max, or one size without a distribution"
        ))),
        _ => Ok(()),
    }
}

fn read_normal(fields: &Fields) -> Result<SizeDistribution, SceneError> {
    let (mean, sd) = (fields.need("mean")?.positive()?, fields.need("sd")?.positive()?);
    let min = fields.or("min", mean - CUT * sd, |entry| entry.positive())?;
    let max = fields.or("max", mean + CUT * sd, |entry| entry.positive())?;
    if min <= 0.0 {
        let problem =
            format!("is so large that mean - {CUT} sd = {min} is no size; give min, above 0, or a smaller sd");
        return Err(fields.need("sd")?.refuse(problem));
    }
    check_order(fields, min, max)?;
    check_reach(fields, (min - mean) / sd, (max - mean) / sd)?;
    Ok(SizeDistribution::Normal { mean, sd, min, max })
}

fn read_log_normal(fields: &Fields) -> Result<SizeDistribution, SceneError> {
    let (median, sigma) = (fields.need("median")?.positive()?, fields.need("sigma")?.positive()?);
    let min = fields.or("min", median * (-CUT * sigma).exp(), |entry| entry.positive())?;
    let max = fields.or("max", median * (CUT * sigma).exp(), |entry| entry.positive())?;
    if !(min.is_normal() && max.is_normal()) {
        return Err(fields.need("sigma")?.refuse("is too large; 0.2 to 0.6 is usual for grains"));
    }
    check_order(fields, min, max)?;
    check_reach(fields, (min / median).ln() / sigma, (max / median).ln() / sigma)?;
    Ok(SizeDistribution::LogNormal { median, sigma, min, max })
}

/// Refuses ends, in standard deviations from the middle, between which there is nothing of the bell curve.
fn check_reach(fields: &Fields, low: f64, high: f64) -> Result<(), SceneError> {
    let far = if low > FAR { fields.find("min") } else { fields.find("max").filter(|_| high < -FAR) };
    match far {
        None => Ok(()),
        Some(entry) => Err(entry.refuse(format!(
            "leaves nothing of the distribution: it is more than {FAR} standard deviations from the middle; widen min to max"
        ))),
    }
}

fn read_table(fields: &Fields) -> Result<SizeDistribution, SceneError> {
    let sizes = fields.need("sizes")?.list()?.iter().map(Entry::positive).collect::<Result<Vec<f64>, _>>()?;
    let entry = fields.need("weights")?;
    let weights = entry.list()?.iter().map(Entry::not_negative).collect::<Result<Vec<f64>, _>>()?;
    if sizes.len() != weights.len() {
        let (given, needed) = (weights.len(), sizes.len());
        return Err(entry.refuse(format!("has {given} elements for {needed} sizes; give one weight per size")));
    }
    let by_mass = fields.or("by", false, |entry| entry.choice(&[("number", false), ("mass", true)]))?;
    // A grain of twice the size has eight times the mass: there are an eighth as many in the same mass.
    let number = |(size, weight): (f64, f64)| (size, if by_mass { weight / size.powi(3) } else { weight });
    let table: Vec<(f64, f64)> = sizes.into_iter().zip(weights).map(number).collect();
    if table.iter().map(|(_, weight)| weight).sum::<f64>().is_normal() {
        return Ok(SizeDistribution::Table(table));
    }
    Err(entry.refuse("has no weight to choose by; give at least one size a weight like 1"))
}
