//! Gilbert-Elliott loss: a good and a bad state, each with its own loss probability, so that losses come in bursts,
//! as on a radio link that fades.
//!
//! # Equations
//!
//! ```tex
//! % share of time in the bad state, with the clock time |
//! \pi_{\text{bad}} = \frac{T_{\text{bad}}}{T_{\text{good}} + T_{\text{bad}}}
//! % mean durations if good_s and bad_s are not given; t is the transmission time of a full packet |
//! T_{\text{good}} = \frac{t}{p_{\text{good} \to \text{bad}}}, \qquad T_{\text{bad}} = \frac{t}{p_{\text{bad} \to \text{good}}}
//! % share of packets in the bad state, with the other clocks |
//! \pi_{\text{bad}} = \frac{p_{\text{good} \to \text{bad}}}{p_{\text{good} \to \text{bad}} + p_{\text{bad} \to \text{good}}}
//! % mean loss rate |
//! p = \pi_{\text{bad}}\, p_{\text{bad}} + (1 - \pi_{\text{bad}})\, p_{\text{good}}
//! ```
//!
//! # States
//!
//! ```states
//! Good: a packet is lost with loss_good
//! Bad: a packet is lost with loss_bad
//! Good -> Bad: after a duration of mean good_s, or with p_good_bad per packet
//! Bad -> Good: after a duration of mean bad_s, or with p_bad_good per packet
//! ```
//!
//! # Choices
//!
//! - `clock` determines what changes the state. `time` (default): the state belongs to the link and changes with
//!   time, as a fading channel does. The durations are exponential and drawn for the link, so the good and bad
//!   intervals are the same whatever the flows send. `link_packets`: every data packet that arrives advances the
//!   link's one chain, as in netem. `flow_packets`: each stream has a chain that only its own packets advance; it
//!   stops while the flow is silent, so a flow in the bad state stays there through its timeout.
//! - Every chain starts in the good state. The random draw for a loss is the stream's n-th in both states, the same
//!   that Bernoulli loss would use.
//! - A new rate of the link applies to durations that start later. A new mean or probability applies at once: what is
//!   left of the current duration is scaled in proportion, which keeps it exponential.
//! - After every 65,536 mean cycles the state is drawn again from its long-run distribution, so that a packet after a
//!   long silence costs a bounded number of draws; shorter runs never reach that point.
//! - Gilbert's own model has `loss_good` 0 and, in its simplest form, `loss_bad` 1; the order of parameters is
//!   netem's.
//!
//! # Look for
//!
//! - Several packets of one window are lost at once: recovery takes longer, and a burst may end in a timeout.
//! - With `time` all flows lose packets in the same intervals; with `flow_packets` each has its own bursts.

use super::{Arrival, LinkView, LossModel};
use crate::math;
use crate::params::{Need, Section, Value};
use crate::random::Purpose;
use crate::units::{Span, Time};

crate::choices! {
    /// Cause of a change of state.
    pub enum Clock {
        /// Time: the link's sojourns.
        Time = "time",
        /// Every data packet that arrives at the link.
        LinkPackets = "link_packets",
        /// The packets of each stream, which has a chain of its own.
        FlowPackets = "flow_packets",
    }
}

/// Its states end with time.
const BY_TIME: Need = Need::Is("clock", &["time"]);
/// Its states end with packets.
const BY_PACKETS: Need = Need::Is("clock", &["link_packets", "flow_packets"]);
/// The bad state ever begins.
const TURNS_BAD: Need = Need::Any(&[Need::Above("p_good_bad", 0.0), Need::All(&[BY_TIME, Need::Given("good_s")])]);
/// It matters in which state a packet arrives.
const STATES_DIFFER: Need = Need::Differ("loss_good", "loss_bad");
/// It loses packets in some state.
const LOSES: Need = Need::Any(&[Need::Above("loss_good", 0.0), Need::All(&[Need::Above("loss_bad", 0.0), TURNS_BAD])]);

