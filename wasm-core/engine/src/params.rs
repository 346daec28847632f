//! Settings that describe themselves. One declaration gives a setting its name, default, range, unit, scale, source and
//! whether it may change while a run goes on; parser, JSON Schema, TypeScript types, form fields, `sawtooth algorithms`
//! and set-by-path are all made from these tables. Not here: JSON (crate `scenario`), nor any particular setting.

use std::ops::Deref;
use std::sync::Arc;

use crate::observe::{Rule, Signal};

/// The value of one setting. Cheap to clone: a list is shared.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// None: the option is absent, or the variant lacks it.
    Null,
    /// A switch.
    Bool(bool),
    /// A number in the setting's unit.
    Number(f64),
    /// One of a list of words.
    Word(&'static str),
    /// Entries one after another, each with a number for each field of the domain.
    List(List),
}

/// The numbers of a list: a default's, or a document's.
#[derive(Clone, Debug)]
pub enum List {
    /// Known at compile time.
    Fixed(&'static [f64]),
    /// Read.
    Given(Arc<[f64]>),
}

impl Deref for List {
    type Target = [f64];
    fn deref(&self) -> &[f64] {
        match self {
            List::Fixed(numbers) => numbers,
            List::Given(numbers) => numbers,
        }
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        **self == **other
    }
}

/// Most entries of a list: no run needs more, and a document stays short enough for a link.
pub const MOST_ENTRIES: usize = 1000;

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// True or false.
    Switch,
    /// A number from `min` to `max`, both included unless `above` excludes `min`.
    Number {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
        /// `min` itself is refused.
        above: bool,
        /// Only whole numbers.
        integer: bool,
    },
    /// One of these words.
    Words(&'static [&'static str]),
    /// From one to `MOST_ENTRIES` entries of numbers. An entry is an object with these fields, all of them given; or, if
    /// there is but one field and it has no name, a bare number.
    List(&'static [Param]),
}

/// How a slider spreads the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    Linear,
    /// By its logarithm (zero, where allowed, has a stop of its own).
    Log,
}

/// One setting: a row of a section's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the scenario.
    pub name: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// `null` is a legal value and means "none".
    pub nullable: bool,
    /// The document must give it.
    pub required: bool,
    /// Its value when the document does not give it (a variant may bring another).
    pub default: Value,
    /// Unit, in the words of the screen; empty for a pure number.
    pub unit: &'static str,
    /// How a slider spreads it.
    pub scale: Scale,
    /// An intervention may change it while a run goes on.
    pub live: bool,
    /// What it is, in a sentence.
    #[cfg(feature = "docs")]
    pub help: &'static str,
    /// Where its default comes from.
    #[cfg(feature = "docs")]
    pub source: &'static str,
}

const fn param(domain: Domain, default: Value) -> Param {
    Param {
        name: "",
        domain,
        nullable: false,
        required: false,
        default,
        unit: "",
        scale: Scale::Linear,
        live: false,
        #[cfg(feature = "docs")]
        help: "",
        #[cfg(feature = "docs")]
        source: "",
    }
}

/// A real number with its default and inclusive range.
pub const fn number(default: f64, min: f64, max: f64) -> Param {
    param(Domain::Number { min, max, above: false, integer: false }, Value::Number(default))
}

/// A real number above `min` (not equal to it).
pub const fn above(default: f64, min: f64, max: f64) -> Param {
    param(Domain::Number { min, max, above: true, integer: false }, Value::Number(default))
}

/// A whole number with its default and inclusive range.
pub const fn whole(default: f64, min: f64, max: f64) -> Param {
    param(Domain::Number { min, max, above: false, integer: true }, Value::Number(default))
}

/// A switch with its default.
pub const fn switch(default: bool) -> Param {
    param(Domain::Switch, Value::Bool(default))
}

