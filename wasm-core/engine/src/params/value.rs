//! The value of one setting, and its conversion to a field of a settings struct. Not here: allowed values of a setting.

use std::ops::Deref;
use std::sync::Arc;

/// The value of one setting. Cheap to clone: a list is shared.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// None: the option is absent, or the variant does not have it.
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
    /// Read from a document.
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

/// Conversion of a `Value` to a field of a settings struct. The schema has checked the value before. Implementations are not
/// inlined: hundreds of settings are read, none of them for a packet, and the browser has to fetch the code.
pub trait FromValue: Sized {
    /// The typed value; a value of another type gives the type's zero.
    fn from_value(value: &Value) -> Self;
}
impl FromValue for f64 {
    #[inline(never)]
    fn from_value(value: &Value) -> f64 {
        if let Value::Number(n) = value { *n } else { 0.0 }
    }
}
impl FromValue for u64 {
    #[inline(never)]
    fn from_value(value: &Value) -> u64 {
        f64::from_value(value) as u64
    }
}
impl FromValue for u32 {
    #[inline(never)]
    fn from_value(value: &Value) -> u32 {
        f64::from_value(value) as u32
    }
}
impl FromValue for bool {
    #[inline(never)]
    fn from_value(value: &Value) -> bool {
        *value == Value::Bool(true)
    }
}
impl<T: FromValue> FromValue for Option<T> {
    #[inline(never)]
    fn from_value(value: &Value) -> Option<T> {
        (*value != Value::Null).then(|| T::from_value(value))
    }
}
impl FromValue for List {
    #[inline(never)]
    fn from_value(value: &Value) -> List {
        if let Value::List(list) = value { list.clone() } else { List::Fixed(&[]) }
    }
}
