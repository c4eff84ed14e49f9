//! A kernel made ready to be interpreted.

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Expression, Literal, Module, ShaderStage};

use super::lanes::MOST_LANES;
use super::layout::Layout;
use super::uses::Uses;
use super::{InterpretError, Trouble};

/// A kernel: its module, checked, with all that follows from it.
#[derive(Debug)]
pub struct Kernel {
    name: String,
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    pub(super) layout: Layout,
    /// Values of the expressions outside of functions.
    pub(super) constants: Vec<Vec<u32>>,
    /// By function.
    pub(super) uses: Vec<Uses>,
    pub(super) entry_uses: Uses,
}

impl Kernel {
    /// Reads a text with one entry point.
    pub fn new(name: &str, text: &str) -> Result<Self, InterpretError> {
        Self::read(name, text).map_err(|Trouble(reason)| InterpretError { kernel: name.into(), reason })
    }

    fn read(name: &str, text: &str) -> Result<Self, Trouble> {
        let module = naga::front::wgsl::parse_str(text).map_err(|error| Trouble(error.emit_to_string(text)))?;
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        let info = validator.validate(&module).map_err(|error| Trouble(error.emit_to_string(text)))?;
        let [entry] = &module.entry_points[..] else {
            return Err(Trouble(format!("{} entry points", module.entry_points.len())));
        };
        if entry.stage != ShaderStage::Compute || !module.overrides.is_empty() {
            return Err(Trouble("it is not a compute kernel whose constants are all known".into()));
        }
        let lanes: u32 = entry.workgroup_size.iter().product();
        if !(1..=MOST_LANES as u32).contains(&lanes) {
            return Err(Trouble(format!("workgroups of {lanes} lanes, of {MOST_LANES} at most")));
        }
        let layout = Layout::new(&module)?;
        let constants = constants(&module, &layout)?;
        let mut uses = Vec::new();
        for (h, function) in module.functions.iter() {
            uses.push(Uses::new((&module, &layout), (function, &info[h]), &uses)?);
        }
        let entry_uses = Uses::new((&module, &layout), (&entry.function, info.get_entry_point(0)), &uses)?;
        Ok(Self { name: name.into(), info, layout, constants, uses, entry_uses, module })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lanes of a workgroup, in three directions.
    pub fn size(&self) -> [u32; 3] {
        self.module.entry_points[0].workgroup_size
    }

    /// Lanes of a workgroup.
    pub fn lanes(&self) -> usize {
        self.size().iter().product::<u32>() as usize
    }

    pub(super) fn error(&self, Trouble(reason): Trouble) -> InterpretError {
        InterpretError { kernel: self.name.clone(), reason }
    }
}

/// The bits of a number in the text.
pub(super) fn literal(literal: &Literal) -> Result<u32, Trouble> {
    match *literal {
        Literal::F32(number) => Ok(number.to_bits()),
        Literal::U32(number) => Ok(number),
        Literal::I32(number) => Ok(number.cast_unsigned()),
        Literal::Bool(truth) => Ok(truth.into()),
        other => Err(Trouble(format!("the number {other:?}, which is not of 32 bits"))),
    }
}

/// Values of the expressions outside of functions, in order.
fn constants(module: &Module, layout: &Layout) -> Result<Vec<Vec<u32>>, Trouble> {
    let mut values: Vec<Vec<u32>> = Vec::new();
    for (_, expression) in module.global_expressions.iter() {
        let value = match expression {
            // Of constants that no kernel uses: they have no type of the device.
            Expression::Literal(Literal::AbstractInt(_) | Literal::AbstractFloat(_)) => Vec::new(),
            Expression::Literal(number) => vec![literal(number)?],
            Expression::Constant(constant) => values[module.constants[*constant].init.index()].clone(),
            Expression::ZeroValue(of) => vec![0; layout.words(*of)],
            Expression::Splat { size, value } => values[value.index()].repeat(*size as usize),
            Expression::Compose { ty, components } => {
                let words = components.iter().map(|component| values[component.index()].len());
                let places = layout.places((&module.types[*ty].inner, *ty), words)?;
                let mut whole = vec![0; layout.words(*ty)];
                for (component, at) in components.iter().zip(places) {
                    let part = &values[component.index()];
                    whole[at..at + part.len()].copy_from_slice(part);
                }
                whole
            }
            other => return Err(Trouble(format!("the constant {other:?}"))),
        };
        values.push(value);
    }
    Ok(values)
}
