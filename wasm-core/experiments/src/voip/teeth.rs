//! Runs of 10 Mbit/s and 80 ms in which the teeth of cwnd are looked at closely: what figures 2 to 5 of the VoIP report have
//! in common. A run's windows are kept as they change, then measured tooth by tooth. Not here: CUBIC's cycle (`fig6`),
//! delays (`runs`), what is drawn or claimed.

use super::bed::{MAIN, change_flow, document, sender_of};
use super::runs::{CYCLE, SETTLED_S, of_epochs};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Values};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::delay::Delays;
use sawtooth_measures::measures::epochs::{Bounds, Epoch, Epochs};
use sawtooth_measures::measures::trend::Trend;
use std::ptr;

/// Length of a run, in seconds.
const DURATION_S: f64 = 180.0;
/// A burst is what is sent within this time: one full-size packet's transmission.
const BURST_S: f64 = 0.0012;
/// Stretches into which a drawn line is cut; each keeps its least and its greatest value.
const STRETCHES: usize = 160;

/// The senders of figures 2 to 5, and counterfactuals of figure 3.
pub static TEETH: Sweep = Sweep { id: "voip_teeth", cells, repetitions: 2, quick: 1, names: &[CYCLE, NAMES], measure };

fn cells() -> Vec<Cell> {
    let plain = |sender| (sender, "default", document(MAIN, 1.0, Some(sender), true, DURATION_S));
    let but = |acks, field: &'static str, value: bool| {
        let (sender, _, mut document) = plain("nr_linux");
        change_flow(&mut document, |flow| flow.set(field, value));
        (sender, acks, document)
    };
    let judged = ["nr_fbsd", "nr_linux", "htcp_fbsd", "htcp_linux", "nr_fbsd_own", "htcp_fbsd_own"].map(plain);
    let counterfactuals = [but("byte_counting", "byte_counting", true), but("each", "delayed_ack", false)];
    let cells = judged.into_iter().chain(counterfactuals);
    cells.map(|(sender, acks, json)| Cell::new(point!(sender: sender, acks: acks), json).moment(60.0)).collect()
}

/// Rows of a sender with its host's acknowledgements.
pub fn of<'a>(results: &Results<'a>, sender: &str) -> crate::results::Rows<'a> {
    results.within(&TEETH, &point!(sender: sender, acks: "default"))
}

/// A number of a sender, the mean of its repetitions.
pub fn number(results: &Results, sender: &str, name: &str) -> Option<f64> {
    of(results, sender).of(name).mean()
}

/// The bulk flow's windows and what it sends, and the queue, as they change.
#[derive(Default)]
pub struct Teeth {
    /// Seconds and packets.
    pub cwnd: Vec<[f64; 2]>,
    ssthresh: Vec<[f64; 2]>,
    /// Seconds and ms.
    rtt: Vec<[f64; 2]>,
    sent_s: Vec<f64>,
    /// Seconds and packets; seconds and 1000 bytes.
    queue_packets: Vec<[f64; 2]>,
    /// Seconds and 1000 bytes.
    pub queue_kbytes: Vec<[f64; 2]>,
    drops_s: Vec<f64>,
    /// Ends of recoveries.
    ends_s: Vec<f64>,
}

impl Observer for Teeth {
    const INTERESTS: Interests = Interests::these(&[
        &signals::CWND,
        &signals::SSTHRESH,
        &signals::RTT,
        &signals::ARRIVE,
        &signals::DROP_QUEUE,
        &signals::RECOVERY_END,
        &signals::QUEUE_PACKETS,
    ]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != Source::Flow(0) {
            return;
        }
        let at_s = at.seconds();
        let levels = [
            (&signals::CWND, &mut self.cwnd),
            (&signals::SSTHRESH, &mut self.ssthresh),
            (&signals::RTT, &mut self.rtt),
        ];
        for (which, list) in levels {
            if ptr::eq(signal, which) {
                list.push([at_s, value]);
            }
        }
        let instants = [
            (&signals::ARRIVE, &mut self.sent_s),
            (&signals::DROP_QUEUE, &mut self.drops_s),
            (&signals::RECOVERY_END, &mut self.ends_s),
        ];
        for (which, list) in instants {
            if ptr::eq(signal, which) {
                list.push(at_s);
            }
        }
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.queue_packets.push([at.seconds(), level.packets as f64]);
        self.queue_kbytes.push([at.seconds(), level.bytes as f64 / 1000.0]);
    }
}

