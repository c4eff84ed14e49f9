//! Which words of each value are used: compilers load no others, and leave out what is used nowhere.

use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, LocalVariable, Module, Statement, SwizzleComponent, TypeInner};

use super::Trouble;
use super::layout::{Layout, inner_of, pointed};

/// The words of a function's values that are used.
#[derive(Debug)]
pub struct Uses {
    /// By expression; of a place there is one, which tells whether it is used at all.
    words: Vec<Vec<bool>>,
    /// By argument.
    arguments: Vec<Vec<bool>>,
}

impl Uses {
    /// Those of a function whose callees are known: they come before it in a module, as there is no recursion.
    pub fn new(
        (module, layout): (&Module, &Layout),
        (function, info): (&Function, &FunctionInfo),
        callees: &[Self],
    ) -> Result<Self, Trouble> {
        let words = |h: Handle<Expression>| layout.resolved_words(&info[h].ty).map(|words| vec![false; words]);
        let used: Vec<_> = function.expressions.iter().map(|(h, _)| words(h)).collect::<Result<_, _>>()?;
        let locals = function.local_variables.iter().map(|(_, local)| vec![false; layout.words(local.ty)]).collect();
        let mut marking = Marking { module, layout, function, info, callees, used, locals, changed: true };
        while std::mem::take(&mut marking.changed) {
            marking.block(&function.body);
            for (h, expression) in function.expressions.iter().rev() {
                if marking.used[h.index()].contains(&true) {
                    marking.operands(h, expression)?;
                }
            }
        }
        let mut arguments: Vec<_> = function.arguments.iter().map(|own| vec![false; layout.words(own.ty)]).collect();
        for (h, expression) in function.expressions.iter() {
            if let Expression::FunctionArgument(index) = expression {
                arguments[*index as usize].clone_from(&marking.used[h.index()]);
            }
        }
        Ok(Self { words: marking.used, arguments })
    }

    /// Those of an expression.
    pub fn words(&self, of: Handle<Expression>) -> &[bool] {
        &self.words[of.index()]
    }

    /// Whether an expression is used nowhere.
    pub fn is_dead(&self, of: Handle<Expression>) -> bool {
        !self.words(of).contains(&true)
    }
}

struct Marking<'a> {
    module: &'a Module,
    layout: &'a Layout,
    function: &'a Function,
    info: &'a FunctionInfo,
    callees: &'a [Uses],
    used: Vec<Vec<bool>>,
    locals: Vec<Vec<bool>>,
    changed: bool,
}

