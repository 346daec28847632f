//! The application above a TCP sender: which packets it has written so far, and when it writes more. A bulk flow has none, and its
//! sender does not ask. Not here: what the window allows (`sender/sending`), what an idle time does to the window
//! (`sender/application`), the end of a finite transfer, rate-based senders, which always have data.
//!
//! An application writes whole packets. The sender asks it only when nothing that is written is left, or at a time that the
//! application has named: a flow whose window is the limit causes no event here.

mod written;

use crate::params::{Choice, Value};
use crate::units::Time;
use ambassador::delegatable_trait;

/// State of its sender, as an application sees it.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The present.
    pub now: Time,
    /// Packets before this one are acknowledged.
    pub acknowledged: u64,
    /// Packets before this one have been sent.
    pub sent: u64,
    /// Payload of a packet in bytes.
    pub mss: u32,
}

/// Data that an application has for its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Packets before this one are written; `u64::MAX`: as many as the sender wants.
    pub end: u64,
    /// When that changes, unless all is acknowledged before; `NEVER`: only then.
    pub due: Time,
}

/// A kind of application.
#[delegatable_trait]
pub trait ApplicationKind {
    /// The flow starts, or the application replaces another one.
    fn start(&mut self, at: &Moment);
    /// The data that are written by now.
    fn offer(&mut self, at: &Moment) -> Offer;
    /// A parameter changes: all values of the section's table.
    fn configure(&mut self, values: &[Value], at: &Moment);
}

registry! {
    /// A kind of application.
    #[delegate(ApplicationKind)]
    pub enum Application in KINDS {
        bulk => Bulk,
        rate => Rate,
        on_off => OnOff,
        segments => Segments,
    }
}

/// How much of its window a sender uses while its application is the limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// When the window was full, reduced or looked at last.
    pub since: Time,
    /// Most packets in flight since then.
    pub most: u64,
    /// Number of ACKs when it was looked at last.
    pub acks: u64,
    /// As `acks`, for new packets sent.
    pub sent: u64,
}

/// The application of a flow that has one, with what its sender remembers of it.
#[derive(Clone, Debug)]
pub struct Writer {
    choice: Choice,
    kind: Application,
    end: u64,
    due: Time,
    /// When the last packet was sent that left nothing to send, and the number of the next one.
    exhausted: (u64, Time),
    /// Notes of the sender.
    pub usage: Usage,
}

impl Writer {
    /// The application of a choice; none if it always has data.
    pub fn of(choice: &Choice) -> Option<Box<Writer>> {
        let kind = Application::new(choice.section, &choice.values);
        let writer = Writer {
            choice: choice.clone(),
            kind,
            end: 0,
            due: Time::NEVER,
            exhausted: (u64::MAX, Time::ZERO),
            usage: Usage::default(),
        };
        (!std::ptr::eq(choice.section, &bulk::SECTION)).then(|| Box::new(writer))
    }

    /// The flow starts, or the application replaces another one.
    pub fn start(&mut self, at: &Moment) {
        self.kind.start(at);
        self.end = at.sent;
        self.exhausted = (at.sent, at.now);
        self.usage = Usage { since: at.now, ..Usage::default() };
    }

    /// Asks it: afterwards `end` and `due` hold.
    pub fn ask(&mut self, at: &Moment) {
        let Offer { end, due } = self.kind.offer(at);
        self.end = end;
        // While the window is the limit, it need not be asked again, unless it may end what it has offered.
        let limits = end <= at.sent || end == u64::MAX;
        self.due = if limits { due } else { Time::NEVER };
        if end <= at.sent && self.exhausted.0 != at.sent {
            self.exhausted = (at.sent, at.now);
        }
    }

    /// Its kind with its settings.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Packets before this one are written.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// When it wants to be asked; `NEVER` if it does not.
    pub fn due(&self) -> Time {
        self.due
    }

    /// When the last new packet was sent, while nothing is left to send.
    pub fn idle_since(&self) -> Time {
        self.exhausted.1
    }

    /// A parameter changes.
    pub fn set(&mut self, row: usize, value: &Value, at: &Moment) {
        self.choice.set(row, value.clone());
        self.kind.configure(&self.choice.values, at);
    }

    /// Nothing is written any more.
    pub fn stop(&mut self) {
        self.due = Time::NEVER;
    }
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::params::{Section, Value};

    /// A kind with some settings changed.
    pub fn choice(section: &'static Section, changes: &[(&str, f64)]) -> Choice {
        changes.iter().fold(Choice::of(section), |choice, (name, n)| choice.with(name, Value::Number(*n)))
    }

    /// When packets leave a sender whose window is never the limit and whose packets are acknowledged at once, in ns.
    pub fn departures(choice: &Choice, mss: u32, seconds: f64) -> Vec<u64> {
        let mut writer = Writer::of(choice).expect("an application");
        let (mut now, mut left) = (Time::ZERO, Vec::new());
        let moment = |now, sent: &Vec<u64>| {
            let sent = sent.len() as u64;
            Moment { now, acknowledged: sent, sent, mss }
        };
        writer.start(&moment(now, &left));
        while now < Time::from_seconds(seconds) {
            writer.ask(&moment(now, &left));
            while (left.len() as u64) < writer.end() {
                left.push(now.0);
            }
            writer.ask(&moment(now, &left));
            assert!(writer.due() > now, "time goes on");
            now = writer.due();
        }
        left
    }
}
