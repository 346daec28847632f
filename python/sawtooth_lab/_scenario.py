"""Types of a scenario document. Written by `npm run generate` from the engine's tables; never by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required


class QueueDropTail(TypedDict, total=False):
    """drop tail."""

    discipline: Literal["drop_tail"]
    limit_packets: int
    """Maximum number of packets in the queue, without the one in transmission. [packets]"""
    limit_bytes: int
    """Maximum number of bytes in the queue, without the packet in transmission. [bytes]"""
    limit_ms: float
    """Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`. [ms]"""
    limit_bdp: float
    """Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It becomes `limit_bytes`."""
    counting: Literal["dummynet", "ns2"]
    """Whether the arriving packet itself counts towards the limit: not in dummynet, but in ns-2."""
    step_mark_packets: Union[int, None]
    """Marks an ECN-capable packet that finds more packets in the queue than this (K). If unset, none is marked. [packets]"""


class QueueRed(TypedDict, total=False):
    """RED."""

    discipline: Required[Literal["red"]]
    limit_packets: int
    """Maximum number of packets in the queue, without the one in transmission. [packets]"""
    limit_bytes: int
    """Maximum number of bytes in the queue, without the packet in transmission. [bytes]"""
    limit_ms: float
    """Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`. [ms]"""
    limit_bdp: float
    """Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It becomes `limit_bytes`."""
    min_threshold_packets: float
    """Average queue length above which packets are dropped at random. [packets]"""
    max_threshold_packets: float
    """Average queue length at which the drop probability reaches `max_probability`. [packets]"""
    max_probability: float
    """Drop probability at the upper threshold, before drops are spread (max_p)."""
    weight: float
    """Weight of the present queue length in the moving average, at each arrival (w_q)."""
    gentle: bool
    """Above the upper threshold, the probability rises linearly from `max_probability` to 1 at twice the threshold, instead of jumping to 1."""
    wait: bool
    """Spreads early drops: at least 1 / p_b arrivals lie between two of them."""
    mean_packet_bytes: int
    """Assumed packet size for the idle-time correction of the average. [bytes]"""
    ecn: bool
    """Marks ECN-capable packets instead of dropping them."""


class QueueCodel(TypedDict, total=False):
    """CoDel."""

    discipline: Required[Literal["codel"]]
    limit_packets: int
    """Maximum number of packets in the queue, without the one in transmission. [packets]"""
    limit_bytes: int
    """Maximum number of bytes in the queue, without the packet in transmission. [bytes]"""
    limit_ms: float
    """Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`. [ms]"""
    limit_bdp: float
    """Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It becomes `limit_bytes`."""
    target_ms: float
    """Acceptable queueing delay (TARGET). [ms]"""
    interval_ms: float
    """Packets must have waited longer than the target for this long before one is dropped; about the largest usual RTT. [ms]"""
    ecn: bool
    """Marks ECN-capable packets instead of dropping them."""


class QueuePie(TypedDict, total=False):
    """PIE."""

    discipline: Required[Literal["pie"]]
    limit_packets: int
    """Maximum number of packets in the queue, without the one in transmission. [packets]"""
    limit_bytes: int
    """Maximum number of bytes in the queue, without the packet in transmission. [bytes]"""
    limit_ms: float
    """Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`. [ms]"""
    limit_bdp: float
    """Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It becomes `limit_bytes`."""
    target_ms: float
    """Target queueing delay (QDELAY_REF). [ms]"""
    update_ms: float
    """Time between updates of the drop probability (T_UPDATE). [ms]"""
    alpha: float
    """Gain of the difference between queueing delay and target (alpha). [1/s]"""
    beta: float
    """Gain of the change of the queueing delay (beta). [1/s]"""
    max_burst_ms: float
    """Time for which a burst into an empty queue is admitted without drops (MAX_BURST). [ms]"""
    mean_packet_bytes: int
    """Nothing is dropped at random while at most two packets of this size are in the queue. [bytes]"""
    ecn: bool
    """Marks ECN-capable packets instead of dropping them."""
    mark_probability: float
    """Maximum drop probability at which packets are ECN-marked instead; above it they are dropped."""


class QueueFqCodel(TypedDict, total=False):
    """FQ-CoDel."""

    discipline: Required[Literal["fq_codel"]]
    limit_packets: int
    """Maximum number of packets in all queues together, without the one in transmission. [packets]"""
    limit_bytes: int
    """Maximum number of bytes in all queues together, without the packet in transmission. [bytes]"""
    limit_ms: float
    """Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`. [ms]"""
    limit_bdp: float
    """Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It becomes `limit_bytes`."""
    target_ms: float
    """Acceptable queueing delay (TARGET). [ms]"""
    interval_ms: float
    """Packets of a flow must have waited longer than the target for this long before one is dropped. [ms]"""
    quantum_bytes: int
    """Number of bytes that each queue may send per round. [bytes]"""
    queues: Union[int, None]
    """Number of hash buckets. If unset, each flow has its own queue."""
    perturbation: int
    """Changes which flows share a queue."""
    ecn: bool
    """Marks ECN-capable packets instead of dropping them."""


class QueueDualpi2(TypedDict, total=False):
    """DualPI2."""

    discipline: Required[Literal["dualpi2"]]
    limit_packets: int
    """Maximum number of packets in both queues together, without the one in transmission. [packets]"""
    target_ms: float
    """Target queueing delay of the classic queue. [ms]"""
    tupdate_ms: float
    """Time between updates of the probability (Tupdate). [ms]"""
    alpha: float
    """Gain of the difference between queueing delay and target, at each update (alpha). [1/s]"""
    beta: float
    """Gain of the change of the queueing delay, at each update (beta). [1/s]"""
    coupling: float
    """Factor by which marks in the low-latency queue are more probable than the square root of the drop probability in the classic one (k)."""
    step_ms: float
    """A packet that has waited longer than this in the low-latency queue is marked. [ms]"""
    classic_share_percent: int
    """Share of the link, in bytes, that the classic queue gets while packets wait in both queues. [%]"""


Queue = Union[
    QueueDropTail,
    QueueRed,
    QueueCodel,
    QueuePie,
    QueueFqCodel,
    QueueDualpi2,
]


class LossBernoulli(TypedDict, total=False):
    """Bernoulli."""

    model: Literal["bernoulli"]
    probability: float
    """Probability that a packet is lost."""
    position: Literal["before_queue", "after_queue"]
    """Where packets are lost: before the queue, or after the link has sent them."""


class LossNone(TypedDict, total=False):
    """none."""

    model: Required[Literal["none"]]


class LossGilbertElliott(TypedDict, total=False):
    """Gilbert-Elliott."""

    model: Required[Literal["gilbert_elliott"]]
    clock: Literal["time", "link_packets", "flow_packets"]
    """Cause of a change of state: time, every data packet on the link, or each stream's own packets."""
    good_s: Union[float, None]
    """Mean duration of the good state with the clock `time`; none: a packet's transmission time divided by `p_good_bad`. [s]"""
    bad_s: Union[float, None]
    """Mean duration of the bad state with the clock `time`; none: a packet's transmission time divided by `p_bad_good`. [s]"""
    p_good_bad: float
    """Probability, at each packet, of a transition from the good to the bad state."""
    p_bad_good: float
    """Probability, at each packet, of a transition from the bad to the good state."""
    loss_good: float
    """Loss probability of a packet in the good state."""
    loss_bad: float
    """Loss probability of a packet in the bad state."""
    position: Literal["before_queue", "after_queue"]
    """Where packets are lost: before the queue, or after the link has sent them."""


class LossBitErrors(TypedDict, total=False):
    """bit errors."""

    model: Required[Literal["bit_errors"]]
    bit_error_rate: float
    """Probability that a bit is wrong, which loses the packet."""
    position: Literal["before_queue", "after_queue"]
    """Where packets are lost: before the queue, or after the link has sent them."""


class LossPeriodic(TypedDict, total=False):
    """periodic."""

    model: Required[Literal["periodic"]]
    gaps: list[float]
    """Gaps between losses in packets, the lost one included; the list repeats."""
    position: Literal["before_queue", "after_queue"]
    """Where packets are lost: before the queue, or after the link has sent them."""


class LossSchedule(TypedDict, total=False):
    """schedule."""

    model: Required[Literal["schedule"]]
    phases: list[dict[str, float]]
    """The phases in order; the list repeats."""
    position: Literal["before_queue", "after_queue"]
    """Where packets are lost: before the queue, or after the link has sent them."""


Loss = Union[
    LossBernoulli,
    LossNone,
    LossGilbertElliott,
    LossBitErrors,
    LossPeriodic,
    LossSchedule,
]


class ReorderingBernoulli(TypedDict, total=False):
    """Bernoulli."""

    model: Literal["bernoulli"]
    probability: float
    """Probability that a packet is delayed and overtaken."""
    depth_packets: int
    """Number of later packets of the flow that overtake it. Three or more trigger a fast retransmit. [packets]"""


Reordering = Union[
    ReorderingBernoulli,
]


class RateModelCellular(TypedDict, total=False):
    """cellular."""

    model: Required[Literal["cellular"]]
    sigma_packets: float
    """Brownian motion of the rate: its standard deviation after one second. [packets/s]"""
    max_packets: float
    """Maximum rate. [packets/s]"""
    outage_escape: float
    """Rate at which an outage would end, which begins when the rate reaches 0. [1/s]"""


class RateModelLeo(TypedDict, total=False):
    """LEO satellite."""

    model: Required[Literal["leo"]]
    handover_s: float
    """Time between handovers. [s]"""
    outage_ms: float
    """How long the link is silent after a handover. [ms]"""
    rate_spread: float
    """How far the rate between two handovers lies from the link's at most, as a share of it; each is drawn evenly."""
    delay_spread_ms: float
    """By how much the RTT between two handovers exceeds the base RTT at most; each is drawn evenly. [ms]"""


class RateModelWifi(TypedDict, total=False):
    """Wi-Fi."""

    model: Required[Literal["wifi"]]
    error_probability: float
    """Probability that a packet of an aggregate fails, each independently."""
    retries: int
    """Number of times that a packet that fails is sent again; then it is lost."""
    aggregate_packets: int
    """How many packets an aggregate has at most, and how far the newest is ahead of the oldest that has not arrived. [packets]"""
    aggregate_ms: float
    """How long an aggregate lasts at most; it has at least one packet. [ms]"""


RateModel = Union[
    RateModelCellular,
    RateModelLeo,
    RateModelWifi,
]


class AlgorithmNewreno(TypedDict, total=False):
    """NewReno."""

    kind: Literal["newreno"]
    discriminator: Literal["none", "vegas_rate", "ntg", "ndg", "veno_backlog", "cdg_queue", "biaz", "mbiaz", "spike", "zigzag", "zbs"]
    """Rule that labels each loss; NewReno ignores those that it calls random."""


class AlgorithmCdg(TypedDict, total=False):
    """CDG."""

    kind: Required[Literal["cdg"]]
    variant: Literal["paper", "freebsd", "linux"]
    """Which CDG: that of the paper, of FreeBSD or of Linux."""
    smoothing: int
    """Number of gradients in the moving average (a). [RTTs]"""
    g_ms: float
    """Gradient at which the backoff probability is 63 % (G). [ms per RTT]"""
    beta_delay: float
    """Share of the window that a delay backoff leaves (β)."""
    beta_loss: float
    """Share of the window that a congestion loss leaves."""
    ineffectual_backoffs: int
    """Number of delay backoffs in a row, with no gradient falling, after which CDG treats backoffs as ineffectual (b)."""
    ignored_backoffs: int
    """Number of indications that are then ignored (b')."""
    rtt_tick_ms: float
    """Tick of the clock in which RTTs are measured; 0: exact. [ms]"""
    ineffectual_reset: Literal["either", "both"]
    """When the count of ineffectual backoffs restarts."""
    delay_backoff: bool
    """Backs off at random as the delay grows."""
    shadow_window: bool
    """Remembers the window before delay backoffs and uses half of it at a congestion loss, if that is larger."""
    loss_tolerance: bool
    """Treats a loss as congestion only while CDG infers a full queue."""
    ineffectual_detection: bool
    """After b ineffectual backoffs, ignores the next b' indications."""
    unknown_is_congestion: bool
    """Treats a loss as congestion while the inferred state of the queue is still unknown."""
    slow_start_loss: Literal["newreno", "by_queue"]
    """How a loss in slow start is treated: as congestion, as in NewReno, or by the inferred state of the queue."""
    shadow_at_backoff: Literal["before", "after"]
    """Which window the shadow window takes at a delay backoff."""
    shadow_at_loss: Literal["halve", "keep"]
    """Effect of a congestion loss on the shadow window: halve it, or leave it."""
    shadow_initial: Literal["window", "zero"]
    """Initial value of the shadow window."""
    grow_while_held: bool
    """The window grows in rounds whose indication is ignored."""
    grow_in_recovery: bool
    """The window grows during a recovery whose loss CDG tolerates."""
    alpha_increase_rtts: int
    """Number of RTTs without a backoff after which growth rises by one packet per RTT; 0: never. [RTTs]"""
    delay_target_ms: float
    """Queueing delay for which G holds: with a longer one G is smaller in proportion, so that the same gradient makes a backoff more likely; 0: G is the same at any delay. [ms]"""
    window_fill: Literal["zero", "extrapolate"]
    """How gradients that are missing at the start are treated."""


class AlgorithmCubic(TypedDict, total=False):
    """CUBIC."""

    kind: Required[Literal["cubic"]]
    variant: Literal["rfc9438", "linux_2_6_25", "linux"]
    """Which CUBIC: that of the standard, of Linux 2.6.25, or of Linux 5."""
    fast_convergence: bool
    """After a loss at a smaller window than at the previous loss, CUBIC assumes that another flow has joined and lowers W_max."""
    tcp_friendliness: bool
    """The window is at least W_est, that of an AIMD flow with the same average rate as Reno (Reno-friendly region)."""


class AlgorithmHtcp(TypedDict, total=False):
    """H-TCP."""

    kind: Required[Literal["htcp"]]
    variant: Literal["freebsd", "linux", "linux_2_6_25", "linux_2_6_25_disorder_bug"]
    """Which H-TCP: that of FreeBSD or of Linux."""
    adaptive_backoff: bool
    """A loss leaves the ratio of the smallest to the largest RTT (0.5 to 0.8) of the window, instead of half."""
    adaptive_reset: bool
    """A loss leaves half of the window if the throughput has changed by more than 20 % since the previous loss."""
    rtt_scaling: bool
    """Scales growth by the RTT, so that it does not depend on the RTT when measured per second."""


class AlgorithmVegas(TypedDict, total=False):
    """Vegas."""

    kind: Required[Literal["vegas"]]
    variant: Literal["freebsd", "linux", "ns2", "paper"]
    """Which Vegas: that of FreeBSD, Linux, ns-2 or the paper."""
    alpha: float
    """The window grows while Vegas estimates fewer own packets in the queue than this (α). [packets]"""
    beta: float
    """The window shrinks while Vegas estimates more own packets in the queue than this (β). [packets]"""
    gamma: float
    """Slow start ends when Vegas estimates more own packets in the queue than this (γ). [packets]"""


class AlgorithmAimd(TypedDict, total=False):
    """AIMD."""

    kind: Required[Literal["aimd"]]
    b: float
    """Share of the window removed at a loss (b)."""
    relation: Literal["slowcc", "deterministic"]
    """Which formula derives a from b. \"slowcc\" matches TCP's rate including timeouts, \"deterministic\" without them."""
    a: float
    """Additive increase in packets per RTT (a), instead of a relation. [packets per RTT]"""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever b is."""


class AlgorithmSqrt(TypedDict, total=False):
    """SQRT."""

    kind: Required[Literal["sqrt"]]
    beta: float
    """Decrease (β): packets removed at a loss, at a window of 1."""
    alpha: float
    """Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's rate."""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is."""


class AlgorithmIiad(TypedDict, total=False):
    """IIAD."""

    kind: Required[Literal["iiad"]]
    beta: float
    """Number of packets given up at a loss (β). [packets]"""
    alpha: float
    """Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's rate."""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is."""


class AlgorithmMimd(TypedDict, total=False):
    """MIMD."""

    kind: Required[Literal["mimd"]]
    alpha: float
    """Growth (α): share of the window gained per RTT. [of w per RTT]"""
    beta: float
    """Decrease (β): share of the window removed at a loss."""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is."""


class AlgorithmAiad(TypedDict, total=False):
    """AIAD."""

    kind: Required[Literal["aiad"]]
    alpha: float
    """Growth (α): increase per RTT. [packets per RTT]"""
    beta: float
    """Decrease (β): packets removed at a loss. [packets]"""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is."""


class AlgorithmMiad(TypedDict, total=False):
    """MIAD."""

    kind: Required[Literal["miad"]]
    alpha: float
    """Growth (α): share of the window gained per RTT. [of w per RTT]"""
    beta: float
    """Decrease (β): packets removed at a loss. [packets]"""
    first_loss_halves: bool
    """The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is."""


class AlgorithmCard(TypedDict, total=False):
    """CARD."""

    kind: Required[Literal["card"]]
    beta_delay: float
    """Share of the window that a decrease leaves."""
    normalised_only: bool
    """Uses the gradient of the delay alone, without the window."""


class AlgorithmDual(TypedDict, total=False):
    """DUAL."""

    kind: Required[Literal["dual"]]
    beta_delay: float
    """Share of the window that is left when the delay is above the threshold."""
    threshold: float
    """Threshold between minimum (0) and maximum (1) delay."""
    smoothed_rtt: bool
    """Uses the smoothed RTT instead of the latest sample."""


class AlgorithmFast(TypedDict, total=False):
    """FAST."""

    kind: Required[Literal["fast"]]
    alpha: Union[float, None]
    """Number of own packets to keep in the queue; none: by the prototype's table. [packets]"""
    gamma: float
    """Step size: share of the difference to the equation's target that one update covers (γ)."""
    multiplicative_increase: bool
    """While FAST infers no queue, the window grows by the factor 1 + γ."""


class AlgorithmAfrica(TypedDict, total=False):
    """TCP-Africa."""

    kind: Required[Literal["africa"]]
    alpha: float
    """Estimated number of own packets in the queue from which on it grows like Reno. [packets]"""
    smoothed_rtt: bool
    """Estimates the queue from the mean RTT of a round instead of its minimum."""


class AlgorithmCompound(TypedDict, total=False):
    """Compound TCP."""

    kind: Required[Literal["compound"]]
    alpha: float
    """Growth factor of the delay window (α)."""
    k: float
    """Exponent of the delay window's growth (k)."""
    beta: float
    """Share of the whole window that is removed at a loss (β)."""
    gamma_packets: float
    """Estimated number of own packets in the queue from which on the delay window shrinks (γ). [packets]"""
    zeta: float
    """Decrease of the delay window per packet in the queue (ζ)."""
    low_window_packets: float
    """Window below which the delay window is not used. [packets]"""


class AlgorithmLp(TypedDict, total=False):
    """TCP-LP."""

    kind: Required[Literal["lp"]]
    variant: Literal["paper", "linux"]
    """Which TCP-LP: that of the paper, or of Linux, which forgets old delays."""
    threshold: float
    """Threshold between minimum (0) and maximum (1) one-way delay above which TCP-LP infers congestion (δ)."""
    gain: float
    """Weight of a new sample in the smoothed delay."""
    inference_rtts: float
    """Length of the inference phase, in which the window does not grow. [RTTs]"""


class AlgorithmPert(TypedDict, total=False):
    """PERT."""

    kind: Required[Literal["pert"]]
    adaptive: bool
    """Adapts growth, decrease and the end of the probability curve to the measured delays and losses."""
    weight: float
    """Weight of a new sample in the smoothed RTT."""
    min_threshold_ms: float
    """Queueing delay above which early responses are possible. [ms]"""
    max_threshold_ms: float
    """Queueing delay at which the response probability is `max_probability`; at twice that it is 1. [ms]"""
    max_probability: float
    """Response probability per ACK at the upper threshold (p_max)."""
    decrease: float
    """Share of the window that an early response removes (unless `adaptive`)."""


class AlgorithmHd(TypedDict, total=False):
    """HD."""

    kind: Required[Literal["hd"]]
    q_min_ms: float
    """Queueing delay above which it may back off (q_min). [ms]"""
    q_threshold_ms: float
    """Queueing delay with the maximum backoff probability (q_th). [ms]"""
    max_probability: float
    """Maximum backoff probability per ACK (p_max)."""


class AlgorithmChd(TypedDict, total=False):
    """CHD."""

    kind: Required[Literal["chd"]]
    q_min_ms: float
    """Queueing delay above which it may back off (q_min). [ms]"""
    q_threshold_ms: float
    """Queueing delay with the maximum backoff probability; above it a loss is treated as congestion (q_th). [ms]"""
    max_probability: float
    """Maximum backoff probability per interval (p_max)."""
    loss_fair: bool
    """Competes with flows that fill the queue: a loss then leaves half of the shadow window."""
    use_max: bool
    """Uses the maximum RTT of the interval instead of the latest sample."""


class AlgorithmBbr(TypedDict, total=False):
    """BBR."""

    kind: Required[Literal["bbr"]]
    min_rtt_window_s: float
    """After this time without a smaller RTT, BBR empties the path to measure its delay again. [s]"""
    probe_rtt_ms: float
    """Time for which BBR keeps at most 4 packets in flight to measure the minimum RTT. [ms]"""


class AlgorithmBbr3(TypedDict, total=False):
    """BBR v3."""

    kind: Required[Literal["bbr3"]]
    loss_threshold: float
    """Loss rate of a round trip above which a probe for bandwidth went too high."""
    beta: float
    """Of its short-term bounds, a round trip with losses leaves at least this share."""
    headroom: float
    """Share of the long-term bound that stays unused between probes, for other flows."""
    min_rtt_window_s: float
    """The minimum RTT is the smallest one of this time. [s]"""
    probe_rtt_interval_s: float
    """After this time without a smaller RTT, BBR halves what is in flight to measure the path's delay. [s]"""
    probe_rtt_ms: float
    """Time for which BBR keeps little in flight to measure the minimum RTT. [ms]"""


class AlgorithmDctcp(TypedDict, total=False):
    """DCTCP."""

    kind: Required[Literal["dctcp"]]
    variant: Literal["rfc8257", "linux"]
    """Arithmetic: real numbers, or Linux's integers."""
    gain: float
    """Weight of the last round trip in the share of marked packets (g)."""
    initial_alpha: float
    """Share of marked packets that it assumes at the start (α)."""


class AlgorithmPrague(TypedDict, total=False):
    """Prague."""

    kind: Required[Literal["prague"]]
    gain: float
    """Weight of the last round trip in the share of marked packets (g)."""
    initial_alpha: float
    """Share of marked packets that it assumes at the start (α)."""
    rtt_target_ms: float
    """Flows with an RTT below this behave as if they had it; 0: none do. [ms]"""
    rtt_target_rounds: int
    """Round trips after slow start from which that holds. [round trips]"""


class AlgorithmBic(TypedDict, total=False):
    """BIC."""

    kind: Required[Literal["bic"]]
    max_increment_packets: int
    """Most packets that the window gains per RTT (S_max). [packets]"""
    divisor: int
    """Divisor of the distance to the last maximum: 4 covers a quarter of it per RTT, 2 is a binary search."""
    smooth_part: int
    """RTTs that the window takes per packet at the last maximum, times the divisor."""
    low_window_packets: int
    """Window up to which it is Reno. [packets]"""
    beta: float
    """Share of the window that a loss leaves (β)."""
    fast_convergence: bool
    """After a loss below the last maximum BIC assumes that another flow has joined, and lowers it."""
    initial_ssthresh_packets: int
    """ssthresh of the first slow start, unless the flow has its own. [packets]"""


class AlgorithmWestwood(TypedDict, total=False):
    """Westwood+."""

    kind: Required[Literal["westwood"]]
    variant: Literal["paper", "linux", "linux_first"]
    """Which Westwood+: the paper's, Linux's, or the first one in Linux."""
    min_interval_ms: float
    """Shortest time for which a sample of the bandwidth is measured; at least an RTT. [ms]"""


class AlgorithmLedbat(TypedDict, total=False):
    """LEDBAT."""

    kind: Required[Literal["ledbat"]]
    target_ms: float
    """Queueing delay at which LEDBAT holds the queue. [ms]"""
    gain: float
    """Growth in packets per RTT with an empty queue."""
    allowed_increase: float
    """Number of packets by which the window may exceed what was in flight. [packets]"""
    current_filter: int
    """Number of latest delay samples of which the smallest counts."""
    base_history: int
    """Number of minutes whose smallest delay counts as that of the empty path."""
    begin_in_slow_start: bool
    """Slow start at the beginning and after a timeout."""


class AlgorithmLedbatPp(TypedDict, total=False):
    """LEDBAT++."""

    kind: Required[Literal["ledbat_pp"]]
    target_ms: float
    """Queueing delay at which LEDBAT++ holds the queue. [ms]"""
    current_filter: int
    """How many of the latest RTT samples the minimum is taken over."""
    base_history: int
    """Number of minutes whose smallest RTT counts as that of the empty path."""
    slowdowns: bool
    """Regular slowdowns, in which the flow measures the empty path."""


class AlgorithmCopa(TypedDict, total=False):
    """Copa."""

    kind: Required[Literal["copa"]]
    delta: float
    """Weight of delay against throughput (δ): alone, a flow keeps 1/δ packets in the queue."""
    competitive: bool
    """The competitive mode, in which δ adapts to senders that fill the queue."""
    empties_within_rtts: float
    """Time within which the queue must empty in the default mode, in SRTTs. [RTTs]"""
    velocity_reset: Literal["rtt", "step"]
    """When a change of direction returns the velocity to 1: after an RTT in the other direction, or with the first step in it."""
    min_rtt_window_s: float
    """After this time without a smaller RTT, Copa forgets its minimum RTT. [s]"""


class AlgorithmNv(TypedDict, total=False):
    """NV."""

    kind: Required[Literal["nv"]]
    pad_packets: int
    """Packets that NV adds to the window which the rate needs on the empty path. [packets]"""
    reset_period_s: float
    """Mean time after which the minimum RTT is replaced by that of this time. [s]"""


class AlgorithmHighspeed(TypedDict, total=False):
    """HighSpeed TCP."""

    kind: Required[Literal["highspeed"]]
    variant: Literal["rfc3649", "linux"]
    """Which HighSpeed TCP: the RFC's formulas, or Linux's table."""


class AlgorithmScalable(TypedDict, total=False):
    """Scalable TCP."""

    kind: Required[Literal["scalable"]]
    variant: Literal["paper", "linux"]
    """Which Scalable TCP: the paper's, in real numbers, or Linux's."""
    gain: float
    """Packets gained per acknowledged packet (a)."""
    b: float
    """Share of the window removed at a loss (b)."""
    low_window_packets: float
    """Window below which it is Reno. [packets]"""


class AlgorithmVeno(TypedDict, total=False):
    """Veno."""

    kind: Required[Literal["veno"]]
    variant: Literal["paper", "linux"]
    """Which Veno: the paper's, in real numbers, or Linux's, in whole ones."""
    beta_packets: float
    """Backlog below which a loss counts as random, and from which on growth is halved (β). [packets]"""
    random_share: float
    """Share of the window that a loss leaves that counts as random."""


class AlgorithmIllinois(TypedDict, total=False):
    """Illinois."""

    kind: Required[Literal["illinois"]]
    alpha_max: float
    """Largest growth in packets per RTT, without delay (α_max)."""
    alpha_min: float
    """Smallest growth in packets per RTT, at the largest delay (α_min)."""
    beta_min: float
    """Smallest share of the window that a loss removes (β_min)."""
    beta_max: float
    """Largest share of the window that a loss removes (β_max)."""
    low_window_packets: float
    """Window below which it is Reno. [packets]"""
    low_rounds: int
    """Rounds of little delay before α is at its largest again (θ). [RTTs]"""


class AlgorithmYeah(TypedDict, total=False):
    """YeAH."""

    kind: Required[Literal["yeah"]]
    alpha_packets: int
    """If more of its own packets than this are queued, the flow drains them. [packets]"""
    delay_share: float
    """Queueing delay, as a share of the smallest RTT, above which it grows like Reno."""
    gain: float
    """Packets gained per acknowledged packet in the fast mode."""
    rival_rounds: int
    """Slow rounds in a row from which on a loss halves the window: others fill the queue. [RTTs]"""
    reset_rounds: int
    """Fast rounds after which the estimate of a Reno rival's window is reset. [RTTs]"""


class AlgorithmHybla(TypedDict, total=False):
    """Hybla."""

    kind: Required[Literal["hybla"]]
    rtt0_ms: float
    """RTT of the connection whose growth it copies (RTT₀). [ms]"""


class AlgorithmFixed(TypedDict, total=False):
    """Fixed window."""

    kind: Required[Literal["fixed"]]
    window_packets: float
    """Window. [packets]"""


class AlgorithmRap(TypedDict, total=False):
    """RAP."""

    kind: Required[Literal["rap"]]
    b: float
    """Share of the rate removed at a loss event (b)."""
    relation: Literal["slowcc", "deterministic"]
    """How the increase a follows from b: as TCP-compatible with timeouts (slowcc), or by the sawtooth alone (deterministic)."""
    fine_grain: bool
    """Multiplies each inter-packet gap by the ratio of short-term to long-term average RTT."""


class AlgorithmTfrc(TypedDict, total=False):
    """TFRC."""

    kind: Required[Literal["tfrc"]]
    variant: Literal["ns2", "rfc5348"]
    """Which set of defaults is used."""
    k: int
    """Number of loss intervals that are averaged (k). The default of 8 is the SlowCC paper's TFRC(6), named after the sum of the weights."""
    self_clocked: bool
    """Limits the sending rate to the receive rate in the round after a reported loss, and to C times that in other rounds."""
    self_clocking_factor: float
    """With self-clocking: how many times the receive rate may be sent in rounds without a reported loss (C)."""
    history_discounting: bool
    """Gives old loss intervals less weight while a long interval without loss lasts."""
    discounting_floor: float
    """Minimum discount factor of old loss intervals."""
    rtt_smoothing: float
    """Weight of the old value in the smoothed RTT, at each report (q)."""
    lost_after_packets: int
    """Number of later packets that must arrive before a missing packet counts as lost. [packets]"""
    gradual_increase: bool
    """The rate rises towards the equation's by one packet per RTT in each RTT, instead of at once."""
    bounded_timeouts: bool
    """Limits the timeout factor of the throughput equation to 1."""
    measured_timeout: bool
    """Uses SRTT + 4 RTTVAR, as TCP measures it, as the equation's timeout, instead of 4 RTTs."""
    timeout_tick_ms: float
    """Tick of the clock that measures the equation's timeout in whole ticks; 0: exact. [ms]"""
    damping: bool
    """Multiplies each gap between packets by the square root of the latest RTT over its average, to damp oscillations."""
    no_feedback_rtts: float
    """No-feedback timer: number of RTTs without feedback after which the rate is halved. [RTTs]"""


class AlgorithmTear(TypedDict, total=False):
    """TEAR."""

    kind: Required[Literal["tear"]]
    epochs: int
    """Number of epochs whose rates are averaged."""
    packets_after_gap: int
    """Number of packets that must follow a gap within two RTTs for it to count as a loss; otherwise it counts as a timeout. [packets]"""
    no_feedback_rtts: float
    """No-feedback timer: number of RTTs without a report after which the rate is halved. [RTTs]"""


Algorithm = Union[
    AlgorithmNewreno,
    AlgorithmCdg,
    AlgorithmCubic,
    AlgorithmHtcp,
    AlgorithmVegas,
    AlgorithmAimd,
    AlgorithmSqrt,
    AlgorithmIiad,
    AlgorithmMimd,
    AlgorithmAiad,
    AlgorithmMiad,
    AlgorithmCard,
    AlgorithmDual,
    AlgorithmFast,
    AlgorithmAfrica,
    AlgorithmCompound,
    AlgorithmLp,
    AlgorithmPert,
    AlgorithmHd,
    AlgorithmChd,
    AlgorithmBbr,
    AlgorithmBbr3,
    AlgorithmDctcp,
    AlgorithmPrague,
    AlgorithmBic,
    AlgorithmWestwood,
    AlgorithmLedbat,
    AlgorithmLedbatPp,
    AlgorithmCopa,
    AlgorithmNv,
    AlgorithmHighspeed,
    AlgorithmScalable,
    AlgorithmVeno,
    AlgorithmIllinois,
    AlgorithmYeah,
    AlgorithmHybla,
    AlgorithmFixed,
    AlgorithmRap,
    AlgorithmTfrc,
    AlgorithmTear,
]


class ApplicationBulk(TypedDict, total=False):
    """bulk data."""

    kind: Literal["bulk"]


class ApplicationRate(TypedDict, total=False):
    """constant rate."""

    kind: Required[Literal["rate"]]
    rate_bps: int
    """Rate at which the application writes, in payload bits. [bit/s]"""


class ApplicationOnOff(TypedDict, total=False):
    """on and off."""

    kind: Required[Literal["on_off"]]
    on_s: float
    """Length of an on period, in which the application writes. [s]"""
    off_s: float
    """Length of the off period that follows, in which it writes nothing. [s]"""
    rate_bps: Union[int, None]
    """Rate at which the application writes in an on period, in payload bits; none: as fast as TCP sends. [bit/s]"""


class ApplicationSegments(TypedDict, total=False):
    """video segments."""

    kind: Required[Literal["segments"]]
    segment_bytes: int
    """Size of a segment. [bytes]"""
    period_s: float
    """Playing time of a segment: one is fetched per period while the buffer is full. [s]"""
    buffer_segments: int
    """Segments that the player's buffer holds, beside the one that is played. [segments]"""


Application = Union[
    ApplicationBulk,
    ApplicationRate,
    ApplicationOnOff,
    ApplicationSegments,
]


class CrossTrafficVoip(TypedDict, total=False):
    """VoIP."""

    kind: Required[Literal["voip"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    packet_bytes: int
    """Packet size on the wire, headers included. [bytes]"""
    interval_ms: float
    """Time from one packet to the next. [ms]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficCbr(TypedDict, total=False):
    """constant bit rate."""

    kind: Required[Literal["cbr"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    packet_bytes: int
    """Packet size on the wire, headers included. [bytes]"""
    rate_bps: float
    """Rate, in bits on the wire. [bit/s]"""
    interval_ms: float
    """Time from one packet to the next. [ms]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficOnOff(TypedDict, total=False):
    """on and off."""

    kind: Required[Literal["on_off"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    packet_bytes: int
    """Packet size on the wire, headers included. [bytes]"""
    rate_bps: float
    """Rate of the sending part, in bits on the wire. [bit/s]"""
    on_s: float
    """Length of the sending part. [s]"""
    off_s: float
    """Length of the silence that follows. [s]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficSawtooth(TypedDict, total=False):
    """sawtooth."""

    kind: Required[Literal["sawtooth"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    packet_bytes: int
    """Packet size on the wire, headers included. [bytes]"""
    peak_bps: float
    """Maximum rate, in bits on the wire. [bit/s]"""
    period_s: float
    """Time from one jump to the next. [s]"""
    off_s: float
    """Length of the silent part of the period. [s]"""
    rising: bool
    """On: the rate rises to the peak and then stops. Off: it starts at the peak and falls."""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficFlashCrowd(TypedDict, total=False):
    """flash crowd."""

    kind: Required[Literal["flash_crowd"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    algorithm: Algorithm
    ecn: bool
    """Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of dropping them. If not given, as its algorithm needs it."""
    ecn_codepoint: Literal["ect0", "ect1"]
    """Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its algorithm has it."""
    ecn_feedback: Literal["classic", "accurate"]
    """How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts marked packets. If not given, as its algorithm needs it."""
    abe: bool
    """Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %."""
    pacing: bool
    """Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it."""
    host: Literal["freebsd", "linux_2_6", "linux", "ns2"]
    """Operating system whose TCP behaviour and default options are used."""
    recovery: Literal["sack", "newreno", "reno", "tahoe", "freebsd_sack", "rate_halving", "prr"]
    """Loss recovery algorithm."""
    delayed_ack: bool
    """The receiver sends an ACK for every second segment, or after `delayed_ack_ms`."""
    delayed_ack_ms: float
    """Maximum time for which the receiver delays an ACK. [ms]"""
    byte_counting: bool
    """Growth counts acknowledged bytes instead of ACKs."""
    byte_counting_limit_packets: int
    """Maximum number of packets that one ACK counts for in slow start (L); 0: no limit. [packets]"""
    whole_byte_growth: bool
    """Truncates window increments to whole bytes, as FreeBSD 7 does."""
    initial_window_packets: float
    """Initial congestion window (IW). [packets]"""
    initial_ssthresh_packets: Union[float, None]
    """Initial slow-start threshold; none: unlimited. [packets]"""
    initial_rto_ms: float
    """Retransmission timeout before the first RTT sample. [ms]"""
    min_rto_ms: float
    """Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop. [ms]"""
    peak_rttvar: bool
    """RTTVAR is the largest mean deviation of a round trip: it rises at once, and after each round trip falls by a quarter of its distance to that one's."""
    timestamps: bool
    """Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted."""
    handshake: Literal["none", "assumed", "simulated"]
    """The handshake before the first data. It leaves the sender an RTT, from which its timeout and its pacing rate follow: `assumed` that of the empty path, in no time; `simulated` that of a SYN and its answer, which cross the path and can be lost. `none` leaves it nothing."""
    rto_restart: Literal["ack", "first_partial", "each_partial", "head_retransmission", "each_retransmission"]
    """When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack."""
    rack: bool
    """Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also detects a lost retransmission. No effect without SACK (`recovery`: `newreno`)."""
    dsack: bool
    """The receiver reports segments that came twice (D-SACK). Once all retransmissions of a recovery are reported, its reduction is taken back; and RACK waits longer from then on before it takes a late segment for lost."""
    eifel: bool
    """An ACK that echoes a time before the first retransmission shows that an original has arrived: the reduction is taken back (Eifel)."""
    f_rto: bool
    """After a timeout two new segments leave before any more are sent again; if a segment is then acknowledged that was not sent again, the timeout was spurious, and the reduction is taken back."""
    bad_retransmit: bool
    """An ACK within half of the smoothed RTT after a first timeout takes its reduction back."""
    adaptive_reordering: bool
    """The number of duplicates that mean a loss grows with the reordering seen."""
    tail_loss_probe: bool
    """Two smoothed RTTs after the last transmission or ACK a packet is sent that shows whether the last ones were lost, before the timer expires."""
    limited_transmit: bool
    """The first two duplicate ACKs each allow one new segment to be sent."""
    slow_start_at_ssthresh: bool
    """Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off)."""
    slow_start: Literal["standard", "hystart", "hystart_pp", "search", "hystart_for_cubic"]
    """How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`)."""
    receive_window_packets: Union[int, None]
    """Receive window; none: only TCP's own limit of 2^30 bytes. [packets]"""
    ack_loss: float
    """Probability that an ACK is lost on its way, beside what a bottleneck of the ACKs drops."""
    ack_thinning: int
    """Of this many ACKs in order only the last is passed on; 1: all are. One that carries SACK, is a duplicate or reports a mark is passed on at once."""
    ack_thinning_ms: float
    """Maximum time for which thinning withholds an ACK. [ms]"""
    receive_offload_packets: int
    """Number of segments in order that the receiver merges at most before TCP sees them, with one ACK for all; 1: none. [packets]"""
    receive_offload_ms: float
    """Maximum time for which the receiver waits for further segments to merge. [ms]"""
    transfer_packets: int
    """Length of each transfer. [packets]"""
    arrivals_per_s: float
    """Mean number of transfers that start per second; they start at random, independently of each other. [1/s]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficFetch(TypedDict, total=False):
    """fetch."""

    kind: Required[Literal["fetch"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    algorithm: Algorithm
    ecn: bool
    """Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of dropping them. If not given, as its algorithm needs it."""
    ecn_codepoint: Literal["ect0", "ect1"]
    """Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its algorithm has it."""
    ecn_feedback: Literal["classic", "accurate"]
    """How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts marked packets. If not given, as its algorithm needs it."""
    abe: bool
    """Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %."""
    pacing: bool
    """Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it."""
    host: Literal["freebsd", "linux_2_6", "linux", "ns2"]
    """Operating system whose TCP behaviour and default options are used."""
    recovery: Literal["sack", "newreno", "reno", "tahoe", "freebsd_sack", "rate_halving", "prr"]
    """Loss recovery algorithm."""
    delayed_ack: bool
    """The receiver sends an ACK for every second segment, or after `delayed_ack_ms`."""
    delayed_ack_ms: float
    """Maximum time for which the receiver delays an ACK. [ms]"""
    byte_counting: bool
    """Growth counts acknowledged bytes instead of ACKs."""
    byte_counting_limit_packets: int
    """Maximum number of packets that one ACK counts for in slow start (L); 0: no limit. [packets]"""
    whole_byte_growth: bool
    """Truncates window increments to whole bytes, as FreeBSD 7 does."""
    initial_window_packets: float
    """Initial congestion window (IW). [packets]"""
    initial_ssthresh_packets: Union[float, None]
    """Initial slow-start threshold; none: unlimited. [packets]"""
    initial_rto_ms: float
    """Retransmission timeout before the first RTT sample. [ms]"""
    min_rto_ms: float
    """Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop. [ms]"""
    peak_rttvar: bool
    """RTTVAR is the largest mean deviation of a round trip: it rises at once, and after each round trip falls by a quarter of its distance to that one's."""
    timestamps: bool
    """Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted."""
    handshake: Literal["none", "assumed", "simulated"]
    """The handshake before the first data. It leaves the sender an RTT, from which its timeout and its pacing rate follow: `assumed` that of the empty path, in no time; `simulated` that of a SYN and its answer, which cross the path and can be lost. `none` leaves it nothing."""
    rto_restart: Literal["ack", "first_partial", "each_partial", "head_retransmission", "each_retransmission"]
    """When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack."""
    rack: bool
    """Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also detects a lost retransmission. No effect without SACK (`recovery`: `newreno`)."""
    dsack: bool
    """The receiver reports segments that came twice (D-SACK). Once all retransmissions of a recovery are reported, its reduction is taken back; and RACK waits longer from then on before it takes a late segment for lost."""
    eifel: bool
    """An ACK that echoes a time before the first retransmission shows that an original has arrived: the reduction is taken back (Eifel)."""
    f_rto: bool
    """After a timeout two new segments leave before any more are sent again; if a segment is then acknowledged that was not sent again, the timeout was spurious, and the reduction is taken back."""
    bad_retransmit: bool
    """An ACK within half of the smoothed RTT after a first timeout takes its reduction back."""
    adaptive_reordering: bool
    """The number of duplicates that mean a loss grows with the reordering seen."""
    tail_loss_probe: bool
    """Two smoothed RTTs after the last transmission or ACK a packet is sent that shows whether the last ones were lost, before the timer expires."""
    limited_transmit: bool
    """The first two duplicate ACKs each allow one new segment to be sent."""
    slow_start_at_ssthresh: bool
    """Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off)."""
    slow_start: Literal["standard", "hystart", "hystart_pp", "search", "hystart_for_cubic"]
    """How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`)."""
    receive_window_packets: Union[int, None]
    """Receive window; none: only TCP's own limit of 2^30 bytes. [packets]"""
    ack_loss: float
    """Probability that an ACK is lost on its way, beside what a bottleneck of the ACKs drops."""
    ack_thinning: int
    """Of this many ACKs in order only the last is passed on; 1: all are. One that carries SACK, is a duplicate or reports a mark is passed on at once."""
    ack_thinning_ms: float
    """Maximum time for which thinning withholds an ACK. [ms]"""
    receive_offload_packets: int
    """Number of segments in order that the receiver merges at most before TCP sees them, with one ACK for all; 1: none. [packets]"""
    receive_offload_ms: float
    """Maximum time for which the receiver waits for further segments to merge. [ms]"""
    transfer_bytes: int
    """Size of the page: payload of each fetch. [bytes]"""
    interval_s: float
    """Time from the start of a fetch to the start of the next one, which waits until the last one is complete. [s]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


class CrossTrafficPing(TypedDict, total=False):
    """ping."""

    kind: Required[Literal["ping"]]
    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    packet_bytes: int
    """Size of a request and of its reply on the wire, headers included. [bytes]"""
    interval_ms: float
    """Time from one request to the next. [ms]"""
    base_rtt_ms: float
    """Two-way propagation delay; half of it lies after the link. [ms]"""
    start_s: float
    """When the source starts: the first packet leaves then. [s]"""
    stop_s: float
    """When the source stops; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""


