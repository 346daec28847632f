//! From the flows and the cross traffic of a scenario to the entries of the document that they come from: copies have one. Not here: what
//! an entry says (`read.rs`, `copies.rs`).

/// The places of the document's entries, by the index in the scenario of each flow and of each source of cross traffic.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    flows: Vec<usize>,
    cross_traffic: Vec<usize>,
}

impl Entries {
    /// The place in the document's list of the entry that this flow or cross traffic comes from.
    pub(crate) fn of(&self, list: &str, index: usize) -> usize {
        let places = if list == "flows" { &self.flows } else { &self.cross_traffic };
        places.get(index).copied().unwrap_or(index)
    }

    /// The places of a list, to be extended.
    pub(crate) fn list(&mut self, list: &str) -> &mut Vec<usize> {
        if list == "flows" { &mut self.flows } else { &mut self.cross_traffic }
    }
}
