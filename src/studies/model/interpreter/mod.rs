//! Kernels executed on the CPU from the same text: naga's intermediate form, a workgroup at a time, all its lanes in step with masks, as
//! graphics cards do. What it computes is checked against the device (`src/studies/model/step.rs`); what it is for is what it
//! counts: instructions of waves and of lanes, loads, bytes, and how often a wave has to wait.
//!
//! A workgroup is in step as a whole, so that barriers need nothing but that all lanes arrive. A wave executes an instruction
//! when any of its lanes does. Whatever is not known here ends with an error that names it.

mod counts;
mod expression;
mod kernel;
mod lanes;
mod layout;
mod math;
mod memory;
mod operators;
mod packing;
mod statement;
mod uses;

use naga::valid::FunctionInfo;
use naga::{AddressSpace, Binding, BuiltIn, Expression, Function, Handle, TypeInner};

use counts::Meter;
pub use counts::{Counts, LINE, SOURCES, Source, Traffic, Wave};
pub use kernel::Kernel;
use lanes::{Content, Mask, Root, Value, by_lane};
use uses::Uses;

/// What a kernel asks for and the interpreter does not have, or what a kernel does wrong.
#[derive(Debug)]
pub struct Trouble(pub String);

/// Why a kernel cannot be interpreted.
#[derive(Debug, thiserror::Error)]
#[error("the kernel {kernel} cannot be interpreted: {reason}")]
pub struct InterpretError {
    /// The kernel.
    pub kernel: String,
    /// What is in the way.
    pub reason: String,
}

/// An array that a kernel is run with.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Group and place under which the kernel declares it.
    pub at: [u32; 2],
    /// The number of its memory.
    pub buffer: usize,
    /// Words that the kernel sees.
    pub words: usize,
}

/// What a shared word holds before it is written: no number, so that a kernel that reads it does not pass for right.
const UNWRITTEN: u32 = 0x7fc0_dead;

impl Kernel {
    /// Runs workgroups over memory, in waves of 32 or 64 lanes, and returns what was counted.
    pub fn run(
        &self,
        memory: &mut [Vec<u32>],
        bound: &[Bound],
        groups: [u32; 3],
        wave: usize,
    ) -> Result<Counts, InterpretError> {
        self.run_groups(memory, bound, groups, wave).map_err(|trouble| self.error(trouble))
    }

    fn run_groups(
        &self,
        memory: &mut [Vec<u32>],
        bound: &[Bound],
        groups: [u32; 3],
        wave: usize,
    ) -> Result<Counts, Trouble> {
        if ![32, 64].contains(&wave) {
            return Err(Trouble(format!("waves are of 32 or 64 lanes, not of {wave}")));
        }
        let mut arrays = Vec::new();
        for (_, variable) in self.module.global_variables.iter() {
            let Some(at) = variable.binding else { continue };
            let name = variable.name.clone().unwrap_or_default();
            let found = bound.iter().find(|own| own.at == [at.group, at.binding]);
            let own = found.ok_or_else(|| Trouble(format!("there is no array \"{name}\"")))?;
            if memory.get(own.buffer).is_none_or(|buffer| buffer.len() < own.words) {
                return Err(Trouble(format!("the memory of \"{name}\" is too short")));
            }
            arrays.push(Array { name, buffer: own.buffer, words: own.words });
        }
        let named = arrays.iter().map(|array| (array.name.clone(), array.words));
        let meter = Meter::new(wave, named);
        let lanes = self.lanes();
        let mut machine = Machine {
            kernel: self,
            memory,
            lanes,
            all: Mask::first(lanes),
            globals: Vec::new(),
            own: Vec::new(),
            shared: Vec::new(),
            arrays,
            meter,
        };
        for z in 0..groups[2] {
            for y in 0..groups[1] {
                for x in 0..groups[0] {
                    machine.workgroup([x, y, z], groups)?;
                }
            }
        }
        Ok(machine.meter.finish())
    }
}

/// An array as it is bound.
struct Array {
    name: String,
    buffer: usize,
    words: usize,
}

/// A variable of each lane by itself.
struct Own {
    words: Vec<u32>,
    has_array: bool,
    /// The load that what it holds has to wait for.
    load: u32,
}

/// A workgroup at work.
struct Machine<'k> {
    kernel: &'k Kernel,
    memory: &'k mut [Vec<u32>],
    arrays: Vec<Array>,
    lanes: usize,
    /// All lanes of the workgroup.
    all: Mask,
    globals: Vec<Root>,
    own: Vec<Own>,
    shared: Vec<Vec<u32>>,
    meter: Meter,
}

/// A function at work.
struct Frame<'k> {
    function: &'k Function,
    info: &'k FunctionInfo,
    uses: &'k Uses,
    values: Vec<Option<Value>>,
    arguments: Vec<Value>,
    /// The first of its variables.
    first_local: usize,
    result: Option<Value>,
    /// Lanes that have left the loop or switch, and lanes that wait for the next round, of all around.
    left: Vec<Mask>,
    next_round: Vec<Mask>,
}

