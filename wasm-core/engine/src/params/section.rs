//! A section: a kind of thing with its table of settings, its variants and alternatives; and a section with its values, as a
//! scenario has it. Not here: a single setting.

use super::{Param, Value};
use crate::observe::{Rule, Signal};

/// A named set of defaults within a section (a CDG variant, a host).
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// What it changes beside defaults: the constants that are its own, with their units.
    #[cfg(feature = "docs")]
    pub about: &'static str,
    /// Defaults that differ from the table's.
    pub defaults: &'static [(&'static str, Value)],
    /// Fields that it does not have; giving one is refused.
    pub lacks: &'static [&'static str],
    /// The host whose flows take it where they name no variant.
    pub default_on: Option<&'static str>,
}

impl Variant {
    /// A variant with what it changes beside defaults; the calls below say the rest of it.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables))]
    pub const fn new(name: &'static str, about: &'static str) -> Variant {
        Variant {
            name,
            #[cfg(feature = "docs")]
            about,
            defaults: &[],
            lacks: &[],
            default_on: None,
        }
    }
    /// The default of a flow on this host.
    pub const fn default_on(mut self, host: &'static str) -> Variant {
        self.default_on = Some(host);
        self
    }
    /// With defaults of its own.
    pub const fn defaults(mut self, defaults: &'static [(&'static str, Value)]) -> Variant {
        self.defaults = defaults;
        self
    }
    /// Without these fields.
    pub const fn lacks(mut self, lacks: &'static [&'static str]) -> Variant {
        self.lacks = lacks;
        self
    }
}

/// Fields of which a document gives one only.
#[derive(Clone, Copy, Debug)]
pub struct OneOf {
    /// The fields. Given one, the others are `Null`; given none, all but the first are.
    pub fields: &'static [&'static str],
    /// One of them must be given.
    pub required: bool,
}

/// Two fields of numbers whose order the rule that reads them takes for granted; equal is in order.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    /// The one that is at most the other.
    pub less: &'static str,
    /// The one that is at least the other.
    pub more: &'static str,
}

/// What bounds a field by another one's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The other field.
    pub other: &'static str,
    /// Its value.
    pub value: f64,
    /// It is the greatest that the field may be, not the least.
    pub greatest: bool,
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
    /// Fields in order.
    pub ordered: &'static [Ordered],
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
            ordered: &[],
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
    /// With fields in order.
    pub const fn ordered(mut self, ordered: &'static [Ordered]) -> Section {
        self.ordered = ordered;
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

    /// The variant that a flow on this host takes if it names none; `None` where there are no variants.
    pub fn variant_on(&self, host: &str) -> Option<&'static Variant> {
        self.variants.iter().find(|v| v.default_on == Some(host)).or(self.variants.first())
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
    /// At the defaults of a flow on this host.
    pub fn on_host(section: &'static Section, host: &str) -> Choice {
        Choice { section, values: section.defaults(section.variant_on(host).map(|v| v.name)) }
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
    /// What a field is on the wrong side of, if it is.
    pub fn misplaced(&self, name: &str) -> Option<Bound> {
        self.section.ordered.iter().find_map(|&Ordered { less, more }| {
            let (Value::Number(least), Value::Number(most)) = (self.get(less), self.get(more)) else { return None };
            match name {
                _ if least <= most => None,
                _ if name == less => Some(Bound { other: more, value: most, greatest: true }),
                _ if name == more => Some(Bound { other: less, value: least, greatest: false }),
                _ => None,
            }
        })
    }
    /// The value of a name.
    pub fn get(&self, name: &str) -> Value {
        self.section.index(name).map_or(Value::Null, |i| self.values[i].clone())
    }
}