loss_params! {
    /// Settings of Gilbert-Elliott loss.
    pub struct Settings {
        /// Cause of a change of state: time, every data packet on the link, or each stream's own packets.
        clock: Clock = word("time", Clock::WORDS).live().needs(&[STATES_DIFFER, Need::Any(&[Need::Given("good_s"), Need::Above("p_good_bad", 0.0)])]), "choice: a radio link fades with time";
        /// Mean duration of the good state with the clock `time`; none: a packet's transmission time divided by
        /// `p_good_bad`.
        good_s: Option<f64> = number(1.0, 1e-6, 1e7).unit("s").log().live().or_none().needs(&[STATES_DIFFER, BY_TIME]), "choice";
        /// Mean duration of the bad state with the clock `time`; none: a packet's transmission time divided by
        /// `p_bad_good`.
        bad_s: Option<f64> = number(0.1, 1e-6, 1e7).unit("s").log().live().or_none().needs(&[STATES_DIFFER, BY_TIME, TURNS_BAD]), "choice";
        /// Probability, at each packet, of a transition from the good to the bad state.
        p_good_bad: f64 = number(0.004, 0.0, 1.0).log().live().needs(&[STATES_DIFFER, Need::Any(&[BY_PACKETS, Need::Unset("good_s")])]), "choice: one burst in 250 packets";
        /// Probability, at each packet, of a transition from the bad to the good state.
        p_bad_good: f64 = number(0.31, 0.0, 1.0).log().live().needs(&[STATES_DIFFER, Need::Any(&[BY_PACKETS, Need::Unset("bad_s")]), TURNS_BAD]), "choice: bursts of 3.2 packets";
        /// Loss probability of a packet in the good state.
        loss_good: f64 = number(0.0, 0.0, 1.0).log().live(), "E. N. Gilbert 1960";
        /// Loss probability of a packet in the bad state.
        loss_bad: f64 = number(1.0, 0.0, 1.0).live().needs(&[TURNS_BAD]), "E. N. Gilbert 1960, in its simplest form";
    }
    loses: &[LOSES]
}

/// Settings of Gilbert-Elliott loss as scenario and screen know them.
pub static SECTION: Section =
    Section::new("gilbert_elliott", "Gilbert-Elliott", Settings::PARAMS).needs(&[Need::Data]).about(
        "Losses in bursts: a good and a bad state, each with its own loss probability.",
        "E. N. Gilbert 1960; E. O. Elliott 1963",
    );

impl Settings {
    /// Departures from the state per second; 0: never. `packet_s` is a full packet's time on the link, in seconds.
    fn leaving(&self, bad: bool, packet_s: f64) -> f64 {
        let (mean_s, chance) = if bad { (self.bad_s, self.p_bad_good) } else { (self.good_s, self.p_good_bad) };
        mean_s.map_or(chance / packet_s, |mean_s| 1.0 / mean_s)
    }

    /// Share of the bad state in the long run: of time, for rates of leaving; of packets, for probabilities. A chain that never
    /// leaves either state stays in the good one.
    fn share(to_bad: f64, to_good: f64) -> f64 {
        if to_bad > 0.0 { to_bad / (to_bad + to_good) } else { 0.0 }
    }

    /// The loss probability in a state.
    fn loss(&self, bad: bool) -> f64 {
        if bad { self.loss_bad } else { self.loss_good }
    }

    /// The probability that a packet moves the chain.
    fn moves(&self, bad: bool) -> f64 {
        if bad { self.p_bad_good } else { self.p_good_bad }
    }
}

/// Mean cycles (a good and a bad sojourn) after which the state is drawn afresh.
const CYCLES: f64 = 65_536.0;
/// Draws of one such stretch have ordinals of their own, far more than it needs; the last is that of its first state.
const STRETCH: u64 = 1 << 22;

/// The link's sojourns in time. What they are depends on seed, settings and rate only, never on when they are read.
#[derive(Clone, Debug)]
struct Sojourns {
    bad: bool,
    /// Ordinal of the next sojourn's draw.
    next: u64,
    /// The present sojourn: when it ends; from when on `left` mean sojourns of it were left, at so many ends per second.
    ends: Time,
    from: Time,
    left: f64,
    leaving: f64,
    /// A packet's time at its start, in seconds.
    packet_s: f64,
    /// Up to when it was followed, and a packet's time then.
    seen: (Time, f64),
    /// When the state is drawn afresh, and how long after that again.
    afresh: Time,
    stretch: Span,
}

