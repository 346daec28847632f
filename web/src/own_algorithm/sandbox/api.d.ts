/**
 * Interface of a reader's own algorithm: its documentation, what the editor completes, and the runtime's types at once. Each
 * member stands on a line of its own, under a comment of one line, so that the page can read it as text. Windows are in packets,
 * as in the equations; other units are the last part of a name. Not here: what becomes of a mistake (types.ts).
 *
 * A program is a script with some of these: `const initial = { … }`, `function onAck(flow, ack)`, `function onLoss(flow, loss)`,
 * `function onTimeout(flow, timeout)`, `function onRound(flow, round)`. What is missing does as NewReno does; `onRound` then does
 * nothing. Nothing but `flow.state` is kept between calls: no clock, no chance, no network, no page.
 */

/** The reader's own variables; they begin as `initial` and each flow has its own. Numbers and booleans, 64 at most. */
export type State = Record<string, number | boolean>;

/** The sender, in every call. */
export interface Flow {
  /** Congestion window in packets; the sender keeps it at 1 or more. Set in onLoss, it is the window to recover to. */
  cwnd: number;
  /** Slow-start threshold in packets; Infinity at first. Set in onLoss alone, it is the window to recover to as well. */
  ssthresh: number;
  /** Pacing rate in bit/s on the wire: packets then leave evenly spaced, while cwnd still limits. 0, at first: they leave as acknowledgements arrive. */
  pacing_bps: number;
  /** The window is not above ssthresh yet: the host here counts cwnd <= ssthresh as slow start, as FreeBSD does. */
  readonly slow_start: boolean;
  /** Lost packets are being repaired: the sender moves the window itself, and calls onRound only. */
  readonly in_recovery: boolean;
  /** Packets sent and not yet acknowledged. */
  readonly in_flight: number;
  /** The last round-trip time measured, in ms; 0 before the first. */
  readonly rtt_ms: number;
  /** Smoothed round-trip time in ms; 0 before the first measurement. */
  readonly srtt_ms: number;
  /** The smallest round-trip time so far, in ms; 0 before the first measurement. */
  readonly min_rtt_ms: number;
  /** Simulated time in s. */
  readonly now_s: number;
  /** Your own variables, as `initial` names them. */
  readonly state: State;
}

/** An acknowledgement of new data, outside recovery. */
export interface Ack {
  /** Packets newly acknowledged. */
  readonly newly_acked: number;
  /** The window limited sending, not the application or the receiver: only then should it grow. */
  readonly cwnd_limited: boolean;
  /** This is the slow start after a timeout. */
  readonly after_timeout: boolean;
  /** One-way delay of the acknowledged packet in ms, as synchronised clocks would tell; 0 before the first. */
  readonly one_way_delay_ms: number;
}

/** A lost packet, found by duplicate acknowledgements; once per recovery. Set flow.ssthresh: the sender repairs and goes down to it. */
export interface Loss {
  /** Amount that TCP would halve: the window, or the packets in flight, as the host does it. */
  readonly base: number;
  /** A mark (ECN) instead of a loss. */
  readonly ecn: boolean;
}

/** The retransmission timer fired. Set flow.ssthresh: the sender begins again with a window of 1. */
export interface Timeout {
  /** Amount that TCP would halve: the window, or the packets in flight, as the host does it. */
  readonly base: number;
  /** The first timeout of this packet; at further ones ssthresh stays. */
  readonly first: boolean;
}

/** A round trip is over. */
export interface Round {
  /** Rounds so far, from 0. */
  readonly number: number;
  /** The smallest round-trip time in this round, in ms; 0 if none was measured. */
  readonly min_rtt_ms: number;
  /** The largest round-trip time in this round, in ms; 0 if none was measured. */
  readonly max_rtt_ms: number;
  /** Packets acknowledged in this round. */
  readonly newly_acked: number;
}

/** Values that a program may hold. */
export interface Hooks {
  /** An acknowledgement of new data, outside recovery: let the window grow. */
  onAck(flow: Flow, ack: Ack): void;
  /** A lost packet: set flow.ssthresh, or flow.cwnd where the two are to differ afterwards. */
  onLoss(flow: Flow, loss: Loss): void;
  /** The retransmission timer fired: set flow.ssthresh. */
  onTimeout(flow: Flow, timeout: Timeout): void;
  /** A round trip is over, in recovery or not. */
  onRound(flow: Flow, round: Round): void;
}

/** Writes a line beside the run, with the simulated time; `console.log` is the same. */
export declare function log(...values: unknown[]): void;