/// A level's value at a moment: the last one emitted by then.
pub fn at(list: &[[f64; 2]], at_s: f64) -> Option<f64> {
    let next = list.partition_point(|one| one[0] <= at_s);
    Some(list.get(next.checked_sub(1)?)?[1])
}

/// Changes from one moment to another, the first not included.
pub fn within(list: &[[f64; 2]], from_s: f64, until_s: f64) -> &[[f64; 2]] {
    let place = |s: f64| list.partition_point(|one| one[0] <= s);
    &list[place(from_s)..place(until_s).max(place(from_s))]
}

/// A line for a drawing: the least and the greatest value of each of some stretches of time, in their order.
pub fn thinned(list: &[[f64; 2]], from_s: f64, until_s: f64) -> Vec<[f64; 2]> {
    let mut line: Vec<[f64; 2]> = at(list, from_s).map(|value| [from_s, value]).into_iter().collect();
    for stretch in 0..STRETCHES {
        let edge = |n: usize| from_s + (until_s - from_s) * n as f64 / STRETCHES as f64;
        let part = within(list, edge(stretch), edge(stretch + 1));
        let least = part.iter().copied().reduce(|a, b| if b[1] < a[1] { b } else { a });
        let most = part.iter().copied().reduce(|a, b| if b[1] > a[1] { b } else { a });
        let Some((least, most)) = least.zip(most) else { continue };
        let (first, second) = if least[0] <= most[0] { (least, most) } else { (most, least) };
        line.push(first);
        if second != first {
            line.push(second);
        }
    }
    line
}

/// The three epochs that are drawn: the first that begins after a third of the run, and the two after it. From and until.
pub fn three(epochs: &[Epoch], duration_s: f64) -> Option<(f64, f64)> {
    let first = epochs.iter().position(|epoch| epoch.begin.seconds() >= duration_s / 3.0)?;
    let last = epochs.get(first + 2).or(epochs.last())?;
    Some((epochs[first].begin.seconds(), last.end.seconds()))
}

/// Puts a drawn line into a row as two lists.
pub fn with_line(row: Row, name: &str, line: &[[f64; 2]]) -> Row {
    let column = |place: usize| line.iter().map(|point| point[place]).collect();
    row.list(format!("{name}_at_s"), column(0)).list(name.to_owned(), column(1))
}

/// The line of `with_line` again.
pub fn line_of(row: Option<&Row>, name: &str) -> Vec<[f64; 2]> {
    let Some(row) = row else { return Vec::new() };
    let times = row.values(&format!("{name}_at_s"));
    times.iter().zip(row.values(name)).map(|(at, value)| [*at, *value]).collect()
}

/// One tooth: an epoch with the end of the recovery that begins it.
struct Tooth<'a> {
    teeth: &'a Teeth,
    begin_s: f64,
    exit_s: f64,
    end_s: f64,
    w_max: f64,
}

