//! Bulk data: the application always has data for the sender, as in a download of unlimited length. Not here: finite transfers
//! (`transfer_bytes`), which end bulk data and any other.

use super::{ApplicationKind, Moment, Offer};
use crate::params::{Section, Value};
use crate::units::Time;

crate::params! {
    /// Bulk data has no settings.
    pub struct Settings {}
}

/// Section of this kind in scenarios and on the screen.
pub static SECTION: Section =
    Section::new("bulk", "bulk data", Settings::PARAMS).about("Always has data to send.", "choice");

/// Bulk data.
#[derive(Clone, Debug)]
pub struct Bulk;

impl Bulk {
    /// It has no settings.
    pub fn new(_values: &[Value]) -> Bulk {
        Bulk
    }
}

impl ApplicationKind for Bulk {
    fn start(&mut self, _at: &Moment) {}
    fn offer(&mut self, _at: &Moment) -> Offer {
        Offer { end: u64::MAX, due: Time::NEVER }
    }
    fn configure(&mut self, _values: &[Value], _at: &Moment) {}
}
