//! Statements: what lanes do one after the other, and where they part.

use naga::{AtomicFunction, Block, Expression, Handle, Statement, SwitchCase, SwitchValue};

use super::lanes::{Content, Mask, Value};
use super::layout::{inner_of, kind_of, pointed};
use super::memory::Loaded;
use super::{Frame, Machine, Trouble};

/// Rounds of a loop after which it counts as endless: kernels bound theirs far below.
const MOST_ROUNDS: u64 = 1_000_000;

/// Instructions of a branch: the mask, and the jump past what no lane wants.
const BRANCH: u64 = 2;
/// Instructions of a round of a loop beside its condition.
const ROUND: u64 = 3;

impl<'k> Machine<'k> {
    /// Runs a block for some lanes; returns those that come out at its end.
    pub fn block(&mut self, frame: &mut Frame<'k>, block: &'k Block, mask: Mask) -> Result<Mask, Trouble> {
        let mut mask = mask;
        for statement in block.iter() {
            if mask.is_empty() {
                break;
            }
            mask = self.statement(frame, statement, mask)?;
        }
        Ok(mask)
    }

    fn statement(&mut self, frame: &mut Frame<'k>, statement: &'k Statement, mask: Mask) -> Result<Mask, Trouble> {
        match statement {
            Statement::Emit(range) => range.clone().try_for_each(|h| self.emit(frame, h, mask))?,
            Statement::Block(block) => return self.block(frame, block, mask),
            Statement::If { condition, accept, reject } => {
                let truth = self.truth(frame, *condition, mask)?;
                self.meter.control(BRANCH, mask);
                let accepted = self.block(frame, accept, truth)?;
                let rejected = self.block(frame, reject, mask.without(truth))?;
                return Ok(accepted.or(rejected));
            }
            Statement::Switch { selector, cases } => return self.switch(frame, *selector, cases, mask),
            Statement::Loop { body, continuing, break_if } => {
                return self.repeat(frame, (body, continuing, *break_if), mask);
            }
            Statement::Break => return leave(frame.left.last_mut(), mask),
            Statement::Continue => return leave(frame.next_round.last_mut(), mask),
            Statement::Return { value } => {
                if let Some(value) = value {
                    self.give_back(frame, *value, mask)?;
                }
                return Ok(Mask::NONE);
            }
            Statement::ControlBarrier(_) => {
                if mask != self.all {
                    return Err(Trouble("not all lanes of a workgroup come to a barrier".into()));
                }
                self.meter.control(1, mask);
                self.meter.counts.barriers += 1;
            }
            Statement::MemoryBarrier(_) => self.meter.control(1, mask),
            Statement::Store { pointer, value } => {
                let place = self.pointer(frame, *pointer)?;
                let value = self.value(frame, *value)?;
                let Content::Words(words) = &value.content else {
                    return Err(Trouble("a place is stored".into()));
                };
                self.store(&place, &value, words, mask)?;
            }
            Statement::Atomic { pointer, fun, value, result } => {
                self.atomic_statement(frame, (*pointer, fun), *value, *result, mask)?;
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                if mask != self.all {
                    return Err(Trouble("not all lanes of a workgroup come to a load for all of them".into()));
                }
                self.meter.counts.barriers += 2;
                let place = self.pointer(frame, *pointer)?;
                let words = self.kernel.layout.resolved_words(&frame.info[*result].ty)?;
                let used = vec![true; words];
                let value = self.load(&place, Loaded { words, used: &used, is_atomic: false }, mask)?;
                frame.values[result.index()] = Some(value);
            }
            Statement::Call { function, arguments, result } => {
                let kernel = self.kernel;
                let given = arguments.iter().map(|h| self.value(frame, *h)).collect::<Result<_, _>>()?;
                let callee =
                    (&kernel.module.functions[*function], &kernel.info[*function], &kernel.uses[function.index()]);
                let value = self.call(callee, given, mask)?;
                if let Some(result) = result {
                    let value = value.ok_or_else(|| Trouble("a function ends without its result".into()))?;
                    frame.values[result.index()] = Some(value);
                }
            }
            other => return Err(Trouble(format!("it has {other:?}"))),
        }
        Ok(mask)
    }

    /// Lanes of a mask for which a condition is true.
    fn truth(&mut self, frame: &mut Frame<'k>, condition: Handle<Expression>, mask: Mask) -> Result<Mask, Trouble> {
        let words = self.arrived(frame, condition, mask)?;
        Ok(Mask::of(words.iter().map(|word| *word != 0)).and(mask))
    }

