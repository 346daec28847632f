//! Needs of settings: a condition without which a setting cannot act, declared in its row or with its section. Not here: whether a scenario has it (crate
//! `measures`), the values that are allowed.

/// A condition without which no value of a setting changes the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// A switch of the same table is on.
    On(&'static str),
    /// A switch of the same table is off.
    Off(&'static str),
    /// A setting of the same table is one of these words.
    Is(&'static str, &'static [&'static str]),
    /// A setting of the same table has a value.
    Given(&'static str),
    /// A setting of the same table has none.
    Unset(&'static str),
    /// A number of the same table is larger than this.
    Above(&'static str, f64),
    /// A number of the same table is not this.
    Not(&'static str, f64),
    /// Two numbers of the same table differ.
    Differ(&'static str, &'static str),
    /// One of these.
    Any(&'static [Need]),
    /// All of these.
    All(&'static [Need]),
    /// Of a flow: its algorithm leaves the end of slow start to the setting `slow_start`.
    ExitRules,
    /// Of a flow: its data packets can be marked.
    EcnCapable,
    /// Of a flow: the queue that its data crosses marks packets.
    MarkingQueue,
    /// Of a flow: the queue that its data crosses treats ECT(1) and ECT(0) differently.
    L4sQueue,
    /// Of a direction: some packet crosses its bottleneck.
    Packets,
    /// Of a direction: packets other than ACKs of data cross its bottleneck.
    Data,
    /// Of a direction: packets of flows or cross traffic cross its bottleneck, those of a handshake aside.
    OwnData,
    /// Of a direction: packets that can be marked cross its bottleneck.
    EcnData,
    /// Of a direction: packets with ECT(1) cross its bottleneck.
    L4sData,
    /// Of a direction: packets without ECT(1) cross its bottleneck.
    ClassicPackets,
    /// Of a direction: packets of more than one flow cross its bottleneck.
    SeveralFlows,
    /// Of a direction: its link sends at `rate_bps`, not by a trace or a model.
    ConstantLink,
}