impl Sojourns {
    /// In the good state at `now`.
    fn new(now: Time, link: &LinkView, settings: &Settings) -> Sojourns {
        let mut sojourns = Sojourns {
            bad: false,
            next: 0,
            ends: now,
            from: now,
            left: 0.0,
            leaving: 0.0,
            packet_s: link.packet_s,
            seen: (now, link.packet_s),
            afresh: Time::NEVER,
            stretch: Span::ZERO,
        };
        sojourns.begin(now, link, settings);
        sojourns.plan(now, link.packet_s, settings);
        sojourns
    }

    /// The next sojourn, in the present state.
    fn begin(&mut self, now: Time, link: &LinkView, settings: &Settings) {
        self.left = -math::ln(1.0 - link.draws.uniform(self.next));
        self.next += 1;
        self.packet_s = link.packet_s;
        self.leaving = settings.leaving(self.bad, link.packet_s);
        self.last(now);
    }

    /// The rest of the sojourn begins at `now`: a nanosecond at least, so that time goes on.
    fn last(&mut self, now: Time) {
        self.from = now;
        let lasts = |left: f64, leaving: f64| Span::from_seconds(left / leaving).max(Span(1));
        self.ends = if self.leaving > 0.0 { now + lasts(self.left, self.leaving) } else { Time::NEVER };
    }

    /// When the state is drawn afresh: never, if one of them is never left.
    fn plan(&mut self, now: Time, packet_s: f64, settings: &Settings) {
        let [to_bad, to_good] = [false, true].map(|bad| settings.leaving(bad, packet_s));
        let cycles = CYCLES * (1.0 / to_bad + 1.0 / to_good); // infinite where a state is never left
        self.stretch = Span::from_seconds(cycles).max(Span(1));
        self.afresh = now + self.stretch;
    }

    /// Goes on to `now`, under the settings and the rate that have held since the last call.
    fn follow(&mut self, now: Time, link: &LinkView, settings: &Settings) {
        if link.packet_s != self.seen.1 {
            self.plan(self.seen.0, link.packet_s, settings);
        }
        self.seen = (now, link.packet_s);
        if now >= self.afresh {
            let stretches = now.since(self.afresh).0 / self.stretch.0;
            let begin = self.afresh + Span(stretches * self.stretch.0);
            self.afresh = begin + self.stretch;
            self.next = (self.next / STRETCH + stretches + 1).wrapping_mul(STRETCH);
            let [to_bad, to_good] = [false, true].map(|bad| settings.leaving(bad, link.packet_s));
            self.bad = link.draws.uniform(self.next + STRETCH - 1) < Settings::share(to_bad, to_good);
            self.begin(begin, link, settings);
        }
        while self.ends <= now {
            self.bad = !self.bad;
            self.begin(self.ends, link, settings);
        }
    }

    /// Other settings from the last call of `follow` on.
    fn configure(&mut self, settings: &Settings) {
        let (now, packet_s) = self.seen;
        let leaving = settings.leaving(self.bad, self.packet_s);
        if leaving != self.leaving {
            self.left = math::greater(self.left - now.since(self.from).seconds() * self.leaving, 0.0);
            self.leaving = leaving;
            self.last(now);
        }
        self.plan(now, packet_s, settings);
    }
}

/// The private state: one for each clock.
#[derive(Clone, Debug)]
enum Chain {
    /// The link's sojourns, once it is known when they begin.
    Time(Option<Sojourns>),
    /// In the bad state, and how many packets have moved it.
    Link(bool, u64),
    /// Of each stream: in the bad state.
    Flows(Vec<bool>),
}

impl Chain {
    fn new(clock: Clock) -> Chain {
        match clock {
            Clock::Time => Chain::Time(None),
            Clock::LinkPackets => Chain::Link(false, 0),
            Clock::FlowPackets => Chain::Flows(Vec::new()),
        }
    }
}

/// Gilbert-Elliott loss.
#[derive(Clone, Debug)]
pub struct GilbertElliott {
    settings: Settings,
    chain: Chain,
}