    fn switch(
        &mut self,
        frame: &mut Frame<'k>,
        selector: Handle<Expression>,
        cases: &'k [SwitchCase],
        mask: Mask,
    ) -> Result<Mask, Trouble> {
        let selected = self.arrived(frame, selector, mask)?;
        self.meter.control(BRANCH, mask);
        let value = |case: &SwitchCase| match case.value {
            SwitchValue::I32(value) => Some(value.cast_unsigned()),
            SwitchValue::U32(value) => Some(value),
            SwitchValue::Default => None,
        };
        let lanes_of =
            |case: &SwitchCase| value(case).map(|value| Mask::of(selected.iter().map(|word| *word == value)).and(mask));
        let named = cases.iter().filter_map(lanes_of).fold(Mask::NONE, Mask::or);
        frame.left.push(Mask::NONE);
        let (mut falling, mut out) = (Mask::NONE, Mask::NONE);
        for case in cases {
            let lanes = lanes_of(case).unwrap_or(mask.without(named)).or(falling);
            self.meter.control(1, lanes);
            let end = self.block(frame, &case.body, lanes)?;
            if case.fall_through {
                falling = end;
            } else {
                falling = Mask::NONE;
                out = out.or(end);
            }
        }
        Ok(out.or(frame.left.pop().unwrap_or_default()))
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'k>,
        (body, continuing, break_if): (&'k Block, &'k Block, Option<Handle<Expression>>),
        mask: Mask,
    ) -> Result<Mask, Trouble> {
        let (mut active, mut out) = (mask, Mask::NONE);
        for _ in 0..MOST_ROUNDS {
            if active.is_empty() {
                return Ok(out);
            }
            self.meter.control(ROUND, active);
            frame.left.push(Mask::NONE);
            frame.next_round.push(Mask::NONE);
            let end = self.block(frame, body, active)?;
            let next = frame.next_round.pop().unwrap_or_default();
            active = self.block(frame, continuing, end.or(next))?;
            if let Some(condition) = break_if
                && !active.is_empty()
            {
                let done = self.truth(frame, condition, active)?;
                out = out.or(done);
                active = active.without(done);
            }
            out = out.or(frame.left.pop().unwrap_or_default());
        }
        Err(Trouble(format!("a loop has no end after {MOST_ROUNDS} rounds")))
    }

    /// The result of a function for some lanes.
    fn give_back(&mut self, frame: &mut Frame<'k>, value: Handle<Expression>, mask: Mask) -> Result<(), Trouble> {
        let (load, words) = self.words(frame, value)?;
        let Some(Value { load: before, content: Content::Words(all) }) = frame.result.take() else {
            frame.result = Some(Value::after(load, words));
            return Ok(());
        };
        let (mut all, lanes) = (std::rc::Rc::unwrap_or_clone(all), self.lanes);
        for lane in mask.lanes() {
            (lane..all.len()).step_by(lanes).for_each(|at| all[at] = words[at]);
        }
        frame.result = Some(Value::after(load.max(before), all.into()));
        Ok(())
    }

    fn atomic_statement(
        &mut self,
        frame: &mut Frame<'k>,
        (pointer, function): (Handle<Expression>, &AtomicFunction),
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
        mask: Mask,
    ) -> Result<(), Trouble> {
        let place = self.pointer(frame, pointer)?;
        let (inner, _) = inner_of(&self.kernel.module, &frame.info[pointer].ty);
        let (inner, _) =
            pointed(&self.kernel.module, inner).ok_or_else(|| Trouble("an atomic operation on no place".into()))?;
        let value = self.arrived(frame, value, mask)?;
        let expected = match function {
            AtomicFunction::Exchange { compare: Some(expected) } => Some(self.arrived(frame, *expected, mask)?),
            _ => None,
        };
        let expected = expected.as_ref().map(|words| words.as_slice());
        let found = self.atomic(&place, (function, kind_of(&inner)?), (&value, expected), mask)?;
        if let Some(result) = result {
            frame.values[result.index()] = Some(found);
        }
        Ok(())
    }
}

/// Lanes that go elsewhere: to the end of a loop or switch, or to its next round.
fn leave(place: Option<&mut Mask>, mask: Mask) -> Result<Mask, Trouble> {
    let place = place.ok_or_else(|| Trouble("a break or continue outside of a loop".into()))?;
    *place = place.or(mask);
    Ok(Mask::NONE)
}
