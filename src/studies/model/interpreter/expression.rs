//! Values of expressions.

use naga::{Expression, Handle, RelationalFunction, ScalarKind, TypeInner};

use super::kernel::literal;
use super::lanes::{Content, Mask, Offset, Pointer, Value, map};
use super::layout::{column_words, inner_of, kind_of, pointed};
use super::memory::Loaded;
use super::operators::{Typed, binary, convert, unary};
use super::uses::component_number;
use super::{Frame, Machine, Root, Trouble};

/// Instructions of arithmetic, and of transcendental functions.
pub type Cost = [u64; 2];

impl<'k> Machine<'k> {
    /// The value of an expression: the one that it was last given, or what needs no instruction.
    pub fn value(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>) -> Result<Value, Trouble> {
        if let Some(value) = &frame.values[h.index()] {
            return Ok(value.clone());
        }
        let kernel = self.kernel;
        let value = match &frame.function.expressions[h] {
            Expression::Literal(number) => Value::splat(self.lanes, &[literal(number)?]),
            Expression::Constant(constant) => {
                Value::splat(self.lanes, &kernel.constants[kernel.module.constants[*constant].init.index()])
            }
            Expression::ZeroValue(of) => Value::ready(vec![0; kernel.layout.words(*of) * self.lanes]),
            Expression::FunctionArgument(index) => frame.arguments[*index as usize].clone(),
            Expression::GlobalVariable(variable) => Value::at(self.globals[variable.index()]),
            Expression::LocalVariable(variable) => Value::at(Root::Own(frame.first_local + variable.index())),
            // What variables begin with.
            Expression::Compose { .. } | Expression::Splat { .. } => self.evaluate(frame, h, Mask::NONE)?,
            other => return Err(Trouble(format!("{other:?} has no value yet"))),
        };
        frame.values[h.index()] = Some(value.clone());
        Ok(value)
    }

    /// Gives an expression its value for some lanes.
    pub fn emit(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>, mask: Mask) -> Result<(), Trouble> {
        let value = match &frame.function.expressions[h] {
            Expression::Load { pointer } => {
                let words = self.kernel.layout.resolved_words(&frame.info[h].ty)?;
                let place = self.pointer(frame, *pointer)?;
                let (inner, _) = inner_of(&self.kernel.module, &frame.info[*pointer].ty);
                let is_atomic =
                    pointed(&self.kernel.module, inner).is_some_and(|(inner, _)| matches!(inner, TypeInner::Atomic(_)));
                self.load(&place, Loaded { words, used: frame.uses.words(h), is_atomic }, mask)?
            }
            _ => self.evaluate(frame, h, if frame.uses.is_dead(h) { Mask::NONE } else { mask })?,
        };
        frame.values[h.index()] = Some(value);
        Ok(())
    }

