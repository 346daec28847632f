//! The modified inter-arrival rule, with a narrower upper bound. Not here: the rule (`biaz`), where its vectors are tested, too.

use super::Definition;
use super::biaz::InterArrival;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "mbiaz",
    text: "As `biaz`, with the upper bound (n + 1.25) Tmin.",
    source: "S. Cen, P. C. Cosman, G. M. Voelker, ToN 11(5), 2003",
};

/// Before a run.
pub const fn new() -> InterArrival {
    InterArrival::with(1.25)
}