CrossTraffic = Union[
    CrossTrafficVoip,
    CrossTrafficCbr,
    CrossTrafficOnOff,
    CrossTrafficSawtooth,
    CrossTrafficFlashCrowd,
    CrossTrafficFetch,
    CrossTrafficPing,
]


class Policer(TypedDict, total=False):
    """A token bucket before the queue."""

    rate_bps: Required[int]
    """Rate at which tokens are added, in bits on the wire. [bit/s]"""
    burst_bytes: int
    """Size of the token bucket: a burst of this length passes at the rate of its arrival after an idle time. [bytes]"""


class DelayVariation(TypedDict, total=False):
    """A delay after the link that varies."""

    distribution: Literal["normal", "uniform", "pareto"]
    """Distribution of the delays: `pareto` has a long tail, up to 12 deviations above the mean."""
    mean_ms: float
    """Delay that every packet has beside its flow's. [ms]"""
    deviation_ms: float
    """Standard deviation of the delay. A delay that would be negative is none. [ms]"""
    correlation: float
    """Correlation of the delays of successive packets of a flow."""
    keep_order: bool
    """Packets of a flow arrive in order, the later ones together with a late one. Otherwise a packet with a shorter delay overtakes."""


class Bottleneck(TypedDict, total=False):
    """Random loss, policer, queue, link and reordering."""

    rate_bps: Required[float]
    """Link rate, in bits on the wire. [bit/s]"""
    tick_ms: float
    """Tick of the link's clock, as in dummynet: a packet leaves at the next tick; 0: at once. [ms]"""
    rate_trace_ms: list[float]
    """Opportunities of the link in ms, in order: at each it may send 1500 bytes, and at no other time. The rate and the tick then do not count. [ms]"""
    rate_trace_repeat: bool
    """Whether the trace begins again at its last entry; true if absent. Otherwise the link is silent after it."""
    rate_steps: list[dict[str, float]]
    """The link's rate over time: that of each row until the next one. It then sends 1500 bytes whenever the rate has provided for them; its rate and tick do not count."""
    rate_steps_repeat: bool
    """Whether the rows begin again at the time of the last one; false if absent. Otherwise its rate stays."""
    queue: Required[Queue]
    loss: Loss
    policer: Policer
    reordering: Reordering
    delay_variation: DelayVariation
    rate_model: RateModel