impl Tooth<'_> {
    fn growth(&self) -> &[[f64; 2]] {
        within(&self.teeth.cwnd, self.exit_s, self.end_s - 1e-9)
    }
    /// Slope of cwnd² against time, in packets² a second.
    fn slope(&self) -> Option<f64> {
        let points: Trend = self.growth().iter().map(|point| (point[0], point[1] * point[1])).collect();
        Some(points.line()?.slope)
    }
    /// Seconds from the congestion event to the first increment of more than 1.5 packets an RTT.
    fn low_speed_s(&self) -> Option<f64> {
        let growth = self.growth();
        let fast = growth.windows(2).find(|pair| {
            let step = pair[1][1] - pair[0][1];
            pair[1][0] > self.begin_s + 0.5 && step * pair[0][1] > 1.5
        })?;
        Some(fast[1][0] - self.begin_s)
    }
    /// Packets an RTT at 2 s after the event: growth over 0.2 s, times the RTT then.
    fn alpha_2s(&self) -> Option<f64> {
        let (from, until) = (self.begin_s + 1.9, self.begin_s + 2.1);
        let rtts: Vec<f64> = within(&self.teeth.rtt, from, until).iter().map(|one| one[1]).collect();
        let rtt_s = Values(rtts).mean()? / 1000.0;
        let grown = at(&self.teeth.cwnd, until)? - at(&self.teeth.cwnd, from)?;
        (until < self.end_s).then_some(grown / 0.2 * rtt_s)
    }
    /// Growth a second in the last third over that in the first.
    fn convex(&self) -> Option<f64> {
        let third = (self.end_s - self.exit_s) / 3.0;
        let cwnd = |at_s: f64| at(&self.teeth.cwnd, at_s);
        let end = self.end_s - 1e-9;
        Some((cwnd(end)? - cwnd(end - third)?) / (cwnd(self.exit_s + third)? - cwnd(self.exit_s)?))
    }
    /// Seconds from the event until cwnd is at most 0.6 of what it was.
    fn cut_s(&self) -> Option<f64> {
        let low =
            within(&self.teeth.cwnd, self.begin_s - 1e-9, self.end_s).iter().find(|one| one[1] <= 0.6 * self.w_max)?;
        Some(low[0] - self.begin_s)
    }
    /// Most packets sent within the time of one, from the end of recovery to two RTTs later.
    fn burst(&self) -> Option<f64> {
        let until_s = self.exit_s + 2.0 * at(&self.teeth.rtt, self.exit_s)? / 1000.0;
        let sent = &self.teeth.sent_s;
        let first = sent.partition_point(|at_s| *at_s < self.exit_s);
        let last = sent.partition_point(|at_s| *at_s < until_s);
        let within = |from: usize| sent[from..last].partition_point(|at_s| *at_s < sent[from] + BURST_S);
        Some((first..last).map(within).max()? as f64)
    }
    /// Climb from the smallest cwnd of the recovery to ssthresh: largest step, number of steps, seconds.
    fn climb(&self) -> Option<[f64; 3]> {
        let recovery = within(&self.teeth.cwnd, self.begin_s - 1e-9, self.exit_s);
        let bottom = (0..recovery.len()).reduce(|a, b| if recovery[b][1] < recovery[a][1] { b } else { a })?;
        let goal = at(&self.teeth.ssthresh, self.exit_s)?;
        let top = (bottom..recovery.len()).find(|&place| recovery[place][1] >= goal - 1e-9)?;
        let steps = recovery[bottom..=top].windows(2).map(|pair| pair[1][1] - pair[0][1]);
        let largest = steps.fold(0.0, f64::max);
        Some([largest, (top - bottom) as f64, recovery[top][0] - recovery[bottom][0]])
    }
}

/// Measures of a run besides its cycle, in order.
const NAMES: &[&str] = &[
    "slope",
    "low_speed_s",
    "alpha_2s",
    "convex",
    "cut_s",
    "burst",
    "climb_step",
    "climb_steps",
    "climb_s",
    "drops_per_epoch",
    "x_least",
    "x_most",
    "mirror",
    "cwnd_at_s",
    "cwnd",
    "queue_at_s",
    "queue",
];

