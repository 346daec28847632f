//! A discriminator that drives a sender: its label of each loss, from the sender's own samples or from a receiver that reports its
//! latest label with every ACK. The report is ideal: no TCP has such an option. Not here: the rules, what a sender does with a label
//! (`newreno`).

use super::{Arrival, Discriminator, Label, Sample};
use super::{biaz, cdg_queue, mbiaz, ndg, ntg, spike, vegas_rate, veno_backlog, zbs, zigzag};
use crate::cc::{Context, Loss, RttSample, Trigger};
use crate::params::{FromValue, Value};
use crate::units::{Span, Time};
use std::fmt;

/// Which rule drives a sender: its place among `WORDS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driving(usize);

/// The rules that learn from nothing, in the order of `Driving::WORDS`: a sender's or receiver's is a copy. `cdg_queue` has memory of
/// its own, and none is no rule.
static RULES: [Option<&dyn Discriminator>; 11] = [
    None,
    Some(&vegas_rate::new()),
    Some(&ntg::new()),
    Some(&ndg::new()),
    Some(&veno_backlog::new()),
    None,
    Some(&biaz::new()),
    Some(&mbiaz::new()),
    Some(&spike::new()),
    Some(&zigzag::new()),
    Some(&zbs::new()),
];

impl Driving {
    /// None, the rules of the sender, and those of the receiver from `biaz` on. `wmta` is not among them: it compares the flow's losses
    /// with those of smaller packets of others, which neither end of the flow sees.
    pub const WORDS: &'static [&'static str] =
        &["none", "vegas_rate", "ntg", "ndg", "veno_backlog", "cdg_queue", "biaz", "mbiaz", "spike", "zigzag", "zbs"];
    const CDG_QUEUE: Driving = Driving(5);

    /// A new rule.
    fn rule(self) -> Option<Box<dyn Discriminator>> {
        if self == Driving::CDG_QUEUE {
            return Some(Box::new(cdg_queue::new()));
        }
        RULES[self.0].map(|rule| rule.boxed())
    }

    /// The rule is a receiver's.
    fn is_receivers(self) -> bool {
        self.0 > Driving::CDG_QUEUE.0
    }
}

impl FromValue for Driving {
    fn from_value(value: &Value) -> Driving {
        Driving(if let Value::Word(word) = value { place(Driving::WORDS, word) } else { 0 })
    }
}

/// Place of a word, or 0. Out of line, so that no comparison is written out for each word.
#[inline(never)]
fn place(words: &[&str], word: &str) -> usize {
    words.iter().position(|one| *one == word).unwrap_or(0)
}

/// The rule at work, at one end of a flow. What it knows of the other end comes with the ACKs.
pub struct Driver {
    choice: Driving,
    rule: Box<dyn Discriminator>,
    /// At the sender: the last RTT sample.
    last: Option<Sample>,
    /// At the receiver: the segment after the highest one that has arrived, and when that arrived.
    next: Option<u64>,
    before: Option<Time>,
    /// The recovery in progress, or the last one, is for a loss that was called random.
    pub tolerated: bool,
}

impl Driver {
    /// Driven by this choice, if by any.
    #[inline(never)]
    pub fn new(choice: Driving) -> Option<Box<Driver>> {
        let rule = choice.rule()?;
        Some(Box::new(Driver { choice, rule, last: None, next: None, before: None, tolerated: false }))
    }

    /// The rule judges at the receiver.
    pub fn is_receivers(&self) -> bool {
        self.choice.is_receivers()
    }

    /// A segment arrives at the receiver; labels those missing before it, if there are any. New segments count, in their order and as
    /// full ones; one that is overtaken is missing.
    #[inline(never)]
    pub fn arrival(&mut self, at: Time, sequence: u64, one_way: Span) -> Option<Label> {
        // An older one was sent again or overtaken.
        let missing = sequence.checked_sub(self.next.unwrap_or(sequence))?;
        self.next = Some(sequence + 1);
        let between_ms = self.before.replace(at).map_or(f64::INFINITY, |before| at.since(before).ms());
        self.rule.arrival(&Arrival { delay_ms: one_way.ms(), between_ms, missing, full: true })
    }

