//! Settings that describe themselves. One declaration gives a setting its name, default, range, unit, scale, source,
//! and whether it can change during a run. The parser, the JSON Schema, TypeScript types, form fields, `sawtooth
//! algorithms` and setting by path are generated from these tables. Not here: JSON (crate `scenario`), particular
//! settings.

mod need;
#[macro_use]
mod registry;
mod section;
mod value;

pub use need::Need;
pub use section::{Bound, Choice, Group, OneOf, Ordered, Section, Variant};
pub use value::{FromValue, List, Value};

/// Maximum number of entries of a list that sets no other: no run needs more, and a document stays short enough for a link.
pub const MOST_ENTRIES: usize = 1000;

/// Allowed values of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// True or false.
    Switch,
    /// A number from `min` to `max`, both included unless `above` excludes `min`.
    Number {
        /// Minimum.
        min: f64,
        /// Maximum.
        max: f64,
        /// Whether `min` itself is rejected.
        above: bool,
        /// Whether only whole numbers are allowed.
        integer: bool,
    },
    /// One of these words.
    Words(&'static [&'static str]),
    /// From one to `Param::most` entries of numbers. An entry is an object with all of these fields; or, if there is
    /// only one field and it has no name, a bare number.
    List(&'static [Param]),
}

/// Scale of a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic (zero, where allowed, has a stop of its own).
    Log,
}

/// One setting: a row of a section's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the scenario.
    pub name: &'static str,
    /// Allowed values.
    pub domain: Domain,
    /// Whether `null` is a legal value that means "none".
    pub nullable: bool,
    /// Whether the document must give it.
    pub required: bool,
    /// Default value (a variant may have another).
    pub default: Value,
    /// Unit as shown on the screen; empty for a pure number.
    pub unit: &'static str,
    /// Scale of its slider.
    pub scale: Scale,
    /// Whether an intervention may change it during a run.
    pub live: bool,
    /// Maximum number of entries of a list.
    pub most: usize,
    /// Conditions without any of which it has no effect, beside those of its section.
    pub needs: &'static [Need],
    /// Ends and labelled places of its slider in its unit, where its range is wider than a reader wants to drag.
    #[cfg(feature = "docs")]
    pub slider: Option<(f64, f64, &'static [f64])>,
    /// Whether its slider is on the flow's card, the rest of the settings being a click away.
    #[cfg(feature = "docs")]
    pub on_card: bool,
    /// Help: what it is, in a sentence.
    #[cfg(feature = "docs")]
    pub help: &'static str,
    /// Source of its default.
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
        most: MOST_ENTRIES,
        needs: &[],
        #[cfg(feature = "docs")]
        slider: None,
        #[cfg(feature = "docs")]
        on_card: false,
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
    /// Sets the unit.
    pub const fn unit(mut self, unit: &'static str) -> Param {
        self.unit = unit;
        self
    }
    /// Sets a logarithmic scale.
    pub const fn log(mut self) -> Param {
        self.scale = Scale::Log;
        self
    }
    /// Allows changes during a run.
    pub const fn live(mut self) -> Param {
        self.live = true;
        self
    }
    /// Sets the maximum number of entries of a list.
    pub const fn most(mut self, most: usize) -> Param {
        self.most = most;
        self
    }
    /// Sets the conditions without any of which it has no effect.
    pub const fn needs(mut self, needs: &'static [Need]) -> Param {
        self.needs = needs;
        self
    }
    /// Sets ends and labelled places of its slider.
    #[cfg_attr(not(feature = "docs"), allow(unused_variables, unused_mut))]
    pub const fn slider(mut self, min: f64, max: f64, ticks: &'static [f64]) -> Param {
        #[cfg(feature = "docs")]
        {
            self.slider = Some((min, max, ticks));
        }
        self
    }
    /// Puts its slider on the flow's card.
    #[cfg_attr(not(feature = "docs"), allow(unused_mut))]
    pub const fn on_card(mut self) -> Param {
        #[cfg(feature = "docs")]
        {
            self.on_card = true;
        }
        self
    }
    /// Makes it required.
    pub const fn required(mut self) -> Param {
        self.required = true;
        self
    }
    /// Allows `null`, which is the default.
    pub const fn or_none(mut self) -> Param {
        self.nullable = true;
        self.absent()
    }
    /// Makes it absent by default, with a meaning of its own; `null` itself is rejected.
    pub const fn absent(mut self) -> Param {
        // A plain assignment would drop the old value, which a constant function must not do.
        std::mem::forget(std::mem::replace(&mut self.default, Value::Null));
        self
    }
    /// Sets name and help: called by `params!` only.
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

/// Declares a settings struct and its table together.
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
                use $crate::params::{Need, above, list, number, switch, whole, word};
                &[$($param.declared(stringify!($field), concat!($($help),+), $source)),*]
            };
            /// Reads a row of values, one for each entry of `PARAMS`.
            pub fn read(values: &[$crate::params::Value]) -> $Settings {
                let mut values = values.iter();
                let mut next = || values.next().unwrap_or(&$crate::params::Value::Null);
                $Settings { $($field: $crate::params::FromValue::from_value(next()),)* }
            }
            /// Changes one setting by its row.
            pub fn set(&mut self, index: usize, value: &$crate::params::Value) {
                let mut row = 0;
                $(
                    if row == index {
                        self.$field = $crate::params::FromValue::from_value(value);
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
/// `choices! { /// Which … pub enum Engine { NewReno = "newreno", Sack = "sack" } }` gives `Engine::WORDS`, `Engine::named(word)` and `FromValue`.
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* pub enum $Name:ident { $($(#[$inner:meta])* $Case:ident = $word:literal),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name { $($(#[$inner])* $Case),+ }
        impl $Name {
            /// The words, in order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// The case of a word.
            pub fn named(word: &str) -> Option<$Name> {
                match word {
                    $($word => Some($Name::$Case),)+
                    _ => None,
                }
            }
        }
        impl $crate::params::FromValue for $Name {
            #[inline(never)]
            fn from_value(value: &$crate::params::Value) -> $Name {
                let word = if let $crate::params::Value::Word(word) = value { word } else { "" };
                $Name::named(word).unwrap_or([$($Name::$Case),+][0])
            }
        }
    };
}