class Flow(TypedDict, total=False):
    """One TCP flow."""

    name: str
    stream: int
    """Index of its random stream; its position in the list if absent. Each entry of a list needs its own."""
    count: int
    """Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order."""
    algorithm: Algorithm
    application: Application
    base_rtt_ms: float
    """Two-way propagation delay, without transmission times: half of it after the link, half on the reverse path. The minimum RTT is longer by one packet's transmission time. [ms]"""
    start_s: float
    """When the flow starts. [s]"""
    stop_s: float
    """When the flow stops sending; at the end of the run if not given. [s]"""
    start_jitter_s: float
    """A uniform random delay of up to this is added to the start time. [s]"""
    send_jitter_ms: float
    """Each data packet leaves up to this much later, uniformly at random; the order is kept. [ms]"""
    direction: Literal["forward", "reverse"]
    """Direction of its data; the ACKs go the other way."""
    transfer_bytes: int
    """Number of payload bytes to send; unlimited if not given. [bytes]"""
    ecn: bool
    """Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of dropping them. If not given, as its algorithm needs it."""
    ecn_codepoint: Literal["ect0", "ect1"]
    """Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its algorithm has it."""
    ecn_feedback: Literal["classic", "accurate"]
    """How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts marked packets. If not given, as its algorithm needs it."""
    abe: bool
    """Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %."""
    pacing: bool
    """Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it."""
    host: Literal["freebsd", "linux_2_6", "linux", "ns2"]
    """Operating system whose TCP behaviour and default options are used."""
    recovery: Literal["sack", "newreno", "reno", "tahoe", "freebsd_sack", "rate_halving", "prr"]
    """Loss recovery algorithm."""
    delayed_ack: bool
    """The receiver sends an ACK for every second segment, or after `delayed_ack_ms`."""
    delayed_ack_ms: float
    """Maximum time for which the receiver delays an ACK. [ms]"""
    byte_counting: bool
    """Growth counts acknowledged bytes instead of ACKs."""
    byte_counting_limit_packets: int
    """Maximum number of packets that one ACK counts for in slow start (L); 0: no limit. [packets]"""
    whole_byte_growth: bool
    """Truncates window increments to whole bytes, as FreeBSD 7 does."""
    initial_window_packets: float
    """Initial congestion window (IW). [packets]"""
    initial_ssthresh_packets: Union[float, None]
    """Initial slow-start threshold; none: unlimited. [packets]"""
    initial_rto_ms: float
    """Retransmission timeout before the first RTT sample. [ms]"""
    min_rto_ms: float
    """Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop. [ms]"""
    peak_rttvar: bool
    """RTTVAR is the largest mean deviation of a round trip: it rises at once, and after each round trip falls by a quarter of its distance to that one's."""
    timestamps: bool
    """Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted."""
    handshake: Literal["none", "assumed", "simulated"]
    """The handshake before the first data. It leaves the sender an RTT, from which its timeout and its pacing rate follow: `assumed` that of the empty path, in no time; `simulated` that of a SYN and its answer, which cross the path and can be lost. `none` leaves it nothing."""
    rto_restart: Literal["ack", "first_partial", "each_partial", "head_retransmission", "each_retransmission"]
    """When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack."""
    rack: bool
    """Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also detects a lost retransmission. No effect without SACK (`recovery`: `newreno`)."""
    dsack: bool
    """The receiver reports segments that came twice (D-SACK). Once all retransmissions of a recovery are reported, its reduction is taken back; and RACK waits longer from then on before it takes a late segment for lost."""
    eifel: bool
    """An ACK that echoes a time before the first retransmission shows that an original has arrived: the reduction is taken back (Eifel)."""
    f_rto: bool
    """After a timeout two new segments leave before any more are sent again; if a segment is then acknowledged that was not sent again, the timeout was spurious, and the reduction is taken back."""
    bad_retransmit: bool
    """An ACK within half of the smoothed RTT after a first timeout takes its reduction back."""
    adaptive_reordering: bool
    """The number of duplicates that mean a loss grows with the reordering seen."""
    tail_loss_probe: bool
    """Two smoothed RTTs after the last transmission or ACK a packet is sent that shows whether the last ones were lost, before the timer expires."""
    limited_transmit: bool
    """The first two duplicate ACKs each allow one new segment to be sent."""
    slow_start_at_ssthresh: bool
    """Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off)."""
    slow_start: Literal["standard", "hystart", "hystart_pp", "search", "hystart_for_cubic"]
    """How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`)."""
    receive_window_packets: Union[int, None]
    """Receive window; none: only TCP's own limit of 2^30 bytes. [packets]"""
    ack_loss: float
    """Probability that an ACK is lost on its way, beside what a bottleneck of the ACKs drops."""
    ack_thinning: int
    """Of this many ACKs in order only the last is passed on; 1: all are. One that carries SACK, is a duplicate or reports a mark is passed on at once."""
    ack_thinning_ms: float
    """Maximum time for which thinning withholds an ACK. [ms]"""
    receive_offload_packets: int
    """Number of segments in order that the receiver merges at most before TCP sees them, with one ACK for all; 1: none. [packets]"""
    receive_offload_ms: float
    """Maximum time for which the receiver waits for further segments to merge. [ms]"""


class Intervention(TypedDict, total=False):
    """A change during the run."""

    at_s: Required[float]
    """When it happens, before all other events of that instant. [s]"""
    path: Required[str]
    value: Required[Union[float, bool, str, None]]


class ScenarioDocument(TypedDict, total=False):
    """Everything about a run."""

    schema: Required[Literal[1]]
    title: str
    seed: int
    """Seed of all random draws of the run."""
    duration_s: Required[float]
    """Length of the run. [s]"""
    packet_bytes: int
    """Size of a full data packet on the wire, including 40 bytes of headers. [bytes]"""
    bottleneck: Required[Bottleneck]
    reverse_bottleneck: Bottleneck
    flows: list[Flow]
    cross_traffic: list[CrossTraffic]
    interventions: list[Intervention]