    /// An RTT sample, before its ACK has changed the window.
    #[inline(never)]
    pub fn sample(&mut self, sample: &RttSample, cx: &Context) {
        let rtt_ms = sample.rtt().ms();
        let min_rtt_ms = self.last.map_or(rtt_ms, |last| last.min_rtt_ms.min(rtt_ms));
        let sample = Sample { at: sample.acked, cwnd: cx.window.cwnd, rtt_ms, min_rtt_ms };
        self.last = Some(sample);
        self.rule.sample(&sample);
    }

    /// A round ends.
    #[inline(never)]
    pub fn round(&mut self) {
        if let Some(last) = &self.last {
            self.rule.round(last);
        }
    }

    /// Whether the loss counts as random: the one that begins fast recovery, outside slow start, and called so. Without a label it is
    /// congestion.
    #[inline(never)]
    pub fn tolerates(&mut self, loss: &Loss, cx: &Context) -> bool {
        // As CDG's: cwnd = ssthresh, as a tolerated loss leaves them, is no slow start on any TCP stack.
        let judged = loss.trigger == Trigger::Loss && cx.window.cwnd >= cx.window.ssthresh;
        let label = if self.is_receivers() { loss.label } else { self.rule.loss() };
        self.tolerated = judged && label == Some(Label::Random);
        self.tolerated
    }
}

impl Clone for Driver {
    #[inline(never)]
    fn clone(&self) -> Driver {
        Driver { rule: self.rule.boxed(), ..*self }
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", Driving::WORDS[self.choice.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::discriminators::DEFINITIONS;

    #[test]
    fn every_rule_but_wmta_drives_at_one_end() {
        let named = DEFINITIONS.iter().filter(|definition| definition.name != "wmta");
        let mut words: Vec<&str> = named.map(|definition| definition.name).chain(["none"]).collect();
        let mut offered = Driving::WORDS.to_vec();
        [&mut words, &mut offered].iter_mut().for_each(|list| list.sort_unstable());
        assert_eq!(words, offered);
        assert_eq!(Driving::WORDS[Driving::CDG_QUEUE.0], "cdg_queue");
        for word in Driving::WORDS {
            let driver = Driver::new(Driving::from_value(&Value::Word(word)));
            let receivers = ["biaz", "mbiaz", "spike", "zigzag", "zbs"].contains(word);
            assert_eq!(driver.map(|driver| driver.is_receivers()), (*word != "none").then_some(receivers), "{word}");
        }
    }

    /// Segments 7, 8, 10 and 13, 1.2 ms apart each: 9 is missing, then 11 and 12; 9 and 10 come again.
    #[test]
    fn the_receiver_judges_each_gap_once() {
        let ms = |ms: f64| Time::ZERO + Span::from_ms(ms);
        let mut judge = Driver::new(Driving::from_value(&Value::Word("biaz"))).unwrap();
        let mut labels = [(0.0, 7), (1.2, 8), (3.6, 10), (4.8, 13), (6.0, 9), (7.2, 10), (8.4, 14)]
            .map(|(at, sequence)| judge.arrival(ms(at), sequence, Span::from_ms(20.0)));
        let copy = judge.clone().arrival(ms(10.8), 16, Span::from_ms(20.0));
        // 9 left a hole of just its time; 11 and 12 left none.
        assert_eq!(labels[2..4], [Some(Label::Random), Some(Label::Congestion)]);
        assert_eq!(copy, Some(Label::Random), "a copy knows what the original has learned");
        labels[2..4].fill(None);
        assert_eq!(labels, [None; 7]);
    }
}
