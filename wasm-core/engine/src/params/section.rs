//! A section: a kind of object with its table of settings, its variants and alternatives; and a section with its values
//! in a scenario. Not here: a single setting.

use super::{Need, Param, Value};
use crate::observe::{Rule, Signal};

/// A named set of defaults within a section (a CDG variant, a TCP stack).
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Differences beside defaults: its own constants, with their units.
    #[cfg(feature = "docs")]
    pub about: &'static str,
    /// Defaults that differ from the table's.
    pub defaults: &'static [(&'static str, Value)],
    /// Fields that it does not have; giving one is an error.
    pub lacks: &'static [&'static str],
    /// TCP stack whose flows use it if they name no variant.
    pub default_on: Option<&'static str>,
    /// Settings of a flow that have no effect on its flows, beside those of the section.
    pub ignores: &'static [&'static str],
}

impl Variant {
    /// A variant with its differences beside defaults; the calls below add the rest.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables))]
    pub const fn new(name: &'static str, about: &'static str) -> Variant {
        Variant {
            name,
            #[cfg(feature = "docs")]
            about,
            defaults: &[],
            lacks: &[],
            default_on: None,
            ignores: &[],
        }
    }
    /// Makes it the default of flows with this TCP stack.
    pub const fn default_on(mut self, host: &'static str) -> Variant {
        self.default_on = Some(host);
        self
    }
    /// Sets its own defaults.
    pub const fn defaults(mut self, defaults: &'static [(&'static str, Value)]) -> Variant {
        self.defaults = defaults;
        self
    }
    /// Adds settings of a flow that have no effect on its flows.
    pub const fn ignores(mut self, ignores: &'static [&'static str]) -> Variant {
        self.ignores = ignores;
        self
    }
    /// Removes these fields.
    pub const fn lacks(mut self, lacks: &'static [&'static str]) -> Variant {
        self.lacks = lacks;
        self
    }
}

/// Fields of which a document gives only one.
#[derive(Clone, Copy, Debug)]
pub struct OneOf {
    /// The fields. If one is given, the others are `Null`; if none is given, all except the first are.
    pub fields: &'static [&'static str],
    /// Whether one of them must be given.
    pub required: bool,
}

/// Two numeric fields with a required order; equal values are allowed.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    /// The field that is at most the other.
    pub less: &'static str,
    /// The field that is at least the other.
    pub more: &'static str,
}

/// Limit of a field by another one's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The other field.
    pub other: &'static str,
    /// Its value.
    pub value: f64,
    /// Whether it is the maximum of the field, not the minimum.
    pub greatest: bool,
}

/// Group of a window-based algorithm in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Loss is its only signal.
    LossBased,
    /// Delay is a signal, too.
    DelayBased,
    /// It responds to loss more slowly than standard TCP (SlowCC, SIGCOMM 2001).
    SlowlyResponsive,
    /// It keeps a model of the path: its bandwidth and its delay.
    ModelBased,
    /// It responds to how many packets are marked.
    MarkBased,
    /// It responds to nothing.
    Uncontrolled,
}

impl Group {
    /// Name in the catalogue (`control.family.<name>`).
    pub fn name(self) -> &'static str {
        match self {
            Group::LossBased => "loss",
            Group::DelayBased => "delay",
            Group::SlowlyResponsive => "slow",
            Group::ModelBased => "model",
            Group::MarkBased => "mark",
            Group::Uncontrolled => "none",
        }
    }
}

/// A kind of object with its settings: an algorithm, a queue discipline, a loss model, a kind of traffic.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its name in the scenario (`cdg`, `drop_tail`).
    pub kind: &'static str,
    /// Its name on the screen (`CDG`, `drop tail`).
    pub title: &'static str,
    /// Description in a sentence.
    #[cfg(feature = "docs")]
    pub about: &'static str,
    /// Origin: authors and year.
    #[cfg(feature = "docs")]
    pub source: &'static str,
    /// Its group in lists; without one a rate-based algorithm is among its like, any other among the others.
    #[cfg(feature = "docs")]
    pub group: Option<Group>,
    /// The table.
    pub params: &'static [Param],
    /// The field that selects a variant (`variant`, `host`); empty where there are none.
    pub selector: &'static str,
    /// The variants, the default first.
    pub variants: &'static [Variant],
    /// Alternatives.
    pub one_of: &'static [OneOf],
    /// Pairs of fields with a required order.
    pub ordered: &'static [Ordered],
    /// Whether it is a congestion control that sets a rate (`rate`) and has no window.
    pub rate_based: bool,
    /// Whether it is a congestion control that fills the queue until a packet is lost: loss is its only signal, or what it does about
    /// delay does not keep it from that.
    pub fills_queue: bool,
    /// Settings of a flow that are so for its flows, unless they are given.
    pub flow_defaults: &'static [(&'static str, Value)],
    /// Settings of a flow that have no effect on its flows, whatever the variant.
    pub ignores: &'static [&'static str],
    /// A switch of its own, and settings of a flow that have no effect either while it is off.
    pub ignores_without: (&'static str, &'static [&'static str]),
    /// Conditions without any of which none of its settings has an effect.
    pub needs: &'static [Need],
    /// Signals that it emits beside the engine's own.
    pub signals: &'static [&'static Signal],
    /// Rules that it may emit as decisions.
    pub rules: &'static [&'static Rule],
}

