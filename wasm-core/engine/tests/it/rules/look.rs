//! One decision under test: its numbers by name, what was heard before it, and comparisons that a report collects. Not here:
//! the equations.

use super::rules;
use super::watch::Decision;
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::scenario::Flow;
use sawtooth_engine::units::Time;

/// One decision under test.
pub struct Look<'a> {
    pub name: &'a str,
    pub decision: &'a Decision,
    pub flow: &'a Flow,
    /// Mistakes found in it.
    pub wrong: Vec<String>,
}

impl Look<'_> {
    /// A number of the decision.
    pub fn n(&self, name: &str) -> f64 {
        let place = self.decision.rule.numbers.iter().position(|other| *other == name);
        self.decision.numbers[place.unwrap_or_else(|| panic!("{} has no {name}", self.decision.rule.key))]
    }
    /// The last value of a signal, those of this instant included.
    pub fn last(&self, signal: &str) -> f64 {
        self.decision.heard.last.get(signal).copied().unwrap_or(f64::NAN)
    }
    /// Its last value before this instant.
    pub fn earlier(&self, signal: &str) -> f64 {
        self.decision.heard.earlier.get(signal).copied().unwrap_or(f64::NAN)
    }
    /// A number of the last decision by a rule before this one.
    pub fn decided(&self, rule: &str, number: &str) -> Option<f64> {
        let (_, numbers) = self.decision.heard.decided.get(rule)?;
        let place = rules()[rule].numbers.iter().position(|other| *other == number)?;
        Some(numbers[place])
    }
    pub fn when(&self, rule: &str) -> Option<Time> {
        self.decision.heard.decided.get(rule).map(|(at, _)| *at)
    }
    pub fn setting(&self, name: &str) -> f64 {
        number(&self.flow.algorithm, name)
    }
    pub fn variant(&self) -> &'static str {
        word(&self.flow.algorithm, "variant")
    }
    pub fn host(&self) -> &'static str {
        word(&self.flow.settings, "host")
    }
    /// Half as the TCP stack halves.
    pub fn halved(&self, base: f64) -> f64 {
        self.reduced(base, 0.5)
    }
    pub fn reduced(&self, base: f64, share: f64) -> f64 {
        (if self.host() == "ns2" { base * share } else { (base * share).floor() }).max(2.0)
    }
    /// The windows before the congestion events of this instant as they say it, else the last one.
    pub fn windows(&self) -> Vec<f64> {
        let said = ["window_cut", "loss_tolerated", "delay_backoff"];
        let said: Vec<f64> = said.iter().filter_map(|mark| self.decision.heard.present.get(mark).copied()).collect();
        if said.is_empty() { vec![self.earlier("cwnd_packets")] } else { said }
    }
    /// A number is the window before this congestion event; some kernels take it in whole packets.
    pub fn is_window(&mut self, name: &'static str) {
        let windows = self.windows();
        let whole = windows.iter().map(|w| w.floor());
        self.among(name, &windows.iter().copied().chain(whole).collect::<Vec<_>>());
    }
    /// A number is the window at the end of a round: before or after the growth of the ACK that ends it, which is a packet
    /// where the round decides, and a share of one where each ACK does.
    pub fn is_window_of_round(&mut self, name: &'static str) {
        let (cwnd, earlier, told) = (self.decision.cwnd, self.earlier("cwnd_packets"), self.n(name));
        let by_ack = told > earlier && told < cwnd;
        if !by_ack {
            self.among(name, &[cwnd, cwnd - 1.0, earlier, earlier + 1.0, earlier + 1.0 / earlier]);
        }
    }
    pub fn wrong(&mut self, what: &str) {
        let Decision { at, rule, numbers, cwnd, ssthresh, .. } = self.decision;
        self.wrong.push(format!(
            "{}, flow {}, {:.6} s: {} {:?} {numbers:?} (then cwnd {cwnd}, ssthresh {ssthresh}): {what}",
            self.name,
            self.decision.flow,
            at.seconds(),
            rule.key,
            rule.numbers
        ));
    }
    pub fn holds(&mut self, what: &str, holds: bool) {
        if !holds {
            self.wrong(what);
        }
    }
    /// A number is one of these.
    pub fn among(&mut self, name: &'static str, expected: &[f64]) {
        let told = self.n(name);
        let close = |other: f64| told == other || (told - other).abs() <= 1e-9 * other.abs().max(1.0);
        if !expected.iter().any(|other| close(*other)) {
            self.wrong(&format!("{name} should be {expected:?}"));
        }
    }
    pub fn eq(&mut self, name: &'static str, expected: f64) {
        self.among(name, &[expected]);
    }
    /// A number lies in a range, for those of which no more can be said from outside.
    pub fn within(&mut self, name: &'static str, least: f64, most: f64) {
        let told = self.n(name);
        self.holds(&format!("{name} should lie in {least}..{most}"), least <= told && told <= most);
    }
}

fn number(choice: &Choice, name: &str) -> f64 {
    match choice.get(name) {
        Value::Number(number) => number,
        Value::Bool(on) => f64::from(u8::from(on)),
        other => panic!("{name}: {other:?}"),
    }
}

pub fn word(choice: &Choice, name: &str) -> &'static str {
    let Value::Word(word) = choice.get(name) else { return "" };
    word
}