impl GilbertElliott {
    /// With its settings, every chain in the good state.
    pub fn new(values: &[Value]) -> GilbertElliott {
        let settings = Settings::read(values);
        GilbertElliott { chain: Chain::new(settings.clock), settings }
    }
}

impl LossModel for GilbertElliott {
    fn loses(&mut self, arrival: &Arrival) -> bool {
        self.follow(arrival.now, &arrival.link);
        let settings = &self.settings;
        let bad = match &mut self.chain {
            Chain::Time(sojourns) => sojourns.as_ref().is_some_and(|sojourns| sojourns.bad),
            Chain::Link(bad, packets) => {
                let now = *bad;
                *bad ^= arrival.link.draws.uniform(*packets) < settings.moves(now);
                *packets += 1;
                now
            }
            Chain::Flows(all) => {
                if arrival.source >= all.len() {
                    all.resize(arrival.source + 1, false);
                }
                let bad = &mut all[arrival.source];
                if arrival.draw.ordinal == 0 {
                    *bad = false; // another stream may have had this place before
                }
                let now = *bad;
                let state = arrival.draw.draws.beside(Purpose::LossState);
                *bad ^= state.uniform(arrival.draw.ordinal) < settings.moves(now);
                now
            }
        };
        arrival.draw.uniform() < settings.loss(bad)
    }

    /// A stream's own chain is in its first state, since its data follow.
    fn loses_handshake(&mut self, arrival: &Arrival) -> bool {
        self.follow(arrival.now, &arrival.link);
        let bad = match &self.chain {
            Chain::Time(sojourns) => sojourns.as_ref().is_some_and(|sojourns| sojourns.bad),
            Chain::Link(bad, _) => *bad,
            Chain::Flows(_) => false,
        };
        arrival.draw.uniform() < self.settings.loss(bad)
    }

    /// Another clock takes a new private state.
    fn configure(&mut self, values: &[Value]) {
        let before = self.settings.clock;
        self.settings = Settings::read(values);
        if self.settings.clock != before {
            self.chain = Chain::new(self.settings.clock);
        } else if let Chain::Time(Some(sojourns)) = &mut self.chain {
            sojourns.configure(&self.settings);
        }
    }

    fn follow(&mut self, now: Time, link: &LinkView) {
        let Chain::Time(sojourns) = &mut self.chain else { return };
        match sojourns {
            Some(sojourns) => sojourns.follow(now, link, &self.settings),
            None => *sojourns = Some(Sojourns::new(now, link, &self.settings)),
        }
    }