impl Section {
    /// A section; the calls below add the rest.
    pub const fn new(kind: &'static str, title: &'static str, params: &'static [Param]) -> Section {
        Section {
            kind,
            title,
            #[cfg(feature = "docs")]
            about: "",
            #[cfg(feature = "docs")]
            source: "",
            #[cfg(feature = "docs")]
            group: None,
            params,
            selector: "",
            variants: &[],
            one_of: &[],
            ordered: &[],
            rate_based: false,
            fills_queue: false,
            flow_defaults: &[],
            ignores: &["abe"],
            ignores_without: ("", &[]),
            needs: &[],
            signals: &[],
            rules: &[],
        }
    }
    /// Sets its description and origin.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables, unused_mut))]
    pub const fn about(mut self, about: &'static str, source: &'static str) -> Section {
        #[cfg(feature = "docs")]
        {
            self.about = about;
            self.source = source;
        }
        self
    }
    /// Sets its group in lists.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables, unused_mut))]
    pub const fn group(mut self, group: Group) -> Section {
        #[cfg(feature = "docs")]
        {
            self.group = Some(group);
        }
        self
    }
    /// Sets its variants, selected by the field `selector`.
    pub const fn variants(mut self, selector: &'static str, variants: &'static [Variant]) -> Section {
        self.selector = selector;
        self.variants = variants;
        self
    }
    /// Sets its alternatives.
    pub const fn one_of(mut self, one_of: &'static [OneOf]) -> Section {
        self.one_of = one_of;
        self
    }
    /// Sets its pairs of fields with a required order.
    pub const fn ordered(mut self, ordered: &'static [Ordered]) -> Section {
        self.ordered = ordered;
        self
    }
    /// Marks it as rate-based.
    pub const fn rate_based(mut self) -> Section {
        self.rate_based = true;
        self
    }
    /// Marks it as filling the queue.
    pub const fn fills_queue(mut self) -> Section {
        self.fills_queue = true;
        self
    }
    /// Sets what its flows' settings are unless they are given.
    pub const fn flow_defaults(mut self, defaults: &'static [(&'static str, Value)]) -> Section {
        self.flow_defaults = defaults;
        self
    }
    /// Sets which settings of a flow have no effect on its flows.
    pub const fn ignores(mut self, ignores: &'static [&'static str]) -> Section {
        self.ignores = ignores;
        self
    }
    /// Sets which settings of a flow have no effect on its flows either while a switch of its own is off.
    pub const fn ignores_without(mut self, switch: &'static str, ignores: &'static [&'static str]) -> Section {
        self.ignores_without = (switch, ignores);
        self
    }
    /// Sets the conditions without any of which none of its settings has an effect.
    pub const fn needs(mut self, needs: &'static [Need]) -> Section {
        self.needs = needs;
        self
    }
    /// Sets its signals.
    pub const fn signals(mut self, signals: &'static [&'static Signal]) -> Section {
        self.signals = signals;
        self
    }
    /// Sets its rules.
    pub const fn rules(mut self, rules: &'static [&'static Rule]) -> Section {
        self.rules = rules;
        self
    }

    /// Value of a flow's setting that is not given; `Null` if this algorithm has none for it.
    pub fn flow_default(&self, name: &str) -> Value {
        self.flow_defaults.iter().find(|(other, _)| *other == name).map_or(Value::Null, |(_, value)| value.clone())
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

    /// The variant of a flow with this TCP stack if it names none; `None` where there are no variants.
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
    /// The section.
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
    /// The section at its defaults.
    pub fn of(section: &'static Section) -> Choice {
        Choice { section, values: section.defaults(None) }
    }
    /// The section at the defaults of a flow with this TCP stack.
    pub fn on_host(section: &'static Section, host: &str) -> Choice {
        Choice { section, values: section.defaults(section.variant_on(host).map(|v| v.name)) }
    }
    /// The same with one setting changed; the name must exist (for code and tests, not for outside input).
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
    /// The limit that a field violates, if any.
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
    /// Whether it is an algorithm on whose flows this setting of a flow has no effect.
    pub fn ignores(&self, setting: &str) -> bool {
        let section = self.section;
        let variant = section.variants.iter().find(|variant| self.get(section.selector) == Value::Word(variant.name));
        let (switch, without) = section.ignores_without;
        section.ignores.contains(&setting)
            || variant.is_some_and(|variant| variant.ignores.contains(&setting))
            || (without.contains(&setting) && self.get(switch) != Value::Bool(true))
    }
    /// The value of a name.
    pub fn get(&self, name: &str) -> Value {
        self.section.index(name).map_or(Value::Null, |i| self.values[i].clone())
    }
}