impl Marking<'_> {
    /// Marks all words of an expression.
    fn all(&mut self, of: Handle<Expression>) {
        let words = &mut self.used[of.index()];
        self.changed |= words.contains(&false);
        words.fill(true);
    }

    fn all_of(&mut self, some: impl IntoIterator<Item = Handle<Expression>>) {
        some.into_iter().for_each(|h| self.all(h));
    }

    /// Marks words of an expression, the first of which is word `at` of it.
    fn part(&mut self, of: Handle<Expression>, at: usize, marks: &[bool]) {
        mark(&mut self.used[of.index()], at, marks, &mut self.changed);
    }

    /// The variable that a place is in, and where, if that is known.
    fn variable(&self, place: Handle<Expression>) -> Option<(Handle<LocalVariable>, Option<usize>)> {
        match self.function.expressions[place] {
            Expression::LocalVariable(variable) => Some((variable, Some(0))),
            Expression::Access { base, .. } => self.variable(base).map(|(variable, _)| (variable, None)),
            Expression::AccessIndex { base, index } => {
                let (variable, at) = self.variable(base)?;
                let (inner, of) = pointed(self.module, inner_of(self.module, &self.info[base].ty).0)?;
                let place = self.layout.place(&inner, of, index as usize).ok();
                Some((variable, at.zip(place).map(|(at, place)| at + place)))
            }
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Block(block) => self.block(block),
            Statement::If { condition, accept, reject } => {
                self.all(*condition);
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { selector, cases } => {
                self.all(*selector);
                cases.iter().for_each(|case| self.block(&case.body));
            }
            Statement::Loop { body, continuing, break_if } => {
                self.block(body);
                self.block(continuing);
                self.all_of(*break_if);
            }
            Statement::Return { value } => self.all_of(*value),
            Statement::Store { pointer, value } => {
                self.all(*pointer);
                match self.variable(*pointer) {
                    Some((variable, Some(at))) => {
                        let words = self.used[value.index()].len();
                        let marks = self.locals[variable.index()][at..at + words].to_vec();
                        self.part(*value, 0, &marks);
                    }
                    _ => self.all(*value),
                }
            }
            Statement::Atomic { pointer, fun, value, .. } => {
                self.all_of([*pointer, *value]);
                if let naga::AtomicFunction::Exchange { compare } = fun {
                    self.all_of(*compare);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => self.all(*pointer),
            Statement::Call { function, arguments, .. } => {
                let callees = self.callees;
                for (given, marks) in arguments.iter().zip(&callees[function.index()].arguments) {
                    match self.variable(*given) {
                        // The callee may read and write what it is given the place of.
                        Some((variable, _)) => {
                            self.all(*given);
                            self.whole_variable(variable);
                        }
                        None => self.part(*given, 0, marks),
                    }
                }
            }
            // Whatever else there is, the interpreter refuses.
            _ => {}
        }
    }

    fn whole_variable(&mut self, variable: Handle<LocalVariable>) {
        let words = &mut self.locals[variable.index()];
        self.changed |= words.contains(&false);
        words.fill(true);
    }

    /// Marks what an expression needs, some of whose words are used.
    fn operands(&mut self, h: Handle<Expression>, expression: &Expression) -> Result<(), Trouble> {
        let marks = self.used[h.index()].clone();
        match expression {
            Expression::Compose { ty, components } => {
                let words = components.iter().map(|component| self.used[component.index()].len());
                let places = self.layout.places((&self.module.types[*ty].inner, *ty), words)?;
                for (component, at) in components.iter().zip(places) {
                    let words = self.used[component.index()].len();
                    self.part(*component, 0, &marks[at..at + words]);
                }
            }
            Expression::AccessIndex { base, index } => {
                let (inner, of) = inner_of(self.module, &self.info[*base].ty);
                if is_place(inner) {
                    self.all(*base);
                } else {
                    let at = self.layout.place(inner, of, *index as usize)?;
                    self.part(*base, at, &marks);
                }
            }
            Expression::Swizzle { size, vector, pattern } => {
                for (component, mark) in pattern[..*size as usize].iter().zip(&marks) {
                    self.part(*vector, component_number(*component), &[*mark]);
                }
            }
            Expression::Load { pointer } => {
                self.all(*pointer);
                match self.variable(*pointer) {
                    Some((variable, Some(at))) => {
                        mark(&mut self.locals[variable.index()], at, &marks, &mut self.changed)
                    }
                    Some((variable, None)) => self.whole_variable(variable),
                    None => {}
                }
            }
            Expression::Access { base, index } => self.all_of([*base, *index]),
            Expression::Splat { value: operand, .. }
            | Expression::Unary { expr: operand, .. }
            | Expression::As { expr: operand, .. }
            | Expression::Relational { argument: operand, .. }
            | Expression::ArrayLength(operand) => self.all(*operand),
            Expression::Binary { left, right, .. } => self.all_of([*left, *right]),
            Expression::Select { condition, accept, reject } => self.all_of([*condition, *accept, *reject]),
            Expression::Math { arg, arg1, arg2, arg3, .. } => {
                self.all_of([Some(*arg), *arg1, *arg2, *arg3].into_iter().flatten());
            }
            _ => {}
        }
        Ok(())
    }
}

fn mark(words: &mut [bool], at: usize, marks: &[bool], changed: &mut bool) {
    for (word, mark) in words[at..].iter_mut().zip(marks) {
        *changed |= *mark && !*word;
        *word |= *mark;
    }
}

fn is_place(inner: &TypeInner) -> bool {
    matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
}

/// X, Y, Z and W as 0 to 3.
pub fn component_number(component: SwizzleComponent) -> usize {
    match component {
        SwizzleComponent::X => 0,
        SwizzleComponent::Y => 1,
        SwizzleComponent::Z => 2,
        SwizzleComponent::W => 3,
    }
}