    /// The mean over both states.
    fn probability(&self) -> f64 {
        let settings = &self.settings;
        let share = match &self.chain {
            Chain::Time(Some(Sojourns { seen: (_, packet_s), .. })) => {
                Settings::share(settings.leaving(false, *packet_s), settings.leaving(true, *packet_s))
            }
            _ => Settings::share(settings.p_good_bad, settings.p_bad_good),
        };
        share * settings.loss(true) + (1.0 - share) * settings.loss(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arrival, link};
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::params::Choice;

    const PACKET_S: f64 = 0.0012; // 1500 bytes at 10 Mbit/s

    fn choice(clock: &'static str, changes: &[(&str, f64)]) -> Choice {
        let choice = Choice::of(&SECTION).with("clock", Value::Word(clock));
        changes.iter().fold(choice, |choice, (name, n)| choice.with(name, Value::Number(*n)))
    }

    fn model(clock: &'static str, changes: &[(&str, f64)]) -> GilbertElliott {
        let mut model = GilbertElliott::new(&choice(clock, changes).values);
        model.follow(Time::ZERO, &link(PACKET_S));
        model
    }

    /// An arrival at a time: the n-th of its stream.
    fn at(at_s: f64, source: usize, n: u64) -> Arrival {
        Arrival { now: Time::from_seconds(at_s), ..arrival(source, n) }
    }

    /// Share of packets lost, and the mean run of losses.
    fn share_and_run(lost: &[bool]) -> (f64, f64) {
        let runs = lost.windows(2).filter(|pair| !pair[0] && pair[1]).count();
        let losses = lost.iter().filter(|lost| **lost).count();
        (losses as f64 / lost.len() as f64, losses as f64 / runs as f64)
    }

    /// p 0.004, r 0.31, all lost in the bad state: a share of 0.0127389 is lost, in runs of 3.22581 packets; with losses of
    /// 0.01 and 0.6 in the two states, 0.01 * 0.98726 + 0.6 * 0.012739 = 0.0175159. By packets the chain of one stream is
    /// the same law, whether it is the link's or the stream's.
    #[test]
    fn share_and_runs_of_losses_are_those_of_the_chain() {
        for clock in ["link_packets", "flow_packets"] {
            let run = |mut model: GilbertElliott| -> (f64, f64) {
                let lost: Vec<bool> = (0..2_000_000).map(|n| model.loses(&arrival(0, n))).collect();
                share_and_run(&lost)
            };
            assert_close(model(clock, &[]).probability(), 0.012_738_9, 1e-7);
            let (share, length) = run(model(clock, &[]));
            assert_close(share, 0.012_738_9, 0.0006); // 3 sigma: 7900 runs
            assert_close(length, 3.225_81, 0.1);
            let both = [("loss_good", 0.01), ("loss_bad", 0.6)];
            assert_close(model(clock, &both).probability(), 0.017_515_9, 1e-7);
            assert_close(run(model(clock, &both)).0, 0.017_515_9, 0.0005);
        }
    }

    /// Contract 1.4: the n-th packet of a stream meets the same, whatever the others do; a chain begins in the good state.
    #[test]
    fn by_flow_packets_each_stream_has_a_chain_of_its_own() {
        let mut alone = model("flow_packets", &[("p_good_bad", 0.3)]);
        let expected: Vec<bool> = (0..1000).map(|n| alone.loses(&arrival(3, n))).collect();
        let mut among = model("flow_packets", &[("p_good_bad", 0.3)]);
        let mut others = 0;
        let found: Vec<bool> = (0..1000)
            .map(|n| {
                for _ in 0..n % 3 {
                    among.loses(&arrival(5, others));
                    others += 1;
                }
                among.loses(&arrival(3, n))
            })
            .collect();
        assert_eq!(found, expected);
        let sure = [("p_good_bad", 1.0), ("p_bad_good", 0.0)];
        let mut sure = model("flow_packets", &sure);
        let first: Vec<bool> = (0..4).map(|n| sure.loses(&arrival(0, n))).collect();
        assert_eq!(first, [false, true, true, true]);
        assert!(!sure.loses(&arrival(0, 0)), "another stream in the same place");
    }

    /// Version 0.1 had this clock only. Two streams in turns, seed 1: the packets that it lost, worked out from the draws.
    #[test]
    fn by_flow_packets_the_losses_are_those_of_version_0_1() {
        let mut model = model("flow_packets", &[("p_good_bad", 0.02), ("loss_bad", 0.8)]);
        let lost: Vec<u64> = (0..400).filter(|n| model.loses(&arrival((n % 2) as usize, n / 2))).collect();
        let worked_out =
            [26, 28, 31, 95, 129, 243, 245, 246, 247, 248, 249, 250, 251, 370, 372, 374, 376, 391, 393, 395, 396, 398];
        assert_eq!(lost, worked_out);
    }

    /// The chain of the link is moved by whoever arrives: two streams in turns meet the runs that one stream alone would.
    #[test]
    fn by_link_packets_every_arrival_moves_the_one_chain() {
        let mut one = model("link_packets", &[]);
        let expected: Vec<bool> = (0..20_000).map(|n| one.loses(&arrival(0, n))).collect();
        let mut two = model("link_packets", &[]);
        let found: Vec<bool> = (0..20_000).map(|n| two.loses(&arrival((n % 2) as usize, n / 2))).collect();
        assert_eq!(found, expected);
        assert!(expected.contains(&true));
    }

    /// Mean sojourns of 0.5 and 0.125 s: a fifth of the time is bad, and what arrives then is lost; read each millisecond,
    /// whole sojourns of 125 packets. Where they are not given: 0.0012 / 0.004 = 0.3 s, 0.0012 / 0.31 = 3.871 ms.
    #[test]
    fn by_time_shares_and_sojourns_are_those_of_the_link() {
        let mut given = model("time", &[("good_s", 0.5), ("bad_s", 0.125)]);
        assert_close(given.probability(), 0.2, 1e-12);
        let lost: Vec<bool> = (0..6_000_000).map(|n| given.loses(&at(n as f64 * 1e-3, 0, n))).collect();
        let (share, run) = share_and_run(&lost);
        assert_close(share, 0.2, 0.008); // 3 sigma: 9600 sojourns
        assert_close(run, 125.0, 5.0);
        let mut derived = model("time", &[]);
        assert_close(derived.probability(), 0.012_738_9, 1e-7);
        let lost: Vec<bool> = (0..6_000_000).map(|n| derived.loses(&at(n as f64 * 1e-4, 0, n))).collect();
        let (share, run) = share_and_run(&lost);
        assert_close(share, 0.012_738_9, 0.001); // 3 sigma: 1970 sojourns
        assert_close(run, 38.7 + 0.5, 3.0); // one that ends between two arrivals is seen up to the last
        // One given, one derived: 0.3 / (0.3 + 0.1).
        assert_close(model("time", &[("bad_s", 0.1)]).probability(), 0.25, 1e-12);
    }

    /// The k-th sojourn is the k-th draw: -T ln(1 - u), of the link's own draws, rounded to the nanosecond.
    #[test]
    fn by_time_the_kth_sojourn_is_the_kth_draw() {
        let mut model = model("time", &[("good_s", 0.5), ("bad_s", 0.125)]);
        let draws = link(PACKET_S).draws;
        let (mut edge, mut n) = (Time::ZERO, 0);
        for k in 0..1000 {
            let mean = if k % 2 == 0 { 0.5 } else { 0.125 };
            edge += Span::from_seconds(-mean * math::ln(1.0 - draws.uniform(k)));
            for (now, bad) in [(edge - Span(1), k % 2 == 1), (edge, k % 2 == 0)] {
                assert_eq!(model.loses(&Arrival { now, ..arrival(0, n) }), bad, "around the end of sojourn {k}");
                n += 1;
            }
        }
    }

    /// Whether it is read often or hardly ever, by one stream or by many, the state at an instant is the same; also where
    /// it is drawn afresh (each 65,536 * 2 us = 0.131 s).
    #[test]
    fn by_time_the_state_does_not_depend_on_who_reads_it() {
        for means in [[("good_s", 0.05), ("bad_s", 0.01)], [("good_s", 1e-6), ("bad_s", 1e-6)]] {
            let mut often = model("time", &means);
            let mut seldom = model("time", &means);
            let mut seen = 0;
            for n in 0..20_000 {
                let found = often.loses(&at(n as f64 * 1e-4, 0, n));
                if n % 1777 == 0 {
                    assert_eq!(seldom.loses(&at(n as f64 * 1e-4, 1, seen)), found, "{means:?} at {n}");
                    seen += 1;
                }
            }
        }
    }

    /// Means of a microsecond and silences of 10^5 s up to 10^7 s: bounded draws for each packet, and still the right shares.
    #[test]
    fn by_time_a_long_silence_takes_no_long_work() {
        let mut model = model("time", &[("good_s", 3e-6), ("bad_s", 1e-6)]);
        let lost: Vec<bool> = (0..100).map(|n| model.loses(&at(n as f64 * 1e5, 0, n))).collect();
        assert_close(share_and_run(&lost).0, 0.25, 0.13); // 3 sigma
        // A packet's time of a nanosecond and less: 41 bytes at 1 Tbit/s, moved by each.
        let mut fast = GilbertElliott::new(&choice("time", &[("p_good_bad", 1.0), ("p_bad_good", 1.0)]).values);
        let terabit = link(328.0 / 1e12);
        fast.follow(Time::ZERO, &terabit);
        let lost = (0..100).filter(|n| fast.loses(&Arrival { link: terabit, ..at(*n as f64 * 1e5, 0, *n) })).count();
        assert!((30..70).contains(&lost), "{lost}");
    }

    #[test]
    fn by_time_a_state_that_is_never_left_is_kept() {
        let mut good = model("time", &[("p_good_bad", 0.0)]);
        let mut bad = model("time", &[("p_good_bad", 1.0), ("p_bad_good", 0.0)]);
        let mut both = model("time", &[("p_good_bad", 0.0), ("p_bad_good", 0.0)]);
        assert_eq!([&good, &bad, &both].map(GilbertElliott::probability), [0.0, 1.0, 0.0]);
        for n in 1..1000 {
            let arrival = at(n as f64 * 1e4, 0, n);
            assert_eq!([&mut good, &mut bad, &mut both].map(|model| model.loses(&arrival)), [false, true, false]);
        }
    }

    /// The good sojourn's first draw is 1.0 means exactly where u = 1 - 1/e; here it is measured by its end. A rate that is
    /// halved in the middle of it leaves it alone and doubles those after it; a mean that is doubled in the middle doubles
    /// the rest of it.
    #[test]
    fn by_time_a_rate_holds_for_later_sojourns_and_a_mean_at_once() {
        let draws = link(PACKET_S).draws;
        let unit = |k| -math::ln(1.0 - draws.uniform(k));
        let bad_at = |model: &GilbertElliott, at: Time| {
            let mut copy = model.clone(); // reading changes nothing: a clone is a fork
            copy.loses(&Arrival { now: at, link: link(2.0 * PACKET_S), ..arrival(0, 0) })
        };
        let edges = |model: &GilbertElliott, edge: Time, bad: bool| {
            assert_eq!((bad_at(model, edge - Span(3)), bad_at(model, edge + Span(3))), (!bad, bad));
        };
        let slower = link(2.0 * PACKET_S);
        let first = unit(0) * 0.3;
        let half = Time::from_seconds(first / 2.0);
        let mut rate = model("time", &[]);
        rate.follow(half, &link(PACKET_S));
        rate.follow(half, &slower);
        edges(&rate, Time::from_seconds(first), true);
        edges(&rate, Time::from_seconds(first + unit(1) * 2.0 * PACKET_S / 0.31), false);
        let mut mean = model("time", &[]);
        mean.follow(half, &link(PACKET_S));
        mean.configure(&choice("time", &[("p_good_bad", 0.002)]).values);
        edges(&mean, Time::from_seconds(1.5 * first), true);
        // From never to 0.004: the draw counts from then on.
        let mut never = model("time", &[("p_good_bad", 0.0)]);
        never.follow(Time::from_seconds(10.0), &link(PACKET_S));
        never.configure(&choice("time", &[]).values);
        edges(&never, Time::from_seconds(10.0 + first), true);
        // Of the loss probabilities alone nothing moves.
        let mut loss = model("time", &[]);
        loss.follow(half, &link(PACKET_S));
        loss.configure(&choice("time", &[("loss_good", 0.0), ("loss_bad", 1.0)]).values);
        edges(&loss, Time::from_seconds(first), true);
    }

    /// Another clock begins in the good state, by time from the change on.
    #[test]
    fn another_clock_takes_a_new_state() {
        let certain = [("p_good_bad", 1.0), ("p_bad_good", 0.0)];
        let mut model = model("flow_packets", &certain);
        assert_eq!([0, 1].map(|n| model.loses(&arrival(0, n))), [false, true]);
        model.configure(&choice("link_packets", &certain).values);
        assert_eq!([2, 3].map(|n| model.loses(&arrival(0, n))), [false, true]);
        model.configure(&choice("time", &certain).values);
        model.follow(Time::from_seconds(50.0), &link(PACKET_S));
        let ends =
            Time::from_seconds(50.0) + Span::from_seconds(-math::ln(1.0 - link(0.0).draws.uniform(0)) * PACKET_S);
        for (now, lost) in [(ends - Span(1), false), (ends, true)] {
            assert_eq!(model.loses(&Arrival { now, ..arrival(0, 4) }), lost);
        }
    }

    /// With one loss probability in both states it is Bernoulli loss, draw for draw, by any clock.
    #[test]
    fn the_loss_draw_is_that_of_bernoulli_loss() {
        for clock in Clock::WORDS {
            let mut model = model(clock, &[("loss_good", 0.1), ("loss_bad", 0.1), ("p_good_bad", 0.5)]);
            for n in 0..1000 {
                let arrival = at(n as f64 * 1e-3, 0, n);
                assert_eq!(model.loses(&arrival), arrival.draw.uniform() < 0.1);
            }
        }
    }
}
