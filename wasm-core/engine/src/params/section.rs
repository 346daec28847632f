//! A section: a kind of thing with its table of settings, its variants and alternatives; and a section with its values, as a
//! scenario has it. Not here: a single setting.

use super::{Param, Value};
use crate::observe::{Rule, Signal};

/// A named set of defaults within a section (a CDG variant, a host).
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Defaults that differ from the table's.
    pub defaults: &'static [(&'static str, Value)],
    /// Fields that it does not have; giving one is refused.
    pub lacks: &'static [&'static str],
}

/// Fields of which a document gives one only.
#[derive(Clone, Copy, Debug)]
pub struct OneOf {
    /// The fields. Given one, the others are `Null`; given none, all but the first are.
    pub fields: &'static [&'static str],
    /// One of them must be given.
    pub required: bool,
}

/// A kind of thing with its settings: an algorithm, a queue discipline, a loss model, a kind of traffic.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its name in the scenario (`cdg`, `drop_tail`).
    pub kind: &'static str,
    /// Its name on the screen (`CDG`, `drop tail`).
    pub title: &'static str,
    /// What it is, in a sentence.
    #[cfg(feature = "docs")]
    pub about: &'static str,
    /// Who proposed it, and when.
    #[cfg(feature = "docs")]
    pub source: &'static str,
    /// The table.
    pub params: &'static [Param],
    /// The field that chooses a variant (`variant`, `host`); empty where there are none.
    pub selector: &'static str,
    /// The variants, the default first.
    pub variants: &'static [Variant],
    /// Alternatives.
    pub one_of: &'static [OneOf],
    /// A congestion control that paces by a rate (`rate`) and has no window.
    pub rate_based: bool,
    /// The signals that it tells beside the engine's own.
    pub signals: &'static [&'static Signal],
    /// The rules whose firing it tells.
    pub rules: &'static [&'static Rule],
}

impl Section {
    /// A section; the calls below say the rest of it.
    pub const fn new(kind: &'static str, title: &'static str, params: &'static [Param]) -> Section {
        Section {
            kind,
            title,
            #[cfg(feature = "docs")]
            about: "",
            #[cfg(feature = "docs")]
            source: "",
            params,
            selector: "",
            variants: &[],
            one_of: &[],
            rate_based: false,
            signals: &[],
            rules: &[],
        }
    }
    /// With a sentence about it and its source.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables, unused_mut))]
    pub const fn about(mut self, about: &'static str, source: &'static str) -> Section {
        #[cfg(feature = "docs")]
        {
            self.about = about;
            self.source = source;
        }
        self
    }
    /// With variants, chosen by the field `selector`.
    pub const fn variants(mut self, selector: &'static str, variants: &'static [Variant]) -> Section {
        self.selector = selector;
        self.variants = variants;
        self
    }
    /// With alternatives.
    pub const fn one_of(mut self, one_of: &'static [OneOf]) -> Section {
        self.one_of = one_of;
        self
    }

    /// Paces by a rate.
    pub const fn rate_based(mut self) -> Section {
        self.rate_based = true;
        self
    }
    /// With signals of its own.
    pub const fn signals(mut self, signals: &'static [&'static Signal]) -> Section {
        self.signals = signals;
        self
    }
    /// With rules of its own.
    pub const fn rules(mut self, rules: &'static [&'static Rule]) -> Section {
        self.rules = rules;
        self
    }

    /// The row of a name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|p| p.name == name)
    }

    /// The variant of a name, or the default one; `None` where there are no variants.
    pub fn variant(&self, name: Option<&str>) -> Option<&'static Variant> {
        match name {
            Some(name) => self.variants.iter().find(|v| v.name == name),
            None => self.variants.first(),
        }
    }

    /// All values at their defaults, for a variant by name (the first one if `None`).
    pub fn defaults(&self, variant: Option<&str>) -> Vec<Value> {
        let mut values: Vec<Value> = self.params.iter().map(|p| p.default.clone()).collect();
        if let Some(variant) = self.variant(variant) {
            for (name, value) in variant.defaults {
                values[self.index(name).expect("a variant names its own section's fields")] = value.clone();
            }
            for name in variant.lacks {
                values[self.index(name).expect("a variant names its own section's fields")] = Value::Null;
            }
            if let Some(selector) = self.index(self.selector) {
                values[selector] = Value::Word(variant.name);
            }
        }
        for group in self.one_of {
            for name in &group.fields[1..] {
                values[self.index(name).expect("alternatives are fields")] = Value::Null;
            }
        }
        values
    }
}

/// A section with its values: one algorithm, discipline, model or kind of traffic as a scenario has it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Which.
    pub section: &'static Section,
    /// A value for each row of its table.
    pub values: Vec<Value>,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Choice) -> bool {
        std::ptr::eq(self.section, other.section) && self.values == other.values
    }
}

impl Choice {
    /// At its defaults.
    pub fn of(section: &'static Section) -> Choice {
        Choice { section, values: section.defaults(None) }
    }
    /// With one setting changed; the name must exist (for code and tests, not for outside input).
    pub fn with(mut self, name: &str, value: Value) -> Choice {
        let index = self.section.index(name).expect("a field of this section");
        if name == self.section.selector {
            let Value::Word(variant) = value else { panic!("a variant is a word") };
            self.values = self.section.defaults(Some(variant));
        }
        self.set(index, value);
        self
    }
    /// Sets a row; of alternatives the others become `Null`.
    pub fn set(&mut self, index: usize, value: Value) {
        let name = self.section.params[index].name;
        for group in self.section.one_of.iter().filter(|g| g.fields.contains(&name)) {
            for other in group.fields {
                self.values[self.section.index(other).expect("alternatives are fields")] = Value::Null;
            }
        }
        self.values[index] = value;
    }
    /// The value of a name.
    pub fn get(&self, name: &str) -> Value {
        self.section.index(name).map_or(Value::Null, |i| self.values[i].clone())
    }
}
