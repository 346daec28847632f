/** Numbers of a run's summary (contract 3) that the page shows, with the unit and the digits of each. Not here: their words (i18n/en/results.json), the tables (laboratory/results.ts). */

/** A number of the summary: its path there, under which it is in a file; how it is shown. */
export interface Column {
  path: string;
  unit?: string;
  /** From the summary's unit to that of the screen. */
  factor?: number;
  digits: number;
  /** On the screen it is a part of this one. */
  over?: string;
  /** A table whose rows have none of it goes without. */
  optional?: boolean;
}

const PERCENT = { unit: "%", factor: 100 } as const;

/** When a transfer was complete. */
export const ENDED = "completed_s";

/** Of each flow, of cross traffic, of each bottleneck. */
export const FLOW: readonly Column[] = [
  { path: "goodput_bps", unit: "Mbit/s", factor: 1e-6, digits: 3 },
  { path: "of_capacity", ...PERCENT, digits: 1 },
  { path: "loss_rate", ...PERCENT, digits: 3 },
  { path: "packets_retransmitted", digits: 0 },
  { path: "timeouts", digits: 0 },
  { path: "rtt_ms.p50", unit: "ms", digits: 1 },
  { path: "rtt_ms.p90", unit: "ms", digits: 1 },
  { path: "cwnd_packets.mean", digits: 1, optional: true },
  { path: "cwnd_packets.max", digits: 1, optional: true },
  { path: "duration_s", unit: "s", digits: 3, optional: true },
  { path: ENDED, unit: "s", digits: 3, optional: true },
];
export const CROSS: readonly Column[] = [
  { path: "sent", digits: 0 },
  { path: "lost", ...PERCENT, digits: 3, over: "sent" },
  { path: "one_way_delay_ms.p50", unit: "ms", digits: 1, optional: true },
  { path: "one_way_delay_ms.p99", unit: "ms", digits: 1, optional: true },
  { path: "rtt_ms.mean", unit: "ms", digits: 1, optional: true },
  { path: "rtt_ms.p50", unit: "ms", digits: 1, optional: true },
  { path: "transfers_begun", digits: 0, optional: true },
  { path: "transfers_completed", digits: 0, optional: true },
  { path: "completion_s.mean", unit: "s", digits: 3, optional: true },
  { path: "completion_s.p50", unit: "s", digits: 3, optional: true },
  { path: "completion_s.min", unit: "s", digits: 3, optional: true },
  { path: "completion_s.max", unit: "s", digits: 3, optional: true },
];
export const PATH: readonly Column[] = [
  { path: "utilisation", ...PERCENT, digits: 1 },
  { path: "queue_ms.p50", unit: "ms", digits: 1 },
  { path: "queue_ms.p99", unit: "ms", digits: 1 },
  { path: "queue_packets.p50", digits: 0 },
  { path: "queue_packets.max", digits: 0 },
  { path: "dropped_queue", digits: 0 },
];
/** Jain's index of the flows. */
export const INDEX = "jain_index";
