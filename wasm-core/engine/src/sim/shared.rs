//! Lanes by a common key (a delay, or a pair of them). A sorted list, because a map of the standard library costs
//! kilobytes in the browser for each kind of key, and lanes are looked up only when flows are made.

/// Lanes by their key, in its order.
#[derive(Clone, Debug)]
pub(super) struct Shared<K>(Vec<(K, u32)>);

impl<K> Default for Shared<K> {
    fn default() -> Shared<K> {
        Shared(Vec::new())
    }
}

impl<K: Ord + Copy> Shared<K> {
    /// The lane of this key; `make` creates it if there is none.
    pub fn of(&mut self, key: K, make: impl FnOnce() -> u32) -> u32 {
        match self.0.binary_search_by(|(other, _)| other.cmp(&key)) {
            Ok(place) => self.0[place].1,
            Err(place) => {
                let lane = make();
                self.0.insert(place, (key, lane));
                lane
            }
        }
    }
}