/// One of `words`, `default` among them.
pub const fn word(default: &'static str, words: &'static [&'static str]) -> Param {
    param(Domain::Words(words), Value::Word(default))
}

/// A list of numbers with its default: entries of bare numbers (`fields` is one unnamed row, as `whole` makes it) or of
/// objects (`fields` is the table of a `params!`). Lists are never live.
pub const fn list(default: &'static [f64], fields: &'static [Param]) -> Param {
    param(Domain::List(fields), Value::List(List::Fixed(default)))
}

impl Param {
    /// With this unit.
    pub const fn unit(mut self, unit: &'static str) -> Param {
        self.unit = unit;
        self
    }
    /// On a logarithmic slider.
    pub const fn log(mut self) -> Param {
        self.scale = Scale::Log;
        self
    }
    /// May change while a run goes on.
    pub const fn live(mut self) -> Param {
        self.live = true;
        self
    }
    /// Must be given.
    pub const fn required(mut self) -> Param {
        self.required = true;
        self
    }
    /// May be `null`, and is so by default.
    pub const fn or_none(mut self) -> Param {
        self.nullable = true;
        self.absent()
    }
    /// Absent by default, with a meaning of its own; `null` itself is refused.
    pub const fn absent(mut self) -> Param {
        // A plain assignment would drop the old value, which nothing constant may do.
        std::mem::forget(std::mem::replace(&mut self.default, Value::Null));
        self
    }
    /// Named and documented: called by `params!` only.
    #[doc(hidden)]
    #[cfg_attr(not(feature = "docs"), allow(unused_variables, unused_mut))]
    pub const fn declared(mut self, name: &'static str, help: &'static str, source: &'static str) -> Param {
        self.name = name;
        #[cfg(feature = "docs")]
        {
            self.help = help;
            self.source = source;
        }
        self
    }
}

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
    /// A section; help it along with the `with_*` below.
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

/// How a field of a settings struct is read from a `Value`. The schema has checked the value before.
pub trait FromValue: Sized {
    /// The typed value; a value of another type gives the type's zero.
    fn from_value(value: &Value) -> Self;
}
impl FromValue for f64 {
    fn from_value(value: &Value) -> f64 {
        if let Value::Number(n) = value { *n } else { 0.0 }
    }
}
impl FromValue for u64 {
    fn from_value(value: &Value) -> u64 {
        f64::from_value(value) as u64
    }
}
impl FromValue for u32 {
    fn from_value(value: &Value) -> u32 {
        f64::from_value(value) as u32
    }
}
impl FromValue for bool {
    fn from_value(value: &Value) -> bool {
        *value == Value::Bool(true)
    }
}
impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<T> {
        (*value != Value::Null).then(|| T::from_value(value))
    }
}
impl FromValue for List {
    fn from_value(value: &Value) -> List {
        if let Value::List(list) = value { list.clone() } else { List::Fixed(&[]) }
    }
}

/// Declares a settings struct and its table at once.
///
/// ```text
/// params! {
///     /// Settings of AIMD.
///     pub struct Settings {
///         /// Share of the window given up at a loss event.
///         b: f64 = number(0.5, 0.001, 1.0).live(), "SlowCC 2001, section 3";
///     }
/// }
/// ```
/// gives `Settings { pub b: f64 }`, `Settings::PARAMS`, `Settings::read(&[Value])` and `set(index, Value)`.
#[macro_export]
macro_rules! params {
    ($(#[$outer:meta])* pub struct $Settings:ident {
        $($(#[doc = $help:literal])+ $field:ident: $ty:ty = $param:expr, $source:literal;)*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Debug)]
        pub struct $Settings {
            $($(#[doc = $help])+ pub $field: $ty,)*
        }
        #[allow(dead_code, unused_imports, unused_variables, unused_mut, clippy::unused_unit)]
        impl $Settings {
            /// The table of these settings.
            pub const PARAMS: &'static [$crate::params::Param] = {
                use $crate::params::{above, list, number, switch, whole, word};
                &[$($param.declared(stringify!($field), concat!($($help),+), $source)),*]
            };
            /// Reads a row of values, one for each of `PARAMS`.
            pub fn read(values: &[$crate::params::Value]) -> $Settings {
                let mut values = values.iter();
                let mut next = || values.next().unwrap_or(&$crate::params::Value::Null);
                $Settings { $($field: $crate::params::FromValue::from_value(next()),)* }
            }
            /// Changes one setting by its row.
            pub fn set(&mut self, index: usize, value: $crate::params::Value) {
                let mut row = 0;
                $(
                    if row == index {
                        self.$field = $crate::params::FromValue::from_value(&value);
                        return;
                    }
                    row += 1;
                )*
                let _ = row;
            }
        }
    };
}

/// Declares an enum whose cases have a word each in the scenario.
///
/// `choices! { /// Which … pub enum Engine { NewReno = "newreno", Sack = "sack" } }` gives `Engine::WORDS` and `FromValue`.
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* pub enum $Name:ident { $($(#[$inner:meta])* $Case:ident = $word:literal),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name { $($(#[$inner])* $Case),+ }
        impl $Name {
            /// The words, in order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }
        impl $crate::params::FromValue for $Name {
            fn from_value(value: &$crate::params::Value) -> $Name {
                $(if *value == $crate::params::Value::Word($word) { return $Name::$Case; })+
                [$($Name::$Case),+][0]
            }
        }
    };
}
