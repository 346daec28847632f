//! WMTA: bit errors take large packets more often than small ones, a full queue does not.

use super::{Definition, Discriminator, Label, Sized};
use std::collections::VecDeque;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "wmta",
    text: "Random if, over the last 20 losses, the flow's packets are lost more often than the smaller ones of cross traffic by \
           more than the root of the ratio of their sizes; not judged without such traffic.",
    source: "named in the CDG paper, section 2.2; the rule is our reading of it",
};

/// Losses over which the rates are compared.
const LOSSES: u64 = 20;

/// Packets of one size: those that arrived, those that are missing, bytes of the former.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    arrived: u64,
    missing: u64,
    bytes: u64,
}

impl Class {
    fn rate(&self) -> f64 {
        self.missing as f64 / (self.arrived + self.missing) as f64
    }
    fn size(&self) -> f64 {
        self.bytes as f64 / self.arrived as f64
    }
}

/// The discriminator.
#[derive(Clone)]
pub struct Wmta {
    seen: VecDeque<Sized>,
    small: Class,
    large: Class,
}

/// Before a run.
pub fn new() -> Wmta {
    Wmta { seen: VecDeque::new(), small: Class::default(), large: Class::default() }
}

/// Of loss rates and sizes.
fn judge(large: &Class, small: &Class) -> Label {
    Label::random_if(large.rate() > small.rate() * (large.size() / small.size()).sqrt())
}

impl Wmta {
    fn class(&mut self, large: bool) -> &mut Class {
        if large { &mut self.large } else { &mut self.small }
    }
}

impl Discriminator for Wmta {
    fn sized(&mut self, sized: &Sized) {
        self.seen.push_back(*sized);
        let class = self.class(sized.large);
        class.arrived += 1;
        class.missing += sized.missing;
        class.bytes += u64::from(sized.bytes);
        // The oldest are forgotten as long as enough losses are left without them.
        while let Some(first) = self.seen.front().copied()
            && self.large.missing + self.small.missing - first.missing >= LOSSES
        {
            self.seen.pop_front();
            let class = self.class(first.large);
            class.arrived -= 1;
            class.missing -= first.missing;
            class.bytes -= u64::from(first.bytes);
        }
    }
    fn loss(&self) -> Option<Label> {
        if self.small.arrived == 0 || self.large.arrived == 0 {
            return None;
        }
        let enough = self.small.missing + self.large.missing >= LOSSES;
        Some(if enough { judge(&self.large, &self.small) } else { Label::Congestion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets of a size, of which some in 10,000 are lost.
    fn class(missing: u64, size: u64) -> Class {
        Class { arrived: 10_000 - missing, missing, bytes: (10_000 - missing) * size }
    }

    #[test] // 1500 and 200 bytes: the threshold is 2.7386. 0.0213/0.0061 = 3.492, 0.0213/0.0114 = 1.868
    fn large_packets_that_are_lost_more_often_are_lost_at_random() {
        assert_eq!(judge(&class(213, 1500), &class(61, 200)), Label::Random);
        assert_eq!(judge(&class(213, 1500), &class(114, 200)), Label::Congestion);
        assert_eq!(judge(&class(2738, 1500), &class(1000, 200)), Label::Congestion, "just below");
        assert_eq!(judge(&class(2739, 1500), &class(1000, 200)), Label::Random, "just above");
    }

    #[test]
    fn the_last_losses_count_and_without_small_packets_none_is_judged() {
        let of = |large, missing| Sized { large, bytes: if large { 1500 } else { 200 }, missing };
        let mut wmta = new();
        (0..30).for_each(|_| wmta.sized(&of(true, 1)));
        assert_eq!(wmta.loss(), None);
        assert_eq!((wmta.large.missing, wmta.seen.len()), (20, 20));
        // All of the small ones arrive.
        (0..30).for_each(|_| wmta.sized(&of(false, 0)));
        assert_eq!(wmta.loss(), Some(Label::Random));
        // Of small ones every second is lost, as of the large ones in the memory: 0.5 is less than 2.7 times 0.5.
        (0..20).for_each(|_| wmta.sized(&of(false, 1)));
        (0..20).for_each(|_| wmta.sized(&of(true, 0)));
        assert_eq!((wmta.large.missing, wmta.small.missing), (0, 20));
        assert_eq!(wmta.loss(), Some(Label::Congestion));
        let mut few = new();
        [of(true, 10), of(false, 0)].iter().for_each(|sized| few.sized(sized));
        assert_eq!(few.loss(), Some(Label::Congestion), "too few losses");
    }
}