    /// The value of all but loads, counted for some lanes.
    fn evaluate(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>, mask: Mask) -> Result<Value, Trouble> {
        let function = frame.function;
        match &function.expressions[h] {
            Expression::Compose { ty, components } => self.compose(frame, *ty, components),
            Expression::Splat { size, value } => {
                let (load, words) = self.words(frame, *value)?;
                Ok(Value::after(load, words.repeat(*size as usize).into()))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let ((load, words), lanes) = (self.words(frame, *vector)?, self.lanes);
                let part = |component: &naga::SwizzleComponent| {
                    let first = component_number(*component) * lanes;
                    words[first..first + lanes].iter().copied()
                };
                let chosen: Vec<u32> = pattern[..*size as usize].iter().flat_map(part).collect();
                Ok(Value::after(load, chosen.into()))
            }
            Expression::Access { base, index } => self.access(frame, h, (*base, *index), mask),
            Expression::AccessIndex { base, index } => self.access_index(frame, h, *base, *index as usize),
            Expression::Unary { op, expr } => {
                let kind = self.kind(frame, *expr)?;
                let words = self.arrived(frame, *expr, mask)?;
                let (value, cost) = unary(*op, kind, self.lanes, &words)?;
                self.done(value, cost, mask)
            }
            Expression::Binary { op, left, right } => {
                let (p, q) = (self.arrived(frame, *left, mask)?, self.arrived(frame, *right, mask)?);
                let module = &self.kernel.module;
                let inner = |h: Handle<Expression>| inner_of(module, &frame.info[h].ty).0;
                let (left, right) =
                    (Typed { inner: inner(*left), words: &p }, Typed { inner: inner(*right), words: &q });
                let (value, cost) = binary(*op, self.lanes, &left, &right)?;
                self.done(value, cost, mask)
            }
            Expression::Select { condition, accept, reject } => {
                let [c, p, q] = [*condition, *accept, *reject].map(|h| self.arrived(frame, h, mask));
                let (c, p, q) = (c?, p?, q?);
                let truth = |k: usize| if c.len() == p.len() { c[k] } else { c[k % self.lanes] };
                let chosen = (0..p.len()).map(|k| if truth(k) != 0 { p[k] } else { q[k] }).collect();
                self.done(chosen, [(p.len() / self.lanes) as u64, 0], mask)
            }
            Expression::Relational { fun, argument } => {
                let words = self.arrived(frame, *argument, mask)?;
                let lanes = self.lanes;
                let of_lane = |lane: usize| words.iter().skip(lane).step_by(lanes).map(|word| *word != 0);
                let float = |is: fn(f32) -> bool| map(&words, |word| is(f32::from_bits(word)).into());
                let value = match fun {
                    RelationalFunction::All => (0..lanes).map(|lane| of_lane(lane).all(|truth| truth).into()).collect(),
                    RelationalFunction::Any => (0..lanes).map(|lane| of_lane(lane).any(|truth| truth).into()).collect(),
                    RelationalFunction::IsNan => float(f32::is_nan),
                    RelationalFunction::IsInf => float(f32::is_infinite),
                };
                self.done(value, [(words.len() / lanes) as u64, 0], mask)
            }
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let (first, _) = inner_of(&self.kernel.module, &frame.info[*arg].ty);
                let first = first.clone();
                let mut operands = Vec::with_capacity(4);
                for h in [Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten() {
                    operands.push(self.arrived(frame, h, mask)?);
                }
                let words: Vec<&[u32]> = operands.iter().map(|words| words.as_slice()).collect();
                let (value, cost) = super::math::math(*fun, &first, self.lanes, &words)?;
                self.done(value, cost, mask)
            }
            Expression::As { expr, kind, convert: width } => {
                let from = self.kind(frame, *expr)?;
                match width {
                    // Bits as they are.
                    None => self.value(frame, *expr),
                    Some(_) if from == *kind => self.value(frame, *expr),
                    Some(1 | 4) => {
                        let words = self.arrived(frame, *expr, mask)?;
                        self.done(convert(from, *kind, &words)?, [(words.len() / self.lanes) as u64, 0], mask)
                    }
                    Some(width) => Err(Trouble(format!("numbers of {} bits", 8 * width))),
                }
            }
            Expression::ArrayLength(array) => {
                let place = self.pointer(frame, *array)?;
                let (inner, _) = inner_of(&self.kernel.module, &frame.info[*array].ty);
                let (Root::Array(number), Offset::Same(at), Some((inner, of))) =
                    (place.root, place.offset, pointed(&self.kernel.module, inner))
                else {
                    return Err(Trouble("the length of what is not an array".into()));
                };
                let length = (self.arrays[number].words - at as usize) / self.kernel.layout.stride(&inner, of)?;
                Ok(Value::splat(self.lanes, &[length as u32]))
            }
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_) => self.value(frame, h),
            other => Err(Trouble(format!("it has {other:?}"))),
        }
    }

    /// A value that has cost some instructions.
    fn done(&mut self, words: Vec<u32>, cost: Cost, mask: Mask) -> Result<Value, Trouble> {
        self.meter.operate(cost, mask);
        Ok(Value::ready(words))
    }

    fn kind(&self, frame: &Frame<'k>, h: Handle<Expression>) -> Result<ScalarKind, Trouble> {
        kind_of(inner_of(&self.kernel.module, &frame.info[h].ty).0)
    }

    fn compose(
        &mut self,
        frame: &mut Frame<'k>,
        ty: Handle<naga::Type>,
        components: &[Handle<Expression>],
    ) -> Result<Value, Trouble> {
        let parts = components.iter().map(|h| self.words(frame, *h)).collect::<Result<Vec<_>, _>>()?;
        let (kernel, lanes) = (self.kernel, self.lanes);
        let sizes = parts.iter().map(|(_, words)| words.len() / lanes);
        let places = kernel.layout.places((&kernel.module.types[ty].inner, ty), sizes)?;
        let mut whole = vec![0; kernel.layout.words(ty) * lanes];
        for ((_, words), at) in parts.iter().zip(places) {
            whole[at * lanes..at * lanes + words.len()].copy_from_slice(words);
        }
        Ok(Value::after(parts.iter().map(|(load, _)| *load).max().unwrap_or(0), whole.into()))
    }

    /// An element whose number is known only at run time.
    fn access(
        &mut self,
        frame: &mut Frame<'k>,
        h: Handle<Expression>,
        (base, index): (Handle<Expression>, Handle<Expression>),
        mask: Mask,
    ) -> Result<Value, Trouble> {
        let index = self.arrived(frame, index, mask)?;
        let kernel = self.kernel;
        let (inner, of) = inner_of(&kernel.module, &frame.info[base].ty);
        let value = self.value(frame, base)?;
        match value.content {
            Content::Pointer(pointer) => {
                let (inner, of) =
                    pointed(&kernel.module, inner).ok_or_else(|| Trouble("an index into no array".into()))?;
                let stride = kernel.layout.stride(&inner, of)? as u32;
                // The address.
                self.meter.operate([1, 0], mask);
                let offset = pointer.offset.plus_each(&index, stride);
                Ok(Value { load: 0, content: Content::Pointer(Pointer { offset, is_computed: true, ..pointer }) })
            }
            Content::Words(words) => {
                self.meter.wait(value.load, mask);
                let (lanes, stride) = (self.lanes, kernel.layout.stride(inner, of)?);
                let own = kernel.layout.resolved_words(&frame.info[h].ty)?;
                let count = match inner {
                    TypeInner::Matrix { columns, .. } => *columns as usize,
                    _ => words.len() / lanes / stride,
                };
                if let Some(lane) = mask.lanes().find(|lane| index[*lane] as usize >= count) {
                    return Err(Trouble(format!("element {} of {count} is read", index[lane])));
                }
                let mut chosen = vec![0; own * lanes];
                for word in 0..own {
                    for lane in 0..lanes {
                        let element = (index[lane] as usize).min(count - 1);
                        chosen[word * lanes + lane] = words[(element * stride + word) * lanes + lane];
                    }
                }
                // Registers cannot be indexed: each is asked whether it is the one.
                self.done(chosen, [(own * count) as u64, 0], mask)
            }
        }
    }

    fn access_index(
        &mut self,
        frame: &mut Frame<'k>,
        h: Handle<Expression>,
        base: Handle<Expression>,
        index: usize,
    ) -> Result<Value, Trouble> {
        let kernel = self.kernel;
        let (inner, of) = inner_of(&kernel.module, &frame.info[base].ty);
        let value = self.value(frame, base)?;
        match value.content {
            Content::Pointer(pointer) => {
                let (inner, of) =
                    pointed(&kernel.module, inner).ok_or_else(|| Trouble("a member of no record".into()))?;
                let offset = pointer.offset.plus(kernel.layout.place(&inner, of, index)? as u32);
                Ok(Value { load: 0, content: Content::Pointer(Pointer { offset, ..pointer }) })
            }
            Content::Words(words) => {
                let at = kernel.layout.place(inner, of, index)? * self.lanes;
                let own = kernel.layout.resolved_words(&frame.info[h].ty)? * self.lanes;
                Ok(Value::after(value.load, words[at..at + own].to_vec().into()))
            }
        }
    }
}

/// Columns of a matrix: how many, how many rows they have, and words from one to the next.
pub fn columns_of(inner: &TypeInner) -> Option<[usize; 3]> {
    match inner {
        TypeInner::Matrix { columns, rows, .. } => Some([*columns as usize, *rows as usize, column_words(*rows)]),
        _ => None,
    }
}