impl<'k> Machine<'k> {
    fn workgroup(&mut self, group: [u32; 3], groups: [u32; 3]) -> Result<(), Trouble> {
        self.meter.begin(self.lanes);
        self.globals.clear();
        self.own.clear();
        self.shared.clear();
        let (kernel, mut bound) = (self.kernel, 0);
        let mut shared_bytes = 0;
        for (_, variable) in kernel.module.global_variables.iter() {
            let words = kernel.layout.words(variable.ty);
            let root = match variable.space {
                AddressSpace::Storage { .. } | AddressSpace::Uniform => {
                    bound += 1;
                    Root::Array(bound - 1)
                }
                AddressSpace::WorkGroup => {
                    shared_bytes += 4 * words as u64;
                    self.shared.push(vec![UNWRITTEN; words]);
                    Root::Shared(self.shared.len() - 1)
                }
                AddressSpace::Private => {
                    let initial = variable.init.map(|h| kernel.constants[h.index()].as_slice());
                    self.declare(variable.ty, initial)
                }
                other => return Err(Trouble(format!("variables in {other:?}"))),
            };
            self.globals.push(root);
        }
        self.meter.counts.shared_bytes = shared_bytes;
        let entry = &kernel.module.entry_points[0];
        let mut arguments = Vec::new();
        for argument in &entry.function.arguments {
            let words = match (&argument.binding, &kernel.module.types[argument.ty].inner) {
                (Some(binding), _) => self.builtin(binding, group, groups)?,
                (None, TypeInner::Struct { members, .. }) => {
                    let mut words = vec![0; kernel.layout.words(argument.ty) * self.lanes];
                    for (index, member) in members.iter().enumerate() {
                        let of = (&kernel.module.types[argument.ty].inner, Some(argument.ty));
                        let at = kernel.layout.place(of.0, of.1, index)? * self.lanes;
                        let binding =
                            member.binding.as_ref().ok_or_else(|| Trouble("a member without binding".into()))?;
                        let own = self.builtin(binding, group, groups)?;
                        words[at..at + own.len()].copy_from_slice(&own);
                    }
                    words
                }
                (None, other) => return Err(Trouble(format!("the argument {other:?}"))),
            };
            arguments.push(Value::ready(words));
        }
        let info = kernel.info.get_entry_point(0);
        self.call((&entry.function, info, &kernel.entry_uses), arguments, self.all)?;
        Ok(())
    }

    /// A number that the dispatch gives to each lane.
    fn builtin(&self, binding: &Binding, group: [u32; 3], groups: [u32; 3]) -> Result<Vec<u32>, Trouble> {
        let Binding::BuiltIn(builtin) = binding else {
            return Err(Trouble(format!("the argument {binding:?}")));
        };
        let size = self.kernel.size();
        let local = |lane: usize| {
            let lane = lane as u32;
            [lane % size[0], lane / size[0] % size[1], lane / (size[0] * size[1])]
        };
        let three = |f: &dyn Fn(usize) -> [u32; 3]| by_lane(self.lanes, 3, |lane, own| own.copy_from_slice(&f(lane)));
        Ok(match builtin {
            BuiltIn::GlobalInvocationId => three(&|lane| {
                let own = local(lane);
                std::array::from_fn(|k| group[k] * size[k] + own[k])
            }),
            BuiltIn::LocalInvocationId => three(&local),
            BuiltIn::LocalInvocationIndex => (0..self.lanes as u32).collect(),
            BuiltIn::WorkGroupId => three(&|_| group),
            BuiltIn::NumWorkGroups => three(&|_| groups),
            other => return Err(Trouble(format!("the argument {other:?}"))),
        })
    }

    /// A new variable of each lane by itself, zero where nothing else is said.
    fn declare(&mut self, of: Handle<naga::Type>, initial: Option<&[u32]>) -> Root {
        let layout = &self.kernel.layout;
        let count = layout.words(of);
        let words = match initial {
            Some(initial) => initial.iter().flat_map(|word| std::iter::repeat_n(*word, self.lanes)).collect(),
            None => vec![0; count * self.lanes],
        };
        self.own.push(Own { words, has_array: layout.has_array(of), load: 0 });
        Root::Own(self.own.len() - 1)
    }

    /// Runs a function for some lanes.
    fn call(
        &mut self,
        (function, info, uses): (&'k Function, &'k FunctionInfo, &'k Uses),
        arguments: Vec<Value>,
        mask: Mask,
    ) -> Result<Option<Value>, Trouble> {
        let first_local = self.own.len();
        let mut frame = Frame {
            function,
            info,
            uses,
            values: vec![None; function.expressions.len()],
            arguments,
            first_local,
            result: None,
            left: Vec::new(),
            next_round: Vec::new(),
        };
        for (_, local) in function.local_variables.iter() {
            self.declare(local.ty, None);
        }
        for (h, local) in function.local_variables.iter() {
            if let Some(initial) = local.init {
                let words = self.words(&mut frame, initial)?;
                self.own[first_local + h.index()].words.copy_from_slice(&words.1);
            }
        }
        self.block(&mut frame, &function.body, mask)?;
        self.own.truncate(first_local);
        Ok(frame.result)
    }

    /// The numbers of an expression, with the load that they wait for.
    fn words(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>) -> Result<(u32, lanes::Words), Trouble> {
        let value = self.value(frame, h)?;
        match value.content {
            Content::Words(words) => Ok((value.load, words)),
            Content::Pointer(_) => Err(Trouble("a place where a number is due".into())),
        }
    }

    /// The numbers of an expression, waited for.
    fn arrived(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>, mask: Mask) -> Result<lanes::Words, Trouble> {
        let (load, words) = self.words(frame, h)?;
        self.meter.wait(load, mask);
        Ok(words)
    }

    /// The place that an expression gives.
    fn pointer(&mut self, frame: &mut Frame<'k>, h: Handle<Expression>) -> Result<lanes::Pointer, Trouble> {
        match self.value(frame, h)?.content {
            Content::Pointer(pointer) => Ok(pointer),
            Content::Words(_) => Err(Trouble("a number where a place is due".into())),
        }
    }
}