fn measure(run: &Run) -> Row {
    let mut epochs = Epochs::new(0, Time::from_seconds(SETTLED_S));
    let mut teeth = Teeth::default();
    let bounds = Bounds::new(0, Time::from_seconds(SETTLED_S));
    let mut delays = Delays::in_whole_epochs(Source::Cross(0), MAIN.unloaded_ms() - 1e-9, bounds, 1);
    let mut both = (&mut epochs, &mut delays);
    run.listen(&mut (&mut both, &mut teeth));
    let teeth = &teeth;
    let of_epoch = |epoch: &Epoch| {
        let (begin_s, end_s) = (epoch.begin.seconds(), epoch.end.seconds());
        let exit_s = teeth.ends_s.iter().copied().find(|at_s| *at_s > begin_s && *at_s < end_s)?;
        Some(Tooth { teeth, begin_s, exit_s, end_s, w_max: epoch.from_packets })
    };
    let all: Vec<Tooth> = epochs.whole().iter().filter_map(of_epoch).collect();
    let each = |measure: &dyn Fn(&Tooth) -> Option<f64>| Values(all.iter().filter_map(measure).collect());
    let whole = (epochs.whole().first(), epochs.whole().last());
    let (from_s, until_s) =
        whole.0.zip(whole.1).map_or((0.0, 0.0), |(first, last)| (first.begin.seconds(), last.end.seconds()));
    let drops = teeth.drops_s.iter().filter(|at_s| (from_s..until_s).contains(*at_s)).count();
    let row = of_epochs(epochs.whole())
        .number("slope", each(&|tooth| tooth.slope()).mean())
        .number("low_speed_s", each(&|tooth| tooth.low_speed_s()).mean())
        .number("alpha_2s", each(&|tooth| tooth.alpha_2s()).mean())
        .number("convex", each(&|tooth| tooth.convex()).mean())
        .number("cut_s", each(&|tooth| tooth.cut_s()).median())
        .number("burst", each(&|tooth| tooth.burst()).most())
        .number("climb_step", each(&|tooth| Some(tooth.climb()?[0])).median())
        .number("climb_steps", each(&|tooth| Some(tooth.climb()?[1])).median())
        .number("climb_s", each(&|tooth| Some(tooth.climb()?[2])).median())
        .number("drops_per_epoch", drops as f64 / all.len() as f64)
        .number("x_least", delays.distribution().percentile(0.0).map(|ms| ms / MAIN.rtt_ms))
        .number("x_most", delays.distribution().percentile(1.0).map(|ms| ms / MAIN.rtt_ms))
        .number("mirror", mirror(teeth, epochs.whole()));
    let (from, until) = three(epochs.whole(), DURATION_S).unwrap_or((0.0, 0.0));
    let row = with_line(row, "cwnd", &thinned(&teeth.cwnd, from, until));
    with_line(row, "queue", &thinned(&teeth.queue_kbytes, from, until))
}

/// Correlation of the queue with cwnd: each 10 ms, more than 2 packets queued, more than half a second after an event.
fn mirror(teeth: &Teeth, epochs: &[Epoch]) -> Option<f64> {
    let mut points = Trend::default();
    for epoch in epochs {
        let mut at_s = epoch.begin.seconds() + 0.5;
        while at_s < epoch.end.seconds() {
            let (queue, cwnd) = (at(&teeth.queue_packets, at_s)?, at(&teeth.cwnd, at_s)?);
            if queue > 2.0 {
                points.add(cwnd, queue);
            }
            at_s += 0.01;
        }
    }
    let line = points.line()?;
    Some(line.r2.sqrt() * line.slope.signum())
}

/// The drawing of figures 2 to 5: three epochs, cwnd above, the queue below, a column for each sender.
pub fn figure(results: &Results, senders: &[&str]) -> Figure {
    let row = |sender: &&str| of(results, sender).one();
    let title = |sender: &str| if senders.len() > 1 { sender_of(sender).title } else { "" };
    let panel = |sender: &&str, name: &str, axis: Axis, rule: Option<(f64, &str)>| {
        let line = Series::new(name.to_owned(), sender_of(sender).ink, Marks::Line(line_of(row(sender), name)));
        let row = axis.label.clone();
        let mut plot = Plot::new(Axis::new("Time", "s"), axis).with(line);
        if let Some((at, label)) = rule {
            plot = plot.level(at, label);
        }
        let panel = Panel::plot(title(sender), plot);
        if senders.len() > 1 { panel.at(row, title(sender)) } else { panel }
    };
    let cwnd = senders.iter().map(|sender| panel(sender, "cwnd", Axis::new("cwnd", "packets"), None));
    let limit = Some((100.0, "limit"));
    let kbytes = || Axis::new("Queue", "1000 bytes").range(0.0, 110.0);
    let queue = senders.iter().map(|sender| panel(sender, "queue", kbytes(), limit));
    Figure::new(cwnd.chain(queue).collect()).columns(senders.len())
}
